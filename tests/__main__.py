"""Every test: `python -m tests`. The suite, the web suite once more on PostgreSQL, then the browser."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
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
    """Run the three suites in the order of their patience."""
    os.environ.pop("DATABASE_URL", None)
    pytest("Everything but the browser, on SQLite", "-q", "tests")
    postgres = os.environ.get("TABLEE_TEST_POSTGRES", "")
    if postgres:
        pytest("The web suite, on PostgreSQL", "-q", "tests", "--ignore=tests/rules", DATABASE_URL=postgres)
    elif os.environ.get("CI") == "true":
        sys.exit("CI=true wants PostgreSQL: set TABLEE_TEST_POSTGRES=postgres://user:password@127.0.0.1:5432/test")
    else:
        print("\nNOT TESTED: the web suite on PostgreSQL (set TABLEE_TEST_POSTGRES=postgres://…)")
    pytest("The browser", "tests/browser")


if __name__ == "__main__":
    main()
