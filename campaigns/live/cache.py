"""The one cache of this process: a key, the stamp its value was made at, a bound, and forgetting all at once.

A value is good for its stamp alone, a number that grows whenever something it is made of is written. Stamps are taken
before anything is read, so a write in between makes a value stale, never wrong. ``tests/cache_oracle.py`` makes
anew whatever a test was served from here, and compares.

Each cache is as large as ``MOST_TABLES`` busy tables need. A smaller one would forget just what is asked for next where
tables take turns, and every table would be drawn whole at each act.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Generic, TypeVar
from weakref import WeakSet

T = TypeVar("T")
Entries = OrderedDict[Hashable, tuple[int, T]]
MOST_TABLES = 100
CACHES: WeakSet[Cache[Any]] = WeakSet()


def forget_all() -> None:
    """Clear every cache of this process: one of them may hold what somebody took away for good."""
    for cache in tuple(CACHES):
        cache.clear()


class Cache(Generic[T]):
    """Values by key, each with the stamp it was made at; ``per_table`` of them for each table, the least used go."""

    def __init__(self, per_table: int) -> None:
        self._most = per_table * MOST_TABLES
        self._lock = Lock()
        self._entries: Entries[T] = OrderedDict()
        self._clearings = 0
        CACHES.add(self)

    def get(self, key: Hashable, stamp: int) -> T | None:
        entry = self.latest(key)
        return entry[1] if entry is not None and entry[0] == stamp else None

    def latest(self, key: Hashable) -> tuple[int, T] | None:
        with self._lock:
            entry = self._entries.get(key)
            if entry is not None:
                self._entries.move_to_end(key)
            return entry

    def put(self, key: Hashable, stamp: int, value: T, clearings: int | None = None) -> None:
        """Keep a value; nothing if the cache was cleared since ``clearings`` were counted, before it was made."""
        with self._lock:
            if clearings in (None, self._clearings):
                self._entries[key] = (stamp, value)
                self._entries.move_to_end(key)
                while len(self._entries) > self._most:
                    self._entries.popitem(last=False)

    def get_or_make(self, key: Hashable, stamp: int, make: Callable[[], T]) -> T:
        """The value of this key and stamp, made where it is not kept."""
        clearings, entry = self.clearings, self.latest(key)
        if entry is not None and entry[0] == stamp:
            return entry[1]
        value = make()
        self.put(key, stamp, value, clearings)
        return value

    def advance(self, key: Hashable, step: Callable[[T], tuple[int, T] | None]) -> None:
        """Replace a kept value by what follows from it, its stamp and itself, in one go; ``None`` leaves it."""
        with self._lock:
            entry = self._entries.get(key)
            after = step(entry[1]) if entry is not None else None
            if after is not None:
                self._entries[key] = after

    @property
    def clearings(self) -> int:
        """The number of clearings so far: to be noted before reading what is put into it later."""
        return self._clearings

    def clear(self) -> None:
        with self._lock:
            self._clearings += 1
            self._entries = OrderedDict()

    def swap(self, entries: Entries[T] | None = None) -> Entries[T]:
        """Keep these entries, or none, in place of those kept so far, which are returned."""
        with self._lock:
            kept, self._entries = self._entries, OrderedDict() if entries is None else entries
            return kept

    def items(self) -> list[tuple[Hashable, tuple[int, T]]]:
        with self._lock:
            return list(self._entries.items())
