"""The result of one part of the bench."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Result:
    """The figures that goals name, lines to print, and how much what they are compared with swings (1 = not at all)."""

    figures: dict[str, float]
    lines: list[str] = field(default_factory=list)
    noise: float = 1.0


def swing(rounds: list[float]) -> float:
    ordered = sorted(rounds)
    return ordered[len(ordered) * 3 // 4] / ordered[len(ordered) // 2]
