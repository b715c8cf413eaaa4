"""The site as real processes on free ports of this machine, with its table, its writers and its open pages."""

from __future__ import annotations

import copy
import random
import re
import secrets
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.faults.inside import ask, lay
from tests.faults.link import Link
from tests.faults.screens import Screen
from tests.faults.writers import COUNTER, START, Writer
from tests.forks import ForkedServer
from tests.serve import Server, free_port

LIVENESS = 30  # seconds after which something that should happen is taken not to; nothing else is timed
WRITERS = 8
METRICS = "a-token-of-the-test"
# An exception that led to another one is told by that one.
RAISED = re.compile(
    r"^[A-Za-z_][\w.]*(?:Error|Exception|Exit)\b.*(?!\n\n(?:During handling|The above exception))$", re.MULTILINE
)
CLOSED = "RuntimeError: unable to perform operation on <TCPTransport closed=True"  # what uvloop says while connecting
AWAY = ("redis.exceptions.ConnectionError", "ConnectionRefusedError", "ConnectionResetError", CLOSED)


# The contents of databases copied from one with a table, by their addresses.
LAID: dict[str, dict[str, Any]] = {}


def lay_table(server: Server) -> dict[str, Any]:
    """Create the tables of an empty database, and the campaign at which everybody writes."""
    server.migrate()
    return lay(server, players=WRITERS - 1)


class Cluster:
    """One or more workers over one database with a campaign; ``begin`` starts the writers and the pages."""

    def __init__(
        self,
        var: Path,
        seed: int,
        workers: int = 1,
        kinds: Sequence[type[Server]] = (ForkedServer,),
        **environment: str,
    ) -> None:
        self.chance = random.Random(seed)
        self.servers = [
            kinds[number % len(kinds)](_folder(var, number), **_data(var, environment)) for number in range(workers)
        ]
        self.table = copy.deepcopy(LAID.get(self.environment.get("DATABASE_URL", ""))) or lay_table(self.servers[0])
        self.front = ""  # the address of a proxy or a line before the workers, if there is one
        self.links: list[Link] = []
        self.hurry: dict[str, float] = {}  # how long pages and writers wait for a line that says nothing
        self.expected: tuple[str, ...] = AWAY  # how exceptions begin that are part of the fault
        self.writers: list[Writer] = []
        self.screens: list[Screen] = []

    @property
    def environment(self) -> dict[str, str]:
        """The environment in which a process sees the same data."""
        return self.servers[0].environment

    def begin(self) -> None:
        """Start every worker, a page for each seat on each worker, and the writers."""
        for server in self.servers:
            server.start()
            for page in self._pages():
                self.open(server, *page)
        self.write()

    def line(self) -> Link:
        """A link before the first worker, which everybody uses from now on."""
        self.links.append(Link(self.servers[0].port, self.chance))
        self.front = self.links[-1].url
        return self.links[-1]

    def open(self, server: Server, *page: Any) -> Screen:
        """Open a page on a worker: a seat, the page's name and its key."""
        self.screens.append(Screen(self.front or server.url, self.table["cookie"], *page, **self.hurry))
        self.screens[-1].start()
        return self.screens[-1]

    def write(self) -> None:
        """Start eight writers, the game master and seven players, on any worker."""
        seats = [self.table["gm"], *self.table["players"]]
        urls = [self.front] if self.front else [server.url for server in self.servers]
        for number, seat in enumerate(seats):
            chance = random.Random(self.chance.getrandbits(64))
            self.writers.append(Writer(number, seat, self.table, urls, chance, **self.hurry))
            self.writers[-1].start()

    def rest(self) -> None:
        """Let every writer finish its command and stop."""
        for writer in self.writers:
            writer.end()
        for writer in self.writers:
            writer.join(2 * LIVENESS)
            assert not writer.is_alive(), "a writer never got an answer"

    def _pages(self) -> Iterator[tuple[Any, ...]]:
        yield self.table["gm"], "table"
        yield self.table["screen"], "screen"
        for seat in self.table["players"]:
            yield seat, "sheet", seat["characters"][0]

    @property
    def acked(self) -> int:
        """The number of commands acknowledged so far."""
        return sum(len(writer.acked) for writer in self.writers)

    def wait_acked(self, more: int) -> None:
        """Wait until so many more commands are acknowledged."""
        start = self.acked
        for one in range(more):
            until(lambda goal=start + one: self.acked > goal, "one more acknowledged command")

    def kill(self, number: int = 0) -> None:
        """kill -9 one worker at some moment among the next commands, and start it again."""
        self.wait_acked(self.chance.randrange(5, 60))
        time.sleep(self.chance.random() * 0.05)
        self.servers[number].kill()
        self.servers[number].start()

    def roll(self, number: int) -> None:
        """Replace one worker gracefully among the next commands, as an upgrade does."""
        self.wait_acked(self.chance.randrange(5, 30))
        self.servers[number].stop()
        self.servers[number].start()

    def check(self) -> dict[str, Any]:
        """Stop the writers, ask the oracle, and wait until every open page is up to date.

        Raises with every fault found.
        """
        self.rest()
        faults = [line for writer in self.writers for line in writer.strange]
        answer = ask("oracle", self.question(), self.environment)
        faults += [self._explained(line) for line in answer["faults"]]
        pages = zip(self.screens, answer["pages"], strict=True)
        faults += [line for screen, page in pages for line in differing(screen, page)]
        faults += [line for server in self.servers for line in exceptions(server.log, self.expected)]
        assert not faults, "\n".join(faults[:40])
        return {"acked": self.acked, "seq": answer["seq"]}

    def _explained(self, fault: str) -> str:
        """A fault with the refusal that its command got, if any."""
        refusals = {key: told for writer in self.writers for key, told in writer.refusals.items()}
        return "; ".join([fault, *(told for key, told in refusals.items() if key in fault)])

    def question(self) -> dict[str, Any]:
        """The question to the oracle: the acknowledgements of the writers, and the open pages."""
        acked = [one for writer in self.writers for one in writer.acked]
        added: dict[str, int] = {}
        for writer in self.writers:
            subject = f"character:{writer.character}"
            added[subject] = added.get(subject, START) + writer.added
        totals = [{"subject": subject, "path": COUNTER, "value": value} for subject, value in added.items()]
        pages = [screen.address for screen in self.screens]
        own = {name: self.table[name] for name in ("campaign", "seq")}
        return {**own, "acked": acked, "may_be": self._may_be(), "totals": totals, "pages": pages}

    def _may_be(self) -> list[str]:
        """The commands of which one copy was refused while another was under way.

        A refusal is about how things stand. Where somebody else changes that between the two copies, such as by
        ticking the box that could not be unticked, the second one is done.
        """
        copied = {key for one in (*self.links, *self.writers) for key in one.copied}
        return sorted(copied & {key for writer in self.writers for key in writer.refusals})

    def stop(self) -> None:
        """End everything this cluster started."""
        for thread in (*self.writers, *self.screens):
            thread.end()
        for link in self.links:
            link.close()
        for server in self.servers:
            server.close()


