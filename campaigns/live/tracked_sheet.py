"""A sheet that records which parts of it were read, so that a change elsewhere in it disturbs none of its readers.

What was derived from a sheet stays valid as long as the sections it read are equal and every question asked of the
sheet has the same answer. A new note, one more item or a point of luck without consequences thus leaves a fight as it
is, with everything derived from it. Nothing is declared: reading alone counts.

A question about the sheet alone is answered once for all scenes the sheet is in, and again only when something that
answer read has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from threading import local
from typing import Any, NamedTuple, cast

ALL = ""  # recorded if all names were read
ABSENT = object()
MOST = 2000  # answers of one character; a few hundred are usual, more come from made-up names


class Answer(NamedTuple):
    """The value of a pure function of a sheet, the settings it was given, and the sections and paths it read."""

    value: Any
    settings: Any
    read: Mapping[str, Any]
    paths: frozenset[str]  # of what was read


class _Reading(local):
    read: dict[str, Any] | None = None  # by the values being computed in this thread


_READING = _Reading()


class TrackedSheet(Mapping[str, Any]):
    """A sheet in a scene; ``answers`` are shared with the sheets of the same character in other scenes."""

    __slots__ = ("__weakref__", "_answers", "_asked", "_begun", "_busy", "_own", "_paths", "_reads", "_sheet")

    def __init__(self, sheet: Mapping[str, Any], answers: dict[Hashable, Answer] | None = None) -> None:
        self._sheet = sheet
        self._reads: set[str] = set()  # by those who asked no question
        self._paths: set[str] = set()  # by anybody
        self._answers = {} if answers is None else answers
        self._own: dict[Hashable, Answer] = {}  # those given by this sheet, valid as long as it is
        self._asked: set[Hashable] = set()  # those of them that no other answer was computed from
        self._busy: list[Hashable] = []  # values being computed now, in any thread
        self._begun: object = None  # replaced at each new entry

    def ask(self, work: Callable[..., Any], settings: Any, rest: tuple[Hashable, ...]) -> Any:
        """The answer of a pure function of this sheet (``rules.core.memo``), of settings or ``None``, and of values."""
        key = (work, *rest)
        if _READING.read is None:
            self._asked.add(key)  # before it is answered, as ``try_update`` wants it
        value = self._own.get(key)
        if value is None or (value.settings is not settings and value.settings != settings):
            self._begun = object()
            self._busy.append(key)
            try:
                value = self._find_shared_answer(key, settings) or self._compute(key, work, settings, rest)
                self._hold(key, value)
            finally:
                self._busy.remove(key)
        if _READING.read is not None:
            _READING.read.update(value.read)
        return value.value

    def _hold(self, key: Hashable, value: Answer) -> None:
        if len(self._own) >= MOST:
            for answer in tuple(self._own.values()):
                self._reads.update(answer.read)
        _keep(self._own, key, value)

    def _find_shared_answer(self, key: Hashable, settings: Any) -> Answer | None:
        """The answer computed in another scene, if everything it read is equal here."""
        answer = self._answers.get(key)
        if answer is None or (answer.settings is not settings and answer.settings != settings):
            return None
        if answer.paths:
            self._paths.update(answer.paths)
        for name, value in answer.read.items():
            if not _is_unchanged(self._sheet, name, value):
                return None
        return answer

    def _compute(self, key: Hashable, work: Callable[..., Any], settings: Any, rest: tuple[Hashable, ...]) -> Answer:
        before, _READING.read = _READING.read, {}
        try:
            value = work(self, *rest) if settings is None else work(self, settings, *rest)
        except Exception:
            if before is None:  # a reader who sees the failure depends on what led to it
                self._reads.update(_READING.read or ())
            raise
        finally:
            read, _READING.read = _READING.read or {}, before
            if before is not None:
                before.update(read)
        return _keep(
            self._answers, key, Answer(value, settings, read, frozenset([name for name in read if "." in name]))
        )

    def try_update(self, sheet: Mapping[str, Any]) -> bool:
        """Take over a newer version of the sheet; False if a section that was read, or an answer, differs there.

        Reads from then on return the newer version, even in a drawing that began earlier: newer, never staler.
        """
        before, begun = self._sheet, self._begun
        if sheet is before:
            return True
        changed = self._changed_paths(before, sheet)
        if self._busy or not self._reads.isdisjoint(changed):
            return False
        stale = {key: answer for key, answer in tuple(self._own.items()) if not changed.isdisjoint(answer.read)}
        answers = self._answers_if_equal(TrackedSheet(sheet, self._answers), stale)
        if answers is None:
            return False
        self._sheet = sheet
        for key in stale:
            self._own.pop(key, None)
        self._own.update(answers)
        # Readers in between have recorded their reads before.
        unread = self._begun is begun and self._reads.isdisjoint(self._changed_paths(before, sheet))
        return unread and self._asked.isdisjoint(stale.keys() - answers.keys())

    def _answers_if_equal(self, later: TrackedSheet, stale: Mapping[Hashable, Answer]) -> dict[Hashable, Answer] | None:
        """The newer version's answers to everything asked so far; ``None`` if one of them differs."""
        asked = {key: answer for key, answer in stale.items() if key in self._asked}
        if any(later._answer_now(key, answer) != answer.value for key, answer in asked.items()):
            return None
        return {key: later._own[key]._replace(value=answer.value) for key, answer in asked.items()}

    def _changed_paths(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> set[str]:
        """The sections that differ, and those of the recorded paths that do."""
        sections = _changed_sections(before, after)
        inside = (path for path in tuple(self._paths) if path.partition(".")[0] in sections)
        return {*sections, *(path for path in inside if _value_at(before, path) != _value_at(after, path))}

    def _answer_now(self, key: Hashable, answer: Answer) -> Any:
        work, *rest = cast(tuple[Any, ...], key)
        try:
            return self.ask(work, answer.settings, tuple(rest))
        except Exception:
            return ABSENT

    def at(self, path: str) -> Any:
        """The value at a dotted path (``rules.core.paths.get``); only that path is recorded as read."""
        if "." not in path:
            return self.get(path)
        if path not in self._paths:
            self._paths.add(path)
        if _READING.read is None:
            if path not in self._reads:
                self._reads.add(path)
            return _value_at(self._sheet, path)
        value = _READING.read[path] = _value_at(self._sheet, path)
        return value

    def __getitem__(self, name: str) -> Any:
        value = self.get(name, ABSENT)
        if value is ABSENT:
            raise KeyError(name)
        return value

    def get(self, name: str, default: Any = None) -> Any:
        if _READING.read is None:
            if name not in self._reads:
                self._reads.add(name)
            value = self._sheet.get(name, ABSENT)
        else:
            value = _READING.read[name] = self._sheet.get(name, ABSENT)
        return default if value is ABSENT else value

    def __contains__(self, name: object) -> bool:
        return self.get(str(name), ABSENT) is not ABSENT

    def _names(self) -> tuple[str, ...]:
        if _READING.read is None:
            self._reads.add(ALL)
            return tuple(self._sheet)
        names = _READING.read[ALL] = tuple(self._sheet)
        return names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())

    def __len__(self) -> int:
        return len(self._names())


