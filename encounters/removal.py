"""Removal of a character from encounters: refused if everybody sees it there, silent if it is hidden.

A refusal must not reveal a draft, a reserve, a hidden fighter or a secret roll. These lose the character without
asking, and the game master reads so in the journal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from campaigns.journal.journal import Pen
from campaigns.journal.subjects import Plain
from campaigns.models import Event as Row
from encounters.models import Encounter
from encounters.subjects import RESERVES, all_fighters
from rules.core import scene
from rules.core.errors import Refused
from rules.core.json_codec import to_json
from rules.core.scene import Change
from rules.core.text import Text, _

Status = Encounter.Status
KIND = "let_go"


def release_from_scenes(pen: Pen, character: str) -> None:
    """Remove a character from every scene. Raises ``Refused`` if everybody sees that a scene needs it."""
    scenes = list(_scenes_with(pen, character))
    for _subject, state in scenes:
        if is_seen(state, character):
            raise Refused(_explain_need(state, pen.seat.is_gm))
    _release(pen, character, scenes)


def remove_unseen(pen: Pen, character: str) -> None:
    """Remove a character from hidden places only; it stays wherever everybody sees it."""
    _release(pen, character, [pair for pair in _scenes_with(pen, character) if not is_seen(pair[1], character)])


def is_seen(state: Plain, character: str) -> bool:
    """True if a character's player may know of its place: in an open fight, seen in a past one, or in an open roll.

    A player has the page of an open fight even if their character is hidden from the others.
    """
    if not _takes_part(state, character):
        return False
    if state["meta"]["kind"] == Encounter.Kind.TEST:
        return not any(row.get("hidden") for row in state["fighters"].values())
    if state["meta"]["status"] == Status.DRAFT:
        return False
    is_open = state["meta"]["status"] != Status.ENDED
    rows = state.get("fighters", {}).values()
    return any(row["character"] == character and (is_open or not row.get("hidden")) for row in rows)


def may_return(pen: Pen, event: Row) -> bool:
    """True if a restored character may also return to the places it lost, because nobody sees them."""
    first, *_others = event.written
    if not pen.read(f"character:{event.payload['character']}"):
        return False
    state = pen.read(first.subject)
    if not state or state["meta"]["status"] == Status.DRAFT:
        return bool(state) or first.path == "meta"
    rows = [change for change in event.written if change.path.startswith("fighters.")]
    return all(change.before.get("hidden") for change in rows)


def _scenes_with(pen: Pen, character: str) -> Iterator[tuple[str, Plain]]:
    for row in Encounter.objects.filter(campaign=pen.campaign).order_by("pk"):
        if not _takes_part(row.state, character):
            continue
        subject = f"encounter:{row.token}"
        if _takes_part(state := pen.read(subject), character):
            yield subject, state


def _takes_part(state: Plain, character: str) -> bool:
    return any(row["character"] == character for row in all_fighters(state).values())


def _explain_need(state: Plain, gm: bool) -> Text:
    meta = state["meta"]
    if meta["kind"] == Encounter.Kind.TEST:
        return _("A roll of this character is not finished yet.")
    if gm or meta["status"] in (Status.RUNNING, Status.PAUSED):
        return _("This character takes part in %(other)s.", other=meta["name"])
    return _("This character takes part in a fight.")


def _release(pen: Pen, character: str, pairs: list[tuple[str, Plain]]) -> None:
    for subject, state in pairs:
        name = str(pen.value(f"character:{character}", "name") or _last_known_name(pen, character))
        if state["meta"]["kind"] == Encounter.Kind.TEST:
            changes = [Change(subject, key, value, None) for key, value in state.items()]
            text = _("A secret roll ends: %(name)s is no longer at the table.", name=name)
        else:
            changes = list(_changes_removing(subject, state, character))
            other = str(state["meta"]["name"])
            text = _("%(name)s is no longer at the table, and no longer in %(other)s.", name=name, other=other)
        changes.sort(key=lambda change: change.path != "meta")
        payload = {"told": {"gm": to_json(text)}, "character": character}
        event = scene.Event(KIND, "", "", tuple(changes), "gm", payload)
        pen.record(event, encounter=subject.partition(":")[2])


def _changes_removing(subject: str, state: Plain, character: str) -> Iterator[Change]:
    fighters = {key for key, row in all_fighters(state).items() if row["character"] == character}
    for place in ("fighters", RESERVES):
        for key, row in state.get(place, {}).items():
            if key in fighters:
                yield Change(subject, f"{place}.{key}", row, None)


def _last_known_name(pen: Pen, character: str) -> Any:
    written = (change for event in reversed(pen.events) for change in event.written)
    names = (change.before for change in written if (change.subject, change.path) == (f"character:{character}", "name"))
    return next(filter(None, names), "")
