"""The evening over real sockets: viewers get the same frames whatever is hidden.

Each watching page has a socket over a channel layer. After every step the hub is awaited and the received bytes are
read: hidden acts send no frame, and two evenings that differ only in secrets send the same frames in the same order.
"""

import asyncio
import json

import pytest
from asgiref.sync import sync_to_async

from campaigns.live import hub as hub_module
from campaigns.models import Campaign
from config.asgi import application
from encounters.dice import source
from tests.cast import client_of
from tests.secrets.evening import Dice, Evening, Secret, masked
from tests.secrets.test_canaries import hits
from tests.secrets.test_twins import GAMES, differing
from tests.sockets import SITE, Socket

ONE = Secret(names=("Zorvaxname",), sample=-1, note="Zorvaxnotiz", rolls=0, seed=1)
OTHER = Secret(names=("Krellbozname", "Quymphename"), sample=0, note="Krellboznotiz", rolls=1, seed=2)
STEPS, PATIENCE = 5, 20

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("one_hub")]


class Watched:
    """An evening with a socket for each page of who watches; ``sent`` is every frame with what caused it."""

    def __init__(self, evening):
        self.evening, self.sent = evening, []
        self.lines = {(who, name): self.line(who, name, key) for who, name, key in evening.pages()}

    def line(self, who, name, key):
        seat = self.evening.cast.seats[who]
        cookie = client_of(seat).cookies["tablee_session"].value
        path = "/".join(filter(None, (seat.token, name, key)))
        return Socket(application, f"/ws/{path}/", f"tablee_session={cookie}", SITE)

    async def open(self):
        """The pages of a fight are there once it has begun: whoever comes is sent all of it."""
        for (who, name), line in self.lines.items():
            assert await line.open(), (who, name)
            text = await line.text()
            while "regions" not in json.loads(text):
                text = await line.text()
            self.sent.append(f"opens {who} {name}\n{text}")
        await self.settled()

    async def settled(self):
        """Until the hub has drawn all that was written."""
        there = await sync_to_async(lambda: Campaign.objects.get(pk=self.evening.gm.campaign_id))()
        async with asyncio.timeout(PATIENCE):
            while (room := hub_module.hub().rooms.get(there.pk)) is None or room.due or room.seq < there.seq:
                await asyncio.sleep(0.005)
            while any(one.due.is_set() or one.busy for fellows in room.sockets.values() for one in fellows):
                await asyncio.sleep(0.001)
        assert len([one for fellows in room.sockets.values() for one in fellows]) == len(self.lines)

    def read(self, cause):
        """Record the frames that have arrived since, by page; return their number."""
        count = 0
        for (who, name), line in self.lines.items():
            while not line.wire.output_queue.empty():
                message = line.wire.output_queue.get_nowait()
                assert message["type"] == "websocket.send", message
                if json.loads(message["text"]).get("t") != "hb":
                    self.sent.append(f"{cause} {who} {name}\n{message['text']}")
                    count += 1
        return count

    async def close(self):
        for line in self.lines.values():
            await line.close()


def begun(game, secret):
    """An evening at the moment its fight begins."""
    evening = Evening(game, secret)
    evening.simulates = bool(secret.rolls)
    steps = evening.run_steps(STEPS)
    assert next(steps) == ("begins", True)
    return Watched(evening), steps


async def played(game, secret):
    watched, steps = await sync_to_async(begun)(game, secret)
    await watched.open()
    while (step := await sync_to_async(lambda: next(steps, None))()) is not None:
        what, known = step
        await watched.settled()
        count = watched.read(what)
        assert known or count == 0, f"{what} sent {watched.sent[-count:]}"
    await watched.close()
    return watched


@pytest.mark.parametrize("game", GAMES)
async def test_hidden_things_are_in_no_frame_and_change_none(game, monkeypatch):
    found = []
    for secret in (ONE, OTHER):
        monkeypatch.setattr(source, "throw", Dice(secret.seed).throw)
        watched = await played(game, secret)
        canaries = (secret.note, *secret.names, *watched.evening.unseen)
        assert not [frame[:200] for frame in watched.sent if hits(frame.encode(), canaries)]
        found.append(masked(watched.sent))
    one, other = found
    for mine, theirs in zip(one, other, strict=False):
        assert mine == theirs, differing(mine, theirs)
    assert len(one) == len(other) > STEPS
    assert any(frame.startswith("corrects") for frame in one)
