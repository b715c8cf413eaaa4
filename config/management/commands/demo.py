"""``manage.py demo``: create demonstration tables, print their links, and serve them in one process."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from config.serving.listening import open_socket, own_address, take_lock
from config.serving.server import serve
from config.terminal import terminal_language

DATABASE = "demo.sqlite3"


class Command(BaseCommand):
    """Serve the demonstration on its own SQLite file and the in-memory channel layer."""

    help = "Play a demonstration table here: migrate, seed, print the links, serve."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--lan", action="store_true", help="let phones and televisions of this network join")
        parser.add_argument("--port", type=int, default=8000, help="the port to listen on (8000)")
        parser.add_argument("--links", action="store_true", help="print the links and exit")
        parser.add_argument("--prepared", action="store_true", help="prepare the fights without starting them")

    def handle(self, *, lan: bool, port: int, links: bool, prepared: bool, **_options: Any) -> None:
        if os.environ.get("TABLEE_DEMO") != "1":
            _restart_apart(lan, port)
        host = "0.0.0.0" if lan else "127.0.0.1"  # all interfaces, for phones
        try:
            if links:
                self._prepare(lan, prepared)
                return
            open_socket(host, port).close()  # fails before a table of each game is created
            with take_lock(settings.VAR / DATABASE, settings.TABLEE_URL):
                self._prepare(lan, prepared)
                serve(host, port)
        except KeyboardInterrupt:
            self.stdout.write("")

    def _prepare(self, lan: bool, prepared: bool) -> None:
        call_command("prepare", verbosity=0)
        with translation.override(terminal_language()):  # names created here are translated as well
            self._print_links(lan, prepared)

    def _print_links(self, lan: bool, prepared: bool) -> None:
        from config.demo.data import demonstrate

        campaign = ""
        for link in demonstrate(prepared=prepared):
            if link.campaign != campaign:
                campaign = link.campaign
                self.stdout.write(f"\n{campaign}")
            self.stdout.write(f"  {link.role:<16} {link.seat:<12} {link.address}")
            if lan and sys.stdout.isatty():
                draw(link.address)
        self.stdout.write(f"\n{settings.TABLEE_URL} — Ctrl+C\n")
        self.stdout.flush()  # else a pipe or a file would get the output only when the site ends


def _restart_apart(lan: bool, port: int) -> None:
    """Restart with the demonstration's own database and address, whatever is configured here."""
    if os.environ.get("DATABASE_URL"):
        raise CommandError("The demonstration has its own database: unset DATABASE_URL.")
    host = own_address() if lan else "127.0.0.1"
    apart = {
        "TABLEE_DEMO": "1",
        "TABLEE_COLLECTED": "1",
        "DATABASE_URL": f"sqlite:///{settings.VAR / DATABASE}",
        "CHANNELS_URL": "inmemory://",
        "TABLEE_URL": f"http://{host}:{port}",
    }
    os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], {**os.environ, **apart})


def draw(address: str) -> None:
    import segno

    segno.make(address, error="m").terminal(compact=True)
