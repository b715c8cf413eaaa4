"""Every test: `python -m tests`. The suite, the web suite once more on PostgreSQL, faults, then the browser."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHARED = ("-n", "2")  # processes: a database each
NO_TESTS = 5  # pytest's exit code when it found nothing to run


def pytest(title: str, *arguments: str, **environment: str) -> None:
    """Run pytest once, and end here with its code if it fails; an empty run is a failure too."""
    print(f"\n=== {title}", flush=True)
    command = [sys.executable, "-m", "pytest", *arguments]
    code = subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}).returncode
    if code == NO_TESTS:
        print(f"No test was found for: {title}", file=sys.stderr)
    if code:
        sys.exit(code)


def main() -> None:
    """Run the suites one after the other: what is quick to fail first, what kills servers on a machine left to it."""
    os.environ.pop("DATABASE_URL", None)
    pytest("Everything but faults and the browser, on SQLite", "-q", *SHARED, "tests", "--ignore=tests/faults")
    postgres = os.environ.get("TABLEE_TEST_POSTGRES", "")
    if postgres:
        elsewhere = [f"--ignore=tests/{name}" for name in ("rules", "hostile", "faults")]
        pytest("The web suite, on PostgreSQL", "-q", *SHARED, "tests", *elsewhere, DATABASE_URL=postgres)
    elif os.environ.get("CI") == "true":
        sys.exit("CI=true wants PostgreSQL: set TABLEE_TEST_POSTGRES=postgres://user:password@127.0.0.1:5432/test")
    else:
        print("\nNOT TESTED: the web suite on PostgreSQL (set TABLEE_TEST_POSTGRES=postgres://…)")
    pytest("Faults: servers killed at random moments", "-q", "tests/faults")
    pytest("The browser", "tests/browser")


if __name__ == "__main__":
    main()
