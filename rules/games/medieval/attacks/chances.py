"""The exact odds of an attack, computed by the functions that resolve it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate, pairwise

from rules.core.check import Check, Level, Outcome
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Done as Finished
from rules.core.script import replay
from rules.core.text import Text, span
from rules.games.medieval import checks, damage
from rules.games.medieval import sheet as sheets
from rules.games.medieval.attacks.blows import doubts, find_answer, fires, holds_without_roll, manner, soften
from rules.games.medieval.attacks.throws import Blow, apply_ruling, attack_check, automatic, better, defence
from rules.games.medieval.checks import HITS, TWO
from rules.games.medieval.damage import Manner
from rules.games.medieval.sheet import ACTIVE
from rules.games.medieval.tables import TECHNIQUES
from rules.games.medieval.text import _
from rules.odds.act import Chance, Odds, reach_of, value_if_known
from rules.odds.attack import Harm, Holds
from rules.odds.distribution import Distribution, certain


def struck_odds(scene: Scene, blow: Blow, before: tuple[Chance, ...] = (), share: Fraction = Fraction(1)) -> Odds:
    """The odds of an attack: hit, damage and death, or the chance against each possible Defence if it is unknown.

    ``share`` is the chance that the blow is struck at all, which the chances ``before`` describe.
    """
    check = attack_check(scene, blow)
    whole = value_if_known(lambda: _whole(scene, blow, check, share))
    if whole is not None:
        return replace(whole, chances=(*before, *whole.chances))

    def label(number: int) -> Text:
        return _("Defence %(number)s", number=number)

    def exceeds(faces: tuple[int, ...], number: int) -> bool:
        return checks.exceeds(check, faces, number, scene.settings)

    rows = reach_of(check, TWO.sums(), TWO, label, exceeds)
    return Odds(check, None, TWO, reach=rows, chances=(*before, Chance(HITS[Level.SUCCESS], None)))


def _whole(scene: Scene, blow: Blow, check: Check, share: Fraction) -> Odds:
    """MED-DEF-03, MED-DMG, MED-DEATH-01, 02: the odds of the roll against the Defence, and of the results of a hit."""
    answer = find_answer(scene, blow)
    blow = soften(scene, blow, answer)
    check = replace(check, extra=defence(scene, blow).total)
    sure = answer == "feinte_desesperee" or holds_without_roll(scene, blow)
    own = certain(automatic(check)) if sure else rolled_odds(scene, blow, check)
    hit = own.chance(lambda outcome: outcome.level.succeeded)
    critical = own.chance(lambda outcome: outcome.level is Level.CRITICAL)
    notes, felled_share = [_("Against Defence %(number)s.", number=check.extra)], Fraction()
    rows = [Chance(TECHNIQUES[blow.technique] if blow.technique else HITS[Level.SUCCESS], share * hit)]
    if not blow.technique:
        rows.append(Chance(HITS[Level.CRITICAL], share * critical))
    if blow.weapon.hurts:
        foe, (usual, tripled) = scene.sheet(blow.target), (hardest(scene, blow, twice) for twice in (False, True))
        points = span((tripled if hit == critical else usual).weights)
        notes.append(_("A hit takes %(points)s HP.", points=points))
        harm: Harm[int] = Harm()
        harm.spread(share * (hit - critical), usual)
        harm.spread(share * critical, tripled)
        rows += harm.ends(_ends(foe))
        felled_share = harm.chance(lambda lost: lost >= sheets.hp(foe)) / share if share else Fraction()
    if answer:
        ways = ((True, False, hit - felled_share), (True, True, felled_share), (False, False, 1 - hit))
        back = (part for done, fallen, part in ways if _strikes_back(scene, blow, answer, done, fallen))
        rows.append(Chance(_("Struck back"), share * sum(back, Fraction())))
    return Odds(check, own, TWO, tuple(notes), tuple(rows))


def _strikes_back(scene: Scene, blow: Blow, answer: str, hit: bool, fallen: bool) -> bool:
    """MED-MANOEUVRE-OEIL: the target strikes back, assuming that a game master who is asked allows it."""
    return fires(scene, blow, answer, hit) and "not" not in doubts(scene, blow, fallen)


def rolled_odds(scene: Scene, blow: Blow, check: Check) -> Distribution[Outcome]:
    """MED-ATT-01, 05, MED-MANOEUVRE-ATTAQUE-CONSTRUITE: the outcomes of one roll or the better of two, as ruled."""
    own = checks.outcomes(check, scene.settings)
    if blow.manoeuvre == "attaque_construite":
        rows = sorted(own.weights.items(), key=lambda row: better(row[0]))
        upto = pairwise(accumulate((ways for _outcome, ways in rows), initial=0))
        own = Distribution({outcome: b * b - a * a for (outcome, _ways), (a, b) in zip(rows, upto, strict=True)})
    return own.map(lambda outcome: apply_ruling(outcome, blow.args))


def manners(scene: Scene, blow: Blow, critical: bool) -> Iterator[Manner]:
    """MED-MANOEUVRE-COUP-FATAL, MED-SNEAK-03: all manners of damage that the attacker may choose."""

    def walk(answers: dict[str, tuple[str, ...]]) -> Iterator[Manner]:
        state = replay(lambda: manner(scene, blow, critical), answers)
        if isinstance(state, Finished):
            yield state.value
            return
        (ask,) = state.requests
        for option in getattr(ask, "options", ()):
            yield from walk({**answers, ask.key: (option.key,)})

    return walk({})


def losses(scene: Scene, blow: Blow, manner: Manner) -> Distribution[int]:
    """MED-DMG-01 to 05: the distribution of hit points lost to a hit in one manner."""
    return damage.losses(scene.sheet(blow.actor), scene.sheet(blow.target), scene.settings, blow.weapon, manner)


def hardest(scene: Scene, blow: Blow, critical: bool) -> Distribution[int]:
    """The losses in the manner with the highest mean; the first of equal ones."""
    return max((losses(scene, blow, manner) for manner in manners(scene, blow, critical)), key=_mean)


def _mean(ways: Distribution[int]) -> Fraction:
    return Fraction(sum(lost * count for lost, count in ways.weights.items()), ways.total)


def _ends(foe: Data) -> Iterator[tuple[Text, Holds[int]]]:
    """MED-DEATH-01, 02: the losses that end in a coma (at 0 hit points) and in death (below the threshold)."""
    left, threshold = sheets.hp(foe), sheets.threshold(foe).total
    if sheets.vital(foe) == ACTIVE:
        yield _("Coma or death"), lambda lost: lost >= left
    yield _("Death"), lambda lost: lost > left - threshold
