"""Redis goes away and comes back: everything is a little later, nothing is lost or wrong."""


def test_redis_killed_and_back_loses_nothing_and_leaves_every_page_right(cluster, redis, database, times):
    table = cluster(workers=2, DATABASE_URL=database, CHANNELS_URL=redis.url)
    table.begin()
    for number in range(times):
        table.wait_acked(40)
        redis.kill()
        table.wait_acked(40)
        if number == 0:
            one, other = table.servers
            late = table.open(one, table.table["gm"], "table"), table.open(other, table.table["screen"], "screen")
        table.check()  # by comparing alone: each worker sees what was written by the other
        assert all(screen.opened for screen in late)
        redis.start()
        table.write()
    table.wait_acked(40)
    table.check()


def test_a_worker_without_redis_still_shows_the_writes_of_the_other(cluster, redis):
    table = cluster(workers=2, CHANNELS_URL=redis.url)
    redis.kill()
    table.begin()
    table.wait_acked(20)
    table.check()
