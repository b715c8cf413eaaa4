"""Goal 10: a page that does not read its socket costs the others nothing, and the server little."""

from __future__ import annotations

import asyncio
import socket
from statistics import median

from bench.host import Server
from bench.played_table import PlayedTable
from bench.result import Result, noise, percentile

VIEWERS, ACTS, SECONDS = 50, 20, 4.0  # it is closed after ten seconds, and nothing may be measured then
STUFF = 500_000  # bytes sent to it at once, more than any buffer on the way holds
SMALL = 4096


async def measure(server: Server, rounds: int) -> Result:
    """Rounds of the same acts, in turns with and without a page that stops reading after its first frame."""
    rounds = max(5, rounds // 2)
    (laid,) = server.lay("lay", 1)
    table = await PlayedTable(server.port, laid).open(VIEWERS)
    took: dict[str, list[float]] = {"awake": [], "asleep": []}
    held: list[float] = []
    for number in range(rounds + 1):
        before = server.memory()
        awake = await _act_for_a_while(table)
        between = server.memory()
        sleeper = await asyncio.to_thread(_connect_sleeper, server.port, *laid["pages"][0])
        asked = {"campaign": laid["campaign"], "pages": VIEWERS + 1, "bytes": STUFF}
        while not await table.line.ask("stuff", asked):
            await asyncio.sleep(0.05)
        asleep = await _act_for_a_while(table)
        grown = server.memory() - between
        assert await table.line.ask("blocked", asked) == 1, "it was let go before it had been measured"
        sleeper.close()
        await asyncio.sleep(0.2)
        if number:  # the first round warms up
            took["awake"] += awake
            took["asleep"] += asleep
            held.append(grown - (between - before))
    behind = table.behind
    table.close()
    p95 = {name: percentile(values, 0.95) for name, values in took.items()}
    figures = {
        "p95 of the others beside a sleeping viewer / without": p95["asleep"] / p95["awake"],
        "memory of a sleeping viewer, MB": median(held),
        "screens left behind by a sleeping viewer": float(behind),
    }
    lines = [f"sleeper: p95 {p95[name] * 1000:.1f} ms of {len(values)}, {name}" for name, values in took.items()]
    return Result(figures, lines, noise(took["awake"]))


async def _act_for_a_while(table: PlayedTable) -> list[float]:
    values: list[float] = []
    while len(values) < ACTS and sum(values) < SECONDS:
        values.append(await table.act())
    return values


def _connect_sleeper(port: int, seat: str, page: str, cookie: str) -> socket.socket:
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
    line.connect(("127.0.0.1", port))
    head = [f"GET /ws/{seat}/{page}/ HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Origin: http://127.0.0.1:{port}"]
    head += [f"Cookie: {cookie}", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"]
    line.sendall(("\r\n".join([*head, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]) + "\r\n\r\n").encode())
    values = b""
    while b"\r\n\r\n" not in values:
        values += line.recv(1)
    assert values.startswith(b"HTTP/1.1 101"), values
    return line
