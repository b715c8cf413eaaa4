"""A character that goes: what everybody sees of it in a fight or a roll refuses that, what is hidden goes on without.

A draft, a place in reserve, somebody hidden and a roll behind the game master's hand must not be told by a refusal, so
they lose the character and a game master reads so in the journal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from campaigns.journal.journal import Pen
from campaigns.journal.subjects import Plain
from campaigns.models import Event as Row
from encounters.models import Encounter
from encounters.subjects import RESERVES, gathered
from rules.core import scene
from rules.core.errors import Refused
from rules.core.json_codec import to_json
from rules.core.scene import Change
from rules.core.text import Text, _

Status = Encounter.Status
KIND = "let_go"


def check(pen: Pen, character: str) -> None:
    """Let every scene go on without a character. Raises ``Refused`` where everybody sees that one needs it."""
    pairs = list(_places(pen, character))
    for _subject, state in pairs:
        if is_seen(state, character):
            raise Refused(_needed(state, pen.seat.is_gm))
    _let_go(pen, character, pairs)


def remove_unseen(pen: Pen, character: str) -> None:
    """Take a character out of what is hidden; where everybody sees it, it stays."""
    _let_go(pen, character, [pair for pair in _places(pen, character) if not is_seen(pair[1], character)])


def is_seen(state: Plain, character: str) -> bool:
    """True if a character's player may know of its place: in a fight that goes on, seen in one before, in an open roll.

    Of a fight that goes on they have a page, though their character be hidden from the others there.
    """
    if not _has(state, character):
        return False
    if state["meta"]["kind"] == Encounter.Kind.TEST:
        return not any(row.get("hidden") for row in state["fighters"].values())
    if state["meta"]["status"] == Status.DRAFT:
        return False
    going = state["meta"]["status"] != Status.ENDED
    rows = state.get("fighters", {}).values()
    return any(row["character"] == character and (going or not row.get("hidden")) for row in rows)


def returns(pen: Pen, event: Row) -> bool:
    """True if a character that is back takes the places again that it had to leave: where nobody sees them."""
    first, *_others = event.written
    if not pen.read(f"character:{event.payload['character']}"):
        return False
    state = pen.read(first.subject)
    if not state or state["meta"]["status"] == Status.DRAFT:
        return bool(state) or first.path == "meta"
    rows = [change for change in event.written if change.path.startswith("fighters.")]
    return all(change.before.get("hidden") for change in rows)


def _places(pen: Pen, character: str) -> Iterator[tuple[str, Plain]]:
    for row in Encounter.objects.filter(campaign=pen.campaign).order_by("pk"):
        if not _has(row.state, character):
            continue
        subject = f"encounter:{row.token}"
        if _has(state := pen.read(subject), character):
            yield subject, state


def _has(state: Plain, character: str) -> bool:
    return any(row["character"] == character for row in gathered(state).values())


def _needed(state: Plain, gm: bool) -> Text:
    meta = state["meta"]
    if meta["kind"] == Encounter.Kind.TEST:
        return _("A roll of this character is not finished yet.")
    if gm or meta["status"] in (Status.RUNNING, Status.PAUSED):
        return _("This character takes part in %(other)s.", other=meta["name"])
    return _("This character takes part in a fight.")


def _let_go(pen: Pen, character: str, pairs: list[tuple[str, Plain]]) -> None:
    for subject, state in pairs:
        name = str(pen.value(f"character:{character}", "name") or _known_name(pen, character))
        if state["meta"]["kind"] == Encounter.Kind.TEST:
            changes = [Change(subject, key, value, None) for key, value in state.items()]
            text = _("A secret roll ends: %(name)s is no longer at the table.", name=name)
        else:
            changes = list(_out_of(subject, state, character))
            other = str(state["meta"]["name"])
            text = _("%(name)s is no longer at the table, and no longer in %(other)s.", name=name, other=other)
        changes.sort(key=lambda change: change.path != "meta")
        payload = {"told": {"gm": to_json(text)}, "character": character}
        event = scene.Event(KIND, "", "", tuple(changes), "gm", payload)
        pen.record(event, encounter=subject.partition(":")[2])


def _out_of(subject: str, state: Plain, character: str) -> Iterator[Change]:
    gone = {key for key, row in gathered(state).items() if row["character"] == character}
    for place in ("fighters", RESERVES):
        for key, row in state.get(place, {}).items():
            if key in gone:
                yield Change(subject, f"{place}.{key}", row, None)


def _known_name(pen: Pen, character: str) -> Any:
    written = (change for event in reversed(pen.events) for change in event.written)
    names = (change.before for change in written if (change.subject, change.path) == (f"character:{character}", "name"))
    return next(filter(None, names), "")
