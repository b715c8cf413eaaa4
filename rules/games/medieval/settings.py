"""The house settings: what the extract leaves open, and a switch for every text that can be read two ways."""

from __future__ import annotations

from typing import Any

from rules.core.paths import Data
from rules.core.sheet import Choice, Field, Section, SheetSchema
from rules.core.text import Text
from rules.games.medieval.text import _


def _flag(key: str, label: Text, default: bool, rule: str, help: Text) -> Field:
    return Field(key, label, "flag", default=default, help=help, rule=rule)


def _choice(key: str, label: Text, rule: str, help: Text, *choices: Choice) -> Field:
    """A choice whose first value is the default."""
    return Field(key, label, "choice", default=choices[0].key, choices=choices, help=help, rule=rule)


def _number(key: str, label: Text, default: int, least: int, most: int, rule: str, help: Text | None = None) -> Field:
    return Field(key, label, default=default, least=least, most=most, help=help, rule=rule)


GENERAL = Section(
    "",
    _("Rolls and halves"),
    (
        _choice(
            "round",
            _("Rounding of halves"),
            "MED-MOVEACT-01",
            _("Of half a movement and of half a mastery."),
            Choice("down", _("Down")),
            Choice("up", _("Up")),
        ),
        _choice(
            "fumble",
            _("Automatic failure"),
            "MED-ATT-05",
            _("Whether a throw always fails."),
            Choice("none", _("None")),
            Choice("double_one", _("Two ones")),
        ),
        _choice(
            "half_formula",
            _("Damage of fists and of pressure"),
            "MED-PUG-02",
            _("What is halved."),
            Choice("force_plus_half_mastery", _("Strength + half the mastery")),
            Choice("half_of_sum", _("Half of Strength + mastery")),
        ),
    ),
)
CREATION = Section(
    "creation",
    _("Making a character"),
    (
        _number(
            "points",
            _("Character points (PP) at the first level"),
            140,
            0,
            2000,
            "MED-PROG-01",
            _("Ours: enough for the ready-made characters. Each level brings its own. 0: no limit."),
        ),
    ),
)
CRITICAL = Section(
    "critical",
    _("Critical success"),
    (
        _choice(
            "definition",
            _("Critical success"),
            "MED-ATT-05",
            _("Two tens succeed in any case."),
            Choice("double_ten", _("Two tens")),
            Choice("margin", _("A success by so much")),
            Choice("total", _("A success with so high a total")),
        ),
        _number(
            "number",
            _("By how much"),
            10,
            1,
            60,
            "MED-ATT-05",
            _("The margin or the total of a critical success, where it is not two tens."),
        ),
    ),
)
OPPOSED = Section(
    "opposed",
    _("Opposed rolls"),
    (
        _choice(
            "tie",
            _("Equal totals"),
            "MED-TEST-03",
            _("Who wins an opposed roll with equal totals."),
            Choice("resister_wins", _("Who resists")),
            Choice("initiator_wins", _("Who began")),
        ),
    ),
)
INITIATIVE = Section(
    "init",
    _("Initiative"),
    (
        _flag(
            "reroll_each_sequence",
            _("New initiative at each sequence"),
            False,
            "MED-INIT-04",
            _("Otherwise the order lasts the whole fight."),
        ),
    ),
)
MOVE = Section(
    "move",
    _("Movement"),
    (
        _choice(
            "vitesse_as",
            _("Speed in the table of movements"),
            "MED-MOVE-01",
            _("How the trait counts on flat ground."),
            Choice("metres", _("As metres, after multiplying")),
            Choice("multiplier", _("In the multiplier")),
        ),
        _choice(
            "closing",
            _("Coming into contact and fighting in one round"),
            "MED-MOVEACT-03",
            _("How far one may go and still strike; without a blow one moves at full speed."),
            Choice("half", _("At half speed")),
            Choice("full", _("At full speed, or at a sprint")),
            Choice("no_blow", _("Not at all: the round is over")),
        ),
        _flag(
            "disengages",
            _("A movement won in melee ends the contact"),
            True,
            "MED-MOVEACT-04",
            _("Otherwise one moves and stays in the same melee."),
        ),
    ),
)
FATIGUE = Section(
    "fatigue",
    _("Fatigue"),
    (
        _number(
            "malus_per_point",
            _("Malus per point of fatigue"),
            1,
            0,
            5,
            "MED-FAT-01",
            _("On every roll of 2d10, or on attacks alone."),
        ),
        _choice(
            "counts_on",
            _("What fatigue lowers"),
            "MED-FAT-01",
            _("The text names attack rolls and is silent on others."),
            Choice("all", _("Every roll of 2d10")),
            Choice("attacks", _("Attack rolls alone")),
        ),
    ),
)
DYING = Section(
    "dying",
    _("Dying"),
    (
        _flag(
            "rewound_resets",
            _("A new wound makes one dying again"),
            True,
            "MED-DEATH-05",
            _("After being stabilised, with fresh counters."),
        ),
        _choice(
            "pp_effect",
            _("Two character points spent"),
            "MED-DEATH-06",
            _("What they do for somebody who is dying."),
            Choice("one_success", _("One success instead of the roll")),
            Choice("stabilise", _("Stabilised at once")),
            Choice("bonus", _("A bonus on the roll")),
        ),
        _number(
            "pp_bonus",
            _("That bonus"),
            5,
            1,
            20,
            "MED-DEATH-06",
            _("On the Robustness roll for which two points were spent."),
        ),
        _choice(
            "passed_over",
            _("A roll against death that is passed over"),
            "MED-DEATH-04",
            _("What it does to somebody who is dying."),
            Choice("loses", _("A hit point is lost")),
            Choice("failure", _("It counts as failed")),
            Choice("nothing", _("Nothing")),
        ),
    ),
)
_STRIKES = (
    Choice("strikes", _("Yes, automatically")),
    Choice("not", _("No")),
    Choice("gm", _("The game master decides each time")),
)
MANOEUVRE = Section(
    "manoeuvre",
    _("Manoeuvres"),
    (
        _flag(
            "order_strict",
            _("The opponent must act first"),
            True,
            "MED-MAN-05",
            _("For the manoeuvres that answer his attack."),
        ),
        _flag(
            "sealed",
            _("Manoeuvres are declared in secret"),
            False,
            "MED-MAN-04",
            _("They are shown when everybody has declared."),
        ),
        _choice(
            "several_attacks",
            _("An opponent with several attacks"),
            "MED-MANOEUVRE-OEIL",
            _("Which of them an Eye for an Eye or a Counter-Attack answers."),
            Choice("any", _("The first that fits")),
            Choice("first", _("The first alone")),
        ),
        _choice(
            "felled",
            _("Whoever is felled strikes back"),
            "MED-MANOEUVRE-OEIL",
            _("Where the blow that a manoeuvre answers fells its user."),
            *_STRIKES,
        ),
        _choice(
            "out_of_reach",
            _("Whoever is shot at strikes back in melee"),
            "MED-MANOEUVRE-OEIL",
            _("Where the attacker shoots or throws from afar and the user holds a weapon of melee."),
            *_STRIKES,
        ),
    ),
)
PC = Section(
    "pc",
    _("Combat points"),
    (
        _number(
            "per_hour",
            _("Combat points per hour of rest"),
            1,
            0,
            20,
            "MED-MAN-07",
            _("Regained without fighting."),
        ),
        _number(
            "per_idle_round",
            _("Combat points per round of inaction"),
            0,
            0,
            5,
            "MED-MAN-07",
            _("For whoever does nothing in a round of a fight."),
        ),
        _choice(
            "night",
            _("A night’s rest gives back"),
            "MED-MAN-07",
            _("Combat points."),
            Choice("all", _("All of them")),
            Choice("half", _("Half of them")),
        ),
    ),
)
CHAIN = Section(
    "chain",
    _("Chain"),
    (
        _flag(
            "ranged_breaks",
            _("Shots and throws break it"),
            True,
            "MED-MANOEUVRE-ENCHAINEMENT",
            _("Otherwise only hits in melee do."),
        ),
        _flag(
            "own_miss_breaks",
            _("A miss breaks it"),
            False,
            "MED-MANOEUVRE-ENCHAINEMENT",
            _("One’s own, that is."),
        ),
        _flag(
            "must_be_continuous",
            _("It is used every round or ends"),
            True,
            "MED-MANOEUVRE-ENCHAINEMENT",
            _("Otherwise it waits until somebody hits."),
        ),
    ),
)
OEIL = Section(
    "oeil",
    _("Eye for an Eye"),
    (
        _flag(
            "keeps_attack_on_miss",
            _("The attack is kept when the opponent misses"),
            True,
            "MED-MANOEUVRE-OEIL",
            _("Otherwise there is no attack in this round."),
        ),
    ),
)
FEINTE = Section(
    "feinte",
    _("Feint"),
    (
        _flag(
            "after_attack",
            _("It lowers a Defence once the opponent has attacked"),
            True,
            "MED-MANOEUVRE-FEINTE",
            _("The one who feints, in this round. Otherwise it lowers it in any case."),
        ),
    ),
)
FEINTE_DESESPEREE = Section(
    "feinte_desesperee",
    _("Desperate Feint"),
    (
        _choice(
            "damage",
            _("Full damage"),
            "MED-MANOEUVRE-FEINTE-DESESPEREE",
            _("What it means."),
            Choice("max", _("The maximum")),
            Choice("normal", _("The usual roll")),
        ),
        _choice(
            "taken",
            _("What its user takes"),
            "MED-MANOEUVRE-FEINTE-DESESPEREE",
            _("Where the opponent has declared a Fatal Blow or comes unseen."),
            Choice("normal", _("Normal damage")),
            Choice("declared", _("As the opponent declared")),
        ),
    ),
)
DESTABILISATION = Section(
    "destabilisation",
    _("Destabilisation"),
    (
        _choice(
            "duration",
            _("How long it lasts"),
            "MED-MANOEUVRE-DESTABILISATION",
            _("The malus of Defence."),
            Choice("round", _("The round")),
            Choice("fight", _("The fight")),
        ),
    ),
)
COUP_FATAL = Section(
    "coup_fatal",
    _("Fatal Blow"),
    (
        _flag(
            "double_whole_total",
            _("Doubling counts Strength and bonuses too"),
            False,
            "MED-MANOEUVRE-COUP-FATAL",
            _("Otherwise the damage roll alone is doubled."),
        ),
    ),
)
SNEAK = Section(
    "sneak",
    _("Sneak attack"),
    (
        _flag(
            "stacks_with_coup_fatal",
            _("It adds up with the Fatal Blow"),
            False,
            "MED-SNEAK-05",
            _("Otherwise one of the two counts."),
        ),
        _choice(
            "failed",
            _("An approach that fails"),
            "MED-SNEAK-01",
            _("What is left of the round."),
            Choice("open_attack", _("An attack in full view")),
            Choice("no_attack", _("Nothing")),
        ),
    ),
)
HOLD = Section(
    "hold",
    _("Holds"),
    (
        _number(
            "defence",
            _("Defence of who cannot defend"),
            10,
            0,
            30,
            "MED-LUTTE-CLE-01",
            _("Without trait or mastery."),
        ),
        _choice(
            "join_against",
            _("A helper rolls against"),
            "MED-LUTTE-CLE-02",
            _("The Defence that is lowered by 3."),
            Choice("melee", _("The usual Defence of the victim")),
            Choice("held", _("The Defence of who cannot defend")),
        ),
    ),
)
PRESSURE = Section(
    "pressure",
    _("Pressure"),
    (
        _flag(
            "rd_applies",
            _("Armour reduces it"),
            True,
            "MED-LUTTE-PRESS-01",
            _("As any other damage."),
        ),
        _flag(
            "at_once",
            _("It hurts from the round it is taken"),
            False,
            "MED-LUTTE-PRESS-01",
            _("Otherwise from the first round it is maintained."),
        ),
        _flag(
            "third_rolls",
            _("A third wrestler rolls for it"),
            False,
            "MED-LUTTE-PRESS-01",
            _("Otherwise pressure is taken as a hold is: the third and the fourth roll nothing."),
        ),
    ),
)
COST = Section(
    "cost",
    _("Prices in character points"),
    (
        _number("pp_per_level", _("PP per level"), 20, 0, 100, "MED-PROG-01"),
        _number("hp_per_pp", _("Hit points for 1 PP"), 2, 1, 20, "MED-PROG-01"),
        _number("pp_per_pc", _("PP for 1 combat point"), 2, 0, 20, "MED-PROG-01"),
        _number("mastery", _("Mastery: PP times the new level"), 2, 0, 20, "MED-PROG-01"),
        _number("trait", _("PP for 1 trait"), 5, 0, 50, "MED-PROG-01"),
        _number("skill", _("PP for 1 skill"), 1, 0, 50, "MED-PROG-01"),
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
    FEINTE,
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
