"""The fields of a sheet, in the sections of the printed one."""

from __future__ import annotations

from rules.character.fields import choice, flag, text
from rules.character.sheet import Field, Section, SheetSchema
from rules.core.text import Text
from rules.games.polaris.character.skills import CATALOGUE, RESERVED, SPECIAL
from rules.games.polaris.tables import ATTRIBUTES, ATTRIBUTES_SHORT, CAPACITY, CAUSES, LIGHT, PLACES, SEVERITY_NAMES
from rules.games.polaris.text import _

MOST_ATTRIBUTE = 40
MOST_LUCK = 20
STARTING_LUCK = 13
LEAST_MASTERY = -3
MOST_MASTERY = 25

_OWN = _("As in the catalogue")
_ATTRIBUTE_CHOICES = {"": _OWN, **ATTRIBUTES}
_SKILL_CHOICES = {"": _("A skill of one’s own")} | {key: skill.label for key, skill in CATALOGUE.items()}

GENETIC_TYPES = {
    "human": _("Human"),
    "techno_hybrid": _("Techno-hybrid"),
    "geno_hybrid": _("Geno-hybrid"),
    "natural_hybrid": _("Natural hybrid"),
}
HANDEDNESS = {"right": _("Right-handed"), "left": _("Left-handed"), "ambidextrous": _("Ambidextrous")}

IDENTITY = Section(
    "",
    _("Identity"),
    (
        text("name", _("Name"), required=True, most=80),
        text("player", _("Player"), most=80),
        text("archetype", _("Archetype"), most=80),
        Field("background", _("Background"), "note"),
        choice("genetic_type", _("Genetic type"), GENETIC_TYPES, "human"),
        choice("handedness", _("Handedness"), HANDEDNESS, "right"),
        flag("minor", _("Minor opponent"), rule="POL-WOUND-22", gm_only=True),
        text("age", _("Age"), most=40),
        text("height", _("Height"), most=40),
        text("weight", _("Weight"), most=40),
        text("gender", _("Gender"), most=40),
        text("fertility", _("Fertility"), most=40),
        text("skin", _("Skin")),
        text("build", _("Build")),
        text("hair", _("Hair")),
        text("eyes", _("Eyes")),
        text("distinctive_signs", _("Distinctive signs")),
        text("geographic_origin", _("Geographic origin")),
        text("social_origin", _("Social origin")),
        text("basic_training", _("Basic training")),
        text("higher_education", _("Higher education")),
    ),
)

CREATION = Section(
    "creation_points",
    _("Creation points"),
    (
        Field("attributes", _("Creation points: attributes"), default=0, least=0, most=999),
        Field("skills", _("Creation points: skills"), default=0, least=0, most=999),
        Field("other", _("Creation points: other"), default=0, least=0, most=999),
    ),
)

ATTRIBUTE_SECTION = Section(
    "attributes",
    _("Attributes"),
    tuple(
        Field(code, label, default=10, least=1, most=MOST_ATTRIBUTE, short=ATTRIBUTES_SHORT[code], rule="POL-SHEET-01")
        for code, label in ATTRIBUTES.items()
    ),
)

ADJUSTMENTS = Field(
    "attribute_adjustments",
    _("Attribute adjustments"),
    "list",
    row=(
        choice("attribute", _("Attribute"), ATTRIBUTES, "FOR"),
        Field("value", _("Adjustment"), default=0, least=-20, most=20),
        text("reason", _("Reason")),
    ),
    rule="POL-SHEET-01",
)

LUCK = Section(
    "luck",
    _("Luck"),
    (
        Field("current", _("Luck"), default=STARTING_LUCK, least=0, most=MOST_LUCK, rule="POL-SHEET-03"),
        Field("max", _("Starting luck"), default=STARTING_LUCK, least=0, most=MOST_LUCK, rule="POL-SHEET-03"),
    ),
)

# One manual bonus for each secondary characteristic of the printed sheet.
BONUSES: dict[str, Text] = {
    "reaction": _("Reaction: bonus"),
    "melee_damage_modifier": _("Melee damage modifier: bonus"),
    "damage_resistance": _("Damage resistance: bonus"),
    "stun_threshold": _("Stun threshold: bonus"),
    "base_initiative": _("Initiative: bonus"),
}
BONUS_SECTION = Section(
    "bonuses", _("Bonuses"), tuple(Field(key, label, default=0, least=-20, most=20) for key, label in BONUSES.items())
)

