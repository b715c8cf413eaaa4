"""The special effects: who may choose which, with what weapon, at which level (MYT-FX)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.text import Text
from rules.games.mythras.effects import conditions as need
from rules.games.mythras.effects.conditions import Condition
from rules.games.mythras.effects.moment import Moment
from rules.games.mythras.text import _

DAMAGE = _("Damage")
BODY = _("Body")
WEAPON = _("Weapons and armour")
PLACE = _("Footing and will")


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


def why_refused(key: str, moment: Moment) -> Text | None:
    """MYT-FX-00c, MYT-FX-00d, MYT-FX-00e, MYT-FX-00f: why the winner may not choose an effect now."""
    row = EFFECTS[key]
    if key in moment.chosen and not row.stacks:
        return _("Chosen already, and it does not stack.")
    return next((why for condition in row.needs if (why := condition(moment))), None)


def open_to(side: str) -> tuple[str, ...]:
    """MYT-FX-00e: the effects of the matrix for one side."""
    return tuple(key for key, row in EFFECTS.items() if side[0] in row.sides)


def _companion(m: Moment) -> Text | None:
    """MYT-FX-FORCE-FAILURE: it goes with an effect that is resisted, chosen before it."""
    if any(EFFECTS[key].resisted for key in m.chosen):
        return None
    return _("Choose first the effect it goes with: one that is resisted.")


EFFECTS: dict[str, Effect] = {
    "maximise_damage": Effect(
        _("Maximise Damage"), _("One die of the weapon shows its highest face."),
        "MYT-FX-MAXIMISE", DAMAGE, "a", (need.own_critical, need.hits), stacks=True,
    ),
    "impale": Effect(
        _("Impale"),
        _("Damage is rolled twice; anything but a bullet stays in the wound."),
        "MYT-FX-IMPALE", DAMAGE, "a", (need.impaling, need.hits),
    ),
    "bleed": Effect(
        _("Bleed"), _("A wound that tires its victim every round."),
        "MYT-FX-BLEED", DAMAGE, "a", (need.bleeding, need.hits),
        resisted=("endurance",),
    ),
    "bypass_armour": Effect(
        _("Bypass Armour"), _("One layer of armour does not count."),
        "MYT-FX-BYPASS-ARMOUR", DAMAGE, "a", (need.own_critical, need.hits, need.not_spread), stacks=True,
    ),
    "choose_location": Effect(
        _("Choose Location"), _("Strike where one likes."),
        "MYT-FX-LOCATION", BODY, "a", (need.hits, need.reachable),
    ),
    "circumvent_parry": Effect(
        _("Circumvent Parry"), _("The parry stops nothing."),
        "MYT-FX-FEINT", DAMAGE, "a", (need.own_critical, need.parried_well),
    ),
    "sunder": Effect(
        _("Sunder"), _("The blow ruins the armour it meets."),
        "MYT-FX-SUNDER", WEAPON, "a", (need.sundering, need.hits),
    ),
    "damage_weapon": Effect(
        _("Damage Weapon"), _("The blow goes to the opponent’s weapon."),
        "MYT-FX-DAMAGE-WEAPON", WEAPON, "ad", (need.blow, need.not_evaded, need.other_whole, need.within_reach),
    ),
    "disarm": Effect(
        _("Disarm Opponent"), _("The weapon flies out of the hand."),
        "MYT-FX-DISARM", WEAPON, "ad",
        (need.not_evaded, need.other_armed, need.not_too_strong, need.their_reach), resisted=("style",),
    ),
    "pin_weapon": Effect(
        _("Pin Weapon"), _("A weapon is held fast until its owner gets it free."),
        "MYT-FX-PIN-WEAPON", WEAPON, "ad", (need.own_critical, need.not_evaded, need.other_armed, need.melee),
    ),
    "trip": Effect(
        _("Trip Opponent"), _("The opponent falls."),
        "MYT-FX-TRIP", PLACE, "ad", (need.standing, need.their_reach), resisted=("acrobatics", "evade", "brawn"),
    ),
    "stun_location": Effect(
        _("Stun Location"), _("The location is useless for some turns."),
        "MYT-FX-STUN", BODY, "a",
        (need.flag("bludgeoning", _("Needs a bludgeoning weapon.")), need.hits),
        resisted=("endurance",),
    ),
    "bash": Effect(
        _("Bash"), _("The opponent is pushed back."),
        "MYT-FX-BASH", PLACE, "a", (need.shield_or_blunt, need.hits, need.not_too_large),
    ),
    "entangle": Effect(
        _("Entangle"), _("The location is held."),
        "MYT-FX-ENTANGLE", BODY, "ad",
        (need.not_evaded, need.flag("entangling", _("Needs an entangling weapon.")), need.landing),
    ),
    "grip": Effect(
        _("Grip"), _("The opponent cannot get away."),
        "MYT-FX-GRIP", PLACE, "a", (need.unarmed, need.touches, need.free_hand),
    ),
    "press_advantage": Effect(
        _("Press Advantage"), _("No attack of the opponent in their next turn."),
        "MYT-FX-PRESS", PLACE, "a", (need.heedful,),
    ),
    "scar": Effect(
        _("Scar Foe"), _("A mark for life."), "MYT-FX-SCAR", BODY, "ad",
        (need.their_reach,),
    ),
    "compel_surrender": Effect(
        _("Compel Surrender"), _("No damage; the opponent may give up."),
        "MYT-FX-SURRENDER", PLACE, "ad", (need.sapient, need.surrenders), resisted=("willpower",),
    ),
    "marksman": Effect(
        _("Marksman"), _("The shot goes to an adjacent location."),
        "MYT-FX-MARKSMAN", BODY, "a", (need.shot, need.hits),
    ),
    "pin_down": Effect(
        _("Pin Down"), _("The target dives for cover and does not shoot back."),
        "MYT-FX-PIN-DOWN", PLACE, "a", (need.gun,), stacks=True, resisted=("willpower",),
    ),
    "drop_foe": Effect(
        _("Drop Foe"), _("A wounded target is out of the fight."),
        "MYT-FX-DROP-FOE", BODY, "a", (need.gun_or_siege, need.hits), resisted=("endurance",),
    ),
    "weapon_malfunction": Effect(
        _("Weapon Malfunction"), _("The firearm jams."),
        "MYT-FX-WEAPON-MALFUNCTION", WEAPON, "d", (need.their_fumble, need.gun),
    ),
    "enhance_parry": Effect(
        _("Enhance Parry"), _("The parry stops everything."),
        "MYT-FX-ENHANCE-PARRY", DAMAGE, "d", (need.own_critical, need.parried_well),
    ),
    "accidental_injury": Effect(
        _("Accidental Injury"), _("The attacker wounds himself."),
        "MYT-FX-ACCIDENT", DAMAGE, "d", (need.their_fumble,),
    ),
    "select_target": Effect(
        _("Select Target"), _("The blow hits somebody else."),
        "MYT-FX-SELECT-TARGET", PLACE, "d", (need.their_fumble, need.blow, need.third),
    ),
    "overextend": Effect(
        _("Overextend Opponent"), _("No attack of the attacker in their next turn."),
        "MYT-FX-OVEREXTEND", PLACE, "d", stacks=True,
    ),
    "blind_opponent": Effect(
        _("Blind Opponent"), _("The attacker sees badly for some turns."),
        "MYT-FX-BLIND", BODY, "d", (need.own_critical,), resisted=("evade",),
    ),
    "slip_free": Effect(
        _("Slip Free"), _("Nothing holds one any more."),
        "MYT-FX-SLIP-FREE", PLACE, "d", (need.own_critical, need.held),
    ),
    "arise": Effect(
        _("Arise"), _("One stands again."), "MYT-FX-ARISE", PLACE, "d",
        (need.prone, need.legs),
    ),
    "withdraw": Effect(
        _("Withdraw"), _("One leaves the opponent’s reach."),
        "MYT-FX-WITHDRAW", PLACE, "d", (need.melee, need.not_rooted),
    ),
    "circumvent_cover": Effect(
        _("Circumvent Cover"), _("What hides the target does not count."),
        "MYT-FX-CIRC-COVER", DAMAGE, "a", (need.gun, need.hits, need.in_cover),
    ),
    "overpenetration": Effect(
        _("Overpenetration"), _("The shot goes on into somebody behind."),
        "MYT-FX-OVERPENETRATE", DAMAGE, "a", (need.gun, need.own_critical, need.hits, need.third),
    ),
    "duck_back": Effect(
        _("Duck Back"), _("The shooter is in cover at once."),
        "MYT-FX-DUCK-BACK", PLACE, "a", (need.gun, need.beside_cover),
    ),
    "rapid_reload": Effect(
        _("Rapid Reload"), _("The next loading takes a turn less."),
        "MYT-FX-RAPID-RELOAD", WEAPON, "a", (need.shot,), stacks=True,
    ),
    "flurry": Effect(
        _("Flurry"), _("Another unarmed attack at once, for its point."),
        "MYT-FX-FLURRY", DAMAGE, "a", (need.unarmed, need.once("flurry", "flurry_stackable"), need.can_go_on),
        stacks=True,
    ),
    "prepare_counter": Effect(
        _("Prepare Counter"),
        _("In secret: an effect of this opponent that will be turned against him."),
        "MYT-FX-PREPARE-COUNTER", PLACE, "d", stacks=True,
    ),
    "force_failure": Effect(
        _("Force Failure"), _("The effect it goes with is not resisted."),
        "MYT-FX-FORCE-FAILURE", PLACE, "ad", (need.their_fumble, _companion),
    ),
}  # fmt: skip
