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
    melee,
    ranged,
    reactions,
    shooting,
    trials,
)
from rules.games.arpenteurs import sheet as sheets
from rules.games.arpenteurs.checks import DICE
from rules.games.arpenteurs.harm import Blow
from rules.games.arpenteurs.reactions import NOTHING, Attack
from rules.games.arpenteurs.schema import SCHEMA
from rules.games.arpenteurs.sheet import Weapon
from rules.games.arpenteurs.shooting import Shot
from rules.games.arpenteurs.tables import LOCATIONS
from rules.games.arpenteurs.text import _

OPEN_MARKS = ("init", "ledger", "done", "engaged", "cover", "motion", "invisible", "concealment")
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
    weapon, target = _armed(scene, actor, args), args["target"]
    if target not in scene.fighters:  # one of the own side whom the viewer does not see
        return None
    if weapon.is_melee:
        check = melee.threat(scene, actor, target, weapon, args)
        struck = Blow(actor, target, weapon, trials.location(args))
        return _met(check, scene.settings, lambda: _blows(scene, check, struck, args))
    shot = shooting.at(scene, actor, target, weapon, args)
    check = ranged.threat(scene, actor, shot, args)
    found = _met(check, scene.settings, lambda: _shots(scene, check, actor, target, shot, args))
    if shooting.is_beyond(weapon, shot.metres):
        own = checks.outcomes(check, scene.settings).map(ranged.far)
        found = replace(found, own=own, notes=(_TOO_FAR, *found.notes))
    if shooting.provokes(weapon, shot.metres, scene.settings):
        found = replace(found, notes=(*found.notes, _PROVOKES))
    return found


def _armed(scene: Scene, actor: str, args: Data) -> Weapon:
    found = sheets.weapon(scene.sheet(actor), args["weapon"])
    assert found is not None, "the form offers weapons of the sheet"
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


def _blows(scene: Scene, check: Check, struck: Blow, args: Data) -> Iterator[Answer]:
    """ARP-ATK-01, 02, 04: nothing, a dodge, or any weapon of the target."""
    actor, target = struck.attacker, struck.victim
    mine = degrees_of(check, scene.settings)
    yield Answer(None, (Case(Fraction(1), scene, mine, struck),))
    aware = not trials.unaware(scene, actor, target, args)
    for key, label in _reactions(scene, Attack(actor, target, False, aware, can_be_dodged=True)):
        weapon, theirs = melee.answer(scene, target, actor, key)
        hits, back = opposed("attack" if weapon else "dodge", mine, degrees_of(theirs, scene.settings))
        yield Answer(label, (Case(Fraction(1), scene, hits, struck),), back if weapon else Fraction())


def _shots(scene: Scene, check: Check, actor: str, target: str, shot: Shot, args: Data) -> Iterator[Answer]:
    """ARP-ATK-01, 05, 06: nothing, a dive to cover, or a dodge where the game master allows one."""
    usual = _fired(scene, check, actor, target, shot)
    yield Answer(None, (usual,))
    aware = not trials.unaware(scene, actor, target, args)
    for key, label in _reactions(scene, Attack(actor, target, True, aware, bool(args.get("dodge_allowed")))):
        if key == "dodge":
            theirs = degrees_of(trials.skill(scene, target, reactions.DODGING), scene.settings)
            hits, _back = opposed("dodge", usual.hits, theirs)
            yield Answer(label, (replace(usual, hits=hits),))
            continue
        dives = checks.outcomes(trials.skill(scene, target, reactions.DIVING), scene.settings)
        share = dives.chance(lambda one: one.level.succeeded)
        hidden = landing.after(scene, (ranged.covered(scene, target),))
        behind = shooting.at(hidden, actor, target, shot.weapon, args)
        covered = _fired(hidden, ranged.threat(hidden, actor, behind, args), actor, target, behind)
        yield Answer(label, (replace(covered, share=share), replace(usual, share=1 - share)))


def _fired(scene: Scene, check: Check, actor: str, target: str, shot: Shot) -> Case:
    """ARP-RANGE-02: a simple test; beyond the limit of range a double 1 alone hits."""
    hits = degrees_of(check, scene.settings)
    if shooting.is_beyond(shot.weapon, shot.metres):
        hits = checks.outcomes(check, scene.settings).map(ranged.far).map(_worth)
    rounds = shooting.fired(shot.weapon, shot.mode, scene.settings)
    return Case(Fraction(1), scene, hits, Blow(actor, target, shot.weapon, shot.location, shot.mode, rounds))


def _reactions(scene: Scene, attack: Attack) -> Iterator[tuple[str, Text]]:
    """ARP-REACT-01: the reactions that are open to the target, besides none."""
    if initiative.is_out(scene, attack.target):
        return
    for option in reactions.answers(scene, attack):
        if option.refused is None and option.key != NOTHING:
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
    weapon, target = _armed(scene, actor, args), args["target"]
    if target not in scene.fighters:
        return None
    check = attacks.murder(scene, actor, target, weapon, args)
    own = checks.outcomes(check, scene.settings)
    points = known(lambda: sheets.cool(scene.sheet(target)))
    note = _("A point of Sang-Froid may avert it.")
    found = own.chance(lambda one: one.level.succeeded)
    return Odds(check, own, DICE, (note,) if points else (), (Chance(DOWN, found),))


def _act(scene: Scene, actor: str, args: Data) -> Odds | None:
    """ARP-TEST-01: the own test of anything else; who may thwart it is left out."""
    check = checks.asked(scene.sheet(actor), scene.settings, args, actor) if args["check"] != "none" else None
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
