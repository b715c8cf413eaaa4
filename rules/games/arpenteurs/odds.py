"""The exact odds of an attack before its roll, from what the viewer may know: reaction, hit, location, ECG."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from rules.core.check import Check, Outcome
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.text import Text, span
from rules.games.arpenteurs import checks, damage, modifiers, places, reactions
from rules.games.arpenteurs import sheet as sheets
from rules.games.arpenteurs.checks import DICE
from rules.games.arpenteurs.initiative import is_out
from rules.games.arpenteurs.modifiers import Blow, far
from rules.games.arpenteurs.reactions import AIMED, NOTHING, Threat
from rules.games.arpenteurs.sheet import LOCATIONS
from rules.games.arpenteurs.text import _
from rules.odds.act import Chance, Grid, Odds, value_if_known
from rules.odds.attack import Harm, Holds
from rules.odds.distribution import Distribution

HIT = _("Hit")
HURT = _("ECG lost")
DOWN = _("ECG at 0")
NOTHING_LOST = _("nothing lost")
Hits = Distribution["int | None"]


@dataclass(frozen=True)
class Case:
    """A possible course of an attack: its probability ``share``, its chance to hit there, and the blow."""

    share: Fraction
    scene: Scene
    hits: Hits
    blow: Blow

    @property
    def success(self) -> Fraction:
        return self.hits.chance(lambda degrees: degrees is not None)


@dataclass(frozen=True)
class Answer:
    """A reaction of the target: its cases, and the chance to strike back; no label means no reaction."""

    label: Text | None
    cases: tuple[Case, ...]
    back: Fraction = Fraction(0)

    @property
    def success(self) -> Fraction:
        """The chance that the attack hits despite this reaction."""
        return sum((case.share * case.success for case in self.cases), Fraction())


def attack(scene: Scene, blow: Blow, check: Check, met: Threat, args: Data) -> Odds:
    """The odds of an attack: its own test, then its results if the target chooses its best reaction."""
    odds = _met_odds(check, scene.settings, lambda: _answers(scene, check, met, args))
    if modifiers.goes_beyond(scene, blow):
        own = checks.outcomes(check, scene.settings).map(far)
        odds = replace(odds, own=own, notes=(_TOO_FAR, *odds.notes))
    return _with_the_uncounted(scene, blow, odds)


def _with_the_uncounted(scene: Scene, blow: Blow, odds: Odds) -> Odds:
    """ARP-DIST-05, ARP-REACT-01: the odds of a blow with notes on the reactions of others, which they leave out."""
    metres = modifiers.metres(scene, blow.attacker, blow.victim, blow.ruling)
    provokes = modifiers.provokes(blow.weapon, metres, scene.settings, places.is_pressed(scene, blow.attacker))
    thwarted = _note_of_thwarters(lambda: reactions.thwarters(scene, blow.attacker, but=(blow.victim,)))
    return replace(odds, notes=(*odds.notes, *((_PROVOKES,) if provokes else ()), *thwarted))


def _note_of_thwarters(thwarters: Callable[[], tuple[str, ...]]) -> tuple[Text, ...]:
    """ARP-REACT-01: a note on those who may thwart an act; of opponents in reach a player knows no more than that."""
    listed = value_if_known(thwarters)
    return (_UNTHWARTED,) if listed is None or listed else ()


_TOO_FAR = _("Beyond five times the range: only a double 1, unless the game master says no.")
_UNTHWARTED = _("Thwarting reactions are not counted.")
_PROVOKES = _("Provoked opportunity attacks are not counted.")


def _met_odds(check: Check, settings: Data, answers: Callable[[], Iterator[Answer]]) -> Odds:
    own = checks.outcomes(check, settings)
    whole = value_if_known(lambda: _whole(tuple(answers())))
    if whole is None:
        return Odds(check, own, DICE, (), (Chance(HIT, None), Chance(HURT, None)))
    notes, chances, grid = whole
    return Odds(check, own, DICE, notes, chances, grid)


def _whole(answers: tuple[Answer, ...]) -> tuple[tuple[Text, ...], tuple[Chance, ...], Grid | None]:
    """The odds that depend on the target: its best reaction, the ECG lost, and where; ``answers`` begin with none."""
    alone, best = answers[0], min(answers, key=lambda answer: (answer.success, -answer.back))
    lost = _ecg_losses(best)
    case = next(iter(best.cases))  # all cases have the same victim
    left = sheets.ecg(case.scene.sheet(case.blow.victim))
    hit = Chance(HIT, best.success)
    plain = Chance(_("Hit if nothing is done"), alone.success)
    back = Chance(_("Struck back"), best.back)
    rows = (
        hit,
        *((plain,) if best is not alone else ()),
        *((back,) if best.back else ()),
        Chance(HURT, lost.chance(lambda points: points > 0)),
        *lost.ends([(DOWN, lambda points: points >= left)]),
    )
    notes: tuple[Text, ...] = (_("Nobody can react: a simple test."),)
    if len(answers) > 1:
        notes = (_("If the target answers: %(answer)s", answer=best.label or _("nothing")),)
    if points := lost.losses:
        notes += (_("A hit takes %(points)s ECG.", points=span(points)),)
    return notes, rows, _grid(lost, left, best.success)


def _answers(scene: Scene, check: Check, met: Threat, args: Data) -> Iterator[Answer]:
    """ARP-ATK-01 to 06: each possible reaction: nothing, a dodge, a dive to cover, or an attack back."""
    usual = Case(Fraction(1), scene, _hits(scene, check, met.blow), met.blow)
    yield Answer(None, (usual,))
    for key, label in _reactions(scene, met):
        reaction = reactions.answer(scene, met, key)
        if reaction.mode == "dive":
            yield Answer(label, _dive_cases(usual, reaction.check, args))
            continue
        hits, back = opposed(reaction.mode, usual.hits, degrees_of(reaction.check, scene.settings))
        yield Answer(label, (replace(usual, hits=hits),), back if reaction.blow else Fraction())


def _dive_cases(usual: Case, dive: Check, args: Data) -> tuple[Case, Case]:
    """ARP-ATK-06: the cases of a dive that reaches the cover, and of one that fails."""
    share = checks.outcomes(dive, usual.scene.settings).chance(lambda outcome: outcome.level.succeeded)
    behind = damage.after(usual.scene, (places.dive(usual.scene, usual.blow.victim),))
    blow = modifiers.dived(behind, usual.blow)
    covered = Case(share, behind, _hits(behind, modifiers.threat(behind, blow, args), blow), blow)
    return covered, replace(usual, share=1 - share)


def _hits(scene: Scene, check: Check, blow: Blow) -> Hits:
    """ARP-RANGE-02: the degrees of an unopposed attack; beyond the range limit only a double 1 hits."""
    if modifiers.goes_beyond(scene, blow):
        return checks.outcomes(check, scene.settings).map(far).map(_worth)
    return degrees_of(check, scene.settings)


def _reactions(scene: Scene, met: Threat) -> Iterator[tuple[str, Text]]:
    """ARP-REACT-01: the reactions that the target can choose, without aimed attacks and without no reaction."""
    if is_out(scene, met.target):
        return
    for option in reactions.answers(scene, met):
        if option.refused is None and option.key != NOTHING and not option.key.startswith(f"{AIMED}-"):
            yield option.key, option.label


def _worth(outcome: Outcome) -> int | None:
    return outcome.margin if outcome.level.succeeded else None


def degrees_of(check: Check, settings: Data) -> Hits:
    return checks.outcomes(check, settings).map(_worth)


def opposed(mode: str, mine: Hits, theirs: Hits) -> tuple[Hits, Fraction]:
    """ARP-REACT-02, 03: the degrees left to the attack after an opposition, and the chance that the target wins it."""
    both = mine.beside(theirs).map(lambda two: reactions.oppose(mode, two[0] or 0, two[1] or 0))
    back = both.chance(lambda result: result.winner == "defender")
    return both.map(lambda result: result.degrees if result.winner == "attacker" else None), back


# What a hit does.


def _ecg_losses(answer: Answer) -> Harm[int]:
    """ARP-LOC-01, 02, ARP-COVER-02, ARP-DMG-01: the chance of each ECG loss at each location, losses of 0 included."""
    losses: Harm[int] = Harm()
    for case in answer.cases:
        places = (case.blow.location,) if case.blow.location else tuple(LOCATIONS)
        hidden = damage.covered_locations(case.scene, case.blow)
        for place in places:
            for degrees, ways in case.hits.weights.items():
                if degrees is None:
                    continue
                each, times = damage.damage_of_hits(case.scene, case.blow, degrees, place)
                lost = 0 if place in hidden else each.total * times
                losses.add(case.share * Fraction(ways, case.hits.total * len(places)), lost, place)
    return losses


def _grid(lost: Harm[int], left: int, success: Fraction) -> Grid | None:
    if not success:
        return None
    columns: dict[Text, Holds[int]] = {
        NOTHING_LOST: lambda points: points == 0,
        HURT: lambda points: 0 < points < left,
        DOWN: lambda points: points >= left,
    }
    places = {place: LOCATIONS[place] for place in lost.places}
    return Grid(_("If it hits"), tuple(columns), lost.rows(columns.values(), places, success))


# Everything else.


def murder(scene: Scene, blow: Blow, check: Check) -> Odds:
    """ARP-ASSN-02 to 04: the odds of an assassination: an unopposed test, whose success takes the whole ECG."""
    own = checks.outcomes(check, scene.settings)
    points = value_if_known(lambda: damage.cool(scene, blow.victim))
    note = _("A point of Sang-Froid may avert it.")
    slain = own.chance(lambda outcome: outcome.level.succeeded)
    odds = Odds(check, own, DICE, (note,) if points else (), (Chance(DOWN, slain),))
    return _with_the_uncounted(scene, blow, odds)


def other(scene: Scene, check: Check, thwarters: Callable[[], tuple[str, ...]]) -> Odds:
    """ARP-TEST-01: the odds of the test of another action, without the reactions that may thwart it."""
    return Odds(check, checks.outcomes(check, scene.settings), DICE, _note_of_thwarters(thwarters))
