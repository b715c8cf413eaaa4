"""Time and order: sequences, who takes the initiative and who leaves it, and whose turn it is.

The marks of a fighter that last the fight: ``init`` (``roll`` or ``leave`` and perhaps ``wisdom``), ``engaged``,
``prone``, ``held``, ``chain``, ``sprint``, ``destabilised``, ``terrain``, ``modifier``, and who has spotted them:
``unseen`` (by anybody), ``unseen_by`` (by some) and ``seen_by`` (all the same). Those of one round are below ``turn``.
"""

from __future__ import annotations

from typing import Any

from rules.core.paths import get
from rules.core.scene import Scene
from rules.games.medieval import sheet as sheets
from rules.games.medieval.settings import setting
from rules.games.medieval.sheet import ACTIVE, DYING

ROUNDS, SECONDS = 5, 6  # MED-TIME-01


def is_running(scene: Scene) -> bool:
    """MED-TIME-01: whether rounds are being played."""
    return scene.round > 0 and not scene.marks.get("over")


def sequence(rounds: int) -> tuple[int, int]:
    """MED-TIME-01: the sequence of a round, and its place in it."""
    return 1 + (rounds - 1) // ROUNDS, 1 + (rounds - 1) % ROUNDS


def seconds(rounds: int) -> int:
    """MED-TIME-01: how long so many rounds last, about."""
    return SECONDS * rounds


def mark(scene: Scene, fighter: str, path: str) -> Any:
    """One mark of a fighter, or ``None``."""
    return get(scene.fighters[fighter].marks, path)


def vital(scene: Scene, fighter: str) -> str:
    """MED-DEATH-01: whether a fighter is active, dying, stable or dead."""
    return sheets.vital(scene.sheet(fighter))


def is_out(scene: Scene, fighter: str) -> bool:
    """MED-DEATH-01: whether a fighter can do nothing any more."""
    return vital(scene, fighter) != ACTIVE


# The order.


def chose(scene: Scene, fighter: str) -> str:
    """MED-INIT-02: ``roll``, ``leave``, or nothing as long as a fighter has not said."""
    return str(mark(scene, fighter, "choice") or "")


def placed(scene: Scene, fighter: str) -> bool:
    """Whether a fighter has a place in the order."""
    return bool(mark(scene, fighter, "init"))


def unplaced(scene: Scene) -> tuple[str, ...]:
    """MED-INIT-01: those who have still to find their place, as long as nobody has acted in this round."""
    if any(mark(scene, one, "turn.begun") for one in scene.fighters):
        return ()
    return tuple(one for one in scene.fighters if not placed(scene, one) and not is_out(scene, one))


def choosing(scene: Scene) -> tuple[str, ...]:
    """MED-INIT-02: those who have still to say whether they take the initiative."""
    return tuple(one for one in unplaced(scene) if not chose(scene, one))


def rolling(scene: Scene) -> tuple[str, ...]:
    """MED-INIT-01: those who roll for initiative now, in listed order."""
    return tuple(one for one in unplaced(scene) if chose(scene, one) == "roll")


def yielding(scene: Scene) -> tuple[str, ...]:
    """MED-INIT-02, 03: those who leave the initiative and have still to be told apart; none who is alone in it."""
    tail = [one for one in scene.fighters if _leaves(scene, one)]
    told = (one for one in tail if mark(scene, one, "init.wisdom") is None)
    return tuple(told) if len(tail) > 1 else ()


def order(scene: Scene) -> tuple[str, ...]:
    """MED-INIT-01 to 05: everybody in the order of the fight; who has no place yet comes last."""
    return tuple(sorted(scene.fighters, key=lambda one: rank(scene, one)))


def rank(scene: Scene, fighter: str) -> tuple[int, ...]:
    """MED-INIT-01, 03, 05: what orders fighters, the lowest first; who is equal keeps the listed order.

    Those who rolled come first, the highest total before the others; those who left the initiative come after them,
    the highest total last.
    """
    sheet, pc = scene.sheet(fighter), scene.fighters[fighter].side == "pc"
    rolled, wisdom = mark(scene, fighter, "init.roll"), mark(scene, fighter, "init.wisdom")
    if rolled is not None:
        return 0, -int(rolled), -sheets.trait(sheet, "vitesse"), not pc
    if mark(scene, fighter, "init.leave"):
        return (1,) if wisdom is None else (1, int(wisdom), sheets.trait(sheet, "sagesse"))
    return (2,)


