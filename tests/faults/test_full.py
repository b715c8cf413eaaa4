"""The disk is full: nothing acknowledged is lost, who writes tries again, and all goes on without a restart."""

import resource
from pathlib import Path

from tests.faults.cluster import AWAY, until

FREE = 16 * 1024  # bytes the database may still grow


def test_a_full_disk_loses_nothing_and_is_over_when_there_is_room_again(cluster, times):
    table = cluster()
    table.expected = (*AWAY, "sqlite3.OperationalError", "django.db.utils.OperationalError")
    table.begin()
    pid = table.servers[0].process.pid
    files = Path(table.servers[0].environment["TABLEE_VAR"]).parent
    for _time in range(times):
        table.wait_acked(10)
        before = sum(writer.lost for writer in table.writers)
        # No file of the server may grow beyond this: what a full disk says to a process, without filling one.
        largest = max(path.stat().st_size for path in files.glob("tablee.sqlite3*"))
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (largest + FREE, resource.RLIM_INFINITY))
        until(lambda had=before: sum(one.lost for one in table.writers) > had + 8, "everybody is told to try again")
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        table.wait_acked(10)
    table.check()
