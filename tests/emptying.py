"""Emptying the database after a test that commits, with as little work as possible."""

from collections.abc import Iterable
from typing import Any

from django.contrib.contenttypes.management import create_contenttypes
from django.db import connection
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.models.signals import post_migrate


def delete_rows(
    operations: BaseDatabaseOperations, _style: Any, tables: Iterable[str], *, reset_sequences: bool, **_more: bool
) -> list[str]:
    """Return SQL that deletes the few rows of a test: TRUNCATE creates all files of tables anew, and waits for them.

    In whichever order, for PostgreSQL looks at foreign keys when all of it is done.
    """
    assert not reset_sequences, "deleted rows leave their numbers taken"
    return ["; ".join(f"DELETE FROM {operations.quote_name(table)}" for table in tables)]


def pytest_configure() -> None:
    if connection.vendor == "postgresql":
        type(connection.ops).sql_flush = delete_rows
    # Django's rows of permissions and of kinds of models would be written again each time; the site asks for neither.
    post_migrate.disconnect(create_contenttypes)
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
