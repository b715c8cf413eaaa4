"""The configuration in `deploy/nginx`: valid, passes the client's address on, and limits its traffic."""

import http.client
import json
import re
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.nginx import FILES, fill_in, program, running
from tests.serve import free_port

OUTER, CLIENT, NEIGHBOUR = "127.0.0.1", "127.0.0.5", "127.0.0.6"


def compose(site, port):
    """The proxy of compose.yaml on loopback, with ``OUTER`` as the gateway that it believes."""
    text = (FILES / "compose.conf").read_text()
    for ours, here in (
        ("set_real_ip_from 172.30.7.1;", f"set_real_ip_from {OUTER};"),
        ("listen 8080;", f"listen 127.0.0.1:{port};"),
        ("set $tablee_site site:8000;", f"set $tablee_site 127.0.0.1:{site};"),
    ):
        assert ours in text
        text = text.replace(ours, here)
    return text


@pytest.fixture
def certificate(tmp_path):
    """A certificate of nobody's, where table.conf looks for its own."""
    (tmp_path / "tablee").mkdir()
    key, chain = tmp_path / "tablee" / "privkey.pem", tmp_path / "tablee" / "fullchain.pem"
    words = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    subprocess.run(
        [*words, "-subj", "/CN=table.example", "-keyout", key, "-out", chain], check=True, capture_output=True
    )


@pytest.mark.parametrize("name", ["table.conf", "hosts.conf", "compose.conf"])
def test_nginx_takes_the_file(name, tmp_path, certificate):
    text = (FILES / name).read_text().replace("/etc/ssl", str(tmp_path))
    run = subprocess.run([program(), "-t", "-c", fill_in(tmp_path, text)], capture_output=True, text=True)
    assert run.returncode == 0 and "[warn]" not in run.stderr, run.stderr


class Echo(BaseHTTPRequestHandler):
    """A site that answers with the headers of the request."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        body = json.dumps({name.lower(): self.headers.get_all(name) for name in self.headers}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_words):
        pass


@pytest.fixture
def proxy(tmp_path):
    """The port of the proxy of compose.yaml before a site that echoes."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Echo) as site:
        serving = threading.Thread(target=site.serve_forever)
        serving.start()
        try:
            port = free_port()
            with running(tmp_path, compose(site.server_port, port), port):
                yield port
        finally:
            site.shutdown()
            serving.join()


def ask(port, path="/", source=CLIENT, **headers):
    """The answer to a request from one address of this machine."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=20, source_address=(source, 0))
    line.request("GET", path, headers={"Host": "table.example", **headers})
    answer = line.getresponse()
    answer.text = answer.read().decode()
    line.close()
    return answer


def passed_on(*args, **headers):
    return json.loads(ask(*args, **headers).text)


@pytest.mark.parametrize(
    ("source", "claimed", "address"),
    [
        (CLIENT, None, CLIENT),
        (CLIENT, "192.0.2.66", CLIENT),
        (CLIENT, f"192.0.2.66, {OUTER}", CLIENT),
        (OUTER, "203.0.113.7", "203.0.113.7"),
        (OUTER, "192.0.2.66, 203.0.113.7", "203.0.113.7"),
        (OUTER, f"192.0.2.66, 203.0.113.7, {OUTER}", "203.0.113.7"),
        (OUTER, None, OUTER),
    ],
)
def test_the_site_is_told_the_one_true_address(proxy, source, claimed, address):
    said = {"X-Forwarded-For": claimed} if claimed else {}
    assert passed_on(proxy, "/", source, **said)["x-forwarded-for"] == [address]


def test_host_and_scheme_go_on(proxy):
    found = passed_on(proxy, "/", OUTER, **{"X-Forwarded-Proto": "https"})
    assert (found["host"], found["x-forwarded-proto"]) == (["table.example"], ["https"])


@pytest.mark.parametrize("path", ["/ready/", "/metrics"])
def test_the_watchdogs_pages_are_not_for_the_world(proxy, path):
    assert ask(proxy, path).status == 404


# As many at once as nobody ever needs; each of the zones gives new ones meanwhile.
@pytest.mark.parametrize(("path", "burst"), [("/account/in/", 60), ("/j/abcdefghijklmnop/", 300), ("/tv/", 300)])
def test_one_address_asks_only_so_fast_and_no_other_waits(proxy, path, burst):
    good = 0
    while (answer := ask(proxy, path)).status == 200:
        good += 1
        assert good < 20 * burst, "never slowed down"
    assert good >= burst
    assert (answer.status, answer.headers["Retry-After"]) == (429, "2")
    assert ask(proxy, path, NEIGHBOUR).status == 200
    assert ask(proxy, path, OUTER, **{"X-Forwarded-For": "203.0.113.7"}).status == 200
    assert ask(proxy, "/t/seat/").status == ask(proxy, "/ws/seat/table/").status == 200


def test_sockets_and_files_come_at_any_pace(proxy):
    for path in ("/ws/seat/table/", "/static/site.css"):
        assert {ask(proxy, path).status for _time in range(400)} == {200}


def test_every_way_to_the_site_is_bounded_but_that_of_plain_files():
    places = re.findall(r"^location (.*) \{\n([^}]*)\}", (FILES / "tablee.conf").read_text(), re.MULTILINE)
    unbounded = [place for place, rows in places if "proxy_pass" in rows and "limit_" not in rows]
    assert unbounded == ["/static/"]
