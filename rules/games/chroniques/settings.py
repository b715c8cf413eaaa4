"""The house settings of Chroniques Oubliées: what the extract leaves open, and what was found elsewhere."""

from __future__ import annotations

from typing import Any

from rules.core.paths import Data
from rules.core.sheet import Choice, Field, Section, SheetSchema
from rules.core.text import Text
from rules.games.chroniques.text import _


def _flag(key: str, label: Text, default: bool, rule: str, help: Text) -> Field:
    return Field(key, label, "flag", default=default, help=help, rule=rule)


def _choice(key: str, label: Text, rule: str, help: Text, *choices: Choice) -> Field:
    """A choice whose first value is the default."""
    return Field(key, label, "choice", default=choices[0].key, choices=choices, help=help, rule=rule)


def _number(key: str, label: Text, default: int, least: int, most: int, rule: str, help: Text) -> Field:
    return Field(key, label, default=default, least=least, most=most, help=help, rule=rule)


CREATION = Section(
    "creation",
    _("Making a character"),
    (
        _number(
            "abilities",
            _("Points of abilities"),
            8,
            0,
            60,
            "CHO-ATK-01",
            _("The sum of the modifiers. Ours: as many as the ready-made characters have. 0: no limit."),
        ),
        _number(
            "attack",
            _("Points of attack and stealth"),
            5,
            0,
            80,
            "CHO-ATK-01",
            _("Ours: as many as the ready-made characters have. 0: no limit."),
        ),
        _number(
            "special",
            _("Special abilities"),
            2,
            0,
            40,
            "CHO-ACT-07",
            _("Ours: as many as the ready-made characters have. 0: no limit."),
        ),
    ),
)
SURPRISE = Section(
    "surprise",
    _("Surprise"),
    (
        _flag(
            "free_actions",
            _("Who is surprised has free actions"),
            False,
            "CHO-SURPRISE-07",
            _("Otherwise nothing at all can be done."),
        ),
        _choice(
            "def_until",
            _("End of surprise"),
            "CHO-SURPRISE-07",
            _("How long the malus of DEF lasts."),
            Choice("end_of_round", _("Until the end of the first round")),
            Choice("end_of_turn", _("Until the end of one’s first turn")),
        ),
        _choice(
            "group",
            _("Several ambushers"),
            "CHO-SURPRISE-08",
            _("Whose DEX and stealth make the difficulty."),
            Choice("min", _("The lowest")),
            Choice("max", _("The highest")),
            Choice("mean", _("The mean, rounded down")),
            Choice("chosen", _("That of one who is named")),
        ),
    ),
)
TESTS = Section(
    "test",
    _("Tests"),
    (
        _flag(
            "equal_succeeds",
            _("A test equal to its difficulty succeeds"),
            True,
            "CHO-SURPRISE-09",
            _("Attacks always hit on equality."),
        ),
    ),
)
INITIATIVE = Section(
    "init",
    _("Initiative"),
    (
        _flag(
            "delay",
            _("One may act later"),
            True,
            "CHO-INIT-06",
            _("By lowering one’s initiative for the round."),
        ),
    ),
)
NATURAL = Section(
    "natural",
    _("Natural 20 and 1"),
    (
        _flag(
            "20_hits",
            _("A natural 20 is a critical success"),
            True,
            "CHO-ATK-05",
            _("It succeeds whatever the difficulty."),
        ),
        _flag(
            "1_misses",
            _("A natural 1 is a critical failure"),
            True,
            "CHO-ATK-05",
            _("It fails whatever the difficulty."),
        ),
    ),
)
CRITICAL = Section(
    "critical",
    _("Criticals by margin"),
    (
        _number(
            "margin",
            _("Margin of a critical"),
            10,
            0,
            30,
            "CHO-ATK-06",
            _("Above or below the difficulty; 0 for none."),
        ),
        _number(
            "factor",
            _("A critical success multiplies the damage by"),
            2,
            1,
            4,
            "CHO-DMG-02",
            _("Bonuses included."),
        ),
        _flag(
            "advantage",
            _("A tactical advantage may replace it"),
            True,
            "CHO-DMG-02",
            _("Chosen by who attacks, agreed with the game master."),
        ),
    ),
)
DAMAGE = Section(
    "damage",
    _("Damage and wounds"),
    (
        _number(
            "minimum",
            _("Least damage of a hit"),
            1,
            0,
            10,
            "CHO-DMG-01",
            _("Before the damage reduction."),
        ),
        _flag(
            "severe_wounds",
            _("Severe wounds"),
            True,
            "CHO-DMG-04",
            _("By a single blow of the wound threshold, or at 0 hit points."),
        ),
        _number(
            "threshold",
            _("Base of the wound threshold"),
            10,
            1,
            40,
            "CHO-DMG-04",
            _("CON and FOR are added to it."),
        ),
    ),
)
DYING = Section(
    "dying",
    _("Death"),
    (
        _number(
            "rounds",
            _("Rounds before death, without CON"),
            3,
            0,
            20,
            "CHO-DMG-05",
            _("CON is added; 1 at least."),
        ),
    ),
)
LUCK = Section(
    "luck",
    _("Luck"),
    (
        _number(
            "bonus",
            _("What a point of luck adds to a failed test"),
            0,
            0,
            20,
            "CHO-TEST-01",
            _("With 0, points are only counted."),
        ),
    ),
)
STATES = Section(
    "",
    _("States"),
    (
        _choice(
            "weakened",
            _("Who is weakened rolls"),
            "CHO-STATE-01",
            _("Instead of one d20."),
            Choice("d12", _("A d12")),
            Choice("malus_die", _("Two dice, and keeps the lower")),
        ),
    ),
)

HOUSE = (CREATION, SURPRISE, TESTS, INITIATIVE, NATURAL, CRITICAL, DAMAGE, DYING, LUCK, STATES)
_SCHEMA = SheetSchema(HOUSE)


def setting(settings: Data, key: str) -> Any:
    """One house setting, or its default. Raises ``KeyError`` for an unknown one."""
    return _SCHEMA.value(settings, key)
