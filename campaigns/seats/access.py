"""Permissions: one table of verbs by role.

``owner`` is an additional role: a player of the table has it for their own character or command. A person without a
seat gets the same 404 as for a table that does not exist.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.utils import translation

from campaigns.models import Seat
from campaigns.queries import get_or_none, prepared
from rules import registry
from rules.core.errors import Refused
from rules.core.text import Text, _

# verb        roles that may
TABLE: dict[str, frozenset[str]] = {
    "watch":    frozenset({"gm", "player", "spectator", "screen"}),  # see whatever the whole table sees
    "run":      frozenset({"gm"}),           # prepare, advance, reveal, adjust, act for anybody
    "invite":   frozenset({"gm"}),           # make and revoke links, remove a seat
    "own":      frozenset({"gm", "player", "spectator"}),  # personal data, and leaving
    "create":   frozenset({"gm", "player"}), # a character of their own
    "read":     frozenset({"gm", "owner"}),  # a sheet in full
    "edit":     frozenset({"gm", "owner"}),
    "roll":     frozenset({"gm", "owner"}),
    "act":      frozenset({"gm", "owner"}),  # declare and answer for a fighter
    "undo":     frozenset({"gm"}),           # any command
    "undo_own": frozenset({"gm", "owner"}),  # their own last one
}  # fmt: skip

ONLY_GM = _("Only the game master may do this.")


@dataclass(frozen=True)
class Ownership:
    """The owner of a thing whose row is not loaded: its table, and the seat it belongs to."""

    campaign_id: int
    owner_id: int | None


def may(seat: Seat, verb: str, target: Any = None) -> bool:
    """True if a seat may do ``verb`` to ``target`` (anything with a campaign, and an owner or a seat).

    Raises ``KeyError`` for a verb that is not in the table.
    """
    allowed = TABLE[verb]
    if seat.left_at is not None or (target is not None and target.campaign_id != seat.campaign_id):
        return False
    return seat.role in allowed or ("owner" in allowed and owns(seat, target))


def check_gm(seat: Seat, text: Text = ONLY_GM) -> None:
    """Raise ``Refused``, with this sentence, for anyone but a game master."""
    if not may(seat, "run"):
        raise Refused(text)


def owns(seat: Seat, thing: Any) -> bool:
    """True if a player's or game master's seat owns a thing of its table; spectators and screens own nothing."""
    if thing is None or seat.role not in (Seat.Role.GM, Seat.Role.PLAYER):
        return False
    owner = getattr(thing, "owner_id", None) or getattr(thing, "seat_id", None)
    return owner == seat.pk and thing.campaign_id == seat.campaign_id


def seats_held(session: Any) -> dict[str, int]:
    """The seats a session holds: by token, the number of times the seat had been moved when it was taken."""
    result, moved = session.get("seats", []), session.get("moved", {})
    if not isinstance(result, list) or not isinstance(moved, dict):
        return {}
    return {token: moved.get(token, 0) for token in result if isinstance(token, str)}


def hold(session: Any, seat: Seat) -> None:
    """Let a session hold one more seat, under a new session key, so that an older key opens nothing."""
    session["seats"] = [*(token for token in seats_held(session) if token != seat.token), seat.token]
    session["moved"] = {**session.get("moved", {}), seat.token: seat.moved}
    session.cycle_key()


def release(session: Any, token: str) -> None:
    """Remove a seat from a session, under a new session key."""
    session["seats"] = [name for name in seats_held(session) if name != token]
    session["moved"] = {other: moved for other, moved in session.get("moved", {}).items() if other != token}
    session.cycle_key()


def seats_held_by(session: Any, user: Any) -> dict[str, int]:
    """The seats held by a session; none if it logged in to an account but is no longer logged in.

    So a new password also ends access by links that the same browser used.
    """
    is_open = user.is_authenticated  # evaluated first: for an outdated password it flushes the session
    return seats_held(session) if is_open or SESSION_KEY not in session else {}


def find_seat(session: Any, user: Any, token: str) -> Seat | None:
    """The seat of this token, unless it has left, if the session or the account holds it."""
    held_seats = seats_held_by(session, user)
    seat = get_or_none(_seat_moved(token, held_seats[token])) if token in held_seats else None
    if seat is None and user.is_authenticated:
        seat = get_or_none(_seat_of_user(token, user.pk))
    return seat


@prepared
def _seat_moved(token: str, moved: int) -> QuerySet[Seat]:
    return Seat.objects.select_related("campaign").filter(token=token, left_at=None, moved=moved)


@prepared
def _seat_of_user(token: str, user: int) -> QuerySet[Seat]:
    return Seat.objects.select_related("campaign").filter(token=token, left_at=None, user=user)


def seats_of(session: Any, user: Any) -> list[Seat]:
    held_seats = seats_held_by(session, user)
    result = Seat.objects.select_related("campaign").filter(token__in=held_seats, left_at=None)
    seats = {seat.pk: seat for seat in result if seat.moved == held_seats[seat.token]}
    if user.is_authenticated:
        seats |= {seat.pk: seat for seat in user.seats.select_related("campaign").filter(left_at=None)}
    return sorted(seats.values(), key=lambda seat: seat.pk)


def guest_seats(session: Any) -> list[Seat]:
    return [seat for seat in seats_of(session, AnonymousUser()) if seat.user_id is None and may(seat, "own")]


class GameMissing(Http404):
    """Raised if the table's game is no longer installed."""


def seat_or_404(request: HttpRequest, token: str) -> Seat:
    """The seat of this token, if the request holds it, with its language activated. Raises ``Http404`` otherwise."""
    seat = find_seat(request.session, request.user, token)
    if seat is None:
        raise Http404
    translation.activate(seat.language)
    if seat.campaign.game not in registry.all_keys():
        raise GameMissing(seat.campaign.game)
    return seat


def may_or_404(seat: Seat, verb: str, thing: Any = None) -> Seat:
    """The seat, if it may do this; raises ``Http404`` otherwise, so that the page's existence stays unknown."""
    if not may(seat, verb, thing):
        raise Http404
    return seat
