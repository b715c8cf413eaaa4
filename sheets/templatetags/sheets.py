"""``{% tab_url seat character "skills" %}``, the address of a sheet's tab; and short labels."""

from __future__ import annotations

from django import template
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe

from campaigns.models import Seat
from sheets.models import Character

register = template.Library()


@register.simple_tag
def tab_url(seat: Seat, character: Character, tab: str) -> str:
    return reverse("sheet" if tab == "state" else f"sheet-tab-{tab}", args=[seat.token, character.token])


@register.filter
def breakable(label: str) -> SafeString:
    """A label whose line may break after a slash, as in “Éloquence/Persuasion”."""
    return format_html_join(mark_safe("/<wbr>"), "{}", ((part,) for part in label.split("/")))
