"""A relay in front of the server that keeps every byte it sent to one window, pages and socket alike."""

from __future__ import annotations

import contextlib
import socket
import threading

ACCEPTS, IGNORED = b"Accept-Encoding:", b"X-Never-Packed-:"  # of the same length; responses must not be compressed


class Relay:
    """A proxy on its own port; ``heard`` has all bytes from the server, in order of arrival."""

    def __init__(self, port: int) -> None:
        self.behind = port
        self.door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.door.getsockname()[1]}"
        self.heard = bytearray()
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        """Take no further connection."""
        self.door.close()

    def _serve(self) -> None:
        while True:
            try:
                near, _address = self.door.accept()
            except OSError:
                return
            threading.Thread(target=self._join, args=(near,), daemon=True).start()

    def _join(self, near: socket.socket) -> None:
        try:
            far = socket.create_connection(("127.0.0.1", self.behind))
        except OSError:
            near.close()
            return
        threading.Thread(target=self._pass, args=(near, far, False), daemon=True).start()
        self._pass(far, near, True)

    def _pass(self, source: socket.socket, target: socket.socket, keep: bool) -> None:
        try:
            while chunk := source.recv(65536):
                if keep:
                    self.heard += chunk
                target.sendall(chunk if keep else chunk.replace(ACCEPTS, IGNORED))
        except OSError:
            pass  # one side is gone, and so is the other
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
