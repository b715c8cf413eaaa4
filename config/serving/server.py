"""The ASGI server, with the limits that the pages rely on."""

from __future__ import annotations

import gc
import socket
from typing import Any

import uvicorn
from django.conf import settings
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from config import private
from config.serving.listening import open_socket

SITE = "config.asgi:application"
# The send buffer for a page that does not read; by default it is megabytes, and such a page is noticed much later.
UNREAD = 128 * 1024
GOODBYE = 10  # seconds that open requests have when the process is told to end; sockets are closed with 1012
GRACE = 5  # seconds that a closed page has to read earlier messages
# Seconds until a silent connection is pinged, and until it is closed without an answer:
# with the grace, well within the 45 seconds of docs/quality.md, whenever the silence begins.
PING_EVERY = PING_ANSWERED = 16


class Line(WebSocketsSansIOProtocol):
    """A websocket that can be closed while its page does not read; uvicorn's own would wait for the page for ever."""

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


def make_config(host: str, port: int, application: Any = SITE, **more: Any) -> uvicorn.Config:
    """The uvicorn configuration of a process; benchmarks and tests pass another ``application`` and ``more``."""
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
    """Make garbage collection rarer, and exclude objects that existed before the first request.

    A full collection of a club's cached tables delays every page by several tenths of a second.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 10, 100)


def serve(host: str, port: int, application: Any = SITE, *, bound: socket.socket | None = None, **more: Any) -> None:
    """Serve until told to end, on a port that is bound already or on a new one. Raises ``CannotServe``."""
    private.make_folder_private(settings.VAR)
    config = make_config(host, port, application, **more)
    bound = bound or open_socket(host, port)
    config.load()
    from campaigns.outgoing import worker  # these need the models, which importers of GOODBYE lack
    from config.serving import warming
    from config.serving.games import settle

    settle()
    warming.warm_up()
    calm_collector()
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)  # accepted sockets inherit it
    sender = worker.start()
    try:
        uvicorn.Server(config).run([bound])
    finally:
        sender.stop()
