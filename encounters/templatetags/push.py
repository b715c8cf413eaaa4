"""``{% push_key %}`` and ``{% push_kinds %}``: the choice of notifications on a phone."""

from __future__ import annotations

from django import template
from django.conf import settings

from campaigns.web.language import say
from encounters.push import keys, signals

register = template.Library()


@register.simple_tag
def push_key() -> str:
    """The public key of this site, empty where its address allows no messages to phones."""
    return keys.public_key() if settings.TABLEE_PUSH else ""


@register.simple_tag
def push_kinds() -> list[tuple[str, str]]:
    return [(kind, say(words)) for kind, words in signals.KINDS.items()]
