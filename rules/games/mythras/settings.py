"""The house settings of Mythras: what the text leaves open, and the readings a table may prefer."""

from __future__ import annotations

from typing import Any

from rules.core.paths import Data
from rules.core.sheet import Choice, Field, Section, SheetSchema
from rules.core.text import Text, pgettext


def _flag(key: str, label: Text, default: bool, rule: str) -> Field:
    return Field(key, label, "flag", default=default, rule=rule)


def _choice(key: str, label: Text, rule: str, *rows: tuple[str, Text]) -> Field:
    """A choice whose first value is the default."""
    choices = tuple(Choice(one, words) for one, words in rows)
    return Field(key, label, "choice", default=choices[0].key, choices=choices, rule=rule)


def _points(key: str, label: Text, default: int, help: Text, rule: str) -> Field:
    return Field(key, label, default=default, least=0, most=999, help=help, rule=rule)


CREATION = Section(
    "",
    pgettext("mythras", "Making a character"),
    (
        _points(
            "creation_characteristics",
            pgettext("mythras", "Points of characteristics"),
            0,
            pgettext("mythras", "Above 10, and 13 for SIZ and INT. 0: no limit, for tables that throw dice."),
            "MYT-ATTR-03",
        ),
        _points(
            "creation_skills",
            pgettext("mythras", "Skill points"),
            350,
            pgettext("mythras", "100 of the culture, 100 of the career, 150 more. 0: no limit."),
            "MYT-CORE-01",
        ),
    ),
)
ROLLS = Section(
    "",
    pgettext("mythras", "Skill rolls"),
    (
        _choice(
            "difficulty_method",
            pgettext("mythras", "Difficulty grades"),
            "MYT-CORE-02",
            ("fractions", pgettext("mythras", "By fractions of the skill")),
            ("simplified", pgettext("mythras", "By fixed amounts of 20")),
        ),
        _choice(
            "fumble_threshold_on",
            pgettext("mythras", "A 99 is no fumble above 100, read on"),
            "MYT-CORE-01",
            ("modified", pgettext("mythras", "the modified skill")),
            ("raw", pgettext("mythras", "the skill of the sheet")),
        ),
        _choice(
            "opposed_tie",
            pgettext("mythras", "Opposed rolls with the same die"),
            "MYT-CORE-06",
            ("reroll", pgettext("mythras", "are rolled again")),
            ("active_wins", pgettext("mythras", "go to the active side")),
            ("resister_wins", pgettext("mythras", "go to who resists")),
        ),
        _choice(
            "opposed_both_fail",
            pgettext("mythras", "Opposed rolls that both fail"),
            "MYT-CORE-06",
            ("status_quo", pgettext("mythras", "change nothing")),
            ("reroll", pgettext("mythras", "are rolled again")),
        ),
    ),
)
TURN = Section(
    "",
    pgettext("mythras", "Action points"),
    (
        _choice(
            "action_points_mode",
            pgettext("mythras", "Action points"),
            "MYT-ATTR-01",
            ("flat2", pgettext("mythras", "Two for everybody")),
            ("core_banding", pgettext("mythras", "By INT and DEX")),
        ),
        _choice(
            "gaits",
            pgettext("mythras", "Acting at a run"),
            "MYT-ATTR-06",
            ("errata", pgettext("mythras", "is a step harder")),
            ("free", pgettext("mythras", "is no harder")),
        ),
        _choice(
            "change_range_contest",
            pgettext("mythras", "Changing the range"),
            "MYT-ACT-CHANGE-RANGE",
            ("opposed_evade", pgettext("mythras", "may be contested by Evade")),
            ("automatic", pgettext("mythras", "always succeeds")),
        ),
        _choice(
            "outmanoeuvre_bystanders",
            pgettext("mythras", "Who does not follow a manoeuvre"),
            "MYT-CLOSE-OUTMANOEUVRE",
            ("blocked", pgettext("mythras", "cannot attack this round")),
            ("free", pgettext("mythras", "may attack")),
        ),
        _choice(
            "defensive_lock",
            pgettext("mythras", "Attacking after a parry of Defensive Minded"),
            "MYT-STYLE-DEFENSIVE",
            ("warn", pgettext("mythras", "is allowed")),
            ("forbid", pgettext("mythras", "is refused")),
        ),
    ),
)
BLOWS = Section(
    "",
    pgettext("mythras", "Blows, weapons and armour"),
    (
        _choice(
            "half_rounding",
            pgettext("mythras", "Half of the damage, rounded"),
            "MYT-PARRY-05",
            ("up", pgettext("mythras", "up")),
            ("down", pgettext("mythras", "down")),
        ),
        _choice(
            "evade_tie",
            pgettext("mythras", "Evading at the same level"),
            "MYT-CLOSE-EVADE",
            ("higher_die", pgettext("mythras", "The higher die wins")),
            ("defender", pgettext("mythras", "Who evades wins")),
            ("attacker", pgettext("mythras", "Who attacks wins")),
        ),
        _choice(
            "great_axe_size",
            pgettext("mythras", "Size of the great axe"),
            "MYT-EQ-MELEE",
            ("huge", pgettext("mythras", "Huge (H)")),
            ("enormous", pgettext("mythras", "Enormous (E)")),
        ),
        _choice(
            "worn_layers",
            pgettext("mythras", "Two pieces of armour on one location"),
            "MYT-ARM-01",
            ("best", pgettext("mythras", "The best one counts")),
            ("sum", pgettext("mythras", "Both count")),
        ),
    ),
)
CHARGE = Section(
    "",
    pgettext("mythras", "Charges, evading and wounds"),
    (
        _choice(
            "set_spear_dm",
            pgettext("mythras", "A spear set against a charge has the damage modifier"),
            "MYT-CLOSE-CHARGE",
            ("charging", pgettext("mythras", "of the charge")),
            ("base", pgettext("mythras", "of the charger at rest")),
        ),
        _choice(
            "counter_charge_second_blow",
            pgettext("mythras", "The second blow of a charge is lost"),
            "MYT-REACT-COUNTER-CHARGE",
            ("lost_if_incapacitated", pgettext("mythras", "when its author is out")),
            ("lost_if_serious", pgettext("mythras", "with a serious wound")),
            ("always", pgettext("mythras", "never")),
        ),
        _flag("acrobatics_for_evade", pgettext("mythras", "Acrobatics may stand for Evade"), True, "MYT-CLOSE-EVADE"),
        _flag(
            "serious_ongoing_penalty",
            pgettext("mythras", "What needs a location with a serious wound is a step harder"),
            True,
            "MYT-WOUND-02",
        ),
    ),
)
SHOTS = Section(
    "",
    pgettext("mythras", "Shots and firearms"),
    (
        _choice(
            "evade_firearms",
            pgettext("mythras", "Evading a firearm"),
            "MYT-RANGED-PARRY",
            ("cover_only", pgettext("mythras", "with cover near")),
            ("always", pgettext("mythras", "always")),
            ("never", pgettext("mythras", "never")),
        ),
        _choice(
            "force_none_rule",
            pgettext("mythras", "A shield against what has no impact"),
            "MYT-RANGED-FORCE",
            ("shield_as_cover", pgettext("mythras", "stops its armour points")),
            ("no_reduction", pgettext("mythras", "stops nothing")),
            ("small", pgettext("mythras", "stops it as Small")),
        ),
        _choice(
            "trick_shot_damage",
            pgettext("mythras", "Damage of a trick shot around cover"),
            "MYT-FX-CIRC-COVER",
            ("half", pgettext("mythras", "Half")),
            ("full", pgettext("mythras", "Whole")),
        ),
        _choice(
            "long_burst_fx",
            pgettext("mythras", "Special effects of a long burst"),
            "MYT-AUTO-07",
            ("per_target", pgettext("mythras", "on every target")),
            ("first_only", pgettext("mythras", "on the first target alone")),
        ),
        _flag("energy_impale", pgettext("mythras", "Energy weapons impale"), False, "MYT-FX-IMPALE"),
        _flag(
            "firearm_fumble_effect",
            pgettext("mythras", "A fumbled shot gives its target an effect without a defence"),
            False,
            "MYT-FX-00j",
        ),
        _flag(
            "firearm_damage_weapon_needs_critical",
            pgettext("mythras", "Firearms damage weapons on a critical success alone"),
            False,
            "MYT-FX-DAMAGE-WEAPON",
        ),
    ),
)
EFFECTS = Section(
    "",
    pgettext("mythras", "Special effects"),
    (
        _choice(
            "bash_rounding",
            pgettext("mythras", "Metres of Bash, rounded"),
            "MYT-FX-BASH",
            ("down", pgettext("mythras", "down")),
            ("up", pgettext("mythras", "up")),
        ),
        _choice(
            "blind_grade",
            pgettext("mythras", "Grade of who is blinded"),
            "MYT-FX-BLIND",
            ("ask", pgettext("mythras", "The game master says")),
            ("hard", pgettext("mythras", "Hard")),
            ("formidable", pgettext("mythras", "Formidable")),
        ),
        _choice(
            "stack_effect_turns",
            pgettext("mythras", "The same effect taken twice"),
            "MYT-FX-OVEREXTEND",
            ("add", pgettext("mythras", "lasts longer")),
            ("single", pgettext("mythras", "lasts no longer")),
        ),
        _flag("flurry_stackable", pgettext("mythras", "Flurry stacks"), False, "MYT-FX-FLURRY"),
        _flag(
            "surrender_npc_only",
            pgettext("mythras", "Player characters are never made to surrender"),
            False,
            "MYT-FX-SURRENDER",
        ),
    ),
)

HOUSE = (CREATION, ROLLS, TURN, BLOWS, CHARGE, SHOTS, EFFECTS)
_DEFAULTS = SheetSchema(HOUSE).defaults()


def setting(settings: Data, key: str) -> Any:
    """One house setting, or its default. Raises ``KeyError`` for an unknown one."""
    usual = _DEFAULTS[key]
    found = settings.get(key)
    return usual if found is None else found
