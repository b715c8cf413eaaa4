"""Shock: what some wounds do to the whole body, beside their mark on the counter."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.acts import Effects
from rules.core.check import Breakdown, Check, Level, Modifier, Outcome
from rules.core.dice import Dice, parse
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Option, Script, choose, roll
from rules.core.text import Text
from rules.games.polaris.character import derived
from rules.games.polaris.harm import wounds
from rules.games.polaris.harm.conditions import Condition
from rules.games.polaris.harm.wounds import Marked
from rules.games.polaris.settings import setting
from rules.games.polaris.tables import CATASTROPHE_MARGIN, PLACES, SEVERITY_NAMES, part
from rules.games.polaris.text import _
from rules.games.polaris.trials.remarks import rolled

D20 = Dice(1, 20)

STATES: dict[str, Text] = {"": _("bears the shock"), "stunned": _("stunned"), "unconscious": _("unconscious")}
# POL-SHOCK-05: how long somebody is stunned, then unconscious; nothing means until they are tended.
TURNS, MINUTES, COMA = "turns", "minutes", "coma"
Lasting = tuple[str, str] | None
DURATIONS: dict[tuple[str, str], dict[str, Lasting]] = {
    ("serious", "head"): {"stunned": ("2", TURNS), "unconscious": ("2", MINUTES), "catastrophe": ("1d6", MINUTES)},
    ("serious", "body"): {"stunned": ("1", TURNS), "unconscious": ("1", MINUTES), "catastrophe": ("1", MINUTES)},
    ("critical", "head"): {
        "stunned": ("3d6", TURNS),
        "unconscious": ("3d6", MINUTES),
        "catastrophe": ("light_coma", COMA),
    },
    ("critical", "body"): {"stunned": ("2d6", TURNS), "unconscious": ("2d6", MINUTES), "catastrophe": ("3d6", MINUTES)},
    ("critical", "limb"): {"stunned": ("1d6", TURNS), "unconscious": ("1d6", MINUTES), "catastrophe": ("2d6", MINUTES)},
    ("mortal", "head"): {
        "stunned": ("3d6", MINUTES),
        "unconscious": ("light_coma", COMA),
        "catastrophe": ("deep_coma", COMA),
    },
    ("mortal", "body"): {"stunned": ("2d6", MINUTES), "unconscious": ("3d6", MINUTES), "catastrophe": None},
    ("mortal", "limb"): {"stunned": ("1d6", MINUTES), "unconscious": ("2d6", MINUTES), "catastrophe": None},
    ("fatal", "limb"): {"stunned": ("2d6", MINUTES), "unconscious": ("3d6", MINUTES), "catastrophe": None},
}
_LEVELS = {"": Level.SUCCESS, "stunned": Level.FAILURE, "unconscious": Level.FUMBLE}


@dataclass(frozen=True)
class Thresholds:
    """POL-SHOCK-01: what the die must not exceed to be fine, and what it must not exceed to stay conscious."""

    stun: Breakdown
    unconscious: Breakdown

    def state(self, die: int) -> str:
        if die <= self.stun.total:
            return ""
        return "stunned" if die <= self.unconscious.total else "unconscious"


def test_due(
    scene: Scene, target: str, marked: Marked | None, strike: Modifier | None = None, keys: str = ""
) -> Script[Effects]:
    """POL-WOUND-10 to 13, POL-MARTIAL-06: one shock test, of a wound just marked, of the strike itself or of both."""
    tested = maluses(scene, marked, strike)
    if not tested:
        return ()
    outcome, state = yield from shock_test(scene, target, *tested, keys=keys)
    effect = rolled(outcome)
    if not state:
        return (effect,)
    great = outcome.margin >= CATASTROPHE_MARGIN and bool(setting(scene.settings, "use_catastrophes"))
    column = "catastrophe" if great and (yield from _is_worst(scene, target, keys)) else state
    state = "unconscious" if column == "catastrophe" else state
    lasting = duration(marked, column)
    turns = yield from _length(scene, target, lasting, state, keys)
    sleep = (Condition(target, key=lasting[0]),) if lasting and lasting[1] == COMA else ()
    return (effect, Condition(target, state, turns), *sleep)


def maluses(scene: Scene, marked: Marked | None, strike: Modifier | None) -> tuple[Modifier, ...]:
    """The maluses of the one shock test that a blow demands, none where it demands none."""
    if not setting(scene.settings, "shock_rules"):
        return ()
    return (*_of_wound(marked), *((strike,) if strike and not _kills(marked) else ()))


def _of_wound(marked: Marked | None) -> tuple[Modifier, ...]:
    malus = wounds.shock_malus(marked.place, marked.ticked) if marked and marked.ticked else None
    if marked is None or malus is None:
        return ()
    severity, place = SEVERITY_NAMES[marked.ticked], PLACES[marked.place]
    why = _("Wound: %(severity)s, %(place)s", severity=severity, place=place)
    return (Modifier(why, malus, "POL-SHOCK-02"),)


def _kills(marked: Marked | None) -> bool:
    return marked is not None and marked.ticked == "fatal" and part(marked.place) in ("head", "body")


def shock_test(scene: Scene, target: str, *maluses: Modifier, keys: str = "") -> Script[tuple[Outcome, str]]:
    """POL-SHOCK-01, 02: one die against both thresholds; the outcome, and the condition it brings if any."""
    limits = thresholds(scene.sheet(target), scene.settings, *maluses)
    check = Check(target, "shock", _("Shock test"), limits.stun)
    (die,) = yield from roll(f"{keys}shock", target, D20, check.what, check=check)
    state = limits.state(die)
    return _outcome(check, die, state), state


def duration(marked: Marked | None, column: str) -> Lasting:
    """POL-SHOCK-05: how long it lasts; the shortest where the wound alone brings nothing."""
    kind = part(marked.place) if marked else ""
    wound = (marked.ticked if marked else "", kind if kind in ("head", "body") else "limb")
    return DURATIONS.get(wound, DURATIONS["serious", "body"])[column]


def _is_worst(scene: Scene, target: str, keys: str) -> Script[bool]:
    """POL-CRIT-06, POL-SHOCK-05: the game master says whether a great failure is the worst that can be."""
    asked = _("Shock of %(who)s: a catastrophe?", who=scene.name(target))
    options = (Option("no", _("No catastrophe")), Option("yes", _("A catastrophe: the longest time of the table")))
    return (yield from choose(f"{keys}shock-catastrophe", "gm", asked, options)) == "yes"


def _length(scene: Scene, target: str, lasting: Lasting, state: str, keys: str) -> Script[int]:
    """POL-SHOCK-05: for how many turns, 0 where it ends by no clock."""
    if lasting is None or lasting[1] == COMA:
        return 0
    number, unit = lasting
    if number.isdigit():
        length = int(number)
    else:
        label = _("How long: %(state)s", state=STATES[state])
        length = sum((yield from roll(f"{keys}duration", target, parse(number).dice, label, reads="sum")))
    return length if unit == TURNS else length * 60 // int(setting(scene.settings, "turn_seconds"))


def thresholds(sheet: Data, settings: Data, *maluses: Modifier) -> Thresholds:
    """POL-SHOCK-01: the malus lowers both thresholds, or that of stunning alone."""
    both = setting(settings, "shock_malus_reading") == "both"
    out = derived.unconscious_threshold(sheet, settings)
    return Thresholds(derived.stun_threshold(sheet, settings).plus(*maluses), out.plus(*maluses) if both else out)


def _outcome(check: Check, die: int, state: str) -> Outcome:
    """POL-SHOCK-01, POL-TEST-23: a failure has a margin, which may be a catastrophe; to bear it is nothing great."""
    label = _("Shock: %(state)s", state=STATES[state])
    return Outcome(check, (die,), _LEVELS[state], max(0, die - check.target.total), label, label)
