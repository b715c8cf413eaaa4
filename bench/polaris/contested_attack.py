"""Goal 12: a contested attack of Polaris, where it lands and how badly it hurts, by our exact odds and by icepool.

Ours also work out the states that a shock brings, which icepool is not asked for.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from statistics import median
from typing import Any

import icepool

from rules import registry
from rules.autoplay.skirmish import skirmish
from rules.core.check import Breakdown, Check, Modifier
from rules.core.dice import parse
from rules.core.scene import Scene
from rules.core.text import Text, _
from rules.games.polaris.harm import attack_odds, damage
from rules.games.polaris.shooting.weapons import Weapon
from rules.games.polaris.tables import PLACES, SEVERITY_NAMES, SEVERITY_THRESHOLDS, SUCCESS_DEGREES
from rules.odds.act import Odds

ATTACKS = [(own, own + more) for own in range(7, 16) for more in (-3, 1)]  # the chances of both, each pair new to us
BONUS = 3  # of a critical success
FORMULA = parse("3d10+2")
WEAPON = Weapon("blade", _("Blade"), "melee", "blades", FORMULA, "cut", drawn=True)
FAR = 1000  # damage from which nothing is cut off at 0
MISS = ("", "")


def compare() -> tuple[float, bool]:
    """The factor by which ours are faster, in processor time, and true if both are equal for every pair."""
    scene = _fight()
    blow = damage.Blow("a1", "b1", WEAPON, 0)
    more = {place: damage.damage(scene, blow, FAR, place).total - FAR for _start, place in damage.MELEE_PLACES}
    ratios, equal = [], True
    for own, against in ATTACKS:
        seconds, odds = _timed(lambda own=own, against=against: _ours(scene, blow, own, against))  # type: ignore[misc]
        slower, die = _timed(lambda own=own, against=against: _theirs(more, own, against))  # type: ignore[misc]
        ratios.append(slower / seconds)
        equal = equal and _shares(odds) == _shares_in(die)
    return median(ratios), equal


def _fight() -> Scene:
    sheets = [row["data"] for row in registry.samples("polaris").values() if row["kind"] == "pc"]
    return skirmish({"a": sheets[:1], "b": sheets[1:2]})


def _timed(work: Callable[[], Any]) -> tuple[float, Any]:
    start = time.process_time()
    answer = work()
    return time.process_time() - start, answer


def _ours(scene: Scene, blow: damage.Blow, own: int, against: int) -> Odds:
    def check(fighter: str, chances: int) -> Check:
        return Check("test", fighter, _("Test"), Breakdown(Modifier(_("Chances"), chances)), BONUS)

    mine = check("a1", own)
    return attack_odds.odds(scene, mine, attack_odds.strikes(scene, mine, {}, check("b1", against)), blow)


def _theirs(more: dict[str, int], own: int, against: int) -> Any:
    hits = icepool.map(_worth, _margins(own), _margins(against))
    places = icepool.d20.map(lambda die: [place for start, place in damage.MELEE_PLACES if start <= die][-1])
    dice = FORMULA.dice.count @ icepool.d(FORMULA.dice.sides)

    def hurt(worth: int, thrown: int, place: str) -> tuple[str, str]:
        if worth < 0:
            return MISS
        taken = thrown + worth + more[place]
        reached = [severity for severity, threshold in SEVERITY_THRESHOLDS.items() if taken >= threshold]
        return place, reached[-1] if reached else ""

    return icepool.map(hurt, hits, dice, places)


def _margins(chances: int) -> Any:
    """The margin of a test; that of a failure is negative."""

    def margin(die: int) -> Any:
        if die == 20:
            return icepool.d20.map(lambda second: -(20 - chances + second))
        return die + BONUS if die == chances else die if die < chances else chances - die

    return icepool.d20.map(margin)


def _worth(own: int, against: int) -> int:
    """The damage that a hit adds; -1 for a miss."""
    if own <= max(0, against):
        return -1
    return max(degree.modifier for start, degree in SUCCESS_DEGREES if start <= own)


def _shares(odds: Odds) -> dict[tuple[Text, Text], Fraction]:
    """The probability of each place with each severity; a miss has the rest."""
    hit = odds.chances[0].value
    assert odds.grid is not None and hit is not None
    rows = ((label, zip(odds.grid.columns, row, strict=True)) for label, row in odds.grid.rows)
    return {(label, column): hit * share for label, row in rows for column, share in row if share}


def _shares_in(die: Any) -> dict[tuple[Text, Text], Fraction]:
    words = {"": attack_odds.NO_WOUND, **SEVERITY_NAMES}
    hits = ((outcome, die.probability(outcome)) for outcome in die if outcome != MISS)
    return {(PLACES[place], words[severity]): share for (place, severity), share in hits}
