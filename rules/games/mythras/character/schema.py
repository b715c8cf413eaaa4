"""The fields of a sheet, in the sections of the printed one.

What is left empty of a weapon or a location is that of the table; hit points left empty are all there.
"""

from __future__ import annotations

from rules.character.fields import choice, computed, flag, number, text
from rules.character.sheet import Choice, Field, Section, SheetSchema
from rules.games.mythras.character.skills import PROFESSIONAL, STANDARD
from rules.games.mythras.character.tables import (
    CHARACTERISTICS,
    CHARACTERISTICS_SHORT,
    FATIGUE,
    HUMANOID,
    KINDS,
    OUTSIDE,
    PRINTED_MODIFIERS,
    REACHES,
    SIZES,
    TRAITS,
)
from rules.games.mythras.equipment.arms import ARMOUR, CATEGORIES, CLASSES, FLAGS, MODELS, MODES
from rules.games.mythras.text import _

_AS_TABLE = {"": _("As in the table")}
_OWN = {"": _("One’s own")}
_NAME = _("Name")
_PRINTED = _("As printed (%)")
MOST_SKILL = 999
_STYLES = (
    Choice("", _("The only style there is, or none")),
    Choice(OUTSIDE, _("None: outside the style, a step harder")),
)

ERAS = {"ancient": _("Antiquity"), "medieval": _("Middle Ages"), "modern": _("Modern times"), "future": _("Future")}
BODIES = {"humanoid": _("Humanoid"), "own": _("The locations listed here")}

