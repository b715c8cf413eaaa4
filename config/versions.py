"""Compatibility of the data with this version: older, newer or damaged databases."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError, OperationalError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from config import private
from config.terminal import Sentence, _

OURS = ("campaigns", "sheets", "encounters")
MOST_COPIES = 5  # newest copies kept of those made by upgrades


NEWER = _(
    "These data belong to a newer version of Tablée (%(migration)s), and nothing was changed. "
    "Install that version again, or put back the copy that its upgrade made."
)
DAMAGED = _(
    "The database %(file)s cannot be read, and nothing was changed: %(reason)s. "
    "Move it away, and put a copy in its place or run `tablee restore` with a backup; "
    "the copies of upgrades are in %(folder)s."
)
OLDER = _("These data belong to an older version: `tablee upgrade` backs them up and migrates them.")
EMPTY = _("The database is empty: `tablee serve --prepare` sets it up, and then serves.")
COPIED = _("A copy of the data as they were: %(file)s")
NOT_COPIED = _("No copy could be made in %(folder)s, so nothing was changed: %(reason)s")


class Unfit(Sentence):
    """Raised for data that this program must not use."""


class Newer(Unfit):
    """Raised for data of a newer version, whose tables this one does not know."""


class Older(Unfit):
    """Raised for data of an older version that were not migrated, or for an empty database."""


class Damaged(Unfit):
    """Raised if the file of an embedded database is damaged or no database."""


class NotCopied(Sentence):
    """Raised if the data could not be copied, so that they are not migrated."""


def check_data(*, moved_on: bool = False) -> None:
    """Raise ``Damaged`` for an unreadable file, and ``Newer`` if an unknown migration was applied.

    With ``moved_on``, data that lack a migration raise ``Older``. An unavailable database
    raises nothing.
    """
    try:
        _check_whole()
        executor = MigrationExecutor(connection)
        missing = _missing(executor)
    except DatabaseError:
        return
    if unknown := _unknown(executor.loader):
        raise Newer(NEWER, migration=".".join(unknown[0]))
    if moved_on and missing:
        raise Older(OLDER if executor.loader.applied_migrations else EMPTY)


def _unknown(loader: MigrationLoader) -> list[tuple[str, str]]:
    """The applied migrations of our apps that this version does not have, by app and name."""
    shipped = {*(loader.disk_migrations or {}), *(old for row in loader.replacements.values() for old in row.replaces)}
    return sorted(key for key in loader.applied_migrations or {} if key[0] in OURS and key not in shipped)


def _check_whole() -> None:
    if connection.vendor != "sqlite":
        return
    try:
        with connection.cursor() as cursor:
            cursor.execute("pragma quick_check(1)")
            ((answer,),) = cursor.fetchall()
    except OperationalError:  # busy or unavailable, not damaged
        return
    except DatabaseError as error:
        answer = str(error)
    if answer != "ok":
        name, folder = settings.DATABASES["default"]["NAME"], settings.VAR / "backups"
        raise Damaged(DAMAGED, file=name, reason=answer.removeprefix("*** in database main ***\n"), folder=folder)


def is_older() -> bool:
    """True if existing data lack migrations of this version; False for an empty database."""
    executor = MigrationExecutor(connection)
    return bool(_missing(executor) and executor.loader.applied_migrations)


def _missing(executor: MigrationExecutor) -> list[Any]:
    return list(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def copy_database(now: datetime) -> Path:
    """Copy the unmigrated database into the folder ``backups``, and verify it. Raises ``NotCopied``."""
    folder = settings.VAR / "backups"
    embedded = connection.vendor == "sqlite"
    path: Path = folder / f"before-{now:%Y%m%d-%H%M%S}.{'sqlite3' if embedded else 'dump'}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        private.create_private(path)
        (_copy_file if embedded else _dump)(path)
    except (OSError, sqlite3.Error, subprocess.CalledProcessError) as error:
        with suppress(OSError):
            path.unlink()
        raise NotCopied(NOT_COPIED, folder=folder, reason=_reason(error)) from error
    for old in sorted(folder.glob(f"before-*{path.suffix}"))[:-MOST_COPIES]:
        old.unlink()
    return path


def _copy_file(path: Path) -> None:
    name = settings.DATABASES["default"]["NAME"]
    with closing(sqlite3.connect(name)) as source, closing(sqlite3.connect(path)) as copy:
        source.backup(copy)
        ((answer,),) = copy.execute("pragma integrity_check").fetchall()
    if answer != "ok":
        raise sqlite3.DatabaseError(str(answer))


_OF_POSTGRES = {
    "PGHOST": "HOST",
    "PGPORT": "PORT",
    "PGUSER": "USER",
    "PGPASSWORD": "PASSWORD",
    "PGDATABASE": "NAME",
    "PGTARGETSESSIONATTRS": "TARGET_SESSION_ATTRS",
    "PGSSLMODE": "SSLMODE",
    "PGSSLROOTCERT": "SSLROOTCERT",
}


def _dump(path: Path) -> None:
    """Dump the database with ``pg_dump``, because the models of this version cannot read older tables."""
    program = shutil.which("pg_dump")
    if program is None:
        raise FileNotFoundError("pg_dump is not installed here; after a backup of your own, add --backed-up.")
    database = settings.DATABASES["default"]
    options = {**database, **{key.upper(): value for key, value in database["OPTIONS"].items()}}
    variables = {variable: str(options[key]) for variable, key in _OF_POSTGRES.items() if options.get(key)}
    command = [program, "--format=custom", "--file", str(path)]
    subprocess.run(command, env={**os.environ, **variables}, check=True, capture_output=True, text=True)
    subprocess.run(["pg_restore", "--list", str(path)], check=True, capture_output=True, text=True)


def _reason(error: Exception) -> str:
    return error.stderr.strip() if isinstance(error, subprocess.CalledProcessError) else str(error)
