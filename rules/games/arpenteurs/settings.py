"""The house settings of Arpenteurs: where the extract can be read two ways, and what it leaves out."""

from __future__ import annotations

from typing import Any

from rules.core.paths import Data
from rules.core.sheet import Choice, Field, Section, SheetSchema
from rules.core.text import Text, pgettext
from rules.games.arpenteurs.schema import ECG, SANG_FROID
from rules.games.arpenteurs.tables import COVERS, HIDDEN_PLACES


def _flag(key: str, label: Text, default: bool, rule: str, help: Text) -> Field:
    return Field(key, label, "flag", default=default, help=help, rule=rule)


def _choice(key: str, label: Text, rule: str, help: Text, *choices: Choice) -> Field:
    """A choice whose first value is the default."""
    return Field(key, label, "choice", default=choices[0].key, choices=choices, help=help, rule=rule)


def _number(key: str, label: Text, default: int, least: int, most: int, rule: str, help: Text) -> Field:
    return Field(key, label, default=default, least=least, most=most, help=help, rule=rule)


def _hidden(level: str, default: str) -> Field:
    label = pgettext("arpenteurs", "What a cover hides: %(cover)s", cover=COVERS[level][0])
    rows = tuple(Choice(key, name) for key, (name, _places) in HIDDEN_PLACES.items())
    help = pgettext("arpenteurs", "Unless the game master says otherwise.")
    return Field(level, label, "choice", default=default, choices=rows, help=help, rule="ARP-COVER-02")


