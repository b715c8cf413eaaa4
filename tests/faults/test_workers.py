"""Two workers on PostgreSQL and Redis, each killed in turn: a command answered by neither is done once by the other."""


def test_kills_of_two_workers_lose_nothing_and_double_nothing_on_postgresql(cluster, redis, database, kills):
    table = cluster(workers=2, DATABASE_URL=database, CHANNELS_URL=redis.url)
    table.begin()
    for number in range(kills):
        table.kill(number % 2)
    table.check()
