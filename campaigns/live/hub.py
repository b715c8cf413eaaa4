"""One per server process: it draws what its sockets watch, and sends each what changed for it.

The members of a campaign's group are processes. A message says only that a campaign moved; the hub then reads where it
is, asks which regions each watched page has by now, draws them once per circle and language, compares them with the
last text, and gives every socket one frame with those that differ. Nothing visible changed: no frame at all. A message
lost, doubled or late heals at the next comparison (every 10 s, every 2 s while the layer is down). Beside that the hubs
tell each other which seats have a page open (``campaigns.live.presence``).

All drawing is done by one task, so frames keep their order. A socket that does not drain never holds up another one:
each has one send in flight (``campaigns.live.sockets``) and then gets the latest text.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import logging
from collections.abc import Collection, Coroutine
from dataclasses import dataclass, field
from typing import Any

from channels.db import database_sync_to_async
from channels.layers import get_channel_layer

from campaigns.live import notify, presence
from campaigns.live.eviction import CROWDED, leaves_for
from campaigns.live.render import drawn_pages
from campaigns.live.site import Holder, site
from campaigns.live.sockets import AGAIN, Parcel, Socket, Texts, Watch

log = logging.getLogger(__name__)

COMPARE_EVERY = 10.0
COMPARE_OFTEN = 2.0  # while the layer is away
PROBE_EVERY = 1.0
CHECK_EVERY = 3.0
HEARTBEAT_EVERY = 15.0
ATTEND_EVERY = 1.0


@dataclass
class Room:
    """The sockets of one campaign in this process, what each page last showed, and where the campaign was then.

    ``news`` is where it is by now, as far as anybody said: each command is heard of twice, here and by the layer.
    """

    sockets: dict[Watch, set[Socket]] = field(default_factory=dict)
    shown: dict[Watch, Texts] = field(default_factory=dict)
    joining: list[Socket] = field(default_factory=list)
    seq: int = -1
    news: int = -1
    due: bool = False
    entered: bool = False
    others_here: bool = False  # somebody came or went since it was drawn

    @property
    def wanted(self) -> bool:
        return self.due or self.news > self.seq


class Hub:
    """Draws and sends on one event loop; made by the first socket."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.rooms: dict[int, Room] = {}
        self._channel = ""
        self._up = True
        self._stir = asyncio.Event()
        self._echo = asyncio.Event()
        self._layer_lost = asyncio.Event()
        self._news: asyncio.Queue[tuple[int, int]] = asyncio.Queue()
        self.attendance = presence.Attendance()
        self._counted = asyncio.Event()
        # A clean context: nothing of the request or socket that came first (its language, its thread) is kept.
        draws = (self._draw(), self._compare(), self._beat(), self._check())
        others = (self._tell(), self._hear(), self._probe(), self._attend())
        self._tasks = [self._start(other) for other in (*draws, *others)]

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        return self.loop.create_task(work, context=contextvars.Context())

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        presence.keep(None)

    async def ended(self) -> None:
        self.stop()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- Sockets ---------------------------------------------------------------------------------------

    def join(self, campaign: int, socket: Socket) -> None:
        """Register a socket first; it is then sent everything its page shows. Where too many are open, one ends."""
        if campaign not in self.rooms:
            self.attendance.follow(campaign)
        room = self.rooms.setdefault(campaign, Room())
        leaving = leaves_for(socket, (socket for fellows in room.sockets.values() for socket in fellows))
        if leaving is not None:
            leaving.end(CROWDED)
        if leaving is socket:
            return
        room.sockets.setdefault(socket.watch, set()).add(socket)
        room.joining.append(socket)
        self._count(campaign, self.attendance.came(campaign, socket.watch.seat))
        self._want(room)

    def leave(self, campaign: int, socket: Socket) -> None:
        room = self.rooms.get(campaign)
        if room is None:
            return
        fellows = room.sockets.get(socket.watch, set())
        fellows.discard(socket)
        if not fellows:
            room.sockets.pop(socket.watch, None)
            room.shown.pop(socket.watch, None)
        if not any(watch.seat == socket.watch.seat for watch in room.sockets):
            self.attendance.went(campaign, socket.watch.seat)
        if not room.sockets:
            del self.rooms[campaign]
            self.attendance.unfollow(campaign)
            self._stir.set()

    # --- News ------------------------------------------------------------------------------------------

    def news(self, campaign: int, seq: int) -> None:
        """Something was committed in this process: draw it here, and tell the other processes."""
        self._note_seq(campaign, seq)
        self._news.put_nowait((campaign, seq))

    def _note_seq(self, campaign: int, seq: int) -> None:
        room = self.rooms.get(campaign)
        if room is not None and room.seq < seq:
            room.news = max(room.news, seq)
            self._stir.set()

    def _want(self, room: Room) -> None:
        room.due = True
        self._stir.set()

    async def _tell(self) -> None:
        while _wanted():
            campaign, seq = await self._news.get()
            try:
                await notify.spread(campaign, seq)
            except Exception as error:
                self._lost(error)

    async def _hear(self) -> None:
        layer = get_channel_layer()
        while _wanted():
            try:
                self._channel = await layer.new_channel("hub.")
                for room in self.rooms.values():
                    room.entered = False  # a new channel is in no group yet
                self._stir.set()
                while _wanted():
                    self._read(await layer.receive(self._channel))
            except Exception as error:
                self._lost(error)
            await asyncio.sleep(PROBE_EVERY)

    def _read(self, message: dict[str, Any]) -> None:
        """Take in a message of another process; what another version of the site means by it is passed over."""
        try:
            if message["type"] == "probe":
                self._echo.set()
            elif message["type"] == "news":
                self._note_seq(message["campaign"], message["seq"])
            elif message["type"] in ("here", "who"):
                self._count(message["campaign"], self.attendance.heard(message["campaign"], message))
        except (LookupError, TypeError, ValueError):
            log.warning("A message of another process is not understood: %s", sorted(message))

    async def _attend(self) -> None:
        """Say who has a page in this process whenever that changes, and often enough to be believed."""
        while _wanted():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(ATTEND_EVERY):
                    await self._counted.wait()
            self._counted.clear()
            for campaign in self.attendance.turn(self._up):
                self._count(campaign, True)
            for campaign, message in self.attendance.due():
                try:
                    async with asyncio.timeout(PROBE_EVERY):
                        await notify.say(campaign, message)
                except Exception as error:
                    self.attendance.unsaid(campaign, message)
                    self._lost(error)
                    break

    def _count(self, campaign: int, changed: bool) -> None:
        room = self.rooms.get(campaign)
        if changed and room is not None:
            room.others_here = True
            self._want(room)
        self._counted.set()

    def _lost(self, error: Exception) -> None:
        if self._up:
            log.warning("The channel layer is away, comparing every %s s: %r", COMPARE_OFTEN, error)
            self._layer_lost.set()
        self._up = False

    async def _probe(self) -> None:
        """Notice a layer that is away, which a waiting receiver would not: what is sent to oneself is heard again."""
        while _wanted():
            await asyncio.sleep(PROBE_EVERY)
            if not self._channel:
                continue
            self._echo.clear()
            try:
                async with asyncio.timeout(PROBE_EVERY):
                    await get_channel_layer().send(self._channel, {"type": "probe"})
                    await self._echo.wait()
                self._up = True
            except Exception as error:
                self._lost(error)

    async def _compare(self) -> None:
        last, was_up = self.loop.time(), True
        while _wanted():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(COMPARE_OFTEN):
                    await self._layer_lost.wait()
            self._layer_lost.clear()
            before, was_up = was_up, self._up
            if not before or not self._up or self.loop.time() - last >= COMPARE_EVERY:
                last = self.loop.time()
                await self._sweep()
                for room in self.rooms.values():
                    self._want(room)

    async def _sweep(self) -> None:
        try:
            await database_sync_to_async(site().sweep)()
        except Exception:
            log.exception("The tables kept here could not be compared.")

    async def _beat(self) -> None:
        while _wanted():
            await asyncio.sleep(HEARTBEAT_EVERY)
            for room in self.rooms.values():
                for fellows in room.sockets.values():
                    for socket in fellows:
                        socket.heartbeat()

    async def _check(self) -> None:
        while _wanted():
            await asyncio.sleep(CHECK_EVERY)
            open_here = [socket for room in self.rooms.values() for own in room.sockets.values() for socket in own]
            by_holder = {socket: Holder(socket.session, socket.watch.seat, socket.watch.moved) for socket in open_here}
            try:
                lost = await database_sync_to_async(site().lost)(set(by_holder.values())) if by_holder else frozenset()
            except Exception:
                log.exception("Nobody could be asked whether the open pages are still held.")
                continue
            for socket, holder in by_holder.items():
                if holder in lost:
                    socket.end(AGAIN)

    # --- Drawing ---------------------------------------------------------------------------------------

    async def _draw(self) -> None:
        entered: set[int] = set()
        while _wanted():
            await self._stir.wait()
            self._stir.clear()
            for campaign, room in list(self.rooms.items()):
                if self._channel and not room.entered:
                    room.entered = await self._enter(campaign)
                    entered.add(campaign)
                if room.wanted:
                    room.due, room.news = False, -1
                    await self._refresh(campaign, room)
            for campaign in entered - set(self.rooms):
                entered.discard(campaign)
                await self._exit(campaign)

    async def _enter(self, campaign: int) -> bool:
        try:
            await get_channel_layer().group_add(notify.group(campaign), self._channel)
        except Exception as error:
            self._lost(error)
            return False
        self.attendance.ask(campaign)
        self._counted.set()
        return True

    async def _exit(self, campaign: int) -> None:
        try:
            await get_channel_layer().group_discard(notify.group(campaign), self._channel)
        except Exception as error:
            self._lost(error)

    async def _refresh(self, campaign: int, room: Room) -> None:
        joining, room.joining = room.joining, []
        fresh = room.others_here or any(socket.watch not in room.shown for socket in joining)
        room.others_here = False
        try:
            here = self.attendance.at(campaign)
            drawn = await drawn_pages(campaign, room.seq, tuple(room.sockets), fresh, here)
        except Exception:
            log.exception("The pages of a campaign could not be drawn.")
            room.joining += joining
            room.others_here = fresh
            return
        if drawn is not None:
            room.seq = drawn.seq
            for watch, texts in drawn.pages.items():
                self._show(room, watch, texts, joining)
            for watch, code in drawn.ended.items():
                for socket in room.sockets.get(watch, ()):
                    socket.end(code)
        whole = {watch: Parcel(texts) for watch, texts in room.shown.items()}
        for socket in joining:
            if socket.watch in whole:
                socket.owe(whole[socket.watch])

    def _show(self, room: Room, watch: Watch, texts: Texts, joining: Collection[Socket]) -> None:
        """Owe what differs to who is there already; who is joining, or came while we drew, is sent everything."""
        fellows = room.sockets.get(watch)
        if fellows is None:
            return
        before = room.shown.get(watch, {})
        changed = Parcel({name: text for name, text in texts.items() if before.get(name) != text}, before)
        room.shown[watch] = texts
        for socket in fellows.difference(joining, room.joining):
            socket.owe(changed)


def _wanted() -> bool:
    """True if this task has not been told to end: the client of Redis swallows a cancellation now and then."""
    task = asyncio.current_task()
    return task is None or not task.cancelling()


_hub: Hub | None = None


def rooms_here() -> list[Room]:
    return list(_hub.rooms.values()) if _hub is not None else []


async def end_hub() -> None:
    """End the hub of this process where it runs on this event loop; the next socket makes another one."""
    global _hub
    last, _hub = _hub, None
    if last is not None and last.loop is asyncio.get_running_loop():
        await last.ended()


def hub() -> Hub:
    """The hub of this process, made anew when its event loop is another one."""
    global _hub
    if _hub is None or _hub.loop is not asyncio.get_running_loop():
        _hub = Hub()
        notify.listen(_hub)
        presence.keep(_hub.attendance)
    return _hub
