"""A real server in a process of its own: for browser tests and for tests that kill it."""

from __future__ import annotations

import os
import random
import secrets
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path

from config.serving.server import GOODBYE

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 180  # seconds a busy machine may take to start one
LAYING = 600  # seconds it may take to lay every page of five games
FAREWELL = 3 * GOODBYE  # seconds it may take to end politely: open requests alone get a third of them
# Shared by all servers of a process: a table laid for one, with its signed sessions, is copied for the next.
KEY = secrets.token_urlsafe(40)
_templates = tempfile.TemporaryDirectory(prefix="tablee-templates-")


def free_port() -> int:
    """A free port, below the range of ephemeral ports.

    Of those, one that calls a server that is down may be given the server's own port, and then talks to itself.
    """
    while True:
        port = random.SystemRandom().randrange(15_000, 32_000)
        if not accepts("127.0.0.1", port):
            return port


def accepts(host: str, port: int) -> bool:
    """True if somebody accepts connections there."""
    with socket.socket() as probe:
        return probe.connect_ex((host, port)) == 0


def run(
    words: Sequence[str], environment: Mapping[str, str], typed: str = "", cwd: Path = ROOT, seconds: float = LAYING
) -> subprocess.CompletedProcess[str]:
    """Run Python in a new process, whatever it ends with."""
    command, pipes = [sys.executable, *words], {"capture_output": True, "text": True, "timeout": seconds}
    return subprocess.run(command, cwd=cwd, env=environment, input=typed, **pipes)


class Server:
    """The site on one port of this machine, with its data in `var`; it can be killed and started again."""

    program = staticmethod(run)
    host = "127.0.0.1"  # the address it listens on
    inside: tuple[str, ...] = ()  # the words that begin its command, where it runs apart from this process

    def __init__(self, var: Path, **environment: str) -> None:
        self.port = free_port()
        self.url = f"http://{self.host}:{self.port}"
        self.log = var / "server.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.endswith("_URL")},
            "LC_ALL": "fr_FR.UTF-8",  # what commands print is read by tests, on whichever machine
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "SECRET_KEY": KEY,
            "TABLEE_VAR": str(var),
            "TABLEE_URL": self.url,
            "TABLEE_SIMULATED_FIGHTS": "4",
            "TABLEE_SQLITE_SYNCHRONOUS": "FULL",
            **environment,
        }

    @property
    def database(self) -> Path | None:
        """Its SQLite file, if it has one."""
        url = self.environment.get("DATABASE_URL", "")
        if url and not url.startswith("sqlite:///"):
            return None
        return Path(url.removeprefix("sqlite:///")) if url else Path(self.environment["TABLEE_VAR"]) / "tablee.sqlite3"

    def manage(self, *words: str) -> str:
        """Run one management command on the server's data and return what it prints."""
        return self.run("manage.py", *words)

    def run(self, *words: str, typed: str = "") -> str:
        """Run Python on the server's data and return what it prints."""
        ran = self.program(words, self.environment, typed)
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout

    def migrate(self) -> None:
        """Create the tables; those of SQLite are created once in this process, and copied."""
        if self.database is None:
            self.manage("migrate", "--verbosity", "0")
        else:
            copy_database(_migrated(type(self)), self.database)

    def lay(self, module: str, *words: str, typed: str = "") -> str:
        """Lay a table by a module on data that is new, and return what it prints; once in this process, and copied."""
        if self.database is None:
            return self.run("-m", module, *words, typed=typed)
        template, printed = _laid(type(self), ("-m", module, *words), typed)
        copy_database(template, self.database)
        return printed

    def lay_demonstration(self) -> str:
        """Lay the demonstration on data that is new, and return what it prints, with the links of another site."""
        assert self.database is not None
        template, printed = _laid(type(self), ("manage.py", "demo", "--links", "--prepared"), TABLEE_DEMO="1")
        copy_database(template, self.database)
        return printed

    def start(self) -> None:
        """Start, and return once this very process accepts a connection."""
        self.launch()
        self.wait()

    def copy(self, other: Server) -> None:
        """Copy the data of another server."""
        assert self.database is not None and other.database is not None
        copy_database(other.database, self.database)

    def launch(self) -> None:
        """Start without waiting."""
        command = [*self.inside, sys.executable, "manage.py", "serve", "--host", self.host, "--port", str(self.port)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, env=self.environment, stdout=log, stderr=log)

    def wait(self) -> None:
        """Wait until the launched process accepts a connection."""
        assert self.process is not None
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            # A foreign server on this port would make ours end at once.
            assert self.process.poll() is None, self.log.read_text()[-3000:]
            if accepts(self.host, self.port):
                return
            time.sleep(0.05)
        raise AssertionError(f"no answer in {PATIENCE} s: {self.log.read_text()[-3000:]}")

    def kill(self) -> None:
        """End it as a power cut would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """End it gracefully."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(FAREWELL)
            except subprocess.TimeoutExpired:
                self.kill()

    def close(self) -> None:
        """End all its processes."""
        self.stop()


def copy_database(template: Path, database: Path) -> None:
    """Copy a database through SQLite, because a server may have opened it already."""
    with closing(sqlite3.connect(template)) as source, closing(sqlite3.connect(database)) as copy:
        source.backup(copy)


def _template(kind: type[Server], **environment: str) -> Server:
    return kind(Path(tempfile.mkdtemp(dir=_templates.name)), TABLEE_SQLITE_SYNCHRONOUS="OFF", **environment)


@cache
def _migrated(kind: type[Server]) -> Path:
    server = _template(kind)
    server.manage("migrate", "--verbosity", "0")
    assert server.database is not None
    return server.database


@cache
def _laid(kind: type[Server], command: tuple[str, ...], typed: str = "", **environment: str) -> tuple[Path, str]:
    server = _template(kind, **environment)
    server.migrate()
    printed = server.run(*command, typed=typed)
    assert server.database is not None
    return server.database, printed
