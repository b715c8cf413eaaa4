"""``{% csrf_token %}`` as every page writes it, with the key of its form as well."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from campaigns.web import form_keys

register = template.Library()


@register.simple_tag(takes_context=True)
def csrf_token(context: template.Context) -> SafeString:
    """The hidden fields of a form; nothing on a page that is drawn without a request, such as an error's."""
    request = context.get("request")
    return form_keys.fields(request) if request is not None else SafeString()
