"""Cookies of this site besides the session: long-lived, hidden from scripts and from other sites."""

from django.conf import settings
from django.http import HttpResponseBase


def write(response: HttpResponseBase, name: str, value: str) -> None:
    response.set_cookie(
        name,
        value,
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
