"""The tests of a written game: dice at or under a number, or dice plus a number against a target."""

from __future__ import annotations

from rules.character.fields import number
from rules.character.sheet import Field
from rules.core.check import LEVELS, Breakdown, Check, Level, Modifier, Outcome
from rules.core.game import Tests
from rules.core.paths import Data
from rules.core.script import Script, roll
from rules.core.text import Text, _, plain
from rules.written.book import Book

MOST_TARGET = 999


def tests(book: Book) -> Tests:
    def check(sheet: Data, _settings: Data, key: str) -> Check | None:
        if key not in book.tested:
            return None
        hindered = (Modifier(row.label, row.tests) for row in book.active_conditions(sheet))
        target = book.breakdown(sheet, key).plus(*hindered)
        path = "" if key in book.formulas else key
        return Check("", key, book.labels[key], target, book.target, path=path, adds=book.adds)

    def checks(sheet: Data, settings: Data) -> tuple[Check, ...]:
        rows = (check(sheet, settings, key) for key in book.tested)
        return tuple(row for row in rows if row is not None)

    def fields(_settings: Data) -> tuple[Field, ...]:
        modifier = number("modifier", _("Modifier"), 0, -20, 20)
        if not book.adds:
            return (modifier,)
        return number("difficulty", _("Difficulty"), book.target, 0, MOST_TARGET), modifier

    def resolve(check: Check, _settings: Data) -> Script[Outcome]:
        faces = yield from roll("die", check.actor, book.dice, check.what, check=check, reads="sum")
        return outcome(book, check, faces)

    return Tests(checks, resolve, check, fields, adjusted=lambda check, args, _settings: check.asked(args))


def outcome(book: Book, check: Check, faces: tuple[int, ...]) -> Outcome:
    total, goal = sum(faces), check.target
    margin = total + goal.total - check.extra if book.adds else goal.total - total
    level = _level(book, margin)
    words = LEVELS[level]
    label = _label(book, check.what, total, goal, check.extra, words)
    return Outcome(check, faces, level, margin, label, _("%(what)s: %(level)s", what=check.what, level=words))


def _label(book: Book, what: Text, total: int, goal: Breakdown, difficulty: int, level: Text) -> Text:
    if not book.adds:
        reached = plain(goal.total)
        return _("%(what)s: %(sum)s at or under %(goal)s, %(level)s", what=what, sum=total, goal=reached, level=level)
    reached = plain(total + goal.total)
    return _("%(what)s: %(sum)s against %(goal)s, %(level)s", what=what, sum=reached, goal=difficulty, level=level)


def _level(book: Book, margin: int) -> Level:
    if margin >= 0:
        return Level.CRITICAL if book.critical and margin >= book.critical else Level.SUCCESS
    return Level.FUMBLE if book.fumble and -margin >= book.fumble else Level.FAILURE
