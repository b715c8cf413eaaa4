"""How a request runs: whole, in one thread.

Left alone, Django runs each middleware that could wait on the event loop, and leaves it again for the next one that
cannot: sixteen changes of thread for a command, each of which waits its turn under load. Ours never wait.
"""

from __future__ import annotations

from collections.abc import Callable

from asgiref.sync import async_to_sync, sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from servestatic.middleware import ServeStaticMiddleware

Answer = Callable[[HttpRequest], HttpResponseBase]


class Pages(ASGIHandler):
    """Every page, from the first middleware to the view in one change of thread."""

    def load_middleware(self, is_async: bool = True) -> None:
        super().load_middleware(is_async=False)
        whole = self._middleware_chain  # type: ignore[has-type]
        self._middleware_chain = sync_to_async(whole, thread_sensitive=True)


def serve_static(get_response: Answer) -> Answer:
    """ServeStatic, where a static file is asked for; everything else goes by."""
    files = async_to_sync(ServeStaticMiddleware(sync_to_async(get_response)))

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.path_info.startswith(settings.STATIC_URL):
            return files(request)
        return get_response(request)

    return middleware