def until(true: Any, what: str) -> None:
    """Wait for an event."""
    deadline = time.monotonic() + LIVENESS
    while not true():
        assert time.monotonic() < deadline, f"not within {LIVENESS} s: {what}"
        time.sleep(0.02)


def open_pages(server: Server) -> int:
    """The number of open pages by the metrics of a server (``TABLEE_METRICS_TOKEN=METRICS``)."""
    headers = {"Authorization": f"Bearer {METRICS}", "Host": "127.0.0.1"}
    text = httpx.get(f"{server.url}/metrics", headers=headers, timeout=LIVENESS).text
    return sum(int(float(number)) for number in re.findall(r"^tablee_sockets{.*} (\S+)$", text, re.MULTILINE))


def differing(screen: Screen, page: dict[str, str]) -> list[str]:
    """The regions of an open page that never became what a fresh drawing shows."""
    deadline = time.monotonic() + LIVENESS
    while screen.texts != page and time.monotonic() < deadline:
        time.sleep(0.05)
    return [
        f"{screen.url} {name}: shows {screen.texts.get(name)!r:.200} and not {page.get(name)!r:.200}"
        for name in {*screen.texts, *page}
        if screen.texts.get(name) != page.get(name)
    ]


def exceptions(log: Path, expected: tuple[str, ...]) -> list[str]:
    """The exceptions in the log of a worker, except those that the fault explains."""
    found = RAISED.findall(log.read_text())
    return [f"{log.parent.name}: {line}" for line in found if not line.startswith(expected)]


class Redis:
    """A Redis server of our own, which may be killed; ``host`` is the address it listens on."""

    def __init__(self, var: Path, host: str = "127.0.0.1") -> None:
        self.host, self.port = host, free_port()
        self.url = f"redis+pubsub://{host}:{self.port}"
        self.var = var
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and return once it answers."""
        words = ["redis-server", "--port", str(self.port), "--bind", self.host, "--save", "", "--dir", str(self.var)]
        words += ["--protected-mode", "no"]
        self.process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(self._answers, "Redis answers")

    def kill(self) -> None:
        """End it as a power cut would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def _answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex((self.host, self.port)) == 0


@contextmanager
def own_database(server: str, like: str = "template1") -> Iterator[str]:
    """The address of a new PostgreSQL database beside the one named, a copy of another one, dropped at the end."""
    import psycopg

    name = f"tablee_faults_{secrets.token_hex(4)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"create database {name} template {like.rpartition('/')[2]}")
        try:
            yield f"{server.rpartition('/')[0]}/{name}"
        finally:
            connection.execute(f"drop database {name} with (force)")


def _folder(var: Path, number: int) -> Path:
    folder = var / f"worker{number}"
    folder.mkdir()
    return folder


def _data(var: Path, environment: dict[str, str]) -> dict[str, str]:
    return {"DATABASE_URL": f"sqlite:///{var / 'tablee.sqlite3'}", **environment}
