"""The cache of live pages: values by key, each with the stamp it was made at; bounded, and cleared all at once.

A stamp is a number that grows whenever something a value depends on is written; a value is valid for its own stamp
alone. Stamps are taken before anything is read, so a write in between can make a value stale, but never wrong.
``tests/cache_oracle.py`` computes whatever a test was served from here a second time, and compares.

Each cache has room for ``MOST_TABLES`` busy tables. A smaller one would drop exactly what is needed next when tables
take turns, and every table would be drawn whole at each act.
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
    """Clear every cache of this process, because one may hold something that was deleted for good."""
    for cache in tuple(CACHES):
        cache.clear()


class Cache(Generic[T]):
    """Values by key, each with the stamp it was made at; at most ``per_table`` of them for each table are kept."""

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
        """Store a value, unless the cache was cleared after ``clearings`` was read, before the value was made."""
        with self._lock:
            if clearings in (None, self._clearings):
                self._entries[key] = (stamp, value)
                self._entries.move_to_end(key)
                while len(self._entries) > self._most:
                    self._entries.popitem(last=False)

    def get_or_make(self, key: Hashable, stamp: int, make: Callable[[], T]) -> T:
        """The value of this key and stamp, made if it is not stored."""
        clearings, entry = self.clearings, self.latest(key)
        if entry is not None and entry[0] == stamp:
            return entry[1]
        value = make()
        self.put(key, stamp, value, clearings)
        return value

    def advance(self, key: Hashable, step: Callable[[T], tuple[int, T] | None]) -> None:
        """Replace a stored value atomically by the next stamp and value that ``step`` returns; ``None`` keeps it."""
        with self._lock:
            entry = self._entries.get(key)
            after = step(entry[1]) if entry is not None else None
            if after is not None:
                self._entries[key] = after

    @property
    def clearings(self) -> int:
        """The number of clearings so far: read it before computing a value that is put later."""
        return self._clearings

    def clear(self) -> None:
        with self._lock:
            self._clearings += 1
            self._entries = OrderedDict()

    def swap(self, entries: Entries[T] | None = None) -> Entries[T]:
        """Replace all entries by these, or by none; returns the former ones."""
        with self._lock:
            replaced, self._entries = self._entries, OrderedDict() if entries is None else entries
            return replaced

    def items(self) -> list[tuple[Hashable, tuple[int, T]]]:
        with self._lock:
            return list(self._entries.items())
