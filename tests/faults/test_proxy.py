"""Two workers behind the nginx of ``deploy/``, replaced one after the other as in an upgrade, unnoticed."""

from contextlib import ExitStack

import pytest

from tests.nginx import running
from tests.serve import free_port

HTTP = """
include /etc/nginx/tablee-http.conf;
upstream tablee {{ least_conn; {workers} }}
server {{
    listen 127.0.0.1:{port};
    set $tablee_site tablee;
    set $tablee_scheme $scheme;
    include /etc/nginx/tablee.conf;
}}
"""


@pytest.fixture
def nginx(tmp_path):
    """Start the proxy before some workers; it ends with the test."""
    with ExitStack() as stack:

        def start(servers):
            port = free_port()
            workers = " ".join(f"server 127.0.0.1:{one.port} max_fails=0;" for one in servers)
            return stack.enter_context(running(tmp_path, HTTP.format(workers=workers, port=port), port))

        yield start


def test_workers_are_replaced_behind_the_proxy_and_no_command_fails(cluster, nginx, redis):
    table = cluster(workers=2, CHANNELS_URL=redis.url)
    for server in table.servers:
        server.start()
    # Longer than a write may wait for its turn: an answer that is given up would count as lost.
    table.front, table.hurry = nginx(table.servers), {"silence": 60.0}
    table.write()
    for page in table._pages():
        table.open(table.servers[0], *page)
    for number in (0, 1, 0, 1):
        table.roll(number)
    table.check()
    assert [writer.lost for writer in table.writers] == [0] * len(table.writers)
    assert sum(screen.opened for screen in table.screens) > len(table.screens)
