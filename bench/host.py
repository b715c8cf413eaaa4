"""The site with the benchmark in a separate process, which ends with the run."""

from __future__ import annotations

import json
import os
import secrets
import socket
import subprocess
import sys
import time
from copy import copy
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60.0  # seconds that one operation may take


class Server:
    """A server process of the site with the benchmark, on its own database."""

    def __init__(self, folder: Path, port: int, channels: str, database: str = "") -> None:
        self.port = port
        self.environment = {
            **{key: value for key, value in os.environ.items() if not key.endswith("_URL")},
            **dict.fromkeys(("TABLEE_PAGES_PER_SEAT", "TABLEE_PAGES_PER_TABLE"), "1000"),
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "SECRET_KEY": secrets.token_urlsafe(40),
            "TABLEE_VAR": str(folder),
            "TABLEE_URL": f"http://127.0.0.1:{port}",
            "CACHE_URL": "dummycache://",  # so that no limit is reached
            "CHANNELS_URL": channels,
            **({"DATABASE_URL": database} if database else {}),
        }
        self.log = folder / f"{port}.log"

    def second_process(self, port: int) -> Server:
        other = copy(self)
        other.port, other.log = port, self.log.with_name(f"{port}.log")
        other.environment = {**self.environment, "TABLEE_URL": f"http://127.0.0.1:{port}"}
        return other

    def run(self, *words: str) -> str:
        """Run Python on the same data and return what it prints."""
        done = subprocess.run(
            [sys.executable, *words], cwd=ROOT, env=self.environment, capture_output=True, text=True, timeout=600
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def lay(self, word: str, *values: object) -> Any:
        code = f"import json; from bench import table; print('FOUND' + json.dumps(table.{word}(*{values!r})))"
        return json.loads(self.run("manage.py", "shell", "-c", code).partition("FOUND")[2])

    def memory(self) -> float:
        rows = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(row.split()[1]) for row in rows if row.startswith("VmRSS")) / 1024

    def __enter__(self) -> Server:
        self.run("manage.py", "migrate", "--verbosity", "0")
        command = [sys.executable, "-m", "bench.server", str(self.port)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, env=self.environment, stdout=log, stderr=log)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            assert self.process.poll() is None, self.log.read_text()[-2000:]
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self
            time.sleep(0.1)
        self.process.terminate()
        raise AssertionError(f"no answer within {PATIENCE} s")

    def __exit__(self, error: object, *_rest: object) -> None:
        if error is not None:
            print(self.log.read_text()[-3000:], file=sys.stderr)
        self.process.terminate()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
