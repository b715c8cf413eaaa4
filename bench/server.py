"""The site with the benchmark's addresses: ``python -m bench.server PORT``. It listens on loopback for one run.

Addresses under ``/bench/`` belong to the benchmark, all others to the site, through its own middleware.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import Any

from channels.db import database_sync_to_async

from config.asgi import application as site
from config.serving.server import serve

# isort: split
from bench import baselines, inside  # after the site, which sets Django up
from campaigns.live.hub import hub
from campaigns.live.sockets import Parcel, Socket

floor = baselines.Floor()
SOCKETS = {
    "f": floor,
    "hub": baselines.Relay.as_asgi(),
    "a": baselines.WholeBoards.as_asgi(),
    "b": baselines.EachItsOwn.as_asgi(),
}


async def application(scope: Any, receive: Any, send: Any) -> None:
    path = scope.get("path", "")
    if not path.startswith("/bench/"):
        await site(scope, receive, send)
    elif scope["type"] == "websocket":
        await SOCKETS[path.split("/")[2]](scope, receive, send)
    else:
        body = await _body(receive)
        answer = await _answer(path.split("/")[2], body, scope)
        text = json.dumps(answer).encode()
        headers = [(b"content-length", str(len(text)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": text})


async def _answer(word: str, body: bytes, scope: Any) -> Any:
    values = json.loads(body)
    if word == "cpu":
        return time.process_time()
    if word == "f":
        await floor.broadcast(values)
    elif word == "hub":
        baselines.Relay.broadcast(values)
    elif word == "a":
        await _command(values, scope)
        await baselines.tell_boards(values["campaign"], {key: tuple(page) for key, page in values["boards"].items()})
    elif word == "b":
        await _command(values, scope)
        await baselines.tell_changed(values["campaign"])
    elif word == "shown":
        await _wait_for(values["campaign"], values["seq"])
    elif word == "stuff":
        return _stuff(values["campaign"], values["pages"], values["bytes"])
    elif word == "blocked":
        return sum(line.busy for line in _lines(values["campaign"]))
    elif word == "inside":
        return await database_sync_to_async(getattr(inside, values["measure"]))(values["table"])
    return None


async def _wait_for(campaign: int, seq: int) -> None:
    """Wait until the pages of a table are drawn with its event of this number."""
    while hub().rooms[campaign].seq < seq:
        await asyncio.sleep(0.005)


def _lines(campaign: int) -> list[Socket]:
    return [line for fellows in hub().rooms[campaign].sockets.values() for line in fellows]


def _stuff(campaign: int, pages: int, size: int) -> bool:
    lines = _lines(campaign)
    if len(lines) == pages:
        max(lines, key=lambda socket: socket.number).owe(Parcel({"stuff": "x" * size}))
    return len(lines) == pages


async def _command(table: dict[str, Any], scope: Any) -> None:
    body = table["bodies"][0].encode()
    passed_on = [(name, value) for name, value in scope["headers"] if name != b"content-length"]
    headers = [*passed_on, (b"content-length", str(len(body)).encode())]
    statuses: list[int] = []

    async def receive() -> dict[str, Any]:
        if not statuses:
            statuses.append(0)
            return {"type": "http.request", "body": body}
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: dict[str, Any]) -> None:
        statuses.append(message.get("status", 0))

    path = table["action"]
    await site({**scope, "path": path, "raw_path": path.encode(), "headers": headers}, receive, send)
    assert 200 in statuses, statuses


async def _body(receive: Any) -> bytes:
    line = b""
    while True:
        message = await receive()
        line += message.get("body", b"")
        if not message.get("more_body"):
            return line


if __name__ == "__main__":
    serve("127.0.0.1", int(sys.argv[1]), "bench.server:application", timeout_keep_alive=600)
