"""The ASGI entry: pages over HTTP, live pages over one websocket."""

import os
from typing import Any

import django
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from campaigns.live.routing import websocket_urlpatterns  # noqa: E402
from config.origins import SameOrigin  # noqa: E402
from config.serving.threads import Pages  # noqa: E402  (it and the consumers read settings and import models)

_sockets = SameOrigin(AuthMiddlewareStack(URLRouter(websocket_urlpatterns)))


async def sockets(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Serve the socket of a page of this site.

    ``frames`` is the raw ``send``, with which the hub bypasses the session middleware: that would check the session
    at each message, though no open page changes it.
    """
    await _sockets({**scope, "frames": send}, receive, send)


application = ProtocolTypeRouter({"http": Pages(), "websocket": sockets})
