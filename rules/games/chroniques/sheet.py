"""The character sheet in the sections of the printed one, and derived scores with their terms and states.

A derived score may be typed instead, since the stat blocks of opponents print it; left empty it is computed.
"""

from __future__ import annotations

from dataclasses import replace

from rules.character.character import Belongings, Character, Derived
from rules.character.fields import COMPUTED, GEAR, NOTES, choice, computed, filled, flag, number, text
from rules.character.sheet import Field, Section, SheetSchema
from rules.core.check import Breakdown, Modifier
from rules.core.memo import memoize
from rules.core.paths import Data
from rules.core.scene import Health
from rules.core.text import Text
from rules.games.chroniques import states
from rules.games.chroniques.settings import setting
from rules.games.chroniques.states import STATES
from rules.games.chroniques.text import _

ABILITIES: dict[str, Text] = {
    "for_": _("Strength"),
    "dex": _("Dexterity"),
    "con": _("Constitution"),
    "int_": _("Intelligence"),
    "per": _("Perception"),
    "cha": _("Charisma"),
}
ABILITIES_SHORT: dict[str, Text] = {
    "for_": _("FOR"),
    "dex": _("DEX"),
    "con": _("CON"),
    "int_": _("INT"),
    "per": _("PER"),
    "cha": _("CHA"),
}
MENTAL = frozenset({"int_", "per", "cha"})

# CHO-ATK-01: the kinds of attack, each with its base score and its ability.
KINDS: dict[str, Text] = {"contact": _("Contact"), "distance": _("Distance"), "psychic": _("Psychic")}
SCORES = {"contact": ("atc", "for_"), "distance": ("atd", "dex"), "psychic": ("atp", "per")}
SCORES_SHORT = {"atc": _("ATC"), "atd": _("ATD"), "atp": _("ATP")}
DEFENCES: dict[str, Text] = {"def_": _("DEF"), "dep": _("DEP")}
VERSUS = {"nature": _("As its nature says"), **DEFENCES}

FAMILIES = {"other": _("Another family"), "adventure": _("Adventurers")}
HIT_DICE = {"d6": _("d6"), "d8": _("d8"), "d10": _("d10")}
# CHO-ACT-01
ABILITY_ACTIONS = {
    "L": _("Limited (L)"),
    "M": _("Movement (M)"),
    "A": _("Attack (A)"),
    "F": _("Free"),
    "passive": _("Passive"),
}
GRANTS = {
    "nothing": _("Nothing"),
    "free_attack": _("An attack as a free action"),
    "free_move": _("A move as a free action"),
}
PEOPLES = (_("Human"), _("Synthetic"), _("Feline"), _("Deep-worlder"))
PROFILES = (
    *(_("Bodyguard"), _("Scout"), _("Pilot"), _("Mechanic"), _("Bounty hunter"), _("Smuggler")),
    *(_("Medic"), _("Psychic adept"), _("Diplomat"), _("Technician")),
)
MOST_HP = 500

WEAPONS = Field(
    "weapons",
    _("Weapons"),
    "list",
    row=(
        text("name", _("Name"), required=True, most=80),
        choice("kind", _("Kind of attack"), KINDS, rule="CHO-ATK-01"),
        text("dice", _("Damage (DM)"), most=12, dice=True, help=_("Such as 1d8+1.")),
        flag("add_for", _("FOR is added to the damage"), rule="CHO-DMG-01"),
        choice("versus", _("Against"), VERSUS, rule="CHO-ATK-02"),
        number("range_m", _("Range (m)"), 0, 0, 5000),
        text("notes", _("Notes")),
    ),
    rule="CHO-DMG-01",
)
ABILITY_LIST = Field(
    "abilities_list",
    _("Special abilities"),
    "list",
    row=(
        text("name", _("Name"), required=True, most=80),
        choice("action", _("Action"), ABILITY_ACTIONS, "passive", rule="CHO-ACT-01"),
        choice("grants", _("Grants"), GRANTS, rule="CHO-ACT-07"),
        number("per_turn", _("Times per turn"), 1, 0, 9, "CHO-ACT-07", help=_("Of its free uses; 0 for any number.")),
        text("notes", _("Notes")),
    ),
    rule="CHO-ACT-07",
)
ABILITY_SECTION = Section(
    "abilities",
    _("Abilities"),
    tuple(number(key, label, 0, -4, 6, short=ABILITIES_SHORT[key]) for key, label in ABILITIES.items()),
)
ARMOUR = Section(
    "armour",
    _("Armour"),
    (
        text("name", _("Armour"), most=80),
        number("def_bonus", _("DEF of the armour"), 0, 0, 10),
        number("rd", _("Damage reduction (RD)"), 0, 0, 10, "CHO-DMG-03"),
        number("penalty", _("Encumbrance of the armour"), 0, 0, 10, "CHO-INIT-05"),
    ),
)
SHIELD = Section("shield", _("Shield"), (number("def_bonus", _("DEF of the shield"), 0, 0, 10),))

