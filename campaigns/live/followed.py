"""A sheet that remembers which of its sections were read, so that a change elsewhere in it is no change to its readers.

Whatever is worked out of one holds as long as those sections say the same: a note or a thing more on a sheet leaves a
fight as it is, with all that has been worked out of it. Nothing is declared; what is read counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

ALL = ""  # the name under which it is remembered that all names were read


class Followed(Mapping[str, Any]):
    """A sheet of a scene, with what was worked out of it (``rules.core.memo``)."""

    __slots__ = ("_reads", "_sheet", "known")

    def __init__(self, sheet: Mapping[str, Any]) -> None:
        self._sheet = sheet
        self._reads: set[str] = set()
        self.known: dict[Any, Any] = {}

    def try_update(self, sheet: Mapping[str, Any]) -> bool:
        """Take over another version, unless a section that was read differs in it: false then.

        What is read from now on is the later version's, also by a drawing that began before: newer, never staler.
        """
        before = self._sheet
        if sheet is before:
            return True
        if self._differs(before, sheet):
            return False
        self._sheet = sheet
        return not self._differs(before, sheet)  # a read that came in between is written down before it is made

    def _differs(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
        reads = tuple(self._reads)
        if ALL in reads and before.keys() != after.keys():
            return True
        return any(before.get(name) != after.get(name) for name in reads if name != ALL)

    def __getitem__(self, name: str) -> Any:
        self._reads.add(name)
        return self._sheet[name]

    def get(self, name: str, default: Any = None) -> Any:
        self._reads.add(name)
        return self._sheet.get(name, default)

    def __contains__(self, name: object) -> bool:
        self._reads.add(str(name))
        return name in self._sheet

    def __iter__(self) -> Iterator[str]:
        self._reads.add(ALL)
        return iter(self._sheet)

    def __len__(self) -> int:
        self._reads.add(ALL)
        return len(self._sheet)
