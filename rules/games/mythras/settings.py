"""The house settings of Mythras: what the text leaves open, and the readings a table may prefer."""

from __future__ import annotations

from typing import Any

from rules.character.fields import choice, flag, number, section
from rules.character.sheet import SheetSchema
from rules.core.paths import Data
from rules.games.mythras.text import _

CREATION = section(
    "",
    _("Making a character"),
    number(
        "creation_characteristics",
        _("Points of characteristics"),
        0,
        0,
        999,
        "MYT-ATTR-03",
        _("Above 10, and 13 for SIZ and INT. 0: no limit, for tables that throw dice."),
    ),
    number(
        "creation_skills",
        _("Skill points"),
        350,
        0,
        999,
        "MYT-CORE-01",
        _("100 of the culture, 100 of the career, 150 more. 0: no limit."),
    ),
)
ROLLS = section(
    "",
    _("Skill rolls"),
    choice(
        "difficulty_method",
        _("Difficulty grades"),
        {"fractions": _("By fractions of the skill"), "simplified": _("By fixed amounts of 20")},
        rule="MYT-CORE-02",
    ),
    choice(
        "fumble_threshold_on",
        _("Above 100, a 99 is no fumble; what counts is"),
        {"modified": _("the modified skill"), "raw": _("the skill of the sheet")},
        rule="MYT-CORE-01",
    ),
    choice(
        "opposed_tie",
        _("Opposed rolls with the same die"),
        {
            "reroll": _("are rolled again"),
            "active_wins": _("go to the active side"),
            "resister_wins": _("go to who resists"),
        },
        rule="MYT-CORE-06",
    ),
    choice(
        "opposed_both_fail",
        _("Opposed rolls that both fail"),
        {"status_quo": _("change nothing"), "reroll": _("are rolled again")},
        rule="MYT-CORE-06",
    ),
)
TURN = section(
    "",
    _("Action points"),
    choice(
        "action_points_mode",
        _("Action points"),
        {"flat2": _("Two for everybody"), "core_banding": _("By INT and DEX")},
        rule="MYT-ATTR-01",
    ),
    choice(
        "gaits", _("Acting at a run"), {"errata": _("is a step harder"), "free": _("is no harder")}, rule="MYT-ATTR-06"
    ),
    choice("jump_rounding", _("Metres of a jump, rounded"), {"up": _("up"), "down": _("down")}, rule="MYT-MOVE-JUMP"),
    choice(
        "change_range_contest",
        _("Changing the range"),
        {"opposed_evade": _("may be contested by Evade"), "automatic": _("always succeeds")},
        rule="MYT-ACT-CHANGE-RANGE",
    ),
    choice(
        "outmanoeuvre_alone",
        _("Who outmanoeuvres all and fights one of them"),
        {"engaged": _("stays engaged with the others"), "apart": _("is out of reach of the others")},
        rule="MYT-CLOSE-OUTMANOEUVRE",
    ),
    choice(
        "contact",
        _("A blow in close combat reaches"),
        {"free": _("anybody: a step belongs to it"), "engaged": _("only those one is engaged with")},
        rule="MYT-CLOSE-ENGAGE",
    ),
    choice(
        "charge_engaged",
        _("Whoever is engaged may charge somebody else"),
        {"refused": _("no: they change range first"), "allowed": _("yes: a charge leaves the contact")},
        rule="MYT-CLOSE-ENGAGE",
    ),
    choice(
        "outmanoeuvre_bystanders",
        _("Who does not follow a manoeuvre"),
        {"blocked": _("cannot attack this round"), "free": _("may attack")},
        rule="MYT-CLOSE-OUTMANOEUVRE",
    ),
    choice(
        "defensive_lock",
        _("Attacking after a parry of Defensive Minded"),
        {"forbid": _("is refused"), "warn": _("is allowed")},
        rule="MYT-STYLE-DEFENSIVE",
    ),
)
BLOWS = section(
    "",
    _("Blows, weapons and armour"),
    choice("half_rounding", _("Half of the damage, rounded"), {"up": _("up"), "down": _("down")}, rule="MYT-PARRY-05"),
    choice(
        "evade_tie",
        _("Evading at the same level"),
        {"higher_die": _("The higher die wins"), "defender": _("Who evades wins"), "attacker": _("Who attacks wins")},
        rule="MYT-CLOSE-EVADE",
    ),
    choice(
        "great_axe_size",
        _("Size of the great axe"),
        {"huge": _("Huge (H)"), "enormous": _("Enormous (E)")},
        rule="MYT-EQ-MELEE",
    ),
    choice(
        "worn_layers",
        _("Two pieces of armour on one location"),
        {"best": _("The best one counts"), "sum": _("Both count")},
        rule="MYT-ARM-01",
    ),
)
CHARGE = section(
    "",
    _("Charges, evading and wounds"),
    choice(
        "set_spear_dm",
        _("A spear set against a charge has the damage modifier"),
        {"charging": _("of the charge"), "base": _("of the charger at rest")},
        rule="MYT-CLOSE-CHARGE",
    ),
    choice(
        "counter_charge_second_blow",
        _("The second blow of a charge is lost"),
        {
            "lost_if_incapacitated": _("when its author is out"),
            "lost_if_serious": _("with a serious wound"),
            "always": _("never"),
        },
        rule="MYT-REACT-COUNTER-CHARGE",
    ),
    flag("acrobatics_for_evade", _("Acrobatics may stand for Evade"), True, "MYT-CLOSE-EVADE"),
    flag(
        "serious_ongoing_penalty",
        _("What needs a location with a serious wound is a step harder"),
        True,
        "MYT-WOUND-02",
    ),
)
SHOTS = section(
    "",
    _("Shots and firearms"),
    choice(
        "evade_firearms",
        _("Evading a firearm"),
        {"cover_only": _("with cover near"), "always": _("always"), "never": _("never")},
        rule="MYT-RANGED-PARRY",
    ),
    choice(
        "force_none_rule",
        _("A shield against what has no impact"),
        {
            "shield_as_cover": _("stops its armour points"),
            "no_reduction": _("stops nothing"),
            "small": _("stops it as Small"),
        },
        rule="MYT-RANGED-FORCE",
    ),
    choice(
        "trick_shot_damage",
        _("Damage of a trick shot around cover"),
        {"half": _("Half"), "full": _("Whole")},
        rule="MYT-FX-CIRC-COVER",
    ),
    choice(
        "long_burst_fx",
        _("Special effects of a long burst"),
        {"per_target": _("on every target"), "first_only": _("on the first target alone")},
        rule="MYT-AUTO-07",
    ),
    choice(
        "long_burst_arc",
        _("Besides those named, a long burst meets"),
        {"place": _("who is seen in one place with them"), "named": _("nobody else")},
        rule="MYT-AUTO-04",
    ),
    flag("energy_impale", _("Energy weapons impale"), True, "MYT-FX-IMPALE"),
    flag(
        "firearm_fumble_effect", _("A fumbled shot gives its target an effect without a defence"), False, "MYT-FX-00j"
    ),
    flag(
        "firearm_damage_weapon_needs_critical",
        _("Firearms damage weapons on a critical success alone"),
        False,
        "MYT-FX-DAMAGE-WEAPON",
    ),
)
EFFECTS = section(
    "",
    _("Special effects"),
    choice("bash_rounding", _("Metres of Bash, rounded"), {"down": _("down"), "up": _("up")}, rule="MYT-FX-BASH"),
    choice(
        "blind_grade",
        _("Grade of who is blinded"),
        {"ask": _("The game master says"), "hard": _("Hard"), "formidable": _("Formidable")},
        rule="MYT-FX-BLIND",
    ),
    choice(
        "stack_effect_turns",
        _("The same effect taken twice"),
        {"add": _("lasts longer"), "single": _("lasts no longer")},
        rule="MYT-FX-OVEREXTEND",
    ),
    choice(
        "wound_hampered",
        _("What impales or entangles weighs on"),
        {"later": _("every roll after that of its own wound"), "at_once": _("the roll of its own wound as well")},
        rule="MYT-WOUND-04",
    ),
    choice(
        "one_reaction",
        _("Breaking into an attack on oneself"),
        {"counts": _("is the one reaction to it"), "besides": _("leaves a parry or an evasion")},
        rule="MYT-AP-03",
    ),
    choice(
        "ward_parry",
        _("Parrying with what guards a location"),
        {"refused": _("is refused"), "ends": _("ends the guard")},
        rule="MYT-FREE-WARD",
    ),
    choice(
        "surprise_lasts",
        _("The 10 less initiative of surprise last"),
        {"fight": _("for the whole fight"), "round": _("for that round")},
        rule="MYT-CLOSE-SURPRISE",
    ),
    choice(
        "footing_against",
        _("Standing up among several opponents is opposed by"),
        {"one": _("the best of them"), "all": _("each of them")},
        rule="MYT-ACT-REGAIN-FOOTING",
    ),
    flag("leap_evade_prone", _("Evading a leap ends prone"), True, "MYT-CLOSE-LEAP"),
    choice(
        "entangled_leg_evade",
        _("Evading with an entangled leg"),
        {"refused": _("is refused"), "allowed": _("is allowed")},
        rule="MYT-FX-ENTANGLE",
    ),
    flag("marksman_bullets", _("Ranged Marksman moves every bullet of a burst"), True, "MYT-STYLE-MARKSMAN"),
    choice(
        "overpenetrate_raised",
        _("Overpenetration: half of the damage"),
        {"plain": _("without the other effects"), "raised": _("as the other effects raised it")},
        rule="MYT-FX-OVERPENETRATE",
    ),
    flag("flurry_stackable", _("Flurry stacks"), False, "MYT-FX-FLURRY"),
    flag("surrender_npc_only", _("Player characters are never made to surrender"), False, "MYT-FX-SURRENDER"),
)

HOUSE = (CREATION, ROLLS, TURN, BLOWS, CHARGE, SHOTS, EFFECTS)
_DEFAULTS = SheetSchema(HOUSE).defaults()


def setting(settings: Data, key: str) -> Any:
    """One house setting, or its default. Raises ``KeyError`` for an unknown one."""
    usual = _DEFAULTS[key]
    result = settings.get(key)
    return usual if result is None else result
