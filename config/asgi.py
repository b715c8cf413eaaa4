"""The ASGI entry: pages over HTTP, live pages over one websocket."""

import os
from typing import Any
from urllib.parse import urlsplit

import django
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator, WebsocketDenier

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from config.handling import Pages  # noqa: E402  (it and the consumers read settings and import models)
from encounters.routing import websocket_urlpatterns  # noqa: E402

# A page of another site, or a caller that names no origin, is refused before the handshake ends.
sockets = AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(websocket_urlpatterns)))


async def from_an_address(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Refuse an origin that is no address at all: the validator raises at one.

    ``frames`` is how the page of a socket is sent what it shows: past the session, which is looked at on each way out
    and which no open page changes.
    """
    origin = dict(scope.get("headers", ())).get(b"origin", b"").decode("latin1")
    try:
        urlsplit(origin).port  # noqa: B018  (read to be checked)
    except ValueError:
        await WebsocketDenier()(scope, receive, send)
    else:
        await sockets({**scope, "frames": send}, receive, send)


application = ProtocolTypeRouter({"http": Pages(), "websocket": from_an_address})
