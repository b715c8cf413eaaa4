"""Hosts on this machine: network namespaces on a bridge, each of which can be cut off and reconnected.

What needs no host of its own, such as the proxy and the databases, listens on the bridge's address. Where a machine
lets nobody make a network, a host is a process that dies at once instead of falling silent.
"""

from __future__ import annotations

import os
import random
import subprocess
from contextlib import suppress

from tests.forks import ForkedServer
from tests.serve import Server


class Unable(Exception):  # noqa: N818 - no error of ours: this machine lets nobody make a network
    """Raised if this machine permits no network namespaces."""


class Processes:
    """Hosts that are only processes of this machine: one that is cut off is killed, and restarted when it joins."""

    address = "127.0.0.1"

    def kinds(self) -> tuple[type[Server], ...]:
        return (ForkedServer,)

    def cut(self, server: Server) -> None:
        server.kill()

    def join(self, server: Server) -> None:
        server.start()

    def close(self) -> None:
        pass


class Hosts:
    """So many hosts on a network that ends with ``close``. Raises ``Unable``."""

    def __init__(self, count: int) -> None:
        self._name = f"tl{os.getpid() % 100_000}"
        self._network = f"10.{random.SystemRandom().randrange(100, 250)}.7"
        self.address = f"{self._network}.1"
        self._count = count
        try:
            self._make()
        except (OSError, subprocess.CalledProcessError) as error:
            self.close()
            raise Unable(getattr(error, "stderr", None) or str(error)) from error

    def _make(self) -> None:
        _ip("link", "add", self._name, "type", "bridge")
        _ip("addr", "add", f"{self.address}/24", "dev", self._name)
        _ip("link", "set", self._name, "up")
        for number in range(self._count):
            space = self._space(number)
            _ip("netns", "add", space)
            _ip("link", "add", self._line(number), "type", "veth", "peer", "name", "eth0", "netns", space)
            _ip("link", "set", self._line(number), "master", self._name, "up")
            _ip("-n", space, "addr", "add", f"{self._address(number)}/24", "dev", "eth0")
            _ip("-n", space, "link", "set", "eth0", "up")
            _ip("-n", space, "link", "set", "lo", "up")

    def kinds(self) -> tuple[type[Server], ...]:
        """Servers, each of which runs on a host."""
        return tuple(
            type(
                f"Host{number}",
                (Server,),
                {"host": self._address(number), "inside": ("ip", "netns", "exec", self._space(number))},
            )
            for number in range(self._count)
        )

    def cut(self, server: Server) -> None:
        """Silently drop everything from and to a host."""
        _ip("link", "set", self._line(self._number(server)), "down")

    def join(self, server: Server) -> None:
        _ip("link", "set", self._line(self._number(server)), "up")

    def close(self) -> None:
        for number in range(self._count):
            for words in (("link", "del", self._line(number)), ("netns", "del", self._space(number))):
                with suppress(OSError, subprocess.CalledProcessError):
                    _ip(*words)
        with suppress(OSError, subprocess.CalledProcessError):
            _ip("link", "del", self._name)

    def _number(self, server: Server) -> int:
        return [self._address(number) for number in range(self._count)].index(server.host)

    def _space(self, number: int) -> str:
        return f"{self._name}-{number}"

    def _line(self, number: int) -> str:
        return f"{self._name}v{number}"

    def _address(self, number: int) -> str:
        return f"{self._network}.{11 + number}"


def _ip(*words: str) -> None:
    path = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True, env={**os.environ, "PATH": path})
