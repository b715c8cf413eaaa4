"""An outside address is accepted if the site's owner allows its host, it uses TLS, and it leads out of this network."""

import ipaddress
import socket

import pytest

from campaigns.outgoing import addresses
from rules.core.errors import Refused

ALLOWED = ("hooks.example", "hooks.example:8443", "http://old.example", "*.push.example")


@pytest.mark.parametrize(
    ("text", "host", "port", "path"),
    [
        ("https://hooks.example", "hooks.example", 443, "/"),
        ("https://HOOKS.example./a/b?c=d#e", "hooks.example", 443, "/a/b?c=d"),
        ("https://hooks.example:8443/", "hooks.example", 8443, "/"),
        ("http://old.example/x", "old.example", 80, "/x"),
        ("https://eu.push.example/x", "eu.push.example", 443, "/x"),
    ],
)
def test_an_allowed_address_is_read(text, host, port, path):
    read = addresses.read_address(text, ALLOWED)
    assert (read.host, read.port, read.path) == (host, port, path)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "not a valid address"),
        ("hooks.example", "not a valid address"),
        ("ftp://hooks.example/", "not a valid address"),
        ("file:///etc/passwd", "not a valid address"),
        ("https://", "not a valid address"),
        ("https:///path", "not a valid address"),
        ("https://ana:secret@hooks.example/", "not a valid address"),
        ("https://hooks.example@inside.example/", "not a valid address"),
        ("https://hooks.example:0/", "not a valid address"),
        ("https://hooks.example:99999/", "not a valid address"),
        ("https://[::1/", "not a valid address"),
        ("https://hooks.example/a b", "not a valid address"),
        ("https://hooks.example\\@inside.example/", "not a valid address"),
        ("https://hooks.example/\r\nHost: inside.example", "not a valid address"),
        ("https://höoks.example/", "not a valid address"),
        ("https://evil%00.push.example/", "not a valid address"),
        ("https://inside%2F.push.example/", "not a valid address"),
        ("https://a*.push.example/", "not a valid address"),
        ("https://[::1]/", "does not allow"),
        (f"https://hooks.example/{'a' * 500}", "not a valid address"),
        ("http://hooks.example/", "Only https"),
        ("https://old.example/", "does not allow"),
        ("https://hooks.example:8444/", "does not allow hooks.example:8444"),
        ("https://push.example/", "does not allow"),
        ("https://evilpush.example/", "does not allow"),
        ("https://hooks.example.evil.example/", "does not allow"),
        ("https://127.0.0.1/", "does not allow"),
        ("https://2130706433/", "does not allow"),
    ],
)
def test_any_other_address_is_refused_with_a_sentence(text, sentence):
    with pytest.raises(Refused) as refusal:
        addresses.read_address(text, ALLOWED)
    assert sentence in str(refusal.value.text)


def test_nothing_is_allowed_where_the_owner_named_nothing():
    for allowed in ((), ("",), ("*",), ("https://",), ("gopher://hooks.example",), ("https://hooks.example:x",)):
        with pytest.raises(Refused):
            addresses.read_address("https://hooks.example/", allowed)


def found(monkeypatch, *numbers):
    rows = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, 443)) for number in numbers]
    monkeypatch.setattr(addresses.socket, "getaddrinfo", lambda *_args, **_more: rows)
    return addresses.resolve(addresses.read_address("https://hooks.example/", ALLOWED))


def test_a_host_is_pinned_to_the_number_it_was_found_at(monkeypatch):
    assert found(monkeypatch, "93.184.216.34", "2606:2800:220:1::1") == "93.184.216.34"


@pytest.mark.parametrize(
    "number",
    [
        *(
            "127.0.0.1",
            "127.9.9.9",
            "0.0.0.0",
            "10.0.0.1",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
        ),
        *("224.0.0.1", "255.255.255.255", "198.18.0.1", "240.0.0.1", "::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1"),
        *("fd00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a00:1"),
        *("2002:7f00:1::", "2002:a00:1::", "2001:0:7f00:1::"),
    ],
)
def test_a_name_that_leads_inside_is_refused(monkeypatch, number):
    with pytest.raises(Refused, match="outside only"):
        found(monkeypatch, number)
    with pytest.raises(Refused, match="outside only"):
        found(monkeypatch, "93.184.216.34", number)


@pytest.mark.parametrize("number", ["93.184.216.34", "8.8.8.8", "2606:2800:220:1::1"])
def test_a_machine_outside_is_none_of_them(number):
    assert addresses.is_outside(ipaddress.ip_address(number))


@pytest.mark.parametrize("error", [socket.gaierror(-2, "unknown"), UnicodeError("label too long")])
def test_a_name_of_nobody_is_refused(monkeypatch, error):
    def unknown(*_args, **_more):
        raise error

    monkeypatch.setattr(addresses.socket, "getaddrinfo", unknown)
    with pytest.raises(Refused, match="No machine"):
        addresses.resolve(addresses.read_address("https://hooks.example/", ALLOWED))
