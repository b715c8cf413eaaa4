"""Browsers that have logged into an account before: others' wrong passwords then never keep its owner out.

A signed cookie says so, by a digest of the account's name and a number of its own; it opens nothing.
"""

from __future__ import annotations

from typing import TypeVar

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase

from campaigns.models import new_token
from campaigns.web import cookies, rate_limits

SALT = "tablee.device"
Response = TypeVar("Response", bound=HttpResponseBase)


def remember(request: HttpRequest, response: Response) -> Response:
    """Let this browser be known to the account that it has just logged into."""
    assert request.user.is_authenticated
    name = request.user.get_username()
    value = signing.dumps([rate_limits.digest(name), known(request, name) or new_token()], salt=SALT)
    cookies.keep(response, settings.TABLEE_DEVICE_COOKIE, value)
    return response


def known(request: HttpRequest, name: str) -> str:
    """The number of this browser if it logged into the account of this name before, empty otherwise."""
    try:
        values = signing.loads(request.COOKIES.get(settings.TABLEE_DEVICE_COOKIE, ""), salt=SALT)
    except signing.BadSignature:
        return ""
    return str(values[1]) if values[0] == rate_limits.digest(name) else ""


def forget(response: Response) -> Response:
    response.delete_cookie(settings.TABLEE_DEVICE_COOKIE, samesite="Lax")
    return response
