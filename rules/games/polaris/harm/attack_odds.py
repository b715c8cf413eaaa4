"""The exact odds of an attack before its dice: the test, the hit, the wound by the place it lands on, the shock."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from rules.core.check import Breakdown, Check, Modifier, Outcome
from rules.core.dice import Formula
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.text import Text, signed
from rules.games.polaris.harm import damage, shock
from rules.games.polaris.harm.damage import MELEE_PLACES, RANGED_PLACES, Blow
from rules.games.polaris.settings import setting
from rules.games.polaris.tables import PLACES, SEVERITY_NAMES, SEVERITY_THRESHOLDS
from rules.games.polaris.text import _
from rules.games.polaris.trials import boost
from rules.games.polaris.trials.resolution import D20, resolve, winner
from rules.games.polaris.turn.circumstances import is_hit
from rules.odds.act import Chance, Grid, Odds, value_if_known
from rules.odds.attack import Harm
from rules.odds.distribution import Distribution, distribution

HIT = _("Hit")
WOUND = _("Wound")
NO_WOUND = _("no wound")
ENDS: dict[str, Text] = {
    "stunned": _("Stunned"),
    "unconscious": _("Unconscious"),
    "destroyed": _("Limb lost"),
    "death": _("Death"),
}
# The settings that change what a single test gives.
_OF_TESTS = ("impossible_20_is_critical", "critical_failure_chains", "crit_bonus_min_zero", "use_catastrophes")
_OF_OPPOSITION = ("opposed_tie", "opposed_both_fail")
_Settings = tuple[tuple[str, Any], ...]
_Test = tuple[int, int, bool, bool, bool, _Settings]  # chances, what a critical adds, refused, secret, boosted
Hits = Distribution["int | None"]
_FAR = 1000  # so much damage that it is never cut off at 0


@dataclass
class Hurt(Harm[str]):
    """The harm of a hit in whole numbers of equally likely worlds: severities by place, and the states after shock."""

    states: dict[str, int] = field(default_factory=dict)

    def count(self, place: str, severity: str, ways: int, shocks: Mapping[str, int], end: str) -> None:
        """Count the worlds in which this place is hurt so badly, with the states of its shock dice."""
        self.add(ways * D20.sides, severity, place)
        for state, dice in shocks.items():
            self.states[state] = self.states.get(state, 0) + ways * dice
        if end:
            self.states[end] = self.states.get(end, 0) + ways * D20.sides


def odds(scene: Scene, check: Check, hits: Hits, blow: Blow | None, *notes: Text, label: Text = HIT) -> Odds:
    """The odds of an attack with this test that hits so often, and strikes this blow where it does."""
    done = value_if_known(lambda: harm(scene, blow, _winning_margins(hits))) if blow is not None else None
    own = _tests(_key(check, scene.settings))
    return Odds(check, own, D20, notes, tuple(_chances(hits, blow, done, label)), _grid(done))


def strikes(scene: Scene, check: Check, args: Data, against: Check | None = None) -> Hits:
    """POL-OPP-01, POL-DMG-02: what the margin of an attack is worth where it hits, ``None`` where it does not."""
    own, theirs = _key(check, scene.settings), None if against is None else _key(against, scene.settings)
    rules = tuple((key, setting(scene.settings, key)) for key in _OF_OPPOSITION)
    return _strikes(own, theirs, str(args.get("result", "")), rules)


def wins(mine: Check, theirs: Check | None, settings: Data, enough: Callable[[tuple[Outcome, ...]], bool]) -> Hits:
    """POL-OPP-01, 02: the worth of each test that wins, and wins by ``enough``; ``None`` of any other."""

    def met(*tests: Outcome) -> int | None:
        best = tests[0] if len(tests) == 1 and tests[0].level.succeeded else None
        best = winner(*tests, settings) if len(tests) == 2 else best
        return max(0, tests[0].modifier) if best is tests[0] and enough(tests) else None

    own = outcomes(mine, settings)
    if theirs is None:
        return own.map(met)
    other = outcomes(theirs, settings).map(replace)  # other objects than the own ones
    return own.then(lambda who: other.map(lambda foe: met(who, foe)))


def outcomes(check: Check, settings: Data) -> Distribution[Outcome]:
    """Every outcome of a test that comes before an attack, or after it."""
    return _fold(_tests(_key(check, settings)))


def test_odds(scene: Scene, check: Check, *notes: Text, then: tuple[Text, ...] = (HIT, WOUND)) -> Odds:
    """The own test alone, where what follows from it is not known."""
    return Odds(check, _tests(_key(check, scene.settings)), D20, notes, tuple(Chance(label, None) for label in then))


def worth_text(check: Check, settings: Data) -> Text:
    """The damage added by the margin of a success, from the least to the most (POL-DMG-02)."""
    won = [outcome.modifier for outcome in _tests(_key(check, settings)).weights if outcome.level.succeeded]
    if not won:
        return _("No success is possible.")
    least, most = signed(max(0, min(won))), signed(max(0, max(won)))
    if least == most:
        return _("A success adds %(most)s to the damage.", most=most)
    return _("A success adds %(least)s to %(most)s to the damage.", least=least, most=most)


def harm(scene: Scene, blow: Blow, hits: Mapping[int, int]) -> Hurt:
    """POL-DMG-01 to 05, POL-WOUND-02 to 06, POL-SHOCK-01, 06: every place, every damage, every shock die.

    The damage of a place is its dice, what the success is worth, and a constant: the dice are walked once for each.
    """
    thrown, knocks = _sums(blow.weapon.damage, 0), _sums(blow.weapon.shock)
    result = Hurt(sum(hits.values()) * D20.sides**2 * sum(thrown.values()) * sum(knocks.values()))
    states: dict[int, dict[str, int]] = {}
    dealt = cache(lambda more: _damage_worlds(thrown, hits, more))
    for place, dice in _places(scene, blow).items():
        more = damage.damage(scene, blow, _FAR, place).total - _FAR
        for (severity, shaken), ways in _severities(scene, blow, place, dealt(more), knocks).items():
            marked = damage.mark(scene, blow.target, place, severity) if severity else None
            maluses = shock.maluses(scene, damage.worse_wound(place, shaken, marked), blow.shock)
            malus = sum(item.value for item in maluses)
            if maluses and malus not in states:
                states[malus] = _states(scene, blow.target, maluses)
            end = "death" if marked and marked.death else "destroyed" if marked and marked.destroyed else ""
            result.count(place, severity, ways * dice, states[malus] if maluses else {}, end)
    return result


def _key(check: Check, settings: Data) -> _Test:
    stated = tuple((key, setting(settings, key)) for key in _OF_TESTS)
    boosted = boost.BOOSTED in check.flags  # POL-LUCK-02
    return check.target.total, check.extra, check.refused is not None, check.secret, boosted, stated


@lru_cache(maxsize=512)
def _tests(key: _Test) -> Distribution[Outcome]:
    """Every outcome of a test, by the procedure of the game itself; kept by all that goes into it."""
    chances, extra, refused, secret, boosted, stated = key
    why = _("Automatic failure") if refused else None
    target = Breakdown(Modifier(_("Chances"), chances))
    flags = (boost.BOOSTED,) if boosted else ()
    check = Check("", "test", _("Test"), target, extra, why, secret, flags=flags)
    return distribution(lambda: resolve(check, dict(stated)))


@lru_cache(maxsize=512)
def _strikes(own: _Test, against: _Test | None, result: str, said: _Settings) -> Hits:
    settings, ruling = dict(said), {"result": result}
    hits = {won: is_hit(ruling, won) for won in (True, False)}
    mine = _fold(_tests(own))
    if against is None or hits[True] == hits[False]:  # nothing depends on the other test
        return mine.map(lambda item: max(0, item.modifier) if hits[item.level.succeeded] else None)
    # Other objects than those of the own side, even if both test against the same chances.
    theirs = [(replace(other), other.level.succeeded, ways) for other, ways in _fold(_tests(against)).weights.items()]

    def met(who: Outcome) -> Hits:
        """The others are told apart by what decides who wins: a success, a higher or a lower margin, dice at all."""
        weights: dict[tuple[bool, int, bool], int] = {}
        alike: dict[tuple[bool, int, bool], Outcome] = {}
        for other, succeeded, ways in theirs:
            kind = (succeeded, (other.margin > who.margin) - (other.margin < who.margin), bool(other.faces))
            if kind in alike:
                weights[kind] += ways
            else:
                alike[kind], weights[kind] = other, ways
        worth = max(0, who.modifier)
        return Distribution(weights).map(
            lambda kind: worth if hits[winner(who, alike[kind], settings) is who] else None
        )

    return mine.then(met)


def _winning_margins(hits: Hits) -> dict[int, int]:
    return {worth: ways for worth, ways in hits.weights.items() if worth is not None}


def _fold(odds: Distribution[Outcome]) -> Distribution[Outcome]:
    """The outcomes with one for all those that no further rule tells apart."""
    outcomes: dict[tuple[int, int, int, bool], Outcome] = {}
    return odds.map(lambda who: outcomes.setdefault((who.level, who.margin, who.modifier, bool(who.faces)), who))


def _places(scene: Scene, blow: Blow) -> dict[str, int]:
    """POL-DMG-05: how many faces of the location die lead to each place; all of them to the one aimed at."""
    if blow.place:
        return {blow.place: D20.sides}
    melee = blow.weapon.kind == "melee" and bool(setting(scene.settings, "melee_location_table"))
    rows = MELEE_PLACES if melee else RANGED_PLACES
    ends = [start for start, _place in rows[1:]] + [D20.sides + 1]
    return {place: end - start for (start, place), end in zip(rows, ends, strict=True)}


def _sums(formula: Formula | None, plus: int | None = None) -> dict[int, int]:
    """The sums of dice and constant with the number of throws for each; nothing without dice.

    A ``plus`` stands in place of the constant that is counted elsewhere.
    """
    if formula is None:
        return {0: 1}
    more = formula.plus if plus is None else plus
    return {total + more: ways for total, ways in formula.dice.totals()}


def _damage_worlds(thrown: Mapping[int, int], hits: Mapping[int, int], more: int) -> dict[int, int]:
    """POL-DMG-03: in how many worlds each final damage comes."""
    rows: dict[int, int] = {}
    for success, won in hits.items():
        for dice, ways in thrown.items():
            taken = max(0, dice + success + more)
            rows[taken] = rows.get(taken, 0) + won * ways
    return rows


def _severities(
    scene: Scene, blow: Blow, place: str, dealt: Mapping[int, int], knocks: Mapping[int, int]
) -> dict[tuple[str, str], int]:
    """POL-DMG-04, POL-SHOCK-06: in how many worlds each severity comes, with the one the shock dice make of it."""
    counts = damage.knock_dice(scene, blow, place) is not None
    others = knocks if counts else {0: sum(knocks.values())}
    rows: dict[tuple[str, str], int] = {}
    for taken, ways in dealt.items():
        severity = damage.severity_of(taken, scene.settings) if blow.weapon.damage else ""
        for knock, more in others.items():
            key = severity, damage.severity_of(taken + knock, scene.settings) if counts else ""
            rows[key] = rows.get(key, 0) + ways * more
    return rows


def _states(scene: Scene, target: str, maluses: Iterable[Modifier]) -> dict[str, int]:
    """POL-SHOCK-01: how many faces of the shock die stun, and knock out."""
    limits = shock.thresholds(scene.sheet(target), scene.settings, *maluses)
    faces = [limits.state(die) for die in range(1, D20.sides + 1)]
    return {state: faces.count(state) for state in ("stunned", "unconscious") if state in faces}


def _chances(hits: Hits, blow: Blow | None, done: Hurt | None, label: Text) -> Iterable[Chance]:
    hit = hits.chance(lambda worth: worth is not None)
    yield Chance(label, hit)
    if blow is None:
        return
    if done is None:
        yield Chance(WOUND, None)
        return
    if not done.worlds:
        return
    yield Chance(WOUND, hit * done.chance(bool))
    for end, label in ENDS.items():
        if end in done.states:
            yield Chance(label, hit * Fraction(done.states[end], done.worlds))


def _grid(done: Hurt | None) -> Grid | None:
    if done is None or not done.worlds:
        return None
    columns = ("", *(key for key in SEVERITY_THRESHOLDS if key in done.losses))
    rows = done.rows((key.__eq__ for key in columns), {key: PLACES[key] for key in PLACES if key in done.places})
    words = tuple(SEVERITY_NAMES[key] if key else NO_WOUND for key in columns)
    return Grid(_("If it hits"), words, rows)
