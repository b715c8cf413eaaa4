"""Goal 12: the odds that are shown before an act, beside the act itself and beside another library."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import icepool

from rules import registry
from rules.engine import check_odds
from rules.outcome import Breakdown, Check, Modifier
from rules.words import _
from sheets.chances import chances


def median(work: Callable[[], object], times: int = 9) -> float:
    """The median of so many runs, in seconds of processor time: nothing here waits for anything."""
    took = []
    for _run in range(times):
        start = time.process_time()
        work()
        took.append(time.process_time() - start)
    return sorted(took)[times // 2]


def previews() -> Iterator[tuple[str, float]]:
    """The slowest preview of a test of each game, on its first ready-made character."""
    for system in registry.systems():
        data = next(row["data"] for row in registry.samples(system.key).values() if row["kind"] == "pc")
        checks = [one.key for one in system.checks(data, {}) if one.refused is None]
        took = {key: median(lambda key=key, of=system, on=data: chances(of, on, {}, key, {}), 3) for key in checks}
        yield system.key, max(took.values())


def beside_icepool(target: int = 12) -> tuple[float, bool]:
    """How many times faster than icepool a test with a second die is, and whether both give the same."""
    game = registry.systems()[0]
    check = Check("test", "a", _("Test"), Breakdown(Modifier(_("Base"), target)))

    def ours() -> dict[int, int]:
        found = check_odds(game, check, {})
        return dict(found.map(lambda one: one.margin * (1 if one.level.succeeded else -1)).weights)

    def theirs() -> dict[int, int]:
        d20 = icepool.d(20)

        def margin(first: int) -> object:
            if first == 20:
                return d20.map(lambda second: -(20 - target + second))
            return first if first <= target else target - first

        return dict(d20.map(margin).items())

    return median(theirs) / median(ours), sorted(ours()) == sorted(theirs())
