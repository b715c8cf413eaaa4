"""Initiative: a die and the Adresse, rolled once or every round, and who acts when.

The marks of a fighter: ``init`` (the total rolled), ``tie`` (set by the game master among complete equals), ``ledger``
(the actions and reactions of the round), ``done``, ``aim``, ``engaged``, ``cover``, ``nearby``, ``motion``,
``invisible``, ``concealment``, ``unnoticed`` and ``helpless``.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

from rules.core.dice import Dice
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Effect, Script, roll
from rules.core.text import Text
from rules.games.arpenteurs import sheet as sheets
from rules.games.arpenteurs.schema import SCHEMA
from rules.games.arpenteurs.settings import setting
from rules.games.arpenteurs.tables import SECONDS
from rules.games.arpenteurs.text import _

D6 = Dice(1, 6)


def is_running(scene: Scene) -> bool:
    """ARP-TIME-02: whether rounds are being played."""
    return scene.round > 0 and not scene.marks.get("over")


def seconds(rounds: int) -> int:
    """ARP-TIME-01: how long so many rounds last."""
    return SECONDS * rounds


def mark(scene: Scene, fighter: str, key: str) -> Any:
    """One mark of a fighter, or ``None``."""
    return scene.fighters[fighter].marks.get(key)


def ledger(scene: Scene, fighter: str) -> tuple[Data, ...]:
    """ARP-ACT-05: the actions and reactions a fighter has spent in this round."""
    return tuple(mark(scene, fighter, "ledger") or ())


def left(scene: Scene, fighter: str) -> int:
    """ARP-ACT-01, 05: the actions a fighter still has in this round."""
    return max(0, sheets.allowance(scene.sheet(fighter)).total - len(ledger(scene, fighter)))


def adresse(scene: Scene, fighter: str) -> int:
    """The characteristic that initiative needs."""
    return sheets.characteristic(scene.sheet(fighter), "adresse")


def is_pc(scene: Scene, fighter: str) -> bool:
    """Whether a fighter is a player character."""
    return scene.fighters[fighter].side == "pc"


def is_boss(scene: Scene, fighter: str) -> bool:
    """ARP-INIT-04: whether a fighter is a creature of class Boss."""
    return bool(SCHEMA.value(scene.sheet(fighter), "boss")) and not is_pc(scene, fighter)


def is_out(scene: Scene, fighter: str) -> bool:
    """Whether a fighter can do nothing any more."""
    return sheets.is_out(scene.sheet(fighter))


def total(scene: Scene, fighter: str) -> int | None:
    """ARP-INIT-01: the total a fighter has rolled, ``None`` until he has."""
    found = mark(scene, fighter, "init")
    return None if found is None else int(found)


def rollers(scene: Scene) -> tuple[str, ...]:
    """ARP-INIT-01, 05: those who have still to roll."""
    return tuple(one for one in scene.fighters if total(scene, one) is None and not is_out(scene, one))


def rank(scene: Scene, fighter: str) -> tuple[float, ...]:
    """ARP-INIT-01 to 04, 06: what orders fighters, the highest first; who is equal keeps the listed order."""
    mine, dexterity = total(scene, fighter), adresse(scene, fighter)
    rolled = -inf if mine is None else mine
    early = setting(scene.settings, "init.boss_before_adresse")
    tied = [one for one in scene.fighters if is_pc(scene, one) and total(scene, one) == mine]
    rivals = tied if early else [one for one in tied if adresse(scene, one) == dexterity]
    boss = int(is_boss(scene, fighter) and bool(rivals))
    last = (int(is_pc(scene, fighter)), int(mark(scene, fighter, "tie") or 0))
    return (rolled, boss, dexterity, *last) if early else (rolled, dexterity, boss, *last)


def order(scene: Scene) -> tuple[str, ...]:
    """ARP-INIT-01: everybody in the order of this round."""
    return tuple(sorted(scene.fighters, key=lambda one: rank(scene, one), reverse=True))


def pending(scene: Scene) -> tuple[str, ...]:
    """ARP-TIME-02: those who may still act on their own initiative, in order."""
    return tuple(
        one for one in order(scene) if not mark(scene, one, "done") and left(scene, one) and not is_out(scene, one)
    )


def acting(scene: Scene) -> tuple[str, ...]:
    """Whose turn it is: one fighter, or nobody."""
    return pending(scene)[:1] if is_running(scene) and not rollers(scene) else ()


def equals(scene: Scene) -> tuple[str, ...]:
    """ARP-INIT-06: those whom nothing but the list puts before somebody."""
    ranks = [rank(scene, one) for one in scene.fighters if total(scene, one) is not None]
    return tuple(one for one in scene.fighters if ranks.count(rank(scene, one)) > 1)


def tie(scene: Scene, fighter: str) -> Text | None:
    """ARP-INIT-02 to 04, 06: what puts a fighter before or behind those of the same total.

    A note that all may read says nothing of somebody in hiding.
    """
    if total(scene, fighter) is None:
        return None
    mine = rank(scene, fighter)
    same = [rank(scene, one) for one in _known(scene, fighter) if total(scene, one) == total(scene, fighter)]
    names = (_BOSS, _DEXTERITY, _PC) if setting(scene.settings, "init.boss_before_adresse") else _USUAL
    why = [_apart(names, mine, other) for other in same]
    return _("tie: %(why)s", why=tuple(dict.fromkeys(why))) if why else None


_BOSS, _PC = _("Boss"), _("PC before NPC")
_DEXTERITY, _LIST = _("Dexterity"), _("listed order")
_USUAL = (_DEXTERITY, _BOSS, _PC)


def _apart(names: Sequence[Text], mine: tuple[float, ...], other: tuple[float, ...]) -> Text:
    """The name of the first term after the total that tells two ranks apart; the list where none does."""
    terms = zip(names, mine[1:], other[1:], strict=False)
    return next((name for name, one, two in terms if one != two), _LIST)


def _known(scene: Scene, fighter: str) -> tuple[str, ...]:
    """The others that the note of a fighter may tell of: those in hiding only where he hides too."""
    secret = scene.fighters[fighter].hidden
    return tuple(one for one, row in scene.fighters.items() if one != fighter and (secret or not row.hidden))


def throw(scene: Scene, fighter: str) -> Script[tuple[Effect, ...]]:
    """ARP-INIT-01: the die of initiative."""
    (die,) = yield from roll("initiative", fighter, D6, _("Initiative"))
    return (Effect("initiative", fighter, {"die": die, "total": die + adresse(scene, fighter)}),)
