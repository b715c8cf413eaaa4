"""``manage.py serve``: run one process of the site, as the systemd unit, the container and the tests do."""

from argparse import ArgumentParser
from contextlib import suppress
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connections

from config import versions
from config.serving.server import serve


class Command(BaseCommand):
    """Serve pages and sockets."""

    help = "Serve the site in one process; behind a reverse proxy, start as many as there are cores."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
        parser.add_argument("--port", type=int, default=8000, help="the port to listen on (8000)")
        parser.add_argument("--prepare", action="store_true", help="run `prepare` first")

    def handle(self, *, host: str, port: int, prepare: bool, **_options: Any) -> None:
        if prepare:
            call_command("prepare")  # checks the data as well
        else:
            versions.check_data(moved_on=True)
        connections.close_all()
        with suppress(KeyboardInterrupt):  # Ctrl+C: all pages have been closed by then
            serve(host, port)
