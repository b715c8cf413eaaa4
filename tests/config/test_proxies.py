"""The address and scheme of a client: from trusted proxies only."""

import re

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.serving.server import make_config
from tests.config.test_settings import HOUSE, read

CLIENT, PROXY, OUTER = "203.0.113.7", "172.30.7.2", "172.30.7.1"


async def seen(proxies, peer, settings, scheme="http", **headers):
    """The address and the scheme that the site sees of a request from ``peer``."""
    settings.TABLEE_PROXIES = proxies
    scopes = []

    async def site(scope, _receive, _send):
        scopes.append(scope)

    config = make_config("127.0.0.1", 0, site)
    config.load()
    kind = "websocket" if scheme == "ws" else "http"
    sent = [
        (name.replace("_", "-").encode(), value.encode())
        for name, values in headers.items()
        for value in ([values] if isinstance(values, str) else values)
    ]
    scope = {"type": kind, "scheme": scheme, "client": (peer, 4711), "headers": sent, "path": "/", "method": "GET"}
    await config.loaded_app(scope, None, None)
    return scopes[0]["client"][0], scopes[0]["scheme"]


@pytest.mark.parametrize(
    ("proxies", "peer", "forwarded", "client"),
    [
        ([PROXY], PROXY, CLIENT, CLIENT),
        ([PROXY], PROXY, "2001:db8::7", "2001:db8::7"),
        ([PROXY], PROXY, "", PROXY),
        # The header of the client before the proxy added its address.
        ([PROXY], PROXY, f"192.0.2.66, {CLIENT}", CLIENT),
        ([PROXY], PROXY, ["192.0.2.66", CLIENT], CLIENT),
        ([PROXY], PROXY, f"127.0.0.1, {PROXY}, {CLIENT}", CLIENT),
        ([PROXY], PROXY, f"{CLIENT}, {OUTER}", OUTER),
        ([PROXY, OUTER], PROXY, f"192.0.2.66, {CLIENT}, {OUTER}", CLIENT),
        (["172.30.7.0/29"], PROXY, f"192.0.2.66, {CLIENT}, {OUTER}", CLIENT),
        ([PROXY], CLIENT, "192.0.2.66", CLIENT),
        ([PROXY], CLIENT, f"192.0.2.66, {PROXY}", CLIENT),
        ([PROXY], "172.30.7.3", "192.0.2.66", "172.30.7.3"),
        ([PROXY], "127.0.0.1", "192.0.2.66", "127.0.0.1"),
        ([], "127.0.0.1", "192.0.2.66", "127.0.0.1"),
    ],
)
async def test_the_address_of_a_client(settings, proxies, peer, forwarded, client):
    assert (await seen(proxies, peer, settings, x_forwarded_for=forwarded))[0] == client


@pytest.mark.parametrize("name", ["forwarded", "x_real_ip", "x_client_ip", "cf_connecting_ip", "true_client_ip"])
async def test_no_other_header_names_an_address(settings, name):
    assert await seen([PROXY], PROXY, settings, **{name: f"for={CLIENT}" if name == "forwarded" else CLIENT}) == (
        PROXY,
        "http",
    )


@pytest.mark.parametrize(("scheme", "secure"), [("http", "https"), ("ws", "wss")])
async def test_the_scheme_of_a_request_is_the_proxys_word(settings, scheme, secure):
    said = {"x_forwarded_proto": "https"}
    assert (await seen([PROXY], PROXY, settings, scheme, **said))[1] == secure
    assert (await seen([PROXY], CLIENT, settings, scheme, **said))[1] == scheme


async def test_the_variable_of_the_server_underneath_trusts_nobody(settings, monkeypatch):
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    assert await seen([], CLIENT, settings, x_forwarded_for="192.0.2.66") == (CLIENT, "http")


def test_only_this_machine_is_trusted_by_default(tmp_path):
    assert read(tmp_path, **HOUSE).TABLEE_PROXIES == ["127.0.0.1", "::1"]
    assert read(tmp_path, TABLEE_PROXIES="").TABLEE_PROXIES == []
    assert read(tmp_path, TABLEE_PROXIES="172.30.7.2,fd00::/8").TABLEE_PROXIES == ["172.30.7.2", "fd00::/8"]


@pytest.mark.parametrize("wrong", ["*", "0.0.0.0/0", "::/0", "nginx", "172.30.7.2/24", "127.0.0.1,*"])
def test_nobody_is_trusted_by_a_name_or_by_everybodys_address(tmp_path, wrong):
    sentence = f"not {wrong.split(',')[-1]!r}: whoever is named there may claim any address"
    with pytest.raises(ImproperlyConfigured, match=re.escape(sentence)):
        read(tmp_path, TABLEE_PROXIES=wrong)
