"""The runs of the tests: `python -m tests` for all of them, `python -m tests check` for the inner loop."""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests import prices, services

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
SHARED = ("-q", "-n", "2")  # processes: a database each
# The rules know nothing of Django, and their tests pay for neither its start nor a database.
WITHOUT_DJANGO = ("-p", "no:django", "-W", "ignore:Unknown config option:pytest.PytestConfigWarning")
CORE = (
    "tests/test_architecture.py",
    *sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("tests/rules/test_*.py")),
)
FOLDERS = sorted(path.parent.name for path in ROOT.glob("tests/rules/*/__init__.py"))
GAMES = [name for name in FOLDERS if any(ROOT.glob(f"rules/games/{name}")) or any(ROOT.glob(f"rules/games/{name}.*"))]
NO_TESTS = 5  # pytest's exit code when it found nothing to run


def processor() -> float:
    """Seconds of processor time that ended child processes have used."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Suite:
    """Test runs one after the other, with the cost of each."""

    def __init__(self, prices_file: Path) -> None:
        self.costs: list[tuple[float, float, str]] = []
        self.paces: list[float] = []
        self.prices_file = prices_file
        # An environment that forbids byte code would have each of some hundred processes compile every module anew.
        self.environment = {
            name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "PYTHONDONTWRITEBYTECODE")
        }

    def test(self, title: str, *arguments: str, **environment: str) -> None:
        """Run pytest once; an empty run is a failure too."""
        code = self._timed(title, [sys.executable, "-m", "pytest", *arguments], **environment)
        if code == NO_TESTS:
            print(f"No test was found for: {title}", file=sys.stderr)
        self._end_on(code)

    def tool(self, name: str, *arguments: str) -> None:
        """Run a tool of the developer's requirements once."""
        self._end_on(self._timed(" ".join((name, *arguments[:2])), [str(BIN / name), *arguments]))

    def report(self) -> None:
        """Print the time of each run and of all, and the slowest tests."""
        lines = [f"{wall:7.0f} s {cpu:7.0f} s of processor time  {title}" for wall, cpu, title in self.costs]
        wall, cpu = (sum(row[place] for row in self.costs) for place in (0, 1))
        print("\n=== Times", *lines, f"{wall:7.0f} s {cpu:7.0f} s of processor time  in all", sep="\n")
        slowed = sum(self.paces) / max(len(self.paces), 1)
        print(f"A processor {slowed:.1f} times as slow as the one on which the prices were set.")
        print("\n=== Slowest tests, in processor time", *prices.slowest(self._prices()), sep="\n", flush=True)

    def judge(self) -> None:
        """Print the tests that cost too much; a failure only if ``TABLEE_STRICT_PRICES`` is set."""
        faults = [f"{price.test}: {fault}" for price in self._prices() if (fault := price.fault())]
        if not faults:
            return
        print("\nTests that are too slow:", *faults, sep="\n", flush=True)
        # A busy machine prices a test twice over: only a run that asks for it fails on a price.
        if self.environment.get("TABLEE_STRICT_PRICES"):
            sys.exit(1)

    def _prices(self) -> list[prices.Price]:
        return prices.read(self.prices_file)

    def _timed(self, title: str, command: list[str], **environment: str) -> int:
        print(f"\n=== {title}", flush=True)
        self.paces.append(prices.pace())
        began, before = time.monotonic(), processor()
        environment = {**self.environment, **environment, "TABLEE_PRICES": str(self.prices_file)}
        code = subprocess.run(command, cwd=ROOT, env=environment).returncode
        self.costs.append((time.monotonic() - began, processor() - before, title))
        return code

    def _end_on(self, code: int) -> None:
        if code:
            self.report()
            sys.exit(code)


def check(suite: Suite, game: str) -> None:
    """The inner loop: what a reviewer should not have to say, types, the core, the laws and one game; no service.

    Laws that play fights do so in this game alone: in all five they take most of a minute.
    """
    suite.tool("ruff", "check", "-q")
    suite.tool("ruff", "format", "--check", "-q")
    pages = (path for path in ROOT.glob("templates/**/*.html") if "live" not in path.parts)
    suite.tool("djade", "--check", "--target-version", "5.2", *(str(path.relative_to(ROOT)) for path in pages))
    suite.tool("oxlint", "static/js")
    suite.tool("mypy")
    rules, fights = (*CORE, f"tests/rules/{game}"), ("--fights-of", game)
    suite.test(
        "Architecture, the core, the laws and one game", *SHARED, *WITHOUT_DJANGO, *fights, *rules, TABLEE_FIGHTS="10"
    )


def everything(suite: Suite, postgres: str, statements: Path) -> None:
    """The test files in order: quick and broad ones first, then those that demand more and more of a machine."""
    folders = (f"tests/rules/{name}" for name in FOLDERS)
    suite.test("Architecture, the core, the laws and the rules of each game", *SHARED, *WITHOUT_DJANGO, *CORE, *folders)
    web = ("tests", "--ignore=tests/rules", "--ignore=tests/faults", "--ignore=tests/test_architecture.py")
    noted = f"--statements={statements}"
    suite.test("The web suite, on SQLite", *SHARED, *web, noted)
    if postgres:
        elsewhere = (*web, "--ignore=tests/hostile", "--database-only", noted)
        suite.test("What asks a database, on PostgreSQL", *SHARED, *elsewhere, DATABASE_URL=postgres)
    # A file after the other in the order of tests/browser/conftest.py: xdist's own begins with those of most tests.
    # Three at a time: each waits a third of its time for pages, servers and what happens by the clock.
    by_file = ("-q", "-n", "3", "--dist", "loadfile", "--no-loadscope-reorder")
    suite.test("The browser", *by_file, "tests/browser")
    suite.test("Faults: servers killed at random moments", *SHARED, "tests/faults")


def main() -> None:
    """Run the requested suites, and print their times."""
    parser = argparse.ArgumentParser(prog="python -m tests", description=main.__doc__)
    parser.add_argument("runs", nargs="?", choices=["all", "check"], default="all")
    parser.add_argument("--game", choices=GAMES, default=_smallest(), help="the game of a check")
    asked = parser.parse_args()
    missing = services.missing() if asked.runs == "all" else []
    for line in missing:
        print(f"NOT TESTED: {line}", flush=True)
    if missing and services.WANTED_ALL:
        sys.exit("CI=true wants every service: " + "; ".join(missing))
    with tempfile.TemporaryDirectory(prefix="tablee-prices-") as folder:
        suite = Suite(Path(folder) / "prices")
        if asked.runs == "check":
            check(suite, asked.game)
        else:
            absent = any(line.startswith("PostgreSQL") for line in missing)
            postgres = "" if absent else os.environ["TABLEE_TEST_POSTGRES"]
            everything(suite, postgres, Path(folder) / "statements")
        suite.report()
        for line in missing:
            print(f"NOT TESTED: {line}")
        suite.judge()


def _smallest() -> str:
    """The game with the least source."""
    folder = ROOT / "rules/games"
    return min(GAMES, key=lambda game: sum(path.stat().st_size for path in (folder / game).rglob("*.py")))


if __name__ == "__main__":
    main()
