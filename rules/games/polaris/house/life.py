"""The house settings of rulings, health, luck and fatigue (POL-NRT, POL-WOUND, POL-LUCK, POL-FAT)."""

from __future__ import annotations

from rules.character.sheet import Choice, Field, Section
from rules.games.polaris.house.rows import flag, number
from rules.games.polaris.text import _

RULINGS = Section(
    "",
    _("Rulings of the game master"),
    (
        flag(
            "catastrophe_luck_refund",
            _("A catastrophe is made up for"),
            True,
            "POL-CRIT-09",
            _("Whoever meets one takes a point of luck back, or tests again."),
        ),
        number(
            "remarkable_margin",
            _("A margin is great from"),
            15,
            5,
            40,
            "POL-TEST-23",
            _("After such a success the game master may let more be won."),
        ),
        flag(
            "countdowns",
            _("Countdowns (advanced rule)"),
            True,
            "POL-RETRY-06",
            _("A test may be given a number of attempts and something that happens after them."),
        ),
        flag(
            "use_non_random_tests",
            _("Tests without a die (advanced rule)"),
            False,
            "POL-NRT-01",
            _("In calm and good conditions an average aim needs no die."),
        ),
        number(
            "nrt_threshold",
            _("Chances that succeed without a die"),
            10,
            1,
            30,
            "POL-NRT-03",
            _("With this much or more the test succeeds; with less it fails."),
        ),
        Field(
            "group_opposition",
            _("One against several"),
            "choice",
            default="per_opponent",
            choices=(
                Choice("per_opponent", _("Each opponent rolls")),
                Choice("best", _("Only the best of them rolls")),
            ),
            help=_("Who answers the one roll of the acting side."),
            rule="POL-OPP-04",
        ),
    ),
)

LIFE = Section(
    "",
    _("Health, luck and fatigue"),
    (
        flag(
            "natural_resistances",
            _("Natural resistances and breath (optional rule)"),
            True,
            "POL-SHEET-08",
            _("The sheet shows resistances to poison, disease, radiation and drugs, and the breath."),
        ),
        number(
            "min_strength_malus",
            _("Malus for each point of strength lacking"),
            -1,
            -5,
            0,
            "POL-DMG-09",
            _("On every attack and defence with arms or protections that are too heavy; 0 for none."),
        ),
        Field(
            "health_penalty_sources",
            _("Wounds, fatigue and sickness together"),
            "choice",
            default="worst_only",
            choices=(Choice("worst_only", _("Only the worst of them")), Choice("sum", _("All of them"))),
            help=_("Which of their penalties count."),
            rule="POL-WOUND-14",
        ),
        flag(
            "simplified_npc_wounds",
            _("Simplified wounds of minor opponents (optional rule)"),
            False,
            "POL-WOUND-22",
            _("Of somebody marked as minor only the worst wound is kept."),
        ),
        flag(
            "knock_out_damage",
            _("Knock-out damage (optional rule)"),
            True,
            "POL-SHOCK-06",
            _("The shock dice of blunt weapons make the shock test of a hit on the head worse."),
        ),
        flag(
            "healing_rules",
            _("Healing step by step (optional rule)"),
            True,
            "POL-WOUND-21",
            _("Days and care make a wound one severity lighter at a time."),
        ),
        flag(
            "fatigue_rules",
            _("Fatigue (advanced rule)"),
            False,
            "POL-FAT-01",
            _("Efforts tire in six levels, of which the worst cost 10 on everything."),
        ),
        number(
            "fatigue_every_turns",
            _("Turns between two tests of fatigue"),
            5,
            1,
            50,
            "POL-FAT-01",
            _("How often everybody in a fight tests, at the end of the turn."),
        ),
    ),
)
