"""``manage.py restore``: see ``docs/archive.md``."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from campaigns import backup
from campaigns.management.migrated import MigratedCommand
from campaigns.unpacking import Unfit


class Command(MigratedCommand):
    """Create all tables and accounts of a backup in an empty database."""

    help = "Make every table and account of a backup again, in an empty database of any kind."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the backup")

    def handle(self, *, file: Path, **_options: Any) -> None:
        try:
            count = backup.restore(file)
        except (Unfit, OSError) as error:
            raise CommandError(str(error)) from error
        sentence = _("Each table is here again, in the state its journal comes to. Tables: %(count)s.")
        self.stdout.write(sentence % {"count": count})
