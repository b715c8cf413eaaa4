"""The tests of a sheet, with fatigue and all circumstances."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.character.sheet import Choice, Field
from rules.core.check import Breakdown, Check
from rules.core.memo import memoize
from rules.core.paths import Data
from rules.core.text import Text
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.character.skills import STANDARD
from rules.games.mythras.equipment import weapons as arms
from rules.games.mythras.equipment.weapons import Weapon
from rules.games.mythras.rolls.grades import GRADES, NO_ATTEMPT, Situation, apply_grade, worst
from rules.games.mythras.text import _


@memoize
def checks(sheet: Data, settings: Data) -> tuple[Check, ...]:
    """Every skill of a sheet, its styles, then every weapon with the style it is used with."""
    return (*skills(sheet, settings), *_armed(sheet, settings))


@memoize
def skills(sheet: Data, settings: Data) -> tuple[Check, ...]:
    """Every skill of a sheet, then its styles."""
    return (
        *(standard(sheet, settings, key) for key in STANDARD),
        *(learnt(sheet, settings, key) for key in sheet.get("professional") or {}),
        *(style(sheet, settings, key) for key in sheet.get("styles") or {}),
    )


def _armed(sheet: Data, settings: Data) -> Iterator[Check]:
    """The test of every weapon; weapons of one style share its number."""
    checks_by_kind: dict[tuple[str, bool], Check] = {}
    for used in arms.weapons(sheet, settings):
        kind = used.style, used.natural
        if kind not in checks_by_kind:
            checks_by_kind[kind] = weapon(sheet, settings, used)
        yield replace(checks_by_kind[kind], key=_key_of(used), what=used.label)


def standard(sheet: Data, settings: Data, key: str, situations: Iterable[Situation] = ()) -> Check:
    skill, what = sheets.skill(sheet, key), STANDARD[key].label
    group = _("Standard skills")
    return _check(sheet, settings, key, what, skill, situations, group, f"skills.{key}")


def learnt(sheet: Data, settings: Data, key: str, situations: Iterable[Situation] = ()) -> Check:
    what = sheets.professional_label((sheet.get("professional") or {})[key])
    group = _("Professional skills")
    path = f"professional.{key}.trained"
    return _check(
        sheet, settings, f"professional_{key}", what, sheets.professional(sheet, key), situations, group, path
    )


def style(sheet: Data, settings: Data, key: str) -> Check:
    what = _("%(skill)s", skill=str((sheet.get("styles") or {})[key].get("name", "")))
    group = _("Combat styles")
    return _check(sheet, settings, f"style_{key}", what, sheets.style(sheet, key), (), group, f"styles.{key}.trained")


def weapon(sheet: Data, settings: Data, used: Weapon, situations: Iterable[Situation] = ()) -> Check:
    """MYT-ATK-02, 03: a weapon with its style; one step harder with another, Unarmed for what is part of the body."""
    skill, shift = skill_of(sheet, used)
    group = _("Weapons")
    return _check(sheet, settings, _key_of(used), used.label, skill, (*situations, *shift), group, "")


def _key_of(used: Weapon) -> str:
    return f"weapon_{used.key}"


def of(sheet: Data, settings: Data, result: Check, skill: Breakdown, situations: Iterable[Situation]) -> Check:
    assert result.group is not None
    return _check(sheet, settings, result.key, result.what, skill, situations, result.group, result.path)


def skill_of(sheet: Data, used: Weapon) -> tuple[Breakdown, tuple[Situation, ...]]:
    """MYT-ATK-02, 03: the skill a weapon is used with, and the step that comes with a strange one."""
    styles: Data = sheet.get("styles") or {}
    if used.style in styles:
        return sheets.style(sheet, used.style), ()
    unarmed = sheets.skill(sheet, "unarmed")
    if used.natural:
        return unarmed, ()
    best = max((sheets.style(sheet, key) for key in styles), key=lambda row: row.total, default=unarmed)
    return best, (Situation(_STRANGE, steps=1, rule="MYT-ATK-02"),)


_STRANGE = _("weapon outside the style")


def fatigue_situations(sheet: Data) -> tuple[Situation, ...]:
    """MYT-FATIGUE-01: the grade that fatigue gives every skill."""
    result = sheets.fatigue(sheet)
    return (Situation(result.label, result.grade, rule="MYT-FATIGUE-01"),) if result.grade else ()


def test_fields(settings: Data) -> tuple[Field, ...]:
    """MYT-CORE-02: the difficulty of a test."""
    choices = tuple(
        Choice(key, grade.label, NO_ATTEMPT if key == "hopeless" else None) for key, grade in GRADES.items()
    )
    label = _("Difficulty")
    secret = _("Secret difficulty")
    return (
        Field("grade", label, "choice", default="standard", choices=choices, rule="MYT-CORE-02"),
        Field("secret", secret, "flag", default=False, gm_only=True),
    )


def adjusted(check: Check, args: Data, settings: Data) -> Check:
    """MYT-CORE-04: the check at the chosen difficulty, if worse than the present one."""
    check = replace(check, secret=check.secret or bool(args.get("secret")))
    answer = str(args.get("grade", "standard"))
    before = next((flag.removeprefix("grade-") for flag in check.flags if flag.startswith("grade-")), "standard")
    if GRADES[answer].rank == 0 or (GRADES[before].rank > 0 and GRADES[answer].rank <= GRADES[before].rank):
        return check
    plain = Breakdown(check.target.base, tuple(row for row in check.target.modifiers if not _is_grade(row.rule)))
    sentence = Situation(_("difficulty"), answer, rule="MYT-CORE-02")
    target = apply_grade(plain, (sentence,), settings)
    if check.secret:
        hidden = (replace(term, secret=True) if term.rule == sentence.rule else term for term in target.modifiers)
        target = Breakdown(target.base, tuple(hidden))
    return replace(check, target=target, flags=(f"grade-{answer}",))


def _check(
    sheet: Data, settings: Data, key: str, what: Text, skill: Breakdown, situations: Iterable[Situation],
    group: Text, path: str,
) -> Check:  # fmt: skip
    rows = (*situations, *fatigue_situations(sheet))
    grade = worst(rows)
    refused = NO_ATTEMPT if grade == "hopeless" else None
    target = apply_grade(skill, rows, settings)
    return Check("", key, what, target, skill.total, refused, False, group, path, (f"grade-{grade}",))


def _is_grade(rule: str) -> bool:
    return rule in ("MYT-FATIGUE-01", "MYT-ATK-02", "MYT-CORE-02", "MYT-CORE-04") or rule.startswith("MYT-SIT-")
