"""Difficulty grades: which one counts, and what it makes of a skill (MYT-CORE-02 to 05)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rules.core.check import Breakdown, Modifier
from rules.core.paths import Data
from rules.core.text import Text
from rules.games.mythras.settings import setting
from rules.games.mythras.text import _


@dataclass(frozen=True)
class Grade:
    """One step of difficulty: the fraction it leaves of a skill, or the amount it adds."""

    label: Text
    rank: int
    over: int
    under: int
    plus: int


GRADES: dict[str, Grade] = {
    "very_easy": Grade(_("Very Easy"), -2, 2, 1, 40),
    "easy": Grade(_("Easy"), -1, 3, 2, 20),
    "standard": Grade(_("Standard"), 0, 1, 1, 0),
    "hard": Grade(_("Hard"), 1, 2, 3, -20),
    "formidable": Grade(_("Formidable"), 2, 1, 2, -40),
    "herculean": Grade(_("Herculean"), 3, 1, 5, -80),
    "hopeless": Grade(_("Hopeless"), 4, 0, 1, 0),
}
_BY_RANK = {grade.rank: key for key, grade in GRADES.items()}
_LOWEST, _HIGHEST = min(_BY_RANK), max(_BY_RANK)

NO_ATTEMPT = _("Hopeless: this cannot even be tried.")
_WORST_ONLY = _("only the worst situation counts")


@dataclass(frozen=True)
class Situation:
    """MYT-CORE-04: something that fixes a grade, or that shifts it by ``steps``."""

    label: Text
    grade: str = ""
    steps: int = 0
    rule: str = "MYT-CORE-04"

    @property
    def rank(self) -> int:
        return GRADES[self.grade].rank


def worst(situations: Iterable[Situation]) -> str:
    """MYT-CORE-04: the most severe fixed grade, or else Standard, then every shift."""
    rows = tuple(situations)
    fixed = [row.rank for row in rows if row.grade]
    rank = max(fixed, default=0) + sum(row.steps for row in rows)
    return _BY_RANK[max(_LOWEST, min(_HIGHEST, rank))]


def ease_worst(situations: Iterable[Situation]) -> tuple[Situation, ...]:
    """MYT-RANGED-AIM: the worst of these one grade easier; an equally severe one beside it stays as it is."""
    rows = list(situations)
    severe = [row for row in rows if row.grade and row.rank > 0]
    if not severe:
        return tuple(rows)
    row = max(severe, key=lambda row: row.rank)
    label = _("%(why)s, aimed", why=row.label)
    rows[rows.index(row)] = replace(row, label=label, grade=shift_grade(row.grade, -1))
    return tuple(rows)


def shift_grade(grade: str, by: int) -> str:
    return _BY_RANK[max(_LOWEST, min(_HIGHEST, GRADES[grade].rank + by))]


def value(skill: int, grade: str, settings: Data) -> int:
    """MYT-CORE-02, 03: a skill at a grade; fractions are rounded up."""
    row = GRADES[grade]
    if grade == "hopeless":
        return 0
    if setting(settings, "difficulty_method") == "simplified":
        return skill + row.plus
    return -(-skill * row.over // row.under)


def apply_grade(skill: Breakdown, situations: Iterable[Situation], settings: Data) -> Breakdown:
    """MYT-CORE-04: a skill modified by the worst situation; the others are listed as ignored."""
    rows = tuple(situations)
    grade = worst(rows)
    fixed = sorted((row for row in rows if row.grade), key=lambda row: -row.rank)
    cause = fixed[0] if fixed else next((row for row in rows if row.steps), None)
    terms = []
    if cause is not None:
        label = _("%(grade)s: %(why)s", grade=GRADES[grade].label, why=_causes(fixed[:1], rows))
        terms.append(Modifier(label, value(skill.total, grade, settings) - skill.total, cause.rule))
    ignored = (Modifier(_told(row), 0, row.rule, _WORST_ONLY) for row in fixed[1:])
    return skill.plus(*terms, *ignored)


def apply_cap(skill: Breakdown, cap: Breakdown | None, label: Text, rule: str) -> Breakdown:
    """MYT-CORE-05: a skill that cannot be better than another one here."""
    return skill if cap is None else skill.plus(Modifier(label, min(0, cap.total - skill.total), rule))


def _causes(fixed: list[Situation], rows: tuple[Situation, ...]) -> tuple[Text, ...]:
    return tuple(row.label for row in (*fixed, *(row for row in rows if row.steps)))


def _told(row: Situation) -> Text:
    return _("%(grade)s: %(why)s", grade=GRADES[row.grade].label, why=row.label)
