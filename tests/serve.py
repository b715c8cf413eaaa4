"""A real server in a process of its own: for browser tests and for tests that kill it."""

import os
import random
import secrets
import socket
import subprocess
import sys
import time
from pathlib import Path

from config.serving.server import GOODBYE

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60  # seconds a busy machine may take to start one
FAREWELL = 3 * GOODBYE  # seconds it may take to end politely: open requests alone get a third of them


def free_port() -> int:
    """A port nobody listens on, below those that the system gives to callers.

    Of those, one that calls a server that is down may be given the server's own port, and then talks to itself.
    """
    while True:
        port = random.SystemRandom().randrange(15_000, 32_000)
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return port


class Server:
    """The site on one port of this machine, with its data in `var`; it can be killed and started again."""

    def __init__(self, var: Path, **environment: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = var / "server.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.endswith("_URL")},
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "SECRET_KEY": secrets.token_urlsafe(40),
            "TABLEE_VAR": str(var),
            "TABLEE_URL": self.url,
            "TABLEE_SQLITE_SYNCHRONOUS": "FULL",
            **environment,
        }

    def manage(self, *words: str) -> str:
        """Run one management command on the server's data and return what it prints."""
        command = [sys.executable, "manage.py", *words]
        run = subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, text=True, timeout=120)
        assert run.returncode == 0, run.stdout + run.stderr
        return run.stdout

    def start(self) -> None:
        """Serve, and return once a connection is accepted by this very process."""
        command = [sys.executable, "manage.py", "serve", "--port", str(self.port)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, env=self.environment, stdout=log, stderr=log)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            # A foreign server on this port would make ours end at once.
            assert self.process.poll() is None, self.log.read_text()[-3000:]
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        raise AssertionError(f"no answer in {PATIENCE} s: {self.log.read_text()[-3000:]}")

    def kill(self) -> None:
        """End it as a power cut would: no goodbye."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """End it politely."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(FAREWELL)
            except subprocess.TimeoutExpired:
                self.kill()
