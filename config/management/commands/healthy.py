"""``manage.py healthy``: ask a process on this machine whether it is ready, as a container engine does."""

import http.client
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

PATIENCE = 5


class Command(BaseCommand):
    """Print the response of ``/ready/``; fail unless its status is 200."""

    help = "Ask a process on this machine whether it is ready; fails if it is not."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="the port it listens on (8000)")

    def handle(self, *, port: int, **_options: Any) -> None:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        try:
            line.request("GET", "/ready/", headers={"Host": settings.SITE.netloc})
            answer = line.getresponse()
            text = answer.read().decode()
        except OSError as error:
            raise CommandError(f"Nothing responds on port {port}: {error}") from None
        finally:
            line.close()
        if answer.status != http.client.OK:
            raise CommandError(text or f"The response is {answer.status}.")
        self.stdout.write(text.rstrip())
