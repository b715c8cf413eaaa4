"""Melee before any roll: opponents, weapons, and the chances of both sides (POL-MELEE)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.core.check import Check, Modifier
from rules.core.memo import memoize
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.text import Text
from rules.games.polaris.close_combat import aim, balance, holds, modes, several_attacks, situation, techniques, water
from rules.games.polaris.harm import wounds
from rules.games.polaris.harm.damage import Blow
from rules.games.polaris.marks import DONE, ENGAGED
from rules.games.polaris.settings import setting
from rules.games.polaris.shooting import weapons
from rules.games.polaris.shooting.distance import GROUND, in_contact
from rules.games.polaris.shooting.weapons import Weapon
from rules.games.polaris.text import _, ngettext
from rules.games.polaris.trials import checks
from rules.games.polaris.turn import ambush, initiative, surprise
from rules.games.polaris.turn.circumstances import exposed_term, free_term, place_said, rush

MOST_OPPONENTS = 4  # POL-MELEE-05
CROWD = (0, 0, -5, -7, -10)  # POL-MELEE-04, by number of opponents
DEFENCELESS = 5  # POL-MELEE-13
EASED, GUARDED, PARRIED, BACK = 3, -3, 3, -5  # POL-MARTIAL-16, 12, 15, 13

EVEN, CLOSED = "even", "closed"  # what is left of the distance to an opponent: kept, or lost to them


@dataclass(frozen=True)
class Side:
    """One side of an exchange of blows."""

    fighter: str
    weapon: Weapon
    check: Check


@memoize
def opponents(scene: Scene, fighter: str) -> tuple[str, ...]:
    """POL-MELEE-04: those who face a fighter in melee: in contact, or an attack is declared from either side."""
    coming = (who for who in _coming_attacks(scene).get(fighter, ()) if GROUND.near(scene, fighter, who))
    near = {*in_contact(scene, fighter), *coming}
    return tuple(who for who in scene.fighters if who in near and not initiative.is_out(scene, who)) if near else ()


@memoize
def _coming_attacks(scene: Scene) -> Mapping[str, set[str]]:
    """POL-MELEE-04: for each fighter, those between whom and them an attack is still to come; no hidden one’s."""
    rivals: dict[str, set[str]] = {}
    for who in (who for who, row in scene.fighters.items() if not row.hidden):
        for target in declared_targets(scene, who):
            if target in scene.fighters:
                rivals.setdefault(who, set()).add(target)
                rivals.setdefault(target, set()).add(who)
    return rivals


def declared_targets(scene: Scene, fighter: str) -> tuple[str, ...]:
    """The targets of the melee attacks that a fighter has openly declared and not yet made."""
    plan = initiative.declaration(scene, fighter)
    if plan.get("kind") != "melee" or DONE.of(scene, fighter) or initiative.is_sealed(scene, fighter):
        return ()
    return tuple(str(plan[key]) for key in ("target", "then") if key in plan)


def why_no_room(scene: Scene, fighter: str, target: str) -> Text | None:
    """POL-MELEE-05: why a fifth opponent finds no room, on either side.

    A declaration counts those who have declared before; an arrival, those who have come.
    """
    counted = in_contact if initiative.declaration(scene, fighter) else opponents
    for item, other in ((target, fighter), (fighter, target)):
        facing = [enemy for enemy in counted(scene, item) if enemy != other]
        if len(facing) >= MOST_OPPONENTS:
            return _("%(who)s faces four opponents already.", who=scene.name(item))
    return None


def _faced(scene: Scene, fighter: str, against: str = "") -> set[str]:
    # POL-MELEE-04: in sight of all nobody hidden counts, whom the sum of the test would tell.
    unseen = frozenset[str]() if fighter in scene.hidden else scene.hidden - {against}
    return {*opponents(scene, fighter)} - unseen


def crowd(scene: Scene, fighter: str, against: str = "") -> Modifier:
    """POL-MELEE-04, POL-MARTIAL-16: the malus of facing several opponents, in attack and in defence."""
    count = min(len(_faced(scene, fighter, against)), MOST_OPPONENTS)
    eased = EASED if techniques.defence_technique(scene, fighter) == techniques.CROWD else 0
    rule = "POL-MARTIAL-16" if eased else "POL-MELEE-04"
    return Modifier(ngettext("%(count)s opponent", "%(count)s opponents", count), min(0, CROWD[count] + eased), rule)


def reach(scene: Scene, side: Side, against: Side) -> Modifier:
    """POL-MELEE-06 to 09: the bonus of the longer weapon, or its malus without room or distance."""
    if situation.is_hampered(scene, side.fighter, side.weapon):
        return Modifier(_("No room for this weapon"), -side.weapon.reach, "POL-MELEE-09")
    longer = side.weapon.reach - length(scene, against)
    if longer <= 0:
        return Modifier(_("Reach"), 0, "POL-MELEE-07")
    if distance(scene, side.fighter, against.fighter) == EVEN:
        return Modifier(_("Longer weapon"), longer, "POL-MELEE-07")
    whole = setting(scene.settings, "reach_malus_basis") == "full_reach"
    malus = -side.weapon.reach if whole else -longer
    return Modifier(_("The opponent has closed in"), malus, "POL-MELEE-08")


def length(scene: Scene, side: Side) -> int:
    """POL-MELEE-07, 09: the reach of a weapon; none without room for it."""
    return 0 if situation.is_hampered(scene, side.fighter, side.weapon) else side.weapon.reach


def distance(scene: Scene, fighter: str, opponent: str) -> str:
    """POL-MELEE-08: the distance a fighter keeps to an opponent: ``EVEN``, or ``CLOSED`` once it is lost."""
    return str(ENGAGED.rows(scene, fighter).get(opponent, EVEN))


@dataclass(frozen=True)
class Bout:
    """An exchange of blows before any die: the side that attacks, the one that opposes it if any, the technique."""

    mine: Side
    theirs: Side | None
    technique: str


def bout(
    scene: Scene, actor: str, target: str, weapon: Weapon, args: Data, technique: str | None = None
) -> Bout | None:
    """POL-MELEE-01, 13: who tests what, against which chances; ``None`` where the attacker has no such skill.

    The technique is that of the first test declared unless another is given.
    """
    if technique is None:
        technique = holds.opening(scene, actor, target, techniques.attack_technique(scene, actor, target))
    mine = attacker(scene, actor, weapon, args, technique)
    if mine is None:
        return None
    why = why_defenceless(scene, target, actor, args)
    theirs = defender(scene, target, args)
    if why is not None or theirs is None:
        easy = Modifier(why or _NO_DEFENCE, DEFENCELESS, "POL-MELEE-13")
        return Bout(_with(mine, easy), None, technique)
    if _fight_each_other(scene, actor, target):  # POL-INIT-13
        return Bout(mine, None, technique)
    return Bout(_facing(scene, mine, theirs), _facing(scene, theirs, mine), technique)


def attacker(scene: Scene, actor: str, weapon: Weapon, args: Data, technique: str) -> Side | None:
    """The attacking side, with all that does not depend on the opponent."""
    alone = techniques.defence_technique(scene, actor) == techniques.CROWD and len(_faced(scene, actor)) > 1
    art = techniques.CROWD if alone else technique
    return side(scene, actor, weapon, art, *_terms(scene, actor, args, technique))


def defender(scene: Scene, target: str, args: Data) -> Side | None:
    art = techniques.defence_technique(scene, target)
    return side(scene, target, weapons.in_hand(scene, target), art, *_defence_terms(scene, target, args, art))


def counter(scene: Scene, mine: Side, against: Side) -> Bout | None:
    """POL-MARTIAL-13: the defender's counter-attack, against a normal defence."""
    costs = Modifier(techniques.NAMES[techniques.COUNTER], BACK, "POL-MARTIAL-13")
    terms = (*situation.attack_terms(scene, mine.fighter), costs, exposed_term(scene, against.fighter))
    term = side(scene, mine.fighter, mine.weapon, techniques.COUNTER, *terms)
    other = defender(scene, against.fighter, {})
    if term is None or other is None:
        return None
    return Bout(_facing(scene, term, other), _facing(scene, other, term), techniques.COUNTER)


