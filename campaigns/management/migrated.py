"""Commands that need a database of this version."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _


class MigratedCommand(BaseCommand):
    """A command that says to migrate, instead of failing for another reason, where migrations are missing."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            raise CommandError(
                _(
                    "The data are not those of this version: migrate them first, "
                    "with `tablee upgrade` or `manage.py migrate`."
                )
            )
        return super().execute(*args, **options)
