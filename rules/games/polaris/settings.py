"""The house settings of Polaris: what the rulebook leaves open, and a switch for every optional rule (POL-GEN-02)."""

from __future__ import annotations

from typing import Any

from rules.character.sheet import Choice, Section, SheetSchema
from rules.core.paths import Data
from rules.games.polaris.house.arms import MELEE, RANGED, WATER
from rules.games.polaris.house.attempts import RETRIES
from rules.games.polaris.house.creation import CREATION
from rules.games.polaris.house.life import LIFE, RULINGS
from rules.games.polaris.house.rows import choice, flag, number
from rules.games.polaris.text import _

SHEET = Section(
    "",
    _("Sheet"),
    (
        choice(
            "rounding_mode",
            _("Rounding"),
            "POL-GEN-04",
            _("How halves and thirds become whole numbers."),
            Choice("floor", _("Down")),
            Choice("nearest", _("To the nearest, exact halves down")),
        ),
        flag(
            "na_clamp",
            _("Natural aptitudes end at −4 and 6"),
            True,
            "POL-SHEET-02",
            _("Otherwise the table goes on beyond its ends."),
        ),
        choice(
            "limit_cascade",
            _("Several limiting skills"),
            "POL-SHEET-14",
            _("Which of them limit the skill used."),
            Choice("min_all", _("The lowest of all")),
            Choice("first_only", _("Only the first")),
        ),
    ),
)

TESTS = Section(
    "",
    _("Tests"),
    (
        flag(
            "halving_before_modifiers",
            _("Halve a skill before its modifiers"),
            True,
            "POL-TEST-07",
            _("Otherwise the final chances are halved."),
        ),
        flag(
            "gm_announces_secret_tests",
            _("The game master announces secret tests"),
            False,
            "POL-TEST-24",
            _("After the die of a secret test, the game master says how it went, and may bend it."),
        ),
        flag(
            "crit_bonus_min_zero",
            _("A negative mastery adds nothing to a critical success"),
            True,
            "POL-CRIT-01",
            _("Otherwise it lowers the margin, to 1 at least."),
        ),
        choice(
            "limited_skill_crit_mastery",
            _("Mastery of a critical success with a limited skill"),
            "POL-CRIT-01",
            _("Whose mastery raises the margin."),
            Choice("used", _("Of the skill whose level was used")),
            Choice("main", _("Of the main skill")),
        ),
        choice(
            "attribute_crit_half_rounding",
            _("Half an attribute on a critical success"),
            "POL-CRIT-02",
            _("How half of an odd level is rounded."),
            Choice("floor", _("Down")),
            Choice("up", _("Up")),
        ),
        flag(
            "critical_failure_chains",
            _("Critical failures chain"),
            False,
            "POL-CRIT-04",
            _("A second 20 is thrown again too, once."),
        ),
        flag(
            "use_catastrophes",
            _("Catastrophes (optional rule)"),
            True,
            "POL-CRIT-06",
            _("A failure by 15 or more may be a catastrophe."),
        ),
        flag(
            "impossible_20_is_critical",
            _("A 20 on an impossible action is a critical failure"),
            True,
            "POL-CRIT-08",
            _("Otherwise its margin is the bare die."),
        ),
        choice(
            "opposed_both_fail",
            _("Opposed test: both fail"),
            "POL-OPP-01",
            _("What happens when nobody succeeds."),
            Choice("nothing", _("Nothing")),
            Choice("smaller_margin", _("The smaller failure wins")),
        ),
        choice(
            "opposed_tie",
            _("Opposed test: equal margins"),
            "POL-OPP-02",
            _("What happens when both succeed alike."),
            Choice("nothing", _("Nothing")),
            Choice("first", _("The one who acts wins")),
            Choice("second", _("The one who resists wins")),
        ),
    ),
)

