"""The beginning of every page of a sheet: its owner, its addresses, its pieces."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.urls import reverse

from campaigns.models import Seat
from campaigns.seats.access import may, seat_or_404
from sheets.sheet_view import Reading, find


def opened(request: HttpRequest, seat: str, character: str, verb: str = "read") -> tuple[Seat, Reading]:
    """The seat and the sheet that an address names; raises 404 where this seat may not do that with it."""
    own_seat = seat_or_404(request, seat)
    return own_seat, sheet_of(own_seat, character, verb)


def sheet_of(seat: Seat, character: str, verb: str) -> Reading:
    """A sheet of this table as this seat may use it. Raises ``Http404`` alike for none and for somebody else's."""
    row = find(seat.campaign, character)
    if row is None or not may(seat, verb, row):
        raise Http404
    return Reading(row, seat.campaign, seat.is_gm)


def url_of(name: str, seat: Seat, reading: Reading, *args: object) -> str:
    return reverse(name, args=[seat.token, reading.character.token, *args])
