"""The answers to a request that cannot be read at all, or that could not be done."""

import re
import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, override
from django.views.defaults import server_error as broken

from campaigns.seats.access import GameMissing, find_seat

AWAY = (OperationalError, InterfaceError)
READ_ONLY = "25006"  # what PostgreSQL says while it stands by for another server
_OF_A_SEAT = re.compile(r"/t/([a-z0-9]{1,32})/")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say so without reading the request's form: Django's own view does, and fails once more on what failed before."""
    return render(request, "400.html", status=400)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that there is nothing at an address, in the language of the seat it stands under."""
    with override(_language(request)):
        game = str(exception) if isinstance(exception, GameMissing) else ""
        return render(request, "404.html", {"missing_game": game}, status=404)


def foreign_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Say that a form came without the token of its page, in the language of the seat it was sent from."""
    with override(_language(request)):
        return render(request, "403_csrf.html", status=403)


def _language(request: HttpRequest) -> str | None:
    """The language of the seat whose address is asked for, if this session holds it; else that of the browser."""
    here = _OF_A_SEAT.match(request.path_info)
    browser = getattr(request, "LANGUAGE_CODE", get_language())
    if here is None or not hasattr(request, "session"):
        return browser
    try:
        seat = find_seat(request.session, request.user, here[1])
    except AWAY:
        return browser
    return seat.language if seat is not None else browser


def server_error(request: HttpRequest) -> HttpResponse:
    """Say that something broke; or, when the database is away, full or read-only, that it may be tried again soon.

    A live page keeps a command that got a 503 and sends it again.
    """
    error = sys.exc_info()[1]
    if not isinstance(error, AWAY) and getattr(getattr(error, "__cause__", None), "sqlstate", "") != READ_ONLY:
        return broken(request)
    response = render(request, "503.html", status=503)
    response["Retry-After"] = "2"
    return response