TURN = Section(
    "",
    _("Combat turn and initiative"),
    (
        number(
            "turn_seconds",
            _("Seconds in a turn"),
            5,
            1,
            60,
            "POL-TURN-02",
            _("How long a breath lasts, and how many turns there are in a minute of stupor."),
        ),
        flag(
            "phases_follow_current_initiative",
            _("Phases follow the current initiative"),
            True,
            "POL-TURN-03",
            _("An initiative raised during the turn adds phases."),
        ),
        flag(
            "mid_turn_wound_shifts_initiative",
            _("A wound shifts initiative at once"),
            False,
            "POL-INIT-02",
            _("Otherwise from the next turn on; tests suffer at once anyway."),
        ),
        choice(
            "declaration_reorder",
            _("Declaring a preparation first"),
            "POL-INIT-09",
            _("What becomes of the right to declare an action after a preparation alone."),
            Choice("deferred_completion", _("Kept until the slower ones have spoken")),
            Choice("off", _("A declaration is said at once")),
        ),
        choice(
            "hesitation_penalty",
            _("Price of hesitation"),
            "POL-INIT-10",
            _("Initiative that a player loses who dithers, unless the game master says otherwise."),
            Choice("2", _("2 points")),
            Choice("3", _("3 points")),
        ),
        number(
            "declaration_timer_s",
            _("Seconds to declare"),
            0,
            0,
            600,
            "POL-INIT-10",
            _("Said to whoever is to declare; the table keeps the time. 0: as long as it takes."),
        ),
        choice(
            "sealed_declarations",
            _("Secret declarations"),
            "POL-INIT-14",
            _("Who declares in secret, revealed together."),
            Choice("ties", _("Those who act at the same time")),
            Choice("always", _("Everybody")),
            Choice("never", _("Nobody")),
        ),
        flag(
            "rushing",
            _("Rushed actions (optional rule)"),
            True,
            "POL-INIT-16",
            _("Acting 3 phases earlier for a harder test."),
        ),
        number(
            "rush_malus",
            _("Malus of a rushed action"),
            -5,
            -20,
            0,
            "POL-INIT-16",
            _("Added to the chances of the action."),
        ),
        choice(
            "initiative_floor_rule",
            _("Initiative at 0 or less"),
            "POL-INIT-19",
            _("What preparations that cost too much do."),
            Choice("postpone", _("Prepared away: the action waits a turn")),
            Choice("postpone_any", _("Lost anyhow: the action waits a turn")),
            Choice("last", _("The action comes in the last phase")),
        ),
        choice(
            "delaying",
            _("Delaying an action"),
            "POL-INIT-17",
            _("When it is decided; the declaration is where the book names it."),
            Choice("declared", _("With the declaration")),
            Choice("any", _("At one’s own phase too")),
        ),
        choice(
            "mode_outside_melee",
            _("Mode of combat without melee"),
            "POL-INIT-22",
            _("What becomes of it when something else than melee is declared."),
            Choice("normal", _("Back to normal")),
            Choice("kept", _("As it was")),
        ),
        flag(
            "stupor_slows",
            _("Being stunned or shaken slows Reaction"),
            True,
            "POL-INIT-12",
            _("Its penalty counts for ties and for the initiative of a turn, like that of a wound."),
        ),
        flag(
            "multiple_attacks",
            _("Several attacks in a turn (advanced rule)"),
            True,
            "POL-INIT-21",
            _("Two attacks at −5 or three at −7, five phases apart; without it only a combo gives several."),
        ),
        flag(
            "change_intent",
            _("Changing one’s mind (optional rule)"),
            True,
            "POL-INIT-23",
            _("A test of Adaptation lets a fighter declare again in the middle of the turn."),
        ),
        flag(
            "powered_armor_initiative",
            _("Powered armour slows initiative (optional rule)"),
            False,
            "POL-INIT-03",
            _("The skill to handle a powered armour caps the initiative of who wears it."),
        ),
        choice(
            "show_initiative_track",
            _("Initiative seen by players"),
            "POL-SHEET-17",
            _("Whose markers players see."),
            Choice("all", _("Everybody’s")),
            Choice("allies", _("Their side’s")),
            Choice("own", _("Their own")),
        ),
        flag(
            "surprise_initiative_includes_critical_bonus",
            _("A critical success raises the initiative of surprise"),
            True,
            "POL-SURP-02",
            _("Otherwise it is the die."),
        ),
        choice(
            "surprised_can_defend",
            _("Who is surprised may defend"),
            "POL-SURP-08",
            _("In the turn lost to surprise."),
            Choice("visible", _("Against an attacker in sight")),
            Choice("always", _("Always")),
            Choice("never", _("Never")),
        ),
        flag(
            "new_foes",
            _("New opponents in a fight (optional rule)"),
            True,
            "POL-SURP-11",
            _("Whoever is surprised by them cannot attack them in that turn."),
        ),
        flag(
            "guard_and_alert",
            _("On guard and on alert (advanced rule)"),
            True,
            "POL-SURP-12",
            _("Two ways to be ready for an attack, each at its price."),
        ),
    ),
)

