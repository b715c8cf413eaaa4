"""The display of this device: theme and size of text, kept in two cookies so that no account is needed."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from campaigns.web import cookies

CHOICES = {"theme": ("system", "light", "dark"), "text": ("100", "125", "150", "175")}


def display(request: HttpRequest) -> dict[str, Any]:
    """Return the wanted theme and size of text for templates; anything unknown in a cookie counts as not set."""
    return {f"{name}_wanted": _wanted(request, name) for name in CHOICES}


@require_POST
def choose_display(request: HttpRequest) -> HttpResponse:
    """Remember the theme or the size posted and go back to the page; what is not offered changes nothing."""
    answer = HttpResponseRedirect(_way_back(request))
    for name, offered in CHOICES.items():
        value = request.POST.get(name)
        if value in offered:
            cookies.keep(answer, _cookie(name), value)
    return answer


def _wanted(request: HttpRequest, name: str) -> str:
    text = request.COOKIES.get(_cookie(name), "")
    return text if text in CHOICES[name] else CHOICES[name][0]


def _cookie(name: str) -> str:
    return f"{settings.COOKIE_PREFIX}tablee_{name}"


def _way_back(request: HttpRequest) -> str:
    wanted = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if safe else "/"
