"""Error pages, for malformed requests and for failed ones."""

import re
import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, override
from django.views.defaults import server_error as default_server_error

from campaigns.seats.access import GameMissing, find_seat

AWAY = (OperationalError, InterfaceError)
READ_ONLY = "25006"  # the SQLSTATE of a PostgreSQL server in standby
_SEAT_PATH = re.compile(r"/t/([a-z0-9]{1,32})/")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Respond with 400 without reading the form: Django's own view reads it, and would fail on it again."""
    return render(request, "400.html", status=400)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Respond with 404 in the language of the seat in the address; a missing game is named."""
    with override(_language_of(request)):
        game = str(exception) if isinstance(exception, GameMissing) else ""
        return render(request, "404.html", {"missing_game": game}, status=404)


def foreign_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Respond with 403 to a form without a valid CSRF token, in the language of the seat in the address."""
    with override(_language_of(request)):
        return render(request, "403_csrf.html", status=403)


def _language_of(request: HttpRequest) -> str | None:
    """The language of the seat in the requested address, if this session holds it; else the browser's."""
    match = _SEAT_PATH.match(request.path_info)
    browser = getattr(request, "LANGUAGE_CODE", get_language())
    if match is None or not hasattr(request, "session"):
        return browser
    try:
        seat = find_seat(request.session, request.user, match[1])
    except AWAY:
        return browser
    return seat.language if seat is not None else browser


def server_error(request: HttpRequest) -> HttpResponse:
    """Respond with 500; or with 503 if the database is unavailable, full or read-only.

    A live page keeps a command that got a 503 and sends it again.
    """
    error = sys.exc_info()[1]
    if not isinstance(error, AWAY) and getattr(getattr(error, "__cause__", None), "sqlstate", "") != READ_ONLY:
        return default_server_error(request)
    response = render(request, "503.html", status=503)
    response["Retry-After"] = "2"
    return response