HARM = Section(
    "",
    _("Damage and wounds"),
    (
        choice(
            "damage_threshold_mode",
            _("Thresholds of wounds"),
            "POL-DMG-04",
            _("When the final damage brings a severity."),
            Choice("reach_or_exceed", _("Reached or exceeded")),
            Choice("exceed", _("Exceeded")),
        ),
        flag(
            "melee_location_table",
            _("A table of places for melee (optional rule)"),
            True,
            "POL-DMG-05",
            _("Otherwise melee uses the table of ranged combat."),
        ),
        flag("armor_stacking", _("Protections add up"), False, "POL-DMG-07", _("Otherwise the best one counts.")),
        choice(
            "wound_penalty_stacking",
            _("Several wounds"),
            "POL-WOUND-14",
            _("Which of their penalties count; serious or worse, once for each place."),
            Choice("worst_only", _("Only the worst")),
            Choice("worst_plus_one_per_extra_serious_location", _("The worst, −1 for each other serious one")),
            Choice("sum", _("All of them")),
        ),
        choice(
            "wound_on_destroyed_limb",
            _("A wound on a destroyed limb"),
            "POL-WOUND-06",
            _("What becomes of it."),
            Choice("ignore", _("Ignored, with a warning")),
            Choice("mark", _("Marked as usual")),
        ),
        choice(
            "bleeding_default_by_cause",
            _("Bleeding, unless said otherwise"),
            "POL-WOUND-15",
            _("Which critical wounds need to be stabilised."),
            Choice("by_cause", _("By bullet, blade, cut or perforation")),
            Choice("always", _("All")),
            Choice("never", _("None")),
        ),
        choice(
            "mortal_tests",
            _("With a mortal wound"),
            "POL-WOUND-12",
            _("Which tests are left to the mortally wounded."),
            Choice("actions", _("None that is an action")),
            Choice("skills", _("Those of attributes")),
        ),
        flag(
            "shock_rules",
            _("Shock tests (optional rule)"),
            True,
            "POL-SHOCK-01",
            _("Some wounds stun or knock out; the incapacitating strike needs it."),
        ),
        choice(
            "shock_malus_reading",
            _("Malus of a shock test"),
            "POL-SHOCK-01",
            _("Which thresholds it lowers."),
            Choice("both", _("Both thresholds")),
            Choice("stun_only", _("Only the threshold of stunning")),
        ),
    ),
)

HOUSE = (SHEET, CREATION, TESTS, RULINGS, RETRIES, TURN, HARM, LIFE, MELEE, RANGED, WATER)
_FIELDS = dict(SheetSchema(HOUSE).walk())


def setting(settings: Data, key: str) -> Any:
    """One house setting of Polaris, or its default. Raises ``KeyError`` for an unknown one."""
    result = settings.get(key)
    return _FIELDS[key].blank if result is None else result
