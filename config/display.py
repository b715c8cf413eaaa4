"""Display preferences of a device: theme and text size, stored in two cookies so that no account is needed."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from campaigns.web import cookies

CHOICES = {"theme": ("system", "light", "dark"), "text": ("100", "125", "150", "175")}


def display(request: HttpRequest) -> dict[str, Any]:
    """Return the chosen theme and text size for templates; an unknown value in a cookie counts as not set."""
    return {f"{name}_wanted": _read_choice(request, name) for name in CHOICES}


@require_POST
def choose_display(request: HttpRequest) -> HttpResponse:
    """Store the posted theme or text size and redirect to the page; unknown values are ignored."""
    answer = HttpResponseRedirect(_next_address(request))
    for name, offered in CHOICES.items():
        value = request.POST.get(name)
        if value in offered:
            cookies.write(answer, _cookie_name(name), value)
    return answer


def _read_choice(request: HttpRequest, name: str) -> str:
    text = request.COOKIES.get(_cookie_name(name), "")
    return text if text in CHOICES[name] else CHOICES[name][0]


def _cookie_name(name: str) -> str:
    return f"{settings.COOKIE_PREFIX}tablee_{name}"


def _next_address(request: HttpRequest) -> str:
    address = request.POST.get("next", "")
    is_safe = url_has_allowed_host_and_scheme(
        address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return address if is_safe else "/"
