"""The house settings of Mythras: what the text leaves open, and the readings a table may prefer."""

from __future__ import annotations

from typing import Any

from rules.core.paths import Data
from rules.core.sheet import Choice, Field, Section, SheetSchema
from rules.core.text import Text
from rules.games.mythras.text import _


def _flag(key: str, label: Text, default: bool, rule: str) -> Field:
    return Field(key, label, "flag", default=default, rule=rule)


def _choice(key: str, label: Text, rule: str, *rows: tuple[str, Text]) -> Field:
    """A choice whose first value is the default."""
    choices = tuple(Choice(row, words) for row, words in rows)
    return Field(key, label, "choice", default=choices[0].key, choices=choices, rule=rule)


def _points(key: str, label: Text, default: int, help: Text, rule: str) -> Field:
    return Field(key, label, default=default, least=0, most=999, help=help, rule=rule)


CREATION = Section(
    "",
    _("Making a character"),
    (
        _points(
            "creation_characteristics",
            _("Points of characteristics"),
            0,
            _("Above 10, and 13 for SIZ and INT. 0: no limit, for tables that throw dice."),
            "MYT-ATTR-03",
        ),
        _points(
            "creation_skills",
            _("Skill points"),
            350,
            _("100 of the culture, 100 of the career, 150 more. 0: no limit."),
            "MYT-CORE-01",
        ),
    ),
)
ROLLS = Section(
    "",
    _("Skill rolls"),
    (
        _choice(
            "difficulty_method",
            _("Difficulty grades"),
            "MYT-CORE-02",
            ("fractions", _("By fractions of the skill")),
            ("simplified", _("By fixed amounts of 20")),
        ),
        _choice(
            "fumble_threshold_on",
            _("A 99 is no fumble above 100, read on"),
            "MYT-CORE-01",
            ("modified", _("the modified skill")),
            ("raw", _("the skill of the sheet")),
        ),
        _choice(
            "opposed_tie",
            _("Opposed rolls with the same die"),
            "MYT-CORE-06",
            ("reroll", _("are rolled again")),
            ("active_wins", _("go to the active side")),
            ("resister_wins", _("go to who resists")),
        ),
        _choice(
            "opposed_both_fail",
            _("Opposed rolls that both fail"),
            "MYT-CORE-06",
            ("status_quo", _("change nothing")),
            ("reroll", _("are rolled again")),
        ),
    ),
)
TURN = Section(
    "",
    _("Action points"),
    (
        _choice(
            "action_points_mode",
            _("Action points"),
            "MYT-ATTR-01",
            ("flat2", _("Two for everybody")),
            ("core_banding", _("By INT and DEX")),
        ),
        _choice(
            "gaits", _("Acting at a run"), "MYT-ATTR-06", ("errata", _("is a step harder")), ("free", _("is no harder"))
        ),
        _choice(
            "change_range_contest",
            _("Changing the range"),
            "MYT-ACT-CHANGE-RANGE",
            ("opposed_evade", _("may be contested by Evade")),
            ("automatic", _("always succeeds")),
        ),
        _choice(
            "outmanoeuvre_alone",
            _("Who outmanoeuvres all and fights one of them"),
            "MYT-CLOSE-OUTMANOEUVRE",
            ("engaged", _("stays engaged with the others")),
            ("apart", _("is out of reach of the others")),
        ),
        _choice(
            "contact",
            _("A blow in close combat reaches"),
            "MYT-CLOSE-ENGAGE",
            ("free", _("anybody: a step belongs to it")),
            ("engaged", _("only those one is engaged with")),
        ),
        _choice(
            "charge_engaged",
            _("Whoever is engaged may charge somebody else"),
            "MYT-CLOSE-ENGAGE",
            ("refused", _("no: they change range first")),
            ("allowed", _("yes: a charge leaves the contact")),
        ),
        _choice(
            "outmanoeuvre_bystanders",
            _("Who does not follow a manoeuvre"),
            "MYT-CLOSE-OUTMANOEUVRE",
            ("blocked", _("cannot attack this round")),
            ("free", _("may attack")),
        ),
        _choice(
            "defensive_lock",
            _("Attacking after a parry of Defensive Minded"),
            "MYT-STYLE-DEFENSIVE",
            ("forbid", _("is refused")),
            ("warn", _("is allowed")),
        ),
    ),
)
BLOWS = Section(
    "",
    _("Blows, weapons and armour"),
    (
        _choice(
            "half_rounding", _("Half of the damage, rounded"), "MYT-PARRY-05", ("up", _("up")), ("down", _("down"))
        ),
        _choice(
            "evade_tie",
            _("Evading at the same level"),
            "MYT-CLOSE-EVADE",
            ("higher_die", _("The higher die wins")),
            ("defender", _("Who evades wins")),
            ("attacker", _("Who attacks wins")),
        ),
        _choice(
            "great_axe_size",
            _("Size of the great axe"),
            "MYT-EQ-MELEE",
            ("huge", _("Huge (H)")),
            ("enormous", _("Enormous (E)")),
        ),
        _choice(
            "worn_layers",
            _("Two pieces of armour on one location"),
            "MYT-ARM-01",
            ("best", _("The best one counts")),
            ("sum", _("Both count")),
        ),
    ),
)
CHARGE = Section(
    "",
    _("Charges, evading and wounds"),
    (
        _choice(
            "set_spear_dm",
            _("A spear set against a charge has the damage modifier"),
            "MYT-CLOSE-CHARGE",
            ("charging", _("of the charge")),
            ("base", _("of the charger at rest")),
        ),
        _choice(
            "counter_charge_second_blow",
            _("The second blow of a charge is lost"),
            "MYT-REACT-COUNTER-CHARGE",
            ("lost_if_incapacitated", _("when its author is out")),
            ("lost_if_serious", _("with a serious wound")),
            ("always", _("never")),
        ),
        _flag("acrobatics_for_evade", _("Acrobatics may stand for Evade"), True, "MYT-CLOSE-EVADE"),
        _flag(
            "serious_ongoing_penalty",
            _("What needs a location with a serious wound is a step harder"),
            True,
            "MYT-WOUND-02",
        ),
    ),
)
SHOTS = Section(
    "",
    _("Shots and firearms"),
    (
        _choice(
            "evade_firearms",
            _("Evading a firearm"),
            "MYT-RANGED-PARRY",
            ("cover_only", _("with cover near")),
            ("always", _("always")),
            ("never", _("never")),
        ),
        _choice(
            "force_none_rule",
            _("A shield against what has no impact"),
            "MYT-RANGED-FORCE",
            ("shield_as_cover", _("stops its armour points")),
            ("no_reduction", _("stops nothing")),
            ("small", _("stops it as Small")),
        ),
        _choice(
            "trick_shot_damage",
            _("Damage of a trick shot around cover"),
            "MYT-FX-CIRC-COVER",
            ("half", _("Half")),
            ("full", _("Whole")),
        ),
        _choice(
            "long_burst_fx",
            _("Special effects of a long burst"),
            "MYT-AUTO-07",
            ("per_target", _("on every target")),
            ("first_only", _("on the first target alone")),
        ),
        _flag("energy_impale", _("Energy weapons impale"), True, "MYT-FX-IMPALE"),
        _flag(
            "firearm_fumble_effect",
            _("A fumbled shot gives its target an effect without a defence"),
            False,
            "MYT-FX-00j",
        ),
        _flag(
            "firearm_damage_weapon_needs_critical",
            _("Firearms damage weapons on a critical success alone"),
            False,
            "MYT-FX-DAMAGE-WEAPON",
        ),
    ),
)
EFFECTS = Section(
    "",
    _("Special effects"),
    (
        _choice("bash_rounding", _("Metres of Bash, rounded"), "MYT-FX-BASH", ("down", _("down")), ("up", _("up"))),
        _choice(
            "blind_grade",
            _("Grade of who is blinded"),
            "MYT-FX-BLIND",
            ("ask", _("The game master says")),
            ("hard", _("Hard")),
            ("formidable", _("Formidable")),
        ),
        _choice(
            "stack_effect_turns",
            _("The same effect taken twice"),
            "MYT-FX-OVEREXTEND",
            ("add", _("lasts longer")),
            ("single", _("lasts no longer")),
        ),
        _choice(
            "one_reaction",
            _("Breaking into an attack on oneself"),
            "MYT-AP-03",
            ("counts", _("is the one reaction to it")),
            ("besides", _("leaves a parry or an evasion")),
        ),
        _choice(
            "ward_parry",
            _("Parrying with what guards a location"),
            "MYT-FREE-WARD",
            ("refused", _("is refused")),
            ("ends", _("ends the guard")),
        ),
        _choice(
            "surprise_lasts",
            _("The 10 less initiative of surprise last"),
            "MYT-CLOSE-SURPRISE",
            ("fight", _("for the whole fight")),
            ("round", _("for that round")),
        ),
        _choice(
            "footing_against",
            _("Standing up among several opponents is opposed by"),
            "MYT-ACT-REGAIN-FOOTING",
            ("one", _("the best of them")),
            ("all", _("each of them")),
        ),
        _flag("leap_evade_prone", _("Evading a leap ends prone"), True, "MYT-CLOSE-LEAP"),
        _choice(
            "entangled_leg_evade",
            _("Evading with an entangled leg"),
            "MYT-FX-ENTANGLE",
            ("refused", _("is refused")),
            ("allowed", _("is allowed")),
        ),
        _flag("marksman_bullets", _("Ranged Marksman moves every bullet of a burst"), True, "MYT-STYLE-MARKSMAN"),
        _choice(
            "overpenetrate_raised",
            _("Overpenetration: half of the damage"),
            "MYT-FX-OVERPENETRATE",
            ("plain", _("without the other effects")),
            ("raised", _("as the other effects raised it")),
        ),
        _flag("flurry_stackable", _("Flurry stacks"), False, "MYT-FX-FLURRY"),
        _flag("surrender_npc_only", _("Player characters are never made to surrender"), False, "MYT-FX-SURRENDER"),
    ),
)

HOUSE = (CREATION, ROLLS, TURN, BLOWS, CHARGE, SHOTS, EFFECTS)
_DEFAULTS = SheetSchema(HOUSE).defaults()


def setting(settings: Data, key: str) -> Any:
    """One house setting, or its default. Raises ``KeyError`` for an unknown one."""
    usual = _DEFAULTS[key]
    result = settings.get(key)
    return usual if result is None else result
