"""The origins whose pages may open a socket or send a form: scheme, host and port of the site, as set or requested."""

import pytest
from channels.routing import URLRouter
from django.urls import path, reverse

from config.asgi import application
from config.origins import SameOrigin
from tests.cast import client_of, gather
from tests.sockets import Socket


async def accept(_scope, _receive, send):
    await send({"type": "websocket.accept"})


door = SameOrigin(URLRouter([path("", accept)]))


async def opens(origin, host="testserver", scheme="ws"):
    return await Socket(door, "/", origin=origin, host=host, scheme=scheme).open()


OURS = [
    ("http://testserver", "testserver"),
    ("http://testserver:80", "testserver"),
    ("http://testserver", "testserver:80"),
    ("HTTP://TestServer", "testserver"),
    ("http://testserver", "TESTSERVER"),
    ("http://testserver:8000", "testserver:8000"),
    ("http://testserver.", "testserver."),
    ("http://localhost:8000", "localhost:8000"),
    ("http://127.0.0.1:8000", "127.0.0.1:8000"),
    ("http://[::1]:8000", "[::1]:8000"),
    ("http://[::1]", "[::1]"),
    ("http://[0:0:0:0:0:0:0:1]:8000", "[::1]:8000"),
]


@pytest.mark.parametrize(("origin", "host"), OURS)
async def test_a_page_of_the_site_opens_a_socket(origin, host):
    assert await opens(origin, host)


FOREIGN = [
    ("http://testserver:9999", "testserver:8000"),
    ("http://testserver:8000", "testserver"),
    ("http://testserver:8080", "testserver"),
    ("https://testserver", "testserver"),
    ("https://testserver:80", "testserver"),
    ("http://testserver:443", "testserver"),
    ("ws://testserver", "testserver"),
    ("ftp://testserver:80", "testserver"),
    ("http://testserver.", "testserver"),
    ("http://sub.testserver", "testserver"),
    ("http://testserver.elsewhere.example", "testserver"),
    ("http://elsewhere.example", "testserver"),
    ("http://elsewhere.example", "elsewhere.example"),
    ("http://localhost:8000", "127.0.0.1:8000"),
    ("http://[::1]:9999", "[::1]:8000"),
    ("http://[::2]:8000", "[::2]:8000"),
    ("null", "testserver"),
    ("", "testserver"),
    (None, "testserver"),
    ("testserver", "testserver"),
    ("//testserver", "testserver"),
    ("http://testserver/", "testserver"),
    ("http://testserver?", "testserver"),
    ("http://testserver#", "testserver"),
    ("http://user@testserver", "testserver"),
    ("http://testserver http://testserver", "testserver"),
    (" http://testserver", "testserver"),
    ("http://test\tserver", "testserver"),
    ("http://testserver\n", "testserver"),
    ("http://testserver:", "testserver"),
    ("http://testserver:x", "testserver"),
    ("http://testserver:99999", "testserver"),
    ("http://testserver:٨٠", "testserver"),
    ("http://ｔestserver", "testserver"),
    ("http://[", "testserver"),
    ("http://[::1", "[::1]"),
    ("http://[nonsense]", "[::1]"),
    ("*", "testserver"),
]


@pytest.mark.parametrize(("origin", "host"), FOREIGN)
async def test_any_other_origin_is_refused(origin, host):
    assert not await opens(origin, host)


@pytest.mark.django_db
def test_a_form_of_any_other_origin_is_refused_whatever_it_carries():
    """The cookies and the token of a form are right: they are sent from another page."""
    cast = gather("chroniques")
    browser, seat = client_of(cast.ana, strict=True), cast.ana.token
    browser.get(reverse("party", args=[seat]))
    token = browser.cookies["tablee_csrf"].value

    def sent(origin, host):
        headers = {"Host": host, "X-CSRFToken": token, **({} if origin is None else {"Origin": origin})}
        return browser.post(reverse("stash", args=[seat]), {"do": "find", "name": "Corde"}, headers=headers).status_code

    assert sent("http://testserver", "testserver") == 302
    before = cast.campaign.events.count()
    taken = [(origin, host) for origin, host in FOREIGN if origin is not None and sent(origin, host) not in (400, 403)]
    assert taken == [] and cast.campaign.events.count() == before


@pytest.mark.parametrize(
    ("origin", "host", "scheme", "opened"),
    [
        ("https://table.example", "table.example", "wss", True),
        ("https://table.example:443", "table.example", "wss", True),
        # A proxy on another machine that does not say how it was asked.
        ("https://table.example", "table.example", "ws", True),
        ("https://table.example", "table.example:8443", "wss", True),
        ("https://table.example:8443", "table.example:8443", "wss", True),
        ("https://table.example:8443", "table.example", "wss", False),
        ("http://table.example", "table.example", "wss", False),
        ("http://table.example", "table.example", "ws", False),
        ("http://table.example:443", "table.example", "wss", False),
        ("https://other.example", "other.example", "wss", True),
        ("https://other.example", "table.example", "wss", False),
    ],
)
async def test_a_site_with_tls_takes_pages_with_tls_alone(settings, origin, host, scheme, opened):
    settings.TABLEE_URL, settings.HTTPS = "https://table.example", True
    settings.ALLOWED_HOSTS = ["table.example", "other.example"]
    assert await opens(origin, host, scheme) is opened


async def test_a_site_without_tls_behind_a_proxy_with_it_takes_the_pages_of_both(settings):
    assert await opens("https://testserver", scheme="wss")
    assert await opens("http://testserver", scheme="wss"), "the address of the settings"
    assert not await opens("http://testserver:8000", "testserver:8000", scheme="wss")


@pytest.mark.parametrize("name", [b"origin", b"host"])
async def test_two_origins_or_two_hosts_are_none(name):
    line = Socket(door, "/")
    headers = line.wire.scope["headers"]
    headers.append((name, dict(headers)[name]))
    assert not await line.open()


@pytest.mark.parametrize("origin", [None, "null", "http://elsewhere.example", "http://testserver:9999"])
async def test_the_site_itself_asks_for_the_origin_first(origin):
    assert not await Socket(application, "/no-such-socket/", origin=origin).open()
