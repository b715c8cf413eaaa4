"""The price of each test in seconds of processor time, which hardly depends on the load, and its limit.

A test that takes more than a second says why, ``slow("an oracle of every throw")``; none takes more than five outside
of ``TABLEE_SOAK``, but those that start servers, whose work counts as well: ``slow("two servers, killed", most=60)``.
Fixtures are not judged: those of a module are made for whichever test comes first. `python -m tests` reads the prices
of all its runs from the file that ``TABLEE_PRICES`` names.
"""

from __future__ import annotations

import json
import os
import resource
import time
from collections.abc import Generator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pytest

SLOW, MOST = 1.0, 5.0
TOLERANCE = 1.5  # the same work costs more beside another process on the same core
USUAL_PACE = 0.0012  # what ``pace`` measures on the machine on which the limits were chosen
SHOWN = 10
_COST = pytest.StashKey[float]()


@dataclass
class Price:
    """The cost of one test: in whole, and without its fixtures."""

    test: str
    whole: float = 0.0
    call: float = 0.0
    slow: bool = False
    most: float = MOST
    pace: float = 1.0
    """How many times slower than usual the processor was; measured where the price is high."""

    def fault(self) -> str:
        """The reason this price is too high; empty if it is not."""
        cost = self.call / max(self.pace, 1.0) / TOLERANCE
        if cost > self.most:
            return f"{self.call:.1f} s, at most {self.most:.0f}: shrink it or leave it to the long form (TABLEE_SOAK)"
        return "" if self.slow or cost <= SLOW else f"{self.call:.1f} s without a slow(…) that says why"


def read(path: Path) -> list[Price]:
    """The prices that runs of pytest have added to a file."""
    return [Price(**json.loads(line)) for line in path.read_text().splitlines()] if path.exists() else []


def slowest(prices: list[Price]) -> list[str]:
    """A line for each of the slowest tests."""
    ordered = sorted(prices, key=lambda price: -price.whole)
    return [f"{price.whole:7.2f} s  {price.test}" for price in ordered[:SHOWN]]


def processor() -> float:
    """Seconds of processor time of this process and of its children that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def pace() -> float:
    """The factor by which the processor is slower than usual now."""
    best = float("inf")
    for _turn in range(3):
        began, sums = time.process_time(), {}
        for number in range(20_000):
            sums[number % 97] = sums.get(number % 97, 0) + number
        best = min(best, time.process_time() - began)
    return best / USUAL_PACE


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow(why, most=5): takes more than a second of processor time, and why")
    if not hasattr(config, "workerinput"):  # a process of xdist, whose reports arrive elsewhere
        config.pluginmanager.register(_Sums())


def _measured(item: pytest.Item) -> Generator[None, Any, Any]:
    began = processor()
    try:
        return (yield)
    finally:
        item.stash[_COST] = processor() - began


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, Any, Any]:
    return (yield from _measured(item))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    return (yield from _measured(item))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None, Any, Any]:
    try:
        return (yield from _measured(item))
    finally:
        if nextitem is None:  # what the whole run has started ends here
            item.stash[_COST] = 0.0


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[Any]) -> Generator[None, Any, Any]:
    """Write the cost of a phase on its report, which comes to the first process from wherever the test ran."""
    report = yield
    report.cost = item.stash.get(_COST, 0.0)
    mark = item.get_closest_marker("slow")
    report.is_slow, report.most = mark is not None, mark.kwargs.get("most", MOST) if mark else MOST
    report.pace = pace() if call.when == "call" and report.cost > SLOW else 1.0
    return report


class _Sums:
    """The prices of a run, added up where its reports arrive and shown at its end."""

    def __init__(self) -> None:
        self.prices: dict[str, Price] = {}

    def pytest_runtest_logreport(self, report: Any) -> None:
        price = self.prices.setdefault(report.nodeid, Price(report.nodeid))
        price.whole += report.cost
        price.slow, price.most = report.is_slow, report.most
        if report.when == "call":
            price.call, price.pace = report.cost, report.pace

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        prices = list(self.prices.values())
        if path := os.environ.get("TABLEE_PRICES"):
            with Path(path).open("a") as file:
                file.writelines(f"{json.dumps(asdict(price))}\n" for price in prices)
            return  # `python -m tests` shows those of all its runs
        dear = [price for price in prices if price.whole > SLOW or price.fault()]
        if dear:
            terminalreporter.section("slowest tests, in processor time")
        for line in slowest(dear):
            terminalreporter.write_line(line)
        for price in dear:
            if fault := price.fault():
                terminalreporter.write_line(f"TOO SLOW: {price.test}: {fault}", yellow=True)
