"""Conversion of the rules' values to plain JSON and back, for the journal and for open exchanges.

Only registered classes are written or read; fields left at their default are not written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import IntEnum
from typing import Any, TypeVar

from rules.core.text import Text, Who

_KNOWN: dict[str, type] = {}
_DEFAULTS: dict[str, tuple[tuple[str, Any], ...]] = {}  # the fields of each registered class, with their defaults
_BARE = frozenset((str, int, float, bool, type(None)))
C = TypeVar("C", bound=type)


def register(cls: C) -> C:
    """Let a frozen dataclass or an ``IntEnum`` be written and read by its name."""
    _KNOWN[cls.__name__] = cls
    if is_dataclass(cls):
        _DEFAULTS[cls.__name__] = tuple((field.name, field.default) for field in fields(cls))
    return cls


def register_fields(**defaults: Any) -> Callable[[C], C]:
    """Let a class and its subclasses be written with these attributes under its name, and read by its constructor.

    The default ``...`` means that an attribute has none.
    """

    def registered(cls: C) -> C:
        _KNOWN[cls.__name__] = cls
        _DEFAULTS[cls.__name__] = tuple((key, MISSING if item is ... else item) for key, item in defaults.items())
        cls.stored_as = cls.__name__  # type: ignore[attr-defined]
        return cls

    return registered


register(Text)
register(Who)


def to_json(value: object) -> Any:
    """``value`` as JSON. Raises ``TypeError`` for a class that is not registered."""
    if type(value) in _BARE:
        return value
    if isinstance(value, IntEnum):
        return {"$": type(value).__name__, "n": int(value)}
    if isinstance(value, str | int | float):
        return value
    if isinstance(value, Mapping):
        if "$" in value:
            raise TypeError("a mapping with the key $ cannot be told from a class")
        return {str(key): to_json(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [to_json(item) for item in value]
    name = getattr(value, "stored_as", type(value).__name__)
    codec = _KNOWN.get(name)
    if codec is None or (type(value) is not codec and not hasattr(value, "stored_as")):
        raise TypeError(f"{type(value).__name__} is not known to rules.core.json_codec")
    return {"$": name, **_set_fields(name, value)}


def from_json(value: object) -> Any:
    """The value written by ``to_json``; lists become tuples. Raises ``KeyError`` for an unknown name."""
    if isinstance(value, list):
        return tuple(from_json(item) for item in value)
    if not isinstance(value, dict):
        return value
    if "$" not in value:
        return {key: from_json(item) for key, item in value.items()}
    cls = _KNOWN[value["$"]]
    if issubclass(cls, IntEnum):
        return cls(value["n"])
    return cls(**{key: from_json(item) for key, item in value.items() if key != "$"})


def _set_fields(name: str, value: Any) -> dict[str, Any]:
    rows = ((key, getattr(value, key), default) for key, default in _DEFAULTS[name])
    return {key: to_json(item) for key, item, default in rows if default is MISSING or item != default}
