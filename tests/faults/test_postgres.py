"""PostgreSQL is killed or refuses writes: nothing acknowledged is lost, and everything goes on without a restart."""

import pytest

from tests.faults.cluster import AWAY, until
from tests.faults.postgres import Postgres, program
from tests.services import absent

REFUSED = ("django.db.utils.", "psycopg.")


@pytest.fixture
def postgres():
    """A PostgreSQL server of the test's own."""
    if program("initdb") is None:
        absent("PostgreSQL's own programs", "apt-get install postgresql")
    server = Postgres()
    server.start()
    yield server
    server.close()


def lost(table):
    """The number of times the writers had to try again."""
    return sum(writer.lost for writer in table.writers)


def test_postgresql_killed_and_back_loses_nothing(cluster, postgres, times):
    table = cluster(DATABASE_URL=postgres.url)
    table.expected = (*AWAY, *REFUSED)
    table.begin()
    for _kill in range(2 * times):
        table.wait_acked(table.chance.randrange(5, 30))
        before = lost(table)
        postgres.kill()
        until(lambda had=before: lost(table) > had, "somebody is told to try again")
        postgres.start()
        table.wait_acked(10)
    table.check()


def test_a_full_database_is_reported_and_nothing_is_lost(cluster, postgres, times):
    table = cluster(DATABASE_URL=postgres.url)
    table.expected = (*AWAY, *REFUSED)
    table.begin()
    for _time in range(times):
        table.wait_acked(10)
        before = lost(table)
        postgres.read_only(True)
        until(lambda had=before: lost(table) > had, "somebody is told to try again")
        postgres.read_only(False)
        table.wait_acked(10)
    table.check()
