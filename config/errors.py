"""The answers to a request that cannot be read at all, or that could not be done."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.defaults import server_error as broken

AWAY = (OperationalError, InterfaceError)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say so without reading the request's form: Django's own view does, and fails once more on what failed before."""
    return render(request, "400.html", status=400)


def server_error(request: HttpRequest) -> HttpResponse:
    """Say that something broke; or, when the database is away or full, that it may be tried again soon.

    A live page keeps a command that got a 503 and sends it again.
    """
    if not isinstance(sys.exc_info()[1], AWAY):
        return broken(request)
    response = render(request, "503.html", status=503)
    response["Retry-After"] = "2"
    return response
