"""Request threads: each request runs from start to end on one thread of this process's pool.

By default, Django runs async middleware on the event loop and sync middleware in threads: a command would change
threads sixteen times and queue each time under load. Here all middleware is sync. Django also gives each request a
thread of its own, which would open a new connection to an embedded database while all other threads wait.
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
# Of simultaneous requests, others wait; idle threads are reused before new ones are started.
MOST_THREADS = 16
THREADS = ThreadPoolExecutor(MOST_THREADS, thread_name_prefix="page")
# Requests that need no database; they never queue behind those that wait for it.
FREE = (settings.STATIC_URL, "/alive/", "/metrics")
_FREE_THREADS = ThreadPoolExecutor(2, thread_name_prefix="page_free")


class Pages(ASGIHandler):
    """The handler of all pages: one thread change takes a request through all middleware and its view."""

    def load_middleware(self, is_async: bool = True) -> None:
        super().load_middleware(is_async=False)
        whole = close_stale_connections(self._middleware_chain)  # type: ignore[has-type]
        usual, free = (
            sync_to_async(whole, thread_sensitive=False, executor=threads) for threads in (THREADS, _FREE_THREADS)
        )

        async def answer(request: HttpRequest) -> HttpResponseBase:
            return await (free if request.path_info.startswith(FREE) else usual)(request)

        self._middleware_chain = answer
        # Connections belong to threads, so they have to be closed in the request's thread, not here.
        request_started.disconnect(reset_queries)
        request_started.disconnect(close_old_connections)
        request_finished.disconnect(close_old_connections)

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Respond to a request; anything to close afterwards is closed in the thread that all requests share."""
        if scope["type"] != "http":
            raise ValueError(f"{scope['type']} is no kind of request for a page.")
        await self.handle(scope, receive, send)


def close_stale_connections(get_response: Answer) -> Answer:
    """Middleware that closes the broken and outdated database connections of a request's thread."""

    def whole(request: HttpRequest) -> HttpResponseBase:
        reset_queries()
        close_old_connections()
        try:
            return get_response(request)
        finally:
            close_old_connections()

    return whole


def serve_static(get_response: Answer) -> Answer:
    """Middleware that uses ServeStatic for static files only."""
    files = async_to_sync(ServeStaticMiddleware(sync_to_async(get_response)))

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.path_info.startswith(settings.STATIC_URL):
            return files(request)
        return get_response(request)

    return middleware
