"""The house settings of Polaris: what the rulebook leaves open, and a switch for every optional rule."""

from __future__ import annotations

from typing import Any

from rules.paths import Data
from rules.polaris.life_settings import LIFE, RULINGS
from rules.polaris.retry_settings import RETRIES
from rules.sheet import Choice, Field, Section, SheetSchema
from rules.words import Text, pgettext


def _flag(key: str, label: Text, default: bool, rule: str, help: Text) -> Field:
    return Field(key, label, "flag", default=default, help=help, rule=rule)


def _choice(key: str, label: Text, rule: str, help: Text, *choices: Choice) -> Field:
    """A choice whose first value is the default."""
    return Field(key, label, "choice", default=choices[0].key, choices=choices, help=help, rule=rule)


def _number(key: str, label: Text, default: int, least: int, most: int, rule: str, help: Text) -> Field:
    return Field(key, label, default=default, least=least, most=most, help=help, rule=rule)


SHEET = Section(
    "",
    pgettext("polaris", "Sheet"),
    (
        _choice(
            "rounding_mode",
            pgettext("polaris", "Rounding"),
            "POL-GEN-04",
            pgettext("polaris", "How halves and thirds become whole numbers."),
            Choice("floor", pgettext("polaris", "Down")),
            Choice("nearest", pgettext("polaris", "To the nearest, exact halves down")),
        ),
        _flag(
            "na_clamp",
            pgettext("polaris", "Natural aptitudes end at −4 and 6"),
            True,
            "POL-SHEET-02",
            pgettext("polaris", "Otherwise the table goes on beyond its ends."),
        ),
        _choice(
            "limit_cascade",
            pgettext("polaris", "Several limiting skills"),
            "POL-SHEET-14",
            pgettext("polaris", "Which of them limit the skill used."),
            Choice("min_all", pgettext("polaris", "The lowest of all")),
            Choice("first_only", pgettext("polaris", "Only the first")),
        ),
    ),
)

TESTS = Section(
    "",
    pgettext("polaris", "Tests"),
    (
        _flag(
            "halving_before_modifiers",
            pgettext("polaris", "Halve a skill before its modifiers"),
            True,
            "POL-TEST-07",
            pgettext("polaris", "Otherwise the final chances are halved."),
        ),
        _flag(
            "gm_announces_secret_tests",
            pgettext("polaris", "The game master announces secret tests"),
            False,
            "POL-TEST-24",
            pgettext(
                "polaris",
                "After the die of a secret test, the game master says how it went, and may bend it.",
            ),
        ),
        _flag(
            "crit_bonus_min_zero",
            pgettext("polaris", "A negative mastery adds nothing to a critical success"),
            True,
            "POL-CRIT-01",
            pgettext("polaris", "Otherwise it lowers the margin, to 1 at least."),
        ),
        _choice(
            "limited_skill_crit_mastery",
            pgettext("polaris", "Mastery of a critical success with a limited skill"),
            "POL-CRIT-01",
            pgettext("polaris", "Whose mastery raises the margin."),
            Choice("used", pgettext("polaris", "Of the skill whose level was used")),
            Choice("main", pgettext("polaris", "Of the main skill")),
        ),
        _choice(
            "attribute_crit_half_rounding",
            pgettext("polaris", "Half an attribute on a critical success"),
            "POL-CRIT-02",
            pgettext("polaris", "How half of an odd level is rounded."),
            Choice("floor", pgettext("polaris", "Down")),
            Choice("up", pgettext("polaris", "Up")),
        ),
        _flag(
            "critical_failure_chains",
            pgettext("polaris", "Critical failures chain"),
            False,
            "POL-CRIT-04",
            pgettext("polaris", "A second 20 is thrown again too, once."),
        ),
        _flag(
            "use_catastrophes",
            pgettext("polaris", "Catastrophes (optional rule)"),
            True,
            "POL-CRIT-06",
            pgettext("polaris", "A failure by 15 or more may be a catastrophe."),
        ),
        _flag(
            "impossible_20_is_critical",
            pgettext("polaris", "A 20 on an impossible action is a critical failure"),
            True,
            "POL-CRIT-08",
            pgettext("polaris", "Otherwise its margin is the bare die."),
        ),
        _choice(
            "opposed_both_fail",
            pgettext("polaris", "Opposed test: both fail"),
            "POL-OPP-01",
            pgettext("polaris", "What happens when nobody succeeds."),
            Choice("nothing", pgettext("polaris", "Nothing")),
            Choice("smaller_margin", pgettext("polaris", "The smaller failure wins")),
        ),
        _choice(
            "opposed_tie",
            pgettext("polaris", "Opposed test: equal margins"),
            "POL-OPP-02",
            pgettext("polaris", "What happens when both succeed alike."),
            Choice("nothing", pgettext("polaris", "Nothing")),
            Choice("first", pgettext("polaris", "The one who acts wins")),
            Choice("second", pgettext("polaris", "The one who resists wins")),
        ),
    ),
)

