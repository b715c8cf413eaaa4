"""Threads of requests: each runs whole, in one that this process keeps for its pages.

Left alone, Django runs each middleware that could wait on the event loop, and leaves it again for the next one that
cannot: sixteen changes of thread for a command, each of which waits its turn under load. Ours never wait. And it gives
each request a thread of its own, which would begin with a new connection to an embedded database, and is waited for
by everybody else while it begins.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.sync import async_to_sync, sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, reset_queries
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from servestatic.middleware import ServeStaticMiddleware

Answer = Callable[[HttpRequest], HttpResponseBase]
# So many requests run at a time, the others wait; a thread that is idle is taken before another one is begun.
MOST_THREADS = 16
THREADS = ThreadPoolExecutor(MOST_THREADS, thread_name_prefix="page")
# What asks no database never waits behind those who wait for one that is away.
FREE = (settings.STATIC_URL, "/alive/", "/metrics")
_FREE_THREADS = ThreadPoolExecutor(2, thread_name_prefix="page_free")


class Pages(ASGIHandler):
    """Every page, from the first middleware to the view in one change of thread."""

    def load_middleware(self, is_async: bool = True) -> None:
        super().load_middleware(is_async=False)
        whole = in_order(self._middleware_chain)  # type: ignore[has-type]
        usual, free = (
            sync_to_async(whole, thread_sensitive=False, executor=threads) for threads in (THREADS, _FREE_THREADS)
        )

        async def answer(request: HttpRequest) -> HttpResponseBase:
            return await (free if request.path_info.startswith(FREE) else usual)(request)

        self._middleware_chain = answer
        # What looks after connections has to run where they are; here it would look after those of another thread.
        request_started.disconnect(reset_queries)
        request_started.disconnect(close_old_connections)
        request_finished.disconnect(close_old_connections)

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Answer a request; what is left to close afterwards is done in the thread that all of them share."""
        if scope["type"] != "http":
            raise ValueError(f"{scope['type']} is no kind of request for a page.")
        await self.handle(scope, receive, send)


def in_order(get_response: Answer) -> Answer:
    """A request with the connections of its thread looked after: those that broke or grew too old are closed."""

    def whole(request: HttpRequest) -> HttpResponseBase:
        reset_queries()
        close_old_connections()
        try:
            return get_response(request)
        finally:
            close_old_connections()

    return whole


def serve_static(get_response: Answer) -> Answer:
    """ServeStatic, where a static file is asked for; everything else goes by."""
    files = async_to_sync(ServeStaticMiddleware(sync_to_async(get_response)))

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.path_info.startswith(settings.STATIC_URL):
            return files(request)
        return get_response(request)

    return middleware
