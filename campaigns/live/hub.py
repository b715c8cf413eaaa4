"""The hub: one per server process; it draws the pages watched there, and sends each socket what changed.

Processes, not sockets, are the members of a campaign's channel group. A message says only that a campaign changed; the
hub then reads its present number, finds the regions of each watched page, draws them once per circle and language,
compares them with the texts sent last, and sends every socket one frame with those that differ. If nothing visible
changed, no frame is sent. Lost, repeated or late messages are made good by the next comparison: every 10 s, or every
2 s while the channel layer is down. The hubs also tell each other which seats have a page open
(``campaigns.live.presence``).

One task does all the drawing, so frames keep their order. A slow socket delays no other: each has one send in flight
(``campaigns.live.sockets``), and is sent the latest text after that.
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
from campaigns.live.eviction import CROWDED, find_evicted
from campaigns.live.render import draw_pages, find_ended
from campaigns.live.site import Holder, site
from campaigns.live.sockets import AGAIN, Parcel, Socket, StepCache, Texts, Watch

log = logging.getLogger(__name__)

COMPARE_EVERY = 10.0
COMPARE_OFTEN = 2.0  # while the layer is away
PROBE_EVERY = 1.0
CHECK_EVERY = 3.0
HEARTBEAT_EVERY = 15.0
ATTEND_EVERY = 1.0


@dataclass
class Room:
    """The sockets of one campaign in this process, the text each page last showed, and the campaign's number then.

    ``news`` is the newest number heard of: each command is reported twice, by this process and by the channel layer.
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
    def everybody(self) -> list[Socket]:
        return [socket for fellows in self.sockets.values() for socket in fellows]

    def smallest_first(self) -> tuple[Watch, ...]:
        """The watched pages, so that a phone need not wait for the board of a game master."""
        return tuple(sorted(self.sockets, key=lambda watch: sum(map(len, self.shown.get(watch, {}).values()))))

    @property
    def needs_drawing(self) -> bool:
        return self.due or self.news > self.seq


