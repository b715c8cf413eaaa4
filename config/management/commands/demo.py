"""``manage.py demo``: a demonstration table, seeded, printed as links and served in one process."""

from __future__ import annotations

import os
import socket
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from config.serving.server import serve


class Command(BaseCommand):
    """Serve the demonstration on its own SQLite file and the in-memory layer."""

    help = "Play a demonstration table here: migrate, seed, print the links, serve."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--lan", action="store_true", help="let the phones and televisions of this network in")
        parser.add_argument("--port", type=int, default=8000, help="the port to listen on (8000)")
        parser.add_argument("--links", action="store_true", help="print the links and end")
        parser.add_argument("--prepared", action="store_true", help="leave the fights before their first round")

    def handle(self, *, lan: bool, port: int, links: bool, prepared: bool, **_options: Any) -> None:
        if os.environ.get("TABLEE_DEMO") != "1":
            _restart_apart(lan, port)
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        self._print_links(lan, prepared)
        if not links:
            serve("0.0.0.0" if lan else "127.0.0.1", port)  # every address, for the phones

    def _print_links(self, lan: bool, prepared: bool) -> None:
        from config.demo.data import demonstrate

        campaign = ""
        for link in demonstrate(prepared=prepared):
            if link.campaign != campaign:
                campaign = link.campaign
                self.stdout.write(f"\n{campaign}")
            self.stdout.write(f"  {link.role:<16} {link.seat:<12} {link.address}")
            if lan and sys.stdout.isatty():
                _draw(link.address)
        self.stdout.write(f"\n{settings.TABLEE_URL} — Ctrl+C\n")


def _restart_apart(lan: bool, port: int) -> None:
    """Start again with the demonstration's own database and address, whatever the settings of this house are."""
    if os.environ.get("DATABASE_URL"):
        raise CommandError("The demonstration keeps a database of its own: unset DATABASE_URL.")
    host = _own_address() if lan else "127.0.0.1"
    base = Path(settings.BASE_DIR)
    apart = {
        "TABLEE_DEMO": "1",
        "TABLEE_COLLECTED": "1",
        "DATABASE_URL": f"sqlite:///{settings.VAR / 'demo.sqlite3'}",
        "CHANNELS_URL": "inmemory://",
        "TABLEE_URL": f"http://{host}:{port}",
    }
    os.execve(sys.executable, [sys.executable, str(base / "manage.py"), *sys.argv[1:]], {**os.environ, **apart})


def _own_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def _draw(address: str) -> None:
    import segno

    segno.make(address, error="m").terminal(compact=True)
