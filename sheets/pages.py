"""Helpers shared by the pages of a sheet: access and addresses."""

from __future__ import annotations

from django.http import Http404
from django.urls import reverse

from campaigns.models import Seat
from campaigns.seats.access import may
from sheets.sheet_view import Reading, find_character


def reading_or_404(seat: Seat, character: str, verb: str) -> Reading:
    """A sheet that this seat may use. Raises ``Http404`` otherwise, whether or not the character exists."""
    row = find_character(seat.campaign, character)
    if row is None or not may(seat, verb, row):
        raise Http404
    return Reading(row, seat.campaign, seat.is_gm)


def sheet_address(name: str, seat: Seat, reading: Reading, *args: object) -> str:
    return reverse(name, args=[seat.token, reading.character.token, *args])
