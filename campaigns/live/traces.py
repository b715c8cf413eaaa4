"""Incremental computation: each value is kept with what it read, and computed again only when that changes.

A thing consists of named facts, such as the sections of a sheet. Reading a fact or another value records the
dependency; nothing is declared. A value is valid for the next version of the thing if everything it read is equal
there. A value computed again with an equal result stays the same object, so whatever depends on it stays valid too.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from threading import local
from typing import Any, NamedTuple, TypeVar

from campaigns.live.cache import Cache

T = TypeVar("T")
ABSENT = object()
NAMES = ("names",)  # the fact that lists all facts
MOST = 4000  # values of one thing; more belong to readers that are gone


class TracedValue(NamedTuple):
    """A value with everything it read, in order; the facts behind that, and the version it was computed at."""

    value: Any
    read: Mapping[Hashable, Any]
    facts: frozenset[Hashable]
    version: int


class _Reading(local):
    """The reads of the values being computed in this thread, the innermost last."""

    def __init__(self) -> None:
        self.stack: list[dict[Hashable, Any]] = []


class Trace:
    """One version of a thing. ``owners`` are the objects its values are computed from, by the first part of the key."""

    def __init__(self, facts: Mapping[Any, Any], earlier: Mapping[Hashable, TracedValue] | None = None) -> None:
        self.facts = facts
        self.owners: dict[Hashable, Any] = {}
        self._earlier = earlier or {}
        self._parts: dict[Hashable, tuple[tuple[Any, ...], Any]] = {}
        self._values: dict[Hashable, TracedValue] = {}
        self._reading = _Reading()
        self._version = 0
        self._written: dict[Hashable, int] = {}  # the version in which each fact last changed, by name
        self._changed: dict[int, frozenset[Hashable]] = {}

    def advance(self, facts: Mapping[Any, Any]) -> Trace:
        """The next version, which reuses whatever reads the same; this one if no fact changed."""
        if facts == self.facts:
            return self
        earlier = self._values if len(self._earlier) + len(self._values) > MOST else {**self._earlier, **self._values}
        after = Trace(facts, earlier)
        after._parts = self._parts if len(self._parts) <= MOST else {}
        after._version = self._version + 1
        after._written = {**self._written, **dict.fromkeys(_differing_names(self.facts, facts), after._version)}
        return after

    def fact(self, name: Hashable) -> Any:
        value = self._fact(name)
        stack = self._reading.stack
        if stack and name not in stack[-1]:
            stack[-1][name] = value
        return value

    def value(self, owner: Hashable, work: Callable[..., Any], *args: Hashable) -> Any:
        """``work`` of an owner and these arguments: a pure function of what it reads here."""
        key = (owner, work, *args)
        worked = self._values.get(key)
        value = self._value(key, lambda: work(self.owners[owner], *args)) if worked is None else worked.value
        stack = self._reading.stack
        if stack and key not in stack[-1]:
            stack[-1][key] = value
        return value

    def cache_value(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """The value of ``make``, which no other value may read."""
        return self._value(key, make)

    def part(self, key: Hashable, made_of: tuple[Any, ...], make: Callable[[], T]) -> T:
        """A part made of these values alone, such as one line: the same object as long as they are equal."""
        stored = self._parts.get(key)
        if stored is None or stored[0] != made_of:
            stored = self._parts[key] = (made_of, make())
        value: T = stored[1]
        return value

    def _fact(self, name: Hashable) -> Any:
        return tuple(self.facts) if name is NAMES else self.facts.get(name, ABSENT)

    def _value(self, key: Hashable, make: Callable[[], Any]) -> Any:
        worked = self._values.get(key)
        if worked is None:
            before = self._earlier.get(key)
            worked = self._revalidate(before) or self._work(make, before)
            self._values[key] = worked
        return worked.value

    def _work(self, make: Callable[[], Any], before: TracedValue | None) -> TracedValue:
        stack = self._reading.stack
        stack.append({})
        try:
            value = make()
        except Exception:
            failed = stack.pop()
            if stack:  # a reader who sees the failure depends on what led to it
                stack[-1].update(failed)
            raise
        read = stack.pop()
        same = before is not None and before.value == value
        return TracedValue(
            before.value if before is not None and same else value, read, self._behind(read), self._version
        )

    def _behind(self, read: Mapping[Hashable, Any]) -> frozenset[Hashable]:
        facts = frozenset([key for key in read if type(key) is not tuple or key is NAMES])
        return facts.union(*[self._values[key].facts for key in read if key not in facts and key in self._values])

    def _revalidate(self, worked: TracedValue | None) -> TracedValue | None:
        """An earlier value if it is still good: at once if none of its facts was written since."""
        if worked is None or self._written_since(worked.version).isdisjoint(worked.facts):
            return worked
        self._reading.stack.append({})  # reads here are no dependencies
        try:
            if not self._reads_same(worked):
                return None
        finally:
            self._reading.stack.pop()
        return TracedValue(worked.value, worked.read, self._behind(worked.read), self._version)

    def _written_since(self, version: int) -> frozenset[Hashable]:
        if version not in self._changed:
            self._changed[version] = frozenset(name for name, number in self._written.items() if number > version)
        return self._changed[version]

    def _reads_same(self, worked: TracedValue) -> bool:
        written = self._written_since(worked.version)
        for key, value in worked.read.items():
            if (key in written or not _is_fact(key)) and not _is_same(self._recompute(key), value):
                return False
        return True

    def _recompute(self, key: Hashable) -> Any:
        if _is_fact(key):
            return self._fact(key)
        assert isinstance(key, tuple)
        owner, work, *args = key
        return self._value(key, lambda: work(self.owners[owner], *args)) if owner in self.owners else ABSENT


def _is_fact(key: Hashable) -> bool:
    return type(key) is not tuple or key is NAMES


def _differing_names(before: Mapping[Any, Any], after: Mapping[Any, Any]) -> list[Hashable]:
    names = dict.fromkeys((*before, *after))
    written: list[Hashable] = [
        name for name in names if not _is_same(before.get(name, ABSENT), after.get(name, ABSENT))
    ]
    return written if tuple(before) == tuple(after) else [*written, NAMES]


def _is_same(value: Any, other: Any) -> bool:
    return value is other or bool(value == other)


TRACES: Cache[tuple[Any, Trace]] = Cache(20)  # by thing, with the settings it is read under


def trace_of(key: Hashable, facts: Mapping[Any, Any], settings: Any) -> tuple[Trace, Any]:
    """The trace of a thing with its present facts, and the settings object its values were computed with."""
    entry = TRACES.latest(key)
    before = entry[1] if entry is not None else None
    if before is not None and before[0] == settings:
        stored, last = before
        trace = last.advance(facts)
        if trace is last:
            return last, stored
    else:
        stored, trace = settings, Trace(facts)
    TRACES.put(key, 0, (stored, trace))
    return trace, stored