_SKILL_ROW = (
    choice("of", _("Skill of the catalogue"), _SKILL_CHOICES, ""),
    text("name", _("Name"), most=80),
    text("specialty", _("Specialty"), most=80),
    choice("attr1", _("First attribute"), _ATTRIBUTE_CHOICES, "", rule="POL-SHEET-09"),
    choice("attr2", _("Second attribute"), _ATTRIBUTE_CHOICES, "", rule="POL-SHEET-09"),
    Field(
        "mastery",
        _("Mastery"),
        default=0,
        least=LEAST_MASTERY,
        most=MOST_MASTERY,
        words=(RESERVED, SPECIAL),
        rule="POL-SHEET-10",
        help=_("X: reserved and not learnt. Spé: the level is typed."),
    ),
    Field("level", _("Typed level"), default=0, least=-10, most=60, rule="POL-SHEET-10"),
    Field("lived", _("Years lived there"), default=0, least=0, most=5, rule="POL-SHEET-13"),
    flag("favourite", _("Favourite")),
)
SKILLS = Field("skills", _("Skills"), "list", row=_SKILL_ROW, rule="POL-SHEET-09")

RANGE_BANDS: dict[str, Text] = {
    "point_blank": _("Point-blank range (m)"),
    "short": _("Short range (m)"),
    "medium": _("Medium range (m)"),
    "long": _("Long range (m)"),
    "extreme": _("Extreme range (m)"),
}
FIRE_MODES = {"": _("The first of its modes"), "CC": _("Single shots"), "RC": _("Short bursts"), "RL": _("Long bursts")}
WEAPON_KINDS = {"melee": _("Melee"), "ranged": _("Ranged")}
WEAPONS = Field(
    "weapons",
    _("Weapons"),
    "list",
    row=(
        text("name", _("Name"), required=True, most=80),
        choice("kind", _("Kind"), WEAPON_KINDS, "melee"),
        text("skill", _("Skill used"), most=40, names_test=True),
        text("damage", _("Damage"), most=12, dice=True, help=_("Such as 1d10+2.")),
        text("shock", _("Shock"), most=12, dice=True, help=_("Such as 1d6.")),
        choice("cause", _("Wounds caused"), {key: row[0] for key, row in CAUSES.items()}, "other"),
        Field("reach", _("Reach"), default=0, least=0, most=10, rule="POL-MELEE-06"),
        flag("long_weapon", _("Long weapon"), rule="POL-MELEE-09"),
        Field("init", _("Initiative"), default=0, least=-20, most=20),
        *(Field(key, label, default=0, least=0, most=5000, rule="POL-RANGED-02") for key, label in RANGE_BANDS.items()),
        text("modes", _("Fire modes"), most=40, help=_("Such as CC/RC/RL.")),
        choice("fire_mode", _("Set to"), FIRE_MODES, "", rule="POL-RANGED-08"),
        Field("magazine", _("Magazine"), default=0, least=0, most=9999),
        Field("ammo", _("Rounds left"), default=0, least=0, most=9999),
        Field("min_strength", _("Strength needed"), default=0, least=0, most=MOST_ATTRIBUTE),
        Field("hands", _("Hands"), default=1, least=1, most=2),
        Field("integrity", _("Integrity"), default=0, least=0, most=999),
        flag("drawn", _("In hand")),
        text("notes", _("Notes")),
    ),
)

_AGAINST = {"": _("Nothing in particular")} | {key: row[0] for key, row in CAUSES.items()}
PROTECTIONS = Field(
    "protections",
    _("Protections"),
    "list",
    row=(
        text("name", _("Name"), required=True, most=80),
        *(flag(place, label) for place, label in PLACES.items()),
        Field("value", _("Protection"), default=0, least=0, most=99, rule="POL-DMG-07"),
        choice("against", _("Otherwise against"), _AGAINST, "", rule="POL-DMG-07"),
        Field("against_value", _("Protection there"), default=0, least=0, most=99, rule="POL-DMG-07"),
        text("value_by_type", _("Protection by kind of damage")),  # what one kind cannot say
        Field("min_strength", _("Strength needed"), default=0, least=0, most=MOST_ATTRIBUTE),
        flag("powered", _("Powered"), rule="POL-INIT-03"),
        text("skill", _("Skill to handle it"), names_test=True, help=_("Powered armour alone has one.")),
        flag("equipped", _("Worn")),
    ),
    rule="POL-DMG-07",
)

GEAR_KINDS = {"personal": _("Personal"), "accessible": _("Accessible")}
GEAR = Section(
    "",
    _("Gear and money"),
    (
        Field(
            "gear",
            _("Gear"),
            "list",
            row=(
                text("name", _("Name"), required=True),
                Field("qty", _("Quantity"), default=1, least=0, most=9999),
                choice("kind", _("Kind"), GEAR_KINDS, "personal"),
                text("weight", _("Weight"), most=40),
                text("notes", _("Notes")),
                flag("equipped", _("Worn")),
            ),
            rule="POL-SHEET-18",
        ),
        Field("money_sols", _("Savings (sols)"), default=0, least=0, most=9_999_999, rule="POL-SHEET-18"),
    ),
)
DEBT = Section(
    "debt",
    _("Debt"),
    (
        Field("principal", _("Debt (sols)"), default=0, least=0, most=9_999_999, rule="POL-SHEET-18"),
        Field("yearly_pct_min", _("Shrinks yearly by at least (%)"), default=0, least=0, most=100),
        Field("yearly_pct_max", _("Shrinks yearly by at most (%)"), default=0, least=0, most=100),
        text("note", _("Terms")),
    ),
)

