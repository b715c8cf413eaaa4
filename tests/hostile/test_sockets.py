"""Hostile sockets: whatever the address, cookie, origin or frame, nothing changes and no error is raised."""

from __future__ import annotations

import logging
from urllib.parse import unquote

import pytest
from asgiref.sync import async_to_sync
from channels.layers import channel_layers
from hypothesis import given
from hypothesis import strategies as st

from campaigns.live import hub as hub_module
from config.asgi import application
from tests.cast import client_of, gather
from tests.hostile import corpus
from tests.hostile.conftest import inputs, state
from tests.sockets import PATIENCE, SITE, Socket

pytestmark = pytest.mark.django_db(transaction=True)
NEVER = {1000, 1011}  # a page that is wanted, and an error of ours
text = st.one_of(st.sampled_from(corpus.TEXTS), st.text(max_size=30)).map(lambda one: one[:3000])


@st.composite
def lines(draw):
    """An address, cookies, an origin and the frames that a page of ours never sends."""
    wish = draw(st.sampled_from(["right", "right", "page", "seat", "cookie", "origin", "anything"]))
    page = draw(text) if wish == "page" else draw(st.sampled_from(["table", "people", "screen", "sheet", "fight/x"]))
    address = draw(text) if wish == "anything" else f"/ws/{draw(text) if wish == 'seat' else '{seat}'}/{page}/"
    cookie = draw(st.text('abc=; "\\\xff', max_size=200)) if wish == "cookie" else "{session}"
    origin = (
        draw(st.sampled_from([None, "", "null", "http://[", "http://elsewhere.example"])) if wish == "origin" else SITE
    )
    frames = draw(
        st.lists(st.one_of(st.sampled_from(corpus.FRAMES), text, st.binary(max_size=50)), min_size=1, max_size=3)
    )
    return address, cookie, origin, frames


@pytest.mark.slow("a hundred lines")
def test_messages_to_a_socket_change_nothing(caplog):
    cast = gather()
    session = f"tablee_session={client_of(cast.gm).cookies['tablee_session'].value}"
    before = state()

    @inputs("sockets")
    @given(lines())
    def attack(line):
        address, cookie, origin, frames = line
        path = "/" + unquote(address.replace("{seat}", cast.gm.token)).lstrip("/").replace("?", "")
        cookies = cookie.replace("{session}", session).encode("latin1", "replace").decode("latin1")
        codes = async_to_sync(talk)(path, cookies, origin, frames)
        assert not codes & NEVER, (line, codes)
        assert [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR] == []
        assert state() == before

    attack()


async def talk(path, cookies, origin, frames):
    """Say all this, and return with which codes the line was closed: 1008 for whoever speaks where nobody listens."""
    channel_layers.backends.clear()
    line = Socket(application, path, cookies, origin)
    codes = set()
    try:
        if not await line.open():
            return {"refused"}
        for frame in frames:
            said = {"bytes": frame} if isinstance(frame, bytes) else {"text": frame}
            await line.wire.send_input({"type": "websocket.receive", **said})
        while not codes:
            message = await line.wire.receive_output(PATIENCE)
            codes |= {message.get("code", 1000)} if message["type"] == "websocket.close" else set()
        return codes
    finally:
        await line.close()
        await hub_module.end_hub()
