"""``{% csrf_token %}`` with the key of the form added to it."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from campaigns.web import form_keys

register = template.Library()


@register.simple_tag(takes_context=True)
def csrf_token(context: template.Context) -> SafeString:
    """The hidden fields of a form; empty on a page rendered without a request, such as an error page."""
    request = context.get("request")
    return form_keys.hidden_fields(request) if request is not None else SafeString()
