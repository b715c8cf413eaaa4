"""Clusters for the fault tests, short in CI and long under ``make soak``."""

import os
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.faults.cluster import LAID, Cluster, Redis, lay_table, own_database
from tests.forks import ForkedServer
from tests.services import absent

SOAK = os.environ.get("TABLEE_SOAK") == "1"
# Begun last, one of them would leave the other worker alone for most of its time.
LONGEST = ("test_backup.py", "test_hosts.py", "test_workers.py", "test_postgres.py", "test_slow.py", "test_kills.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder as slow, for one reason; the longest come first."""
    items.sort(key=lambda item: LONGEST.index(item.path.name) if item.path.name in LONGEST else len(LONGEST))
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.slow("real servers, whose work counts as well", most=120))


@pytest.fixture
def kills() -> int:
    """The number of times a server is killed."""
    return 300 if SOAK else 10


@pytest.fixture
def trials() -> int:
    """The number of simultaneous repetitions."""
    return 1000 if SOAK else 30


@pytest.fixture
def times() -> int:
    """The number of times a fault occurs and ends."""
    return 25 if SOAK else 1


@pytest.fixture
def seed() -> int:
    """The seed of the commands and moments; printed when a test fails, and taken from the environment."""
    found = int(os.environ.get("TABLEE_SEED") or random.SystemRandom().randrange(2**32))
    print(f"again with: TABLEE_SEED={found}")
    return found


@pytest.fixture
def cluster(tmp_path, seed):
    """Make clusters that end with the test: ``cluster(workers=2, DATABASE_URL=…)``."""
    made: list[Cluster] = []

    def make(workers: int = 1, **more: Any) -> Cluster:
        made.append(Cluster(tmp_path, seed, workers, **more))
        return made[-1]

    yield make
    for one in made:
        one.stop()


@pytest.fixture
def redis(tmp_path):
    """A Redis server of the test's own."""
    if shutil.which("redis-server") is None:
        absent("Redis", "apt-get install redis-server")
    server = Redis(tmp_path)
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="session")
def laid_database(postgres_url, tmp_path_factory):
    """The address of a PostgreSQL database with a table, which the tests of this process copy, and that table."""
    with own_database(postgres_url) as url:
        yield url, lay_table(ForkedServer(tmp_path_factory.mktemp("laid"), DATABASE_URL=url))


@pytest.fixture
def database(postgres_url, laid_database):
    """The address of a PostgreSQL database of the test's own, on which a table is laid."""
    like, table = laid_database
    with own_database(postgres_url, like) as url:
        LAID[url] = table
        yield url
        del LAID[url]
