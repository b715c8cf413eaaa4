"""The static files of the site, each read on demand, and their addresses, computed once.

A test makes several clients, each of which would look at every file first.
"""

from collections.abc import Callable
from functools import cache

from django.conf import settings
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from config.serving import threads

# A site's own addresses are those of a manifest.
StaticFilesStorage.url = cache(StaticFilesStorage.url)
Answer = Callable[[HttpRequest], HttpResponseBase]


def serve_static(get_response: Answer) -> Answer:
    """The site's own middleware, made late."""
    made = cache(lambda: threads.serve_static(get_response))

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.path_info.startswith(settings.STATIC_URL):
            return made()(request)
        return get_response(request)

    return middleware
