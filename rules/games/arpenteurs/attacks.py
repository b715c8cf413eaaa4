"""What a fighter undertakes against another: an attack, a murder, anything that can be thwarted."""

from __future__ import annotations

from dataclasses import replace

from rules.core.check import Check, Modifier
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Effect, Script
from rules.games.arpenteurs import checks, harm, melee, places, ranged, reactions, shooting, trials
from rules.games.arpenteurs import sheet as sheets
from rules.games.arpenteurs.reactions import NOTHING
from rules.games.arpenteurs.sheet import Weapon
from rules.games.arpenteurs.tables import MURDER
from rules.games.arpenteurs.text import _

Effects = tuple[Effect, ...]


def strike(scene: Scene, actor: str, args: Data) -> Script[Effects]:
    """ARP-ATK-01: an attack from its opportunities to its harm, in melee or from afar."""
    weapon, target = sheets.weapon(scene.sheet(actor), args["weapon"]), args["target"]
    if weapon is None or target not in scene.fighters:
        return ()
    if weapon.is_melee:
        effects = yield from melee.blow(scene, actor, target, weapon, args)
        return effects
    shot = shooting.at(scene, actor, target, weapon, args)
    effects = yield from ranged.shoot(scene, actor, target, shot, args)
    return effects


def assassinate(scene: Scene, actor: str, args: Data) -> Script[Effects]:
    """ARP-ASSN-02 to 04: a simple test at −4, and the whole ECG at once."""
    weapon, target = sheets.weapon(scene.sheet(actor), args["weapon"]), args["target"]
    if weapon is None or target not in scene.fighters:
        return ()
    check = murder(scene, actor, target, weapon, args)
    label = _("Assassination: %(weapon)s", weapon=weapon.label)
    outcome = yield from checks.resolve(check, scene.settings, "attack", label)
    tested = (Effect("outcome", actor, outcome), trials.noticed(actor, target))
    if not outcome.level.succeeded:
        return tested
    end = yield from harm.death(scene, target, murder=True)
    return (*tested, Effect("slain", target), *end)


def murder(scene: Scene, actor: str, target: str, weapon: Weapon, args: Data) -> Check:
    """ARP-ASSN-02, 03: the test of an assassination, with the cover over which the blow comes."""
    hard = Modifier(_("Assassination"), MURDER, "ARP-ASSN-02")
    over = replace(places.cover_line(places.between(scene, actor, target)), rule="ARP-ASSN-03")
    return trials.tested(scene, actor, weapon, args, hard, over, trials.said(args))


def attempt(scene: Scene, actor: str, args: Data) -> Script[Effects]:
    """ARP-REACT-01, 02: a simple test, or an opposition where somebody reacts with a skill that fits."""
    mine = checks.asked(scene.sheet(actor), scene.settings, args, actor)
    if mine is None:
        return ()
    chosen, against = NOTHING, args["against"]
    if against in scene.fighters:
        skills = tuple((line.key, line.label) for line in sheets.lines(scene.sheet(against)))
        chosen = yield from reactions.thwart(scene, against, skills, actor)
    if chosen == NOTHING:
        outcome = yield from checks.resolve(mine, scene.settings, "test")
        return (Effect("outcome", actor, outcome),)
    theirs = trials.skill(scene, against, chosen)
    effects, _found = yield from trials.opposition("generic", mine, theirs, scene.settings, mine.what)
    return effects
