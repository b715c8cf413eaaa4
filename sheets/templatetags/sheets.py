"""``{% tab_url seat character "skills" %}``: the address of a tab of a sheet."""

from __future__ import annotations

from django import template
from django.urls import reverse

from campaigns.models import Seat
from sheets.models import Character

register = template.Library()


@register.simple_tag
def tab_url(seat: Seat, character: Character, tab: str) -> str:
    return reverse("sheet" if tab == "state" else f"sheet-tab-{tab}", args=[seat.token, character.token])
