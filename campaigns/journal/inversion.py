"""Inverses of written changes, merged with what others wrote since."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from campaigns.journal import subjects
from campaigns.journal.journal import Pen
from campaigns.models import Event
from rules.core import scene
from rules.core.paths import get, tidy


def add_to_number(pen: Pen, subject: str, path: str, by: Any) -> scene.Change:
    """The change that adds ``by`` to a number that others add to as well, whatever its present value."""
    kind, _token = subjects.kind_of(subject)
    assert kind.step is not None, f"{subject} has no numbers that commute"
    after = kind.step(pen.campaign, pen.read(subject), path, by)
    return scene.Change(subject, path, pen.value(subject, path), after)


def creates_subject(change: scene.Change) -> bool:
    root = subjects.kind_of(change.subject)[0].root
    return bool(root) and change.path == root and change.before is None


def removes_subject(change: scene.Change) -> bool:
    return creates_subject(change.inverse)


def added_changes(inverses: tuple[scene.Change, ...], additions: tuple[scene.Change, ...]) -> Iterator[scene.Change]:
    """The changes an app adds to an undo, relative to the values that the inverse restores, such as kept dice."""
    back = {(change.subject, change.path): change.after for change in inverses}
    for other in additions:
        before = back.get((other.subject, other.path), other.before)
        if before != other.after:
            yield replace(other, before=before)


class Inverse(NamedTuple):
    """The changes that revert an event in the present state, and what others wrote that they overwrite."""

    changes: tuple[scene.Change, ...]
    overwritten: tuple[scene.Change, ...]


def invert(pen: Pen, event: Event) -> Inverse:
    """The inverse of an event in the present state.

    A created subject is removed with everything that others wrote to it. Nothing is written to a subject that is gone.
    """
    state = {change.subject: pen.read(change.subject) for change in event.written}
    changes: list[scene.Change] = []
    overwritten: list[scene.Change] = []

    def make(change: scene.Change) -> None:
        state[change.subject] = change.on(state[change.subject])
        changes.append(change)

    removed = {change.subject for change in event.written if removes_subject(change)}
    for change in reversed(event.written):
        present = get(state[change.subject], change.path)
        if change.subject not in removed and _is_gone(state[change.subject], change.subject):
            overwritten.append(change)
            continue
        after = _restored_value(pen, event, change, present)
        if tidy(present) != tidy(change.after) and delta_key(change) not in event.delta:
            overwritten.append(change)
        make(scene.Change(change.subject, change.path, present, after))
    for subject in _created_subjects(event):
        for key, value in list(state[subject].items()):
            overwritten.append(scene.Change(subject, key, None, value))
            make(scene.Change(subject, key, value, None))
    return Inverse(tuple(changes), tuple(overwritten))


def _created_subjects(event: Event) -> list[str]:
    return list(dict.fromkeys(change.subject for change in event.written if creates_subject(change)))


def _is_gone(state: subjects.Plain, subject: str) -> bool:
    return not state and bool(subjects.kind_of(subject)[0].root)


def _restored_value(pen: Pen, event: Event, change: scene.Change, present: Any) -> Any:
    if creates_subject(change):
        return None
    if (by := event.delta.get(delta_key(change))) is not None and present != change.after:
        return add_to_number(pen, change.subject, change.path, -by).after
    if change.after is None and isinstance(change.before, dict) and isinstance(present, dict):
        # Values stored there since, such as dice of rolls undone earlier, are kept beside those restored.
        return {**change.before, **present}
    return _merge(tidy(change.before), tidy(change.after), tidy(present), own=not pen.seat.is_gm)


def _merge(before: Any, after: Any, present: Any, *, own: bool) -> Any:
    """The value ``before``, merged with differences between ``present`` and the act's own result ``after``.

    If the act and a later event wrote the same value, a seat that undoes its own act (``own``) gets the former value,
    because to it nobody else wrote there; a game master's undo leaves the later one.
    """
    if present == after or before == after:
        return before if present == after else present
    if isinstance(before, dict) and isinstance(after, dict) and isinstance(present, dict):
        keys = dict.fromkeys((*before, *present))
        rows = {key: _merge(before.get(key), after.get(key), present.get(key), own=own) for key in keys}
        return tidy(rows)
    return before if own else present


def delta_key(change: scene.Change) -> str:
    return f"{change.subject} {change.path}"
