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
    keys = path.split(".")
    copies = [dict(data)]
    for key in keys[:-1]:
        inner = copies[-1].get(key, {})
        if not _holds(inner):
            raise TypeError(f"{key} holds a plain value: there is nothing below it")
        copies.append(dict(inner))
    value = tidy(value)
    for key, copy in zip(reversed(keys), reversed(copies), strict=True):
        if value is None:
            copy.pop(key, None)
        else:
            copy[key] = value
        value = copy or None
    return copies[0]


def tidy(value: Any) -> Any:
    """A value in canonical form: a mapping that holds nothing is ``None``, as if it were absent."""
    return (canonical(value) or None) if _holds(value) else value


def canonical(data: Data) -> dict[str, Any]:
    """The same data without nulls and empty mappings."""
    clean: dict[str, Any] = {}
    for key, item in data.items():
        kept = canonical(item) or None if _holds(item) else item
        if kept is not None:
            clean[key] = kept
    return clean


def _holds(value: object) -> bool:
    """True for a mapping; most values are plain, which is told at once."""
    kind = type(value)
    return kind is dict or (kind not in _PLAIN and isinstance(value, Mapping))


_PLAIN = frozenset({str, int, bool, float, list, tuple, type(None)})
