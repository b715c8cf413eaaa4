"""The designs that the site is compared with, on its own models, rules and templates.

F broadcasts given bytes and does nothing else. A and B are the usual designs of tutorials: A draws the whole board for
each audience and sends it through Channels' groups; B sends "changed", and the consumer of each socket queries and
draws its page. Both do the same command as the site.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer

from campaigns.live import regions
from campaigns.live.sockets import Parcel, Socket, Watch
from campaigns.models import Seat
from tests.cache_oracle import Blank

AUDIENCES = ("gm", "player", "screen")
Scope = dict[str, Any]


class Floor:
    """F: the sockets of a plain ASGI application, and a loop over them."""

    def __init__(self) -> None:
        self.sockets: dict[str, list[Any]] = {audience: [] for audience in AUDIENCES}

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        fellows = self.sockets[scope["path"].split("/")[3]]
        fellows.append(send)
        while (await receive())["type"] != "websocket.disconnect":
            pass
        fellows.remove(send)

    async def broadcast(self, texts: dict[str, str]) -> None:
        for audience, fellows in self.sockets.items():
            for send in fellows:
                await send({"type": "websocket.send", "text": texts[audience]})


class Relay(AsyncWebsocketConsumer):
    """The site's own sockets, each with one send in flight, without drawing: the cost of the hub's fan-out."""

    channel_layer_alias = "none"
    sockets: dict[str, list[Socket]] = {audience: [] for audience in AUDIENCES}

    async def connect(self) -> None:
        await self.accept()
        self.audience = self.scope["path"].split("/")[3]
        self.line = Socket(Watch(0, "", ""), self._send, self.close)
        self.sockets[self.audience].append(self.line)
        self.writer = asyncio.create_task(self.line.write())

    async def disconnect(self, code: int) -> None:
        self.sockets[self.audience].remove(self.line)
        self.writer.cancel()

    async def _send(self, frame: str) -> None:
        await self.send(text_data=frame)

    @classmethod
    def broadcast(cls, texts: dict[str, str]) -> None:
        for audience, fellows in cls.sockets.items():
            parcel = Parcel({"text": texts[audience]})
            for socket in fellows:
                socket.owe(parcel)


class WholeBoards(AsyncWebsocketConsumer):
    """A: the drawn board arrives through the group of its audience."""

    async def connect(self) -> None:
        self.group = self.scope["path"].strip("/").replace("/", ".")
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def board(self, event: dict[str, Any]) -> None:
        await self.send(text_data=event["text"])


class EachItsOwn(AsyncWebsocketConsumer):
    """B: each socket queries and draws its own page after any change."""

    async def connect(self) -> None:
        _bench, _kind, self.campaign, self.seat, self.page, *key = self.scope["path"].strip("/").split("/")
        self.key = "/".join(key)
        await self.channel_layer.group_add(f"changed.{self.campaign}", self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(f"changed.{self.campaign}", self.channel_name)

    async def changed(self, event: dict[str, Any]) -> None:
        await self.send(text_data=await database_sync_to_async(board)(self.seat, self.page, self.key))


def board(seat: str, name: str, key: str) -> str:
    """A whole page drawn from the database, without any cache."""
    own_seat = Seat.objects.select_related("campaign").get(token=seat)
    page = regions.find_page(own_seat, name, key)
    assert page is not None
    with Blank({}, own_seat.campaign).instead():
        texts = {placed.id: regions.draw_anew(placed, page.view(placed)) for placed in page.regions}
    return json.dumps({"regions": texts}, ensure_ascii=False)


async def tell_boards(campaign: int, pages: dict[str, tuple[str, str, str]]) -> None:
    """A after the commit: send every whole board to its group."""
    layer = get_channel_layer()
    for audience, page in pages.items():
        text = await database_sync_to_async(board)(*page)
        await layer.group_send(f"bench.a.{campaign}.{audience}", {"type": "board", "text": text})


async def tell_changed(campaign: int) -> None:
    await get_channel_layer().group_send(f"changed.{campaign}", {"type": "changed"})
