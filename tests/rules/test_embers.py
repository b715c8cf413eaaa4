"""The sixth game: small, without an attack roll, from outside, and held by the same laws as the five."""

import ast
import os
import subprocess
import sys

import pytest

from rules.autoplay.duel import duel
from rules.core.script import Roll
from rules.testing import laws
from tests.rules.examples import EMBERS
from tests.rules.examples import embers as embers

MOST_LINES = 300


def test_the_game_is_written_in_at_most_300_lines():
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in (EMBERS / "embers").glob("*.py"))
    assert lines <= MOST_LINES


def test_every_sentence_has_its_french_and_no_other(embers):
    calls = [
        node
        for path in (EMBERS / "embers").glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "_"
    ]
    said = {call.args[0].value for call in calls}
    assert said == embers.words["fr"].keys()
    assert {text.msgid for text in laws.sentences(embers) if text.context == "embers"} <= said


def test_no_throw_of_it_can_miss(embers):
    """The attacker is asked for one die without a target number."""
    thrown = []

    def high(roll: Roll):
        thrown.append(roll)
        return [roll.dice.sides] * roll.dice.count

    one, other = (embers.samples[name]["data"] for name in ("alba", "ash_wolf"))
    ending = duel(embers.game, one, other, high)
    assert ending.winner in ("a", "b") and thrown
    assert all(roll.check is None for roll in thrown)


@pytest.mark.slow("the tests of the package, as its author runs them", most=10)
def test_its_own_tests_pass():
    path = os.pathsep.join([str(EMBERS.parents[1]), str(EMBERS)])
    run = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:django",
        "-p",
        "no:cacheprovider",
        "-c",
        os.devnull,
        "--rootdir",
        ".",
        "tests",
    ]
    done = subprocess.run(run, cwd=EMBERS, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
