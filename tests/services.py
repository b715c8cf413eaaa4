"""The services that some tests need: a missing one is announced and its tests skipped, or an error if CI=true.

`TABLEE_TEST_POSTGRES` and `TABLEE_TEST_REDIS` name servers the tests may use as they like.
"""

import os
import shutil
from collections import Counter
from pathlib import Path
from typing import NoReturn

import pytest

WANTED_ALL = os.environ.get("CI") == "true"
ABSENT = "absent service: "
INSTALL_CHROMIUM = "apt-get install chromium-headless-shell"
# Programs that tests run themselves, each with the package of Debian that brings it.
PROGRAMS = {
    "redis-server": "redis-server",
    "initdb": "postgresql",
    "nginx": "nginx-light",
    "cc": "gcc libc6-dev",
    "msgfmt": "gettext",
    "systemd-analyze": "systemd",
    "ip": "iproute2",
}
PATIENCE = 20  # seconds that a busy service may take to answer; one that is not there refuses at once


def absent(service: str, remedy: str) -> NoReturn:
    """Skip the test that needs a service, or fail it under CI."""
    message = f"{ABSENT}{service} ({remedy})"
    if WANTED_ALL:
        pytest.fail(message, pytrace=False)
    pytest.skip(message)


def postgres_fault() -> str:
    """The reason no PostgreSQL server can be used; empty when one answers."""
    import psycopg

    remedy = "set TABLEE_TEST_POSTGRES=postgres://user:password@127.0.0.1:5432/test"
    url = os.environ.get("TABLEE_TEST_POSTGRES", "")
    if not url:
        return remedy
    try:
        psycopg.connect(url, connect_timeout=PATIENCE).close()
    except psycopg.OperationalError as error:
        return f"{error}; {remedy}"
    return ""


def redis_fault() -> str:
    """The reason no Redis server can be used; empty when one answers."""
    import redis

    remedy = "set TABLEE_TEST_REDIS=redis://127.0.0.1:6379/0"
    url = os.environ.get("TABLEE_TEST_REDIS", "")
    if not url:
        return remedy
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=PATIENCE) as client:
            client.ping()
    except redis.RedisError as error:
        return f"{error}; {remedy}"
    return ""


def chromium() -> str:
    """The path of this machine's Chromium or Chrome; empty when it has none.

    The shell without a desktop comes first: the same engine opens a page for a third of the processor time.
    """
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next(filter(None, map(shutil.which, names)), "")


def missing() -> list[str]:
    """The services this machine lacks, each with its remedy."""
    faults = {
        "PostgreSQL": postgres_fault(),
        "Redis": redis_fault(),
        "Chromium": "" if chromium() else INSTALL_CHROMIUM,
    }
    faults |= {name: "" if has(name) else f"apt-get install {package}" for name, package in PROGRAMS.items()}
    return [f"{service} ({fault})" for service, fault in faults.items() if fault]


def has(program: str) -> bool:
    """True if this machine has a program, also in the folders that Debian keeps out of the path."""
    more = (*Path("/usr/lib/postgresql").glob("*/bin"), "/usr/sbin", "/usr/local/sbin")
    return shutil.which(program, path=os.pathsep.join((os.environ.get("PATH", ""), *map(str, more)))) is not None


@pytest.fixture(scope="session")
def postgres_url() -> str:
    """The address of a PostgreSQL server whose role may create databases."""
    if fault := postgres_fault():
        absent("PostgreSQL", fault)
    return os.environ["TABLEE_TEST_POSTGRES"]


@pytest.fixture(scope="session")
def redis_url() -> str:
    """The address of a Redis server; tests use a prefix of their own, since pub/sub knows no databases."""
    if fault := redis_fault():
        absent("Redis", fault)
    return os.environ["TABLEE_TEST_REDIS"]


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The Chromium or Chrome of this machine."""
    return chromium() or absent("Chromium", INSTALL_CHROMIUM)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Announce what was not tested."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = (report.longrepr[2] for report in skipped if isinstance(report.longrepr, tuple))
    for reason, tests in sorted(Counter(reason for reason in reasons if ABSENT in reason).items()):
        line = f"NOT TESTED: {tests} test(s), {reason.partition(ABSENT)[2]}"
        terminalreporter.write_line(line, yellow=True, bold=True)
