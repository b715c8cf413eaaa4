"""Simulation of a prepared fight: a copy with two sides is played automatically to its end, many times.

The party and its allies fight everybody else, nobody hides, and reserves join in their round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from rules.autoplay.duel import Throw, play
from rules.core.game import Game
from rules.core.paths import Data
from rules.core.scene import Scene

PARTY, FOES, NOBODY = "pc", "foe", ""
_SIDES = {"pc": PARTY, "ally": PARTY}

Joining = Mapping[int, Mapping[str, Data]]


@dataclass(frozen=True)
class Bout:
    """One fight to its end: the side left standing (``NOBODY`` if none or both are), its rounds, the fallen."""

    winner: str
    rounds: int
    fallen: tuple[str, ...]


@dataclass(frozen=True)
class Tally:
    """The results of several bouts; all shares are of the number of bouts."""

    bouts: tuple[Bout, ...]

    def won(self, side: str) -> Fraction:
        return self._share(bout.winner == side for bout in self.bouts)

    def fell(self, fighters: Iterable[str]) -> Fraction:
        """The share of bouts in which at least one of these fell."""
        watched = frozenset(fighters)
        return self._share(not watched.isdisjoint(bout.fallen) for bout in self.bouts)

    @property
    def falls(self) -> Mapping[str, Fraction]:
        """The share of bouts in which each fighter fell, most often first."""
        counted = Counter(fighter for bout in self.bouts for fighter in bout.fallen)
        return {fighter: Fraction(times, len(self.bouts)) for fighter, times in counted.most_common()}

    @property
    def median(self) -> int:
        """The median of the rounds of all bouts, the lower one of an even number."""
        rounds = sorted(bout.rounds for bout in self.bouts)
        return rounds[(len(rounds) - 1) // 2]

    def _share(self, held: Iterable[bool]) -> Fraction:
        return Fraction(sum(held), len(self.bouts))


def copy_scene(scene: Scene) -> Scene:
    fighters = {key: _row(row) for key, row in scene.state.get("fighters", {}).items()}
    return replace(scene, state={**scene.state, "fighters": fighters})


def bout(system: Game, scene: Scene, joining: Joining, throw: Throw, *, most_rounds: int) -> Bout:
    """Play a scene on from its present state. Raises ``Stalemate``, and anything that ``throw`` raises.

    ``joining`` has the rows of fighters who join, by round; if one side is beaten before, they join at once.
    """
    scene = copy_scene(scene)
    for number, rows in sorted(joining.items()):
        scene = play(system, scene, throw, most_rounds=min(number - 1, most_rounds)).scene
        fighters = {**scene.state.get("fighters", {}), **{key: _row(row) for key, row in rows.items()}}
        scene = replace(scene, state={**scene.state, "fighters": fighters})
    ending = play(system, scene, throw, most_rounds=most_rounds)
    fallen = tuple(fighter for fighter in ending.scene.fighters if system.is_beaten(ending.scene, fighter))
    return Bout(ending.winner, ending.rounds, fallen)


def _row(row: Data) -> Data:
    fields = {key: value for key, value in row.items() if key not in ("hidden", "joins")}
    return {**fields, "side": _SIDES.get(str(row.get("side", "")), FOES)}
