"""Known devices: a browser that logged into an account before is not locked out by other browsers' wrong passwords.

A signed cookie has a digest of the account's name and a random token; it does not log anybody in.
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
    """Set the cookie that marks this browser as known to the account that has just logged in."""
    assert request.user.is_authenticated
    name = request.user.get_username()
    value = signing.dumps([rate_limits.digest(name), device_of(request, name) or new_token()], salt=SALT)
    cookies.write(response, settings.TABLEE_DEVICE_COOKIE, value)
    return response


def device_of(request: HttpRequest, name: str) -> str:
    """The token of this browser if it logged into the account of this name before, else empty."""
    try:
        values = signing.loads(request.COOKIES.get(settings.TABLEE_DEVICE_COOKIE, ""), salt=SALT)
    except signing.BadSignature:
        return ""
    return str(values[1]) if values[0] == rate_limits.digest(name) else ""


def forget(response: Response) -> Response:
    response.delete_cookie(settings.TABLEE_DEVICE_COOKIE, samesite="Lax")
    return response
