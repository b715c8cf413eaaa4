"""Open pages: threads that hold a socket like a page and reconnect when it breaks."""

from __future__ import annotations

import json
import threading
import time
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from tests.frames import whole


class Screen(threading.Thread):
    """One page of one seat: ``texts`` is what it shows, region by region."""

    def __init__(
        self, server: str, cookie: str, seat: dict[str, Any], name: str, key: str = "", silence: float = 0.0
    ) -> None:
        super().__init__(daemon=True)
        self.address = [seat["token"], name, key]
        path = "/".join(filter(None, self.address))
        self.url = f"{server.replace('http', 'ws')}/ws/{path}/"
        cookies = {"Cookie": f"{cookie}={seat['session']}"}
        self.options: dict[str, Any] = {
            "origin": server,
            "additional_headers": cookies,
            "close_timeout": 1,
            "compression": None,
            "ping_interval": None,
        }
        self.silence = silence  # seconds after which a line that says nothing is given up, if any
        self.texts: dict[str, str] = {}
        self.frames = self.opened = 0
        self.codes: list[int] = []
        self.ending = threading.Event()

    def run(self) -> None:
        while not self.ending.is_set():
            try:
                self._watch()
            except (OSError, TimeoutError, WebSocketException):
                self.ending.wait(0.2)

    def end(self) -> None:
        """Let it close."""
        self.ending.set()

    def _watch(self) -> None:
        with connect(self.url, max_size=None, open_timeout=5, **self.options) as line:
            self.opened += 1
            heard = time.monotonic()
            while not self.ending.is_set():
                try:
                    self._take(json.loads(line.recv(timeout=1)))
                    heard = time.monotonic()
                except TimeoutError:
                    if self.silence and time.monotonic() - heard > self.silence:
                        return

    def _take(self, frame: dict[str, str]) -> None:
        found = whole(frame, self.texts)
        if found:
            self.frames += 1
            self.texts = {**self.texts, **found}
