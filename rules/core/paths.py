"""Plain JSON data addressed by dotted paths, in a form where what is absent has one spelling.

Canonical data holds no nulls and no empty mappings, so that an undo is exact. Lists of things are mappings with
random keys, never positions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Data = Mapping[str, Any]


def get(data: Data, path: str) -> Any:
    """The value at a dotted path, or ``None`` where there is none."""
    here: Any = data
    for key in path.split("."):
        try:
            here = here[key]
        except (KeyError, TypeError):  # nothing by this name, or nothing that holds names
            return None
    return here


def put(data: Data, path: str, value: Any) -> dict[str, Any]:
    """A copy of ``data`` with ``value`` at ``path``; ``None`` removes it, and parents left empty go too.

    Raises ``TypeError`` where a parent is a plain value, which would be lost.
    """
    key, _dot, rest = path.partition(".")
    copy = dict(data)
    if rest:
        inner = copy.get(key, {})
        if not isinstance(inner, Mapping):
            raise TypeError(f"{key} holds a plain value: there is nothing below it")
        value = put(inner, rest, value) or None
    else:
        value = tidy(value)
    if value is None:
        copy.pop(key, None)
    else:
        copy[key] = value
    return copy


def tidy(value: Any) -> Any:
    """A value in canonical form: a mapping that holds nothing is ``None``, as if it were absent."""
    return (canonical(value) or None) if isinstance(value, Mapping) else value


def canonical(data: Data) -> dict[str, Any]:
    """The same data without nulls and empty mappings."""
    cleaned = {key: canonical(item) if isinstance(item, Mapping) else item for key, item in data.items()}
    return {key: item for key, item in cleaned.items() if item is not None and item != {}}
