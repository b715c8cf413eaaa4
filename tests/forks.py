"""Servers forked from one process that has loaded the site, its games and its pages.

A server that starts from nothing spends two seconds of a processor before it has answered its first page, and a browser
test has one of its own. ``python -m tests.forks HOST PORT`` loads all of that once, and forks for each line it reads:
to serve, or to lay a table. It prints the id of that process.
"""

from __future__ import annotations

import gc
import io
import json
import os
import runpy
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from tests.serve import LAYING, ROOT, Server, copy_database


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
        self._kept = tempfile.TemporaryDirectory(prefix="tablee-laid-")
        self._laid: dict[tuple[str, ...], tuple[Path, str]] = {}
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
        self.process = self._fork(log=str(self.log))

    def lay(self, module: str, *words: str, typed: str = "") -> str:
        """Lay a table as a process of its own would, in a fork: a second of a processor less."""
        if self.environment != self.read or self.database is None:
            return super().lay(module, *words, typed=typed)
        key = (module, *words, typed)
        if key not in self._laid:
            template = Path(self._kept.name) / f"{len(self._laid)}.sqlite3"
            copy_database(self.database, template)
            said = template.with_suffix(".json")
            order = {"module": module, "words": words, "typed": typed, "database": str(template), "said": str(said)}
            self._fork(**order).wait(LAYING)
            printed, fault = json.loads(said.read_text())
            assert not fault, fault
            self._laid[key] = template, printed
        template, printed = self._laid[key]
        copy_database(template, self.database)
        return printed

    def _fork(self, **order: Any) -> Fork:
        assert self.loaded.stdin is not None and self.loaded.stdout is not None
        print(json.dumps(order), file=self.loaded.stdin, flush=True)
        return Fork(int(self.loaded.stdout.readline()))

    def close(self) -> None:
        super().close()
        self.loaded.communicate(timeout=60)
        self._kept.cleanup()


def load(host: str, port: int) -> None:
    """Load what no server reads from its data: the site, the games, and the pages as they are written."""
    import django
    from django.db import connections
    from django.db.migrations.loader import MigrationLoader
    from django.template import engines
    from django.urls import reverse
    from django.utils import translation

    django.setup()
    import config.asgi  # noqa: F401
    from campaigns.outgoing import worker  # noqa: F401
    from config.serving import games  # noqa: F401
    from config.serving.server import make_config
    from rules import registry

    for key in registry.all_keys():
        registry.pack(key)
        registry.lookups(key)
    for language in ("fr", "en"):
        with translation.override(language):
            reverse("home")  # reads every address for this language
            for game in registry.systems():
                str(translation.gettext(game.key))
    live = engines["live"].env
    for name in live.list_templates():
        live.get_template(name)
    for path in sorted((ROOT / "templates").glob("*/*.html")):
        if path.parent.name != "live":
            engines["django"].get_template(str(path.relative_to(ROOT / "templates")))
    config = make_config(host, port)
    config.load()
    config.get_loop_factory()
    MigrationLoader(None)
    connections.close_all()
    gc.collect()
    gc.freeze()  # each server would search all of it again, and copy the memory it marks


def lay(module: str, words: list[str], typed: str, database: str, said: str) -> None:
    """Lay a table on a database by a module, and write what it prints and why it failed."""
    from django.conf import settings
    from django.db import connection

    from config.environment import sqlite_options

    settings.TABLEE_DICE = ""  # a table begins with the promise of the server's own dice, as those of a site
    connection.settings_dict.update(NAME=database, OPTIONS=sqlite_options("OFF"))
    sys.argv[:], sys.stdin, fault = [module, *words], io.StringIO(typed), ""
    with redirect_stdout(io.StringIO()) as printed:
        try:
            runpy.run_module(module, run_name="__main__", alter_sys=True)
        except BaseException:  # whoever asked is told, and nobody else
            fault = traceback.format_exc()
    connection.close()
    Path(said).write_text(json.dumps([printed.getvalue(), fault]))


def main() -> None:
    """Serve or lay a table in a fork for each line of the standard input."""
    host, port = sys.argv[1:]
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    load(host, int(port))
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
        order = json.loads(line)
        if "module" in order:
            lay(**order)
            os._exit(0)  # nothing of what was loaded is to be taken apart
        log = os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        nothing = os.open(os.devnull, os.O_RDONLY)
        for stream, source in ((0, nothing), (1, log), (2, log)):
            os.dup2(source, stream)
        call_command("serve", host=host, port=int(port))
        return
    if last is not None:  # whoever wrote the lines is gone, perhaps without a goodbye
        last.kill()


if __name__ == "__main__":
    main()