SCHEMA = SheetSchema(
    (
        Section(
            "",
            _("Identity"),
            (
                text("name", _("Name"), required=True, most=80),
                text("player", _("Player"), most=80),
                text("people", _("People"), most=80, suggested=PEOPLES),
                text("profile", _("Profile"), most=80, suggested=PROFILES),
                choice("family", _("Family"), FAMILIES),
                number("level", _("Level"), 1, 1, 20),
            ),
        ),
        ABILITY_SECTION,
        Section(
            "hp",
            _("Hit points"),
            (
                computed("max", _("Hit points at most"), 1, MOST_HP),
                computed("current", _("Hit points"), 0, MOST_HP, "CHO-DMG-05"),
            ),
        ),
        Section(
            "luck", _("Luck"), (computed("max", _("Luck at most"), 0, 20), computed("current", _("Luck (PC)"), 0, 20))
        ),
        Section(
            "",
            _("Attack and stealth"),
            (
                number("atc_base", _("Contact attack, without FOR"), 0, 0, 20, "CHO-ATK-01"),
                number("atd_base", _("Distance attack, without DEX"), 0, 0, 20, "CHO-ATK-01"),
                number("atp_base", _("Psychic attack, without PER"), 0, 0, 20, "CHO-ATK-01"),
                number("stealth_bonus", _("Stealth: skill bonus"), 0, 0, 10, "CHO-SURPRISE-03"),
                number("movement_m", _("Metres per movement action"), 20, 0, 100, "CHO-ACT-03"),
            ),
        ),
        ARMOUR,
        SHIELD,
        Section(
            "",
            _("Life"),
            (
                choice("hit_die", _("Hit die"), HIT_DICE, "d8"),
                flag("severe_wound", STATES["severe_wound"].label, rule="CHO-DMG-04"),
                number("down", _("Rounds at 0 hit points"), 0, 0, 40, "CHO-DMG-05"),
                flag("stable", _("Out of danger"), rule="CHO-DMG-05"),
                flag("dead", _("Dead"), rule="CHO-DMG-05"),
            ),
        ),
        Section(
            "states",
            _("Detrimental states"),
            tuple(flag(key, row.label, rule="CHO-STATE-01") for key, row in STATES.items() if key != "severe_wound"),
        ),
        Section("", _("Weapons, abilities and gear"), (WEAPONS, ABILITY_LIST, GEAR)),
        NOTES,
        Section(
            "typed",
            _("Scores typed from a stat block"),
            (
                computed("init", _("Initiative"), -20, 60, "CHO-INIT-05"),
                computed("def_", _("Physical defence (DEF)"), 0, 60, "CHO-ATK-02"),
                computed("dep", _("Psychic defence (DEP)"), 0, 60, "CHO-ATK-02"),
                computed("atc", _("Contact attack (ATC)"), -20, 60, "CHO-ATK-01"),
                computed("atd", _("Distance attack (ATD)"), -20, 60, "CHO-ATK-01"),
                computed("atp", _("Psychic attack (ATP)"), -20, 60, "CHO-ATK-01"),
                computed("wound_threshold", _("Wound threshold"), 1, 99, "CHO-DMG-04"),
            ),
        ),
    )
)


def ability(sheet: Data, key: str) -> int:
    return int(SCHEMA.value(sheet, f"abilities.{key}"))


def special_abilities(sheet: Data) -> Data:
    rows: Data = sheet.get("abilities_list") or {}
    return rows


