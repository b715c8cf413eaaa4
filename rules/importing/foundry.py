"""The common structure of actors exported by Foundry, in all its systems: names, fields, items.

``system`` has the fields, or ``data`` in older files. Descriptions, pictures and effects are never read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.importing.builder import get_nested
from rules.importing.reading import Source, rows_of


def is_of(source: Source, *systems: str) -> bool:
    """True if a source is an actor of one of these systems, or a list of such."""
    rows = actors(source)
    return bool(rows) and get_nested(rows[0], "_stats", "systemId") in systems


def actors(source: Source) -> list[Mapping[str, Any]]:
    return [row for row in rows_of(source.value) if isinstance(row.get("items"), list) and fields(row)]


def fields(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """The fields of an actor or an item; empty if there are none."""
    values = row.get("system", row.get("data"))
    return values if isinstance(values, Mapping) else {}


def items(actor: Mapping[str, Any], *kinds: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The items of the given kinds, each with its name and its fields."""
    for item in rows_of(actor.get("items")):
        if item.get("type") in kinds and isinstance(item.get("name"), str):
            yield item["name"], fields(item)


def first_value(values: Mapping[str, Any], *names: str) -> Any:
    """The value of the first of these fields that exists; an object with a ``value`` counts as that value."""
    for name in names:
        value = values.get(name)
        value = value.get("value") if isinstance(value, Mapping) else value
        if value not in (None, ""):
            return value
    return None
