"""The fields of a sheet, in the sections of the printed one."""

from __future__ import annotations

from typing import Any

from rules.core.sheet import Choice, Field, Section, SheetSchema
from rules.core.text import Text, pgettext
from rules.games.polaris.skills import CATALOGUE, RESERVED, SPECIAL
from rules.games.polaris.tables import ATTRIBUTES, ATTRIBUTES_SHORT, CAPACITY, CAUSES, PLACES, SEVERITY_NAMES


def _text(key: str, label: Text, **more: Any) -> Field:
    return Field(key, label, "text", **more)


def _note(key: str, label: Text, **more: Any) -> Field:
    return Field(key, label, "note", **more)


def _flag(key: str, label: Text, **more: Any) -> Field:
    return Field(key, label, "flag", default=False, **more)


def _choices(rows: dict[str, Text]) -> tuple[Choice, ...]:
    return tuple(Choice(key, label) for key, label in rows.items())


def _choice(key: str, label: Text, rows: dict[str, Text], default: str, **more: Any) -> Field:
    return Field(key, label, "choice", default=default, choices=_choices(rows), **more)


MOST_ATTRIBUTE = 40
MOST_LUCK = 20
STARTING_LUCK = 13
LEAST_MASTERY = -3
MOST_MASTERY = 25

_OWN = pgettext("polaris", "As in the catalogue")
_ATTRIBUTE_CHOICES = {"": _OWN, **ATTRIBUTES}
_SKILL_CHOICES = {"": pgettext("polaris", "A skill of one’s own")} | {
    key: skill.label for key, skill in CATALOGUE.items()
}

GENETIC_TYPES = {
    "human": pgettext("polaris", "Human"),
    "techno_hybrid": pgettext("polaris", "Techno-hybrid"),
    "geno_hybrid": pgettext("polaris", "Geno-hybrid"),
    "natural_hybrid": pgettext("polaris", "Natural hybrid"),
}
HANDEDNESS = {
    "right": pgettext("polaris", "Right-handed"),
    "left": pgettext("polaris", "Left-handed"),
    "ambidextrous": pgettext("polaris", "Ambidextrous"),
}

IDENTITY = Section(
    "",
    pgettext("polaris", "Identity"),
    (
        _text("name", pgettext("polaris", "Name"), required=True, most=80),
        _text("player", pgettext("polaris", "Player"), most=80),
        _text("archetype", pgettext("polaris", "Archetype"), most=80),
        _note("background", pgettext("polaris", "Background")),
        _choice("genetic_type", pgettext("polaris", "Genetic type"), GENETIC_TYPES, "human"),
        _choice("handedness", pgettext("polaris", "Handedness"), HANDEDNESS, "right"),
        _flag("minor", pgettext("polaris", "Minor opponent"), rule="POL-WOUND-22", gm_only=True),
        _text("age", pgettext("polaris", "Age"), most=40),
        _text("height", pgettext("polaris", "Height"), most=40),
        _text("weight", pgettext("polaris", "Weight"), most=40),
        _text("gender", pgettext("polaris", "Gender"), most=40),
        _text("fertility", pgettext("polaris", "Fertility"), most=40),
        _text("skin", pgettext("polaris", "Skin")),
        _text("build", pgettext("polaris", "Build")),
        _text("hair", pgettext("polaris", "Hair")),
        _text("eyes", pgettext("polaris", "Eyes")),
        _text("distinctive_signs", pgettext("polaris", "Distinctive signs")),
        _text("geographic_origin", pgettext("polaris", "Geographic origin")),
        _text("social_origin", pgettext("polaris", "Social origin")),
        _text("basic_training", pgettext("polaris", "Basic training")),
        _text("higher_education", pgettext("polaris", "Higher education")),
    ),
)

CREATION = Section(
    "creation_points",
    pgettext("polaris", "Creation points"),
    (
        Field("attributes", pgettext("polaris", "Creation points: attributes"), default=0, least=0, most=999),
        Field("skills", pgettext("polaris", "Creation points: skills"), default=0, least=0, most=999),
        Field("other", pgettext("polaris", "Creation points: other"), default=0, least=0, most=999),
    ),
)

ATTRIBUTE_SECTION = Section(
    "attributes",
    pgettext("polaris", "Attributes"),
    tuple(
        Field(
            code,
            label,
            default=10,
            least=1,
            most=MOST_ATTRIBUTE,
            short=ATTRIBUTES_SHORT[code],
            rule="POL-SHEET-01",
        )
        for code, label in ATTRIBUTES.items()
    ),
)

