"""``manage.py backup``: see ``docs/archive.md``."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns import backup
from campaigns.management.migrated import MigratedCommand
from campaigns.unpacking import Unfit


class Command(MigratedCommand):
    """Write all tables and accounts into one file, and verify it by reading it back."""

    help = "Back up every table and account of a running site into one file, and read it back."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, nargs="?", help="the backup (tablee- and the hour, in this folder)")

    def handle(self, *, file: Path | None, **_options: Any) -> None:
        file = file or Path(f"tablee-{timezone.localtime():%Y-%m-%d-%H%M}.zip")
        try:
            count = backup.write(file)
        except OSError as error:
            sentence = _("%(file)s cannot be written: %(error)s.")
            raise CommandError(sentence % {"file": file, "error": error.strerror or error}) from error
        except Unfit as error:
            raise CommandError(str(error)) from error
        sentence = _("Written into %(file)s and read back. Tables: %(count)s.")
        self.stdout.write(sentence % {"count": count, "file": file})