TURN = Section(
    "",
    pgettext("polaris", "Combat turn and initiative"),
    (
        _number(
            "turn_seconds",
            pgettext("polaris", "Seconds in a turn"),
            5,
            1,
            60,
            "POL-TURN-02",
            pgettext("polaris", "How long a breath lasts, and how many turns there are in a minute of stupor."),
        ),
        _flag(
            "phases_follow_current_initiative",
            pgettext("polaris", "Phases follow the current initiative"),
            True,
            "POL-TURN-03",
            pgettext("polaris", "An initiative raised during the turn adds phases."),
        ),
        _flag(
            "mid_turn_wound_shifts_initiative",
            pgettext("polaris", "A wound shifts initiative at once"),
            False,
            "POL-INIT-02",
            pgettext("polaris", "Otherwise from the next turn on; tests suffer at once anyway."),
        ),
        _choice(
            "declaration_reorder",
            pgettext("polaris", "Declaring a preparation first"),
            "POL-INIT-09",
            pgettext("polaris", "What becomes of the right to declare an action after a preparation alone."),
            Choice("deferred_completion", pgettext("polaris", "Kept until the slower ones have spoken")),
            Choice("off", pgettext("polaris", "A declaration is said at once")),
        ),
        _choice(
            "hesitation_penalty",
            pgettext("polaris", "Price of hesitation"),
            "POL-INIT-10",
            pgettext("polaris", "Initiative that a player loses who dithers, unless the game master says otherwise."),
            Choice("2", pgettext("polaris", "2 points")),
            Choice("3", pgettext("polaris", "3 points")),
        ),
        _number(
            "declaration_timer_s",
            pgettext("polaris", "Seconds to declare"),
            0,
            0,
            600,
            "POL-INIT-10",
            pgettext("polaris", "Said to whoever is to declare; the table keeps the time. 0: as long as it takes."),
        ),
        _choice(
            "sealed_declarations",
            pgettext("polaris", "Secret declarations"),
            "POL-INIT-14",
            pgettext("polaris", "Who declares in secret, revealed together."),
            Choice("ties", pgettext("polaris", "Those who act at the same time")),
            Choice("always", pgettext("polaris", "Everybody")),
            Choice("never", pgettext("polaris", "Nobody")),
        ),
        _flag(
            "rushing",
            pgettext("polaris", "Rushed actions (optional rule)"),
            True,
            "POL-INIT-16",
            pgettext("polaris", "Acting 3 phases earlier for a harder test."),
        ),
        _number(
            "rush_malus",
            pgettext("polaris", "Malus of a rushed action"),
            -5,
            -20,
            0,
            "POL-INIT-16",
            pgettext("polaris", "Added to the chances of the action."),
        ),
        _choice(
            "initiative_floor_rule",
            pgettext("polaris", "Initiative at 0 or less"),
            "POL-INIT-19",
            pgettext("polaris", "What preparations that cost too much do."),
            Choice("postpone", pgettext("polaris", "The action waits for the next turn")),
            Choice("last", pgettext("polaris", "The action comes in the last phase")),
        ),
        _flag(
            "multiple_attacks",
            pgettext("polaris", "Several attacks in a turn (advanced rule)"),
            True,
            "POL-INIT-21",
            pgettext("polaris", "Two attacks at −5 or three at −7, five phases apart; otherwise a combo alone."),
        ),
        _flag(
            "change_intent",
            pgettext("polaris", "Changing one’s mind (optional rule)"),
            True,
            "POL-INIT-23",
            pgettext("polaris", "A test of Adaptation lets a fighter declare again in the middle of the turn."),
        ),
        _flag(
            "powered_armor_initiative",
            pgettext("polaris", "Powered armour slows initiative (optional rule)"),
            False,
            "POL-INIT-03",
            pgettext("polaris", "The skill to handle a powered armour caps the initiative of who wears it."),
        ),
        _choice(
            "show_initiative_track",
            pgettext("polaris", "Initiative seen by players"),
            "POL-SHEET-17",
            pgettext("polaris", "Whose markers players see."),
            Choice("all", pgettext("polaris", "Everybody’s")),
            Choice("allies", pgettext("polaris", "Their side’s")),
            Choice("own", pgettext("polaris", "Their own")),
        ),
        _flag(
            "surprise_initiative_includes_critical_bonus",
            pgettext("polaris", "A critical success raises the initiative of surprise"),
            True,
            "POL-SURP-02",
            pgettext("polaris", "Otherwise it is the die."),
        ),
        _choice(
            "surprised_can_defend",
            pgettext("polaris", "Who is surprised may defend"),
            "POL-SURP-08",
            pgettext("polaris", "In the turn lost to surprise."),
            Choice("visible", pgettext("polaris", "Against an attacker he sees")),
            Choice("always", pgettext("polaris", "Always")),
            Choice("never", pgettext("polaris", "Never")),
        ),
        _flag(
            "new_foes",
            pgettext("polaris", "New opponents in a fight (optional rule)"),
            True,
            "POL-SURP-11",
            pgettext("polaris", "Whoever is surprised by them cannot attack them in that turn."),
        ),
        _flag(
            "guard_and_alert",
            pgettext("polaris", "On guard and on alert (advanced rule)"),
            True,
            "POL-SURP-12",
            pgettext("polaris", "Two ways to be ready for an attack, each at its price."),
        ),
    ),
)

