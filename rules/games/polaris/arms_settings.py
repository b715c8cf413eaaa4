"""The house settings of melee, of ranged combat and of fights under water (POL-MELEE, POL-MARTIAL, POL-RANGED)."""

from __future__ import annotations

from rules.core.sheet import Choice, Section
from rules.core.text import pgettext
from rules.games.polaris.house import choice, flag, number

MELEE = Section(
    "",
    pgettext("polaris", "Melee"),
    (
        flag(
            "combat_modes",
            pgettext("polaris", "Modes of combat (optional rule)"),
            True,
            "POL-MELEE-10",
            pgettext("polaris", "Attack and defence traded against each other at the declaration."),
        ),
        flag(
            "unarmed_riposte",
            pgettext("polaris", "Bare hands against a weapon (optional rule)"),
            False,
            "POL-MELEE-03",
            pgettext("polaris", "Who beats an unarmed attacker with a blade or a firearm in hand may wound him."),
        ),
        flag(
            "blind_fighting",
            pgettext("polaris", "Fighting blind (optional rule)"),
            True,
            "POL-MELEE-15",
            pgettext("polaris", "In the dark a test of Observation allows one attack at −7."),
        ),
        flag(
            "two_weapon_bonus_on_extra_attack",
            pgettext("polaris", "Two weapons help the attack of the second one too"),
            True,
            "POL-MARTIAL-09",
            pgettext("polaris", "Otherwise the additional attack lacks the bonus of +3."),
        ),
        flag(
            "simultaneous_has_initiative",
            pgettext("polaris", "Acting together is having the initiative"),
            False,
            "POL-MARTIAL-04",
            pgettext("polaris", "Otherwise no offensive technique against somebody who acts at the same time."),
        ),
        number(
            "precise_strike_floor",
            pgettext("polaris", "Least malus of a precise strike"),
            0,
            0,
            5,
            "POL-MARTIAL-07",
            pgettext("polaris", "What aiming costs in any case."),
        ),
        choice(
            "reach_malus_basis",
            pgettext("polaris", "Malus of a lost distance"),
            "POL-MELEE-08",
            pgettext("polaris", "How large it is."),
            Choice("full_reach", pgettext("polaris", "The whole reach of the weapon")),
            Choice("difference", pgettext("polaris", "The difference of the two reaches")),
        ),
        choice(
            "reach_malus_duration",
            pgettext("polaris", "End of a lost distance"),
            "POL-MELEE-08",
            pgettext("polaris", "How long it lasts."),
            Choice(
                "until_win_or_break",
                pgettext("polaris", "Opposed test won, or contact broken"),
            ),
            Choice("turn", pgettext("polaris", "Until the end of the turn")),
        ),
    ),
)

RANGED = Section(
    "",
    pgettext("polaris", "Ranged combat"),
    (
        flag(
            "fire_manners",
            pgettext("polaris", "Manners of fire"),
            True,
            "POL-RANGED-06",
            pgettext("polaris", "Several rounds, bursts, aimed shots and two weapons; otherwise single shots alone."),
        ),
        flag(
            "instinctive_shots",
            pgettext("polaris", "Instinctive shots (optional rule)"),
            True,
            "POL-RANGED-14",
            pgettext("polaris", "A shot may be fired as a rushed action."),
        ),
        flag(
            "blind_fire",
            pgettext("polaris", "Blind fire (optional rule)"),
            False,
            "POL-RANGED-15",
            pgettext("polaris", "Somebody unseen may be shot at, even in total darkness."),
        ),
        choice(
            "blind_fire_luck",
            pgettext("polaris", "Luck of blind fire"),
            "POL-RANGED-15",
            pgettext("polaris", "Whose test of luck decides after a shot that would hit."),
            Choice("target", pgettext("polaris", "Of the target, who is hit by a failure")),
            Choice("shooter", pgettext("polaris", "Of the shooter, who hits by a success")),
        ),
        flag(
            "stray_bullets",
            pgettext("polaris", "Stray bullets (optional rule)"),
            False,
            "POL-RANGED-16",
            pgettext("polaris", "After a miss the game master names those who test their luck."),
        ),
    ),
)

WATER = Section(
    "",
    pgettext("polaris", "Under water"),
    (
        flag(
            "underwater_limits",
            pgettext("polaris", "Underwater manoeuvres limit a fighter"),
            False,
            "POL-SHEET-14",
            pgettext("polaris", "Under water no skill of melee or wrestling is better than the one of moving there."),
        ),
        number(
            "underwater_damage",
            pgettext("polaris", "Damage under water"),
            0,
            -20,
            0,
            "POL-DMG-03",
            pgettext("polaris", "What a blow or a shot loses there; weapons made for it lose nothing."),
        ),
    ),
)
