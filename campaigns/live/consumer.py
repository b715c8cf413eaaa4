"""The websocket consumer of every live page: it connects the page to the hub, and accepts no messages from it."""

from __future__ import annotations

import asyncio

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from campaigns.live import regions
from campaigns.live.build import build
from campaigns.live.hub import hub
from campaigns.live.site import site
from campaigns.live.sockets import MOVED, Socket, Watch

NOTHING_TO_SAY = 1008
NEW_BUILD = '{"t":"new"}'


class LivePage(AsyncWebsocketConsumer):
    """Accepts the connection, then closes it at once if this session has no such page.

    The process, not this socket, is the member of the campaign's group: the socket has no channel of its own.
    """

    channel_layer_alias = "none"
    socket: Socket | None = None
    writer: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        await self.accept()
        where = self.scope["url_route"]["kwargs"]
        watch = await self._watch(where.get("seat", ""), where.get("page", ""), where.get("key", ""))
        if isinstance(watch, int):
            await self.close(watch)
            return
        name, _equals, value = self.scope["query_string"].partition(b"=")
        if name == b"build" and value != build().encode():
            await self.send(text_data=NEW_BUILD)
        self.socket = Socket(watch, self._send_text, self.close, session=self.scope["session"].session_key or "")
        hub().join(self.table, self.socket)
        self.writer = asyncio.create_task(self._write(self.socket))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        self._leave()
        await self.close(NOTHING_TO_SAY)

    async def disconnect(self, code: int) -> None:
        self._leave()

    def _leave(self) -> None:
        if self.socket is not None and self.writer is not None:
            hub().leave(self.table, self.socket)
            self.socket = None
            self.writer.cancel()

    async def _write(self, socket: Socket) -> None:
        try:
            await socket.write()
        finally:  # stops drawing for a closed connection, even if its page never says so
            hub().leave(self.table, socket)

    async def _send_text(self, frame: str) -> None:
        await self.scope.get("frames", self.base_send)({"type": "websocket.send", "text": frame})

    @database_sync_to_async
    def _watch(self, token: str, page: str, key: str) -> Watch | int:
        seat = site().seat_of(self.scope, token)
        if isinstance(seat, int):
            return seat
        self.table: int = seat.campaign_id
        return MOVED if regions.find_page(seat, page, key) is None else Watch(seat.pk, page, key, seat.moved)