def precedes(scene: Scene, one: str, other: str) -> bool:
    """MED-MAN-05: whether one fighter acts before another in the round."""
    ranked = order(scene)
    return ranked.index(one) < ranked.index(other)


def begins_anew(scene: Scene, rounds: int) -> bool:
    """MED-INIT-04: whether the order is rolled again in this round."""
    return sequence(rounds)[1] == 1 and bool(setting(scene.settings, "init.reroll_each_sequence"))


# The round.


def pending(scene: Scene) -> tuple[str, ...]:
    """MED-TURN-01: those who have still to act, in order."""
    return tuple(one for one in order(scene) if not mark(scene, one, "turn.done") and not is_out(scene, one))


def acting(scene: Scene) -> tuple[str, ...]:
    """MED-TURN-01: whose turn it is: one fighter, or nobody."""
    return pending(scene)[:1]


def dying(scene: Scene) -> tuple[str, ...]:
    """MED-DEATH-04: those who have still to roll against death in this round."""
    owing = (one for one in scene.fighters if mark(scene, one, "turn.dying"))
    return tuple(one for one in owing if vital(scene, one) == DYING)


# Who has spotted whom.


def is_spotted(scene: Scene, fighter: str, by: str) -> bool:
    """MED-SNEAK-01: whether this very adversary knows of a fighter."""
    if mark(scene, fighter, f"seen_by.{by}"):
        return True
    unknown = scene.fighters[fighter].hidden or mark(scene, fighter, "unseen")
    return not (unknown or mark(scene, fighter, f"unseen_by.{by}"))


def lurks(scene: Scene, fighter: str) -> bool:
    """MED-SNEAK-01: whether somebody of another side has not spotted a fighter yet."""
    side = scene.fighters[fighter].side
    return any(not is_spotted(scene, fighter, one) for one, row in scene.fighters.items() if row.side != side)


# Who is in melee with whom.


def opponents(scene: Scene, fighter: str) -> tuple[str, ...]:
    """MED-MOVEACT-03: those with whom a fighter is caught in melee."""
    found = mark(scene, fighter, "engaged") or {}
    return tuple(one for one in found if one in scene.fighters and not is_out(scene, one))


def melee(scene: Scene, fighter: str) -> frozenset[str]:
    """MED-MOVEACT-03, 04: everybody caught in the same melee, by way of one another."""
    reached, todo = {fighter}, [fighter]
    while todo:
        near = [other for other in opponents(scene, todo.pop()) if other not in reached]
        reached.update(near)
        todo += near
    return frozenset(reached - {fighter})


def holders(scene: Scene, fighter: str) -> tuple[str, ...]:
    """MED-LUTTE-CLE-01, 02: those who hold a fighter, in listed order."""
    found = mark(scene, fighter, "held") or {}
    return tuple(one for one in scene.fighters if one in found and not is_out(scene, one))


def holds(scene: Scene, fighter: str) -> tuple[str, ...]:
    """MED-LUTTE-CLE-01: those whom a fighter holds."""
    return tuple(one for one in scene.fighters if one != fighter and fighter in holders(scene, one))


def is_prone(scene: Scene, fighter: str) -> bool:
    """MED-LUTTE-PROJ-01: whether a fighter lies on the ground."""
    return bool(mark(scene, fighter, "prone"))


def can_defend(scene: Scene, fighter: str) -> bool:
    """MED-LUTTE-CLE-01: whether a fighter can defend at all."""
    return not is_out(scene, fighter) and not holders(scene, fighter)


def can_attack(scene: Scene, fighter: str) -> bool:
    """MED-LUTTE-PROJ-01, CLE-01: whether nothing keeps a fighter from attacking."""
    return can_defend(scene, fighter) and not is_prone(scene, fighter)


def _leaves(scene: Scene, fighter: str) -> bool:
    waits = fighter in unplaced(scene) and chose(scene, fighter) == "leave"
    return waits or bool(mark(scene, fighter, "init.leave"))
