"""The tests of a sheet and their resolution: a d20 and a bonus against a difficulty."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.character.sheet import Field
from rules.core.check import LEVELS, Breakdown, Check, Level, Modifier, Outcome
from rules.core.dice import Dice
from rules.core.game import Tests
from rules.core.memo import memoize
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import ATTACK, Effect, Option, Script, choose, roll
from rules.core.text import Text, plain
from rules.games.chroniques import sheet as sheets
from rules.games.chroniques import states
from rules.games.chroniques.damage import Luck
from rules.games.chroniques.settings import setting
from rules.games.chroniques.sheet import ABILITIES, ABILITIES_SHORT, KINDS, MENTAL, SCHEMA
from rules.games.chroniques.states import STATES
from rules.games.chroniques.text import _

EASY = 10  # the default difficulty

HITS: dict[Level, Text] = {
    Level.CRITICAL: _("Critical hit"),
    Level.SUCCESS: _("Hit"),
    Level.FAILURE: _("Missed"),
    Level.FUMBLE: _("Missed, critical failure"),
}


@memoize
def checks(sheet: Data, settings: Data) -> tuple[Check, ...]:
    """All tests of a sheet: the abilities, stealth, then an attack with every weapon."""
    weapons: Data = sheet.get("weapons") or {}
    return (
        *(ability(sheet, settings, key) for key in ABILITIES),
        stealth(sheet, settings),
        *(attack(sheet, settings, key, row.get("kind", "contact"), _name(row)) for key, row in weapons.items()),
    )


def _name(row: Data) -> Text:
    return _("%(weapon)s", weapon=str(row.get("name", "")))


def ability(sheet: Data, settings: Data, key: str) -> Check:
    """CHO-TEST-01: the test of an ability."""
    base = Modifier(ABILITIES[key], sheets.ability(sheet, key), "CHO-TEST-01")
    flags = _dice(sheet, settings, "mental" if key in MENTAL else "")
    group = _("Abilities")
    return Check("", key, ABILITIES[key], Breakdown(base), EASY, None, False, group, f"abilities.{key}", flags, True)


def stealth(sheet: Data, settings: Data) -> Check:
    """CHO-SURPRISE-03: the test of stealth, with DEX and the skill bonus."""
    base = Modifier(ABILITIES_SHORT["dex"], sheets.ability(sheet, "dex"), "CHO-TEST-01")
    bonus = Modifier(_("Skill"), SCHEMA.value(sheet, "stealth_bonus"), "CHO-SURPRISE-03")
    what, group = _("Stealth"), _("Skills")
    target = Breakdown(base).plus(bonus)
    return Check("", "stealth", what, target, EASY, None, False, group, "", _dice(sheet, settings), True)


def attack(sheet: Data, settings: Data, key: str, kind: str, name: Text) -> Check:
    """CHO-ATK-01: the test of an attack with a weapon; the defence is set later."""
    what = _("%(weapon)s (%(kind)s)", weapon=name, kind=KINDS[kind])
    target, group = sheets.attack(sheet, kind), _("Attacks")
    flags = (ATTACK, *_dice(sheet, settings, ATTACK, "mental" if kind == "psychic" else ""))
    return Check("", f"attack_{key}", what, target, EASY, None, False, group, "", flags, True)


def test_fields(settings: Data) -> tuple[Field, ...]:
    """CHO-TEST-01: the form fields of a test: difficulty, modifier, and secrecy."""
    return (
        Field("difficulty", _("Difficulty (ND)"), default=EASY, least=0, most=60, rule="CHO-TEST-01", short=_("ND")),
        Field("modifier", _("Modifier"), default=0, least=-20, most=20, rule="CHO-TEST-01"),
        Field("secret", _("Secret difficulty"), "flag", default=False, gm_only=True),
    )


def adjusted(check: Check, args: Data, _settings: Data) -> Check:
    return check.asked(args, "CHO-TEST-01")


def resolve(check: Check, settings: Data, prefix: str | None = None, label: Text | None = None) -> Script[Outcome]:
    """CHO-TEST-01, CHO-ATK-01: roll the die and compare it plus the bonus with the difficulty.

    The key of the roll begins with ``prefix``, by default the actor and the test, so that it is unique in a script.
    """
    start = "-".join(filter(None, (check.actor, check.key))) if prefix is None else prefix
    shown = replace(check, extra=0)  # the roller must not learn the difficulty
    faces = yield from roll(f"{start}-die", check.actor or "gm", dice(check), label or check.what, check=shown)
    return read_outcome(check, faces, settings)


def read_outcome(check: Check, faces: tuple[int, ...], settings: Data) -> Outcome:
    """CHO-TEST-01, CHO-ATK-03 to 06: the outcome of a roll; of two dice the lower one counts."""
    die = min(faces)  # CHO-STATE-01
    total = die + check.target.total
    level = _level(check, die, total - check.extra, settings)
    attacking = ATTACK in check.flags
    result = HITS[level] if attacking else LEVELS[level]
    shown = _("total %(total)s: %(result)s", total=plain(total), result=result)
    if not attacking:
        against = _("%(total)s against %(nd)s", total=plain(total), nd=check.extra)
        shown = _("total %(against)s: %(result)s", against=against, result=result)
    return Outcome(check, faces, level, total - check.extra, shown, result)


def dice(check: Check) -> Dice:
    """CHO-TEST-01, CHO-STATE-01: the dice of a test: a d20, or a d12 or two d20 because of states."""
    return Dice(2 if "malus_die" in check.flags else 1, 12 if "d12" in check.flags else 20)


def spend_luck(scene: Scene, actor: str, outcome: Outcome, prefix: str = "") -> Script[tuple[Outcome, bool]]:
    """Offer a player character a point of luck on a failed test, if the house settings allow; true if one was spent.

    In secret it is offered whatever the result, which the question would give away.
    """
    check, bonus = outcome.check, int(setting(scene.settings, "luck.bonus"))
    if not (bonus and outcome.faces and scene.fighters[actor].side == "pc" and sheets.luck(scene.sheet(actor))):
        return outcome, False
    better = read_outcome(check.plus(Modifier(_("Luck"), bonus, "CHO-TEST-01")), outcome.faces, scene.settings)
    if not (check.secret or _helps(outcome, better, scene.settings)):
        return outcome, False
    options = (Option("no", _("Leave it")), Option("yes", _("Spend a point of luck: %(bonus)s more", bonus=bonus)))
    text = _("A point of luck on this test?") if check.secret else _("Failure: luck?")
    if (yield from choose(f"{prefix}luck", actor, text, options)) == "no":
        return outcome, False
    return better, True


def _helps(outcome: Outcome, better: Outcome, settings: Data) -> bool:
    """CHO-TEST-01, CHO-ATK-05: luck turns no success, nor a natural 1; a defence is not told by leaving it out."""
    if outcome.level.succeeded or _always_fails(min(outcome.faces), settings):
        return False
    return ATTACK in outcome.check.flags or better.level > outcome.level


def lucky_test(scene: Scene, actor: str, outcome: Outcome) -> Script[tuple[Outcome, tuple[Effect, ...]]]:
    """A test outside a fight after the offer of a point of luck, with what that changed."""
    outcome, lucky = yield from spend_luck(scene, actor, outcome)
    return outcome, ((Luck(actor, -1),) if lucky else ())


TESTS = Tests(checks, resolve, fields=test_fields, adjusted=adjusted, luck=lucky_test)


def _level(check: Check, die: int, margin: int, settings: Data) -> Level:
    """CHO-TEST-01, CHO-ATK-03 to 06: natural 20 or 1 first, then the margin; attacks always succeed on equality."""
    if die == 20 and setting(settings, "natural.20_hits"):
        return Level.CRITICAL
    if _always_fails(die, settings):
        return Level.FUMBLE
    wide = int(setting(settings, "critical.margin")) or abs(margin) + 1
    on_par = ATTACK in check.flags or bool(setting(settings, "test.equal_succeeds"))
    if margin > 0 or (margin == 0 and on_par):
        return Level.CRITICAL if margin >= wide else Level.SUCCESS
    return Level.FUMBLE if margin <= -wide else Level.FAILURE


def _always_fails(die: int, settings: Data) -> bool:
    """CHO-ATK-05: a natural 1 fails whatever the sum, if the table plays so."""
    return die == 1 and bool(setting(settings, "natural.1_misses"))


def _dice(sheet: Data, settings: Data, *about: str) -> tuple[str, ...]:
    """CHO-STATE-01: the flags of a check for which the character's states give worse dice."""
    return tuple(dict.fromkeys(_lesser_dice(sheet, settings, {"all", *about})))


def _lesser_dice(sheet: Data, settings: Data, about: set[str]) -> Iterator[str]:
    for key in states.of(sheet):
        lesser = STATES[key].lesser
        if lesser and lesser in about:
            yield "malus_die" if key == "weakened" and setting(settings, "weakened") == "malus_die" else "d12"
