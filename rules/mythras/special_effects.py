"""The special effects: who may choose which, with what weapon, at which level (MYT-FX)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rules.mythras import initiative
from rules.mythras import sheet as sheets
from rules.mythras.settings import setting
from rules.mythras.weapons import Weapon
from rules.outcome import Level
from rules.scene import Scene
from rules.words import Text, pgettext

DAMAGE = pgettext("mythras", "Damage")
BODY = pgettext("mythras", "Body")
WEAPON = pgettext("mythras", "Weapons and armour")
PLACE = pgettext("mythras", "Footing and will")


@dataclass(frozen=True)
class Moment:
    """An exchange when its winner chooses: who fought with what, how it went, and what was chosen so far."""

    scene: Scene
    attacker: str
    defender: str
    weapon: Weapon
    guard: Weapon | None
    reaction: str
    attack: Level
    defence: Level
    side: str
    chosen: tuple[str, ...] = ()
    still: bool = False

    @property
    def winner(self) -> str:
        """Who chooses."""
        return self.attacker if self.side == "attacker" else self.defender

    @property
    def loser(self) -> str:
        """Whom the effects are for."""
        return self.defender if self.side == "attacker" else self.attacker

    @property
    def own(self) -> Weapon | None:
        """MYT-FX-00f: the winner’s weapon in this exchange."""
        return self.weapon if self.side == "attacker" else self.guard

    @property
    def other(self) -> Weapon | None:
        """The loser’s weapon in this exchange."""
        return self.guard if self.side == "attacker" else self.weapon

    @property
    def hits(self) -> bool:
        """Whether the blow lands, parried or not."""
        return self.attack.succeeded and self.reaction != "evaded"


Condition = Callable[[Moment], Text | None]


@dataclass(frozen=True)
class Effect:
    """One row of the matrix: who may choose it, on which conditions, and how it is resisted."""

    label: Text
    says: Text
    rule: str
    group: Text
    sides: str
    needs: tuple[Condition, ...] = ()
    stacks: bool = False
    resisted: tuple[str, ...] = ()


def refused(key: str, moment: Moment) -> Text | None:
    """MYT-FX-00c to 00f: why the winner may not choose an effect now."""
    row = EFFECTS[key]
    if key in moment.chosen and not row.stacks:
        return pgettext("mythras", "Chosen already, and it does not stack.")
    return next((why for need in row.needs if (why := need(moment))), None)


def open_to(side: str) -> tuple[str, ...]:
    """MYT-FX-00e: the effects of the matrix for one side."""
    return tuple(key for key, row in EFFECTS.items() if side[0] in row.sides)


# Conditions: each gives the reason against, or nothing.


def _flag(flag: str, words: Text) -> Condition:
    return lambda m: None if m.own is not None and flag in m.own.flags else words


def _own_critical(m: Moment) -> Text | None:
    level = m.attack if m.side == "attacker" else m.defence
    return None if level is Level.CRITICAL else pgettext("mythras", "Needs a critical success of one’s own.")


def _their_fumble(m: Moment) -> Text | None:
    level = m.defence if m.side == "attacker" else m.attack
    return None if level is Level.FUMBLE else pgettext("mythras", "Needs a fumble of the opponent.")


def _hits(m: Moment) -> Text | None:
    return None if m.hits else pgettext("mythras", "The blow does not land.")


def _not_evaded(m: Moment) -> Text | None:
    evaded = m.side == "defender" and m.guard is None
    return pgettext("mythras", "Needs a parry, with a weapon.") if evaded else None


def _other_armed(m: Moment) -> Text | None:
    armed = m.other is not None and not m.other.natural
    return None if armed else pgettext("mythras", "The opponent uses no weapon here.")


def _other_whole(m: Moment) -> Text | None:
    whole = m.other is not None and m.other.hp_max > 0 and not m.other.broken
    return None if whole else pgettext("mythras", "Nothing here can be damaged.")


def _melee(m: Moment) -> Text | None:
    return pgettext("mythras", "In close combat alone.") if m.weapon.ranged else None


def _not_too_strong(m: Moment) -> Text | None:
    mine, theirs = (sheets.characteristic(m.scene.sheet(one), "str") for one in (m.winner, m.loser))
    return pgettext("mythras", "The opponent is more than twice as strong.") if theirs > 2 * mine else None


def _not_too_large(m: Moment) -> Text | None:
    mine, theirs = (sheets.characteristic(m.scene.sheet(one), "siz") for one in (m.winner, m.loser))
    theirs *= 2 if initiative.mark(m.scene, m.loser, "braced") else 1
    return pgettext("mythras", "The opponent is more than twice as large.") if theirs > 2 * mine else None


def _sundering(m: Moment) -> Text | None:
    fits = m.own is not None and m.own.flags & {"two_handed", "sundering"} and not m.own.firearm
    return None if fits else pgettext("mythras", "Needs a two-handed weapon, or one made for it.")


def _shield_or_blunt(m: Moment) -> Text | None:
    fits = m.own is not None and (m.own.category == "shield" or "bludgeoning" in m.own.flags)
    return None if fits else pgettext("mythras", "Needs a shield or a bludgeoning weapon.")


def _unarmed(m: Moment) -> Text | None:
    return None if m.own is not None and m.own.natural else pgettext("mythras", "Needs an attack without weapons.")


def _parried_well(m: Moment) -> Text | None:
    parried = m.guard is not None and m.defence.succeeded
    return None if parried else pgettext("mythras", "Nothing was parried.")


def _parried(m: Moment) -> Text | None:
    return None if m.guard is not None else pgettext("mythras", "The blow was not parried.")


def _held(m: Moment) -> Text | None:
    marks = ("entangled", "gripped", "pinned")
    caught = any(initiative.held(m.scene, m.winner, key) for key in marks)
    return None if caught else pgettext("mythras", "Nothing holds one.")


def _prone(m: Moment) -> Text | None:
    fallen = initiative.mark(m.scene, m.winner, "prone") or m.guard is None
    return None if fallen else pgettext("mythras", "Stands already.")


def _not_gripped(m: Moment) -> Text | None:
    return pgettext("mythras", "Is gripped.") if initiative.held(m.scene, m.winner, "gripped") else None


def _companion(m: Moment) -> Text | None:
    """MYT-FX-FORCE-FAILURE: it goes with an effect that is resisted, chosen before it."""
    if any(EFFECTS[key].resisted for key in m.chosen):
        return None
    return pgettext("mythras", "Choose first the effect it goes with: one that is resisted.")


def _sapient(m: Moment) -> Text | None:
    sheet = m.scene.sheet(m.loser)
    return None if sheet.get("sapient", True) else pgettext("mythras", "This creature does not understand.")


def _surrenders(m: Moment) -> Text | None:
    """MYT-FX-SURRENDER: who stands unhurt on his feet, armed, has no reason to give up."""
    if m.scene.fighters[m.loser].side == "pc" and setting(m.scene.settings, "surrender_npc_only"):
        return pgettext("mythras", "Player characters do not surrender at this table.")
    hurt = any(one.wound in ("serious", "major") for one in sheets.locations(m.scene.sheet(m.loser)))
    down = initiative.mark(m.scene, m.loser, "prone") or hurt or m.other is None or m.other.natural
    return None if down else pgettext("mythras", "The opponent is neither helpless nor at a disadvantage.")


def _third(m: Moment) -> Text | None:
    found = any(one not in (m.attacker, m.defender) and not initiative.is_out(m.scene, one) for one in m.scene.fighters)
    return None if found else pgettext("mythras", "Nobody else is within reach.")


def _reachable(m: Moment) -> Text | None:
    """MYT-FX-LOCATION: a shot needs a critical, or a target at short range that does not move."""
    if not m.weapon.ranged or m.attack is Level.CRITICAL or m.still:
        return None
    return pgettext("mythras", "A shot needs a critical, or a still target at short range.")


def _shot(m: Moment) -> Text | None:
    return None if m.weapon.ranged else pgettext("mythras", "Needs a ranged weapon.")


def _gun(m: Moment) -> Text | None:
    return None if m.weapon.firearm else pgettext("mythras", "Needs a firearm.")


def _on_attack(key: str) -> Condition:
    """For attackers only with a blow that lands; for defenders always."""
    return lambda m: _hits(m) if m.side == "attacker" else None


EFFECTS: dict[str, Effect] = {
    "maximise_damage": Effect(
        pgettext("mythras", "Maximise Damage"), pgettext("mythras", "One die of the weapon shows its highest face."),
        "MYT-FX-MAXIMISE", DAMAGE, "a", (_own_critical, _hits), stacks=True,
    ),
    "impale": Effect(
        pgettext("mythras", "Impale"), pgettext("mythras", "Damage is rolled twice; the weapon may stay in."),
        "MYT-FX-IMPALE", DAMAGE, "a", (_flag("impaling", pgettext("mythras", "Needs an impaling weapon.")), _hits),
    ),
    "bleed": Effect(
        pgettext("mythras", "Bleed"), pgettext("mythras", "A wound that tires its victim every round."),
        "MYT-FX-BLEED", DAMAGE, "a", (_flag("cutting", pgettext("mythras", "Needs a cutting weapon.")), _hits),
        resisted=("endurance",),
    ),
    "bypass_armour": Effect(
        pgettext("mythras", "Bypass Armour"), pgettext("mythras", "One layer of armour does not count."),
        "MYT-FX-BYPASS-ARMOUR", DAMAGE, "a", (_own_critical, _hits), stacks=True,
    ),
    "choose_location": Effect(
        pgettext("mythras", "Choose Location"), pgettext("mythras", "Strike where one likes."),
        "MYT-FX-LOCATION", BODY, "a", (_hits, _reachable),
    ),
    "circumvent_parry": Effect(
        pgettext("mythras", "Circumvent Parry"), pgettext("mythras", "The parry stops nothing."),
        "MYT-FX-FEINT", DAMAGE, "a", (_own_critical, _parried),
    ),
    "sunder": Effect(
        pgettext("mythras", "Sunder"), pgettext("mythras", "The blow ruins the armour it meets."),
        "MYT-FX-SUNDER", WEAPON, "a", (_sundering, _hits),
    ),
    "damage_weapon": Effect(
        pgettext("mythras", "Damage Weapon"), pgettext("mythras", "The blow goes to the opponent’s weapon."),
        "MYT-FX-DAMAGE-WEAPON", WEAPON, "ad", (_not_evaded, _other_whole, _melee),
    ),
    "disarm": Effect(
        pgettext("mythras", "Disarm Opponent"), pgettext("mythras", "The weapon flies out of the hand."),
        "MYT-FX-DISARM", WEAPON, "ad", (_not_evaded, _other_armed, _not_too_strong, _melee), resisted=("style",),
    ),
    "pin_weapon": Effect(
        pgettext("mythras", "Pin Weapon"), pgettext("mythras", "A weapon is held fast until its owner gets it free."),
        "MYT-FX-PIN-WEAPON", WEAPON, "ad", (_own_critical, _not_evaded, _other_armed, _melee),
    ),
    "trip": Effect(
        pgettext("mythras", "Trip Opponent"), pgettext("mythras", "The opponent falls."),
        "MYT-FX-TRIP", PLACE, "ad", (_melee,), resisted=("acrobatics", "evade", "brawn"),
    ),
    "stun_location": Effect(
        pgettext("mythras", "Stun Location"), pgettext("mythras", "The location is useless for some turns."),
        "MYT-FX-STUN", BODY, "a", (_flag("bludgeoning", pgettext("mythras", "Needs a bludgeoning weapon.")), _hits),
        resisted=("endurance",),
    ),
    "bash": Effect(
        pgettext("mythras", "Bash"), pgettext("mythras", "The opponent is pushed back."),
        "MYT-FX-BASH", PLACE, "a", (_shield_or_blunt, _hits, _not_too_large),
    ),
    "entangle": Effect(
        pgettext("mythras", "Entangle"), pgettext("mythras", "The location is held."),
        "MYT-FX-ENTANGLE", BODY, "ad",
        (_not_evaded, _flag("entangling", pgettext("mythras", "Needs an entangling weapon.")), _on_attack("entangle")),
    ),
    "grip": Effect(
        pgettext("mythras", "Grip"), pgettext("mythras", "The opponent cannot get away."),
        "MYT-FX-GRIP", PLACE, "a", (_unarmed, _hits),
    ),
    "press_advantage": Effect(
        pgettext("mythras", "Press Advantage"), pgettext("mythras", "No attack of the opponent in his next turn."),
        "MYT-FX-PRESS", PLACE, "a", (_sapient,),
    ),
    "scar": Effect(
        pgettext("mythras", "Scar Foe"), pgettext("mythras", "A mark for life."), "MYT-FX-SCAR", BODY, "ad",
    ),
    "compel_surrender": Effect(
        pgettext("mythras", "Compel Surrender"), pgettext("mythras", "No damage; the opponent may give up."),
        "MYT-FX-SURRENDER", PLACE, "ad", (_sapient, _surrenders), resisted=("willpower",),
    ),
    "marksman": Effect(
        pgettext("mythras", "Marksman"), pgettext("mythras", "The shot goes to an adjacent location."),
        "MYT-FX-MARKSMAN", BODY, "a", (_shot, _hits),
    ),
    "pin_down": Effect(
        pgettext("mythras", "Pin Down"), pgettext("mythras", "The target dives for cover and does not shoot back."),
        "MYT-FX-PIN-DOWN", PLACE, "a", (_gun,), stacks=True, resisted=("willpower",),
    ),
    "drop_foe": Effect(
        pgettext("mythras", "Drop Foe"), pgettext("mythras", "A wounded target is out of the fight."),
        "MYT-FX-DROP-FOE", BODY, "a", (_gun, _hits), resisted=("endurance",),
    ),
    "weapon_malfunction": Effect(
        pgettext("mythras", "Weapon Malfunction"), pgettext("mythras", "The firearm jams."),
        "MYT-FX-WEAPON-MALFUNCTION", WEAPON, "d", (_their_fumble, _gun),
    ),
    "enhance_parry": Effect(
        pgettext("mythras", "Enhance Parry"), pgettext("mythras", "The parry stops everything."),
        "MYT-FX-ENHANCE-PARRY", DAMAGE, "d", (_own_critical, _parried_well),
    ),
    "accidental_injury": Effect(
        pgettext("mythras", "Accidental Injury"), pgettext("mythras", "The attacker wounds himself."),
        "MYT-FX-ACCIDENT", DAMAGE, "d", (_their_fumble,),
    ),
    "select_target": Effect(
        pgettext("mythras", "Select Target"), pgettext("mythras", "The blow hits somebody else."),
        "MYT-FX-SELECT-TARGET", PLACE, "d", (_their_fumble, _third),
    ),
    "overextend": Effect(
        pgettext("mythras", "Overextend Opponent"), pgettext("mythras", "No attack of the attacker in his next turn."),
        "MYT-FX-OVEREXTEND", PLACE, "d", stacks=True,
    ),
    "blind_opponent": Effect(
        pgettext("mythras", "Blind Opponent"), pgettext("mythras", "The attacker sees badly for some turns."),
        "MYT-FX-BLIND", BODY, "d", (_own_critical,), resisted=("evade",),
    ),
    "slip_free": Effect(
        pgettext("mythras", "Slip Free"), pgettext("mythras", "Nothing holds one any more."),
        "MYT-FX-SLIP-FREE", PLACE, "d", (_own_critical, _held),
    ),
    "arise": Effect(
        pgettext("mythras", "Arise"), pgettext("mythras", "One stands again."), "MYT-FX-ARISE", PLACE, "d", (_prone,),
    ),
    "withdraw": Effect(
        pgettext("mythras", "Withdraw"), pgettext("mythras", "One leaves the opponent’s reach."),
        "MYT-FX-WITHDRAW", PLACE, "d", (_melee, _not_gripped),
    ),
    "force_failure": Effect(
        pgettext("mythras", "Force Failure"), pgettext("mythras", "The effect it goes with is not resisted."),
        "MYT-FX-FORCE-FAILURE", PLACE, "ad", (_their_fumble, _companion),
    ),
}  # fmt: skip
