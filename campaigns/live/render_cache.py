"""The texts drawn last in this process, so that what many see is drawn once.

Each of these memories is as large as ``MOST_TABLES`` busy tables need. Were it smaller than what they go through in
turns, it would forget just what is asked for next, and every table would be drawn whole at each act.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Any, Generic, TypeVar
from weakref import WeakSet

T = TypeVar("T")
Texts = OrderedDict[Hashable, tuple[int, T]]
MOST_TABLES = 100
EVERY: WeakSet[Shown[Any]] = WeakSet()


def forget_all() -> None:
    """Forget every text of this process: one of them may hold what somebody took away for good."""
    for one in tuple(EVERY):
        one.clear()


class Shown(Generic[T]):
    """The last texts drawn, each with the number it was drawn at; so many of each table. Numbers stay in here."""

    def __init__(self, of_a_table: int) -> None:
        self._most = of_a_table * MOST_TABLES
        self._lock = Lock()
        self._texts: Texts[T] = OrderedDict()
        EVERY.add(self)

    def get(self, address: Hashable, seq: int) -> T | None:
        """The text of this address, if it was drawn at this very number."""
        with self._lock:
            found = self._texts.get(address)
            if found is None or found[0] != seq:
                return None
            self._texts.move_to_end(address)
            return found[1]

    def put(self, address: Hashable, seq: int, text: T) -> None:
        """Keep a text, and forget the one that was longest of no use."""
        with self._lock:
            self._texts[address] = (seq, text)
            self._texts.move_to_end(address)
            while len(self._texts) > self._most:
                self._texts.popitem(last=False)

    def clear(self) -> None:
        """Forget every text."""
        self.swap()

    def swap(self, texts: Texts[T] | None = None) -> Texts[T]:
        """Keep these texts, or none, in place of those kept so far, which are returned."""
        with self._lock:
            kept, self._texts = self._texts, OrderedDict() if texts is None else texts
            return kept

    def items(self) -> list[tuple[Hashable, tuple[int, T]]]:
        """Every text kept, with its address and the number it was drawn at."""
        with self._lock:
            return list(self._texts.items())
