"""A request as the server passes it on: raw bytes through every middleware, with its cost."""

from __future__ import annotations

import asyncio
import gc
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote_plus, unquote

from asgiref.sync import async_to_sync, sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

Pairs = list[tuple[str, str]]
TOKEN = "x" * 32
FORM = b"application/x-www-form-urlencoded"
BOUNDARY = b"0-a-part-of-a-form-0"


class Here(ASGIHandler):
    """The site's pages in the thread of the test, whose transaction and connection they are part of."""

    def load_middleware(self, is_async: bool = True) -> None:
        super().load_middleware(is_async=False)
        self._middleware_chain = sync_to_async(self._middleware_chain, thread_sensitive=True)


application = Here()


@dataclass(frozen=True)
class Answer:
    """The response, and the seconds of processor time it took."""

    status: int
    headers: dict[str, str]
    body: bytes
    seconds: float


def urlencoded(pairs: Pairs) -> bytes:
    """A form as a browser sends it, and half characters as no browser does."""
    return "&".join("=".join(quote_plus(word, errors="surrogatepass") for word in pair) for pair in pairs).encode()


def multipart(pairs: Pairs, files: list[tuple[str, str, bytes]]) -> bytes:
    """A form with files, as a browser sends it."""
    parts = [(f'name="{name}"', value.encode(errors="surrogatepass")) for name, value in pairs]
    parts += [
        (f'name="{name}"; filename="{called}"\r\nContent-Type: application/json', raw) for name, called, raw in files
    ]
    lines = (
        b"--%s\r\nContent-Disposition: form-data; %s\r\n\r\n%s\r\n"
        % (BOUNDARY, disposition.encode(errors="surrogatepass"), raw)
        for disposition, raw in parts
    )
    return b"".join(lines) + b"--" + BOUNDARY + b"--\r\n"


def send(
    method: str,
    target: str,
    *,
    cookie: str = "",
    body: bytes = b"",
    kind: bytes = FORM,
    headers: tuple[tuple[bytes, bytes], ...] = (),
) -> Answer:
    """Ask the site; headers given here take the place of those of the same name."""
    path, _mark, query = target.partition("?")
    usual = {
        b"host": b"testserver",
        b"cookie": f"tablee_csrf={TOKEN}; {cookie}".encode(),
        b"x-csrftoken": TOKEN.encode(),
    }
    if method == "POST":
        usual |= {b"content-type": kind, b"content-length": str(len(body)).encode()}
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode(errors="replace"),
        "root_path": "",
        "query_string": query.encode(errors="replace"),
        "headers": [(name, value) for name, value in usual.items() if name not in dict(headers)] + list(headers),
        "client": ("127.0.0.1", 50000),
        "server": ("testserver", 80),
    }
    # Requests here run inside a transaction.
    muted = [signal for signal in (request_started, request_finished) if signal.disconnect(close_old_connections)]
    gc.disable()  # going over all that thousands of inputs have left in this process is no work of the site
    try:
        start = time.process_time()
        status, found, text = async_to_sync(_send)(scope, body)
        return Answer(status, found, text, time.process_time() - start)
    finally:
        gc.enable()
        for signal in muted:
            signal.connect(close_old_connections)


async def _send(scope: dict[str, Any], body: bytes) -> tuple[int, dict[str, str], bytes]:
    said = [{"type": "http.request", "body": body, "more_body": False}]
    heard: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        if not said:
            await asyncio.Event().wait()  # whoever asked waits for the answer
        return said.pop()

    async def take(message: dict[str, Any]) -> None:
        heard.append(message)

    await application(scope, receive, take)
    headers = {name.decode("latin1").lower(): value.decode("latin1") for name, value in heard[0]["headers"]}
    return heard[0]["status"], headers, b"".join(message.get("body", b"") for message in heard[1:])
