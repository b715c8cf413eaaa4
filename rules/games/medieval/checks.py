"""Tests: 2d10 and a bonus that must exceed a difficulty or an opponent's total, and their odds (MED-TEST)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.character.sheet import Choice, Field
from rules.core.check import Breakdown, Check, Level, Modifier, Outcome
from rules.core.dice import Dice
from rules.core.game import Tests
from rules.core.memo import memoize
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import ATTACK, Roll, Script, roll
from rules.core.text import Text, plain
from rules.games.medieval import sheet as sheets
from rules.games.medieval import weapons
from rules.games.medieval.settings import setting
from rules.games.medieval.sheet import SCHEMA
from rules.games.medieval.tables import FEASIBLE, SCALE, SKILLS, TRAITS
from rules.games.medieval.text import _
from rules.games.medieval.weapons import Weapon
from rules.odds.act import Odds
from rules.odds.distribution import Distribution

TWO = Dice(2, 10)
DOUBLE_TEN, DOUBLE_ONE = (10, 10), (1, 1)
OTHER = "other_"  # prefix of the key of a skill that the sheet adds

LEVELS: dict[Level, Text] = {
    Level.CRITICAL: _("Critical success"),
    Level.SUCCESS: _("Success"),
    Level.FAILURE: _("Failure"),
    Level.FUMBLE: _("Automatic failure"),
}
HITS: dict[Level, Text] = {
    Level.CRITICAL: _("Critical hit"),
    Level.SUCCESS: _("Hit"),
    Level.FAILURE: _("Missed"),
    Level.FUMBLE: _("Missed automatically"),
}


MODIFIER = Field("modifier", _("Modifier"), default=0, least=-30, most=30, rule="MED-ATT-04", gm_only=True)


@memoize
def checks(sheet: Data, settings: Data) -> tuple[Check, ...]:
    """MED-TEST-01: all tests of a sheet: traits, skills, then an attack with every weapon and unarmed."""
    others: Data = sheet.get("others") or {}
    return (
        *(_plain(sheet, settings, f"traits.{key}", key, label, _TRAITS) for key, label in TRAITS.items()),
        *(_plain(sheet, settings, f"skills.{key}", key, label, _SKILLS) for key, label in SKILLS.items()),
        *(_other(sheet, settings, key, row) for key, row in others.items()),
        *_attacks(sheet, settings),
    )


def _attacks(sheet: Data, settings: Data) -> Iterator[Check]:
    """The attack with every weapon and unarmed; the natural bonus is that of the weapon's engagement."""
    bonuses: dict[str, Breakdown] = {}
    tired = sheets.fatigue(sheet, settings, attacking=True)
    for weapon in (*weapons.weapons(sheet), weapons.bare(sheet, "lutte")):
        if weapon.engagement not in bonuses:
            bonuses[weapon.engagement] = weapons.attack(sheet, weapon.engagement)
        yield _attack(weapon, bonuses[weapon.engagement], tired)


_TRAITS = _("Traits")
_SKILLS = _("Skills")
_ATTACKS = _("Attacks")


def of(scene: Scene, fighter: str, key: str, difficulty: int, *terms: Modifier) -> Check:
    """MED-TEST-01: the test of a fighter's trait or skill against a difficulty."""
    return replace(side(scene, fighter, key, *terms), extra=difficulty)


def side(scene: Scene, fighter: str, key: str, *terms: Modifier) -> Check:
    """MED-TEST-03: the test of a trait or skill as a side of an opposed test, where only totals count.

    A skill that is no longer on the sheet counts as level 0.
    """
    sheet, settings = scene.sheet(fighter), scene.settings
    row = (sheet.get("others") or {}).get(key.removeprefix(OTHER), {}) if key.startswith(OTHER) else None
    if row is not None:
        check = _other(sheet, settings, key.removeprefix(OTHER), row)
    else:
        path, label = (f"traits.{key}", TRAITS[key]) if key in TRAITS else (f"skills.{key}", SKILLS[key])
        check = _plain(sheet, settings, path, key, label, _TRAITS)
    return replace(check, actor=fighter, target=check.target.plus(*terms))


def rollable(sheet: Data) -> tuple[Choice, ...]:
    """MED-TEST-01: the choice of traits and skills of a sheet, with those that the sheet adds."""
    own = ((f"{OTHER}{key}", _skill(row)) for key, row in (sheet.get("others") or {}).items())
    return tuple(Choice(key, label) for key, label in (*TRAITS.items(), *SKILLS.items(), *own))


def attack(sheet: Data, settings: Data, weapon: Weapon) -> Check:
    """MED-ATT-01, 02, MED-FAM-03: the test of an attack: natural bonus, mastery, fatigue; the Defence is set later."""
    return _attack(weapon, weapons.attack(sheet, weapon.engagement), sheets.fatigue(sheet, settings, attacking=True))


def _attack(weapon: Weapon, natural: Breakdown, tired: Modifier) -> Check:
    target = natural.plus(Modifier(_("Mastery"), weapon.mastery, "MED-FAM-03"), tired)
    what, refused = _("Attack: %(weapon)s", weapon=weapon.name), None if weapon.engagement else weapons.UNSAID
    return Check(
        "", f"attack_{weapon.key}", what, target, FEASIBLE, group=_ATTACKS, refused=refused, flags=(ATTACK,),
        adds=True,
    )  # fmt: skip


