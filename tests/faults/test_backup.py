"""A backup made while eight people write has each table at one moment, and can be restored as another site."""

import pytest

from tests.faults.inside import ask
from tests.forks import ForkedServer


@pytest.mark.parametrize("where", ["sqlite", "postgresql"])
def test_a_backup_under_writers_is_the_state_of_one_moment(cluster, request, tmp_path, times, where):
    data = {"DATABASE_URL": request.getfixturevalue("database")} if where == "postgresql" else {}
    site = cluster(**data)
    site.begin()
    elsewhere = tmp_path / "elsewhere"
    for number in range(times):
        site.wait_acked(20)
        file = tmp_path / f"{number}.zip"
        before = site.acked
        site.servers[0].manage("backup", str(file))
        site.wait_acked(5)
        assert site.acked > before, "nobody waited for the backup"
    site.check()
    elsewhere.mkdir()
    other = ForkedServer(elsewhere, SECRET_KEY="x" * 50)
    other.migrate()
    assert " 1." in other.manage("restore", str(file))
    now, then = (ask("journal", site.table["campaign"], one.environment) for one in (site.servers[0], other))
    assert site.table["seq"] < len(then["events"]) < len(now["events"])
    assert then["events"] == now["events"][: len(then["events"])]
    assert then["faults"] == []
