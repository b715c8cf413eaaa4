"""A PostgreSQL server of the test's own, in a folder of its own: it may be killed, or take nothing more."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import psycopg

from tests.faults.cluster import LIVENESS, until
from tests.serve import free_port

PLACES = "/usr/lib/postgresql"


def program(name: str) -> str | None:
    """A program of the newest PostgreSQL of this machine: its distribution keeps the server's out of the path."""
    found = sorted(Path(PLACES).glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3]))
    return str(found[-1]) if found else shutil.which(name)


class Postgres:
    """A server on a free port of this machine. It refuses to run as root, so root runs it as ``postgres``."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"postgres://postgres@127.0.0.1:{self.port}/postgres"
        self.folder = Path(tempfile.mkdtemp(prefix="tablee-postgres-"))
        self.process: subprocess.Popen[bytes] | None = None
        self.other: dict[str, Any] = {}
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
            self.other = {"user": "postgres", "group": "postgres"}
        self._run(
            "initdb", "-D", self.folder / "data", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "-N"
        )

    def start(self) -> None:
        """Serve, and return once it answers; what is left of the one killed before may hold it up for a moment."""
        words = [program("postgres"), "-D", self.folder / "data", "-p", str(self.port)]
        words += ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="]
        deadline = time.monotonic() + LIVENESS
        while not self._answers():
            assert time.monotonic() < deadline, (self.folder / "log").read_text()[-2000:]
            if self.process is None or self.process.poll() is not None:
                with (self.folder / "log").open("ab") as log:
                    self.process = subprocess.Popen(words, cwd=self.folder, stdout=log, stderr=log, **self.other)
            time.sleep(0.05)

    def kill(self) -> None:
        """End it and every process it has begun, as a power cut would."""
        if self.process is not None:
            for pid in [self.process.pid, *_children(self.process.pid)]:
                os.kill(pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def read_only(self, on: bool) -> None:
        """Take nothing more, as a server does that stands by for another; or take everything again."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"alter system set default_transaction_read_only = {'on' if on else 'off'}")
            connection.execute("select pg_reload_conf()")
        until(lambda: self._says("show default_transaction_read_only") == ("on" if on else "off"), "it is said")

    def close(self) -> None:
        """End it and forget its data."""
        self.kill()
        shutil.rmtree(self.folder)

    def _answers(self) -> bool:
        try:
            return self._says("select 1") == 1
        except psycopg.OperationalError:
            return False

    def _says(self, question: str) -> Any:
        with psycopg.connect(self.url, connect_timeout=LIVENESS) as connection:
            row = connection.execute(question).fetchone()
        return row[0] if row else None

    def _run(self, name: str, *words: Any) -> None:
        done = subprocess.run([program(name), *words], cwd=self.folder, capture_output=True, text=True, **self.other)
        assert done.returncode == 0, done.stderr


def _children(pid: int) -> list[int]:
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended meanwhile
            continue
        if int(fields[1]) == pid:
            found.append(int(entry.parent.name))
    return found
