"""Checks of outside addresses: allowed by the owner of the site, over TLS, and never inside their network."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Collection
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from rules.core.errors import Refused
from rules.core.text import _

LONGEST = 500
PORTS = {"https": 443, "http": 80}
_PLAIN = re.compile(r"[!-\[\]-~]*")  # visible ASCII characters except the backslash
_HOST = re.compile(r"[a-z0-9._-]+|[0-9a-f:.]+")  # a name or an IP address as it is looked up, with nothing to decode
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
Ip = ipaddress.IPv4Address | ipaddress.IPv6Address


class Address(NamedTuple):
    """A parsed and allowed address; ``path`` includes the query."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def shown_host(self) -> str:
        return self.host if self.port == PORTS[self.scheme] else f"{self.host}:{self.port}"


def read_address(text: str, allowed: Collection[str]) -> Address:
    """Parse an address at one of the ``allowed`` hosts. Raises ``Refused`` with a sentence for its author.

    An entry allows https; one that begins with ``http://`` allows http, and one with a port allows that port.
    """
    parts, port = _split(text)
    address = Address(parts.scheme, _host_of(parts), port, _path_of(parts))
    if any(_is_admitted(entry, address) for entry in allowed):
        return address
    if address.scheme == "http":
        raise Refused(_("Only https is allowed for %(host)s.", host=address.shown_host), "address")
    raise Refused(_("The owner of this site does not allow %(host)s.", host=address.shown_host), "address")


def resolve(address: Address) -> str:
    """The IP address of a host, looked up once. Raises ``Refused`` if there is none or it is in a private network."""
    try:
        rows = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Refused(_("No machine called %(host)s was found.", host=address.host), "address") from None
    numbers = [ipaddress.ip_address(str(row[4][0]).partition("%")[0]) for row in rows]
    if not numbers or not all(map(is_outside, numbers)):
        raise Refused(
            _("%(host)s leads to a machine of this network: messages go outside only.", host=address.host), "address"
        )
    return str(numbers[0])


def is_outside(number: Ip) -> bool:
    """True for a public IP address; IPv6 addresses that embed a private IPv4 one are not."""
    if isinstance(number, ipaddress.IPv6Address):
        inner = [number.ipv4_mapped, number.sixtofour, *(number.teredo or ())]
        if number in _NAT64:
            inner.append(ipaddress.IPv4Address(int(number) & 0xFFFFFFFF))
        if any(other is not None and not is_outside(other) for other in inner):
            return False
    return number.is_global and not number.is_multicast and not number.is_reserved


def _split(text: str) -> tuple[SplitResult, int]:
    refusal = Refused(_("This is not a valid address: it has to be https:// and a host name."), "address")
    if len(text) > LONGEST or _PLAIN.fullmatch(text) is None:
        raise refusal
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise refusal from None
    host_match = _HOST.fullmatch(parts.hostname or "")
    if parts.scheme not in PORTS or host_match is None or "@" in parts.netloc or port == 0:
        raise refusal
    return parts, port or PORTS[parts.scheme]


def _host_of(parts: SplitResult) -> str:
    return (parts.hostname or "").removesuffix(".")


def _path_of(parts: SplitResult) -> str:
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def _is_admitted(entry: str, address: Address) -> bool:
    scheme, _colon, rest = entry.rpartition("://")
    scheme = scheme or "https"
    try:
        other = urlsplit(f"{scheme}://{rest}")
        port = other.port or PORTS[scheme]
    except (ValueError, KeyError):
        return False
    host = _host_of(other)
    same = address.host.endswith(host[1:]) if host.startswith("*.") else address.host == host
    return bool(host) and same and (address.scheme, address.port) == (scheme, port)
