"""The one consumer, for every live page: it connects a page to the hub and hears nothing from it."""

from __future__ import annotations

import asyncio
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from campaigns.live import regions
from campaigns.live.build import build
from campaigns.live.hub import hub
from campaigns.live.sockets import GONE, MOVED, Socket, Watch
from campaigns.models import Seat
from campaigns.seats.access import find_seat, held

NOT_SIGNED_IN, NOTHING_TO_SAY = 4401, 1008
NEW_BUILD = '{"t":"new"}'


class LivePage(AsyncWebsocketConsumer):
    """Accepts, then closes at once without a byte if this session has no such page.

    The member of the campaign's group is the process, not this socket: it has no channel of its own.
    """

    channel_layer_alias = "none"
    socket: Socket | None = None
    writer: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        await self.accept()
        where = self.scope["url_route"]["kwargs"]
        page, key = where.get("page", ""), where.get("key", "")
        seat = await self._seat(where.get("seat", ""), page, key)
        if isinstance(seat, int):
            await self.close(seat)
            return
        said, _equals, its = self.scope["query_string"].partition(b"=")
        if said == b"build" and its != build().encode():
            await self.send(text_data=NEW_BUILD)
        self.campaign = seat.campaign_id
        watch = Watch(seat.pk, page, key, seat.moved)
        self.socket = Socket(watch, self._send_text, self.close, session=self.scope["session"].session_key or "")
        hub().join(self.campaign, self.socket)
        self.writer = asyncio.create_task(self._write(self.socket))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """A page sends nothing: everything asked comes by POST."""
        self._leave()
        await self.close(NOTHING_TO_SAY)

    async def disconnect(self, code: int) -> None:
        self._leave()

    def _leave(self) -> None:
        if self.socket is not None and self.writer is not None:
            hub().leave(self.campaign, self.socket)
            self.socket = None
            self.writer.cancel()

    async def _write(self, socket: Socket) -> None:
        """Nothing is drawn any more for a line that has ended, even if its page never says so."""
        try:
            await socket.write()
        finally:
            hub().leave(self.campaign, socket)

    async def _send_text(self, frame: str) -> None:
        await self.scope.get("frames", self.base_send)({"type": "websocket.send", "text": frame})

    @database_sync_to_async
    def _seat(self, token: str, page: str, key: str) -> Seat | int:
        """The seat, or the code to close with."""
        session: Any = self.scope["session"]
        user: Any = self.scope["user"]
        seat = find_seat(session, user, token)
        if seat is None:
            return GONE if held(session) or user.is_authenticated else NOT_SIGNED_IN
        return MOVED if regions.find_page(seat, page, key) is None else seat
