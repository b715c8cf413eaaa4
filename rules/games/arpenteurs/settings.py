"""The house settings of Arpenteurs: where the extract can be read two ways, and what it leaves out."""

from __future__ import annotations

from typing import Any

from rules.core.paths import Data
from rules.core.sheet import Choice, Field, Section, SheetSchema
from rules.core.text import Text
from rules.games.arpenteurs.schema import ECG, SANG_FROID
from rules.games.arpenteurs.tables import COVERS, HIDDEN_PLACES
from rules.games.arpenteurs.text import _


def _flag(key: str, label: Text, default: bool, rule: str, help: Text) -> Field:
    return Field(key, label, "flag", default=default, help=help, rule=rule)


def _choice(key: str, label: Text, rule: str, help: Text, *choices: Choice) -> Field:
    """A choice whose first value is the default."""
    return Field(key, label, "choice", default=choices[0].key, choices=choices, help=help, rule=rule)


def _number(key: str, label: Text, default: int, least: int, most: int, rule: str, help: Text) -> Field:
    return Field(key, label, default=default, least=least, most=most, help=help, rule=rule)


def _hidden(level: str, default: str) -> Field:
    label = _("What a cover hides: %(cover)s", cover=COVERS[level][0])
    rows = tuple(Choice(key, name) for key, (name, _places) in HIDDEN_PLACES.items())
    help = _("Unless the game master says otherwise.")
    return Field(level, label, "choice", default=default, choices=rows, help=help, rule="ARP-COVER-02")


