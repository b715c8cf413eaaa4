"""What follows a blow: resistances, wounds, pushing back and falling (MYT-CORE-07, MYT-WOUND, MYT-CLOSE-KNOCKBACK)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.dice import Dice
from rules.mythras import checks, initiative, resolution, situations
from rules.mythras import sheet as sheets
from rules.mythras.blows import Damage, modifier_dice, pushed
from rules.mythras.defence import holding
from rules.mythras.grades import GRADES, Situation, graded
from rules.mythras.settings import setting
from rules.mythras.special_effects import EFFECTS, Moment
from rules.mythras.tables import LIMBS, SIZE_INDEX
from rules.mythras.weapons import weapons as carried
from rules.outcome import Check, Outcome
from rules.scene import Scene
from rules.script import Effect, Option, Script, choose, roll
from rules.words import Text, pgettext

Effects = tuple[Effect, ...]
D3 = Dice(1, 3)


@dataclass(frozen=True)
class Resisted:
    """How a resistance went: whether it held, and the tests it took."""

    held: bool
    tests: Effects = ()


def resist(
    scene: Scene, victim: str, check: Check, against: Outcome, key: str, label: Text, forced: bool = False
) -> Script[Resisted]:
    """MYT-CORE-07: the victim rolls against the roll of the author and has to win."""
    if forced:
        return Resisted(False)
    tests: Effects = ()
    for number in range(1, 4):
        less = resolution.beyond(check, against.check)
        named = key if number == 1 else f"{key}{number}"
        outcome = yield from resolution.resolve(check, scene.settings, named, label)
        outcome = resolution.judged(check, outcome.faces, scene.settings, less)
        tests += (Effect("outcome", victim, outcome),)
        won = resolution.opposed(against, outcome, scene.settings)
        if won != "again":
            return Resisted(won == "resister", tests)
    return Resisted(True, tests)  # three equal dice in a row: nothing happens


def skill(scene: Scene, fighter: str, key: str, shift: tuple[Situation, ...] = ()) -> Check:
    """A standard skill, or Acrobatics, with the state of the fighter."""
    sheet, rows = scene.sheet(fighter), (*shift, *situations.conditions(scene, fighter))
    known = sheets.learnt(sheet, "acrobatics") if key == "acrobatics" else None
    found = checks.standard(sheet, scene.settings, "evade" if known else key, rows)
    if known is not None:
        target = graded(known, (*rows, *checks.tired(sheet)), scene.settings)
        found = replace(found, what=pgettext("mythras", "Acrobatics"), target=target, extra=known.total)
    return replace(found, actor=fighter)


def by_one_of(scene: Scene, victim: str, keys: tuple[str, ...], key: str, label: Text) -> Script[str]:
    """MYT-FX-TRIP: the victim chooses the skill he resists with, of those he has."""
    sheet = scene.sheet(victim)
    known = [one for one in keys if one != "acrobatics" or sheets.learnt(sheet, "acrobatics") is not None]
    if len(known) == 1:
        return known[0]
    rows = tuple(Option(one, found.what, hint=_worth(found)) for one in known for found in (skill(scene, victim, one),))
    return (yield from choose(key, victim, label, rows))


def _worth(check: Check) -> Text:
    return pgettext("mythras", "%(target)s", target=check.target.total)


# Wounds.


def wound(scene: Scene, victim: str, damage: Damage, against: Outcome, key: str = "") -> Script[Effects]:
    """MYT-WOUND-01 to 04: what the new state of a location brings, after the special effects."""
    after = replace(damage.location, hp=damage.location.hp - damage.dealt)
    if not damage.dealt or after.wound in ("none", "minor"):
        return ()
    if after.wound == "serious":
        return (yield from _serious(scene, victim, damage, against, key))
    return (yield from _major(scene, victim, damage, against, key))


def _serious(scene: Scene, victim: str, damage: Damage, against: Outcome, key: str) -> Script[Effects]:
    """MYT-WOUND-02: no attack for some turns; a limb fails, or consciousness does."""
    faces = yield from roll(f"{key}shaken", victim, D3, pgettext("mythras", "Turns without attacking"))
    label = pgettext("mythras", "Serious wound: Endurance")
    found = yield from resist(scene, victim, skill(scene, victim, "endurance"), against, f"{key}wound", label)
    effects = (*found.tests, Effect("cannot_attack", victim, faces[0]))
    if found.held:
        return effects
    if damage.location.kind not in LIMBS:
        return (*effects, Effect("unconscious", victim, damage.dealt))
    return (*effects, Effect("useless", victim, damage.location.key), *_limb_fails(scene, victim, damage))


def _major(scene: Scene, victim: str, damage: Damage, against: Outcome, key: str) -> Script[Effects]:
    """MYT-WOUND-03: incapacitated; a limb may cost consciousness, the rest life."""
    label = pgettext("mythras", "Major wound: Endurance")
    found = yield from resist(scene, victim, skill(scene, victim, "endurance"), against, f"{key}wound", label)
    if damage.location.kind in LIMBS:
        effects = (*found.tests, Effect("useless", victim, damage.location.key), Effect("prone", victim, True))
        return effects if found.held else (*effects, Effect("unconscious", victim, damage.dealt))
    return (*found.tests, Effect("unconscious", victim, 0) if found.held else Effect("dead", victim))


def _limb_fails(scene: Scene, victim: str, damage: Damage) -> Effects:
    """MYT-WOUND-02: a leg throws its owner down, an arm drops what it holds unless that is strapped to it."""
    if damage.location.kind == "leg":
        return (Effect("prone", victim, True),)
    items = [one for one in carried(scene.sheet(victim), scene.settings) if one.in_hand and not one.natural]
    dropped = [one for one in items if one.category != "shield" and damage.location in holding(scene, victim, one)]
    return tuple(Effect("drop", victim, {"weapon": one.key}) for one in dropped)


def knockback(scene: Scene, victim: str, damage: int, key: str = "") -> Script[Effects]:
    """MYT-CLOSE-KNOCKBACK, MYT-ACT-BRACE: damage above SIZ pushes back, and may throw down."""
    siz = sheets.characteristic(scene.sheet(victim), "siz")
    siz = -(-siz * 3 // 2) if initiative.mark(scene, victim, "braced") else siz
    metres = pushed(damage, siz)
    if not metres:
        return ()
    fallen = yield from stumble(scene, victim, f"{key}knockback", "easy", "standard")
    return (Effect("pushed", victim, metres), *fallen)


def stumble(scene: Scene, victim: str, key: str, acrobatics: str, athletics: str) -> Script[Effects]:
    """MYT-CLOSE-KNOCKBACK, MYT-FX-BASH: keep one’s footing by Acrobatics or Athletics, or fall."""
    label = pgettext("mythras", "Keep one’s footing")
    which = yield from by_one_of(scene, victim, ("athletics", "acrobatics"), f"{key}-skill", label)
    grade = acrobatics if which == "acrobatics" else athletics
    shift = (Situation(pgettext("mythras", "keeping one’s footing"), grade, rule="MYT-CLOSE-KNOCKBACK"),)
    outcome = yield from resolution.resolve(skill(scene, victim, which, shift), scene.settings, f"{key}-roll", label)
    test = Effect("outcome", victim, outcome)
    return (test,) if outcome.level.succeeded else (test, Effect("prone", victim, True))


# The effects that are resisted, or need a choice.


def of_effect(key: str, moment: Moment, mine: Outcome, damage: Damage | None, forced: bool) -> Script[Effects]:
    """MYT-FX-00g: one special effect after the damage, with its resistance."""
    found = _SCRIPTS.get(key)
    return (yield from found(moment, mine, damage, forced)) if found else ()


def _resisted(m: Moment, key: str, mine: Outcome, forced: bool, shift: tuple[Situation, ...] = ()) -> Script[Resisted]:
    row, scene, victim = EFFECTS[key], m.scene, m.loser
    label = pgettext("mythras", "%(effect)s: resist", effect=row.label)
    if forced:
        return Resisted(False)
    if row.resisted == ("style",):
        weapon = m.other
        assert weapon is not None
        rows = (*shift, *situations.conditions(scene, victim, sheets.traits(scene.sheet(victim), weapon.style)))
        check = replace(checks.weapon(scene.sheet(victim), scene.settings, weapon, rows), actor=victim)
    else:
        which = yield from by_one_of(scene, victim, row.resisted, f"{key}-skill", label)
        check = skill(scene, victim, which, shift)
    return (yield from resist(scene, victim, check, mine, f"{key}-resist", label))


def _wounded(damage: Damage | None) -> bool:
    return damage is not None and damage.dealt > 0


def _bleed(m: Moment, mine: Outcome, damage: Damage | None, forced: bool) -> Script[Effects]:
    """MYT-FX-BLEED: only through armour, with a wound."""
    if not _wounded(damage):
        return ()
    found = yield from _resisted(m, "bleed", mine, forced)
    return found.tests if found.held else (*found.tests, Effect("bleeding", m.loser, True))


def _stun(m: Moment, mine: Outcome, damage: Damage | None, forced: bool) -> Script[Effects]:
    """MYT-FX-STUN, MYT-STYLE-KNOCKOUT: as many turns as damage, or minutes on a surprise attack."""
    if damage is None or not damage.dealt:
        return ()
    found = yield from _resisted(m, "stun_location", mine, forced)
    if found.held:
        return found.tests
    gift = initiative.mark(m.scene, m.loser, "gift")
    minutes = bool(gift) and "knockout_blow" in sheets.traits(m.scene.sheet(m.winner), m.weapon.style)
    turns = damage.dealt * (12 * 2 if minutes else 1)
    return (*found.tests, Effect("stunned", m.loser, {"location": damage.location.key, "turns": turns}))


def _trip(m: Moment, mine: Outcome, _damage: Damage | None, forced: bool) -> Script[Effects]:
    """MYT-FX-TRIP: who has four legs may use Athletics, one grade easier."""
    row = EFFECTS["trip"]
    legs = int(m.scene.sheet(m.loser).get("legs", 2))
    label = pgettext("mythras", "%(effect)s: resist", effect=row.label)
    if forced:
        return (Effect("prone", m.loser, True),)
    keys = ("athletics", "brawn") if legs >= 4 else row.resisted
    which = yield from by_one_of(m.scene, m.loser, keys, "trip-skill", label)
    easier = (
        (Situation(pgettext("mythras", "four legs"), steps=-1, rule="MYT-FX-TRIP"),) if which == "athletics" else ()
    )
    found = yield from resist(m.scene, m.loser, skill(m.scene, m.loser, which, easier), mine, "trip-resist", label)
    return found.tests if found.held else (*found.tests, Effect("prone", m.loser, True))


def _disarm(m: Moment, mine: Outcome, _damage: Damage | None, forced: bool) -> Script[Effects]:
    """MYT-FX-DISARM: the sizes of both weapons make it harder or easier to hold on."""
    if m.other is None:
        return ()
    by = SIZE_INDEX[m.own.size if m.own else "small"] - SIZE_INDEX[m.other.size]
    shift = (Situation(pgettext("mythras", "sizes of the weapons"), steps=by, rule="MYT-FX-DISARM"),) if by else ()
    found = yield from _resisted(m, "disarm", mine, forced, shift)
    if found.held:
        return found.tests
    flown = yield from modifier_dice(m.winner, sheets.damage_modifier(m.scene.sheet(m.winner)), "disarm-metres")
    value = {"weapon": m.other.key, "metres": max(0, flown)}
    return (*found.tests, Effect("drop", m.loser, value))


def _surrender(m: Moment, mine: Outcome, _damage: Damage | None, forced: bool) -> Script[Effects]:
    found = yield from _resisted(m, "compel_surrender", mine, forced)
    return found.tests if found.held else (*found.tests, Effect("surrendered", m.loser, True))


def _blind(m: Moment, mine: Outcome, _damage: Damage | None, forced: bool) -> Script[Effects]:
    """MYT-FX-BLIND: resisted with Evade, or with the style of who uses a shield; the game master says how badly."""
    if m.weapon.category == "shield" and not forced:
        label = pgettext("mythras", "%(effect)s: resist", effect=EFFECTS["blind_opponent"].label)
        check = replace(checks.weapon(m.scene.sheet(m.loser), m.scene.settings, m.weapon), actor=m.loser)
        found = yield from resist(m.scene, m.loser, check, mine, "blind_opponent-resist", label)
    else:
        found = yield from _resisted(m, "blind_opponent", mine, forced)
    if found.held:
        return found.tests
    grade = str(setting(m.scene.settings, "blind_grade"))
    if grade == "ask":
        rows = (
            Option("hard", pgettext("mythras", "Hard")),
            Option("formidable", pgettext("mythras", "Formidable")),
        )
        grade = yield from choose("blind-grade", "gm", pgettext("mythras", "How badly blinded?"), rows)
    faces = yield from roll("blind-turns", m.winner, D3, pgettext("mythras", "Turns blinded"))
    return (*found.tests, Effect("blind", m.loser, {"grade": grade, "turns": faces[0]}))


def _bash(m: Moment, _mine: Outcome, damage: Damage | None, _forced: bool) -> Script[Effects]:
    """MYT-FX-BASH: a metre for 2 points with a shield, for 3 with something blunt; the game master knows the ground."""
    if damage is None or m.own is None:
        return ()
    each = 2 if m.own.category == "shield" else 3
    up = setting(m.scene.settings, "bash_rounding") == "up"
    metres = -(-damage.raw // each) if up else damage.raw // each
    if not metres:
        return ()
    rows = (
        Option("clear", pgettext("mythras", "The ground is clear")),
        Option("obstacle", pgettext("mythras", "Into an obstacle")),
    )
    what = pgettext("mythras", "Pushed back %(metres)s m: into what?", metres=metres)
    found = yield from choose("bash-ground", "gm", what, rows)
    push = Effect("pushed", m.loser, metres)
    if found == "clear":
        return (push,)
    return (push, *(yield from stumble(m.scene, m.loser, "bash", "hard", "hard")))


def _impale(m: Moment, _mine: Outcome, damage: Damage | None, _forced: bool) -> Script[Effects]:
    """MYT-FX-IMPALE: a weapon that wounded may be left in."""
    if damage is None or not damage.dealt or m.weapon.ranged or m.weapon.natural:
        return ()
    grade = initiative.impale_grade(m.scene, m.loser, m.weapon.size)
    rows = (
        Option("pull", pgettext("mythras", "Pull it out at once")),
        Option("leave", pgettext("mythras", "Leave it in the wound"), hint=_grade(grade)),
    )
    chosen = yield from choose("impale-leave", m.winner, pgettext("mythras", "The weapon has gone in"), rows)
    if chosen == "pull":
        return ()
    value = {"weapon": m.weapon.key, "by": m.winner, "grade": grade, "location": damage.location.key}
    return (Effect("impaled", m.loser, value),)


def _grade(grade: str) -> Text:
    if grade in GRADES:
        return pgettext("mythras", "his skills become %(grade)s", grade=GRADES[grade].label)
    return pgettext("mythras", "he is incapacitated") if grade else pgettext("mythras", "too small to hamper him")


def _pin_down(m: Moment, mine: Outcome, _damage: Damage | None, forced: bool) -> Script[Effects]:
    """MYT-FX-PIN-DOWN: each further copy lasts a turn more."""
    found = yield from _resisted(m, "pin_down", mine, forced)
    return found.tests if found.held else (*found.tests, Effect("cannot_attack", m.loser, m.chosen.count("pin_down")))


def _drop_foe(m: Moment, mine: Outcome, damage: Damage | None, forced: bool) -> Script[Effects]:
    """MYT-FX-DROP-FOE: at least a minor wound."""
    if not _wounded(damage):
        return ()
    found = yield from _resisted(m, "drop_foe", mine, forced)
    return found.tests if found.held else (*found.tests, Effect("dropped", m.loser, True))


_SCRIPTS = {
    "pin_down": _pin_down,
    "drop_foe": _drop_foe,
    "bleed": _bleed,
    "stun_location": _stun,
    "trip": _trip,
    "disarm": _disarm,
    "compel_surrender": _surrender,
    "blind_opponent": _blind,
    "bash": _bash,
    "impale": _impale,
}
