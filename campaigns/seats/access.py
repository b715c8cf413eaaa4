"""Permissions: one table, verb by role.

``owner`` is a role of its own: a player of the same table towards what is theirs (a character, a command).
Somebody who is not at a table gets the same 404 as for a table that does not exist.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest
from django.utils import translation

from campaigns.models import Seat
from campaigns.queries import get_or_none
from rules import registry
from rules.core.errors import Refused
from rules.core.text import Text, _

# verb        who may
TABLE: dict[str, frozenset[str]] = {
    "watch":    frozenset({"gm", "player", "spectator", "screen"}),  # what the whole table sees
    "run":      frozenset({"gm"}),           # prepare, advance, reveal, adjust, act for anybody
    "invite":   frozenset({"gm"}),           # make and revoke links, remove a seat
    "own":    frozenset({"gm", "player", "spectator"}),  # what is kept of a person, and the way out
    "create":   frozenset({"gm", "player"}), # a character of one's own
    "read":     frozenset({"gm", "owner"}),  # a sheet in full
    "edit":     frozenset({"gm", "owner"}),
    "roll":     frozenset({"gm", "owner"}),
    "act":      frozenset({"gm", "owner"}),  # declare and answer for a fighter
    "undo":     frozenset({"gm"}),           # any command
    "undo_own": frozenset({"gm", "owner"}),  # one's own last
}  # fmt: skip

ONLY_GM = _("Only the game master may do this.")


@dataclass(frozen=True)
class Owned:
    """A thing whose row need not be read: its table, and the seat it belongs to."""

    campaign_id: int
    owner_id: int | None


def may(seat: Seat, verb: str, thing: Any = None) -> bool:
    """True if a seat may do ``verb`` to ``thing`` (anything with a campaign, and an owner or a seat).

    Raises ``KeyError`` for a verb that is not in the table.
    """
    allowed = TABLE[verb]
    if seat.left_at is not None or (thing is not None and thing.campaign_id != seat.campaign_id):
        return False
    return seat.role in allowed or ("owner" in allowed and owns(seat, thing))


def check_gm(seat: Seat, text: Text = ONLY_GM) -> None:
    """Raise ``Refused``, with this sentence, for anyone but a game master."""
    if not may(seat, "run"):
        raise Refused(text)


def owns(seat: Seat, thing: Any) -> bool:
    """True if a player's seat owns a thing of its table. Who only watches owns nothing."""
    if thing is None or seat.role not in (Seat.Role.GM, Seat.Role.PLAYER):
        return False
    owner = getattr(thing, "owner_id", None) or getattr(thing, "seat_id", None)
    return owner == seat.pk and thing.campaign_id == seat.campaign_id


def held(session: Any) -> dict[str, int]:
    """The seats a session holds: by token, how often the seat had been moved when it was taken."""
    result, moved = session.get("seats", []), session.get("moved", {})
    if not isinstance(result, list) or not isinstance(moved, dict):
        return {}
    return {token: moved.get(token, 0) for token in result if isinstance(token, str)}


def hold(session: Any, seat: Seat) -> None:
    """Let a session hold one more seat, under a new key so that a key known before opens nothing."""
    session["seats"] = [*(token for token in held(session) if token != seat.token), seat.token]
    session["moved"] = {**session.get("moved", {}), seat.token: seat.moved}
    session.cycle_key()


def let_go(session: Any, token: str) -> None:
    """Let a session hold a seat no longer, under a new key."""
    session["seats"] = [name for name in held(session) if name != token]
    session["moved"] = {other: moved for other, moved in session.get("moved", {}).items() if other != token}
    session.cycle_key()


def held_by(session: Any, user: Any) -> dict[str, int]:
    """The seats held by the session of ``user``: none where it opened an account that is not open in it any more.

    So a new password ends what a link had let the same browser hold, too.
    """
    is_open = user.is_authenticated  # asked first: a session whose password is not the present one is emptied by that
    return held(session) if is_open or SESSION_KEY not in session else {}


def find_seat(session: Any, user: Any, token: str) -> Seat | None:
    """The seat of this token if it has not left, and the session or the account of who asks holds it."""
    known = Seat.objects.select_related("campaign").filter(token=token, left_at=None)
    taken = held_by(session, user)
    seat = get_or_none(known.filter(moved=taken[token])) if token in taken else None
    if seat is None and user.is_authenticated:
        seat = get_or_none(known.filter(user=user))
    return seat


def seats_of(session: Any, user: Any) -> list[Seat]:
    taken = held_by(session, user)
    result = Seat.objects.select_related("campaign").filter(token__in=taken, left_at=None)
    seats = {seat.pk: seat for seat in result if seat.moved == taken[seat.token]}
    if user.is_authenticated:
        seats |= {seat.pk: seat for seat in user.seats.select_related("campaign").filter(left_at=None)}
    return sorted(seats.values(), key=lambda seat: seat.pk)


def guest_seats(session: Any) -> list[Seat]:
    return [seat for seat in seats_of(session, AnonymousUser()) if seat.user_id is None and may(seat, "own")]


class GameMissing(Http404):
    """A table plays a game that is not installed any more."""


def seat_or_404(request: HttpRequest, token: str) -> Seat:
    """The seat of this token, held by whoever asks and still at the table; its language is activated."""
    seat = find_seat(request.session, request.user, token)
    if seat is None:
        raise Http404
    translation.activate(seat.language)
    if seat.campaign.game not in registry.every_key():
        raise GameMissing(seat.campaign.game)
    return seat


def may_or_404(seat: Seat, verb: str, thing: Any = None) -> Seat:
    """The seat, if it may do this: whoever may not learns of nothing to be had there."""
    if not may(seat, verb, thing):
        raise Http404
    return seat
