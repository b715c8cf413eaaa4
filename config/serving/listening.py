"""Locks on the server's port and data folder, so that only one program uses each. Imports no Django."""

from __future__ import annotations

import errno
import fcntl
import socket
from pathlib import Path
from typing import IO

from config.terminal import Sentence, _

TAKEN = _("Port %(port)s is in use by another program: choose another one with --port.")
CLOSED = _("Cannot listen on %(host)s, port %(port)s (%(error)s).")
RUNNING = _("Tablée already runs on these data (%(database)s): %(address)s")


class CannotServe(Sentence):
    """Raised if the port or the data folder is not available."""


def open_socket(host: str, port: int) -> socket.socket:
    """Return a bound socket that does not listen yet. Raises ``CannotServe``."""
    bound = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
    except (OSError, OverflowError) as error:
        bound.close()
        if getattr(error, "errno", None) == errno.EADDRINUSE:
            raise CannotServe(TAKEN, port=port) from error
        raise CannotServe(CLOSED, host=host, port=port, error=getattr(error, "strerror", None) or error) from error
    return bound


def own_address() -> str:
    """Return this machine's address in its network, or the loopback address without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def take_lock(database: Path, address: str) -> IO[str]:
    """Return a file locked while this program runs, so that only one uses these data. Raises ``CannotServe``."""
    path = database.with_name(f"{database.name}.running")
    file = path.open("a+", encoding="utf-8")
    path.chmod(0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.seek(0)
        banner = file.read(200)
        file.close()
        raise CannotServe(RUNNING, database=database, address=banner) from error
    file.truncate(0)
    file.write(address)
    file.flush()
    return file
