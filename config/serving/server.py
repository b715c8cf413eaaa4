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
# The send buffer of a socket: with the default of megabytes, a page that has stopped reading is noticed much later.
SEND_BUFFER = 128 * 1024
GOODBYE = 10  # seconds that open requests have at shutdown; sockets are closed with 1012
GRACE = 5  # seconds that a closed page has to read earlier messages
# Seconds until a silent connection is pinged, and until it is closed without an answer:
# with the grace, well within the 45 seconds of docs/quality.md, whenever the silence begins.
PING_EVERY = PING_ANSWERED = 16


class ClosableWebSocket(WebSocketsSansIOProtocol):
    """A websocket that can be closed although its page has stopped reading; uvicorn's own would wait forever."""

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
        # The client is the last address that is no trusted proxy; those before it may be forged.
        proxy_headers=True,
        forwarded_allow_ips=settings.TABLEE_PROXIES,
        ws=ClosableWebSocket,
        # Pages send nothing on their sockets: larger messages are refused before they are read.
        ws_max_size=8192,
        ws_ping_interval=PING_EVERY,
        ws_ping_timeout=PING_ANSWERED,
        # Deflate keeps half a megabyte for each socket.
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GOODBYE,
        # It would log the addresses of seats and links, which are secrets; config.serving.logs has our own lines.
        access_log=False,
        log_level="warning",
        **more,
    )


def tune_garbage_collector() -> None:
    """Make garbage collection rarer, and exclude objects that existed before the first request.

    A full collection of a club's cached tables delays every page by several tenths of a second.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 10, 100)


def serve(host: str, port: int, application: Any = SITE, *, bound: socket.socket | None = None, **more: Any) -> None:
    """Serve until shutdown, on a socket that is already bound or on a new one. Raises ``CannotServe``."""
    private.make_folder_private(settings.VAR)
    config = make_config(host, port, application, **more)
    bound = bound or open_socket(host, port)
    config.load()
    from campaigns.outgoing import worker  # these need the models, which importers of GOODBYE lack
    from config.serving import warming
    from config.serving.games import close_outdated_exchanges

    close_outdated_exchanges()
    warming.warm_up()
    tune_garbage_collector()
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)  # accepted sockets inherit it
    sender = worker.start()
    try:
        uvicorn.Server(config).run([bound])
    finally:
        sender.stop()
