"""Entries of a game that a table may look up: a name, a few sentences of our own, and the heading in the book.

A game writes them in ``lookup.toml``, one table per kind. Each is ``of`` rule IDs and subjects: ``act:charge``,
``effect:stun``, ``mark:stunned``, ``test:stealth``, or the path of a field (``states.prone``), of one value of a choice
(``state.fatigue.tired``) or of a row of a counter of wounds (``wounds.light``). Without a name of its own an entry is
called as the first of these that has a label.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rules.character.sheet import Field
from rules.core.game import Game
from rules.core.text import Text

KINDS = ("rule", "act", "state", "wound", "effect", "weapon", "skill")
LANGUAGES = ("fr", "en")


@dataclass(frozen=True)
class Entry:
    """One entry; its names and texts by language. Raises ``ValueError`` for one without a name or a text."""

    key: str
    kind: str
    of: tuple[str, ...]
    book: str
    text: Mapping[str, str]
    name: Mapping[str, str]
    label: Text | None

    def __post_init__(self) -> None:
        if self.kind not in KINDS or not self.of or not (self.label or all(map(self.name.get, LANGUAGES))):
            raise ValueError(f"{self.key}: an unknown kind, of nothing, or without a name")
        if not all(map(self.text.get, LANGUAGES)):
            raise ValueError(f"{self.key}: a text is missing")


@dataclass(frozen=True)
class Lookup:
    """All entries of a game, in the order of their file. Raises ``ValueError`` where two are of the same."""

    entries: tuple[Entry, ...]

    def __post_init__(self) -> None:
        keys = [subject for entry in self.entries for subject in (entry.key, *entry.of)]
        if twice := {key for key in keys if keys.count(key) > 1}:
            raise ValueError(f"explained twice: {', '.join(sorted(twice))}")

    @cached_property
    def by_subject(self) -> Mapping[str, Entry]:
        return {subject: entry for entry in self.entries for subject in (entry.key, *entry.of)}


def read(game: Game, tables: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> Lookup:
    """The entries of a game from its file. Raises ``ValueError`` for one that is not complete."""
    subjects = labels(game)
    return Lookup(tuple(_entry(kind, key, row, subjects) for kind, rows in tables.items() for key, row in rows.items()))


def _entry(kind: str, key: str, row: Mapping[str, Any], labels: Mapping[str, Text]) -> Entry:
    of = tuple(row["of"].split())
    label = next((labels[subject] for subject in of if subject in labels), None)
    name = row.get("name", {})
    return Entry(f"{kind}.{key}", kind, of, row["book"], {part: row[part] for part in LANGUAGES}, name, label)


def labels(game: Game) -> dict[str, Text]:
    """The labels of all subjects that have one: acts, also by their first rule, fields, values, wounds, and tests."""
    named = [act for act in game.acts if hasattr(act, "label")]
    acts = {
        **{act.rules[0]: act.label for act in named if act.rules},
        **{f"act:{act.kind}": act.label for act in named},
    }
    tests = {f"test:{check.key}": check.what for check in game.checks(game.blank({}), {})}
    fields = dict(pair for path, field in game.schema.walk() for pair in _of_field(path, field))
    return {**acts, **fields, **tests}


def _of_field(path: str, field: Field) -> Iterator[tuple[str, Text]]:
    yield path, field.label
    for choice in field.choices:
        yield f"test:{choice.key}" if field.key == "of" else f"{path}.{choice.key}", choice.label
    for rows in (field.grid or {}).values():
        yield from ((f"{path}.{row}", (field.names or {})[row]) for row in rows)
    for leaf in field.row:
        yield from _of_field(f"{path}.{leaf.key}", leaf)