CREATION = Section(
    "creation",
    _("Making a character"),
    (
        _number(
            "characteristics",
            _("Points of characteristics"),
            2,
            0,
            30,
            "ARP-TEST-01",
            _("Above 3 in each. Ours: as many as the ready-made characters have. 0: no limit."),
        ),
        _number(
            "skills",
            _("Levels of skills"),
            20,
            0,
            200,
            "ARP-TEST-01",
            _("Ours: as many as the ready-made characters have. 0: no limit."),
        ),
        _number(
            "talents",
            _("Talents"),
            1,
            0,
            20,
            "ARP-ACT-01",
            _("Ours. 0: no limit."),
        ),
    ),
)
ACTIONS = Section(
    "actions",
    _("Actions"),
    (
        _flag(
            "two_weapons",
            _("Two attacks with two different weapons"),
            True,
            "ARP-ACT-04",
            _("Otherwise one attack per round, whatever the weapon."),
        ),
        _choice(
            "dodge_bars_attack",
            _("Who has dodged cannot attack"),
            "ARP-ACT-06",
            _("How far the action lost to a dodge reaches."),
            Choice("round", _("For the rest of the round")),
            Choice("same_action", _("With the action spent on the dodge only")),
        ),
        _flag(
            "dodge_bars_reaction_attack",
            _("Nor attack as a reaction"),
            False,
            "ARP-ACT-06",
            _("The dodge then bars counter-attacks too."),
        ),
        _flag(
            "drawing",
            _("What is not in hand is drawn first"),
            True,
            "ARP-ACT-02",
            _("Two hands hold what was used last; a long shooting weapon takes both."),
        ),
    ),
)
INITIATIVE = Section(
    "init",
    _("Initiative"),
    (
        _flag(
            "boss_before_adresse",
            _("A tied Boss acts first whatever the Adresse"),
            False,
            "ARP-INIT-04",
            _("Otherwise the Adresse is compared before."),
        ),
        _flag(
            "every_round",
            _("Initiative is rolled every round"),
            False,
            "ARP-INIT-05",
            _("Otherwise once, when the fight begins."),
        ),
    ),
)
TESTS = Section(
    "test",
    _("Tests"),
    (
        _choice(
            "formula",
            _("Score of a test"),
            "ARP-TEST-01",
            _("Two dice are to show no more."),
            Choice("pair_skill", _("Both characteristics and the skill")),
            Choice("best_skill", _("The better characteristic and the skill")),
        ),
        _choice(
            "degrees",
            _("Degrees of success"),
            "ARP-TEST-02",
            _("What a success is worth."),
            Choice("margin_plus_one", _("The margin and one more")),
            Choice("margin", _("The margin")),
        ),
        _flag(
            "double_one_always_succeeds",
            _("A double 1 always succeeds"),
            True,
            "ARP-TEST-03",
            _("Whatever the score."),
        ),
        _flag(
            "double_six_always_fails",
            _("A double 6 always fails"),
            True,
            "ARP-TEST-04",
            _("Whatever the score."),
        ),
    ),
)
REACTION = Section(
    "reaction",
    _("Reactions"),
    (
        _choice(
            "asked",
            _("Who is asked whether they thwart an action"),
            "ARP-REACT-01",
            _("Besides those who watch for it and who are named."),
            Choice("reach", _("Opponents within melee reach")),
            Choice("all", _("All opponents")),
            Choice("watching", _("Nobody else")),
        ),
        _choice(
            "weapons",
            _("What answers a blow"),
            "ARP-ATK-04",
            _("An attack against an attack is made with a combat skill."),
            Choice("any", _("Any weapon, shots included")),
            Choice("short", _("Blades, bare hands, short weapons")),
            Choice("melee", _("Blades and bare hands")),
        ),
    ),
)
ENGAGE = Section(
    "engage",
    _("Melee"),
    (
        _flag(
            "mutual",
            _("Who attacks is engaged too"),
            True,
            "ARP-DIST-02",
            _("Otherwise only who is attacked."),
        ),
    ),
)
OPPORTUNITY = Section(
    "opportunity",
    _("Opportunity attacks"),
    (
        _flag(
            "costs_action",
            _("It costs an action"),
            True,
            "ARP-DIST-05",
            _("As every reaction."),
        ),
        _flag(
            "before_shot",
            _("It comes before the shot"),
            True,
            "ARP-DIST-05",
            _("Otherwise after it."),
        ),
        _flag(
            "short_weapons_provoke",
            _("Short weapons provoke it too"),
            False,
            "ARP-DIST-05",
            _("Otherwise they are spared it, as the malus."),
        ),
        _flag(
            "opposed",
            _("The shooter may react to it"),
            True,
            "ARP-DIST-05",
            _("As to any attack in melee. Otherwise it is a simple test."),
        ),
        _choice(
            "who",
            _("Who may strike"),
            "ARP-DIST-05",
            _("Whom a shot within melee reach is fired at is engaged by it."),
            Choice("engaged", _("Those engaged before the shot")),
            Choice("target_too", _("The target of this very shot too")),
        ),
    ),
)
RANGE = Section(
    "range",
    _("Distances"),
    (
        _choice(
            "overlap",
            _("Between 1 and 3 m"),
            "ARP-DIST-08",
            _("Where melee and point-blank range overlap."),
            Choice("cumulative", _("Both modifiers count")),
            Choice("melee_only", _("That of melee alone")),
            Choice("engaged_split", _("Melee’s if engaged, else point-blank’s")),
        ),
        _choice(
            "melee_counts",
            _("A shot is fired in melee when"),
            "ARP-DIST-04",
            _("For the malus of long weapons and opportunity attacks."),
            Choice("target", _("The target is within 3 m")),
            Choice("engaged", _("Anybody engaged is within 3 m")),
        ),
    ),
)
COVER = Section(
    "cover",
    _("Cover"),
    (
        _flag(
            "aim_lifts_malus",
            _("Aiming past a cover lifts its malus"),
            False,
            "ARP-COVER-04",
            _("Otherwise both malus count."),
        ),
        _hidden("light", "legs"),
        _hidden("medium", "legs_torso"),
        _hidden("heavy", "all_but_head"),
    ),
)
SHOOTING = Section(
    "burst",
    _("Bursts"),
    (
        _flag(
            "cap_counts_first",
            _("The rounds fired count the first hit"),
            True,
            "ARP-BURST-03",
            _("Otherwise they only count the repetitions."),
        ),
    ),
)
AIM = Section(
    "aim",
    _("Aiming"),
    (
        _flag(
            "lost_when_wounded",
            _("A wound spoils the aim"),
            True,
            "ARP-AIM-01",
            _("Moving always does."),
        ),
        _choice(
            "lapses",
            _("An aim is lost"),
            "ARP-AIM-01",
            _("Besides by a shot, a move or a wound."),
            Choice("soon", _("By anything else, or a round later")),
            Choice("never", _("By nothing else")),
        ),
    ),
)
AMMO = Section(
    "ammo",
    _("Ammunition"),
    (
        _flag(
            "track",
            _("Rounds are counted"),
            True,
            "ARP-BURST-06",
            _("For weapons with a magazine."),
        ),
    ),
)
MODIFIERS = Section(
    "mod",
    _("Modifiers"),
    (
        _flag(
            "moves_count",
            _("Moves make a moving target"),
            True,
            "ARP-MOD-01",
            _("One in this round: moving, two: moving fast. Otherwise the game master says so."),
        ),
    ),
)
ECG_TRACK = Section(
    "ecg",
    _("ECG"),
    (
        _number(
            "max",
            _("ECG of a new character"),
            ECG,
            1,
            99,
            "ARP-ECG-01",
            _("Each sheet may say otherwise."),
        ),
        _choice(
            "wound_malus",
            _("Malus of wounds"),
            "ARP-ECG-01",
            _("On every test."),
            Choice("none", _("None")),
            Choice("by_status", _("−1 when wounded, −2 when critical")),
        ),
    ),
)
DAMAGE = Section(
    "damage",
    _("Damage"),
    (
        _number(
            "per_degree",
            _("Damage per degree"),
            0,
            0,
            5,
            "ARP-DMG-01",
            _("Added to the damage of the weapon."),
        ),
        _number(
            "head_multiplier",
            _("A hit to the head multiplies by"),
            1,
            1,
            5,
            "ARP-DMG-01",
            _("What gets through the armour."),
        ),
    ),
)
COOL = Section(
    "sang_froid",
    _("Sang-Froid"),
    (
        _number(
            "max",
            _("Sang-Froid of a new character"),
            SANG_FROID,
            0,
            20,
            "ARP-SF-02",
            _("Each sheet may say otherwise."),
        ),
        _number(
            "ecg_after_save",
            _("ECG left to who is saved"),
            1,
            1,
            20,
            "ARP-SF-01",
            _("After a point of Sang-Froid averted death."),
        ),
        _choice(
            "of",
            _("Whose Sang-Froid averts death"),
            "ARP-SF-01",
            _("The text gives it to Arpenteurs."),
            Choice("pc", _("That of player characters")),
            Choice("all", _("That of everybody")),
        ),
        _flag(
            "any_death",
            _("Sang-Froid averts any death"),
            True,
            "ARP-SF-01",
            _("Otherwise that of an assassination only."),
        ),
    ),
)

HOUSE = (
    *(CREATION, ACTIONS, INITIATIVE, TESTS, REACTION, ENGAGE, OPPORTUNITY, RANGE, COVER, SHOOTING, AIM, AMMO),
    *(MODIFIERS, ECG_TRACK, DAMAGE, COOL),
)
_SCHEMA = SheetSchema(HOUSE)


def setting(settings: Data, key: str) -> Any:
    """One house setting, or its default. Raises ``KeyError`` for an unknown one."""
    return _SCHEMA.value(settings, key)