HARM = Section(
    "",
    pgettext("polaris", "Damage and wounds"),
    (
        _choice(
            "damage_threshold_mode",
            pgettext("polaris", "Thresholds of wounds"),
            "POL-DMG-04",
            pgettext("polaris", "When the final damage brings a severity."),
            Choice("reach_or_exceed", pgettext("polaris", "Reached or exceeded")),
            Choice("exceed", pgettext("polaris", "Exceeded")),
        ),
        _flag(
            "melee_location_table",
            pgettext("polaris", "A table of places for melee (optional rule)"),
            True,
            "POL-DMG-05",
            pgettext("polaris", "Otherwise melee uses the table of ranged combat."),
        ),
        _flag(
            "armor_stacking",
            pgettext("polaris", "Protections add up"),
            False,
            "POL-DMG-07",
            pgettext("polaris", "Otherwise the best one counts."),
        ),
        _choice(
            "wound_penalty_stacking",
            pgettext("polaris", "Several wounds"),
            "POL-WOUND-14",
            pgettext("polaris", "Which of their penalties count."),
            Choice("worst_only", pgettext("polaris", "Only the worst")),
            Choice(
                "worst_plus_one_per_extra_serious_location",
                pgettext("polaris", "The worst, and −1 for each other place hurt seriously or worse"),
            ),
            Choice("sum", pgettext("polaris", "All of them")),
        ),
        _choice(
            "wound_on_destroyed_limb",
            pgettext("polaris", "A wound on a destroyed limb"),
            "POL-WOUND-06",
            pgettext("polaris", "What becomes of it."),
            Choice("ignore", pgettext("polaris", "Ignored, with a warning")),
            Choice("mark", pgettext("polaris", "Marked as usual")),
        ),
        _choice(
            "bleeding_default_by_cause",
            pgettext("polaris", "Bleeding, unless said otherwise"),
            "POL-WOUND-15",
            pgettext("polaris", "Which critical wounds need to be stabilised."),
            Choice("by_cause", pgettext("polaris", "By bullet, blade, cut or perforation")),
            Choice("always", pgettext("polaris", "All")),
            Choice("never", pgettext("polaris", "None")),
        ),
        _flag(
            "shock_rules",
            pgettext("polaris", "Shock tests (optional rule)"),
            True,
            "POL-SHOCK-01",
            pgettext("polaris", "Some wounds stun or knock out."),
        ),
        _choice(
            "shock_malus_reading",
            pgettext("polaris", "Malus of a shock test"),
            "POL-SHOCK-01",
            pgettext("polaris", "Which thresholds it lowers."),
            Choice("both", pgettext("polaris", "Both thresholds")),
            Choice("stun_only", pgettext("polaris", "Only the threshold of stunning")),
        ),
    ),
)

