"""The house settings of Polaris: what the rulebook leaves open, and a switch for every optional rule."""

from __future__ import annotations

from typing import Any

from rules.core.paths import Data
from rules.core.sheet import Choice, Section, SheetSchema
from rules.core.text import pgettext
from rules.games.polaris.arms_settings import MELEE, RANGED, WATER
from rules.games.polaris.creation_settings import CREATION
from rules.games.polaris.house import choice, flag, number
from rules.games.polaris.life_settings import LIFE, RULINGS
from rules.games.polaris.retry_settings import RETRIES

SHEET = Section(
    "",
    pgettext("polaris", "Sheet"),
    (
        choice(
            "rounding_mode",
            pgettext("polaris", "Rounding"),
            "POL-GEN-04",
            pgettext("polaris", "How halves and thirds become whole numbers."),
            Choice("floor", pgettext("polaris", "Down")),
            Choice("nearest", pgettext("polaris", "To the nearest, exact halves down")),
        ),
        flag(
            "na_clamp",
            pgettext("polaris", "Natural aptitudes end at −4 and 6"),
            True,
            "POL-SHEET-02",
            pgettext("polaris", "Otherwise the table goes on beyond its ends."),
        ),
        choice(
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
        flag(
            "halving_before_modifiers",
            pgettext("polaris", "Halve a skill before its modifiers"),
            True,
            "POL-TEST-07",
            pgettext("polaris", "Otherwise the final chances are halved."),
        ),
        flag(
            "gm_announces_secret_tests",
            pgettext("polaris", "The game master announces secret tests"),
            False,
            "POL-TEST-24",
            pgettext(
                "polaris",
                "After the die of a secret test, the game master says how it went, and may bend it.",
            ),
        ),
        flag(
            "crit_bonus_min_zero",
            pgettext("polaris", "A negative mastery adds nothing to a critical success"),
            True,
            "POL-CRIT-01",
            pgettext("polaris", "Otherwise it lowers the margin, to 1 at least."),
        ),
        choice(
            "limited_skill_crit_mastery",
            pgettext("polaris", "Mastery of a critical success with a limited skill"),
            "POL-CRIT-01",
            pgettext("polaris", "Whose mastery raises the margin."),
            Choice("used", pgettext("polaris", "Of the skill whose level was used")),
            Choice("main", pgettext("polaris", "Of the main skill")),
        ),
        choice(
            "attribute_crit_half_rounding",
            pgettext("polaris", "Half an attribute on a critical success"),
            "POL-CRIT-02",
            pgettext("polaris", "How half of an odd level is rounded."),
            Choice("floor", pgettext("polaris", "Down")),
            Choice("up", pgettext("polaris", "Up")),
        ),
        flag(
            "critical_failure_chains",
            pgettext("polaris", "Critical failures chain"),
            False,
            "POL-CRIT-04",
            pgettext("polaris", "A second 20 is thrown again too, once."),
        ),
        flag(
            "use_catastrophes",
            pgettext("polaris", "Catastrophes (optional rule)"),
            True,
            "POL-CRIT-06",
            pgettext("polaris", "A failure by 15 or more may be a catastrophe."),
        ),
        flag(
            "impossible_20_is_critical",
            pgettext("polaris", "A 20 on an impossible action is a critical failure"),
            True,
            "POL-CRIT-08",
            pgettext("polaris", "Otherwise its margin is the bare die."),
        ),
        choice(
            "opposed_both_fail",
            pgettext("polaris", "Opposed test: both fail"),
            "POL-OPP-01",
            pgettext("polaris", "What happens when nobody succeeds."),
            Choice("nothing", pgettext("polaris", "Nothing")),
            Choice("smaller_margin", pgettext("polaris", "The smaller failure wins")),
        ),
        choice(
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
        number(
            "turn_seconds",
            pgettext("polaris", "Seconds in a turn"),
            5,
            1,
            60,
            "POL-TURN-02",
            pgettext("polaris", "How long a breath lasts, and how many turns there are in a minute of stupor."),
        ),
        flag(
            "phases_follow_current_initiative",
            pgettext("polaris", "Phases follow the current initiative"),
            True,
            "POL-TURN-03",
            pgettext("polaris", "An initiative raised during the turn adds phases."),
        ),
        flag(
            "mid_turn_wound_shifts_initiative",
            pgettext("polaris", "A wound shifts initiative at once"),
            False,
            "POL-INIT-02",
            pgettext("polaris", "Otherwise from the next turn on; tests suffer at once anyway."),
        ),
        choice(
            "declaration_reorder",
            pgettext("polaris", "Declaring a preparation first"),
            "POL-INIT-09",
            pgettext("polaris", "What becomes of the right to declare an action after a preparation alone."),
            Choice("deferred_completion", pgettext("polaris", "Kept until the slower ones have spoken")),
            Choice("off", pgettext("polaris", "A declaration is said at once")),
        ),
        choice(
            "hesitation_penalty",
            pgettext("polaris", "Price of hesitation"),
            "POL-INIT-10",
            pgettext("polaris", "Initiative that a player loses who dithers, unless the game master says otherwise."),
            Choice("2", pgettext("polaris", "2 points")),
            Choice("3", pgettext("polaris", "3 points")),
        ),
        number(
            "declaration_timer_s",
            pgettext("polaris", "Seconds to declare"),
            0,
            0,
            600,
            "POL-INIT-10",
            pgettext("polaris", "Said to whoever is to declare; the table keeps the time. 0: as long as it takes."),
        ),
        choice(
            "sealed_declarations",
            pgettext("polaris", "Secret declarations"),
            "POL-INIT-14",
            pgettext("polaris", "Who declares in secret, revealed together."),
            Choice("ties", pgettext("polaris", "Those who act at the same time")),
            Choice("always", pgettext("polaris", "Everybody")),
            Choice("never", pgettext("polaris", "Nobody")),
        ),
        flag(
            "rushing",
            pgettext("polaris", "Rushed actions (optional rule)"),
            True,
            "POL-INIT-16",
            pgettext("polaris", "Acting 3 phases earlier for a harder test."),
        ),
        number(
            "rush_malus",
            pgettext("polaris", "Malus of a rushed action"),
            -5,
            -20,
            0,
            "POL-INIT-16",
            pgettext("polaris", "Added to the chances of the action."),
        ),
        choice(
            "initiative_floor_rule",
            pgettext("polaris", "Initiative at 0 or less"),
            "POL-INIT-19",
            pgettext("polaris", "What preparations that cost too much do."),
            Choice("postpone", pgettext("polaris", "The action waits for the next turn")),
            Choice("last", pgettext("polaris", "The action comes in the last phase")),
        ),
        flag(
            "multiple_attacks",
            pgettext("polaris", "Several attacks in a turn (advanced rule)"),
            True,
            "POL-INIT-21",
            pgettext("polaris", "Two attacks at −5 or three at −7, five phases apart; otherwise a combo alone."),
        ),
        flag(
            "change_intent",
            pgettext("polaris", "Changing one’s mind (optional rule)"),
            True,
            "POL-INIT-23",
            pgettext("polaris", "A test of Adaptation lets a fighter declare again in the middle of the turn."),
        ),
        flag(
            "powered_armor_initiative",
            pgettext("polaris", "Powered armour slows initiative (optional rule)"),
            False,
            "POL-INIT-03",
            pgettext("polaris", "The skill to handle a powered armour caps the initiative of who wears it."),
        ),
        choice(
            "show_initiative_track",
            pgettext("polaris", "Initiative seen by players"),
            "POL-SHEET-17",
            pgettext("polaris", "Whose markers players see."),
            Choice("all", pgettext("polaris", "Everybody’s")),
            Choice("allies", pgettext("polaris", "Their side’s")),
            Choice("own", pgettext("polaris", "Their own")),
        ),
        flag(
            "surprise_initiative_includes_critical_bonus",
            pgettext("polaris", "A critical success raises the initiative of surprise"),
            True,
            "POL-SURP-02",
            pgettext("polaris", "Otherwise it is the die."),
        ),
        choice(
            "surprised_can_defend",
            pgettext("polaris", "Who is surprised may defend"),
            "POL-SURP-08",
            pgettext("polaris", "In the turn lost to surprise."),
            Choice("visible", pgettext("polaris", "Against an attacker he sees")),
            Choice("always", pgettext("polaris", "Always")),
            Choice("never", pgettext("polaris", "Never")),
        ),
        flag(
            "new_foes",
            pgettext("polaris", "New opponents in a fight (optional rule)"),
            True,
            "POL-SURP-11",
            pgettext("polaris", "Whoever is surprised by them cannot attack them in that turn."),
        ),
        flag(
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
        choice(
            "damage_threshold_mode",
            pgettext("polaris", "Thresholds of wounds"),
            "POL-DMG-04",
            pgettext("polaris", "When the final damage brings a severity."),
            Choice("reach_or_exceed", pgettext("polaris", "Reached or exceeded")),
            Choice("exceed", pgettext("polaris", "Exceeded")),
        ),
        flag(
            "melee_location_table",
            pgettext("polaris", "A table of places for melee (optional rule)"),
            True,
            "POL-DMG-05",
            pgettext("polaris", "Otherwise melee uses the table of ranged combat."),
        ),
        flag(
            "armor_stacking",
            pgettext("polaris", "Protections add up"),
            False,
            "POL-DMG-07",
            pgettext("polaris", "Otherwise the best one counts."),
        ),
        choice(
            "wound_penalty_stacking",
            pgettext("polaris", "Several wounds"),
            "POL-WOUND-14",
            pgettext("polaris", "Which of their penalties count; serious or worse, once for each place."),
            Choice("worst_only", pgettext("polaris", "Only the worst")),
            Choice(
                "worst_plus_one_per_extra_serious_location",
                pgettext("polaris", "The worst, −1 for each other serious one"),
            ),
            Choice("sum", pgettext("polaris", "All of them")),
        ),
        choice(
            "wound_on_destroyed_limb",
            pgettext("polaris", "A wound on a destroyed limb"),
            "POL-WOUND-06",
            pgettext("polaris", "What becomes of it."),
            Choice("ignore", pgettext("polaris", "Ignored, with a warning")),
            Choice("mark", pgettext("polaris", "Marked as usual")),
        ),
        choice(
            "bleeding_default_by_cause",
            pgettext("polaris", "Bleeding, unless said otherwise"),
            "POL-WOUND-15",
            pgettext("polaris", "Which critical wounds need to be stabilised."),
            Choice("by_cause", pgettext("polaris", "By bullet, blade, cut or perforation")),
            Choice("always", pgettext("polaris", "All")),
            Choice("never", pgettext("polaris", "None")),
        ),
        flag(
            "shock_rules",
            pgettext("polaris", "Shock tests (optional rule)"),
            True,
            "POL-SHOCK-01",
            pgettext("polaris", "Some wounds stun or knock out."),
        ),
        choice(
            "shock_malus_reading",
            pgettext("polaris", "Malus of a shock test"),
            "POL-SHOCK-01",
            pgettext("polaris", "Which thresholds it lowers."),
            Choice("both", pgettext("polaris", "Both thresholds")),
            Choice("stun_only", pgettext("polaris", "Only the threshold of stunning")),
        ),
    ),
)

HOUSE = (SHEET, CREATION, TESTS, RULINGS, RETRIES, TURN, HARM, LIFE, MELEE, RANGED, WATER)
_FIELDS = dict(SheetSchema(HOUSE).walk())


def setting(settings: Data, key: str) -> Any:
    """One house setting of Polaris, or its default. Raises ``KeyError`` for an unknown one."""
    found = settings.get(key)
    return _FIELDS[key].blank if found is None else found
