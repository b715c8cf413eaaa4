"""Clocks: a few segments that a game master fills one by one, shown to everybody, some players or nobody."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from campaigns.journal import journal
from campaigns.journal.journal import Pen
from campaigns.journal.subjects import Plain
from campaigns.models import Campaign, new_token
from campaigns.seats.access import check_gm
from campaigns.seats.players import check_players
from encounters.party import items
from rules.character.fields import number, text
from rules.character.sheet import Field
from rules.core.errors import Refused, Unreadable
from rules.core.scene import Change
from rules.core.text import _

KIND = "clock"
TABLE = "table"  # in ``shown``, beside the tokens of seats
LEAST_SIZE, MOST_SIZE = 2, 12
FIELDS: tuple[Field, ...] = (
    text("name", _("Name"), required=True, most=60),
    number("size", _("Segments"), 6, LEAST_SIZE, MOST_SIZE),
)


def is_shown_to(data: Mapping[str, Any], circle: str) -> bool:
    """True if a circle sees a clock: game masters see all, players those shown to the table or to them."""
    shown = data.get("shown", {})
    return circle == "gm" or TABLE in shown or circle.removeprefix("seat:") in shown


def step(campaign: Campaign, data: Plain, path: str, by: int) -> Any:
    return min(max(int(data.get(path, 0)) + by, 0), int(data.get("size", MOST_SIZE)))


@journal.command
def make(pen: Pen, *, values: Mapping[str, Any], shown: Collection[str] = ()) -> str:
    """Create a clock and return its token; ``shown`` has the ``table`` or seats that see it besides game masters.

    Raises ``Unreadable`` for a field that cannot be read, ``Refused`` for an unknown seat.
    """
    check_gm(pen.seat)
    items.check_room(pen, KIND)
    clean = {field.key: field.read(values.get(field.key, field.blank)) for field in FIELDS}
    if not clean["name"]:
        raise Unreadable(_("Give it a name."), "name")
    token = new_token()
    subject = f"{KIND}:{token}"
    pen.begin(subject)
    data = clean | {"filled": 0, "shown": _audience_map(pen, shown) or None}
    changes = [Change(subject, path, None, value) for path, value in data.items() if value is not None]
    sentence = _("A clock: %(name)s, %(size)s segments", name=clean["name"], size=clean["size"])
    items.record(pen, "clock_made", changes, _audience(data), sentence)
    return token


@journal.command
def tick(pen: Pen, *, clock: str, by: int) -> None:
    """Fill (1) or empty (-1) a segment. Raises ``Refused`` if none is left for that, ``Stale`` if the clock is gone."""
    check_gm(pen.seat)
    subject = f"{KIND}:{clock}"
    state = items.find(pen, subject)
    if by not in (1, -1):
        raise Unreadable(_("A clock advances by one segment."))
    before = state["filled"]
    after = step(pen.campaign, state, "filled", by)
    if after == before:
        raise Refused(_("This clock is full.") if by > 0 else _("This clock is empty."))
    words = {"name": state["name"], "filled": after, "size": state["size"]}
    sentence = _("%(name)s: %(filled)s of %(size)s", **words)
    changes = [Change(subject, "filled", before, after)]
    items.record(pen, "clock_ticked", changes, _audience(state), sentence, {f"{subject} filled": by})


@journal.command
def show(pen: Pen, *, clock: str, to: Collection[str]) -> None:
    """Show a clock to the ``table`` or to these seats only; game masters always see it."""
    check_gm(pen.seat)
    subject = f"{KIND}:{clock}"
    state = items.find(pen, subject)
    before, after = state.get("shown"), _audience_map(pen, to) or None
    changes = [Change(subject, "shown", before, after)] if before != after else []
    sentence = _("Who sees this clock has changed: %(name)s", name=state["name"])
    audience = TABLE if TABLE in (before or {}) or TABLE in (after or {}) else "gm"
    items.record(pen, "clock_shown", changes, audience, sentence)


@journal.command
def remove(pen: Pen, *, clock: str) -> None:
    check_gm(pen.seat)
    subject = f"{KIND}:{clock}"
    state = items.find(pen, subject)
    sentence = _("A clock is put away: %(name)s", name=state["name"])
    items.record(pen, "clock_removed", items.removal_changes(subject, state), _audience(state), sentence)


def _audience_map(pen: Pen, to: Collection[str]) -> dict[str, bool]:
    if TABLE in to:
        return {TABLE: True}
    check_players(pen.campaign, to)
    return dict.fromkeys(sorted(to), True)


def _audience(data: Mapping[str, Any]) -> str:
    return TABLE if TABLE in (data.get("shown") or {}) else "gm"
