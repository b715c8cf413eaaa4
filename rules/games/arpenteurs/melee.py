"""Melee: a blow, the reaction of whom it is aimed at, and who is hurt by it."""

from __future__ import annotations

from rules.core.check import Check
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Effect, Script
from rules.games.arpenteurs import checks, harm, reactions, trials
from rules.games.arpenteurs import sheet as sheets
from rules.games.arpenteurs.harm import Blow
from rules.games.arpenteurs.reactions import NOTHING, Attack
from rules.games.arpenteurs.sheet import Weapon
from rules.games.arpenteurs.text import _

Effects = tuple[Effect, ...]


def blow(scene: Scene, actor: str, target: str, weapon: Weapon, args: Data) -> Script[Effects]:
    """ARP-ATK-01, 02, 04: a blow is opposed by an attack or a dodge, or a simple test where there is no reaction."""
    aware = not trials.unaware(scene, actor, target, args)
    chosen = yield from reactions.react(scene, Attack(actor, target, False, aware, can_be_dodged=True))
    mine = threat(scene, actor, target, weapon, args)
    label = _("Attack: %(weapon)s", weapon=weapon.label)
    noticed = trials.noticed(actor, target)
    struck = Blow(actor, target, weapon, trials.location(args))
    if chosen == NOTHING:
        outcome = yield from checks.resolve(mine, scene.settings, "attack", label)
        tested: Effects = (Effect("outcome", actor, outcome), noticed)
        if not outcome.level.succeeded:
            return tested
        hurt = yield from harm.harm(scene, struck, outcome.margin)
        return (*tested, *hurt)

    back, theirs = answer(scene, target, actor, chosen)
    mode = "attack" if back else "dodge"
    tested, found = yield from trials.opposition(mode, mine, theirs, scene.settings, label)
    if found.winner == "attacker":
        hurt = yield from harm.harm(scene, struck, found.degrees)
        return (*tested, noticed, *hurt)
    if found.winner == "defender" and back is not None:  # ARP-REACT-04
        hurt = yield from harm.harm(scene, Blow(target, actor, back), found.degrees)
        return (*tested, noticed, *hurt)
    return (*tested, noticed)


def threat(scene: Scene, actor: str, target: str, weapon: Weapon, args: Data) -> Check:
    """ARP-ATK-01, ARP-COVER-03: the test of a blow with everything that changes it."""
    lines = (*trials.melee_lines(scene, actor, target, args), trials.said(args))
    return trials.tested(scene, actor, weapon, args, *lines)


def answer(scene: Scene, fighter: str, attacker: str, chosen: str) -> tuple[Weapon | None, Check]:
    """ARP-ATK-02, 04: the test of a reaction: with a weapon, or with the skill of dodging."""
    weapon = sheets.weapon(scene.sheet(fighter), chosen.removeprefix("attack-"))
    if weapon is None:
        return None, trials.skill(scene, fighter, reactions.DODGING)
    return weapon, trials.tested(scene, fighter, weapon, {}, *trials.melee_lines(scene, fighter, attacker, {}))