def blow(scene: Scene, met: Bout, target: str, modifier: int, args: Data) -> Blow:
    """The blow of an attacker who wins, by the modifier of their margin (POL-DMG-02)."""
    actor, place = met.mine.fighter, place_said(args) or aim.place(scene, met.mine.fighter)
    extra = (modes.damage_term(scene, actor), techniques.damage_term(met.technique))
    shocks = techniques.shock_term(met.technique)
    return Blow(actor, target, met.mine.weapon, max(0, modifier), place, extra, shocks)


def side(scene: Scene, fighter: str, weapon: Weapon, technique: str, *terms: Modifier) -> Side | None:
    """One side of an exchange: the skill of the weapon with its limits and these terms; ``None`` without such a skill.

    POL-MARTIAL-01, POL-MELEE-11: the technique used limits it, and so do unstable footing and water.
    """
    base = weapons.check(scene, fighter, weapon)
    if base is None:
        return None
    limits = (
        *techniques.limits(scene, fighter, weapon, technique),
        *situation.limits(scene, fighter),
        *water.limits(scene),
    )
    check = checks.limit(scene.sheet(fighter), scene.settings, base, limits) if limits else base
    return Side(fighter, weapon, replace(check, actor=fighter, target=check.target.plus(*terms)))


def why_defenceless(scene: Scene, target: str, attacker: str, args: Data) -> Text | None:
    """POL-MELEE-13, POL-SURP-08: why a target cannot defend itself, if it cannot."""
    seen = not scene.fighters[attacker].hidden and not args.get("unseen")
    if initiative.is_out(scene, target):
        return _("Target unable to act")
    if ambush.free_attack(scene, attacker):
        return _("Target unaware")
    if not surprise.can_defend(scene, target, seen):
        return _("Target surprised")
    if not wounds.can_test(scene.sheet(target)):
        return _("Target too badly hurt to defend itself")
    return _NO_DEFENCE if args.get("defenceless") else None


