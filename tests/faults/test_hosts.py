"""Two hosts, a database and its replica on a network of their own: each is lost in turn."""

from contextlib import ExitStack

import pytest

from tests.faults.cluster import AWAY, METRICS, Redis, open_pages, until
from tests.faults.hosts import Hosts, Processes, Unable
from tests.faults.postgres import Postgres, program
from tests.faults.test_postgres import REFUSED
from tests.nginx import running
from tests.serve import free_port
from tests.services import absent

HTTP = """
include /etc/nginx/tablee-http.conf;
upstream tablee {{ hash $tablee_table consistent; {workers} }}
server {{
    listen 127.0.0.1:{port};
    set $tablee_site tablee;
    set $tablee_scheme $scheme;
    include /etc/nginx/tablee.conf;
}}
"""


@pytest.fixture
def stack():
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def hosts(stack):
    try:
        made = Hosts(2)
    except Unable:
        made = Processes()
    stack.callback(made.close)
    return made


@pytest.fixture
def replicated(stack, hosts):
    """A PostgreSQL server and its synchronous standby."""
    if program("initdb") is None:
        absent("PostgreSQL's own programs", "apt-get install postgresql")
    first = Postgres(hosts.address)
    stack.callback(first.close)
    first.start()
    second = Postgres(hosts.address, of=first)
    stack.callback(second.close)
    second.start()
    first.kill()
    first.more = ("-c", "synchronous_standby_names=*")
    first.start()
    return first, second


def test_a_lost_host_a_new_proxy_and_a_replica_that_takes_over_lose_nothing(
    stack, hosts, replicated, cluster, tmp_path
):
    redis = Redis(tmp_path, hosts.address)
    stack.callback(redis.kill)
    redis.start()
    port = free_port()
    first, second = replicated
    ports = f"host={first.host},{second.host}&port={first.port},{second.port}"
    impatient = "options=-c%20idle_in_transaction_session_timeout%3D3s&target_session_attrs=read-write"
    table = cluster(
        workers=2,
        kinds=hosts.kinds(),
        DATABASE_URL=f"postgres://postgres@/postgres?{ports}&{impatient}",
        CHANNELS_URL=redis.url,
        TABLEE_URL=f"http://127.0.0.1:{port}",
        TABLEE_PROXIES=hosts.address,
        TABLEE_METRICS_TOKEN=METRICS,
    )
    table.expected, table.hurry = (*AWAY, *REFUSED, "TimeoutError", "OSError"), {"silence": 20.0}
    workers = " ".join(f"server {one.host}:{one.port} max_fails=1 fail_timeout=5s;" for one in table.servers)
    proxy = stack.enter_context(ExitStack())
    for server in table.servers:
        server.start()
    table.front = proxy.enter_context(running(tmp_path, HTTP.format(workers=workers, port=port), port))
    table.write()
    for page in table._pages():
        table.open(table.servers[0], *page)

    def pages():
        return [open_pages(server) for server in table.servers]

    until(lambda: sorted(pages()) == [0, len(table.screens)], "all pages of the table are on one host")
    home = pages().index(len(table.screens))
    hosts.cut(table.servers[home])
    table.wait_acked(20)
    until(lambda: open_pages(table.servers[1 - home]) > 0, "the other host has taken the table over")
    hosts.join(table.servers[home])
    table.wait_acked(10)

    proxy.close()
    table.front = proxy.enter_context(running(tmp_path, HTTP.format(workers=workers, port=port), port))
    table.wait_acked(10)

    first.kill()
    second.take_over()
    table.wait_acked(20)
    for server in table.servers:
        server.environment["DATABASE_URL"] = second.url
    table.check()