IDENTITY = Section(
    "",
    _("Identity"),
    (
        text("name", _NAME, required=True, most=80),
        text("player", _("Player"), most=80),
        text("concept", _("Concept"), most=80),
        text("culture", _("Culture"), most=80),
        text("career", _("Career"), most=80),
        choice("era", _("Era"), ERAS, "ancient"),
        number("height_cm", _("Height (cm)"), 175, 10, 5000, "MYT-MOVE-JUMP"),
        number("legs", _("Legs"), 2, 0, 20, "MYT-FX-TRIP"),
        flag("sapient", _("Understands speech"), True, "MYT-FX-SURRENDER"),
        flag("heedless", _("Does not care for its own defence"), rule="MYT-FX-PRESS"),
    ),
)
CHARACTERISTIC_SECTION = Section(
    "characteristics",
    _("Characteristics"),
    tuple(
        number(key, label, 13 if key in ("siz", "int") else 10, 1, 60, short=CHARACTERISTICS_SHORT[key])
        for key, label in CHARACTERISTICS.items()
    ),
)
STATE = Section(
    "state",
    _("State"),
    (
        choice(
            "fatigue", _("Fatigue"), {key: row.label for key, row in FATIGUE.items()}, "fresh", rule="MYT-FATIGUE-01"
        ),
        computed("luck", _("Luck points"), 0, 20, "MYT-LUCK-01"),
        computed("magic", _("Magic points"), 0, 99),
        flag("bleeding", _("Bleeding"), rule="MYT-WOUND-05"),
        flag("unconscious", _("Unconscious"), rule="MYT-WOUND-02"),
        flag("dead", _("Dead"), rule="MYT-WOUND-03"),
    ),
)
MOVEMENT = Section("", _("Movement"), (number("movement", _("Movement (m)"), 6, 0, 100, "MYT-ATTR-06"),))
SKILLS = Section(
    "skills",
    _("Standard skills: points trained"),
    tuple(number(key, skill.label, 0, 0, 300) for key, skill in STANDARD.items()),
)
PROFESSIONAL_SKILLS = Field(
    "professional",
    _("Professional skills"),
    "list",
    row=(
        choice("of", _("Skill"), _OWN | {key: row.label for key, row in PROFESSIONAL.items()}, ""),
        text("name", _("Speciality, or name of one’s own"), most=80),
        number("trained", _("Points trained"), 0, 0, 300),
        computed("printed", _PRINTED, 0, MOST_SKILL),
        choice("first", _("First characteristic"), CHARACTERISTICS, "int"),
        choice("second", _("Second characteristic"), CHARACTERISTICS, "int"),
    ),
)
STYLES = Field(
    "styles",
    _("Combat styles"),
    "list",
    row=(
        text("name", _NAME, required=True, most=80),
        number("trained", _("Points trained"), 0, 0, 300),
        computed("printed", _PRINTED, 0, MOST_SKILL),
        *(flag(key, label, rule=rule) for key, (label, rule) in TRAITS.items()),
        text("traits", _("Other traits"), most=120, rule="MYT-STYLE-LIMIT"),
    ),
    rule="MYT-STYLE-COVERAGE",
)
LOCATIONS = Field(
    "hit_locations",
    _("Hit locations"),
    "list",
    row=(
        text("name", _NAME, most=40),
        choice("kind", _("Kind"), _AS_TABLE | KINDS, ""),
        number("low", _("d20 from"), 0, 0, 20, "MYT-DMG-02"),
        number("high", _("d20 to"), 0, 0, 20, "MYT-DMG-02"),
        computed("hp_max", _("Hit points at most"), 1, 200, "MYT-ATTR-04"),
        computed("hp", _("Hit points"), -200, 200, "MYT-WOUND-01"),
        number("natural", _("Natural armour"), 0, 0, 30, "MYT-ARM-01"),
        text("beside", _("Adjacent locations (keys)"), rule="MYT-FX-MARKSMAN"),
        flag("useless", _("Useless"), rule="MYT-WOUND-02"),
        flag("treated", _("Treated"), rule="MYT-HEAL-01"),
        number("scars", _("Scars"), 0, 0, 99, "MYT-FX-SCAR"),
    ),
    rule="MYT-DMG-02",
)
BODY = Section("", _("Body"), (choice("body", _("Body"), BODIES, "humanoid"), LOCATIONS))
ARMOURS = Field(
    "armour",
    _("Armour"),
    "list",
    row=(
        text("name", _NAME, most=80),
        choice("model", _("Armour of the table"), _OWN | {k: row[0] for k, row in ARMOUR.items()}, ""),
        computed("points", _("Armour points"), 0, 20, "MYT-ARM-01"),
        number("sundered", _("Points sundered"), 0, 0, 20, "MYT-FX-SUNDER"),
        *(flag(place.key, place.label) for place in HUMANOID),
        text("elsewhere", _("Other locations (keys)")),
        flag("magical", _("Magical protection"), rule="MYT-ARM-01"),
        flag("worn", _("Worn"), True),
    ),
    rule="MYT-ARM-01",
)
WEAPONS = Field(
    "weapons",
    _("Weapons"),
    "list",
    row=(
        text("name", _NAME, most=80),
        choice("model", _("Weapon of the tables"), _OWN | {k: row.label for k, row in MODELS.items()}, ""),
        text("style", _("Style (key)"), most=80, rule="MYT-ATK-02", names_row="styles", choices=_STYLES),
        choice("category", _("Kind"), _AS_TABLE | CATEGORIES, ""),
        text("damage", _("Damage"), most=12, dice=True),
        choice("size", _("Size"), _AS_TABLE | SIZES, "", rule="MYT-PARRY-07"),
        choice("reach", _("Reach"), _AS_TABLE | REACHES, ""),
        computed("armour", _("Armour points"), 0, 30),
        computed("hp_max", _("Hit points at most"), 0, 200),
        computed("hp", _("Hit points"), 0, 200, "MYT-FX-DAMAGE-WEAPON"),
        *(flag(key, label) for key, label in FLAGS.items()),
        number("passive", _("Locations of a passive parry"), 0, 0, 7, "MYT-CLOSE-PASSIVE"),
        choice("kind", _("Class"), _AS_TABLE | CLASSES, ""),
        flag("adds_modifier", _("Damage modifier applies"), rule="MYT-RANGED-DM"),
        flag("own_flags", _("Only the qualities ticked here, not those of the table"), rule="MYT-RANGED-DM"),
        choice("force", _("Impact"), _AS_TABLE | SIZES, "", rule="MYT-RANGED-FORCE"),
        choice("impale", _("Size when impaling"), _AS_TABLE | SIZES, "", rule="MYT-RANGED-IMPALE-SIZE"),
        number("short", _("Short range (m)"), 0, 0, 9999, "MYT-RANGED-BANDS"),
        number("effective", _("Effective range (m)"), 0, 0, 9999, "MYT-RANGED-BANDS"),
        number("long", _("Long range (m)"), 0, 0, 99999, "MYT-RANGED-BANDS"),
        computed("load", _("Turns to load"), 0, 20, "MYT-RANGED-LOAD"),
        computed("magazine", _("Magazine"), 0, 999, "MYT-AUTO-06"),
        computed("loaded", _("Rounds left"), 0, 999, "MYT-AUTO-06"),
        number("reserve", _("Rounds in reserve"), 0, 0, 9999),
        choice("mode", _("Fire mode"), MODES, "semi_auto", rule="MYT-AUTO-01"),
        number("burst", _("Rounds of a short burst"), 3, 2, 5, "MYT-AUTO-02"),
        number("rate", _("Most rounds of a long burst (0: as in the table)"), 0, 0, 200, "MYT-AUTO-04"),
        flag("short_burst", _("Fires short bursts"), rule="MYT-AUTO-01"),
        flag("long_burst", _("Fires long bursts"), rule="MYT-AUTO-01"),
        flag("linked", _("Linked to its bearer’s mind"), rule="MYT-ACT-SWITCH-FIRE"),
        number("scope", _("Scope: grades"), 0, 0, 3, "MYT-RANGED-SCOPE"),
        number("scope_metres", _("Scope: a shot is placed up to (m)"), 0, 0, 9999, "MYT-RANGED-SCOPE"),
        flag("malfunction", _("Jammed"), rule="MYT-FX-WEAPON-MALFUNCTION"),
        flag("in_hand", _("In hand")),
    ),
    rule="MYT-EQ-MELEE",
)
# A stat block is final: what it prints counts, beside what the rules make of the sheet.
PRINTED_SKILLS = Field(
    "printed_skills",
    _("Skills as printed in a stat block"),
    "list",
    row=(
        choice("of", _("Skill"), {key: skill.label for key, skill in STANDARD.items()}, "athletics"),
        number("value", _PRINTED, 0, 0, MOST_SKILL),
    ),
)
PRINTED = Section(
    "printed",
    _("As printed in a stat block"),
    (
        computed("initiative", _("Initiative bonus"), -60, 99, "MYT-ATTR-05"),
        computed("action_points", _("Action points"), 0, 20, "MYT-ATTR-01"),
        choice(
            "damage_modifier",
            _("Damage modifier"),
            {"": _("By the rules"), **{key: _("%(dice)s", dice=key) for key in PRINTED_MODIFIERS}},
            rule="MYT-ATTR-02",
        ),
    ),
)
NOTES = Section(
    "",
    _("Notes"),
    (
        text("gear", _("Gear")),
        Field("notes", _("Private notes"), "note"),
        Field("secret_notes", _("Secret notes"), "note", gm_only=True),
    ),
)

SCHEMA = SheetSchema(
    (
        IDENTITY,
        CHARACTERISTIC_SECTION,
        STATE,
        MOVEMENT,
        SKILLS,
        Section("", _("Skills learnt"), (PROFESSIONAL_SKILLS, STYLES)),
        BODY,
        Section("", _("Weapons and armour"), (WEAPONS, ARMOURS)),
        NOTES,
        PRINTED,
        Section("", _("Skills as printed"), (PRINTED_SKILLS,)),
    )
)
