"""Clocks: a few segments that a game master fills one by one, before everybody, some players or nobody."""

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
    """True if a circle sees a clock: game masters always, a player what is for the table or for them."""
    shown = data.get("shown", {})
    return circle == "gm" or TABLE in shown or circle.removeprefix("seat:") in shown


def step(campaign: Campaign, data: Plain, path: str, by: int) -> Any:
    return min(max(int(data.get(path, 0)) + by, 0), int(data.get("size", MOST_SIZE)))


@journal.command
def make(pen: Pen, *, said: Mapping[str, Any], shown: Collection[str] = ()) -> str:
    """A new clock, seen by the ``table`` or the seats that are named, else by game masters alone.

    The value is its token. Raises ``Unreadable`` for a field that cannot be read, ``Refused`` for a seat that is none.
    """
    check_gm(pen.seat)
    items.check_room(pen, KIND)
    values = {field.key: field.read(said.get(field.key, field.blank)) for field in FIELDS}
    if not values["name"]:
        raise Unreadable(_("Give it a name."), "name")
    token = new_token()
    subject = f"{KIND}:{token}"
    pen.begin(subject)
    kept = values | {"filled": 0, "shown": _shown(pen, shown) or None}
    changes = [Change(subject, path, None, value) for path, value in kept.items() if value is not None]
    sentence = _("A clock: %(name)s, %(size)s segments", name=values["name"], size=values["size"])
    items.record(pen, "clock_made", changes, _audience(kept), sentence)
    return token


@journal.command
def tick(pen: Pen, *, clock: str, by: int) -> None:
    """Fill a segment more (1) or less (-1). Raises ``Refused`` at either end, ``Stale`` for a clock that is gone."""
    check_gm(pen.seat)
    subject = f"{KIND}:{clock}"
    now = items.standing(pen, subject)
    if by not in (1, -1):
        raise Unreadable(_("A clock goes by one segment."))
    before = now["filled"]
    after = step(pen.campaign, now, "filled", by)
    if after == before:
        raise Refused(_("This clock is full.") if by > 0 else _("This clock is empty."))
    words = {"name": now["name"], "filled": after, "size": now["size"]}
    sentence = _("%(name)s: %(filled)s of %(size)s", **words)
    changes = [Change(subject, "filled", before, after)]
    items.record(pen, "clock_ticked", changes, _audience(now), sentence, {f"{subject} filled": by})


@journal.command
def show(pen: Pen, *, clock: str, to: Collection[str]) -> None:
    """Let the ``table`` or the seats that are named see a clock, and nobody else besides game masters."""
    check_gm(pen.seat)
    subject = f"{KIND}:{clock}"
    now = items.standing(pen, subject)
    before, after = now.get("shown"), _shown(pen, to) or None
    changes = [Change(subject, "shown", before, after)] if before != after else []
    sentence = _("Who sees this clock has changed: %(name)s", name=now["name"])
    audience = TABLE if TABLE in (before or {}) or TABLE in (after or {}) else "gm"
    items.record(pen, "clock_shown", changes, audience, sentence)


@journal.command
def remove(pen: Pen, *, clock: str) -> None:
    check_gm(pen.seat)
    subject = f"{KIND}:{clock}"
    now = items.standing(pen, subject)
    sentence = _("A clock is put away: %(name)s", name=now["name"])
    items.record(pen, "clock_removed", items.removal(subject, now), _audience(now), sentence)


def _shown(pen: Pen, to: Collection[str]) -> dict[str, bool]:
    if TABLE in to:
        return {TABLE: True}
    check_players(pen.campaign, to)
    return dict.fromkeys(sorted(to), True)


def _audience(data: Mapping[str, Any]) -> str:
    return TABLE if TABLE in (data.get("shown") or {}) else "gm"