_NO_DEFENCE = _("Target without defence")


def _facing(scene: Scene, side: Side, against: Side) -> Side:
    guard = GUARDED if techniques.defence_technique(scene, against.fighter) == techniques.GUARD else 0
    guarded = Modifier(_("Guard of the opponent"), guard, "POL-MARTIAL-12")
    return _with(side, crowd(scene, side.fighter, against.fighter), reach(scene, side, against), guarded)


def _with(side: Side, *terms: Modifier) -> Side:
    return replace(side, check=side.check.plus(*terms))


def _fight_each_other(scene: Scene, actor: str, target: str) -> bool:
    if initiative.declaration(scene, target).get("kind") != "melee":
        return False
    aimed = several_attacks.target(scene, target) == actor
    if not aimed or not initiative.act_together(scene, actor, target):
        return False
    return initiative.strikes_now(scene, target) or _can_strike(scene, target)


def _can_strike(scene: Scene, fighter: str) -> bool:
    """POL-TURN-06, POL-SHOCK-03: false for a fighter whose attack has become impossible: they defend themselves."""
    weapon = several_attacks.weapon(scene, fighter)
    armed = weapon is not None and weapon.drawn and weapons.why_unusable(scene, fighter, weapon) is None
    return armed and not holds.is_stunned(scene, fighter) and holds.why_controlled(scene, fighter) is None


def _terms(scene: Scene, actor: str, args: Data, technique: str) -> tuple[Modifier, ...]:
    aimed = techniques.aiming_relief(scene, technique, aim.term(scene, actor))
    malus = several_attacks.malus(scene, actor, technique == techniques.COMBO)
    hands = several_attacks.second_terms(scene, actor)
    tried = techniques.untrained_term(technique)
    placed = situation.attack_terms(scene, actor)
    hurry = (rush(scene, actor), balance.unsteady_term(scene, actor), free_term(args))
    target = several_attacks.target(scene, actor)
    open_to = (exposed_term(scene, target),) if target in scene.fighters else ()
    return modes.attack_term(scene, actor), aimed, *placed, *hands, malus, tried, *hurry, *open_to


def _defence_terms(scene: Scene, target: str, args: Data, technique: str) -> tuple[Modifier, ...]:
    """POL-MARTIAL-14, 15: a dodge gives no ground, and a second weapon parries."""
    kept = args.get("stands") or holds.holders(scene, target)
    stands = bool(kept) and technique != techniques.DODGE
    parry = PARRIED if technique == techniques.PARRY and several_attacks.has_second(scene, target) else 0
    second = Modifier(techniques.NAMES[techniques.PARRY], parry, "POL-MARTIAL-15")
    placed = situation.defence_terms(scene, target, args)
    return modes.defence_term(scene, target, stands), *placed, second, free_term(args, "defence_modifier")