CREATION = Section(
    "creation",
    pgettext("arpenteurs", "Making a character"),
    (
        _number(
            "characteristics",
            pgettext("arpenteurs", "Points of characteristics"),
            2,
            0,
            30,
            "ARP-TEST-01",
            pgettext("arpenteurs", "Above 3 in each. Ours: as many as the ready-made characters have. 0: no limit."),
        ),
        _number(
            "skills",
            pgettext("arpenteurs", "Levels of skills"),
            20,
            0,
            200,
            "ARP-TEST-01",
            pgettext("arpenteurs", "Ours: as many as the ready-made characters have. 0: no limit."),
        ),
        _number(
            "talents",
            pgettext("arpenteurs", "Talents"),
            1,
            0,
            20,
            "ARP-ACT-01",
            pgettext("arpenteurs", "Ours. 0: no limit."),
        ),
    ),
)
ACTIONS = Section(
    "actions",
    pgettext("arpenteurs", "Actions"),
    (
        _flag(
            "two_weapons",
            pgettext("arpenteurs", "Two attacks with two different weapons"),
            True,
            "ARP-ACT-04",
            pgettext("arpenteurs", "Otherwise one attack per round, whatever the weapon."),
        ),
        _choice(
            "dodge_bars_attack",
            pgettext("arpenteurs", "Who has dodged cannot attack"),
            "ARP-ACT-06",
            pgettext("arpenteurs", "How far the action lost to a dodge reaches."),
            Choice("round", pgettext("arpenteurs", "For the rest of the round")),
            Choice("same_action", pgettext("arpenteurs", "With the action spent on the dodge only")),
        ),
        _flag(
            "dodge_bars_reaction_attack",
            pgettext("arpenteurs", "Nor attack as a reaction"),
            False,
            "ARP-ACT-06",
            pgettext("arpenteurs", "The dodge then bars counter-attacks too."),
        ),
    ),
)
INITIATIVE = Section(
    "init",
    pgettext("arpenteurs", "Initiative"),
    (
        _flag(
            "boss_before_adresse",
            pgettext("arpenteurs", "A tied Boss acts first whatever the Adresse"),
            False,
            "ARP-INIT-04",
            pgettext("arpenteurs", "Otherwise the Adresse is compared before."),
        ),
        _flag(
            "every_round",
            pgettext("arpenteurs", "Initiative is rolled every round"),
            False,
            "ARP-INIT-05",
            pgettext("arpenteurs", "Otherwise once, when the fight begins."),
        ),
    ),
)
TESTS = Section(
    "test",
    pgettext("arpenteurs", "Tests"),
    (
        _choice(
            "formula",
            pgettext("arpenteurs", "Score of a test"),
            "ARP-TEST-01",
            pgettext("arpenteurs", "Two dice are to show no more."),
            Choice("pair_skill", pgettext("arpenteurs", "Both characteristics and the skill")),
            Choice("best_skill", pgettext("arpenteurs", "The better characteristic and the skill")),
        ),
        _choice(
            "degrees",
            pgettext("arpenteurs", "Degrees of success"),
            "ARP-TEST-02",
            pgettext("arpenteurs", "What a success is worth."),
            Choice("margin_plus_one", pgettext("arpenteurs", "The margin and one more")),
            Choice("margin", pgettext("arpenteurs", "The margin")),
        ),
        _flag(
            "double_one_always_succeeds",
            pgettext("arpenteurs", "A double 1 always succeeds"),
            True,
            "ARP-TEST-03",
            pgettext("arpenteurs", "Whatever the score."),
        ),
        _flag(
            "double_six_always_fails",
            pgettext("arpenteurs", "A double 6 always fails"),
            True,
            "ARP-TEST-04",
            pgettext("arpenteurs", "Whatever the score."),
        ),
    ),
)
ENGAGE = Section(
    "engage",
    pgettext("arpenteurs", "Melee"),
    (
        _flag(
            "mutual",
            pgettext("arpenteurs", "Who attacks is engaged too"),
            True,
            "ARP-DIST-02",
            pgettext("arpenteurs", "Otherwise only who is attacked."),
        ),
    ),
)
OPPORTUNITY = Section(
    "opportunity",
    pgettext("arpenteurs", "Opportunity attacks"),
    (
        _flag(
            "costs_action",
            pgettext("arpenteurs", "It costs an action"),
            True,
            "ARP-DIST-05",
            pgettext("arpenteurs", "As every reaction."),
        ),
        _flag(
            "before_shot",
            pgettext("arpenteurs", "It comes before the shot"),
            True,
            "ARP-DIST-05",
            pgettext("arpenteurs", "Otherwise after it."),
        ),
        _flag(
            "short_weapons_provoke",
            pgettext("arpenteurs", "Short weapons provoke it too"),
            False,
            "ARP-DIST-05",
            pgettext("arpenteurs", "Otherwise they are spared it, as the malus."),
        ),
    ),
)
RANGE = Section(
    "range",
    pgettext("arpenteurs", "Distances"),
    (
        _choice(
            "overlap",
            pgettext("arpenteurs", "Between 1 and 3 m"),
            "ARP-DIST-08",
            pgettext("arpenteurs", "Where melee and point-blank range overlap."),
            Choice("cumulative", pgettext("arpenteurs", "Both modifiers count")),
            Choice("melee_only", pgettext("arpenteurs", "That of melee alone")),
            Choice("engaged_split", pgettext("arpenteurs", "Melee’s if engaged, else point-blank’s")),
        ),
    ),
)
COVER = Section(
    "cover",
    pgettext("arpenteurs", "Cover"),
    (
        _flag(
            "aim_lifts_malus",
            pgettext("arpenteurs", "Aiming past a cover lifts its malus"),
            False,
            "ARP-COVER-04",
            pgettext("arpenteurs", "Otherwise both malus count."),
        ),
        _hidden("light", "legs"),
        _hidden("medium", "legs_torso"),
        _hidden("heavy", "all_but_head"),
    ),
)
SHOOTING = Section(
    "burst",
    pgettext("arpenteurs", "Bursts"),
    (
        _flag(
            "cap_counts_first",
            pgettext("arpenteurs", "The rounds fired count the first hit"),
            True,
            "ARP-BURST-03",
            pgettext("arpenteurs", "Otherwise they only count the repetitions."),
        ),
    ),
)
AIM = Section(
    "aim",
    pgettext("arpenteurs", "Aiming"),
    (
        _flag(
            "lost_when_wounded",
            pgettext("arpenteurs", "A wound spoils the aim"),
            True,
            "ARP-AIM-01",
            pgettext("arpenteurs", "Moving always does."),
        ),
    ),
)
AMMO = Section(
    "ammo",
    pgettext("arpenteurs", "Ammunition"),
    (
        _flag(
            "track",
            pgettext("arpenteurs", "Rounds are counted"),
            True,
            "ARP-BURST-06",
            pgettext("arpenteurs", "For weapons with a magazine."),
        ),
    ),
)
ECG_TRACK = Section(
    "ecg",
    pgettext("arpenteurs", "ECG"),
    (
        _number(
            "max",
            pgettext("arpenteurs", "ECG of a new character"),
            ECG,
            1,
            99,
            "ARP-ECG-01",
            pgettext("arpenteurs", "Each sheet may say otherwise."),
        ),
        _choice(
            "wound_malus",
            pgettext("arpenteurs", "Malus of wounds"),
            "ARP-ECG-01",
            pgettext("arpenteurs", "On every test."),
            Choice("none", pgettext("arpenteurs", "None")),
            Choice("by_status", pgettext("arpenteurs", "−1 when wounded, −2 when critical")),
        ),
    ),
)
DAMAGE = Section(
    "damage",
    pgettext("arpenteurs", "Damage"),
    (
        _number(
            "per_degree",
            pgettext("arpenteurs", "Damage per degree"),
            0,
            0,
            5,
            "ARP-DMG-01",
            pgettext("arpenteurs", "Added to the damage of the weapon."),
        ),
        _number(
            "head_multiplier",
            pgettext("arpenteurs", "A hit to the head multiplies by"),
            1,
            1,
            5,
            "ARP-DMG-01",
            pgettext("arpenteurs", "What gets through the armour."),
        ),
    ),
)
COOL = Section(
    "sang_froid",
    pgettext("arpenteurs", "Sang-Froid"),
    (
        _number(
            "max",
            pgettext("arpenteurs", "Sang-Froid of a new character"),
            SANG_FROID,
            0,
            20,
            "ARP-SF-02",
            pgettext("arpenteurs", "Each sheet may say otherwise."),
        ),
        _number(
            "ecg_after_save",
            pgettext("arpenteurs", "ECG left to who is saved"),
            1,
            1,
            20,
            "ARP-SF-01",
            pgettext("arpenteurs", "After a point of Sang-Froid averted death."),
        ),
        _flag(
            "any_death",
            pgettext("arpenteurs", "Sang-Froid averts any death"),
            True,
            "ARP-SF-01",
            pgettext("arpenteurs", "Otherwise that of an assassination only."),
        ),
    ),
)

HOUSE = (
    *(CREATION, ACTIONS, INITIATIVE, TESTS, ENGAGE, OPPORTUNITY, RANGE, COVER, SHOOTING, AIM, AMMO),
    *(ECG_TRACK, DAMAGE, COOL),
)
_SCHEMA = SheetSchema(HOUSE)


def setting(settings: Data, key: str) -> Any:
    """One house setting, or its default. Raises ``KeyError`` for an unknown one."""
    return _SCHEMA.value(settings, key)