@memoize
def initiative(sheet: Data) -> Breakdown:
    """CHO-INIT-05: initiative is 10 plus DEX and PER, minus the encumbrance of the armour, changed by states."""
    sum = _sum("CHO-INIT-05", 10, _ability(sheet, "dex"), _ability(sheet, "per"), _encumbrance(sheet))
    return _or_typed(sheet, "init", sum).plus(*_by_states(sheet, "init"))


@memoize
def defence(sheet: Data, which: str) -> Breakdown:
    """CHO-ATK-02: DEF is 10 plus DEX, armour and shield; DEP is 10 plus CHA. States lower only DEF."""
    if which == "dep":
        return _or_typed(sheet, "dep", _sum("CHO-ATK-02", 10, _ability(sheet, "cha")))
    armour = Modifier(_("Armour"), SCHEMA.value(sheet, "armour.def_bonus"))
    shield = Modifier(_("Shield"), SCHEMA.value(sheet, "shield.def_bonus"))
    sum = _sum("CHO-ATK-02", 10, _ability(sheet, "dex"), armour, shield)
    return _or_typed(sheet, "def_", sum).plus(*_by_states(sheet, "defence"))


@memoize
def attack(sheet: Data, kind: str) -> Breakdown:
    """CHO-ATK-01: the score of a kind of attack, with the states that lower it."""
    score, key = SCORES[kind]
    sum = Breakdown(Modifier(KINDS[kind], SCHEMA.value(sheet, f"{score}_base"), "CHO-ATK-01"))
    sum = sum.plus(
        replace(_ability(sheet, key), rule="CHO-ATK-01"), *((_encumbrance(sheet),) if kind == "distance" else ())
    )
    return _or_typed(sheet, score, sum).plus(*_by_states(sheet, kind))


def wound_threshold(sheet: Data, settings: Data) -> Breakdown:
    """CHO-DMG-04: the number of hit points whose loss in one blow is a severe wound."""
    base = setting(settings, "damage.threshold")
    return _or_typed(
        sheet, "wound_threshold", _sum("CHO-DMG-04", base, _ability(sheet, "con"), _ability(sheet, "for_"))
    )


@memoize
def hp_max(sheet: Data) -> Breakdown:
    """The maximum of hit points: the typed one, or else that of the first level, hit die plus CON."""
    die = int(SCHEMA.value(sheet, "hit_die").removeprefix("d"))
    return _or_typed(sheet, "max", Breakdown(Modifier(_("Hit die"), die)).plus(_ability(sheet, "con")), "hp")


def hp(sheet: Data) -> int:
    """The hit points left; the maximum if nothing was entered."""
    return max(0, filled(SCHEMA, sheet, "hp.current", hp_max(sheet).total))


def luck_max(sheet: Data) -> Breakdown:
    """The maximum of luck points: 2 plus CHA, for adventurers 4 plus CHA."""
    family = Modifier(_("Adventurers"), 2 if sheet.get("family") == "adventure" else 0)
    return _or_typed(sheet, "max", _sum("", 2, _ability(sheet, "cha"), family), "luck")


def luck(sheet: Data) -> int:
    """The luck points left; the maximum if nothing was entered."""
    return max(0, filled(SCHEMA, sheet, "luck.current", luck_max(sheet).total))


def metres(sheet: Data) -> int:
    """CHO-ACT-03: the metres of a movement action on clear ground, limited by states."""
    limits = [STATES[key].metres for key in states.of(sheet)]
    return min([int(SCHEMA.value(sheet, "movement_m")), *(limit for limit in limits if limit is not None)])


def rounds_to_live(sheet: Data, settings: Data) -> int:
    """CHO-DMG-05: the number of rounds a character at 0 hit points survives without first aid."""
    return max(1, ability(sheet, "con") + int(setting(settings, "dying.rounds")))


def is_dead(sheet: Data) -> bool:
    """CHO-DMG-05: dead, as the sheet says."""
    return bool(SCHEMA.value(sheet, "dead"))


@memoize
def is_out(sheet: Data) -> bool:
    """CHO-DMG-05: the character is dead, or unconscious at 0 hit points."""
    return is_dead(sheet) or hp(sheet) == 0


