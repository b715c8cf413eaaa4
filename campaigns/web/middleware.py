"""Middleware: too large requests are refused before anything reads them; redirects are followed by scripts."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve

from campaigns.web import commands

View = TypeVar("View", bound=Callable[..., Any])
_LENGTH = re.compile("[0-9]{1,18}")


def body_limit(most: int) -> Callable[[View], View]:
    """A decorator that raises the size limit of a view's requests, for uploads."""

    def marked(view: View) -> View:
        view.body_limit = most  # type: ignore[attr-defined]
        return view

    return marked


def limit_body(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that refuses, with a sentence, a body without a length or larger than its address accepts."""

    def middleware(request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        has_no_length = "Transfer-Encoding" in request.headers
        if has_no_length or not _LENGTH.fullmatch(length) or not _is_allowed(request, int(length)):
            return commands.too_large(request)
        return get_response(request)

    return middleware


def _is_allowed(request: HttpRequest, length: int) -> bool:
    if length <= settings.TABLEE_MOST_BODY:
        return True
    try:
        view = resolve(request.path_info).func
    except Resolver404:
        return False
    return length <= getattr(view, "body_limit", 0)


def follow_by_script(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that gives a script the address of a redirect, which the browser would follow unseen."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if commands.leaves(request) and response.has_header("Location"):
            response.status_code = 204
            response["X-To"] = response["Location"]
            del response["Location"]
        return response

    return middleware