_LAST_PAIR: tuple[Any, Any, frozenset[str]] = (None, None, frozenset())  # the same two are compared for each scene


def _changed_sections(before: Mapping[str, Any], after: Mapping[str, Any]) -> frozenset[str]:
    """The sections that differ; ``ALL`` among them if the set of sections does."""
    global _LAST_PAIR
    last = _LAST_PAIR
    if last[0] is not before or last[1] is not after:
        names = {name for name in (*before, *after) if not _is_unchanged(before, name, after.get(name, ABSENT))}
        last = _LAST_PAIR = (before, after, frozenset(names | ({ALL} if before.keys() != after.keys() else set())))
    return last[2]


def _value_at(sheet: Any, path: str) -> Any:
    for key in path.split("."):
        try:
            sheet = sheet[key]
        except (KeyError, TypeError):
            return None
    return sheet


def _is_unchanged(sheet: Mapping[str, Any], name: str, value: Any) -> bool:
    if "." in name:
        return bool(_value_at(sheet, name) == value)
    present = tuple(sheet) if name == ALL else sheet.get(name, ABSENT)
    return present is value or bool(present == value)


def _keep(answers: dict[Hashable, Answer], key: Hashable, answer: Answer) -> Answer:
    if len(answers) >= MOST:
        answers.clear()
    answers[key] = answer
    return answer
