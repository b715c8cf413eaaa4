"""Initiative: a score fixed for the round, no die; who acts when is read from the marks.

The marks of a fighter: ``at`` (the score of this round), ``delayed``, ``yielded`` (how often he let an equal pass),
``spent`` (the actions of this turn, one letter each), ``used`` (the abilities used in it), ``done``, ``no_free``, and
``down`` (rounds spent at 0 hp).
"""

from __future__ import annotations

from typing import Any

from rules.core.scene import Scene
from rules.core.text import Text
from rules.games.chroniques import sheet as sheets
from rules.games.chroniques.text import _

SECONDS = 10  # CHO-TIME-01


def is_running(scene: Scene) -> bool:
    """CHO-TIME-01: whether rounds are being played."""
    return scene.round > 0 and not scene.marks.get("over")


def seconds(rounds: int) -> int:
    """CHO-TIME-01: how long so many rounds last, about."""
    return SECONDS * rounds


def mark(scene: Scene, fighter: str, key: str) -> Any:
    """One mark of a fighter, or ``None``."""
    return scene.fighters[fighter].marks.get(key)


def fresh(scene: Scene, fighter: str) -> int:
    """CHO-INIT-05: the score with which a round would begin now."""
    return sheets.initiative(scene.sheet(fighter)).total


def score(scene: Scene, fighter: str) -> int:
    """CHO-INIT-01: the score of this round; that of the sheet for somebody who has just come."""
    found = mark(scene, fighter, "at")
    return fresh(scene, fighter) if found is None else int(found)


def is_pc(scene: Scene, fighter: str) -> bool:
    """Whether a fighter is a player character."""
    return scene.fighters[fighter].side == "pc"


def rank(scene: Scene, fighter: str) -> tuple[int, bool, int, int]:
    """CHO-INIT-01 to 04: what orders fighters, the highest first; who is equal keeps the listed order."""
    per = sheets.ability(scene.sheet(fighter), "per")
    return score(scene, fighter), is_pc(scene, fighter), per, -int(mark(scene, fighter, "yielded") or 0)


def order(scene: Scene) -> tuple[str, ...]:
    """CHO-INIT-01: everybody in the order of this round."""
    return tuple(sorted(scene.fighters, key=lambda one: rank(scene, one), reverse=True))


def pending(scene: Scene) -> tuple[str, ...]:
    """CHO-TIME-02: those who have still to take their turn, in order."""
    return tuple(one for one in order(scene) if not mark(scene, one, "done") and not is_out(scene, one))


def acting(scene: Scene) -> tuple[str, ...]:
    """Whose turn it is: one fighter, or nobody."""
    return pending(scene)[:1] if is_running(scene) else ()


def equals(scene: Scene, fighter: str) -> tuple[str, ...]:
    """CHO-INIT-04: the player characters before whom nothing but the list puts a player character."""
    mine = rank(scene, fighter)[:3]
    others = (one for one in pending(scene) if one != fighter)
    return tuple(one for one in others if is_pc(scene, one) and is_pc(scene, fighter) and rank(scene, one)[:3] == mine)


def is_out(scene: Scene, fighter: str) -> bool:
    """CHO-DMG-05: whether a fighter can do nothing any more."""
    return sheets.is_out(scene.sheet(fighter))


def tie(scene: Scene, fighter: str) -> Text | None:
    """CHO-INIT-02, 03: what puts a fighter before or behind those of the same score.

    A note that all may read says nothing of somebody in hiding.
    """
    mine = rank(scene, fighter)
    same = [rank(scene, one) for one in _known(scene, fighter) if score(scene, one) == mine[0]]
    peers = [other for other in same if other[1] == mine[1]]
    told = (
        (len(peers) < len(same), _("PC before NPC")),
        (any(other[2] != mine[2] for other in peers), _("PER")),
        (any(other[2] == mine[2] for other in peers), _("listed order")),
    )
    why = tuple(words for holds, words in told if holds)
    return _("tie: %(why)s", why=why) if why else None


def _known(scene: Scene, fighter: str) -> tuple[str, ...]:
    """The others that the note of a fighter may tell of: those in hiding only where he hides too."""
    secret = scene.fighters[fighter].hidden
    return tuple(one for one, row in scene.fighters.items() if one != fighter and (secret or not row.hidden))
