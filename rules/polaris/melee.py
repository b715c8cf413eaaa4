"""Melee: who faces whom, the opposed test with crowd and reach, and what the winner makes of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.outcome import Check, Modifier, Outcome
from rules.paths import Data
from rules.polaris import aim, initiative, modes, several_attacks, surprise, techniques, weapons, wounds
from rules.polaris.circumstances import free, place_said, ruled, rush
from rules.polaris.damage import Blow, harm
from rules.polaris.resolution import resolve, winner
from rules.polaris.settings import setting
from rules.polaris.weapons import Weapon
from rules.scene import Scene
from rules.script import Effect, Option, Script, choose, together
from rules.words import Text, pgettext

CONTACT = 3  # POL-MELEE-14, in metres
MOST_OPPONENTS = 4  # POL-MELEE-05
CROWD = (0, 0, -5, -7, -10)  # POL-MELEE-04, by number of opponents
DEFENCELESS = 5  # POL-MELEE-13

EVEN, CLOSED = "even", "closed"  # what is left of the distance to an opponent: kept, or lost to him


@dataclass(frozen=True)
class Side:
    """One side of an exchange of blows."""

    fighter: str
    weapon: Weapon
    check: Check


def opponents(scene: Scene, fighter: str) -> tuple[str, ...]:
    """POL-MELEE-04: those who face a fighter in melee and are still in it."""
    engaged = scene.fighters[fighter].marks.get("engaged", {})
    return tuple(one for one in engaged if one in scene.fighters and not initiative.is_out(scene, one))


def no_room(scene: Scene, fighter: str, target: str) -> Text | None:
    """POL-MELEE-05: why a fifth opponent finds no room, on either side."""
    for one, other in ((target, fighter), (fighter, target)):
        facing = [enemy for enemy in opponents(scene, one) if enemy != other]
        if len(facing) >= MOST_OPPONENTS:
            return pgettext("polaris", "%(who)s faces four opponents already.", who=scene.name(one))
    return None


def crowd(scene: Scene, fighter: str) -> Modifier:
    """POL-MELEE-04: the malus of facing several opponents, in attack and in defence."""
    count = min(len(opponents(scene, fighter)), MOST_OPPONENTS)
    return Modifier(pgettext("polaris", "Opponents: %(count)s", count=count), CROWD[count], "POL-MELEE-04")


def reach(scene: Scene, side: Side, against: Side) -> Modifier:
    """POL-MELEE-06 to 08: what the longer weapon gives, or costs once the opponent has closed in."""
    longer = side.weapon.reach - against.weapon.reach
    if longer <= 0:
        return Modifier(pgettext("polaris", "Reach"), 0, "POL-MELEE-07")
    if distance(scene, side.fighter, against.fighter) == EVEN:
        return Modifier(pgettext("polaris", "Longer weapon"), longer, "POL-MELEE-07")
    whole = setting(scene.settings, "reach_malus_basis") == "full_reach"
    malus = -side.weapon.reach if whole else -longer
    return Modifier(pgettext("polaris", "The opponent has closed in"), malus, "POL-MELEE-08")


def distance(scene: Scene, fighter: str, opponent: str) -> str:
    """POL-MELEE-08: whether a fighter keeps his distance to an opponent."""
    return str(scene.fighters[fighter].marks.get("engaged", {}).get(opponent, EVEN))


def attack(scene: Scene, actor: str, target: str, weapon: Weapon, args: Data) -> Script[tuple[Effect, ...]]:
    """POL-MELEE-01, 02: the tests, then the distance, then the harm an attacker who wins does."""
    met = bout(scene, actor, target, weapon, args)
    if met is None:
        return ()
    tests = yield from (_opposed(scene, met.mine, met.theirs) if met.theirs else _alone(scene, met.mine))
    effects = [Effect("outcome", outcome.check.actor, outcome) for outcome in tests.outcomes]
    if met.theirs is not None and tests.winner:
        effects += yield from _measure(scene, tests.winner, met.mine, met.theirs)
    if not ruled(args, tests.winner == actor):
        return tuple(effects)
    hurt = yield from harm(scene, blow(scene, met, target, tests.outcomes[0].modifier, args))
    return (*effects, *hurt)


@dataclass(frozen=True)
class Bout:
    """An exchange of blows before any die: the side that attacks, the one that opposes it if any, the technique."""

    mine: Side
    theirs: Side | None
    technique: str


def bout(scene: Scene, actor: str, target: str, weapon: Weapon, args: Data) -> Bout | None:
    """POL-MELEE-01, 13: who tests what, against which chances; ``None`` where the attacker has no such skill."""
    technique = techniques.used(scene, actor, target)
    mine = side(scene, actor, weapon, *_terms(scene, actor, args, technique))
    if mine is None:
        return None
    mine = replace(mine, check=techniques.limited(scene, mine.check, technique))
    why = defenceless(scene, target, actor, args)
    theirs = side(scene, target, weapons.in_hand(scene, target), *_defence_terms(scene, target, args))
    if why is not None or theirs is None:
        easy = Modifier(why or _NO_DEFENCE, DEFENCELESS, "POL-MELEE-13")
        return Bout(_with(mine, easy), None, technique)
    if _mutual(scene, actor, target):  # POL-INIT-13
        return Bout(mine, None, technique)
    return Bout(_facing(scene, mine, theirs), _facing(scene, theirs, mine), technique)


def blow(scene: Scene, met: Bout, target: str, modifier: int, args: Data) -> Blow:
    """The blow of an attacker who wins, by the modifier of his margin (POL-DMG-02)."""
    actor, place = met.mine.fighter, place_said(args) or aim.place(scene, met.mine.fighter)
    extra = (modes.damage_term(scene, actor), techniques.damage_term(met.technique))
    shocks = techniques.shock_term(met.technique)
    return Blow(actor, target, met.mine.weapon, max(0, modifier), place, extra, shocks)


def side(scene: Scene, fighter: str, weapon: Weapon, *terms: Modifier) -> Side | None:
    """One side of an exchange: the skill of the weapon with these terms, or ``None`` where there is no such skill."""
    found = weapons.check(scene, fighter, weapon)
    return Side(fighter, weapon, replace(found, target=found.target.plus(*terms))) if found else None


def defenceless(scene: Scene, target: str, attacker: str, args: Data) -> Text | None:
    """POL-MELEE-13, POL-SURP-08: why a target cannot defend itself, if it cannot."""
    seen = not scene.fighters[attacker].hidden and not args.get("unseen", False)
    if initiative.is_out(scene, target):
        return pgettext("polaris", "Target unable to act")
    if not surprise.can_defend(scene, target, seen):
        return pgettext("polaris", "Target surprised")
    if not wounds.can_test(scene.sheet(target)):
        return pgettext("polaris", "Target too badly hurt to defend itself")
    return _NO_DEFENCE if args.get("defenceless", False) else None


_NO_DEFENCE = pgettext("polaris", "Target without defence")


@dataclass(frozen=True)
class _Tests:
    outcomes: tuple[Outcome, ...]
    winner: str


def _alone(scene: Scene, mine: Side) -> Script[_Tests]:
    outcome = yield from resolve(mine.check, scene.settings, "attack", _named(mine.check))
    return _Tests((outcome,), mine.fighter if outcome.level.succeeded else "")


def _opposed(scene: Scene, mine: Side, theirs: Side) -> Script[_Tests]:
    """POL-OPP-01, 02: both dice together; nobody wins an equality."""
    attack, defence = mine.check, theirs.check
    one, other = yield from together(
        resolve(attack, scene.settings, "attack", _named(attack)),
        resolve(defence, scene.settings, "defence", pgettext("polaris", "Defence: %(skill)s", skill=defence.what)),
    )
    best = winner(one, other, scene.settings)
    return _Tests((one, other), best.check.actor if best else "")


def _facing(scene: Scene, one: Side, against: Side) -> Side:
    return _with(one, crowd(scene, one.fighter), reach(scene, one, against))


def _with(one: Side, *terms: Modifier) -> Side:
    return replace(one, check=replace(one.check, target=one.check.target.plus(*terms)))


def _measure(scene: Scene, best: str, mine: Side, theirs: Side) -> Script[tuple[Effect, ...]]:
    """POL-MELEE-08: who loses against a shorter weapon may lose his distance; winning gives it back."""
    won, lost = (mine, theirs) if best == mine.fighter else (theirs, mine)
    back = distance(scene, won.fighter, lost.fighter) == CLOSED
    regained = back and setting(scene.settings, "reach_malus_duration") == "until_win_or_break"
    effects = (_distance(won.fighter, lost.fighter, EVEN),) if regained else ()
    if lost.weapon.reach <= won.weapon.reach or distance(scene, lost.fighter, won.fighter) == CLOSED:
        return effects
    options = (
        Option("close_in", pgettext("polaris", "Close in: the longer weapon becomes a hindrance")),
        Option("stay", pgettext("polaris", "Keep the distance")),
    )
    chosen = yield from choose("distance", won.fighter, pgettext("polaris", "Distance"), options)
    return (*effects, _distance(lost.fighter, won.fighter, CLOSED)) if chosen == "close_in" else effects


def _distance(fighter: str, opponent: str, state: str) -> Effect:
    return Effect("distance", fighter, {"opponent": opponent, "state": state})


def _mutual(scene: Scene, actor: str, target: str) -> bool:
    if initiative.declared(scene, target).get("kind") != "melee":
        return False
    aimed = several_attacks.target(scene, target) == actor
    return aimed and initiative.act_together(scene, actor, target)


def _terms(scene: Scene, actor: str, args: Data, technique: str) -> tuple[Modifier, ...]:
    aimed = techniques.eased(scene, technique, aim.term(scene, actor))
    malus = several_attacks.malus(scene, actor, technique == techniques.COMBO)
    hands = several_attacks.second_terms(scene, actor)
    tried = techniques.untrained_term(technique)
    return modes.attack_term(scene, actor), aimed, *hands, malus, tried, rush(scene, actor), free(args)


def _defence_terms(scene: Scene, target: str, args: Data) -> tuple[Modifier, ...]:
    stands = bool(args.get("stands", False))
    return modes.defence_term(scene, target, stands), free(args, "defence_modifier")


def _named(check: Check) -> Text:
    return pgettext("polaris", "Attack: %(skill)s", skill=check.what)
