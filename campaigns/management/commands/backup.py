"""``manage.py backup``: see ``docs/archive.md``."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaigns import backup
from campaigns.unpacking import Unfit


class Command(BaseCommand):
    """Write every table and account into one file, and read it back."""

    help = "Back up every table and account of a running site into one file, and read it back."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the backup")

    def handle(self, *, file: Path, **_options: Any) -> None:
        try:
            count = backup.write(file)
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror or error}.") from error
        except Unfit as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{'1 table is' if count == 1 else f'{count} tables are'} in {file}, and read back.")
