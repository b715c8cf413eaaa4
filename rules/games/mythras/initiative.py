"""Initiative, turns and action points: who acts when is read from the marks (MYT-INIT, MYT-ROUND, MYT-AP).

The marks of a fighter: ``init`` and ``tie`` (what was rolled), ``spent`` (points of this round), ``turns`` (how many
he took in it), ``held`` (no more turns, points kept), ``delayed``, ``surprised``, ``gift`` (the first attack on him
gives an effect), ``no_offence`` and ``offence`` (of this round), ``cannot_attack`` (turns), ``prone``, ``engaged``,
``wards``, ``stunned``, ``impaled``, ``entangled``, ``gripped``, ``pinned``, ``blind``, ``braced``, ``surrendered``;
``guarded`` (by Defensive Minded) and ``outmanoeuvred`` (by whom) of a round, ``lucky`` (luck spent on what goes on),
``under`` (whom one lies under), ``cover``, ``exposed``, ``mounted``, ``formation``; ``aim`` (at whom), ``steadied``,
``empty``, ``loading`` and ``quick`` of weapons; ``counters`` (secret, by opponent) and ``spell`` (one that is held).
"""

from __future__ import annotations

from typing import Any

from rules.core.paths import Data, get
from rules.core.scene import Scene
from rules.core.turns import Points, highest, lowest
from rules.games.mythras import sheet as sheets
from rules.games.mythras.tables import FATIGUE, impaled


def is_running(scene: Scene) -> bool:
    """MYT-ROUND-01: whether rounds are being played."""
    return scene.round > 0 and not scene.marks.get("over")


def mark(scene: Scene, fighter: str, path: str) -> Any:
    """One mark of a fighter, or ``None``."""
    marks = scene.fighters[fighter].marks
    return get(marks, path) if "." in path else marks.get(path)


def held(scene: Scene, fighter: str, path: str) -> Data:
    """A mark that holds others by key, empty where there is none."""
    found: Data = mark(scene, fighter, path) or {}
    return found


def score(scene: Scene, fighter: str) -> int:
    """MYT-INIT-01: what was rolled; the bonus alone for somebody who has just come."""
    found = mark(scene, fighter, "init")
    return sheets.initiative_bonus(scene.sheet(fighter), scene.settings).total if found is None else int(found)


def rank(scene: Scene, fighter: str) -> tuple[int, int, int]:
    """MYT-INIT-02: initiative, then DEX, then the die that was rolled between equals."""
    dex = sheets.characteristic(scene.sheet(fighter), "dex")
    return score(scene, fighter), dex, int(mark(scene, fighter, "tie") or 0)


def order(scene: Scene) -> tuple[str, ...]:
    """MYT-INIT-02: everybody from the highest initiative down."""
    return tuple(sorted(scene.fighters, key=lambda one: rank(scene, one), reverse=True))


def points(scene: Scene, fighter: str) -> Points:
    """MYT-ATTR-01: the points of this fighter's round, less those a close formation takes from him."""
    most = sheets.action_points(scene.sheet(fighter), scene.settings).total
    return Points(max(0, most - int(mark(scene, fighter, "formation") or 0)))


def spent(scene: Scene, fighter: str) -> int:
    """MYT-AP-01: the points spent in this round."""
    return int(mark(scene, fighter, "spent") or 0)


def left(scene: Scene, fighter: str) -> int:
    """MYT-AP-01: the points left in this round."""
    return points(scene, fighter).left(spent(scene, fighter))


def for_turns(scene: Scene, fighter: str) -> int:
    """MYT-ACT-DELAY: the points that can still buy a turn: one kept for a reaction cannot."""
    return left(scene, fighter) - (1 if mark(scene, fighter, "delayed") else 0)


def pending(scene: Scene) -> tuple[str, ...]:
    """MYT-ROUND-01: those who have points for another turn."""
    able = (one for one in order(scene) if not is_out(scene, one) and not mark(scene, one, "held"))
    return tuple(one for one in able if for_turns(scene, one) > 0)


def acting(scene: Scene) -> tuple[str, ...]:
    """MYT-ROUND-01: the next in the count: fewest turns taken, then the highest initiative."""
    if not is_running(scene):
        return ()
    cycle = lowest(pending(scene), lambda one: int(mark(scene, one, "turns") or 0))
    return highest(cycle, lambda one: rank(scene, one))[:1]


def is_out(scene: Scene, fighter: str) -> bool:
    """MYT-WOUND-03: whether a fighter can do nothing any more."""
    if mark(scene, fighter, "surrendered") or mark(scene, fighter, "dropped"):
        return True
    if any(row.get("grade") == "incapacitated" for row in held(scene, fighter, "impaled").values()):
        return True
    return sheets.is_out(scene.sheet(fighter))


def lives(scene: Scene, fighter: str) -> bool:
    """Whether there is still somebody to be harmed."""
    sheet = scene.sheet(fighter)
    state: Data = sheet.get("state") or {}
    return not state.get("dead") and sheets.fatigue(sheet).label != FATIGUE["dead"].label


def helpless(scene: Scene, fighter: str) -> bool:
    """MYT-SIT-C01: whether a fighter can do nothing against a blow: out of the fight, or as the game master says."""
    return bool(mark(scene, fighter, "helpless")) or is_out(scene, fighter)


def gripped_by(scene: Scene, fighter: str) -> tuple[str, ...]:
    """MYT-FX-GRIP: who holds a fighter, and can still hold anybody."""
    return tuple(one for one in held(scene, fighter, "gripped") if one in scene.fighters and not is_out(scene, one))


def engaged(scene: Scene, fighter: str) -> tuple[str, ...]:
    """MYT-CLOSE-ENGAGE: the enemies who can still fight and are within reach."""
    return tuple(one for one in held(scene, fighter, "engaged") if one in scene.fighters and not is_out(scene, one))


def seen_by(scene: Scene, fighter: str) -> tuple[str, ...]:
    """Everybody else a fighter may know of: the hidden are known to their own side alone."""
    side = scene.fighters[fighter].side
    return tuple(one for one, row in scene.fighters.items() if one != fighter and (not row.hidden or row.side == side))


def delayed_act(scene: Scene, fighter: str) -> bool:
    """MYT-REACT-INTERRUPT: whether what a fighter does now is what he delayed, and no turn of his own."""
    return bool(mark(scene, fighter, "delayed")) and (bool(scene.exchanges) or fighter not in acting(scene))


def impale_grade(scene: Scene, fighter: str, size: str) -> str:
    """MYT-FX-IMPALE-TABLE: what a weapon of this size does, left in this fighter."""
    return impaled(sheets.characteristic(scene.sheet(fighter), "siz"), size)
