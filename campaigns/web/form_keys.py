"""Hidden fields of every form: the CSRF token, and a key that makes a repeated submission harmless.

With the key, a form sent twice is done once (``commands.read``). All keys of a page share a prefix, so that a page with
a hundred forms compresses well. A page with a script makes its own keys (``static/js/commands.js``).
"""

from __future__ import annotations

from itertools import count

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from campaigns.live.regions import CSRF_MARK
from campaigns.models import new_token

_FIELDS = (
    '<input type="hidden" name="csrfmiddlewaretoken" value="{}">'
    '<input type="hidden" name="command" value="{}" autocomplete="off">'
)


def hidden_fields(request: HttpRequest) -> SafeString:
    """The hidden fields of the next form on the page that answers this request."""
    keys = request.__dict__.get("form_keys")
    if keys is None:
        page = new_token()
        keys = request.__dict__["form_keys"] = (f"{page}-{number}" for number in count(1))
    return format_html(_FIELDS, get_token(request), next(keys))


def fill_forms(request: HttpRequest, drawn: str) -> SafeString:
    """A region drawn by an escaping template, with the hidden fields of its forms."""
    first, *others = drawn.split(CSRF_MARK)
    return mark_safe("".join((first, *(part for other in others for part in (hidden_fields(request), other)))))
