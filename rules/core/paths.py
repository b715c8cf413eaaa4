"""Plain JSON data addressed by dotted paths, in a form where what is absent has one spelling.

Canonical data hold no nulls and no empty mappings, so that an undo is exact. Lists of things are mappings with random
keys, never positions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Data = Mapping[str, Any]


def get(data: Data, path: str) -> Any:
    """The value at a dotted path, or ``None`` if there is none.

    Data that record reads are read by their own method ``at``.
    """
    at = None if type(data) is dict else getattr(data, "at", None)
    return get_unchecked(data, path) if at is None else at(path)


def get_unchecked(data: Data, path: str) -> Any:
    """The value at a dotted path, without recording the read."""
    here: Any = data
    for key in path.split("."):
        try:
            here = here[key]
        except (KeyError, TypeError):  # no such key, or a plain value on the way
            return None
    return here


def put(data: Data, path: str, value: Any) -> dict[str, Any]:
    """A copy of ``data`` with ``value`` at ``path``; ``None`` removes it, and parents left empty.

    Raises ``TypeError`` if a parent is a plain value, which would be lost.
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
    """A value in canonical form; a mapping without any value becomes ``None``, as if absent."""
    return (canonical(value) or None) if _holds(value) else value


def canonical(data: Data) -> dict[str, Any]:
    """The same data without nulls and empty mappings."""
    clean: dict[str, Any] = {}
    for key, item in data.items():
        cleaned = canonical(item) or None if _holds(item) else item
        if cleaned is not None:
            clean[key] = cleaned
    return clean


def _holds(value: object) -> bool:
    """True for a mapping; decides quickly for plain values, which are most."""
    kind = type(value)
    return kind is dict or (kind not in _PLAIN and isinstance(value, Mapping))


_PLAIN = frozenset({str, int, bool, float, list, tuple, type(None)})
