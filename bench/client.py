"""A load client for this machine only: many sockets on one event loop, and one connection for commands.

Frames are counted and timed, not parsed, so that the client itself is never the bottleneck.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import time
from contextlib import suppress
from typing import Any

HEARTBEAT = b'{"t":"hb"}'


class Viewer(asyncio.Protocol):
    """One socket: its number of frames with content, the time at which the last one was complete, and its bytes."""

    def __init__(self, host: str, path: str, cookie: str, opened: asyncio.Event) -> None:
        self.host, self.path, self.cookie, self.opened = host, path, cookie, opened
        self.frames, self.last, self.frame, self.bytes = 0, 0.0, b"", 0
        self.closed = False
        self._news = asyncio.Event()
        self._data = bytearray()
        self._ready = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {self.path} HTTP/1.1",
            f"Host: {self.host}",
            f"Origin: http://{self.host}",
            f"Cookie: {self.cookie}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        ]
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(("\r\n".join(lines) + "\r\n\r\n").encode())

    def data_received(self, data: bytes) -> None:
        self._data += data
        if not self._ready:
            head, mark, rest = bytes(self._data).partition(b"\r\n\r\n")
            if not mark:
                return
            assert head.startswith(b"HTTP/1.1 101"), head[:200]
            self._ready, self._data = True, bytearray(rest)
            self.opened.set()
        self._take()

    async def next_frame(self, seconds: float) -> None:
        """Wait for the next frame, up to a time limit."""
        self._news.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._news.wait()

    def _take(self) -> None:
        while len(self._data) >= 2:
            start, length = 2, self._data[1] & 127
            if length == 126:
                start, length = 4, int.from_bytes(self._data[2:4], "big")
            elif length == 127:
                start, length = 10, int.from_bytes(self._data[2:10], "big")
            if len(self._data) < start + length or (start > 2 and len(self._data) < start):
                return
            kind, body = self._data[0] & 15, bytes(self._data[start : start + length])
            del self._data[: start + length]
            if kind == 8:  # reported by whoever waits for a frame of this socket
                self.closed = True
                self._news.set()
                self.transport.close()
                return
            if kind == 9:  # a ping: a pong, masked by zeros, keeps the connection
                self.transport.write(bytes([0x8A, 0x80 | len(body), 0, 0, 0, 0]) + body)
            if kind in (1, 2) and body != HEARTBEAT:
                self.frames, self.last, self.frame = self.frames + 1, time.perf_counter(), body
                self.bytes += len(body)
                self._news.set()


async def watch(port: int, paths: list[tuple[str, str]]) -> list[Viewer]:
    """Open a socket for each path and cookie, and return when all are open."""
    loop = asyncio.get_running_loop()
    viewers = []
    for path, cookie in paths:
        opened = asyncio.Event()
        viewer = Viewer(f"127.0.0.1:{port}", path, cookie, opened)
        await loop.create_connection(lambda other=viewer: other, "127.0.0.1", port)  # type: ignore[misc]
        async with asyncio.timeout(20):
            await opened.wait()
        viewers.append(viewer)
    return viewers


def leave(viewers: list[Viewer]) -> None:
    for viewer in viewers:
        viewer.transport.close()


class Line:
    """One persistent connection for commands."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def open(self) -> Line:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def post(self, path: str, body: bytes, cookie: str = "") -> bytes:
        """The body of the response to a command. Raises ``AssertionError`` unless its status is 200."""
        head = [
            f"POST {path} HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            f"Cookie: {cookie}; tablee_csrf={'x' * 32}",
            "Content-Type: application/x-www-form-urlencoded",
            f"Content-Length: {len(body)}",
            f"X-CSRFToken: {'x' * 32}",
            "HX-Request: true",
            "X-Live: 1",
        ]
        self.writer.write(("\r\n".join(head) + "\r\n\r\n").encode() + body)
        answer = await self.reader.readuntil(b"\r\n\r\n")
        length = next(
            int(line.split(b":")[1]) for line in answer.split(b"\r\n") if line.lower().startswith(b"content-length")
        )
        text = await self.reader.readexactly(length)
        assert answer.startswith(b"HTTP/1.1 200"), answer[:300] + text[:300]
        return text

    async def ask(self, word: str, values: Any) -> Any:
        return json.loads(await self.post(f"/bench/{word}/", json.dumps(values).encode()))

    def close(self) -> None:
        self.writer.close()
