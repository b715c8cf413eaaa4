"""The exact odds of an attack, a hold, a flight before their dice, as far as their viewer knows (MED-ATT, MED-DMG)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate, pairwise
from math import prod
from typing import Any

from rules.core.check import Check, Level, Outcome
from rules.core.dice import Dice
from rules.core.distribution import Distribution, certain
from rules.core.odds import Chance, Odds, known, reach
from rules.core.paths import Data
from rules.core.scene import Action, Scene
from rules.core.script import Done, replay
from rules.core.text import Text
from rules.games.medieval import attacks, checks, combat, damage, dying, initiative, movement, sneaking, wrestling
from rules.games.medieval import sheet as sheets
from rules.games.medieval.attacks import Blow
from rules.games.medieval.checks import HITS, TWO
from rules.games.medieval.damage import Manner
from rules.games.medieval.settings import setting
from rules.games.medieval.sheet import ACTIVE
from rules.games.medieval.tables import FEASIBLE, HARD, TECHNIQUES
from rules.games.medieval.text import _

OPEN_MARKS = ("init", "engaged", "prone", "held", "destabilised", "chain", "turn")
Losses = Distribution[int]


def odds(scene: Scene, action: Action) -> Odds | None:
    """The odds of an act that throws dice; of an attack, those against each Defence where it is not known."""
    return _PRICED[action.kind](scene, action.actor, action.args)


def open_marks(scene: Scene, fighter: str) -> dict[str, Any]:
    """What everybody at the table sees of a fighter; of manoeuvres declared in secret nothing until all have."""
    shown = {key: found for key in OPEN_MARKS if (found := initiative.mark(scene, fighter, key)) is not None}
    if setting(scene.settings, "manoeuvre.sealed") and combat.owing(scene):
        shown.pop("turn", None)
    return shown


def outcomes(check: Check, settings: Data) -> Distribution[Outcome]:
    """MED-TEST-02: what a test gives, one throw for each total, which decides everything."""
    return Distribution({checks.judged(check, faces, settings): ways for faces, ways in TWO.sums()})


def losses(scene: Scene, blow: Blow, manner: Manner) -> Losses:
    """MED-DMG-01 to 05: what a hit takes; before armour a blow grows evenly with each of its dice."""
    sheet, weapon = scene.sheet(blow.actor), blow.weapon

    def dealt(faces: int, more: int) -> int:
        return damage.dealt(sheet, scene.settings, weapon, faces, manner, more).total

    least = dealt(0, 0)
    each, every = dealt(1, 0) - least, dealt(0, 1) - least
    thrown = (
        certain(damage.best_of(weapon)) if manner.is_maximal or weapon.damage is None else _sums(weapon.damage.dice)
    )
    added = _sums(damage.MORE) if manner.fatal == "plus_2d6" and not manner.critical else certain(0)
    reduction = damage.reduction(scene.sheet(blow.target))
    return thrown.beside(added).map(lambda two: max(0, least + each * two[0] + every * two[1] - reduction))


def manners(scene: Scene, blow: Blow, critical: bool) -> Iterator[Manner]:
    """MED-MANOEUVRE-COUP-FATAL, MED-SNEAK-03: every manner among which the attacker may choose."""

    def walk(answers: dict[str, tuple[str, ...]]) -> Iterator[Manner]:
        state = replay(lambda: attacks.manner(scene, blow, critical), answers)
        if isinstance(state, Done):
            yield state.value
            return
        (ask,) = state.requests
        for option in getattr(ask, "options", ()):
            yield from walk({**answers, ask.key: (option.key,)})

    return walk({})


def hardest(scene: Scene, blow: Blow, critical: bool) -> Losses:
    """The losses of the manner that takes most on average; of equal ones the first."""
    return max((losses(scene, blow, one) for one in manners(scene, blow, critical)), key=_mean)


# Attacks.


def _attack(scene: Scene, actor: str, args: Data) -> Odds | None:
    blow = attacks.declared(scene, actor, args)
    if blow is None or known(lambda: attacks.holds_without_roll(scene, blow)):
        return None
    return _struck(scene, blow)


def _sneak(scene: Scene, actor: str, args: Data) -> Odds | None:
    """MED-SNEAK-01 to 05: the approach first, then a blow against the natural Defence."""
    blow = attacks.declared(scene, actor, args)
    if blow is None:
        return None
    blow = replace(blow, sneak=True)
    told = _("Comes close unseen")
    near = known(lambda: _unseen(scene, blow))
    return _struck(scene, blow, (Chance(told, near),), near or Fraction())


def _struck(scene: Scene, blow: Blow, before: tuple[Chance, ...] = (), share: Fraction = Fraction(1)) -> Odds:
    """The whole of an attack for who knows its target; ``share`` is how often it comes to the blow at all."""
    thrown = attacks.thrown(scene, blow)
    found = known(lambda: _whole(scene, blow, thrown, share))
    if found is None:
        return replace(_unknown(thrown, scene.settings), chances=(*before, Chance(HITS[Level.SUCCESS], None)))
    return replace(found, chances=(*before, *found.chances))


def _whole(scene: Scene, blow: Blow, thrown: Check, share: Fraction) -> Odds:
    """MED-DEF-03, MED-DMG, MED-DEATH-01, 02: the throw against the Defence, then what a hit does."""
    answer = attacks.answered(scene, blow)
    blow = attacks.softened(scene, blow, answer)
    faced = attacks.defence(scene, blow).total
    check = replace(thrown, extra=faced)
    own = certain(attacks.automatic(check)) if answer == "feinte_desesperee" else _rolled(scene, blow, check)
    hit = own.chance(lambda one: one.level.succeeded)
    critical = own.chance(lambda one: one.level is Level.CRITICAL)
    label = TECHNIQUES[blow.technique] if blow.technique else HITS[Level.SUCCESS]
    rows = [Chance(label, share * hit), Chance(HITS[Level.CRITICAL], share * critical)]
    notes = [_against(faced)]
    if blow.technique:
        rows = rows[:1]
    elif blow.weapon.hurts:
        usual, tripled = (hardest(scene, blow, one) for one in (False, True))
        notes.append(_told(usual))
        rows += _ends(scene.sheet(blow.target), usual, tripled, share * (hit - critical), share * critical)
    if answer:
        fells = (usual, tripled) if not blow.technique and blow.weapon.hurts else (certain(0), certain(0))
        felled = [_taking(losses, sheets.hp(scene.sheet(blow.target))) for losses in fells]
        falls = (hit - critical) * felled[0] + critical * felled[1]
        ways = ((True, False, hit - falls), (True, True, falls), (False, False, 1 - hit))
        back = (part for done, fallen, part in ways if _answered(scene, blow, answer, done, fallen))
        rows.append(Chance(_("Struck back"), share * sum(back, Fraction())))
    return Odds(check, own, TWO, tuple(notes), tuple(rows))


def _answered(scene: Scene, blow: Blow, answer: str, hit: bool, fallen: bool) -> bool:
    """MED-MANOEUVRE-OEIL: whether the target strikes back; where the game master decides, he is thought to allow it."""
    return attacks.fires(scene, blow, answer, hit) and "not" not in attacks.doubts(scene, blow, fallen)


def _rolled(scene: Scene, blow: Blow, check: Check) -> Distribution[Outcome]:
    """MED-ATT-01, 05, MED-MANOEUVRE-ATTAQUE-CONSTRUITE: one throw or the better of two, as the game master rules it."""
    own = outcomes(check, scene.settings)
    if blow.manoeuvre == "attaque_construite":
        rows = sorted(own.weights.items(), key=lambda row: attacks.better(row[0]))
        upto = tuple(accumulate((ways for _one, ways in rows), initial=0))
        own = Distribution({one: b * b - a * a for (one, _ways), (a, b) in zip(rows, pairwise(upto), strict=True)})
    return own.map(lambda one: attacks.ruled(one, blow.args))


def _ends(foe: Data, usual: Losses, tripled: Losses, hit: Fraction, critical: Fraction) -> Iterator[Chance]:
    """MED-DEATH-01, 02: who stands falls into a coma at 0 hit points, and dies below the ultimate threshold."""
    left, threshold = sheets.hp(foe), sheets.threshold(foe).total
    ends = [(_("Coma or death"), left)] if sheets.vital(foe) == ACTIVE else []
    for label, least in (*ends, (_("Death"), left - threshold + 1)):
        if share := hit * _taking(usual, least) + critical * _taking(tripled, least):
            yield Chance(label, share)


def _taking(found: Losses, least: int) -> Fraction:
    return found.chance(lambda lost: lost >= least)


def _unknown(check: Check, settings: Data) -> Odds:
    """What is known of an attack on somebody whose Defence is not: the chance against each it may be."""
    found = _reaching(check, _defended, lambda faces, number: checks.exceeds(check, faces, number, settings))
    return Odds(check, None, TWO, reach=found)


def _reaching(
    check: Check, label: Callable[[int], Text], beats: Callable[[tuple[int, ...], int], bool]
) -> tuple[Chance, ...]:
    """The chance of a throw of this check against each number that is neither beaten always nor never."""
    rows, more = tuple(TWO.sums()), check.target.total

    def chance(number: int) -> Fraction:
        return Fraction(sum(ways for faces, ways in rows if beats(faces, number)), TWO.outcomes)

    return reach(range(more, more + TWO.count * TWO.sides + 1), label, chance)


def _against(number: int) -> Text:
    return _("Against Defence %(number)s.", number=number)


def _defended(number: int) -> Text:
    return _("Defence %(number)s", number=number)


def _opposing(number: int) -> Text:
    return _("Total %(number)s", number=number)


def _unseen(scene: Scene, blow: Blow) -> Fraction:
    """MED-TEST-03: how often the approach beats the Acuity of the target."""
    mine = sneaking.stealth(scene, blow.actor, bool(blow.args["sprint"]))
    both = _totals(mine).beside(_totals(checks.side(scene, blow.target, "acuite")))
    return both.chance(lambda two: checks.beats(*two, scene.settings))


def _totals(check: Check) -> Distribution[int]:
    """What a throw comes to where the total alone counts."""
    return Distribution({sum(faces) + check.target.total: ways for faces, ways in TWO.sums()})


# Everything else.


def _flee(scene: Scene, actor: str, args: Data) -> Odds:
    return _tested(movement.flight(scene, actor, args), scene.settings)


def _extra(scene: Scene, actor: str, args: Data) -> Odds | None:
    """MED-MOVEACT-04, MED-LUTTE-PROJ-02: if the game master allows it as it is; the rest has no difficulty yet."""
    if args["what"] == "other":
        return None
    what = ("acrobatie", FEASIBLE) if args["what"] == "stand_up" else (args["check"], HARD)
    note = _("If the game master allows it, without a modifier.")
    return replace(_tested(checks.of(scene, actor, *what), scene.settings), notes=(note,))


def _sprint(scene: Scene, actor: str, args: Data) -> Odds | None:
    """MED-SPRINT-01: from the second round on, a sprint may tire."""
    if not args["sprint"] or not movement.tires(scene, actor):
        return None
    note = _("A failure is a point of fatigue.")
    return replace(_tested(checks.of(scene, actor, "robustesse", FEASIBLE), scene.settings), notes=(note,))


def _break_free(scene: Scene, actor: str, args: Data) -> Odds:
    """MED-LUTTE-DEGAG-01: one roll that must beat that of everybody who holds."""
    mine, settings = wrestling.bid(scene, actor, args.get("modifier", 0)), scene.settings
    free = Chance(_("Breaks free"), known(lambda: _freed(scene, actor, mine, args)))

    def beats(faces: tuple[int, ...], number: int) -> bool:
        return checks.beats(sum(faces) + mine.target.total, number, settings)

    return Odds(mine, None, TWO, chances=(free,), reach=_reaching(mine, _opposing, beats))


def _freed(scene: Scene, victim: str, mine: Check, args: Data) -> Fraction:
    """MED-LUTTE-DEGAG-01: how often one total beats all of theirs."""
    theirs = [_totals(check) for check in wrestling.resisting(scene, victim, args)]

    def share(total: int) -> Fraction:
        beaten = (them.chance(lambda other: checks.beats(total, other, scene.settings)) for them in theirs)
        return prod(beaten, start=Fraction(1))

    rolled = _totals(mine)
    return sum((ways * share(total) for total, ways in rolled.weights.items()), Fraction()) / rolled.total


def _death(scene: Scene, actor: str, _args: Data) -> Odds:
    return _tested(dying.test(scene, actor, 0), scene.settings)


def _tested(check: Check, settings: Data) -> Odds:
    return Odds(check, outcomes(check, settings), TWO)


def _sums(dice: Dice) -> Distribution[int]:
    return Distribution({sum(faces): ways for faces, ways in dice.sums()})


def _mean(found: Losses) -> Fraction:
    return Fraction(sum(lost * ways for lost, ways in found.weights.items()), found.total)


def _told(found: Losses) -> Text:
    least, most = min(found.weights), max(found.weights)
    return _("A hit takes %(least)s to %(most)s HP.", least=least, most=most)


_PRICED: dict[str, Callable[[Scene, str, Data], Odds | None]] = {
    "attack": _attack,
    "shoot": _attack,
    "sneak": _sneak,
    "wrestle": _attack,
    "flee": _flee,
    "extra": _extra,
    "move": _sprint,
    "break_free": _break_free,
    "death_roll": _death,
}
FORETOLD = frozenset(_PRICED)
