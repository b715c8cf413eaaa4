"""The house settings of Chroniques Oubliées: what the extract leaves open, and what was found elsewhere."""

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


def _number(key: str, label: Text, default: int, least: int, most: int, rule: str, help: Text) -> Field:
    return Field(key, label, default=default, least=least, most=most, help=help, rule=rule)


CREATION = Section(
    "creation",
    pgettext("chroniques", "Making a character"),
    (
        _number(
            "abilities",
            pgettext("chroniques", "Points of abilities"),
            8,
            0,
            60,
            "CHO-ATK-01",
            pgettext(
                "chroniques", "The sum of the modifiers. Ours: as many as the ready-made characters have. 0: no limit."
            ),
        ),
        _number(
            "attack",
            pgettext("chroniques", "Points of attack and stealth"),
            5,
            0,
            80,
            "CHO-ATK-01",
            pgettext("chroniques", "Ours: as many as the ready-made characters have. 0: no limit."),
        ),
        _number(
            "special",
            pgettext("chroniques", "Special abilities"),
            2,
            0,
            40,
            "CHO-ACT-07",
            pgettext("chroniques", "Ours: as many as the ready-made characters have. 0: no limit."),
        ),
    ),
)
SURPRISE = Section(
    "surprise",
    pgettext("chroniques", "Surprise"),
    (
        _flag(
            "free_actions",
            pgettext("chroniques", "Who is surprised has free actions"),
            False,
            "CHO-SURPRISE-07",
            pgettext("chroniques", "Otherwise nothing at all can be done."),
        ),
        _choice(
            "def_until",
            pgettext("chroniques", "End of surprise"),
            "CHO-SURPRISE-07",
            pgettext("chroniques", "How long the malus of DEF lasts."),
            Choice("end_of_round", pgettext("chroniques", "Until the end of the first round")),
            Choice("end_of_turn", pgettext("chroniques", "Until the end of one’s first turn")),
        ),
        _choice(
            "group",
            pgettext("chroniques", "Several ambushers"),
            "CHO-SURPRISE-08",
            pgettext("chroniques", "Whose DEX and stealth make the difficulty."),
            Choice("min", pgettext("chroniques", "The lowest")),
            Choice("max", pgettext("chroniques", "The highest")),
            Choice("mean", pgettext("chroniques", "The mean, rounded down")),
            Choice("chosen", pgettext("chroniques", "That of one who is named")),
        ),
    ),
)
TESTS = Section(
    "test",
    pgettext("chroniques", "Tests"),
    (
        _flag(
            "equal_succeeds",
            pgettext("chroniques", "A test equal to its difficulty succeeds"),
            True,
            "CHO-SURPRISE-09",
            pgettext("chroniques", "Attacks always hit on equality."),
        ),
    ),
)
INITIATIVE = Section(
    "init",
    pgettext("chroniques", "Initiative"),
    (
        _flag(
            "delay",
            pgettext("chroniques", "One may act later"),
            True,
            "CHO-INIT-06",
            pgettext("chroniques", "By lowering one’s initiative for the round."),
        ),
    ),
)
NATURAL = Section(
    "natural",
    pgettext("chroniques", "Natural 20 and 1"),
    (
        _flag(
            "20_hits",
            pgettext("chroniques", "A natural 20 is a critical success"),
            True,
            "CHO-ATK-05",
            pgettext("chroniques", "It succeeds whatever the difficulty."),
        ),
        _flag(
            "1_misses",
            pgettext("chroniques", "A natural 1 is a critical failure"),
            True,
            "CHO-ATK-05",
            pgettext("chroniques", "It fails whatever the difficulty."),
        ),
    ),
)
CRITICAL = Section(
    "critical",
    pgettext("chroniques", "Criticals by margin"),
    (
        _number(
            "margin",
            pgettext("chroniques", "Margin of a critical"),
            10,
            0,
            30,
            "CHO-ATK-06",
            pgettext("chroniques", "Above or below the difficulty; 0 for none."),
        ),
        _number(
            "factor",
            pgettext("chroniques", "A critical success multiplies the damage by"),
            2,
            1,
            4,
            "CHO-DMG-02",
            pgettext("chroniques", "Bonuses included."),
        ),
        _flag(
            "advantage",
            pgettext("chroniques", "A tactical advantage may replace it"),
            True,
            "CHO-DMG-02",
            pgettext("chroniques", "Chosen by who attacks, agreed with the game master."),
        ),
    ),
)
DAMAGE = Section(
    "damage",
    pgettext("chroniques", "Damage and wounds"),
    (
        _number(
            "minimum",
            pgettext("chroniques", "Least damage of a hit"),
            1,
            0,
            10,
            "CHO-DMG-01",
            pgettext("chroniques", "Before the damage reduction."),
        ),
        _flag(
            "severe_wounds",
            pgettext("chroniques", "Severe wounds"),
            True,
            "CHO-DMG-04",
            pgettext("chroniques", "By a single blow of the wound threshold, or at 0 hit points."),
        ),
        _number(
            "threshold",
            pgettext("chroniques", "Base of the wound threshold"),
            10,
            1,
            40,
            "CHO-DMG-04",
            pgettext("chroniques", "CON and FOR are added to it."),
        ),
    ),
)
DYING = Section(
    "dying",
    pgettext("chroniques", "Death"),
    (
        _number(
            "rounds",
            pgettext("chroniques", "Rounds before death, without CON"),
            3,
            0,
            20,
            "CHO-DMG-05",
            pgettext("chroniques", "CON is added; 1 at least."),
        ),
    ),
)
LUCK = Section(
    "luck",
    pgettext("chroniques", "Luck"),
    (
        _number(
            "bonus",
            pgettext("chroniques", "What a point of luck adds to a failed test"),
            0,
            0,
            20,
            "CHO-TEST-01",
            pgettext("chroniques", "With 0, points are only counted."),
        ),
    ),
)
STATES = Section(
    "",
    pgettext("chroniques", "States"),
    (
        _choice(
            "weakened",
            pgettext("chroniques", "Who is weakened rolls"),
            "CHO-STATE-01",
            pgettext("chroniques", "Instead of one d20."),
            Choice("d12", pgettext("chroniques", "A d12")),
            Choice("malus_die", pgettext("chroniques", "Two dice, and keeps the lower")),
        ),
    ),
)

HOUSE = (CREATION, SURPRISE, TESTS, INITIATIVE, NATURAL, CRITICAL, DAMAGE, DYING, LUCK, STATES)
_SCHEMA = SheetSchema(HOUSE)


def setting(settings: Data, key: str) -> Any:
    """One house setting, or its default. Raises ``KeyError`` for an unknown one."""
    return _SCHEMA.value(settings, key)
