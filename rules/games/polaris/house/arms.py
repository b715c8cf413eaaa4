"""The house settings of melee, of ranged combat and of fights under water (POL-MELEE, POL-MARTIAL, POL-RANGED)."""

from __future__ import annotations

from rules.character.sheet import Choice, Section
from rules.games.polaris.house.rows import choice, flag, number
from rules.games.polaris.text import _

MELEE = Section(
    "",
    _("Melee"),
    (
        flag(
            "combat_modes",
            _("Modes of combat (optional rule)"),
            True,
            "POL-MELEE-10",
            _("Attack and defence traded at the declaration; charge, counter-attack and dodge need it."),
        ),
        flag(
            "unarmed_riposte",
            _("Bare hands against a weapon (optional rule)"),
            False,
            "POL-MELEE-03",
            _("Who beats an unarmed attacker with a weapon in hand may wound them."),
        ),
        choice(
            "riposte_arms",
            _("Weapons that wound a bare hand"),
            "POL-MELEE-03",
            _("Beside firearms."),
            Choice("any", _("Every weapon in hand")),
            Choice("edged", _("Blades and points alone")),
        ),
        flag(
            "blind_fighting",
            _("Fighting blind (optional rule)"),
            True,
            "POL-MELEE-15",
            _("In the dark a test of Observation allows one attack at −7."),
        ),
        flag(
            "two_weapon_bonus_on_extra_attack",
            _("Two weapons help the attack of the second one too"),
            True,
            "POL-MARTIAL-09",
            _("Otherwise the additional attack lacks the bonus of +3."),
        ),
        choice(
            "martial_limit",
            _("Limit of a martial art"),
            "POL-MARTIAL-01",
            _("Which tests it caps for whoever uses one of its techniques."),
            Choice("turn", _("Armed and unarmed tests of the turn")),
            Choice("test", _("Only the test of the technique")),
        ),
        choice(
            "martial_training",
            _("Training in a martial art"),
            "POL-MARTIAL-03",
            _("What its techniques ask for."),
            Choice("any", _("The skill, even at −3")),
            Choice("bought", _("A level bought in the skill")),
        ),
        flag(
            "combo_in_charge",
            _("A combo in a charge"),
            True,
            "POL-MARTIAL-08",
            _("Offensive techniques go with a charge; without this a charge is one attack alone."),
        ),
        choice(
            "combo_without_initiative",
            _("A combo without the initiative"),
            "POL-MARTIAL-08",
            _("What is left of it."),
            Choice("usual", _("Several attacks at their usual price")),
            Choice("one", _("One attack")),
        ),
        flag(
            "simultaneous_has_initiative",
            _("Acting together is having the initiative"),
            False,
            "POL-MARTIAL-04",
            _("Otherwise no offensive technique against somebody who acts at the same time."),
        ),
        number(
            "precise_strike_floor",
            _("Least malus of a precise strike"),
            0,
            0,
            5,
            "POL-MARTIAL-07",
            _("What aiming costs in any case."),
        ),
        choice(
            "reach_malus_basis",
            _("Malus of a lost distance"),
            "POL-MELEE-08",
            _("How large it is."),
            Choice("full_reach", _("The whole reach of the weapon")),
            Choice("difference", _("The difference of the two reaches")),
        ),
        choice(
            "reach_malus_duration",
            _("End of a lost distance"),
            "POL-MELEE-08",
            _("How long it lasts."),
            Choice("until_win_or_break", _("Opposed test won, or contact broken")),
            Choice("turn", _("Until the end of the turn")),
        ),
    ),
)

RANGED = Section(
    "",
    _("Ranged combat"),
    (
        flag(
            "fire_manners",
            _("Manners of fire"),
            True,
            "POL-RANGED-06",
            _("Several rounds, bursts, aimed shots and two weapons; otherwise single shots alone."),
        ),
        flag(
            "instinctive_shots",
            _("Instinctive shots (optional rule)"),
            True,
            "POL-RANGED-14",
            _("A shot may be fired as a rushed action."),
        ),
        flag(
            "blind_fire",
            _("Blind fire (optional rule)"),
            False,
            "POL-RANGED-15",
            _("Somebody unseen may be shot at, even in total darkness."),
        ),
        choice(
            "blind_fire_luck",
            _("Luck of blind fire"),
            "POL-RANGED-15",
            _("Whose test of luck decides after a shot that would hit."),
            Choice("target", _("Of the target, who is hit by a failure")),
            Choice("shooter", _("Of the shooter, who hits by a success")),
        ),
        flag(
            "stray_bullets",
            _("Stray bullets (optional rule)"),
            False,
            "POL-RANGED-16",
            _("After a miss the game master names those who test their luck."),
        ),
    ),
)

WATER = Section(
    "",
    _("Under water"),
    (
        flag(
            "underwater_limits",
            _("Underwater manoeuvres limit a fighter"),
            False,
            "POL-SHEET-14",
            _("Under water no skill of melee or wrestling is better than the one of moving there."),
        ),
        number(
            "underwater_damage",
            _("Damage under water"),
            0,
            -20,
            0,
            "POL-DMG-03",
            _("What a blow or a shot loses there; weapons made for it lose nothing."),
        ),
    ),
)
