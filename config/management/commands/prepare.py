"""``manage.py prepare``: the steps a new version needs once, before its processes start."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

from config import private, versions


class Command(BaseCommand):
    """Migrate the database, and collect the static files if pages use hashed names."""

    help = "Migrate the database and collect the static files, before the first process of a version starts."
    requires_system_checks = ()

    def handle(self, *, verbosity: int, **_options: Any) -> None:
        private.make_folder_private(settings.VAR)
        versions.check_data()
        call_command("migrate", interactive=False, verbosity=verbosity)
        if settings.COLLECTED:
            call_command("collectstatic", interactive=False, verbosity=verbosity)
