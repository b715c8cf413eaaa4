"""The result of one part of the bench, and the statistics that its parts share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median


@dataclass(frozen=True)
class Result:
    """The figures named by the goals, lines to print, and the noise of their baseline (1 = none)."""

    figures: dict[str, float]
    lines: list[str] = field(default_factory=list)
    noise: float = 1.0


def percentile(values: Sequence[float], share: float) -> float:
    return sorted(values)[int(len(values) * share)]


def median_ratio(values: Sequence[float], others: Sequence[float]) -> float:
    """The median of the ratios of the same rounds, so that other load on the machine affects both alike."""
    return median(value / other for value, other in zip(values, others, strict=True))


def noise(rounds: Sequence[float]) -> float:
    """The spread of the rounds: their upper quartile divided by their median."""
    return percentile(rounds, 0.75) / percentile(rounds, 0.5)
