"""The exact odds of an attack before its dice, as far as their viewer knows: reaction, hit, location, ECG (ARP-ATK)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from rules.core.check import Check, Outcome
from rules.core.distribution import Distribution
from rules.core.odds import Chance, Grid, Odds, known
from rules.core.paths import Data
from rules.core.scene import Action, Scene
from rules.core.text import Text
from rules.games.arpenteurs import (
    attacks,
    checks,
    harm,
    initiative,
    landing,
    places,
    reactions,
    shooting,
    trials,
)
from rules.games.arpenteurs import sheet as sheets
from rules.games.arpenteurs.checks import DICE
from rules.games.arpenteurs.harm import Blow
from rules.games.arpenteurs.reactions import AIMED, NOTHING, Met
from rules.games.arpenteurs.schema import SCHEMA
from rules.games.arpenteurs.tables import LOCATIONS
from rules.games.arpenteurs.text import _

OPEN_MARKS = ("init", "ledger", "done", "engaged", "cover", "motion", "invisible", "concealment", "hands", "objects")
HIT = _("Hit")
HURT = _("ECG lost")
DOWN = _("ECG at 0")
NOTHING_LOST = _("nothing lost")
Hits = Distribution["int | None"]
Losses = dict[str, dict[int, Fraction]]


@dataclass(frozen=True)
class Case:
    """One way in which an attack may meet its target: how often it comes so, how often it hits, and what it strikes."""

    share: Fraction
    scene: Scene
    hits: Hits
    blow: Blow

    @property
    def success(self) -> Fraction:
        """The chance that it hits in this case."""
        return self.hits.chance(lambda degrees: degrees is not None)


@dataclass(frozen=True)
class Answer:
    """A reaction of the target: its cases, and how often the target strikes back; no label where nothing is done."""

    label: Text | None
    cases: tuple[Case, ...]
    back: Fraction = Fraction(0)

    @property
    def success(self) -> Fraction:
        """The chance that the attack hits all the same."""
        return sum((case.share * case.success for case in self.cases), Fraction())


def odds(scene: Scene, action: Action) -> Odds | None:
    """The odds of an act that throws dice: the own test, then what follows if the target answers as well as it can."""
    return _PRICED[action.kind](scene, action.actor, action.args)


def open_marks(scene: Scene, fighter: str) -> dict[str, Any]:
    """What everybody at the table sees of a fighter."""
    return {key: found for key in OPEN_MARKS if (found := initiative.mark(scene, fighter, key)) is not None}


def open_sheet(scene: Scene, fighter: str) -> dict[str, Any]:
    """How big somebody is can be seen."""
    return {"size": str(SCHEMA.value(scene.sheet(fighter), "size"))}


# Attacks.


def _attack(scene: Scene, actor: str, args: Data) -> Odds | None:
    blow = attacks.aimed(scene, actor, args)
    if blow is None:  # one of the own side whom the viewer does not see
        return None
    check = attacks.ATTACK.check(scene, blow, args)
    found = _met(check, scene.settings, lambda: _answers(scene, check, blow, args))
    metres = places.metres(scene, actor, blow.victim)
    if shooting.is_beyond(blow.weapon, metres):
        own = checks.outcomes(check, scene.settings).map(attacks.far)
        found = replace(found, own=own, notes=(_TOO_FAR, *found.notes))
    if shooting.provokes(blow.weapon, metres, scene.settings, shooting.is_pressed(scene, actor)):
        found = replace(found, notes=(*found.notes, _PROVOKES))
    return found


_TOO_FAR = _("Beyond five times the range: only a double 1, unless the game master says no.")
_PROVOKES = _("The opportunity attacks that this shot provokes are left out.")


def _met(check: Check, settings: Data, answers: Callable[[], Iterator[Answer]]) -> Odds:
    own = checks.outcomes(check, settings)
    found = known(lambda: _whole(tuple(answers())))
    if found is None:
        return Odds(check, own, DICE, (), (Chance(HIT, None), Chance(HURT, None)))
    notes, chances, grid = found
    return Odds(check, own, DICE, notes, chances, grid)


def _whole(answers: tuple[Answer, ...]) -> tuple[tuple[Text, ...], tuple[Chance, ...], Grid | None]:
    """What needs the target: its best answer, the ECG lost, and where; the first answer is none at all."""
    alone, best = answers[0], min(answers, key=lambda one: (one.success, -one.back))
    lost = _lost(best)
    case = next(iter(best.cases))  # in each of them the same one is struck
    left = sheets.ecg(case.scene.sheet(case.blow.victim))
    hit = Chance(HIT, best.success)
    plain = Chance(_("Hit if nothing is done"), alone.success)
    back = Chance(_("Struck back"), best.back)
    rows = (
        hit,
        *((plain,) if best is not alone else ()),
        *((back,) if best.back else ()),
        Chance(HURT, _share(lost, 1)),
        *((Chance(DOWN, fatal),) if (fatal := _share(lost, left)) else ()),
    )
    told = _("Nobody can react: a simple test.")
    if len(answers) > 1:
        answer = best.label or _("nothing")
        told = _("If the target answers: %(answer)s", answer=answer)
    return (told, *_range(lost)), rows, _grid(lost, left, best.success)


def _answers(scene: Scene, check: Check, blow: Blow, args: Data) -> Iterator[Answer]:
    """ARP-ATK-01 to 06: nothing, a dodge, a dive to cover, or any weapon of the target."""
    usual = Case(Fraction(1), scene, _hits(scene, check, blow), blow)
    yield Answer(None, (usual,))
    met = reactions.met(blow, attacks.ATTACK.is_seen(scene, blow, args), bool(args.get("dodge_allowed")))
    for key, label in _reactions(scene, met):
        one = reactions.answer(scene, met, key)
        if one.mode == "dive":
            yield Answer(label, _dived(usual, one.check, args))
            continue
        hits, back = opposed(one.mode, usual.hits, degrees_of(one.check, scene.settings))
        yield Answer(label, (replace(usual, hits=hits),), back if one.blow else Fraction())


def _dived(usual: Case, dive: Check, args: Data) -> tuple[Case, Case]:
    """ARP-ATK-06: the cover is reached, or it is not."""
    share = checks.outcomes(dive, usual.scene.settings).chance(lambda one: one.level.succeeded)
    behind = landing.after(usual.scene, (attacks.covered(usual.scene, usual.blow.victim),))
    check = attacks.ATTACK.check(behind, usual.blow, args)
    covered = Case(share, behind, _hits(behind, check, usual.blow), usual.blow)
    return covered, replace(usual, share=1 - share)


def _hits(scene: Scene, check: Check, blow: Blow) -> Hits:
    """ARP-RANGE-02: a simple test; beyond the limit of range a double 1 alone hits."""
    if shooting.is_beyond(blow.weapon, places.metres(scene, blow.attacker, blow.victim)):
        return checks.outcomes(check, scene.settings).map(attacks.far).map(_worth)
    return degrees_of(check, scene.settings)


def _reactions(scene: Scene, met: Met) -> Iterator[tuple[str, Text]]:
    """ARP-REACT-01: the reactions that are open to the target, besides none."""
    if initiative.is_out(scene, met.target):
        return
    for option in reactions.answers(scene, met):
        if option.refused is None and option.key != NOTHING and not option.key.startswith(AIMED):
            yield option.key, option.label


def _worth(outcome: Outcome) -> int | None:
    return outcome.margin if outcome.level.succeeded else None


def degrees_of(check: Check, settings: Data) -> Hits:
    return checks.outcomes(check, settings).map(_worth)


def opposed(mode: str, mine: Hits, theirs: Hits) -> tuple[Hits, Fraction]:
    """ARP-REACT-02, 03: what an opposition leaves of the attack, and how often the other side wins it."""
    both = mine.beside(theirs).map(lambda two: trials.oppose(mode, two[0] or 0, two[1] or 0))
    back = both.chance(lambda one: one.winner == "defender")
    return both.map(lambda one: one.degrees if one.winner == "attacker" else None), back


# What a hit does.


def _lost(answer: Answer) -> Losses:
    """ARP-LOC-01, 02, ARP-COVER-02, ARP-DMG-01: how often each loss comes at each location; 0 where nothing is lost."""
    found: Losses = {}
    for case in answer.cases:
        places = (case.blow.location,) if case.blow.location else tuple(LOCATIONS)
        hidden = harm.hidden(case.scene, case.blow)
        for place in places:
            for degrees, ways in case.hits.weights.items():
                if degrees is None:
                    continue
                each, times = harm.toll(case.scene, case.blow, degrees, place)
                lost = 0 if place in hidden else each.total * times
                row = found.setdefault(place, {})
                row[lost] = row.get(lost, Fraction()) + case.share * Fraction(ways, case.hits.total * len(places))
    return found


def _share(lost: Losses, least: int) -> Fraction:
    """How often so much is lost, or more, wherever it lands."""
    return sum((share for row in lost.values() for points, share in row.items() if points >= least), Fraction())


def _range(lost: Losses) -> tuple[Text, ...]:
    points = [one for row in lost.values() for one in row]
    if not points:
        return ()
    return (_("A hit takes %(least)s to %(most)s ECG.", least=min(points), most=max(points)),)


def _grid(lost: Losses, left: int, success: Fraction) -> Grid | None:
    """What a hit does by the location it lands on."""
    if not success:
        return None
    rows = []
    for place, row in lost.items():
        fatal = sum((share for points, share in row.items() if points >= left), Fraction()) / success
        none = row.get(0, Fraction()) / success
        rows.append((LOCATIONS[place], (none, sum(row.values(), Fraction()) / success - none - fatal, fatal)))
    return Grid(_("If it hits"), (NOTHING_LOST, HURT, DOWN), tuple(rows))


# Everything else.


def _murder(scene: Scene, actor: str, args: Data) -> Odds | None:
    """ARP-ASSN-02 to 04: a simple test; a success takes the whole ECG."""
    blow = attacks.aimed(scene, actor, args)
    if blow is None:
        return None
    check = attacks.ASSASSINATION.check(scene, blow, args)
    own = checks.outcomes(check, scene.settings)
    points = known(lambda: harm.cool(scene, blow.victim))
    note = _("A point of Sang-Froid may avert it.")
    found = own.chance(lambda one: one.level.succeeded)
    return Odds(check, own, DICE, (note,) if points else (), (Chance(DOWN, found),))


def _act(scene: Scene, actor: str, args: Data) -> Odds | None:
    """ARP-TEST-01: the own test of anything else; who may thwart it is left out."""
    check = trials.named(scene, actor, args) if args["check"] != "none" else None
    if check is None:
        return None
    against = args["against"] in scene.fighters
    note = _("Without a reaction of whoever may thwart it.")
    return Odds(check, checks.outcomes(check, scene.settings), DICE, (note,) if against else ())


_PRICED: dict[str, Callable[[Scene, str, Data], Odds | None]] = {
    "attack": _attack,
    "assassinate": _murder,
    "act": _act,
}
FORETOLD = frozenset(_PRICED)
