"""The beginning of every page of a sheet: its owner, its addresses, its pieces."""

from __future__ import annotations

from django.http import Http404
from django.urls import reverse

from campaigns.models import Seat
from campaigns.seats.access import may
from sheets.sheet_view import Reading, find


def sheet_of(seat: Seat, character: str, verb: str) -> Reading:
    """A sheet of this table as this seat may use it. Raises ``Http404`` alike for none and for somebody else's."""
    row = find(seat.campaign, character)
    if row is None or not may(seat, verb, row):
        raise Http404
    return Reading(row, seat.campaign, seat.is_gm)


def url_of(name: str, seat: Seat, reading: Reading, *args: object) -> str:
    return reverse(name, args=[seat.token, reading.character.token, *args])
