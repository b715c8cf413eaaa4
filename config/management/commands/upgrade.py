"""``manage.py upgrade``: back up the data, then migrate them to this version."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.utils import timezone

from config import versions
from config.terminal import _, in_terminal

CURRENT = _("The data are those of this version.")


class Command(BaseCommand):
    """Back up and migrate; nothing is changed unless a copy was made and read back."""

    help = "Back up the database, then migrate it and collect the static files."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--backed-up", action="store_true", help="make no copy, because there is one already")

    def handle(self, *, backed_up: bool, verbosity: int, **_options: Any) -> None:
        versions.check_data()
        if versions.is_older() and not backed_up:
            self.stdout.write(in_terminal(versions.COPIED) % {"file": versions.copy_database(timezone.now())})
        call_command("prepare", verbosity=0)
        if verbosity:
            self.stdout.write(in_terminal(CURRENT))
