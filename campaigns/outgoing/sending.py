"""Sending of one request: to the IP address its host resolved to, without redirects or proxies, within a time limit."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import TYPE_CHECKING

from campaigns.outgoing import addresses
from campaigns.outgoing.addresses import Address
from campaigns.outgoing.kinds import Answer, Request
from rules.core.errors import Refused
from rules.core.text import Text, _

if TYPE_CHECKING:
    import ssl

PATIENCE = 10.0  # seconds, from the first byte sent to the status of the response


def send(request: Request) -> Answer:
    """Send a request and return the outcome; failures of the other side are returned, not raised."""
    try:
        address = addresses.read_address(request.address, request.allowed)
        number = addresses.resolve(address)
    except Refused as refusal:
        return Answer(problem=refusal.text)
    return asyncio.run(_post(request, address, number))


async def _post(request: Request, address: Address, number: str) -> Answer:
    import httpx  # imported here, so that a site that sends nothing does not load it

    host = f"[{number}]" if ":" in number else number
    to = f"{address.scheme}://{host}:{address.port}{address.path}"
    headers = {**request.headers, "Host": address.shown_host, "User-Agent": "Tablee"}
    host_of = {"sni_hostname": address.host}  # the name whose certificate is requested and verified
    try:
        async with (
            asyncio.timeout(PATIENCE),
            httpx.AsyncClient(verify=certificates(), trust_env=False, timeout=PATIENCE) as client,
            # Only the head of the response is read.
            client.stream("POST", to, content=request.body, headers=headers, extensions=host_of) as answer,
        ):
            return Answer(answer.status_code, problem_of(answer.status_code))
    except (TimeoutError, httpx.TimeoutException):
        return Answer(problem=_("No answer within %(n)s seconds.", n=int(PATIENCE)))
    except httpx.ConnectError as error:
        if "CERTIFICATE" in str(error):
            return Answer(problem=_("Its certificate is not valid for %(host)s.", host=address.host))
        return Answer(problem=_("Nothing answers at %(host)s.", host=address.shown_host))
    except (httpx.HTTPError, httpx.InvalidURL, ValueError):
        return Answer(problem=_("%(host)s sent a response that cannot be read.", host=address.shown_host))


def problem_of(status: int) -> Text | None:
    """The sentence for an HTTP status; ``None`` for success."""
    if 200 <= status < 300:
        return None
    if 300 <= status < 400:
        return _("It redirects to another address, which is not followed: enter that one here.")
    return _("It answers %(status)s.", status=status)


@cache
def certificates() -> ssl.SSLContext:
    import httpx

    return httpx.create_ssl_context(trust_env=True)  # uses SSL_CERT_FILE and SSL_CERT_DIR if they are set
