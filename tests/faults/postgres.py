"""A PostgreSQL server for one test, in its own folder, that can be killed or made read-only."""

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
    """A server on a free port of this machine. It refuses to run as root, so root runs it as ``postgres``.

    ``host`` is the address it listens on, ``of`` the server that it stands by for.
    """

    def __init__(self, host: str = "127.0.0.1", of: Postgres | None = None) -> None:
        self.host, self.port = host, free_port()
        self.url = f"postgres://postgres@{host}:{self.port}/postgres"
        self.more: tuple[str, ...] = ()  # options of its command line
        self.folder = Path(tempfile.mkdtemp(prefix="tablee-postgres-"))
        self.process: subprocess.Popen[bytes] | None = None
        self.other: dict[str, Any] = {}
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
            self.other = {"user": "postgres", "group": "postgres"}
        data = self.folder / "data"
        if of is not None:
            self._run("pg_basebackup", "-d", of.url, "-D", data, "-R", "-X", "stream", "--no-sync")
            return
        self._run("initdb", "-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "-N")
        if host != "127.0.0.1":
            trusted = "".join(f"host {what} all {host}/24 trust\n" for what in ("all", "replication"))
            (data / "pg_hba.conf").write_text(trusted)

    def start(self) -> None:
        """Start, and return once it answers; remains of a killed server may delay it for a moment."""
        words = [program("postgres"), "-D", self.folder / "data", "-p", str(self.port)]
        words += ["-c", f"listen_addresses={self.host}", "-c", "unix_socket_directories=", *self.more]
        deadline = time.monotonic() + LIVENESS
        while not self._answers():
            assert time.monotonic() < deadline, (self.folder / "log").read_text()[-2000:]
            if self.process is None or self.process.poll() is not None:
                with (self.folder / "log").open("ab") as log:
                    self.process = subprocess.Popen(words, cwd=self.folder, stdout=log, stderr=log, **self.other)
            time.sleep(0.05)

    def kill(self) -> None:
        """End it and all its processes, as a power cut would."""
        if self.process is not None:
            for pid in [self.process.pid, *_children(self.process.pid)]:
                os.kill(pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def read_only(self, on: bool) -> None:
        """Refuse writes, like a standby server, or accept them again."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"alter system set default_transaction_read_only = {'on' if on else 'off'}")
            connection.execute("select pg_reload_conf()")
        until(lambda: self._says("show default_transaction_read_only") == ("on" if on else "off"), "it is said")

    def take_over(self) -> None:
        """Become the primary server in place of the one it stood by for."""
        self._says("select pg_promote()")
        until(lambda: self._says("select pg_is_in_recovery()") is False, "it takes over")

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