class Hub:
    """Draws and sends, on one event loop; created by the first socket."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.rooms: dict[int, Room] = {}
        self._channel = ""
        self._up = True
        self._wake = asyncio.Event()
        self._echo = asyncio.Event()
        self._layer_lost = asyncio.Event()
        self._news: asyncio.Queue[tuple[int, int]] = asyncio.Queue()
        self.attendance = presence.Attendance()
        self._presence_changed = asyncio.Event()
        # A clean context: nothing of the request or socket that came first (its language, its thread) is kept.
        draws = (self._draw(), self._compare(), self._send_heartbeats(), self._check_holders())
        others = (self._broadcast(), self._listen(), self._probe(), self._announce_presence())
        self._tasks = [self._start(other) for other in (*draws, *others)]

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        return self.loop.create_task(work, context=contextvars.Context())

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        presence.install(None)

    async def shut_down(self) -> None:
        self.stop()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- Sockets ---------------------------------------------------------------------------------------

    def join(self, campaign: int, socket: Socket) -> None:
        """Register a socket, which is then sent its whole page. Beyond the limit of open pages, one is closed."""
        if campaign not in self.rooms:
            self.attendance.follow(campaign)
        room = self.rooms.setdefault(campaign, Room())
        leaving = find_evicted(socket, room.everybody)
        if leaving is not None:
            leaving.end(CROWDED)
        if leaving is socket:
            return
        room.sockets.setdefault(socket.watch, set()).add(socket)
        room.joining.append(socket)
        self._note_presence(campaign, self.attendance.open_page(campaign, socket.watch.seat))
        self._request_drawing(room)

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
            self.attendance.close_page(campaign, socket.watch.seat)
        if not room.sockets:
            del self.rooms[campaign]
            self.attendance.unfollow(campaign)
            self._wake.set()

    # --- News ------------------------------------------------------------------------------------------

    def news(self, campaign: int, seq: int) -> None:
        """A command was committed in this process: draw it here, and tell the other processes."""
        self._note_seq(campaign, seq)
        self._news.put_nowait((campaign, seq))

    def _note_seq(self, campaign: int, seq: int) -> None:
        room = self.rooms.get(campaign)
        if room is not None and room.seq < seq:
            room.news = max(room.news, seq)
            self._wake.set()

    def _request_drawing(self, room: Room) -> None:
        room.due = True
        self._wake.set()

    async def _broadcast(self) -> None:
        while _is_running():
            campaign, seq = await self._news.get()
            try:
                await notify.broadcast(campaign, seq)
            except Exception as error:
                self._note_layer_lost(error)

    async def _listen(self) -> None:
        layer = get_channel_layer()
        while _is_running():
            try:
                self._channel = await layer.new_channel("hub.")
                for room in self.rooms.values():
                    room.entered = False  # a new channel is in no group yet
                self._wake.set()
                while _is_running():
                    self._handle_message(await layer.receive(self._channel))
            except Exception as error:
                self._note_layer_lost(error)
            await asyncio.sleep(PROBE_EVERY)

    def _handle_message(self, message: dict[str, Any]) -> None:
        """Handle a message of another process; unknown ones, from another version of the site, are ignored."""
        try:
            if message["type"] == "probe":
                self._echo.set()
            elif message["type"] == "news":
                self._note_seq(message["campaign"], message["seq"])
            elif message["type"] in ("here", "who"):
                self._note_presence(message["campaign"], self.attendance.receive(message["campaign"], message))
        except (LookupError, TypeError, ValueError):
            log.warning("A message of another process is not understood: %s", sorted(message))

    async def _announce_presence(self) -> None:
        """Announce the seats with open pages whenever they change, and regularly before the lease expires."""
        while _is_running():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(ATTEND_EVERY):
                    await self._presence_changed.wait()
            self._presence_changed.clear()
            for campaign in self.attendance.advance_time(self._up):
                self._note_presence(campaign, True)
            for campaign, message in self.attendance.messages_due():
                try:
                    async with asyncio.timeout(PROBE_EVERY):
                        await notify.send(campaign, message)
                except Exception as error:
                    self.attendance.retry(campaign, message)
                    self._note_layer_lost(error)
                    break

    def _note_presence(self, campaign: int, changed: bool) -> None:
        room = self.rooms.get(campaign)
        if changed and room is not None:
            room.others_here = True
            self._request_drawing(room)
        self._presence_changed.set()

    def _note_layer_lost(self, error: Exception) -> None:
        if self._up:
            log.warning("The channel layer is away, comparing every %s s: %r", COMPARE_OFTEN, error)
            self._layer_lost.set()
        self._up = False

    async def _probe(self) -> None:
        """Detect a lost channel layer, which a waiting receiver would not notice, by sending messages to oneself."""
        while _is_running():
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
                self._note_layer_lost(error)

    async def _compare(self) -> None:
        last, was_up = self.loop.time(), True
        while _is_running():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(COMPARE_OFTEN):
                    await self._layer_lost.wait()
            self._layer_lost.clear()
            before, was_up = was_up, self._up
            if not before or not self._up or self.loop.time() - last >= COMPARE_EVERY:
                last = self.loop.time()
                await self._sweep()
                for room in self.rooms.values():
                    self._request_drawing(room)

    async def _sweep(self) -> None:
        try:
            await database_sync_to_async(site().sweep)()
        except Exception:
            log.exception("The tables kept here could not be compared.")

    async def _send_heartbeats(self) -> None:
        while _is_running():
            await asyncio.sleep(HEARTBEAT_EVERY)
            for room in self.rooms.values():
                for socket in room.everybody:
                    socket.heartbeat()

    async def _check_holders(self) -> None:
        while _is_running():
            await asyncio.sleep(CHECK_EVERY)
            try:
                await self._end_lost()
            except Exception:
                log.exception("Nobody could be asked whether the open pages are still held.")

    async def _end_lost(self) -> None:
        """End the pages whose browser holds its seat no longer; where the seat itself has gone, as a drawing does."""
        open_here = [(campaign, socket) for campaign, room in self.rooms.items() for socket in room.everybody]
        if not open_here:
            return
        holders = {
            socket: Holder(socket.session, socket.watch.seat, socket.watch.moved) for _campaign, socket in open_here
        }
        lost = await database_sync_to_async(site().lost_holders)(set(holders.values()))
        leaving: dict[int, list[Socket]] = {}
        for campaign, socket in open_here:
            if holders[socket] in lost:
                leaving.setdefault(campaign, []).append(socket)
        for campaign, sockets in leaving.items():
            ended = await find_ended(campaign, tuple({socket.watch for socket in sockets}))
            for socket in sockets:
                socket.end(ended.get(socket.watch, AGAIN))

    # --- Drawing ---------------------------------------------------------------------------------------

    async def _draw(self) -> None:
        entered: set[int] = set()
        while _is_running():
            await self._wake.wait()
            self._wake.clear()
            for campaign, room in list(self.rooms.items()):
                if self._channel and not room.entered:
                    room.entered = await self._enter(campaign)
                    entered.add(campaign)
                if room.needs_drawing:
                    room.due, room.news = False, -1
                    await self._refresh(campaign, room)
            for campaign in entered - set(self.rooms):
                entered.discard(campaign)
                await self._exit(campaign)

    async def _enter(self, campaign: int) -> bool:
        try:
            await get_channel_layer().group_add(notify.group(campaign), self._channel)
        except Exception as error:
            self._note_layer_lost(error)
            return False
        self.attendance.ask(campaign)
        self._presence_changed.set()
        return True

    async def _exit(self, campaign: int) -> None:
        try:
            await get_channel_layer().group_discard(notify.group(campaign), self._channel)
        except Exception as error:
            self._note_layer_lost(error)

    async def _refresh(self, campaign: int, room: Room) -> None:
        joining, room.joining = room.joining, []
        fresh = room.others_here or any(socket.watch not in room.shown for socket in joining)
        room.others_here = False
        steps: StepCache = {}

        def show(watch: Watch, texts: Texts) -> None:  # in the thread that draws
            self.loop.call_soon_threadsafe(self._show, room, watch, texts, joining, steps)

        try:
            here = self.attendance.at(campaign)
            drawn = await draw_pages(campaign, room.seq, room.smallest_first(), fresh, here, show)
        except Exception:
            log.exception("The pages of a campaign could not be drawn.")
            room.joining += joining
            room.others_here = fresh
            return
        if drawn is not None:
            room.seq = drawn.seq
            for watch, code in drawn.ended.items():
                for socket in room.sockets.get(watch, ()):
                    socket.end(code)
        whole = {watch: Parcel(texts) for watch, texts in room.shown.items()}
        for socket in joining:
            if socket.watch in whole:
                socket.owe(whole[socket.watch])

    def _show(self, room: Room, watch: Watch, texts: Texts, joining: Collection[Socket], steps: StepCache) -> None:
        """Send differences to sockets that are up to date, and leave new ones to be sent everything."""
        fellows = room.sockets.get(watch)
        if fellows is None:
            return
        before = room.shown.get(watch, {})
        changed = Parcel({name: text for name, text in texts.items() if before.get(name) != text}, before, steps)
        room.shown[watch] = texts
        for socket in fellows.difference(joining, room.joining):
            socket.owe(changed)


def _is_running() -> bool:
    """True unless this task was cancelled: the Redis client sometimes swallows a cancellation."""
    task = asyncio.current_task()
    return task is None or not task.cancelling()


_hub: Hub | None = None


def rooms_here() -> list[Room]:
    return list(_hub.rooms.values()) if _hub is not None else []


async def end_hub() -> None:
    """Shut down this process's hub if it runs on this event loop; the next socket makes a new one."""
    global _hub
    last, _hub = _hub, None
    if last is not None and last.loop is asyncio.get_running_loop():
        await last.shut_down()


def hub() -> Hub:
    """This process's hub, created anew if the event loop is another one."""
    global _hub
    if _hub is None or _hub.loop is not asyncio.get_running_loop():
        _hub = Hub()
        notify.listen(_hub)
        presence.install(_hub.attendance)
    return _hub