def test_fields(settings: Data) -> tuple[Field, ...]:
    """MED-TEST-01: the form fields of a test: difficulty or Defence, modifier, and secrecy."""
    scale = tuple(_("%(number)s %(word)s", number=number, word=word) for number, word in SCALE.items())
    named, label = _("%(scale)s.", scale=scale), _("Difficulty, or Defence")
    return (
        Field("difficulty", label, default=FEASIBLE, least=0, most=100, help=named, rule="MED-TEST-01"),
        replace(MODIFIER, gm_only=False),
        Field("secret", _("Secret difficulty"), "flag", default=False, gm_only=True),
    )


def adjusted(check: Check, args: Data, _settings: Data) -> Check:
    return check.asked(args, "MED-ATT-04")


def resolve(check: Check, settings: Data, key: str | None = None, label: Text | None = None) -> Script[Outcome]:
    """MED-TEST-01, 02: roll a test against its difficulty."""
    faces = yield from roll(
        key or f"{check.key}-dice", check.actor or "gm", TWO, label or check.what, check=unaware(check)
    )
    return read_outcome(check, faces, settings)


def throw(check: Check, key: str, label: Text, by: str = "", secret: bool = False) -> Roll:
    """The roll of a check that is made together with others."""
    return Roll(key, by or check.actor, TWO, label, unaware(check), secret)


def unaware(check: Check) -> Check:
    """The check without its difficulty, which the roller must not learn."""
    return replace(check, extra=0)


def read_outcome(check: Check, faces: Sequence[int], settings: Data) -> Outcome:
    """MED-TEST-02, MED-ATT-01, 05: the outcome of a roll: a total above the difficulty, or a double ten, succeeds."""
    total = sum(faces) + check.target.total
    level = _level(tuple(faces), total, check.extra, settings)
    attacking = ATTACK in check.flags
    result = (HITS if attacking else LEVELS)[level]
    shown = _("total %(total)s: %(result)s", total=plain(total), result=result)
    if not attacking:
        against = _("%(total)s against %(number)s", total=plain(total), number=plain(check.extra))
        shown = _("total %(against)s: %(result)s", against=against, result=result)
    return Outcome(check, tuple(faces), level, total - check.extra, shown, result)


def exceeds(check: Check, faces: Sequence[int], number: int, settings: Data) -> bool:
    """MED-TEST-02, MED-ATT-01, 05: a roll succeeds against this difficulty."""
    return _level(tuple(faces), sum(faces) + check.target.total, number, settings).succeeded


def opposed(mine: Outcome, theirs: Outcome, settings: Data) -> bool:
    """MED-TEST-03: the initiator of an opposed test wins it."""
    own, other = (sum(outcome.faces) + outcome.check.target.total for outcome in (mine, theirs))
    return beats(own, other, settings)


def beats(mine: int, theirs: int, settings: Data) -> bool:
    """MED-TEST-03: the initiator's total is higher; on a tie the defender wins, unless the house settings differ."""
    return mine > theirs or (mine == theirs and setting(settings, "opposed.tie") == "initiator_wins")


def total(check: Check, faces: Sequence[int]) -> Outcome:
    """The outcome of a roll of which only the total counts, such as initiative or a side of an opposed test."""
    reached = sum(faces) + check.target.total
    shown = _("total %(total)s", total=plain(reached))
    return Outcome(replace(check, extra=0), tuple(faces), Level.SUCCESS, reached, shown, _("thrown"))


def decided(outcome: Outcome, won: bool) -> Outcome:
    """A side of an opposed test with how it ended for that side."""
    level = Level.SUCCESS if won else Level.FAILURE
    shown = _("total %(total)s: %(result)s", total=plain(outcome.margin), result=LEVELS[level])
    return replace(outcome, level=level, label=shown, public=LEVELS[level])


def _level(faces: tuple[int, ...], total: int, difficulty: int, settings: Data) -> Level:
    if faces == DOUBLE_ONE and setting(settings, "fumble") == "double_one":
        return Level.FUMBLE
    definition, number = setting(settings, "critical.definition"), int(setting(settings, "critical.number"))
    succeeded = total > difficulty or faces == DOUBLE_TEN
    critical = {"double_ten": faces == DOUBLE_TEN, "margin": total - difficulty >= number, "total": total >= number}[
        definition
    ]
    return (Level.CRITICAL if critical else Level.SUCCESS) if succeeded else Level.FAILURE


def _plain(sheet: Data, settings: Data, path: str, key: str, label: Text, group: Text) -> Check:
    base = Modifier(label, int(SCHEMA.value(sheet, path)), "MED-TEST-01")
    target = Breakdown(base).plus(sheets.fatigue(sheet, settings))
    return Check("", key, label, target, FEASIBLE, group=group, path=path, adds=True)


def _skill(row: Data) -> Text:
    return _("%(skill)s", skill=str(row.get("name", "")))


def _other(sheet: Data, settings: Data, key: str, row: Data) -> Check:
    label = _skill(row)
    base = Modifier(label, int(row.get("level", 0)), "MED-TEST-01")
    target = Breakdown(base).plus(sheets.fatigue(sheet, settings))
    return Check("", f"{OTHER}{key}", label, target, FEASIBLE, group=_SKILLS, path=f"others.{key}", adds=True)


TESTS = Tests(checks, resolve, fields=test_fields, adjusted=adjusted)


# Odds.


def outcomes(check: Check, settings: Data) -> Distribution[Outcome]:
    """MED-TEST-02: the distribution of outcomes of a test, by the sum of its dice, which alone decides."""
    return Distribution({read_outcome(check, faces, settings): ways for faces, ways in TWO.sums()})


def tested(check: Check, settings: Data, *notes: Text) -> Odds:
    return Odds(check, outcomes(check, settings), TWO, notes)


def totals(check: Check) -> Distribution[int]:
    return Distribution({sum(faces) + check.target.total: ways for faces, ways in TWO.sums()})
