"""A sheet that remembers which of its sections were read, so that a change elsewhere in it is no change to its readers.

Whatever is worked out of one holds as long as those sections say the same: a note or a thing more on a sheet leaves a
fight as it is, with all that has been worked out of it. Nothing is declared; what is read counts.

What is asked of the sheet alone is answered once for all scenes it stands in, and again only where what the answer
read says something else by now.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from threading import local
from typing import Any, NamedTuple

ALL = ""  # the name under which it is remembered that all names were read
ABSENT = object()
MOST = 2000  # answers of one character; a few hundred are asked, what is more was asked of names that somebody made up


class Answer(NamedTuple):
    """The value of a pure function of a sheet, under which settings, and the sections it read as they were."""

    value: Any
    settings: Any
    read: Mapping[str, Any]


class _Reading(local):
    read: dict[str, Any] | None = None  # by what is being worked out in this thread


_READING = _Reading()


class Followed(Mapping[str, Any]):
    """A sheet of a scene; ``answers`` are those of its character, which the sheets of other scenes share."""

    __slots__ = ("_answers", "_own", "_reads", "_sheet")

    def __init__(self, sheet: Mapping[str, Any], answers: dict[Hashable, Answer] | None = None) -> None:
        self._sheet = sheet
        self._reads: set[str] = set()
        self._answers = {} if answers is None else answers
        self._own: dict[Hashable, Answer] = {}  # those that were given here, which hold as long as this sheet does

    def ask(self, work: Callable[..., Any], settings: Any, rest: tuple[Hashable, ...]) -> Any:
        """A pure function of this sheet (``rules.core.memo``), of settings that are not ``None``, and of values."""
        key = (work, *rest)
        known = self._own.get(key)
        if known is None or (known.settings is not settings and known.settings != settings):
            known = self._found(key, settings)
            if known is None:
                known = self._worked_out(key, work, settings, rest)
            _keep(self._own, key, known)
        if _READING.read is not None:
            _READING.read.update(known.read)
        return known.value

    def _found(self, key: Hashable, settings: Any) -> Answer | None:
        """The answer of another scene, if what it read is so here."""
        known = self._answers.get(key)
        if known is None or (known.settings is not settings and known.settings != settings):
            return None
        self._reads.update(known.read)  # before it is compared, as ``try_update`` wants it
        holds = all(_holds(self._sheet, name, value) for name, value in known.read.items())
        return known if holds else None

    def _worked_out(self, key: Hashable, work: Callable[..., Any], settings: Any, rest: tuple[Hashable, ...]) -> Answer:
        before, _READING.read = _READING.read, {}
        try:
            value = work(self, *rest) if settings is None else work(self, settings, *rest)
        finally:
            read, _READING.read = _READING.read or {}, before
            if before is not None:
                before.update(read)
        return _keep(self._answers, key, Answer(value, settings, read))

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
        value = self.get(name, ABSENT)
        if value is ABSENT:
            raise KeyError(name)
        return value

    def get(self, name: str, default: Any = None) -> Any:
        self._reads.add(name)
        value = self._sheet.get(name, ABSENT)
        if _READING.read is not None:
            _READING.read[name] = value
        return default if value is ABSENT else value

    def __contains__(self, name: object) -> bool:
        return self.get(str(name), ABSENT) is not ABSENT

    def _names(self) -> tuple[str, ...]:
        self._reads.add(ALL)
        names = tuple(self._sheet)
        if _READING.read is not None:
            _READING.read[ALL] = names
        return names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())

    def __len__(self) -> int:
        return len(self._names())


def _holds(sheet: Mapping[str, Any], name: str, value: Any) -> bool:
    now = tuple(sheet) if name == ALL else sheet.get(name, ABSENT)
    return now is value or bool(now == value)


def _keep(answers: dict[Hashable, Answer], key: Hashable, answer: Answer) -> Answer:
    if len(answers) >= MOST:
        answers.clear()
    answers[key] = answer
    return answer
