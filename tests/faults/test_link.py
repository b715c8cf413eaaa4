"""A bad network: delayed, cut, duplicated or lost data reach everybody in the end, once."""

import time

from tests.faults.cluster import METRICS, open_pages, until

WEATHERS = ({"late": 0.2}, {"cut": 0.02}, {"twice": 0.5}, {"late": 0.1, "cut": 0.01, "twice": 0.2})


def test_no_page_loses_anything_on_a_late_cut_doubled_or_silent_line(cluster, times):
    table = cluster()
    line, table.hurry = table.line(), {"silence": 2.0}
    table.begin()
    for _time in range(times):
        for weather in WEATHERS:
            before = line.done.copy()
            vars(line).update(weather)
            until(lambda had=before, w=weather: all(line.done[what] > had[what] for what in w), "the line is bad")
            table.wait_acked(20)
            line.clear()
        told = line.done["hole"]
        line.hole = True
        until(lambda had=told: line.done["hole"] >= had + len(table.writers), "every writer waits in vain")
        line.clear()
        table.wait_acked(20)
    opened = [screen.opened for screen in table.screens]
    line.drop()  # whom chance has spared so far
    until(
        lambda: all(one.opened > had for one, had in zip(table.screens, opened, strict=True)), "every page comes back"
    )
    table.check()


def test_a_server_notices_lines_that_are_open_and_silent_within_45_seconds(cluster):
    table = cluster(TABLEE_METRICS_TOKEN=METRICS)
    line = table.line()
    table.begin()
    (server,) = table.servers
    until(lambda: open_pages(server) == len(table.screens), "every page is open")
    table.rest()
    start, line.hole = time.monotonic(), True
    while open_pages(server) and time.monotonic() - start < 60:
        time.sleep(0.2)
    assert time.monotonic() - start < 45
    line.clear()
    table.check()
