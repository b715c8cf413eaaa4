"""The house settings: what the extract leaves open, and a switch for every text that can be read two ways."""

from __future__ import annotations

from typing import Any

from rules.core.paths import Data
from rules.core.sheet import Choice, Field, Section, SheetSchema
from rules.core.text import Text, pgettext


def _flag(key: str, label: Text, default: bool, rule: str, help: Text) -> Field:
    return Field(key, label, "flag", default=default, help=help, rule=rule)


def _choice(key: str, label: Text, rule: str, help: Text, *choices: Choice) -> Field:
    """A choice whose first value is the default."""
    return Field(key, label, "choice", default=choices[0].key, choices=choices, help=help, rule=rule)


def _number(key: str, label: Text, default: int, least: int, most: int, rule: str, help: Text | None = None) -> Field:
    return Field(key, label, default=default, least=least, most=most, help=help, rule=rule)


GENERAL = Section(
    "",
    pgettext("medieval", "Rolls and halves"),
    (
        _choice(
            "round",
            pgettext("medieval", "Rounding of halves"),
            "MED-MOVEACT-01",
            pgettext("medieval", "Of half a movement and of half a mastery."),
            Choice("down", pgettext("medieval", "Down")),
            Choice("up", pgettext("medieval", "Up")),
        ),
        _choice(
            "fumble",
            pgettext("medieval", "Automatic failure"),
            "MED-ATT-05",
            pgettext("medieval", "Whether a throw always fails."),
            Choice("none", pgettext("medieval", "None")),
            Choice("double_one", pgettext("medieval", "Two ones")),
        ),
        _choice(
            "half_formula",
            pgettext("medieval", "Damage of fists and of pressure"),
            "MED-PUG-02",
            pgettext("medieval", "What is halved."),
            Choice("force_plus_half_mastery", pgettext("medieval", "Strength + half the mastery")),
            Choice("half_of_sum", pgettext("medieval", "Half of Strength + mastery")),
        ),
    ),
)
CREATION = Section(
    "creation",
    pgettext("medieval", "Making a character"),
    (
        _number(
            "points",
            pgettext("medieval", "Character points (PP) at the first level"),
            140,
            0,
            2000,
            "MED-PROG-01",
            pgettext("medieval", "Ours: enough for the ready-made characters. Each level brings its own. 0: no limit."),
        ),
    ),
)
CRITICAL = Section(
    "critical",
    pgettext("medieval", "Critical success"),
    (
        _choice(
            "definition",
            pgettext("medieval", "Critical success"),
            "MED-ATT-05",
            pgettext("medieval", "Two tens succeed in any case."),
            Choice("double_ten", pgettext("medieval", "Two tens")),
            Choice("margin", pgettext("medieval", "A success by so much")),
            Choice("total", pgettext("medieval", "A success with so high a total")),
        ),
        _number(
            "number",
            pgettext("medieval", "By how much"),
            10,
            1,
            60,
            "MED-ATT-05",
            pgettext("medieval", "The margin or the total of a critical success, where it is not two tens."),
        ),
    ),
)
OPPOSED = Section(
    "opposed",
    pgettext("medieval", "Opposed rolls"),
    (
        _choice(
            "tie",
            pgettext("medieval", "Equal totals"),
            "MED-TEST-03",
            pgettext("medieval", "Who wins an opposed roll with equal totals."),
            Choice("resister_wins", pgettext("medieval", "Who resists")),
            Choice("initiator_wins", pgettext("medieval", "Who began")),
        ),
    ),
)
INITIATIVE = Section(
    "init",
    pgettext("medieval", "Initiative"),
    (
        _flag(
            "reroll_each_sequence",
            pgettext("medieval", "New initiative at each sequence"),
            False,
            "MED-INIT-04",
            pgettext("medieval", "Otherwise the order lasts the whole fight."),
        ),
    ),
)
MOVE = Section(
    "move",
    pgettext("medieval", "Movement"),
    (
        _choice(
            "vitesse_as",
            pgettext("medieval", "Speed in the table of movements"),
            "MED-MOVE-01",
            pgettext("medieval", "How the trait counts on flat ground."),
            Choice("metres", pgettext("medieval", "As metres, after multiplying")),
            Choice("multiplier", pgettext("medieval", "In the multiplier")),
        ),
    ),
)
FATIGUE = Section(
    "fatigue",
    pgettext("medieval", "Fatigue"),
    (
        _number(
            "malus_per_point",
            pgettext("medieval", "Malus per point of fatigue"),
            1,
            0,
            5,
            "MED-FAT-01",
            pgettext("medieval", "On every roll of 2d10."),
        ),
    ),
)
DYING = Section(
    "dying",
    pgettext("medieval", "Dying"),
    (
        _flag(
            "rewound_resets",
            pgettext("medieval", "A new wound makes one dying again"),
            True,
            "MED-DEATH-05",
            pgettext("medieval", "After being stabilised, with fresh counters."),
        ),
        _choice(
            "pp_effect",
            pgettext("medieval", "Two character points spent"),
            "MED-DEATH-06",
            pgettext("medieval", "What they do for somebody who is dying."),
            Choice("one_success", pgettext("medieval", "One success instead of the roll")),
            Choice("stabilise", pgettext("medieval", "Stabilised at once")),
            Choice("bonus", pgettext("medieval", "A bonus on the roll")),
        ),
        _number(
            "pp_bonus",
            pgettext("medieval", "That bonus"),
            5,
            1,
            20,
            "MED-DEATH-06",
            pgettext("medieval", "On the Robustness roll for which two points were spent."),
        ),
    ),
)
MANOEUVRE = Section(
    "manoeuvre",
    pgettext("medieval", "Manoeuvres"),
    (
        _flag(
            "order_strict",
            pgettext("medieval", "The opponent must act first"),
            True,
            "MED-MAN-05",
            pgettext("medieval", "For the manoeuvres that answer his attack."),
        ),
        _flag(
            "sealed",
            pgettext("medieval", "Manoeuvres are declared in secret"),
            False,
            "MED-MAN-04",
            pgettext("medieval", "They are shown when everybody has declared."),
        ),
    ),
)
PC = Section(
    "pc",
    pgettext("medieval", "Combat points"),
    (
        _number(
            "per_hour",
            pgettext("medieval", "Combat points per hour of rest"),
            1,
            0,
            20,
            "MED-MAN-07",
            pgettext("medieval", "Regained without fighting."),
        ),
        _choice(
            "night",
            pgettext("medieval", "A night’s rest gives back"),
            "MED-MAN-07",
            pgettext("medieval", "Combat points."),
            Choice("all", pgettext("medieval", "All of them")),
            Choice("half", pgettext("medieval", "Half of them")),
        ),
    ),
)
CHAIN = Section(
    "chain",
    pgettext("medieval", "Chain"),
    (
        _flag(
            "ranged_breaks",
            pgettext("medieval", "Shots and throws break it"),
            True,
            "MED-MANOEUVRE-ENCHAINEMENT",
            pgettext("medieval", "Otherwise only hits in melee do."),
        ),
        _flag(
            "own_miss_breaks",
            pgettext("medieval", "A miss breaks it"),
            False,
            "MED-MANOEUVRE-ENCHAINEMENT",
            pgettext("medieval", "One’s own, that is."),
        ),
        _flag(
            "must_be_continuous",
            pgettext("medieval", "It is used every round or ends"),
            True,
            "MED-MANOEUVRE-ENCHAINEMENT",
            pgettext("medieval", "Otherwise it waits until somebody hits."),
        ),
    ),
)
OEIL = Section(
    "oeil",
    pgettext("medieval", "Eye for an Eye"),
    (
        _flag(
            "keeps_attack_on_miss",
            pgettext("medieval", "The attack is kept when the opponent misses"),
            True,
            "MED-MANOEUVRE-OEIL",
            pgettext("medieval", "Otherwise there is no attack in this round."),
        ),
    ),
)
FEINTE_DESESPEREE = Section(
    "feinte_desesperee",
    pgettext("medieval", "Desperate Feint"),
    (
        _choice(
            "damage",
            pgettext("medieval", "Full damage"),
            "MED-MANOEUVRE-FEINTE-DESESPEREE",
            pgettext("medieval", "What it means."),
            Choice("max", pgettext("medieval", "The maximum")),
            Choice("normal", pgettext("medieval", "The usual roll")),
        ),
    ),
)
DESTABILISATION = Section(
    "destabilisation",
    pgettext("medieval", "Destabilisation"),
    (
        _choice(
            "duration",
            pgettext("medieval", "How long it lasts"),
            "MED-MANOEUVRE-DESTABILISATION",
            pgettext("medieval", "The malus of Defence."),
            Choice("round", pgettext("medieval", "The round")),
            Choice("fight", pgettext("medieval", "The fight")),
        ),
    ),
)
COUP_FATAL = Section(
    "coup_fatal",
    pgettext("medieval", "Fatal Blow"),
    (
        _flag(
            "double_whole_total",
            pgettext("medieval", "Doubling counts Strength and bonuses too"),
            False,
            "MED-MANOEUVRE-COUP-FATAL",
            pgettext("medieval", "Otherwise the damage roll alone is doubled."),
        ),
    ),
)
SNEAK = Section(
    "sneak",
    pgettext("medieval", "Sneak attack"),
    (
        _flag(
            "stacks_with_coup_fatal",
            pgettext("medieval", "It adds up with the Fatal Blow"),
            False,
            "MED-SNEAK-05",
            pgettext("medieval", "Otherwise one of the two counts."),
        ),
    ),
)
HOLD = Section(
    "hold",
    pgettext("medieval", "Holds"),
    (
        _number(
            "defence",
            pgettext("medieval", "Defence of who cannot defend"),
            10,
            0,
            30,
            "MED-LUTTE-CLE-01",
            pgettext("medieval", "Without trait or mastery."),
        ),
        _choice(
            "join_against",
            pgettext("medieval", "A helper rolls against"),
            "MED-LUTTE-CLE-02",
            pgettext("medieval", "The Defence that is lowered by 3."),
            Choice("melee", pgettext("medieval", "The usual Defence of the victim")),
            Choice("held", pgettext("medieval", "The Defence of who cannot defend")),
        ),
    ),
)
PRESSURE = Section(
    "pressure",
    pgettext("medieval", "Pressure"),
    (
        _flag(
            "rd_applies",
            pgettext("medieval", "Armour reduces it"),
            True,
            "MED-LUTTE-PRESS-01",
            pgettext("medieval", "As any other damage."),
        ),
        _flag(
            "at_once",
            pgettext("medieval", "It hurts from the round it is taken"),
            False,
            "MED-LUTTE-PRESS-01",
            pgettext("medieval", "Otherwise from the first round it is maintained."),
        ),
    ),
)
COST = Section(
    "cost",
    pgettext("medieval", "Prices in character points"),
    (
        _number("pp_per_level", pgettext("medieval", "PP per level"), 20, 0, 100, "MED-PROG-01"),
        _number("hp_per_pp", pgettext("medieval", "Hit points for 1 PP"), 2, 1, 20, "MED-PROG-01"),
        _number("pp_per_pc", pgettext("medieval", "PP for 1 combat point"), 2, 0, 20, "MED-PROG-01"),
        _number("mastery", pgettext("medieval", "Mastery: PP times the new level"), 2, 0, 20, "MED-PROG-01"),
        _number("trait", pgettext("medieval", "PP for 1 trait"), 5, 0, 50, "MED-PROG-01"),
        _number("skill", pgettext("medieval", "PP for 1 skill"), 1, 0, 50, "MED-PROG-01"),
    ),
)

HOUSE = (
    GENERAL,
    CREATION,
    CRITICAL,
    OPPOSED,
    INITIATIVE,
    MOVE,
    FATIGUE,
    DYING,
    MANOEUVRE,
    PC,
    CHAIN,
    OEIL,
    FEINTE_DESESPEREE,
    DESTABILISATION,
    COUP_FATAL,
    SNEAK,
    HOLD,
    PRESSURE,
    COST,
)
_SCHEMA = SheetSchema(HOUSE)


def setting(settings: Data, key: str) -> Any:
    """One house setting, or its default. Raises ``KeyError`` for an unknown one."""
    return _SCHEMA.value(settings, key)
