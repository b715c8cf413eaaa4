"""The port of a server and its data: each taken by one program at a time. Django is not needed here."""

from __future__ import annotations

import errno
import fcntl
import socket
from pathlib import Path
from typing import IO

from config.words import Sentence, _

TAKEN = _("Port %(port)s is taken by another program: --port takes another one.")
CLOSED = _("Nothing can be served on %(host)s, port %(port)s (%(error)s).")
RUNNING = _("Tablée already runs on these data (%(database)s): %(address)s")


class CannotServe(Sentence):
    """The port or the data cannot be taken."""


def opened(host: str, port: int) -> socket.socket:
    """Return a socket that is bound and does not listen yet. Raises ``CannotServe``."""
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
    """Return the address of this machine in its network, or the one it has for itself where there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def alone(database: Path, address: str) -> IO[str]:
    """Return an open file that is locked while this program lives: one on these data. Raises ``CannotServe``."""
    path = database.with_name(f"{database.name}.running")
    file = path.open("a+", encoding="utf-8")
    path.chmod(0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.seek(0)
        there = file.read(200)
        file.close()
        raise CannotServe(RUNNING, database=database, address=there) from error
    file.truncate(0)
    file.write(address)
    file.flush()
    return file
