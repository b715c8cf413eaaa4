"""Consequences of a blow: resistances, wounds, knockback and falls (MYT-CORE-07, MYT-WOUND, MYT-CLOSE-KNOCKBACK)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.core.check import Check, Outcome
from rules.core.dice import Dice
from rules.core.scene import Scene
from rules.core.script import Effect, Option, Script, choose, roll
from rules.core.text import Text
from rules.games.mythras import marks
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.character.tables import LIMBS
from rules.games.mythras.combat import situations
from rules.games.mythras.combat.blows import Damage, knockback_metres
from rules.games.mythras.combat.injuries import Dead, Unconscious, Useless
from rules.games.mythras.equipment import limbs
from rules.games.mythras.equipment.holding import Drop
from rules.games.mythras.equipment.weapons import weapons as carried
from rules.games.mythras.rolls import checks, resolution
from rules.games.mythras.rolls.grades import Situation, apply_grade
from rules.games.mythras.rounds.states import Prone, Pushed, Shaken
from rules.games.mythras.text import _

Effects = tuple[Effect, ...]
D3 = Dice(1, 3)


@dataclass(frozen=True)
class Resisted:
    """The outcome of a resistance: held or not, and the tests it took."""

    held: bool
    tests: Effects = ()


def resist(scene: Scene, victim: str, check: Check, against: Outcome, key: str, label: Text) -> Script[Resisted]:
    """MYT-CORE-07: the victim rolls against the roll of the author and has to win."""
    tests: Effects = ()
    for number in range(1, 4):
        less = resolution.above_hundred(check, against.check)
        named = key if number == 1 else f"{key}{number}"
        outcome = yield from resolution.resolve(check, scene.settings, named, label)
        outcome = resolution.judge(check, outcome.faces, scene.settings, less)
        tests += (Effect("outcome", victim, outcome),)
        won = resolution.opposed(against, outcome, scene.settings)
        if won != resolution.AGAIN:
            return Resisted(won == "resister", tests)
    return Resisted(True, tests)  # three equal dice in a row: nothing happens


def skill(scene: Scene, fighter: str, key: str, shift: tuple[Situation, ...] = (), fights: bool = False) -> Check:
    """A standard skill, or Acrobatics, with the state of the fighter.

    MYT-SIT: lying, crouching or being blind weighs on a test that ``fights``, not on one to resist or to stand up.
    """
    traits = limbs.style_traits(scene, fighter) if fights else frozenset()
    state = situations.conditions(scene, fighter, traits) if fights else situations.burdens(scene, fighter)
    needed = limbs.BEARING if key in ("athletics", "evade", "acrobatics") else limbs.TRUNK
    hampered = () if key in ("endurance", "willpower") else limbs.wound_situations(scene, fighter, kinds=needed)
    sheet, rows = scene.sheet(fighter), (*shift, *state, *hampered)
    learnt = sheets.learnt(sheet, "acrobatics") if key == "acrobatics" else None
    check = checks.standard(sheet, scene.settings, "evade" if learnt else key, rows)
    if learnt is not None:
        target = apply_grade(learnt, (*rows, *checks.fatigue_situations(sheet)), scene.settings)
        check = replace(check, key=key, what=_("Acrobatics"), target=target, extra=learnt.total)
    return replace(check, actor=fighter)


def choose_skill(scene: Scene, victim: str, keys: tuple[str, ...], key: str, label: Text) -> Script[str]:
    """MYT-FX-TRIP, MYT-UI-11: the victim chooses the skill they resist with, of those they have."""
    sheet = scene.sheet(victim)
    tests = [
        skill_key for skill_key in keys if skill_key != "acrobatics" or sheets.learnt(sheet, "acrobatics") is not None
    ]
    first, *others = tests
    if not others:
        return first
    rows = tuple(
        Option(skill_key, rows.what, hint=target_text(rows))
        for skill_key in tests
        for rows in (skill(scene, victim, skill_key),)
    )
    return (yield from choose(key, victim, label, rows))


def target_text(check: Check) -> Text:
    return _("%(target)s", target=check.target.total)


# Wounds.


def wound(scene: Scene, victim: str, damage: Damage, against: Outcome) -> Script[Effects]:
    """MYT-WOUND-01 to 04, MYT-UI-13: what the new state of a location brings, after the special effects."""
    after = replace(damage.location, hp=damage.location.hp - damage.dealt)
    if not damage.dealt or after.wound in ("none", "minor"):
        return ()
    if after.wound == "serious":
        return (yield from _serious(scene, victim, damage, against))
    return (yield from _major(scene, victim, damage, against))


def _serious(scene: Scene, victim: str, damage: Damage, against: Outcome) -> Script[Effects]:
    """MYT-WOUND-02: no attack for some turns; a limb fails, or consciousness does."""
    (turns,) = yield from roll("shaken", victim, D3, _("Turns without attacking"))
    label = _("Serious wound: Endurance")
    resisted = yield from resist(scene, victim, skill(scene, victim, "endurance"), against, "wound", label)
    effects = (*resisted.tests, Shaken(victim, turns))
    if resisted.held:
        return effects
    if damage.location.kind not in LIMBS:
        return (*effects, Unconscious(victim, damage.dealt))
    return (*effects, Useless(victim, damage.location.key), *_limb_fails(scene, victim, damage))


def _major(scene: Scene, victim: str, damage: Damage, against: Outcome) -> Script[Effects]:
    """MYT-WOUND-03: incapacitated; a limb drops what it holds and may cost consciousness, the rest life."""
    label = _("Major wound: Endurance")
    resisted = yield from resist(scene, victim, skill(scene, victim, "endurance"), against, "wound", label)
    if damage.location.kind in LIMBS:
        lost = (row for row in _limb_fails(scene, victim, damage) if isinstance(row, Drop))
        effects = (*resisted.tests, Useless(victim, damage.location.key), *lost, Prone(victim))
        return effects if resisted.held else (*effects, Unconscious(victim, damage.dealt))
    return (*resisted.tests, Unconscious(victim, 0) if resisted.held else Dead(victim))


def _limb_fails(scene: Scene, victim: str, damage: Damage) -> Effects:
    """MYT-WOUND-02: a leg throws its owner down, an arm drops what it holds unless that is strapped to it."""
    if damage.location.kind == "leg":
        return (Prone(victim),)
    items = [weapon for weapon in carried(scene.sheet(victim), scene.settings) if weapon.in_hand and not weapon.natural]
    dropped = [
        weapon
        for weapon in items
        if weapon.category != "shield" and damage.location.key in limbs.holding(scene, victim, weapon)
    ]
    return tuple(Drop(victim, weapon=row.key) for row in dropped)


def knockback(scene: Scene, victim: str, damage: int) -> Script[Effects]:
    """MYT-CLOSE-KNOCKBACK, MYT-ACT-BRACE: damage above SIZ pushes back, and may knock down a standing target."""
    siz = sheets.characteristic(scene.sheet(victim), "siz")
    siz = -(-siz * 3 // 2) if marks.BRACED.of(scene, victim) else siz
    metres = knockback_metres(damage, siz)
    if not metres:
        return ()
    if marks.PRONE.of(scene, victim) or sheets.is_dead(scene.sheet(victim)):
        return (Pushed(victim, metres),)
    fallen = yield from stumble(scene, victim, "knockback", "easy", "standard")
    return (Pushed(victim, metres), *fallen)


def stumble(scene: Scene, victim: str, key: str, acrobatics: str, athletics: str) -> Script[Effects]:
    """MYT-CLOSE-KNOCKBACK, MYT-FX-BASH: keep one’s footing by Acrobatics or Athletics, or fall."""
    label = _("Keep one’s footing")
    which = yield from choose_skill(scene, victim, ("athletics", "acrobatics"), f"{key}-skill", label)
    grade = acrobatics if which == "acrobatics" else athletics
    shift = (Situation(_("keeping one’s footing"), grade, rule="MYT-CLOSE-KNOCKBACK"),)
    outcome = yield from resolution.resolve(skill(scene, victim, which, shift), scene.settings, f"{key}-roll", label)
    test = Effect("outcome", victim, outcome)
    return (test,) if outcome.level.succeeded else (test, Prone(victim))
