"""Tests: two dice at or under a pair of characteristics and a skill, degrees, and rulings on them (ARP-TEST)."""

from __future__ import annotations

from dataclasses import replace

from rules.character.fields import flag, number
from rules.character.sheet import Choice, Field
from rules.core.acts import Effects
from rules.core.check import LEVELS, Breakdown, Check, Level, Modifier, Outcome
from rules.core.dice import Dice
from rules.core.effects import Effect
from rules.core.game import Tests
from rules.core.marks import Mark
from rules.core.memo import memoize
from rules.core.paths import Data
from rules.core.rounds import AboutFighter
from rules.core.scene import Action, Change, Scene
from rules.core.script import Script, number_repeats, roll
from rules.core.text import Text
from rules.games.arpenteurs import sheet as sheets
from rules.games.arpenteurs.settings import setting
from rules.games.arpenteurs.sheet import CHARACTERISTICS, Line, Weapon
from rules.games.arpenteurs.text import _, ngettext
from rules.odds.distribution import Distribution

DICE = Dice(2, 6)
RULING = Mark("ruling", rules=("ARP-TEST-05",))  # the pair and the modifier ruled for the next test


@memoize
def checks(sheet: Data, settings: Data) -> tuple[Check, ...]:
    """All tests of a sheet: each characteristic paired with itself, then each skill with its usual pair."""
    own = (characteristic(sheet, settings, key) for key in CHARACTERISTICS)
    return (*own, *(skill(sheet, settings, line) for line in sheets.lines(sheet)))


def characteristic(sheet: Data, settings: Data, key: str) -> Check:
    """ARP-TEST-05: the test of a characteristic without a skill."""
    target = _score(sheet, settings, (key, key))
    group = _("Characteristics")
    return Check("", key, CHARACTERISTICS[key], target, group=group, path=f"characteristics.{key}")


def skill(sheet: Data, settings: Data, line: Line, pair: tuple[str, str] = ("", "")) -> Check:
    """ARP-TEST-01, 05: the test of a skill with its usual pair of characteristics, or the pair that is given."""
    asked = (pair[0] or line.pair[0], pair[1] or line.pair[1])
    target = _score(sheet, settings, asked, Modifier(line.label, line.level, "ARP-TEST-01"))
    group = _("Skills")
    return Check("", line.key, line.label, target, group=group, path=f"skills.{line.key}.level")


def find(sheet: Data, settings: Data, key: str, pair: tuple[str, str] = ("", "")) -> Check | None:
    if key in CHARACTERISTICS:
        return replace(characteristic(sheet, settings, key), target=_score(sheet, settings, _pair(key, pair)))
    lines_by_key = {line.key: line for line in sheets.lines(sheet)}
    return skill(sheet, settings, lines_by_key[key], pair) if key in lines_by_key else None


def test_fields(settings: Data) -> tuple[Field, ...]:
    """ARP-TEST-05: the form fields of a test: pair of characteristics, modifier, and secrecy."""
    modifier = _("Modifier")
    return (
        *pair_fields(),
        number("modifier", modifier, 0, -12, 12, "ARP-TEST-01"),
        flag("secret", _("Secret modifier"), gm_only=True),
    )


def pair_fields(gm_only: bool = False) -> tuple[Field, Field]:
    """ARP-TEST-05: the fields for the two characteristics of a test, by default the usual ones."""
    usual = Choice("usual", _("As usual"))
    rows = (usual, *(Choice(key, label) for key, label in CHARACTERISTICS.items()))
    first, second = _("First characteristic"), _("Second characteristic")
    common = Field("first", first, "choice", default="usual", choices=rows, rule="ARP-TEST-05", gm_only=gm_only)
    return common, replace(common, key="second", label=second)


def said_pair(args: Data) -> tuple[str, str]:
    """The pair of characteristics chosen in a form, each empty if it is the usual one."""
    first, second = (str(args.get(key, "usual")) for key in ("first", "second"))
    return "" if first == "usual" else first, "" if second == "usual" else second


def requested_check(sheet: Data, settings: Data, args: Data, actor: str) -> Check | None:
    """The check for the arguments of a test; ``None`` if it is no longer on the sheet."""
    check = find(sheet, settings, args["check"], said_pair(args))
    return check and replace(check.asked(args, "ARP-TEST-01"), actor=actor)


def resolve(check: Check, settings: Data, prefix: str | None = None, label: Text | None = None) -> Script[Outcome]:
    """ARP-TEST-01 to 04: roll two dice and compare them with the score.

    The key of the roll begins with ``prefix``, by default the actor and the test, so that it is unique in a script.
    """
    start = "-".join(filter(None, (check.actor, check.key))) if prefix is None else prefix
    faces = yield from roll(f"{start}-dice", check.actor or "gm", DICE, label or check.what, check=check)
    return read_outcome(check, faces, settings)


def read_outcome(check: Check, faces: tuple[int, ...], settings: Data) -> Outcome:
    """ARP-TEST-01 to 04: the outcome of a roll; its margin is the degrees of success."""
    score, ones, sixes = check.target.total, faces == (1, 1), faces == (6, 6)
    lucky = ones and bool(setting(settings, "test.double_one_always_succeeds"))
    cursed = sixes and bool(setting(settings, "test.double_six_always_fails"))
    if cursed or (sum(faces) > score and not lucky):
        level = Level.FUMBLE if cursed else Level.FAILURE
        return Outcome(check, faces, level, 0, LEVELS[level], LEVELS[level])
    return _outcome_words(
        check, faces, Level.CRITICAL if ones else Level.SUCCESS, degrees(score - sum(faces), settings)
    )


