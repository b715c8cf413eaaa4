"""Every test: `python -m tests`. The rules, the web suite, again on PostgreSQL, faults, then the browser."""

import os
import resource
import subprocess
import sys
import time
from pathlib import Path

from tests import services

ROOT = Path(__file__).resolve().parent.parent
SHARED = ("-q", "-n", "2")  # processes: a database each
# The rules know nothing of Django, and their tests pay for neither its start nor a database.
WITHOUT_DJANGO = ("-p", "no:django", "-W", "ignore:Unknown config option:pytest.PytestConfigWarning")
SLOWEST = ("--durations=10", "--durations-min=1")
NO_TESTS = 5  # pytest's exit code when it found nothing to run


def processor() -> float:
    """Seconds of processor time that ended child processes have used."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Suite:
    """Runs of pytest one after the other, and what each has cost."""

    def __init__(self) -> None:
        self.costs: list[str] = []
        # An environment that forbids byte code would have each of some hundred processes compile every module anew.
        self.environment = {
            name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "PYTHONDONTWRITEBYTECODE")
        }

    def run(self, title: str, *arguments: str, **environment: str) -> None:
        """Run pytest once, and end here with its code if it fails; an empty run is a failure too."""
        print(f"\n=== {title}", flush=True)
        command = [sys.executable, "-m", "pytest", *SLOWEST, *arguments]
        wall, cpu = time.monotonic(), processor()
        code = subprocess.run(command, cwd=ROOT, env={**self.environment, **environment}).returncode
        self.costs.append(f"{time.monotonic() - wall:7.0f} s {processor() - cpu:7.0f} s of processor time  {title}")
        if code == NO_TESTS:
            print(f"No test was found for: {title}", file=sys.stderr)
        if code:
            self.report()
            sys.exit(code)

    def report(self) -> None:
        """Print the time of each run."""
        print("\n=== Times", *self.costs, sep="\n", flush=True)


def main() -> None:
    """Run the suites one after the other: what is quick and broad first, then what wants more and more of a machine."""
    missing = services.missing()
    for line in missing:
        print(f"NOT TESTED: {line}", flush=True)
    if missing and services.WANTED_ALL:
        sys.exit("CI=true wants every service: " + "; ".join(missing))
    postgres = "" if any(line.startswith("PostgreSQL") for line in missing) else os.environ["TABLEE_TEST_POSTGRES"]

    suite = Suite()
    broad = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("tests/rules/test_*.py"))
    games = sorted(str(path.parent.relative_to(ROOT)) for path in ROOT.glob("tests/rules/*/__init__.py"))
    suite.run("Architecture, the core and the laws", *SHARED, *WITHOUT_DJANGO, "tests/test_architecture.py", *broad)
    suite.run("The rules of each game", *SHARED, *WITHOUT_DJANGO, *games)
    web = ("tests", "--ignore=tests/rules", "--ignore=tests/faults", "--ignore=tests/test_architecture.py")
    suite.run("The web suite, on SQLite", *SHARED, *web)
    if postgres:
        elsewhere = (*web, "--ignore=tests/hostile")
        suite.run("The web suite, on PostgreSQL", *SHARED, *elsewhere, DATABASE_URL=postgres)
    suite.run("Faults: servers killed at random moments", "-q", "tests/faults")
    suite.run("The browser", "tests/browser")
    suite.report()
    for line in missing:
        print(f"NOT TESTED: {line}")


if __name__ == "__main__":
    main()
