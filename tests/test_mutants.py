"""The mutation tool on a toy game: the changes it must try, and those it must not."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutants.changes import mutants
from tests.mutants.places import Places

TOOL = Path(__file__).parent / "mutants"
RULES = """
from functools import cache

COSTS = {"short": 2, "long": 3}
KINDS = ("short",)


def doubled(number):
    return number * 2


LEGS = doubled(3)


@cache
def cost(kind):
    return COSTS[kind] * 5


def is_far(steps, *, least=4):
    return steps > least


def walked(steps):
    while steps:
        steps -= 1
    return "home"


def alone(steps):
    return -steps
"""
TESTS = """
from rules.games.toy import walk


def test_five_steps_are_far():
    assert walk.is_far(5) and not walk.is_far(3)


def test_a_short_step_costs_ten():
    assert walk.cost(walk.KINDS[0]) == 10


def test_an_insect_has_six_legs():
    assert walk.LEGS == 6


def test_walking_ends():
    assert walk.walked(2) == "home"
"""


@pytest.fixture
def toy(tmp_path):
    """A tree with a game of one file."""
    for folder in ("rules/games/toy", "rules/management", "rules/core", "tests/rules/toy"):
        (tmp_path / folder).mkdir(parents=True)
    packages = (
        "rules",
        "rules/management",
        "rules/core",
        "rules/games",
        "rules/games/toy",
        "tests",
        "tests/rules",
        "tests/rules/toy",
    )
    for package in packages:
        (tmp_path / package / "__init__.py").write_text("")
    shutil.copytree(TOOL, tmp_path / "tests/mutants", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("management/places.py", "core/text.py"):
        shutil.copy(TOOL.parents[1] / "rules" / name, tmp_path / "rules" / name)
    (tmp_path / "rules/games/toy/walk.py").write_text(RULES)
    (tmp_path / "tests/rules/toy/test_walk.py").write_text(TESTS)
    return tmp_path


def run(tree, *words):
    command = [sys.executable, "-m", "tests.mutants", "toy", *words]
    return subprocess.run(command, cwd=tree, capture_output=True, text=True, timeout=300)


def left(told):
    """The lines of what was not noticed, without the table."""
    return sorted(line for line in told.stdout.splitlines() if ": rules/games/toy/" in line)


# Nothing asks for the long step, for four steps exactly, nor for who walks alone.
LEFT = [
    "survived: rules/games/toy/walk.py:20: 4 → 3 | def is_far(steps, *, least=4):",
    "survived: rules/games/toy/walk.py:21: Gt → GtE | return steps > least",
    "survived: rules/games/toy/walk.py:26: 1 → 2 | steps -= 1",
    'survived: rules/games/toy/walk.py:4: 3 → 2 | COSTS = {"short": 2, "long": 3}',
    'survived: rules/games/toy/walk.py:4: 3 → 4 | COSTS = {"short": 2, "long": 3}',
    "unreached: rules/games/toy/walk.py:31: without USub | return -steps",
]


@pytest.mark.slow("two whole runs of the tool, in processes of their own")
def test_changes_that_no_test_notices_are_reported_and_nothing_else(toy):
    told = run(toy)
    assert told.returncode == 0, told.stderr
    assert left(told) == LEFT
    assert "| all | 21 | 21 | 15 | 6 |" in told.stdout
    walk = toy / "rules/games/toy/walk.py"  # only what was changed since is tried anew
    walk.write_text(walk.read_text().replace("return steps > least", "return least < steps"))
    assert left(run(toy)) == [
        "survived: rules/games/toy/walk.py:20: 4 → 3 | def is_far(steps, *, least=4):",
        "survived: rules/games/toy/walk.py:21: Lt → LtE | return least < steps",
    ]


STEPS = """
# TOY-STEP-01 to 03
COSTS = {
    "short": 2,
    "long": 3,  # TOY-LONG-01
}


class Walk:
    rules = ("TOY-WALK-01",)

    def steps(self, metres):
        return metres + 1

    def cost(self, kind):
        \"\"\"TOY-STEP-01, 03: what a step costs.\"\"\"
        return COSTS[kind] * 5


def tired(steps):
    least = _number("least", 1, 99, "TOY-TIRED-01")
    return steps > least + term(2, "TOY-TIRED-01")