def outcomes(check: Check, settings: Data) -> Distribution[Outcome]:
    """ARP-TEST-01 to 04: the distribution of outcomes of a test, by the sum of its dice, which alone decides."""
    return Distribution({read_outcome(check, faces, settings): ways for faces, ways in DICE.sums()})


def degrees(margin: int, settings: Data) -> int:
    """ARP-TEST-02: the degrees of a success with this margin."""
    plus_one = setting(settings, "test.degrees") == "margin_plus_one"
    return max(1, margin + 1) if plus_one else max(0, margin)


def _outcome_words(check: Check, faces: tuple[int, ...], level: Level, degrees: int) -> Outcome:
    """The outcome; its public words omit the degrees, since together with the dice they reveal the score."""
    result = LEVELS[level]
    shown = _("%(result)s, %(degrees)s", result=result, degrees=degrees_in_words(degrees))
    return Outcome(check, faces, level, degrees, shown, result)


def degrees_in_words(degrees: int) -> Text:
    return ngettext("%(count)s degree", "%(count)s degrees", degrees)


# In a fight.


def weapon_check(scene: Scene, actor: str, weapon: Weapon, args: Data, *lines: Modifier) -> Check:
    """ARP-TEST-05: the test of a weapon's skill, with the weapon's pair or the one that the game master asks for."""
    sheet = scene.sheet(actor)
    pair = _asked_pair(said_pair(args), _ruled_pair(scene, actor), weapon.pair)
    check = skill(sheet, scene.settings, sheets.line(sheet, weapon.skill), pair)
    what = _("%(weapon)s (%(skill)s)", weapon=weapon.label, skill=check.what)
    return replace(check, actor=actor, what=what, target=check.target.plus(*lines, _ruling(scene, actor)))


def skill_check(scene: Scene, fighter: str, key: str) -> Check:
    """ARP-TEST-05: the test of a skill with its usual pair, or the one that the game master has ruled."""
    sheet = scene.sheet(fighter)
    check = skill(sheet, scene.settings, sheets.line(sheet, key), _ruled_pair(scene, fighter))
    return replace(check, actor=fighter, target=check.target.plus(_ruling(scene, fighter)))


def named_check(scene: Scene, fighter: str, args: Data) -> Check | None:
    """ARP-TEST-01, 05: the test that a fighter chose for their action, with the ruling of the game master."""
    ruled = dict(zip(("first", "second"), _ruled_pair(scene, fighter), strict=True))
    asks = {**args, **{key: value for key, value in ruled.items() if value and args.get(key, "usual") == "usual"}}
    check = requested_check(scene.sheet(fighter), scene.settings, asks, fighter)
    return check and check.plus(_ruling(scene, fighter))


class Ruling(Effect):
    """ARP-TEST-05: the game master's ruling on a fighter's next test; one with default values ends it."""

    mark = RULING
    first: str = "usual"
    second: str = "usual"
    modifier: int = 0

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (RULING.set(scene, self.target, self.value),)


class RuleOnTest(AboutFighter):
    """ARP-TEST-05, ARP-COVER-05: the game master sets pair and modifier of a fighter's next test."""

    kind = "ruling"
    label = _("Rule on the next test")
    rules = ("ARP-TEST-05", "ARP-COVER-05")
    says = _("Ruling on the next test of %(who)s")

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return None

    def more(self, scene: Scene) -> tuple[Field, ...]:
        return (*pair_fields(), number("modifier", _("Modifier"), 0, -12, 12, "ARP-COVER-05"))

    def cost(self, scene: Scene, action: Action) -> Effects:
        args = action.args
        return (Ruling(args["fighter"], args["first"], args["second"], args["modifier"]),)


def end_rulings(scene: Scene, procedure: Script[Effects]) -> Script[Effects]:
    """Run a procedure and end the rulings that its tests have used, since a ruling counts for one test.

    In it a fighter may strike at two shooters (ARP-DIST-05) and is then asked twice, so that keys are numbered.
    """
    effects = yield from number_repeats(procedure)
    testers = dict.fromkeys(effect.target for effect in effects if effect.kind == "outcome")
    return (*effects, *(Ruling(who) for who in testers if who in scene.fighters and RULING.of(scene, who)))


TESTS = Tests(
    checks,
    resolve,
    fields=test_fields,
    tested=lambda scene, action: requested_check(scene.sheet(action.actor), scene.settings, action.args, action.actor),
)


def _ruled_pair(scene: Scene, fighter: str) -> tuple[str, str]:
    return said_pair(RULING.rows(scene, fighter))


def _ruling(scene: Scene, fighter: str) -> Modifier:
    return Modifier(_("Ruling"), int(RULING.rows(scene, fighter).get("modifier", 0)), "ARP-MOD-01")


def _asked_pair(*wanted: tuple[str, str]) -> tuple[str, str]:
    """The first characteristic given for each place of the pair."""
    first, second = (next((pair[place] for pair in wanted if pair[place]), "") for place in (0, 1))
    return first, second


def _score(sheet: Data, settings: Data, pair: tuple[str, str], *skill: Modifier) -> Breakdown:
    """ARP-TEST-01: the score of a test: the pair of characteristics plus the skill, then the malus of wounds."""
    levels = [sheets.characteristic(sheet, key) for key in pair]
    names = (CHARACTERISTICS[pair[0]], CHARACTERISTICS[pair[1]])
    if setting(settings, "test.formula") == "best_skill":
        base = Modifier(names[levels.index(max(levels))], max(levels), "ARP-TEST-01")
    else:
        both = _("%(first)s and %(second)s", first=names[0], second=names[1])
        base = Modifier(both, sum(levels), "ARP-TEST-01")
    return Breakdown(base).plus(*skill, sheets.wound_malus(sheet, settings))


def _pair(key: str, pair: tuple[str, str]) -> tuple[str, str]:
    return pair[0] or key, pair[1] or key
