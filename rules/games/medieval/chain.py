"""The counter of the manoeuvre Enchaînement: what starts it, what makes it grow, and what ends it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rules.core.paths import Data
from rules.games.medieval.settings import setting

STEP = 3  # MED-MANOEUVRE-ENCHAINEMENT


@dataclass(frozen=True)
class Chain:
    """Where a chain stands: how often it was used, whether in this round, and what may start it.

    ``struck``: an attack of this round hit, and nobody has hit since. ``primed``: the same of the round before.
    """

    count: int = 0
    used: bool = False
    struck: bool = False
    primed: bool = False

    @property
    def is_ready(self) -> bool:
        """Whether it may be declared."""
        return self.count > 0 or self.primed

    @property
    def bonus(self) -> int:
        """What the attack for which it is declared gets: 3, then 3 more each time."""
        return STEP * (self.count + 1)


def after(chain: Chain, event: str, settings: Data) -> Chain:
    """MED-MANOEUVRE-ENCHAINEMENT: the chain after something that happened to its owner, in the order of events.

    Events: ``chain`` (declared), ``own_hit``, ``own_miss``, ``enemy_hit_melee``, ``enemy_hit_ranged``, ``end_round``;
    anything else changes nothing.
    """
    if event == "chain":
        return replace(chain, count=chain.count + 1, used=True)
    if event == "own_hit":
        return replace(chain, struck=True)
    if event == "own_miss":
        return replace(chain, count=0) if setting(settings, "chain.own_miss_breaks") else chain
    if event == "enemy_hit_melee" or (event == "enemy_hit_ranged" and setting(settings, "chain.ranged_breaks")):
        return Chain(used=chain.used)
    if event == "end_round":
        lapses = setting(settings, "chain.must_be_continuous") and not chain.used
        return Chain(count=0 if lapses else chain.count, primed=chain.struck)
    return chain


def read(marks: Any) -> Chain:
    """The chain kept in a fighter's marks."""
    return Chain(**(marks or {}))


def written(chain: Chain) -> dict[str, Any]:
    """The chain as marks keep it: nothing where there is nothing to remember."""
    return {key: value for key, value in vars(chain).items() if value}
