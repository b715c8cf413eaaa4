"""Who may open a socket at all: a page of this site."""

import pytest

from config.asgi import application, sockets
from tests.sockets import Socket

NO_ADDRESSES = ["http://[", "http://testserver:99999", "http://testserver:x"]


@pytest.mark.parametrize("origin", [None, "http://elsewhere.example", "null", "", *NO_ADDRESSES])
async def test_a_foreign_or_missing_origin_is_refused_before_the_handshake_ends(origin):
    assert not await Socket(application, "/no-such-socket/", origin=origin).open()


def test_the_origin_of_the_site_is_the_one_that_passes():
    assert sockets.allowed_origins == ["testserver", "localhost", "127.0.0.1", "[::1]"]
