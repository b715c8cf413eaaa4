"""Melee: a blow, the reaction of whom it is aimed at, and who is hurt by it."""

from __future__ import annotations

from dataclasses import replace

from rules.arpenteurs import checks, harm, reactions, trials
from rules.arpenteurs import sheet as sheets
from rules.arpenteurs.harm import Blow
from rules.arpenteurs.reactions import NOTHING, Attack
from rules.arpenteurs.sheet import Weapon
from rules.outcome import Check
from rules.paths import Data
from rules.scene import Scene
from rules.script import Effect, Script
from rules.words import pgettext

Effects = tuple[Effect, ...]


def blow(scene: Scene, actor: str, target: str, weapon: Weapon, args: Data) -> Script[Effects]:
    """ARP-ATK-01, 02, 04: a blow is opposed by an attack or a dodge, or a simple test where there is no reaction."""
    aware = not trials.unaware(scene, actor, target, args)
    chosen = yield from reactions.react(scene, Attack(actor, target, False, aware))
    mine = trials.tested(scene, actor, weapon, args, *trials.melee_lines(scene, actor, target, args), trials.said(args))
    label = pgettext("arpenteurs", "Attack: %(weapon)s", weapon=weapon.label)
    noticed = trials.noticed(actor, target)
    struck = Blow(actor, target, weapon, 0, trials.location(args))
    if chosen == NOTHING:
        outcome = yield from checks.resolve(mine, scene.settings, "attack", label)
        tested: Effects = (Effect("outcome", actor, outcome), noticed)
        if not outcome.level.succeeded:
            return tested
        hurt = yield from harm.harm(scene, replace(struck, degrees=outcome.margin))
        return (*tested, *hurt)

    back = sheets.weapon(scene.sheet(target), chosen.removeprefix("attack-"))
    theirs = _answer(scene, target, actor, back)
    mode = "attack" if back else "dodge"
    tested, found = yield from trials.opposition(mode, mine, theirs, scene.settings, label)
    if found.winner == "attacker":
        hurt = yield from harm.harm(scene, replace(struck, degrees=found.degrees))
        return (*tested, noticed, *hurt)
    if found.winner == "defender" and back is not None:  # ARP-REACT-04
        hurt = yield from harm.harm(scene, Blow(target, actor, back, found.degrees))
        return (*tested, noticed, *hurt)
    return (*tested, noticed)


def _answer(scene: Scene, fighter: str, attacker: str, weapon: Weapon | None) -> Check:
    """ARP-ATK-02, 04: the test of a reaction: a weapon, or the skill of dodging."""
    if weapon is not None:
        return trials.tested(scene, fighter, weapon, {}, *trials.melee_lines(scene, fighter, attacker, {}))
    return trials.skill(scene, fighter, "esquive")
