"""The server: one ASGI process, with the limits that its pages count on."""

from __future__ import annotations

import gc
import socket
from typing import Any

import uvicorn
from django.conf import settings
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from config import private
from config.serving.listening import opened

SITE = "config.asgi:application"
# What the system keeps for a page that does not read: left alone it is megabytes, and the page is noticed much later.
UNREAD = 128 * 1024
GOODBYE = 10  # seconds that open requests get when the process is told to end; sockets are closed with 1012
GRACE = 5  # seconds a page that is closed gets to read what it was sent before
# A line that is open and silent is asked every so many seconds, and given up when it has not answered in as many more:
# with the grace, well within the 45 seconds of docs/quality.md, whenever the silence begins.
PING_EVERY = PING_ANSWERED = 16


class Line(WebSocketsSansIOProtocol):
    """A socket that can be closed though its page reads nothing: uvicorn's own waits for the page, for ever."""

    async def send(self, message: Any) -> None:
        if message["type"] == "websocket.close" and not self.writable.is_set():
            self.writable.set()
            self._cut_soon()
        await super().send(message)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._cut_soon()

    def _cut_soon(self) -> None:
        self.loop.call_later(GRACE, self.transport.abort)


def configured(host: str, port: int, application: Any = SITE, **more: Any) -> uvicorn.Config:
    """The configuration of a process; another ``application`` and ``more`` are for the bench and the tests."""
    return uvicorn.Config(
        application,
        host=host,
        port=port,
        lifespan="off",
        # The last address that none of these proxies has is the client's: what the client itself wrote is left of it.
        proxy_headers=True,
        forwarded_allow_ips=settings.TABLEE_PROXIES,
        ws=Line,
        # A page sends nothing on its socket; a larger message is refused before it is in memory.
        ws_max_size=8192,
        ws_ping_interval=PING_EVERY,
        ws_ping_timeout=PING_ANSWERED,
        # Deflate keeps half a megabyte for each socket.
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GOODBYE,
        # Its lines would hold addresses, and those of seats and links are secrets: config.serving.logs writes ours.
        access_log=False,
        log_level="warning",
        **more,
    )


def calm_collector() -> None:
    """Let Python look for garbage less often, and not among what was there before the first request.

    While it looks through the tables of a club that are kept ready, every page waits: several tenths of a second.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 10, 100)


def serve(host: str, port: int, application: Any = SITE, *, bound: socket.socket | None = None, **more: Any) -> None:
    """Serve until told to end, on a port that is bound already or on a new one. Raises ``CannotServe``."""
    private.close_folder(settings.VAR)
    config = configured(host, port, application, **more)
    bound = bound or opened(host, port)
    config.load()
    from campaigns.outgoing import worker  # these need the models; whoever reads GOODBYE has none
    from config.serving import warming
    from config.serving.games import settle

    settle()
    warming.load()
    calm_collector()
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)  # those it accepts have the same
    sender = worker.start()
    try:
        uvicorn.Server(config).run([bound])
    finally:
        sender.stop()