ADJUSTMENTS = Field(
    "attribute_adjustments",
    pgettext("polaris", "Attribute adjustments"),
    "list",
    row=(
        _choice("attribute", pgettext("polaris", "Attribute"), ATTRIBUTES, "FOR"),
        Field("value", pgettext("polaris", "Adjustment"), default=0, least=-20, most=20),
        _text("reason", pgettext("polaris", "Reason")),
    ),
    rule="POL-SHEET-01",
)

LUCK = Section(
    "luck",
    pgettext("polaris", "Luck"),
    (
        Field(
            "current",
            pgettext("polaris", "Luck"),
            default=STARTING_LUCK,
            least=0,
            most=MOST_LUCK,
            rule="POL-SHEET-03",
        ),
        Field(
            "max",
            pgettext("polaris", "Starting luck"),
            default=STARTING_LUCK,
            least=0,
            most=MOST_LUCK,
            rule="POL-SHEET-03",
        ),
    ),
)

# One manual bonus for each secondary characteristic of the printed sheet.
BONUSES: dict[str, Text] = {
    "reaction": pgettext("polaris", "Reaction: bonus"),
    "melee_damage_modifier": pgettext("polaris", "Melee damage modifier: bonus"),
    "damage_resistance": pgettext("polaris", "Damage resistance: bonus"),
    "stun_threshold": pgettext("polaris", "Stun threshold: bonus"),
    "base_initiative": pgettext("polaris", "Initiative: bonus"),
}
BONUS_SECTION = Section(
    "bonuses",
    pgettext("polaris", "Bonuses"),
    tuple(Field(key, label, default=0, least=-20, most=20) for key, label in BONUSES.items()),
)

_SKILL_ROW = (
    _choice("of", pgettext("polaris", "Skill of the catalogue"), _SKILL_CHOICES, ""),
    _text("name", pgettext("polaris", "Name"), most=80),
    _text("specialty", pgettext("polaris", "Specialty"), most=80),
    _choice("attr1", pgettext("polaris", "First attribute"), _ATTRIBUTE_CHOICES, "", rule="POL-SHEET-09"),
    _choice("attr2", pgettext("polaris", "Second attribute"), _ATTRIBUTE_CHOICES, "", rule="POL-SHEET-09"),
    Field(
        "mastery",
        pgettext("polaris", "Mastery"),
        default=0,
        least=LEAST_MASTERY,
        most=MOST_MASTERY,
        words=(RESERVED, SPECIAL),
        rule="POL-SHEET-10",
        help=pgettext("polaris", "X: reserved and not learnt. Spé: the level is typed."),
    ),
    Field("level", pgettext("polaris", "Typed level"), default=0, least=-10, most=60, rule="POL-SHEET-10"),
    Field("lived", pgettext("polaris", "Years lived there"), default=0, least=0, most=5, rule="POL-SHEET-13"),
    _flag("favourite", pgettext("polaris", "Favourite")),
)
SKILLS = Field("skills", pgettext("polaris", "Skills"), "list", row=_SKILL_ROW, rule="POL-SHEET-09")

RANGE_BANDS: dict[str, Text] = {
    "point_blank": pgettext("polaris", "Point-blank range (m)"),
    "short": pgettext("polaris", "Short range (m)"),
    "medium": pgettext("polaris", "Medium range (m)"),
    "long": pgettext("polaris", "Long range (m)"),
    "extreme": pgettext("polaris", "Extreme range (m)"),
}
FIRE_MODES = {
    "": pgettext("polaris", "The first of its modes"),
    "CC": pgettext("polaris", "Single shots"),
    "RC": pgettext("polaris", "Short bursts"),
    "RL": pgettext("polaris", "Long bursts"),
}
WEAPON_KINDS = {"melee": pgettext("polaris", "Melee"), "ranged": pgettext("polaris", "Ranged")}
WEAPONS = Field(
    "weapons",
    pgettext("polaris", "Weapons"),
    "list",
    row=(
        _text("name", pgettext("polaris", "Name"), required=True, most=80),
        _choice("kind", pgettext("polaris", "Kind"), WEAPON_KINDS, "melee"),
        _text("skill", pgettext("polaris", "Skill used"), most=40, names_test=True),
        _text("damage", pgettext("polaris", "Damage"), most=12, help=pgettext("polaris", "Such as 1d10+2.")),
        _text("shock", pgettext("polaris", "Shock"), most=12, help=pgettext("polaris", "Such as 1d6.")),
        _choice(
            "cause",
            pgettext("polaris", "Wounds caused"),
            {key: row[0] for key, row in CAUSES.items()},
            "other",
        ),
        Field("reach", pgettext("polaris", "Reach"), default=0, least=0, most=10, rule="POL-MELEE-06"),
        _flag("long_weapon", pgettext("polaris", "Long weapon"), rule="POL-MELEE-09"),
        Field("init", pgettext("polaris", "Initiative"), default=0, least=-20, most=20),
        *(Field(key, label, default=0, least=0, most=5000, rule="POL-RANGED-02") for key, label in RANGE_BANDS.items()),
        _text("modes", pgettext("polaris", "Fire modes"), most=40, help=pgettext("polaris", "Such as CC/RC/RL.")),
        _choice("fire_mode", pgettext("polaris", "Set to"), FIRE_MODES, "", rule="POL-RANGED-08"),
        Field("magazine", pgettext("polaris", "Magazine"), default=0, least=0, most=9999),
        Field("ammo", pgettext("polaris", "Rounds left"), default=0, least=0, most=9999),
        Field("min_strength", pgettext("polaris", "Strength needed"), default=0, least=0, most=MOST_ATTRIBUTE),
        Field("hands", pgettext("polaris", "Hands"), default=1, least=1, most=2),
        Field("integrity", pgettext("polaris", "Integrity"), default=0, least=0, most=999),
        _flag("drawn", pgettext("polaris", "In hand")),
        _text("notes", pgettext("polaris", "Notes")),
    ),
)