ROWS = (("fast", 3, "TOY-FAST-01"), ("slow", 1, "TOY-WALK-01"))
"""
STEPS_OF = {
    4: ("TOY-STEP-01", "TOY-STEP-02", "TOY-STEP-03"),
    5: ("TOY-LONG-01",),
    13: ("TOY-WALK-01",),
    17: ("TOY-STEP-01", "TOY-STEP-03"),
    21: (),
    22: ("TOY-TIRED-01",),
    25: ("TOY-FAST-01",),
}


def test_a_line_belongs_to_the_rules_that_are_named_closest_to_it(tmp_path):
    path = tmp_path / "steps.py"
    path.write_text(STEPS)
    ids = ["TOY-STEP-01", "TOY-STEP-02", "TOY-STEP-03", "TOY-LONG-01", "TOY-WALK-01", "TOY-TIRED-01", "TOY-FAST-01"]
    places = Places([path], [*ids, "TOY-NEVER-01"])
    assert {line: places.rules(path, line) for line in STEPS_OF} == STEPS_OF
    assert places.nowhere == ["TOY-NEVER-01"]


def test_a_rule_whose_proof_passes_when_it_is_broken_is_listed_as_unproved(toy):
    walk, tests = toy / "rules/games/toy/walk.py", toy / "tests/rules/toy"
    text = walk.read_text().replace("    return COSTS", '    """TOY-COST-01"""\n    return COSTS')
    walk.write_text(text.replace("    return steps > least", '    """TOY-FAR-01"""\n    return steps > least'))
    marked = (tests / "test_walk.py").read_text()
    for name, rule in (("five_steps", "COST"), ("a_short", "COST"), ("an_insect", "FAR")):
        marked = marked.replace(f"def test_{name}", f'@pytest.mark.rules("TOY-{rule}-01")\ndef test_{name}')
    (tests / "test_walk.py").write_text(f"import pytest\n{marked}")
    (tests / "ids.txt").write_text("TOY-FAR-01\nTOY-COST-01\nTOY-NEVER-01\n")
    (tests / "alike.txt").write_text("# A reason.\n4 → 3 in def is_far(steps, *, least=4):\n")
    lines = run(toy, "--proofs").stdout.splitlines()
    (noticed,) = [line for line in lines if "Gt → Lt" in line]
    assert noticed.startswith("unreached") and "TOY-FAR-01 (tests/rules/toy/test_walk.py::test_five_steps" in noticed
    assert (tests / "unproved.txt").read_text().splitlines() == [
        "TOY-FAR-01: 4 → 5 in def is_far(steps, *, least=4):",
        "TOY-FAR-01: Gt → GtE in return steps > least",
        "TOY-FAR-01: Gt → Lt in return steps > least",
        "TOY-NEVER-01: no code names it",
    ]


@pytest.mark.slow("two whole runs of the tool, in processes of their own")
def test_a_clause_whose_tests_notice_no_change_of_its_code_is_told(toy):
    tests, clauses = toy / "tests/rules/toy/test_walk.py", toy / "rules/games/toy/clauses.toml"
    marked = tests.read_text().replace("def test_five", '@pytest.mark.rules("TOY-FAR-01/least")\ndef test_five')
    tests.write_text(f"import pytest\n{marked}")
    clauses.write_text('[TOY-FAR-01]\nleast = { says = "From the fifth step on.", code = "walk:is_far" }\n')
    assert run(toy, "--clauses").returncode == 0
    clauses.write_text(clauses.read_text() + 'ends = { says = "It ends.", code = "walk:walked" }\n')
    assert run(toy, "--clauses").stderr.splitlines()[-1] == (
        "TOY-FAR-01/ends: none of 3 changes is noticed by any test"
    )


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("def far(steps):\n    return many(steps) if steps else 0\n", ["condition turned round"]),
        ("def all_far(steps):\n    return list(step for step in steps if step)\n", ["without its if"]),
        ("def why(steps) -> Text | None:\n    return reason(steps)\n", ["returns None"]),
        ("def cost(steps) -> tuple[int, ...]:\n    return price(steps)\n", ["returns ()"]),
        ("TIRED = Mark(until=Until.ROUND)\n", ["until ROUND → FIGHT"]),
        ("def said(words):\n    return words.casefold()\n", ["without casefold()"]),
        ("def price(steps) -> int:\n    return price(steps)\n", []),
    ],
)
def test_the_branches_of_a_file_are_broken_where_they_are_asked_for(tmp_path, code, changes):
    path = tmp_path / "steps.py"
    path.write_text(code)
    figures = {mutant.key for mutant in mutants(path)}
    assert [mutant.told for mutant in mutants(path, branching=True) if mutant.key not in figures] == changes


def test_a_game_whose_tests_fail_is_not_tried(toy):
    (toy / "tests/rules/toy/test_walk.py").write_text("def test_nothing():\n    assert False\n")
    told = run(toy)
    assert told.returncode == 1
    assert "The tests of toy are not green" in told.stderr
