"""Conditions of a special effect: each gives the reason against it (MYT-FX)."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.check import Level
from rules.core.scene import Scene
from rules.core.text import Text
from rules.games.mythras import marks
from rules.games.mythras.actions import cover
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.effects.moment import HAUL, LEAPS, Moment
from rules.games.mythras.equipment import limbs
from rules.games.mythras.equipment.weapons import weapons
from rules.games.mythras.rounds import initiative
from rules.games.mythras.rounds.states import Free, Prone, after_effects
from rules.games.mythras.settings import setting
from rules.games.mythras.text import _

Condition = Callable[[Moment], Text | None]
HOLDS = (marks.ENTANGLED, marks.GRIPPED, marks.PINNED)


def flag(flag: str, words: Text) -> Condition:
    """A kind of weapon in the hand of the winner (MYT-FX-00f)."""
    return lambda m: None if m.own is not None and flag in m.own.flags else words


def own_critical(m: Moment) -> Text | None:
    """MYT-FX-00e: a critical success of the winner."""
    level = m.attack if m.side == "attacker" else m.defence
    return None if level is Level.CRITICAL else _("Needs a critical success of one’s own.")


def their_fumble(m: Moment) -> Text | None:
    """MYT-FX-00e: a fumble of the loser."""
    level = m.defence if m.side == "attacker" else m.attack
    return None if level is Level.FUMBLE else _("Needs a fumble of the opponent.")


def hits(m: Moment) -> Text | None:
    return None if m.hits else _("The blow does not land.")


def defends(m: Moment) -> Text | None:
    """A blow that comes at who chooses."""
    return _("This blow is one’s own.") if m.side == "attacker" else None


def attacks(m: Moment) -> Text | None:
    return None if m.side == "attacker" else _("Needs a blow of one’s own.")


def armed(m: Moment) -> Text | None:
    return None if m.own is not None else _("Needs a weapon of one’s own here.")


def not_evaded(m: Moment) -> Text | None:
    """MYT-FX-00i: whoever evaded has no parrying weapon to choose this with."""
    evaded = m.side == "defender" and m.reaction in ("evade", "evaded", "leap-evaded")
    return _("Needs a parry, with a weapon.") if evaded else None


def other_armed(m: Moment) -> Text | None:
    """MYT-FX-DISARM, MYT-FX-PIN-WEAPON: a weapon or a shield in the hand of the loser, used in this exchange or not."""
    return None if m.in_hand else _("The opponent holds no weapon.")


def other_whole(m: Moment) -> Text | None:
    """MYT-FX-DAMAGE-WEAPON: something on the other side that can break."""
    return None if m.breakable is not None else _("Nothing here can be damaged.")


def within_reach(m: Moment) -> Text | None:
    """MYT-FX-DAMAGE-WEAPON: a shield breaks under missiles; whoever shoots is out of reach of what parries."""
    far = m.weapon.ranged and m.side == "defender"
    strict = m.weapon.firearm and setting(m.scene.settings, "firearm_damage_weapon_needs_critical")
    if far:
        return _("In close combat alone.")
    return own_critical(m) if strict else None


def their_reach(m: Moment) -> Text | None:
    """The limit of shots: targets do nothing to the shooter; a shot may knock down or disarm."""
    return melee(m) if m.side == "defender" else None


def melee(m: Moment) -> Text | None:
    return _("In close combat alone.") if m.weapon.ranged else None


def not_too_strong(m: Moment) -> Text | None:
    """MYT-FX-DISARM: nobody disarms who is more than twice as strong."""
    mine, theirs = (sheets.characteristic(m.scene.sheet(who), "str") for who in (m.winner, m.loser))
    return _("The opponent is more than twice as strong.") if theirs > 2 * mine else None


def not_too_large(m: Moment) -> Text | None:
    """MYT-FX-BASH: nobody pushes who is more than twice as large; to brace oneself counts double."""
    mine, theirs = (sheets.characteristic(m.scene.sheet(who), "siz") for who in (m.winner, m.loser))
    theirs *= 2 if marks.BRACED.of(m.scene, m.loser) else 1
    return _("The opponent is more than twice as large.") if theirs > 2 * mine else None


def sundering(m: Moment) -> Text | None:
    """MYT-FX-SUNDER: a weapon that ruins armour."""
    fits = m.own is not None and ("sundering" in m.own.flags or ("two_handed" in m.own.flags and not m.own.firearm))
    return None if fits else _("Needs a two-handed weapon, or one made for it.")


def shield_or_blunt(m: Moment) -> Text | None:
    """MYT-FX-BASH: a shield or something blunt."""
    fits = m.own is not None and (m.own.category == "shield" or "bludgeoning" in m.own.flags)
    return None if fits else _("Needs a shield or a bludgeoning weapon.")


def blow(m: Moment) -> Text | None:
    """MYT-CLOSE-LEAP, MYT-FX-ENTANGLE: a blow, which neither a leap nor a pull at the entangled is."""
    return _("No blow is struck.") if m.reaction in (HAUL, *LEAPS) else None


def touches(m: Moment) -> Text | None:
    """A blow that lands, or a leap that bears its target down."""
    return None if m.hits or (m.reaction in LEAPS and m.attack.succeeded) else _("The blow does not land.")


def free_hand(m: Moment) -> Text | None:
    """MYT-FX-GRIP: a hand that holds nothing, for whoever has hands; claws, tails and the like are always free."""
    return None if limbs.free_hand(m.scene, m.winner) else _("No hand is free.")


def unarmed(m: Moment) -> Text | None:
    """MYT-FX-GRIP: an attack without weapons."""
    return None if m.own is not None and m.own.natural else _("Needs an attack without weapons.")


def parried_well(m: Moment) -> Text | None:
    """MYT-FX-ENHANCE-PARRY, MYT-FX-FEINT: a parry that succeeded."""
    parried = m.guard is not None and m.defence.succeeded
    return None if parried else _("Nothing was parried.")


def held(m: Moment) -> Text | None:
    """MYT-FX-SLIP-FREE: something that holds the winner."""
    caught = any(mark.rows(m.scene, m.winner) for mark in HOLDS)
    return None if caught else _("Nothing holds the fighter.")


def prone(m: Moment) -> Text | None:
    """MYT-FX-ARISE: the winner lies on the ground, perhaps by evading this."""
    return None if marks.PRONE.of(m.scene, m.winner) else _("Already standing.")


def standing(m: Moment) -> Text | None:
    """MYT-FX-TRIP: a loser who does not lie already."""
    return _("Lies on the ground.") if marks.PRONE.of(m.scene, m.loser) else None


def legs(m: Moment) -> Text | None:
    """MYT-FX-ARISE, MYT-WOUND-02: a leg that carries."""
    return limbs.why_legless(m.scene, m.winner)


def not_rooted(m: Moment) -> Text | None:
    """MYT-FX-WITHDRAW, MYT-FX-STUN, MYT-FX-00c: nothing keeps the winner in their place, or no longer does."""
    freed = {"slip_free": Free(m.winner), "arise": Prone(m.winner, False)}
    return limbs.why_immobile(after_effects(m.scene, (freed[key] for key in m.chosen if key in freed)), m.winner)


def heedful(m: Moment) -> Text | None:
    """MYT-FX-PRESS: a loser who cares for their defence."""
    heedless = m.scene.sheet(m.loser).get("heedless")
    return _("This opponent does not care for its defence.") if heedless else None


def sapient(m: Moment) -> Text | None:
    sheet = m.scene.sheet(m.loser)
    return None if sheet.get("sapient", True) else _("This creature does not understand.")


def surrenders(m: Moment) -> Text | None:
    """MYT-FX-SURRENDER: fighters on their feet, unhurt, armed and free have no reason to give up."""
    if m.scene.fighters[m.loser].side == "pc" and setting(m.scene.settings, "surrender_npc_only"):
        return _("Player characters do not surrender at this table.")
    hurt = any(place.wound in ("serious", "major") for place in sheets.locations(m.scene.sheet(m.loser)))
    caught = any(mark.of(m.scene, m.loser) for mark in (*_WEAK, *HOLDS)) or marks.DISADVANTAGED.of(m.scene, m.loser)
    if hurt or caught or not _armed(m.scene, m.loser):
        return None
    return _("The opponent is neither helpless nor at a disadvantage.")


_WEAK = (
    marks.PRONE, marks.SURPRISED, marks.STUNNED, marks.BLIND, marks.CANNOT_ATTACK, marks.UNDER, marks.IMPALED,
    marks.HELPLESS,
)  # fmt: skip


def _armed(scene: Scene, fighter: str) -> bool:
    carried = weapons(scene.sheet(fighter), scene.settings)
    return any(limbs.why_unusable(scene, fighter, weapon) is None for weapon in carried if not weapon.natural)


def third(m: Moment) -> Text | None:
    """MYT-FX-SELECT-TARGET: somebody else within reach."""
    near = initiative.in_sight_of(m.scene, m.winner, initiative.seen_by(m.scene, m.winner))
    result = any(who != m.loser and not initiative.is_out(m.scene, who) for who in near)
    return None if result else _("Nobody else is within reach.")


def reachable(m: Moment) -> Text | None:
    """MYT-FX-LOCATION: a shot needs a critical, or a target at short range that does not move."""
    if m.side == "attacker" and cover.is_total(m.scene, m.defender):
        return _("The target cannot be seen.")
    if not m.weapon.ranged or m.attack is Level.CRITICAL or m.threat.placed:
        return None
    return _("A shot needs a critical, or a still target at short range.")


def shot(m: Moment) -> Text | None:
    return None if m.weapon.ranged else _("Needs a ranged weapon.")


def gun_or_siege(m: Moment) -> Text | None:
    """MYT-FX-DROP-FOE: a firearm, a siege weapon or the like."""
    return None if m.weapon.kind == "siege" else gun(m)


def gun(m: Moment) -> Text | None:
    return None if m.weapon.firearm else _("Needs a firearm.")


def bleeding(m: Moment) -> Text | None:
    """MYT-FX-BLEED: a cutting weapon, or a critical shot of a firearm."""
    if m.own is not None and "cutting" in m.own.flags:
        return None
    return own_critical(m) if m.weapon.firearm else _("Needs a cutting weapon.")


def impaling(m: Moment) -> Text | None:
    """MYT-FX-IMPALE: an impaling weapon; beams do not impale unless the table says so."""
    if m.own is not None and m.own.kind == "energy" and setting(m.scene.settings, "energy_impale"):
        return None
    fits = m.own is not None and "impaling" in m.own.flags and m.own.kind != "energy"
    return None if fits else _("Needs an impaling weapon.")


def in_cover(m: Moment) -> Text | None:
    """MYT-FX-CIRC-COVER: a target behind something; without a weapon of the future it takes a critical."""
    if not cover.of(m.scene, m.defender):
        return _("The target is behind nothing.")
    return None if m.weapon.high_tech else own_critical(m)


def beside_cover(m: Moment) -> Text | None:
    """MYT-FX-DUCK-BACK: on one’s feet, next to something to hide behind."""
    if marks.PRONE.of(m.scene, m.winner):
        return _("Lies on the ground.")
    if marks.MOUNTED.of(m.scene, m.winner):
        return _("Not from the saddle.")
    if held := limbs.why_rooted(m.scene, m.winner):
        return held
    near = m.threat.is_ticked("own_cover") or cover.at_hand(m.scene, m.winner)
    return None if near else _("No cover is beside the shooter.")


def can_go_on(m: Moment) -> Text | None:
    """MYT-FX-FLURRY: a point for every further blow."""
    left = initiative.left(m.scene, m.winner) - m.chosen.count("flurry")
    return None if left > 0 else _("No action point is left.")


def once(key: str, rule: str) -> Condition:
    """The limit on stacking: only where the table says so."""
    words = _("Chosen already, and it does not stack.")
    return lambda m: words if key in m.chosen and not setting(m.scene.settings, rule) else None


def not_spread(m: Moment) -> Text | None:
    """MYT-FX-BYPASS-ARMOUR: shot that spreads does not find the gaps."""
    spread = m.weapon.kind == "shotgun" and "slugs" not in m.weapon.flags
    return _("Not with ammunition that spreads.") if spread else None


def landing(m: Moment) -> Text | None:
    """The reason against an attacker’s effect if the blow does not land; none against a defender’s."""
    return hits(m) if m.side == "attacker" else None