_AGAINST = {"": pgettext("polaris", "Nothing in particular")} | {key: row[0] for key, row in CAUSES.items()}
PROTECTIONS = Field(
    "protections",
    pgettext("polaris", "Protections"),
    "list",
    row=(
        _text("name", pgettext("polaris", "Name"), required=True, most=80),
        *(_flag(place, label) for place, label in PLACES.items()),
        Field("value", pgettext("polaris", "Protection"), default=0, least=0, most=99, rule="POL-DMG-07"),
        _choice("against", pgettext("polaris", "Otherwise against"), _AGAINST, "", rule="POL-DMG-07"),
        Field("against_value", pgettext("polaris", "Protection there"), default=0, least=0, most=99, rule="POL-DMG-07"),
        _text("value_by_type", pgettext("polaris", "Protection by kind of damage")),  # what one kind cannot say
        Field("min_strength", pgettext("polaris", "Strength needed"), default=0, least=0, most=MOST_ATTRIBUTE),
        _flag("powered", pgettext("polaris", "Powered"), rule="POL-INIT-03"),
        _text(
            "skill",
            pgettext("polaris", "Skill to handle it"),
            names_test=True,
            help=pgettext("polaris", "Powered armour alone has one."),
        ),
        _flag("equipped", pgettext("polaris", "Worn")),
    ),
    rule="POL-DMG-07",
)

GEAR_KINDS = {"personal": pgettext("polaris", "Personal"), "accessible": pgettext("polaris", "Accessible")}
GEAR = Section(
    "",
    pgettext("polaris", "Gear and money"),
    (
        Field(
            "gear",
            pgettext("polaris", "Gear"),
            "list",
            row=(
                _text("name", pgettext("polaris", "Name"), required=True),
                Field("qty", pgettext("polaris", "Quantity"), default=1, least=0, most=9999),
                _choice("kind", pgettext("polaris", "Kind"), GEAR_KINDS, "personal"),
                _text("weight", pgettext("polaris", "Weight"), most=40),
                _text("notes", pgettext("polaris", "Notes")),
                _flag("equipped", pgettext("polaris", "Worn")),
            ),
            rule="POL-SHEET-18",
        ),
        Field(
            "money_sols",
            pgettext("polaris", "Savings (sols)"),
            default=0,
            least=0,
            most=9_999_999,
            rule="POL-SHEET-18",
        ),
    ),
)
DEBT = Section(
    "debt",
    pgettext("polaris", "Debt"),
    (
        Field(
            "principal",
            pgettext("polaris", "Debt (sols)"),
            default=0,
            least=0,
            most=9_999_999,
            rule="POL-SHEET-18",
        ),
        Field(
            "yearly_pct_min",
            pgettext("polaris", "Shrinks yearly by at least (%)"),
            default=0,
            least=0,
            most=100,
        ),
        Field(
            "yearly_pct_max",
            pgettext("polaris", "Shrinks yearly by at most (%)"),
            default=0,
            least=0,
            most=100,
        ),
        _text("note", pgettext("polaris", "Terms")),
    ),
)

