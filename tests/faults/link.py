"""A network link between people and a server that can delay, cut, duplicate or swallow data.

What TCP promises is kept: inside one connection nothing overtakes anything, and what is missing ends it. So a frame
that is lost is a line that ends; what overtakes comes by another connection; what comes twice is a request sent again
by something between, such as a proxy.
"""

from __future__ import annotations

import contextlib
import random
import re
import socket
import threading
import time
from collections import Counter

LATE = 0.4  # seconds at most
KEY = re.compile(rb"\bcommand=(\w+)")


class Link:
    """A proxy in front of a server; ``late``, ``cut`` and ``twice`` are the shares of connections that suffer.

    ``hole``: nothing passes either way and nobody is told, now and for ever on the connections that were open then.
    ``done`` counts what was done, ``copied`` are the keys of the commands that were sent twice.
    """

    def __init__(self, behind: int, chance: random.Random) -> None:
        self.behind, self.chance = behind, chance
        self.late = self.cut = self.twice = 0.0
        self.hole = False
        self.done: Counter[str] = Counter()
        self.copied: set[str] = set()
        self.open: set[socket.socket] = set()
        self.door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.door.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def clear(self) -> None:
        """Work without faults from now on."""
        self.late = self.cut = self.twice = 0.0
        self.hole = False

    def drop(self) -> None:
        """End all open connections."""
        for near in list(self.open):
            with contextlib.suppress(OSError):  # it has just ended by itself
                near.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Take no further connection."""
        self.door.close()

    def _serve(self) -> None:
        with contextlib.suppress(OSError):  # the door was closed
            while True:
                near, _address = self.door.accept()
                threading.Thread(target=self._join, args=(near,), daemon=True).start()

    def _join(self, near: socket.socket) -> None:
        if self.hole:
            self.done["hole"] += 1
            self._swallow(near)
        try:
            far = socket.create_connection(("127.0.0.1", self.behind))
        except OSError:
            near.close()
            return
        for end in (near, far):
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        threading.Thread(target=self._pass, args=(near, far, True), daemon=True).start()
        self.open.add(near)
        self._pass(far, near, False)
        self.open.discard(near)

    def _pass(self, source: socket.socket, target: socket.socket, asked: bool) -> None:
        with contextlib.suppress(OSError):  # one side is gone, and so is the other
            while piece := source.recv(65536):
                if self.hole:
                    self.done["hole"] += 1
                    self._swallow(source)
                    break
                if self._happens("late", self.late):
                    time.sleep(self.chance.random() * LATE)
                if self._happens("cut", self.cut):
                    break
                if asked and piece.startswith(b"POST ") and self._happens("twice", self.twice):
                    threading.Thread(target=self._send_again, args=(piece,), daemon=True).start()
                target.sendall(piece)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _happens(self, what: str, how_often: float) -> bool:
        happens = self.chance.random() < how_often
        self.done[what] += happens
        return happens

    def _swallow(self, source: socket.socket) -> None:
        """Receive everything without a response, until the sender gives up."""
        with contextlib.suppress(OSError):
            while source.recv(65536):
                continue

    def _send_again(self, request: bytes) -> None:
        """Send the same request on another connection, whose response is not read to its end."""
        self.copied |= {key.decode() for key in KEY.findall(request)}
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.behind)) as far:
            far.sendall(request)
            far.settimeout(5)
            far.recv(65536)
