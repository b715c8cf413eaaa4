"""The answers to a request that cannot be read at all, or that could not be done."""

import re
import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, override
from django.views.defaults import server_error as broken

from campaigns.access import find_seat

AWAY = (OperationalError, InterfaceError)
_OF_A_SEAT = re.compile(r"/t/([a-z0-9]{1,32})/")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say so without reading the request's form: Django's own view does, and fails once more on what failed before."""
    return render(request, "400.html", status=400)


def foreign_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Say that a form came without the token of its page, in the language of the seat it was sent from."""
    here = _OF_A_SEAT.match(request.path_info)
    seat = find_seat(request.session, request.user, here[1]) if here else None
    language = seat.language if seat is not None else get_language()
    with override(language):
        return render(request, "403_csrf.html", status=403)


def server_error(request: HttpRequest) -> HttpResponse:
    """Say that something broke; or, when the database is away or full, that it may be tried again soon.

    A live page keeps a command that got a 503 and sends it again.
    """
    if not isinstance(sys.exc_info()[1], AWAY):
        return broken(request)
    response = render(request, "503.html", status=503)
    response["Retry-After"] = "2"
    return response