MELEE = Section(
    "",
    pgettext("polaris", "Melee"),
    (
        _flag(
            "combat_modes",
            pgettext("polaris", "Modes of combat (optional rule)"),
            True,
            "POL-MELEE-10",
            pgettext("polaris", "Attack and defence traded against each other at the declaration."),
        ),
        _flag(
            "unarmed_riposte",
            pgettext("polaris", "Bare hands against a weapon (optional rule)"),
            False,
            "POL-MELEE-03",
            pgettext("polaris", "Who beats an unarmed attacker with a blade or a firearm in hand may wound him."),
        ),
        _flag(
            "blind_fighting",
            pgettext("polaris", "Fighting blind (optional rule)"),
            True,
            "POL-MELEE-15",
            pgettext("polaris", "In the dark a test of Observation allows one attack at −7."),
        ),
        _flag(
            "two_weapon_bonus_on_extra_attack",
            pgettext("polaris", "Two weapons help the attack of the second one too"),
            True,
            "POL-MARTIAL-09",
            pgettext("polaris", "Otherwise the additional attack lacks the bonus of +3."),
        ),
        _flag(
            "simultaneous_has_initiative",
            pgettext("polaris", "Acting together is having the initiative"),
            False,
            "POL-MARTIAL-04",
            pgettext("polaris", "Otherwise no offensive technique against somebody who acts at the same time."),
        ),
        _number(
            "precise_strike_floor",
            pgettext("polaris", "Least malus of a precise strike"),
            0,
            0,
            5,
            "POL-MARTIAL-07",
            pgettext("polaris", "What aiming costs in any case."),
        ),
        _choice(
            "reach_malus_basis",
            pgettext("polaris", "Malus of a lost distance"),
            "POL-MELEE-08",
            pgettext("polaris", "How large it is."),
            Choice("full_reach", pgettext("polaris", "The whole reach of the weapon")),
            Choice("difference", pgettext("polaris", "The difference of the two reaches")),
        ),
        _choice(
            "reach_malus_duration",
            pgettext("polaris", "End of a lost distance"),
            "POL-MELEE-08",
            pgettext("polaris", "How long it lasts."),
            Choice(
                "until_win_or_break",
                pgettext("polaris", "Until the next opposed test won, or contact broken"),
            ),
            Choice("turn", pgettext("polaris", "Until the end of the turn")),
        ),
    ),
)

RANGED = Section(
    "",
    pgettext("polaris", "Ranged combat"),
    (
        _flag(
            "fire_manners",
            pgettext("polaris", "Manners of fire"),
            True,
            "POL-RANGED-06",
            pgettext("polaris", "Several rounds, bursts, aimed shots and two weapons; otherwise single shots alone."),
        ),
        _flag(
            "instinctive_shots",
            pgettext("polaris", "Instinctive shots (optional rule)"),
            True,
            "POL-RANGED-14",
            pgettext("polaris", "A shot may be fired as a rushed action."),
        ),
        _flag(
            "blind_fire",
            pgettext("polaris", "Blind fire (optional rule)"),
            False,
            "POL-RANGED-15",
            pgettext("polaris", "Somebody unseen may be shot at, even in total darkness."),
        ),
        _choice(
            "blind_fire_luck",
            pgettext("polaris", "Luck of blind fire"),
            "POL-RANGED-15",
            pgettext("polaris", "Whose test of luck decides after a shot that would hit."),
            Choice("target", pgettext("polaris", "Of the target, who is hit by a failure")),
            Choice("shooter", pgettext("polaris", "Of the shooter, who hits by a success")),
        ),
        _flag(
            "stray_bullets",
            pgettext("polaris", "Stray bullets (optional rule)"),
            False,
            "POL-RANGED-16",
            pgettext("polaris", "After a miss the game master names those who test their luck."),
        ),
    ),
)

HOUSE = (SHEET, TESTS, RULINGS, RETRIES, TURN, HARM, LIFE, MELEE, RANGED)
_FIELDS = dict(SheetSchema(HOUSE).walk())


def setting(settings: Data, key: str) -> Any:
    """One house setting of Polaris, or its default. Raises ``KeyError`` for an unknown one."""
    found = settings.get(key)
    return _FIELDS[key].blank if found is None else found
