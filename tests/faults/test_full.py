"""The disk is full: nothing acknowledged is lost, writers retry, and everything goes on without a restart."""

import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tests.faults.cluster import AWAY, Cluster, until

FREE = 16 * 1024  # bytes the database may still grow
REFUSED = 9  # sendings in vain, of eight writers: somebody has tried again as well


def test_a_full_disk_loses_nothing_and_is_over_when_there_is_room_again(cluster, times):
    table = cluster()
    table.expected = (*AWAY, "sqlite3.OperationalError", "django.db.utils.OperationalError")
    table.begin()
    pid = table.servers[0].process.pid
    database = table.servers[0].database
    for _time in range(times):
        table.wait_acked(10)
        goal = lost(table) + REFUSED
        with growing(database):
            # No file of the server may grow beyond this: what a full disk says to a process, without filling one.
            largest = max(path.stat().st_size for path in database.parent.glob("tablee.sqlite3*"))
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (largest + FREE, resource.RLIM_INFINITY))
            while lost(table) < goal:
                had = answers(table)
                until(lambda had=had: answers(table) > had, "somebody is told something")
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        table.wait_acked(10)
    table.check()


@contextmanager
def growing(database: Path) -> Iterator[None]:
    """Keep a read transaction open, so that SQLite's log grows instead of being reused every four megabytes.

    Within a log that has been as long before, hundreds of commands may find room on a full disk.
    """
    with closing(sqlite3.connect(database, isolation_level=None)) as reader:
        reader.execute("begin")
        reader.execute("select count(*) from campaigns_event").fetchone()
        yield


def lost(table: Cluster) -> int:
    return sum(writer.lost for writer in table.writers)


def answers(table: Cluster) -> int:
    return table.acked + lost(table)