# POL-SHEET-16: on every sheet.
WOUNDS = Field("wounds", _("Wound counter"), "grid", grid=CAPACITY, names=PLACES | SEVERITY_NAMES, rule="POL-WOUND-01")
WOUND_DETAILS = Field(
    "wound_details",
    _("Wounds in detail"),
    "list",
    row=(
        choice("place", _("Place"), PLACES, "body"),
        choice("severity", _("Severity"), SEVERITY_NAMES, LIGHT),
        choice("cause", _("Cause"), {key: row[0] for key, row in CAUSES.items()}, "other"),
        flag("bleeding", _("Bleeds"), rule="POL-WOUND-15"),
        flag("stabilized", _("Stabilised"), rule="POL-WOUND-15"),
        flag("treated", _("Treated")),
        text("sequelae", _("Sequelae"), rule="POL-WOUND-18"),
        Field("created_turn", _("Turn"), default=0, least=0, most=9999),
        Field("minutes", _("Minutes left"), default=0, least=0, most=9999, rule="POL-WOUND-16"),
        Field("days", _("Days of rest"), default=0, least=0, most=999, rule="POL-WOUND-21"),
    ),
)
HURT_DAYS = Field("hurt_days", _("Days since wounded"), default=0, least=0, most=9999, rule="POL-WOUND-17")
SICKNESS = Field("sickness", _("Malus of sickness"), default=0, least=-20, most=0, rule="POL-INIT-02")
HEALTH = Section("", _("Wounds"), (WOUNDS, WOUND_DETAILS, HURT_DAYS, SICKNESS))
FATIGUE = Section(
    "fatigue",
    _("Fatigue"),
    (
        Field("level", _("Level of fatigue"), default=0, least=0, most=5, rule="POL-FAT-01"),
        Field("box", _("Box on the level"), default=0, least=0, most=2, rule="POL-FAT-01"),
    ),
)

CONDITIONS: dict[str, Text] = {
    "prone": _("On the ground"),
    "surprised": _("Surprised"),
    "stunned": _("Stunned"),
    "unconscious": _("Unconscious"),
    "light_coma": _("Light coma"),
    "deep_coma": _("Deep coma"),
    "shaken": _("Shaken (−5)"),
    "exposed": _("Exposed (+5 to enemies)"),
    "blinded": _("Blinded"),
    "cannot_act": _("Cannot act"),
    "gone": _("Flees or gives up"),
    "dead": _("Dead"),
}
CONDITION_SECTION = Section(
    "conditions",
    _("Conditions"),
    (
        *(flag(key, label) for key, label in CONDITIONS.items()),
        text("stunned_until", _("Stunned until"), most=40),
        text("unconscious_until", _("Unconscious until"), most=40),
    ),
)

FATE = Section(
    "fate",
    _("The last test"),
    (
        Field("catastrophe", _("Failed by"), default=0, least=0, most=99, rule="POL-CRIT-06", gm_only=True),
        Field("great", _("Succeeded by"), default=0, least=0, most=99, rule="POL-TEST-23", gm_only=True),
        Field("test", _("What was tested"), "text", most=80, rule="POL-CRIT-09", gm_only=True, names_test=True),
        Field("by", _("Modifiers of the test"), default=0, least=-99, most=99, rule="POL-CRIT-09", gm_only=True),
        Field("limit", _("Limited by"), "text", most=80, rule="POL-CRIT-09", gm_only=True, names_test=True),
    ),
)

NOTES = Section(
    "",
    _("Notes"),
    (Field("notes", _("Private notes"), "note"), Field("secret_notes", _("Secret notes"), "note", gm_only=True)),
)

OVERRIDES = Field(
    "overrides",
    _("Values set by the game master"),
    "list",
    row=(Field("value", _("Value"), default=0, least=-99, most=99, required=True), text("reason", _("Reason"))),
    rule="POL-GEN-01",
    gm_only=True,
)

# POL-SHEET-20: of an opponent nothing but the name is required.
SCHEMA = SheetSchema(
    (
        IDENTITY,
        CREATION,
        ATTRIBUTE_SECTION,
        LUCK,
        BONUS_SECTION,
        Section("", _("Skills"), (SKILLS,)),
        Section("", _("Combat"), (WEAPONS, PROTECTIONS)),
        HEALTH,
        FATIGUE,
        CONDITION_SECTION,
        FATE,
        GEAR,
        DEBT,
        NOTES,
        Section("", _("Adjustments"), (ADJUSTMENTS, OVERRIDES)),
    )
)
