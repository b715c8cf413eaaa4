"""Servers forked from one process that has loaded the site, its games and its pages.

A server that starts from nothing spends two seconds of a processor before it has answered its first page, and a command
or the oracle nearly as much. ``python -m tests.forks`` loads all of that once, and forks for each line it reads: to run
a program of the site, such as one that serves. It prints the id of that process.

A fork has the umask of whoever asked for it, and its own environment, also where the program changes that before it
loads Django.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import re
import runpy
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from tests.serve import LAYING, ROOT, Server

# Settings that the site asks for each time it needs them: a fork takes its own. Where another one differs, or a
# variable of somebody else, it starts from nothing.
LATE = {
    *("ALLOWED_HOSTS", "CHANNEL_LAYERS", "CONTENT_SECURITY_POLICY", "CSRF_TRUSTED_ORIGINS", "DATABASES"),
    *("SECRET_KEY", "SITE", "STATIC_ROOT", "VAR"),
}
OURS, DJANGOS = "TABLEE_", "TZ"  # the latter is set by Django
VARIABLES = {"CHANNELS_URL", "DATABASE_URL", "SECRET_KEY", "LANG", "LC_ALL", "LC_MESSAGES"}


class Fork:
    """A process that is no child of this one, with the needed part of the interface of ``subprocess.Popen``."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._handle = os.pidfd_open(pid)

    def poll(self) -> int | None:
        """``None`` while it runs, then 0, because its exit code is unknown here."""
        return 0 if select.select([self._handle], [], [], 0)[0] else None

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended. Raises ``subprocess.TimeoutExpired``."""
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


class Loaded:
    """A process that has loaded the site, without any data, and ends with this one."""

    def __init__(self) -> None:
        self._var = tempfile.TemporaryDirectory(prefix="tablee-loaded-")
        command, environment = [sys.executable, "-m", "tests.forks"], Server(Path(self._var.name)).environment
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        atexit.register(self._process.communicate, timeout=60)

    def fork(
        self, words: Sequence[str], environment: Mapping[str, str], streams: Sequence[Path | str], **more: str
    ) -> Fork:
        """Run a program of the site, with files for its three streams; its exit code is written to ``code``."""
        assert self._process.stdin is not None and self._process.stdout is not None
        order = {"words": words, "environment": environment, "streams": [*map(str, streams)], "umask": umask(), **more}
        print(json.dumps(order), file=self._process.stdin, flush=True)
        return Fork(int(self._process.stdout.readline()))


@cache
def loaded() -> Loaded:
    """The one of this process."""
    return Loaded()


def umask() -> int:
    """The umask of this process, without changing it for a moment."""
    return int(re.search(r"^Umask:\s*(\d+)$", Path("/proc/self/status").read_text(), re.MULTILINE)[1], 8)


def run(
    words: Sequence[str], environment: Mapping[str, str], typed: str = "", cwd: Path = ROOT, seconds: float = LAYING
) -> subprocess.CompletedProcess[str]:
    """Run a program of the site, whatever it ends with."""
    with tempfile.TemporaryDirectory(prefix="tablee-run-") as folder:
        streams = [Path(folder) / name for name in ("typed", "printed", "errors")]
        streams[0].write_text(typed)
        code = Path(folder) / "code"
        fork = loaded().fork(words, environment, streams, cwd=str(cwd), code=str(code))
        try:
            fork.wait(seconds)
        finally:
            fork.kill()
        printed, errors = (path.read_text() for path in streams[1:])
        assert code.exists(), errors
        return subprocess.CompletedProcess(words, int(code.read_text()), printed, errors)


class ForkedServer(Server):
    """The site on one port, each start of it a fork: ``renew`` gives it a folder of data that is new."""

    program = staticmethod(run)

    def __init__(self, var: Path, **environment: str) -> None:
        super().__init__(var, **environment)
        self.var = var
        self.read = dict(self.environment)
        loaded()

    def renew(self) -> None:
        """Delete the former data, and create the tables again."""
        shutil.rmtree(self.var, ignore_errors=True)
        self.var.mkdir(parents=True)
        self.environment = dict(self.read)
        self.migrate()

    def launch(self) -> None:
        words = ("manage.py", "serve", "--host", self.host, "--port", str(self.port))
        self.process = loaded().fork(words, self.environment, (os.devnull, self.log, self.log))


def load() -> None:
    """Load what no server reads from its data: the site, the games, and the pages as they are written."""
    import django
    from django.core.management import get_commands
    from django.db import connections
    from django.db.migrations.loader import MigrationLoader
    from django.template import engines
    from django.urls import reverse
    from django.utils import translation

    django.setup()
    import channels_redis.pubsub  # noqa: F401
    import django.test  # noqa: F401
    import psycopg_pool  # noqa: F401
    from django.db.backends.postgresql import base  # noqa: F401

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
    get_commands()
    config = make_config("127.0.0.1", 0)
    config.load()
    config.get_loop_factory()
    MigrationLoader(None)
    connections.close_all()
    gc.collect()
    gc.freeze()  # each server would search all of it again, and copy the memory it marks


class Site:
    """The site that this process has loaded, and what it was loaded for."""

    def __init__(self) -> None:
        self.environment = self.taken = dict(os.environ)
        self.settings = deepcopy(self._read())  # Django writes in them
        load()

    def take(self, environment: dict[str, str]) -> bool:
        """Be a site of this environment; false where one would have to be loaded for it."""
        from django.db import connections
        from django.test import override_settings

        from config.serving.games import load_outside_games

        changed = {name for name, _value in environment.items() ^ self.environment.items()} - {DJANGOS}
        if any(name not in VARIABLES and not name.startswith((OURS, "PYTEST_")) for name in changed):
            return False
        for name in changed:
            os.environ.pop(name, None)
        os.environ.update({name: environment[name] for name in changed & environment.keys()})
        read = self._read()
        new = {name: value for name, value in read.items() if value != self.settings[name]}
        if any(name not in LATE and not name.startswith(OURS) for name in new):
            return False
        if "DATABASES" in new:
            with suppress(AttributeError):  # nobody has asked it yet
                del connections["default"]
            connections.settings.update(connections.configure_settings(new.pop("DATABASES")))
        if new:
            override_settings(**new).enable()
            load_outside_games()
        self.environment, self.settings, self.taken = environment, read, dict(os.environ)
        return True

    def run(
        self,
        words: list[str],
        environment: dict[str, str],
        streams: list[str],
        umask: int,
        cwd: str = str(ROOT),
        code: str = "",
    ) -> None:
        """Run a program whose exit code is written to a file, or a lasting one."""
        for stream, path in enumerate(streams):
            os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND if stream else os.O_RDONLY), stream)
        os.umask(umask)
        os.chdir(cwd)
        command = [sys.executable, *words]
        if self.take(environment):
            ended = self._end(words)
        elif code:
            ended = subprocess.run(command, env=environment).returncode
        else:
            os.execve(sys.executable, command, environment)
        if code:
            Path(code).write_text(str(ended))

    def _end(self, words: list[str]) -> int:
        """Run a program and return its exit code, once its last words are written."""
        import django

        def take_again(**_more: bool) -> None:
            if os.environ != self.taken:
                assert self.take(dict(os.environ)), "what this program sets needs a new process"

        django.setup = take_again
        try:
            begin(words)
        except SystemExit as end:
            if isinstance(end.code, str):
                print(end.code, file=sys.stderr)
                return 1
            return int(end.code or 0)
        except BaseException:
            traceback.print_exc()
            return 1
        finally:
            sys.stdout.flush()
        return 0

    def _read(self) -> dict[str, Any]:
        read = importlib.reload(importlib.import_module("config.settings"))
        return {name: value for name, value in vars(read).items() if name.isupper()}


def begin(words: list[str]) -> None:
    """Run what Python would with these words: a file, a module after ``-m``, or code after ``-c``."""
    if words[0] == "-c":
        exec(words[1], {"__name__": "__main__"})
        return
    module, *more = words[1:] if words[0] == "-m" else words
    sys.argv[:] = [module, *more]
    runpy.run_module(module.removesuffix(".py"), run_name="__main__", alter_sys=True)


def main() -> None:
    """Run a program in a fork for each line of the standard input."""
    site = Site()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # those that end are waited for by whoever asked for them
    forks: list[Fork] = []
    for line in sys.stdin:
        pid = os.fork()
        if pid:
            forks = [*(fork for fork in forks if fork.poll() is None), Fork(pid)]
            print(pid, flush=True)
            continue
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        order = json.loads(line)
        site.run(**order)
        os._exit(0)  # nothing of what was loaded is to be taken apart
    for fork in forks:  # whoever wrote the lines is gone, perhaps without a goodbye
        fork.kill()


if __name__ == "__main__":
    main()