WOUNDS = Field(
    "wounds",
    pgettext("polaris", "Wound counter"),
    "grid",
    grid=CAPACITY,
    names=PLACES | SEVERITY_NAMES,
    rule="POL-WOUND-01",
)
WOUND_DETAILS = Field(
    "wound_details",
    pgettext("polaris", "Wounds in detail"),
    "list",
    row=(
        _choice("place", pgettext("polaris", "Place"), PLACES, "body"),
        _choice("severity", pgettext("polaris", "Severity"), SEVERITY_NAMES, "light"),
        _choice("cause", pgettext("polaris", "Cause"), {key: row[0] for key, row in CAUSES.items()}, "other"),
        _flag("bleeding", pgettext("polaris", "Bleeds"), rule="POL-WOUND-15"),
        _flag("stabilized", pgettext("polaris", "Stabilised"), rule="POL-WOUND-15"),
        _flag("treated", pgettext("polaris", "Treated")),
        _text("sequelae", pgettext("polaris", "Sequelae"), rule="POL-WOUND-18"),
        Field("created_turn", pgettext("polaris", "Turn"), default=0, least=0, most=9999),
        Field("minutes", pgettext("polaris", "Minutes left"), default=0, least=0, most=9999, rule="POL-WOUND-16"),
        Field("days", pgettext("polaris", "Days of rest"), default=0, least=0, most=999, rule="POL-WOUND-21"),
    ),
)
HURT_DAYS = Field(
    "hurt_days", pgettext("polaris", "Days since wounded"), default=0, least=0, most=9999, rule="POL-WOUND-17"
)
HEALTH = Section("", pgettext("polaris", "Wounds"), (WOUNDS, WOUND_DETAILS, HURT_DAYS))
FATIGUE = Section(
    "fatigue",
    pgettext("polaris", "Fatigue"),
    (
        Field("level", pgettext("polaris", "Level of fatigue"), default=0, least=0, most=5, rule="POL-FAT-01"),
        Field("box", pgettext("polaris", "Box on the level"), default=0, least=0, most=2, rule="POL-FAT-01"),
    ),
)

CONDITIONS: dict[str, Text] = {
    "prone": pgettext("polaris", "On the ground"),
    "surprised": pgettext("polaris", "Surprised"),
    "stunned": pgettext("polaris", "Stunned"),
    "unconscious": pgettext("polaris", "Unconscious"),
    "light_coma": pgettext("polaris", "Light coma"),
    "deep_coma": pgettext("polaris", "Deep coma"),
    "shaken": pgettext("polaris", "Shaken (−5)"),
    "exposed": pgettext("polaris", "Exposed (+5 to enemies)"),
    "blinded": pgettext("polaris", "Blinded"),
    "cannot_act": pgettext("polaris", "Cannot act"),
    "dead": pgettext("polaris", "Dead"),
}
CONDITION_SECTION = Section(
    "conditions",
    pgettext("polaris", "Conditions"),
    (
        *(_flag(key, label) for key, label in CONDITIONS.items()),
        _text("stunned_until", pgettext("polaris", "Stunned until"), most=40),
        _text("unconscious_until", pgettext("polaris", "Unconscious until"), most=40),
    ),
)

FATE = Section(
    "fate",
    pgettext("polaris", "The last test"),
    (
        Field(
            "catastrophe",
            pgettext("polaris", "Failed by"),
            default=0,
            least=0,
            most=99,
            rule="POL-CRIT-06",
            gm_only=True,
        ),
        Field(
            "great", pgettext("polaris", "Succeeded by"), default=0, least=0, most=99, rule="POL-TEST-23", gm_only=True
        ),
    ),
)

NOTES = Section(
    "",
    pgettext("polaris", "Notes"),
    (
        _note("notes", pgettext("polaris", "Private notes")),
        _note("secret_notes", pgettext("polaris", "Secret notes"), gm_only=True),
    ),
)

OVERRIDES = Field(
    "overrides",
    pgettext("polaris", "Values set by the game master"),
    "list",
    row=(
        Field("value", pgettext("polaris", "Value"), default=0, least=-99, most=99, required=True),
        _text("reason", pgettext("polaris", "Reason")),
    ),
    rule="POL-GEN-01",
    gm_only=True,
)

SCHEMA = SheetSchema(
    (
        IDENTITY,
        CREATION,
        ATTRIBUTE_SECTION,
        LUCK,
        BONUS_SECTION,
        Section("", pgettext("polaris", "Skills"), (SKILLS,)),
        Section("", pgettext("polaris", "Combat"), (WEAPONS, PROTECTIONS)),
        HEALTH,
        FATIGUE,
        CONDITION_SECTION,
        FATE,
        GEAR,
        DEBT,
        NOTES,
        Section("", pgettext("polaris", "Adjustments"), (ADJUSTMENTS, OVERRIDES)),
    )
)
