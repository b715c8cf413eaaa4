"""The services some tests want, found or declared absent: a skip with a loud line, a failure where CI=true.

`TABLEE_TEST_POSTGRES` and `TABLEE_TEST_REDIS` name servers the tests may use as they like.
"""

import os
import shutil
from collections import Counter
from typing import NoReturn

import pytest

WANTED_ALL = os.environ.get("CI") == "true"
ABSENT = "absent service: "
PATIENCE = 20  # seconds that a busy service may take to answer; one that is not there refuses at once


def absent(service: str, remedy: str) -> NoReturn:
    """Skip the test that asked for a service, or fail it where every service must be there."""
    message = f"{ABSENT}{service} ({remedy})"
    if WANTED_ALL:
        pytest.fail(message, pytrace=False)
    pytest.skip(message)


@pytest.fixture(scope="session")
def postgres_url() -> str:
    """The address of a PostgreSQL server whose role may create databases."""
    import psycopg

    remedy = "set TABLEE_TEST_POSTGRES=postgres://user:password@127.0.0.1:5432/test"
    url = os.environ.get("TABLEE_TEST_POSTGRES", "")
    if not url:
        absent("PostgreSQL", remedy)
    try:
        psycopg.connect(url, connect_timeout=PATIENCE).close()
    except psycopg.OperationalError as error:
        absent("PostgreSQL", f"{error}; {remedy}")
    return url


@pytest.fixture(scope="session")
def redis_url() -> str:
    """The address of a Redis server; tests use a prefix of their own, since pub/sub knows no databases."""
    import redis

    remedy = "set TABLEE_TEST_REDIS=redis://127.0.0.1:6379/0"
    url = os.environ.get("TABLEE_TEST_REDIS", "")
    if not url:
        absent("Redis", remedy)
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=PATIENCE) as client:
            client.ping()
    except redis.RedisError as error:
        absent("Redis", f"{error}; {remedy}")
    return url


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The Chromium or Chrome of this machine."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        absent("Chromium", "apt-get install chromium")
    return path


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say loudly what was not tested."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = (report.longrepr[2] for report in skipped if isinstance(report.longrepr, tuple))
    for reason, tests in sorted(Counter(reason for reason in reasons if ABSENT in reason).items()):
        line = f"NOT TESTED: {tests} test(s), {reason.partition(ABSENT)[2]}"
        terminalreporter.write_line(line, yellow=True, bold=True)
