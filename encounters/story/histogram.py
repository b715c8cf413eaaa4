"""A histogram of a session's dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from campaigns.web.language import say
from encounters.log.entries import Entry
from rules.core.game import Game

MOST_FACES, TENTHS, SQUARE = 20, 10, 10  # the sizes of a histogram of dice


@dataclass(frozen=True)
class Histogram:
    """A histogram of a session's dice: counts by face (or tenth), and the expected count."""

    die: str
    counts: tuple[tuple[str, int], ...]
    expected: float
    mean: float
    middle: float
    total: int
    throwers: tuple[tuple[str, int], ...]

    @property
    def width(self) -> int:
        return SQUARE * len(self.counts)

    @property
    def height(self) -> int:
        return SQUARE * max(count for _label, count in self.counts)

    @property
    def line(self) -> float:
        """The y coordinate of the expected count."""
        return self.height - SQUARE * self.expected

    @property
    def columns(self) -> list[tuple[int, list[int], str, int]]:
        """For each column: x, the y of its squares from below, label, count."""
        return [
            (SQUARE * number, [self.height - SQUARE * (place + 1) for place in range(count)], label, count)
            for number, (label, count) in enumerate(self.counts)
        ]


def histogram_of(system: Game, entries: Iterable[Entry]) -> Histogram | None:
    """A histogram of the game's main die, for the throws the reader saw; ``None`` if there are none."""
    sides = 100 if system.die == "%" else int(system.die or 0)
    thrown = [(who, face) for who, face in _faces_by_thrower(entries) if 1 <= face <= sides]
    if not thrown:
        return None
    step = 1 if sides <= MOST_FACES else sides // TENTHS
    fell = Counter((face - 1) // step for _who, face in thrown)
    counts = tuple((_label(start, step), fell[start // step]) for start in range(0, sides, step))
    throwers = Counter(who for who, _face in thrown)
    mean = sum(face for _who, face in thrown) / len(thrown)
    expected = len(thrown) / len(counts)
    return Histogram(system.die, counts, expected, mean, (sides + 1) / 2, len(thrown), tuple(throwers.most_common()))


def _faces_by_thrower(entries: Iterable[Entry]) -> Iterator[tuple[str, int]]:
    for entry in entries:
        for result in entry.line.results:
            yield from ((say(result.who), face) for face in result.faces)


def _label(start: int, step: int) -> str:
    return str(start + 1) if step == 1 else f"{start + 1}–{start + step}"
