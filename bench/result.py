"""The result of one part of the bench."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Result:
    """The figures named by the goals, lines to print, and the noise of their baseline (1 = none)."""

    figures: dict[str, float]
    lines: list[str] = field(default_factory=list)
    noise: float = 1.0


def swing(rounds: list[float]) -> float:
    ordered = sorted(rounds)
    return ordered[len(ordered) * 3 // 4] / ordered[len(ordered) // 2]
