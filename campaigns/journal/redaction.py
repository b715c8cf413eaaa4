"""Redaction: the one exception to a journal that never changes, for a person who is deleted.

A removed text is replaced in the same way in values before and after a change, in recorded sentences and in the rows,
so the journal still folds to the rows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from campaigns.journal.subjects import Plain
from campaigns.models import Campaign, Command, Event, Seat
from rules.core.json_codec import to_json
from rules.core.paths import canonical
from rules.core.text import _

SOMEBODY = to_json(_("A deleted player"))
ELIDED = "…"
BATCH = 50
# By kind of event, the parameters of its sentences that name a person at the table.
PEOPLE = {
    "seat_added": ("name",),
    "seat_moved": ("name",),
    "seat_removed": ("name",),
    "table_handed": ("name",),
    "give_character": ("player",),
    "undo_asked": ("who", "player", "name"),
    "undo_met": ("who",),
    "handout_shown": ("player",),
    "whispered": ("player",),
    "session_answered": ("who",),
    "question_answered": ("player",),
}
NAMES = ("name", "true", "public_name", "group")  # keys of the names of fighters and encounters

Veil = Callable[[str, Any], Any]


@dataclass
class Redaction:
    """The texts to remove: names of a person, of removed characters (with a stand-in), texts of their sheets.

    ``gone`` are the subjects of which nothing remains; a ``veil`` maps the values of a subject, by path, to what may
    remain. If somebody else has the same name, ``alone`` is the seat whose own events are redacted.
    """

    people: set[str] = field(default_factory=set)
    called: dict[str, str] = field(default_factory=dict)
    texts: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    veils: dict[str, Veil] = field(default_factory=dict)
    alone: Seat | None = None

    def redact(self, value: Any, key: str = "") -> Any:
        if isinstance(value, str):
            return self.redact_name(value) if key in NAMES else value
        if isinstance(value, list):
            return [self.redact(other, key) for other in value]
        if not isinstance(value, dict):
            return value
        if value.get("$") == "Text":
            return _map_params(
                value, lambda _key, name: self.redact_name(name) if isinstance(name, str) else self.redact(name)
            )
        return {name: self.redact(other, name) for name, other in value.items()}

    def redact_name(self, text: str) -> str:
        if text in self.texts or (text.endswith(ELIDED) and any(name.startswith(text[:-1]) for name in self.texts)):
            return ELIDED
        for name, instead in self.called.items():
            text = instead.join(re.split(rf"(?<!\w){re.escape(name)}(?!\w)", text))
        return text

    def apply_to(self, event: Event) -> bool:
        changes = [row for change in event.changes for row in self._redact_change(change)]
        payload = self.redact(event.payload) if self.called or self.texts else event.payload
        if event.kind in PEOPLE and self._is_about(event):
            payload = _without_people(payload, PEOPLE[event.kind], self.people)
        is_changed = (changes, payload) != (event.changes, event.payload)
        event.changes, event.payload = changes, payload
        return bool(is_changed)

    def _is_about(self, event: Event) -> bool:
        seat = self.alone
        return seat is None or event.by_id == seat.pk or seat.token in str(event.changes)

    def _redact_change(self, row: list[Any]) -> Iterable[list[Any]]:
        subject, path, *values = row
        if subject in self.gone:
            return ()
        if subject in self.veils:
            veil = self.veils[subject]
            before, after = (_tidy(veil(path, value)) for value in values)
            masked = before == after and [before, after] != values
            return () if masked else ([subject, path, before, after],)
        if subject.startswith("encounter:") and (self.called or self.texts):
            return ([subject, path, *(self.redact(value, path.rpartition(".")[2]) for value in values)],)
        return (row,)


def redact_journal(campaign: Campaign, redaction: Redaction) -> None:
    """Redact every event of a table, under its lock; redacted commands also lose the digest of their content."""
    changed: list[Event] = []
    commands: set[int] = set()
    for event in Event.objects.filter(campaign=campaign).order_by("seq").iterator(chunk_size=500):
        if redaction.apply_to(event):
            changed.append(event)
            commands.add(event.command_id)
    Event.objects.bulk_update(changed, ["changes", "payload"], batch_size=BATCH)
    ids = sorted(commands)
    for start in range(0, len(ids), 500):
        Command.objects.filter(pk__in=ids[start : start + 500]).update(body_hash="")


def _map_params(text: Plain, change: Callable[[str, Any], Any]) -> Plain:
    if "params" not in text:
        return text
    return {**text, "params": [[key, change(key, value)] for key, value in text["params"]]}


def _without_people(value: Any, keys: Collection[str], people: Collection[str]) -> Any:
    def param(key: str, name: Any) -> Any:
        if isinstance(name, str):
            return SOMEBODY if key in keys and name in people else name
        return _without_people(name, keys, people)

    if isinstance(value, list):
        return [_without_people(other, keys, people) for other in value]
    if not isinstance(value, dict):
        return value
    if value.get("$") == "Text":
        return _map_params(value, param)
    return {key: _without_people(other, keys, people) for key, other in value.items()}


def _tidy(value: Any) -> Any:
    return (canonical(value) or None) if isinstance(value, dict) else value
