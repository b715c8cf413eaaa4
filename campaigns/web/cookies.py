"""Cookies of this site beside the session's: kept as long, out of reach of scripts and of other sites."""

from django.conf import settings
from django.http import HttpResponseBase


def keep(response: HttpResponseBase, name: str, value: str) -> None:
    response.set_cookie(
        name,
        value,
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