def rounds_down(sheet: Data) -> int:
    """CHO-DMG-05: the rounds spent at 0 hit points, those of an earlier fight included."""
    return int(SCHEMA.value(sheet, "down"))


@memoize
def is_hurt(sheet: Data) -> bool:
    """The character lives and has lost hit points."""
    return not is_dead(sheet) and hp(sheet) < hp_max(sheet).total


@memoize
def is_dying(sheet: Data) -> bool:
    """CHO-DMG-05: the character is at 0 hit points, alive, and has had no first aid."""
    return not hp(sheet) and not is_dead(sheet) and not SCHEMA.value(sheet, "stable")


@memoize
def health(sheet: Data, settings: Data) -> Health:
    """The state of health in a word, from the hit points left and a severe wound."""
    if is_dead(sheet):
        return Health(5, _("Dead"), for_good=True)
    left, most = hp(sheet), hp_max(sheet).total
    words = (
        (left == 0, 5, _("Unconscious")),
        (bool(SCHEMA.value(sheet, "severe_wound")), 4, _("Severely wounded")),
        (4 * left <= most, 3, _("Badly hurt")),
        (2 * left <= most, 2, _("Hurt")),
        (left < most, 1, _("Scratched")),
        (True, 0, _("Unhurt")),
    )
    return next(Health(rank, word) for holds, rank, word in words if holds)


def derive(sheet: Data, settings: Data) -> tuple[Derived, ...]:
    labels = tuple(STATES[key].label for key in states.of(sheet))
    count = Breakdown(Modifier(_("States"), len(labels), "CHO-STATE-01"))
    shown = _("%(states)s", states=labels) if labels else _("none")
    return (
        Derived("init", _("Initiative"), initiative(sheet), "CHO-INIT-05"),
        *(Derived(key, label, defence(sheet, key), "CHO-ATK-02") for key, label in DEFENCES.items()),
        *(_score(sheet, kind) for kind in KINDS),
        Derived("wound_threshold", _("Wound threshold"), wound_threshold(sheet, settings), "CHO-DMG-04"),
        Derived("hp_max", _("Hit points at most"), hp_max(sheet), beside="hp.current"),
        Derived("luck_max", _("Luck at most"), luck_max(sheet), beside="luck.current"),
        Derived("states", _("Detrimental states"), count, "CHO-STATE-01", shown),
    )


CHARACTER = Character(
    SCHEMA,
    health,
    derive,
    points={"hp.current": lambda sheet: hp_max(sheet).total, "luck.current": lambda sheet: luck_max(sheet).total},
    belongings=Belongings(lists=("gear", "weapons")),
    vitals=("hp.current", "luck.current"),
    at_hand=("def_", "dep", "init"),
    state=("hp.current", "luck.current", "states", "severe_wound", "stable", "dead"),
    harm=("hp.current", "states", "severe_wound", "down", "stable", "dead"),
)


def _score(sheet: Data, kind: str) -> Derived:
    score = SCORES[kind][0]
    label = _("%(kind)s attack", kind=KINDS[kind])
    return Derived(score, label, attack(sheet, kind), "CHO-ATK-01", beside=f"{score}_base", short=SCORES_SHORT[score])


def _sum(rule: str, base: int, *terms: Modifier) -> Breakdown:
    return Breakdown(Modifier(_("Base"), base, rule)).plus(*(replace(term, rule=term.rule or rule) for term in terms))


def _ability(sheet: Data, key: str) -> Modifier:
    return Modifier(ABILITIES_SHORT[key], ability(sheet, key))


def _encumbrance(sheet: Data) -> Modifier:
    return Modifier(_("Encumbrance"), -int(SCHEMA.value(sheet, "armour.penalty")), "CHO-INIT-05")


def _by_states(sheet: Data, score: str) -> tuple[Modifier, ...]:
    """CHO-STATE-01: the modifiers of the states to a score, which are cumulative."""
    return tuple(Modifier(STATES[key].label, getattr(STATES[key], score), states.path(key)) for key in states.of(sheet))


def _or_typed(sheet: Data, key: str, sum: Breakdown, section: str = "typed") -> Breakdown:
    value = SCHEMA.value(sheet, f"{section}.{key}")
    return sum if value == COMPUTED else Breakdown(Modifier(_("Typed on the sheet"), int(value)))
