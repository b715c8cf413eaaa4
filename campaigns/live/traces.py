"""Values worked out of one thing, each kept with what it read: it is worked out again only where that is another.

A thing is plain facts by name, such as the sections of a sheet. What is read is written down by reading it,
never declared; a value may read others. When a fact changes, a value is good for the next version as long as all it
read is equal there, and what comes out as before is the very same object, so whatever hangs on it stays too.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from threading import local
from typing import Any, NamedTuple, TypeVar

from campaigns.live.cache import Cache

T = TypeVar("T")
ABSENT = object()
NAMES = ("names",)  # the fact that says which facts there are
MOST = 4000  # values of one thing; what is more belongs to readers that are gone


class Worked(NamedTuple):
    """A value, and all it read with what that was then, in order."""

    value: Any
    read: Mapping[Hashable, Any]


class Trace:
    """One version of a thing. ``owners`` are whom its values are worked out of, by the first part of a value's key."""

    def __init__(self, facts: Mapping[Any, Any], earlier: Mapping[Hashable, Worked] | None = None) -> None:
        self.facts = facts
        self.owners: dict[Hashable, Any] = {}
        self._earlier = earlier or {}
        self._parts: dict[Hashable, tuple[tuple[Any, ...], Any]] = {}
        self._now: dict[Hashable, Worked] = {}
        self._reading = local()

    def next(self, facts: Mapping[Any, Any]) -> Trace:
        """The next version, which takes over what reads the same; this one where nothing is another."""
        if facts == self.facts:
            return self
        kept = self._now if len(self._earlier) + len(self._now) > MOST else {**self._earlier, **self._now}
        after = Trace(facts, kept)
        after._parts = self._parts if len(self._parts) <= MOST else {}
        return after

    def fact(self, name: Hashable) -> Any:
        value = self._fact(name)
        self._note(name, value)
        return value

    def value(self, owner: Hashable, work: Callable[..., Any], *args: Hashable) -> Any:
        """``work`` of an owner and these arguments: a pure function of what it reads here."""
        key = (owner, work, *args)
        value = self._value(key, lambda: work(self.owners[owner], *args))
        self._note(key, value)
        return value

    def kept(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """The value of ``make``, which no other value may read."""
        return self._value(key, make)

    def part(self, key: Hashable, made_of: tuple[Any, ...], make: Callable[[], T]) -> T:
        """A part made of these alone, such as one line: the very same object as long as they are equal."""
        known = self._parts.get(key)
        if known is None or known[0] != made_of:
            known = self._parts[key] = (made_of, make())
        value: T = known[1]
        return value

    def _fact(self, name: Hashable) -> Any:
        return tuple(self.facts) if name is NAMES else self.facts.get(name, ABSENT)

    def _value(self, key: Hashable, make: Callable[[], Any]) -> Any:
        worked = self._now.get(key)
        if worked is None:
            before = self._earlier.get(key)
            worked = before if before is not None and self._holds(before) else self._work(make, before)
            self._now[key] = worked
        return worked.value

    def _work(self, make: Callable[[], Any], before: Worked | None) -> Worked:
        stack = self._stack
        stack.append({})
        try:
            value = make()
        except Exception:
            failed = stack.pop()
            if stack:  # whoever is told of the failure depends on what led to it
                stack[-1].update(failed)
            raise
        return Worked(before.value if before is not None and before.value == value else value, stack.pop())

    def _holds(self, worked: Worked) -> bool:
        self._stack.append({})  # what is looked at here is read by nobody
        try:
            return all(_same(self._again(key), value) for key, value in worked.read.items())
        finally:
            self._stack.pop()

    def _again(self, key: Hashable) -> Any:
        if not isinstance(key, tuple) or key is NAMES:
            return self._fact(key)
        owner, work, *args = key
        return self._value(key, lambda: work(self.owners[owner], *args)) if owner in self.owners else ABSENT

    def _note(self, key: Hashable, value: Any) -> None:
        stack = self._stack
        if stack:
            stack[-1].setdefault(key, value)

    @property
    def _stack(self) -> list[dict[Hashable, Any]]:
        stack: list[dict[Hashable, Any]] | None = getattr(self._reading, "stack", None)
        if stack is None:
            stack = self._reading.stack = []
        return stack


def _same(value: Any, other: Any) -> bool:
    return value is other or bool(value == other)


TRACES: Cache[tuple[Any, Trace]] = Cache(20)  # by thing, with the settings it is read under


def trace_of(key: Hashable, facts: Mapping[Any, Any], settings: Any) -> tuple[Trace, Any]:
    """The trace of a thing that has these facts by now, and the settings as its values know them."""
    entry = TRACES.latest(key)
    before = entry[1] if entry is not None else None
    if before is not None and before[0] == settings:
        known, last = before
        now = last.next(facts)
        if now is last:
            return last, known
    else:
        known, now = settings, Trace(facts)
    TRACES.put(key, 0, (known, now))
    return now, known
