"""Servers forked from one process that has loaded the site, its games and its pages.

A server that starts from nothing spends two seconds of a processor before it has answered its first page, and a browser
test has one of its own. ``python -m tests.forks HOST PORT`` loads all of that once, and serves in a fork for each line
it reads, the path of a log; it prints the id of that process.
"""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from tests.serve import ROOT, Server


class Fork:
    """A process that is nobody's child here, with what is needed of ``subprocess.Popen``."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._handle = os.pidfd_open(pid)

    def poll(self) -> int | None:
        """Nothing while it runs, then a number: nobody is told which code it ended with."""
        return 0 if select.select([self._handle], [], [], 0)[0] else None

    def wait(self, timeout: float | None = None) -> int:
        """Return when it has ended. Raises ``subprocess.TimeoutExpired`` after so many seconds."""
        if not select.select([self._handle], [], [], timeout)[0]:
            raise subprocess.TimeoutExpired("fork", timeout or 0)
        return 0

    def kill(self) -> None:
        self._send(signal.SIGKILL)

    def terminate(self) -> None:
        self._send(signal.SIGTERM)

    def _send(self, number: int) -> None:
        if self.poll() is None:
            signal.pidfd_send_signal(self._handle, number)


class ForkedServer(Server):
    """The site on one port, each start of it a fork: ``renew`` gives it a folder of data that is new.

    Where its environment was changed it starts from nothing: what is loaded has read the former one.
    """

    def __init__(self, var: Path, **environment: str) -> None:
        super().__init__(var, **environment)
        self.var = var
        self.read = dict(self.environment)
        command = [sys.executable, "-m", "tests.forks", self.host, str(self.port)]
        self.loaded = subprocess.Popen(
            command, cwd=ROOT, env=self.environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def renew(self) -> None:
        """Throw away the data of whoever had it before, and make the tables anew."""
        shutil.rmtree(self.var, ignore_errors=True)
        self.var.mkdir(parents=True)
        self.environment = dict(self.read)
        self.migrate()

    def launch(self) -> None:
        if self.environment != self.read:
            return super().launch()
        assert self.loaded.stdin is not None and self.loaded.stdout is not None
        print(self.log, file=self.loaded.stdin, flush=True)
        self.process = Fork(int(self.loaded.stdout.readline()))

    def close(self) -> None:
        super().close()
        self.loaded.communicate(timeout=60)


def load() -> None:
    """Load what no server reads from its data: the site, the games, and the pages as they are written."""
    import django
    from django.db import connections
    from django.template import engines
    from django.urls import get_resolver
    from django.utils import translation

    django.setup()
    import config.asgi  # noqa: F401
    from campaigns.outgoing import worker  # noqa: F401
    from config.serving import games  # noqa: F401
    from rules import registry

    assert get_resolver().url_patterns
    for key in registry.all_keys():
        registry.pack(key)
        registry.lookups(key)
    for language in ("fr", "en"):
        with translation.override(language):
            for game in registry.systems():
                str(translation.gettext(game.key))
    live = engines["live"].env
    for name in live.list_templates():
        live.get_template(name)
    for path in sorted((ROOT / "templates").glob("*/*.html")):
        if path.parent.name != "live":
            engines["django"].get_template(str(path.relative_to(ROOT / "templates")))
    connections.close_all()


def main() -> None:
    """Serve in a fork for each line of the standard input."""
    host, port = sys.argv[1:]
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    load()
    from django.core.management import call_command

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # those that end are waited for by whoever asked for them
    last = None
    for line in sys.stdin:
        pid = os.fork()
        if pid:
            last = Fork(pid)
            print(pid, flush=True)
            continue
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        log = os.open(line.strip(), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        nothing = os.open(os.devnull, os.O_RDONLY)
        for stream, source in ((0, nothing), (1, log), (2, log)):
            os.dup2(source, stream)
        call_command("serve", host=host, port=int(port))
        return
    if last is not None:  # whoever wrote the lines is gone, perhaps without a goodbye
        last.kill()


if __name__ == "__main__":
    main()
