"""Two workers behind the nginx of ``deploy/``, replaced one after the other as an upgrade does: nobody notices."""

import shutil
import socket
import subprocess

import pytest

from tests.faults.cluster import until
from tests.serve import ROOT, free_port
from tests.services import absent

MAIN = """
daemon off; master_process off; error_log {folder}/nginx.log; pid {folder}/nginx.pid;
events {{ worker_connections 512; }}
http {{
    client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
    uwsgi_temp_path {folder}; scgi_temp_path {folder};
    upstream tablee {{ least_conn; {workers} }}
    map $http_upgrade $tablee_connection {{ default upgrade; "" ""; }}
    server {{
        listen 127.0.0.1:{port};
        set $tablee_site tablee;
        set $tablee_scheme $scheme;
        include {shared};
    }}
}}
"""


@pytest.fixture
def nginx(tmp_path):
    """Start the proxy before some workers; it ends with the test."""
    program = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
    if program is None:
        absent("nginx", "apt-get install nginx-light")
    started = []

    def start(servers):
        port = free_port()
        workers = " ".join(f"server 127.0.0.1:{one.port} max_fails=0;" for one in servers)
        shared = ROOT / "deploy" / "nginx" / "tablee.conf"
        (tmp_path / "nginx.conf").write_text(MAIN.format(folder=tmp_path, workers=workers, port=port, shared=shared))
        started.append(subprocess.Popen([program, "-c", str(tmp_path / "nginx.conf")], stderr=subprocess.DEVNULL))
        until(lambda: socket.socket().connect_ex(("127.0.0.1", port)) == 0, "nginx answers")
        return f"http://127.0.0.1:{port}"

    yield start
    for process in started:
        process.terminate()
        process.wait()


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
