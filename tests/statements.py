"""The statements that tests send to a database, recorded so that a few tests can send all of them to another one.

A run with ``--statements=FOLDER`` notes for each test the statements that the product sends: each with its place in the
source, the kinds of its values and the error it meets. With ``--database-only`` as well a run keeps the cheapest tests
that together send each statement ``TIMES`` times, and each test that really commits, for what two connections do to
each other is a matter of the database.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache, wraps
from hashlib import blake2b
from heapq import heapify, heappop, heappush
from pathlib import Path
from typing import Any

import pytest
from django.db.backends.utils import CursorWrapper

from tests import prices

TIMES = 3  # with as many sets of rows
CHEAP = 0.01  # seconds: cheaper ones differ by chance
ROOT = Path(__file__).resolve().parent.parent
PRODUCT = tuple(f"{ROOT}/{app}/" for app in ("campaigns", "config", "encounters", "sheets", "tablee"))
LISTS = re.compile(r"\(%s(, %s)*\)(, \(%s(, %s)*\))*")
COMMITS = {"transactional_db", "live_server"}


@cache
def _name(file: str, line: int, sql: str, kinds: tuple[type, ...], error: str) -> str:
    """A short name of a statement."""
    parts = (file.removeprefix(str(ROOT)), str(line), shape_of(sql), *sorted({kind.__name__ for kind in kinds}), error)
    return blake2b("\n".join(parts).encode(), digest_size=8).hexdigest()


@cache
def _is_product(file: str) -> bool:
    return file.startswith(PRODUCT)


def shape_of(sql: str) -> str:
    """A statement without what differs from one time to another: the length of a list, a limit, a savepoint's name."""
    return re.sub(r"\d+", "0", LISTS.sub("(%s)", sql))


class Recorder:
    """Writes for each test that passes which statements were sent meanwhile."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self.path = folder / str(os.getpid())  # of this process of xdist alone
        self.sent: set[str] = set()
        for name in ("execute", "executemany"):
            setattr(CursorWrapper, name, self._noting(getattr(CursorWrapper, name)))

    def _noting(self, real: Any) -> Any:
        @wraps(real)
        def run(cursor: Any, sql: Any, params: Any = None) -> Any:
            error = ""
            try:
                return real(cursor, sql, params)
            except Exception as refused:
                error = type(refused).__name__
                raise
            finally:
                self._note(str(sql), params[0] if real.__name__ == "executemany" and params else params, error)

        return run

    def _note(self, sql: str, params: Any, error: str) -> None:
        frame = sys._getframe(2)
        while frame is not None and not _is_product(frame.f_code.co_filename):
            frame = frame.f_back
        if frame is not None:
            kinds = tuple(map(type, params.values() if isinstance(params, dict) else params or ()))
            self.sent.add(_name(frame.f_code.co_filename, frame.f_lineno, sql, kinds, error))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        self.sent.clear()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Iterator[None]:
        report: Any = yield
        if report.when == "call" and report.passed:
            with self.path.open("a") as file:
                file.write(json.dumps([item.nodeid, sorted(self.sent)]) + "\n")
        return report


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--statements", type=Path, help="a folder of what each test asks a database")


def pytest_configure(config: pytest.Config) -> None:
    folder = config.getoption("--statements")
    if folder and not config.getoption("--database-only"):
        config.pluginmanager.register(Recorder(folder))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    folder = config.getoption("--statements")
    if folder and config.getoption("--database-only"):
        kept = few(items, folder)
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in kept])
        items[:] = [item for item in items if item.nodeid in kept]


def read(folder: Path) -> dict[str, list[str]]:
    """The statements of each test that a run has noted."""
    lines = (line for path in folder.iterdir() for line in path.read_text().splitlines())
    return dict(json.loads(line) for line in lines)


def few(items: Iterable[pytest.Item], folder: Path) -> set[str]:
    """The few of these tests that send what all of them send, and each that did not run when this was noted."""
    path = os.environ.get("TABLEE_PRICES")
    costs = {price.test: price.whole for price in prices.read(Path(path))} if path else {}
    noted, tests = read(folder), {item.nodeid: item for item in items}
    always = {name for name, item in tests.items() if name not in noted or commits(item)}
    return cover({name: noted.get(name, ()) for name in tests}, costs, always)


def commits(item: pytest.Item) -> bool:
    """True if a test really commits its writes, so that other connections see them."""
    mark = item.get_closest_marker("django_db")
    return not COMMITS.isdisjoint(getattr(item, "fixturenames", ())) or bool(mark and mark.kwargs.get("transaction"))


def cover(sent: Mapping[str, Collection[str]], costs: Mapping[str, float], given: Iterable[str]) -> set[str]:
    """The tests given, and of the others those that send most of what is not yet sent often enough for their cost."""
    kept = set(given)
    often = Counter(name for test in kept for name in sent[test])

    def worth(test: str) -> float:
        return sum(often[name] < TIMES for name in sent[test]) / max(costs.get(test, 1.0), CHEAP)

    heap = [(-worth(test), test) for test in sent if test not in kept]
    heapify(heap)
    while heap:
        before, test = heappop(heap)
        now = -worth(test)
        if now > before:  # others have sent some of it since
            if now < 0:
                heappush(heap, (now, test))
        elif now < 0:
            kept.add(test)
            often.update(sent[test])
    return kept
