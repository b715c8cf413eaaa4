"""The house settings of rulings, health, luck and fatigue (POL-NRT, POL-WOUND, POL-LUCK, POL-FAT)."""

from __future__ import annotations

from rules.core.sheet import Choice, Field, Section
from rules.core.text import pgettext
from rules.games.polaris.house import flag, number

RULINGS = Section(
    "",
    pgettext("polaris", "Rulings of the game master"),
    (
        flag(
            "catastrophe_luck_refund",
            pgettext("polaris", "A catastrophe is made up for"),
            True,
            "POL-CRIT-09",
            pgettext("polaris", "Whoever meets one takes a point of luck back, or tests again."),
        ),
        number(
            "remarkable_margin",
            pgettext("polaris", "A margin is great from"),
            15,
            5,
            40,
            "POL-TEST-23",
            pgettext("polaris", "After such a success the game master may let more be won."),
        ),
        flag(
            "countdowns",
            pgettext("polaris", "Countdowns (advanced rule)"),
            True,
            "POL-RETRY-06",
            pgettext("polaris", "A test may be given a number of attempts and something that happens after them."),
        ),
        flag(
            "use_non_random_tests",
            pgettext("polaris", "Tests without a die (advanced rule)"),
            False,
            "POL-NRT-01",
            pgettext("polaris", "In calm and good conditions an average aim needs no die."),
        ),
        number(
            "nrt_threshold",
            pgettext("polaris", "Chances that succeed without a die"),
            10,
            1,
            30,
            "POL-NRT-03",
            pgettext("polaris", "With this much or more the test succeeds; with less it fails."),
        ),
        Field(
            "group_opposition",
            pgettext("polaris", "One against several"),
            "choice",
            default="per_opponent",
            choices=(
                Choice("per_opponent", pgettext("polaris", "Each opponent rolls")),
                Choice("best", pgettext("polaris", "Only the best of them rolls")),
            ),
            help=pgettext("polaris", "Who answers the one roll of the acting side."),
            rule="POL-OPP-04",
        ),
    ),
)

LIFE = Section(
    "",
    pgettext("polaris", "Health, luck and fatigue"),
    (
        flag(
            "natural_resistances",
            pgettext("polaris", "Natural resistances and breath (optional rule)"),
            True,
            "POL-SHEET-08",
            pgettext("polaris", "The sheet shows resistances to poison, disease, radiation and drugs, and the breath."),
        ),
        number(
            "min_strength_malus",
            pgettext("polaris", "Malus for each point of strength lacking"),
            -1,
            -5,
            0,
            "POL-DMG-09",
            pgettext("polaris", "On every attack and defence with arms or protections that are too heavy; 0 for none."),
        ),
        Field(
            "health_penalty_sources",
            pgettext("polaris", "Wounds and fatigue together"),
            "choice",
            default="worst_only",
            choices=(
                Choice("worst_only", pgettext("polaris", "Only the worse of the two")),
                Choice("sum", pgettext("polaris", "Both")),
            ),
            help=pgettext("polaris", "Which of their penalties count."),
            rule="POL-WOUND-14",
        ),
        flag(
            "simplified_npc_wounds",
            pgettext("polaris", "Simplified wounds of minor opponents (optional rule)"),
            False,
            "POL-WOUND-22",
            pgettext("polaris", "Of somebody marked as minor only the worst wound is kept."),
        ),
        flag(
            "knock_out_damage",
            pgettext("polaris", "Knock-out damage (optional rule)"),
            True,
            "POL-SHOCK-06",
            pgettext("polaris", "The shock dice of blunt weapons make the shock test of a hit on the head worse."),
        ),
        flag(
            "healing_rules",
            pgettext("polaris", "Healing step by step (optional rule)"),
            True,
            "POL-WOUND-21",
            pgettext("polaris", "Days and care make a wound one severity lighter at a time."),
        ),
        flag(
            "fatigue_rules",
            pgettext("polaris", "Fatigue (advanced rule)"),
            False,
            "POL-FAT-01",
            pgettext("polaris", "Efforts tire in six levels, of which the worst cost 10 on everything."),
        ),
        number(
            "fatigue_every_turns",
            pgettext("polaris", "Turns between two tests of fatigue"),
            5,
            1,
            50,
            "POL-FAT-01",
            pgettext("polaris", "How often everybody in a fight tests, at the end of the turn."),
        ),
    ),
)
