"""The prices of tests, and their report after a run."""

import subprocess
import sys

import pytest

from tests.prices import Price, read, slowest
from tests.serve import ROOT

TESTS = """
import pytest


@pytest.fixture
def dear():
    for _number in range(1_000_000):
        pass


def test_cheap():
    pass


@pytest.mark.slow("a dear fixture")
def test_dear(dear):
    pass
"""


@pytest.mark.parametrize(
    ("price", "fault"),
    [
        (Price("t", 9.0, 1.4), ""),
        (Price("t", 9.0, 1.6), "1.6 s without a slow(…)"),
        (Price("t", 9.0, 1.6, pace=2.0), ""),
        (Price("t", 9.0, 1.6, pace=0.5), "1.6 s without a slow(…)"),
        (Price("t", 9.0, 7.4, slow=True), ""),
        (Price("t", 9.0, 7.6, slow=True), "7.6 s, at most 5"),
        (Price("t", 9.0, 7.6, slow=True, pace=2.0), ""),
        (Price("t", 90.0, 89.0, slow=True, most=60), ""),
        (Price("t", 90.0, 91.0, slow=True, most=60), "91.0 s, at most 60"),
    ],
)
def test_a_test_over_one_second_needs_a_reason_and_over_five_fails(price, fault):
    assert price.fault().startswith(fault) and bool(price.fault()) == bool(fault)


@pytest.mark.parametrize("processes", [(), ("-n", "1")])
def test_every_test_of_a_run_has_a_price(tmp_path, processes):
    (tmp_path / "pytest.ini").write_text(f"[pytest]\npythonpath = {ROOT}\n")
    (tmp_path / "test_two.py").write_text(TESTS)
    options = ("-q", "--strict-markers", "-p", "no:django", "-p", "no:asyncio", "-p", "tests.prices", *processes)
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *options],
        cwd=tmp_path,
        env={"TABLEE_PRICES": str(tmp_path / "prices")},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    prices = {price.test: price for price in read(tmp_path / "prices")}
    cheap, dear = prices["test_two.py::test_cheap"], prices["test_two.py::test_dear"]
    assert (cheap.slow, dear.slow, len(prices)) == (False, True, 2)
    assert cheap.call <= dear.whole and dear.call < dear.whole
    assert slowest([cheap, dear])[0].endswith("test_dear")
