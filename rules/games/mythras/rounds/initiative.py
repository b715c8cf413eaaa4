"""Initiative, turns and action points: who acts when is read from the marks (MYT-INIT, MYT-ROUND, MYT-AP)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.memo import memoize, memoize_of_fighter
from rules.core.rounds import deferred_fighters, is_running
from rules.core.scene import Exchange, Scene
from rules.core.turns import Points, highest, lowest
from rules.games.mythras import marks
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.character.tables import impale_grade_by_siz
from rules.games.mythras.marks import DELAYED


@memoize_of_fighter
def score(scene: Scene, fighter: str) -> int:
    """MYT-INIT-01: what was rolled; the bonus alone for somebody who has just come."""
    result = marks.INIT.of(scene, fighter)
    return sheets.initiative_bonus(scene.sheet(fighter), scene.settings).total if result is None else int(result)


@memoize_of_fighter
def rank(scene: Scene, fighter: str) -> tuple[int, int, int]:
    """MYT-INIT-02: initiative, then DEX, then the die that was rolled between equals."""
    dex = sheets.characteristic(scene.sheet(fighter), "dex")
    return score(scene, fighter), dex, int(marks.TIE.of(scene, fighter) or 0)


def order(scene: Scene) -> tuple[str, ...]:
    """MYT-INIT-02: everybody from the highest initiative down."""
    return tuple(sorted(scene.fighters, key=lambda who: rank(scene, who), reverse=True))


@memoize_of_fighter
def points(scene: Scene, fighter: str) -> Points:
    """MYT-ATTR-01: the points of this fighter's round, less those a close formation takes from them."""
    most = sheets.action_points(scene.sheet(fighter), scene.settings).total
    return Points(max(0, most - int(marks.FORMATION.of(scene, fighter) or 0)))


def spent(scene: Scene, fighter: str) -> int:
    """MYT-AP-01: the points spent in this round."""
    return int(marks.SPENT.of(scene, fighter) or 0)


def left(scene: Scene, fighter: str) -> int:
    """MYT-AP-01, MYT-ACT-DELAY: the points left, that of a delay included."""
    return left_for_turns(scene, fighter) + (1 if DELAYED.of(scene, fighter) else 0)


def left_for_turns(scene: Scene, fighter: str) -> int:
    """MYT-ACT-DELAY: the points that can still buy a turn: one kept for a reaction cannot."""
    return points(scene, fighter).left(spent(scene, fighter))


@memoize
def pending(scene: Scene) -> tuple[str, ...]:
    """MYT-ROUND-01, MYT-SIT-C01: those who have points for another turn, and are not helpless."""
    able = (who for who in order(scene) if not is_helpless(scene, who) and not marks.HELD.of(scene, who))
    return tuple(who for who in able if left_for_turns(scene, who) > 0)


@memoize
def acting(scene: Scene) -> tuple[str, ...]:
    """MYT-ROUND-01: the next in the count: fewest turns taken, then the highest initiative."""
    if not is_running(scene):
        return ()
    waiting = pending(scene)
    late = deferred_fighters(scene, waiting)
    cycle = lowest((who for who in waiting if who not in late), lambda who: int(marks.TURNS.of(scene, who) or 0))
    return highest(cycle, lambda who: rank(scene, who))[:1]


@memoize_of_fighter
def is_out(scene: Scene, fighter: str) -> bool:
    """MYT-WOUND-03: true if a fighter can do nothing any more."""
    if any(mark.of(scene, fighter) for mark in (marks.SURRENDERED, marks.FLED, marks.DROPPED)):
        return True
    if any(row.get("grade") == "incapacitated" for row in marks.IMPALED.rows(scene, fighter).values()):
        return True
    return sheets.is_out(scene.sheet(fighter))


def is_alive(scene: Scene, fighter: str) -> bool:
    return not sheets.is_dead(scene.sheet(fighter))


def is_helpless(scene: Scene, fighter: str) -> bool:
    """MYT-SIT-C01: true if a fighter can do nothing against a blow: out of the fight, or as the game master says."""
    return bool(marks.HELPLESS.of(scene, fighter)) or is_out(scene, fighter)


def is_pinned(scene: Scene, fighter: str, weapon: str) -> bool:
    """MYT-FX-PIN-WEAPON: a weapon is held by the body of somebody who still can."""
    by = marks.PINNED.rows(scene, fighter).get(weapon)
    return by is not None and not (by and (not in_sight_of(scene, fighter, (by,)) or is_helpless(scene, by)))


def gripped_by(scene: Scene, fighter: str) -> tuple[str, ...]:
    """MYT-FX-GRIP: who holds a fighter, and can still hold anybody."""
    present = in_sight_of(scene, fighter, marks.GRIPPED.rows(scene, fighter))
    return tuple(who for who in present if not is_helpless(scene, who))


def engaged_enemies(scene: Scene, fighter: str) -> tuple[str, ...]:
    """MYT-CLOSE-ENGAGE: the enemies who can still fight and are within reach."""
    present = in_sight_of(scene, fighter, marks.ENGAGED.rows(scene, fighter))
    return tuple(who for who in present if not is_helpless(scene, who))


def in_sight_of(scene: Scene, fighter: str, others: Iterable[str]) -> tuple[str, ...]:
    """The others who are there; hidden ones count for somebody hidden only, as in what players know."""
    unseen = () if fighter in scene.hidden else scene.hidden
    return tuple(who for who in others if who in scene.fighters and who not in unseen)


def seen_by(scene: Scene, fighter: str) -> tuple[str, ...]:
    return scene.seen_by(fighter)


def are_opposed(scene: Scene, fighter: str, other: str) -> bool:
    """True if two are of different sides; allies fight for the player characters."""
    mine, theirs = ("pc" if side == "ally" else side for side in (scene.fighters[who].side for who in (fighter, other)))
    return mine != theirs


def is_delayed_act(scene: Scene, fighter: str) -> bool:
    """MYT-REACT-INTERRUPT: true if a fighter does now what they delayed, and it is no turn of their own."""
    return bool(marks.DELAYED.of(scene, fighter)) and (bool(scene.exchanges) or fighter not in acting(scene))


def aims_at(exchange: Exchange, fighter: str) -> bool:
    """True if this is an act against a fighter, or against several and them too."""
    args = exchange.action.args
    return args.get("target") == fighter or bool(args.get(f"at_{fighter}"))


def impale_grade(scene: Scene, fighter: str, size: str) -> str:
    """MYT-FX-IMPALE-TABLE: what a weapon of this size does, left in this fighter."""
    return impale_grade_by_siz(sheets.characteristic(scene.sheet(fighter), "siz"), size)
