"""``manage.py adopt``: import one table of another site. See ``docs/archive.md``."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from campaigns import archive
from campaigns.management.migrated import MigratedCommand
from campaigns.models import Seat
from campaigns.seats import invitations
from campaigns.unpacking import Unfit


class Command(MigratedCommand):
    """Import the table of a downloaded file, and print a link to its game master's seat."""

    help = "Take in the table of a file that its game master downloaded, and print the link to that seat."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="what was downloaded from the settings of a table")

    def handle(self, *, file: Path, **_options: Any) -> None:
        try:
            campaign = archive.restore(archive.open_archive(file))
        except (Unfit, OSError) as error:
            raise CommandError(str(error)) from error
        sentence = _("%(name)s is here, in the state its journal comes to.")
        self.stdout.write(sentence % {"name": campaign.name})
        for seat in campaign.seats.filter(role=Seat.Role.GM, left_at=None).order_by("pk"):
            self.stdout.write(f"{seat.name}: {invitations.address_of(invitations.invite(seat))}")
