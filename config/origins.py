"""Allowed origins of websockets, because browsers send cookies even with sockets opened by other sites."""

from __future__ import annotations

import re
from ipaddress import AddressValueError, IPv6Address
from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

Origin = tuple[str, str, int]
_ORIGIN = re.compile(r"(https?)://([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::([0-9]{1,5}))?", re.IGNORECASE | re.ASCII)
_DEFAULT_PORTS = {"http": 80, "https": 443}
_MAX_PORT = 65535


class SameOrigin:
    """Middleware that denies sockets whose origin is not exactly that of the site.

    Ports count, because another application on the same machine shares our cookies.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        allowed = self.application if is_same_origin(scope) else WebsocketDenier()
        await allowed(scope, receive, send)


def parse_origin(text: str) -> Origin | None:
    """Scheme, host and port in lower case, with the default port if none is given; ``None`` for anything else."""
    match = _ORIGIN.fullmatch(text)
    if match is None:
        return None
    scheme, host = match[1].lower(), match[2].lower()
    port = int(match[3]) if match[3] else _DEFAULT_PORTS[scheme]
    if host.startswith("["):
        try:
            host = str(IPv6Address(host[1:-1]))
        except AddressValueError:
            return None
    return (scheme, host, port) if port <= _MAX_PORT else None


def is_same_origin(scope: dict[str, Any]) -> bool:
    """True if the origin of a handshake is the site's address, as configured or as requested."""
    origin, host = _single_header(scope, b"origin"), _single_header(scope, b"host")
    result = parse_origin(origin)
    if result is None or not host:
        return False
    return result in (parse_origin(settings.TABLEE_URL), _requested_origin(scope, host))


def _requested_origin(scope: dict[str, Any], host: str) -> Origin | None:
    domain, _port = split_domain_port(host)
    if not domain or not validate_host(domain, settings.ALLOWED_HOSTS):
        return None
    scheme = "https" if settings.HTTPS or scope.get("scheme") == "wss" else "http"
    return parse_origin(f"{scheme}://{host}")


def _single_header(scope: dict[str, Any], name: bytes) -> str:
    values = [value for key, value in scope.get("headers", ()) if key == name]
    return values[0].decode("latin1") if len(values) == 1 else ""
