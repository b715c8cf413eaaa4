"""The data this program is given: older ones to be moved on, those of a newer program, and a file that is damaged."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, OperationalError, connection
from django.db.migrations.executor import MigrationExecutor

from config import private
from config.words import Sentence, _

OURS = ("campaigns", "sheets", "encounters")
MOST_COPIES = 5  # of those that upgrades made, the newest


NEWER = _(
    "These data belong to a newer version of Tablée (%(migration)s), and nothing was changed. "
    "Install that version again, or put back the copy that its upgrade made."
)
DAMAGED = _(
    "The database %(file)s cannot be read, and nothing was changed: %(reason)s. "
    "Move it away, and put a copy in its place or run `tablee restore` with a backup; "
    "the copies of upgrades are in %(folder)s."
)
COPIED = _("A copy of the data as they were: %(file)s")
NOT_COPIED = _("No copy could be made in %(folder)s, so nothing was changed: %(reason)s")


class Unfit(Sentence):
    """Data that this program leaves alone."""


class Newer(Unfit):
    """The data were made by a newer version, whose tables this one does not know."""


class Damaged(Unfit):
    """The file of an embedded database is none, or torn."""


class NotCopied(Sentence):
    """Without a copy nothing is moved on."""


def check_data() -> None:
    """Raise ``Damaged`` for a file that cannot be read, and ``Newer`` when a migration was done that is not known here.

    A database that is away is passed.
    """
    try:
        _check_whole()
        loader = MigrationExecutor(connection).loader
    except DatabaseError:
        return
    known = {*(loader.disk_migrations or {}), *(old for row in loader.replacements.values() for old in row.replaces)}
    unknown = sorted(key for key in loader.applied_migrations or {} if key[0] in OURS and key not in known)
    if unknown:
        raise Newer(NEWER, migration=".".join(unknown[0]))


def _check_whole() -> None:
    if connection.vendor != "sqlite":
        return
    try:
        with connection.cursor() as cursor:
            cursor.execute("pragma quick_check(1)")
            ((answer,),) = cursor.fetchall()
    except OperationalError:  # busy or out of reach, which is no damage
        return
    except DatabaseError as error:
        answer = str(error)
    if answer != "ok":
        name, folder = settings.DATABASES["default"]["NAME"], settings.VAR / "backups"
        raise Damaged(DAMAGED, file=name, reason=answer.removeprefix("*** in database main ***\n"), folder=folder)


def is_older() -> bool:
    """True for data that this program has migrations for; an empty database has no data."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return bool(plan and executor.loader.applied_migrations)


def copied(now: datetime) -> Path:
    """Copy the database as it is into the folder ``backups``, and read it back. Raises ``NotCopied``."""
    folder = settings.VAR / "backups"
    embedded = connection.vendor == "sqlite"
    path: Path = folder / f"before-{now:%Y%m%d-%H%M%S}.{'sqlite3' if embedded else 'dump'}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        private.create(path)
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
    """Have PostgreSQL's own program write it: the models of this version cannot read older tables."""
    program = shutil.which("pg_dump")
    if program is None:
        raise FileNotFoundError("pg_dump is not installed here; after a backup of your own, add --backed-up.")
    database = settings.DATABASES["default"]
    options = {**database, **{key.upper(): value for key, value in database["OPTIONS"].items()}}
    known = {variable: str(options[key]) for variable, key in _OF_POSTGRES.items() if options.get(key)}
    command = [program, "--format=custom", "--file", str(path)]
    subprocess.run(command, env={**os.environ, **known}, check=True, capture_output=True, text=True)
    subprocess.run(["pg_restore", "--list", str(path)], check=True, capture_output=True, text=True)


def _reason(error: Exception) -> str:
    return error.stderr.strip() if isinstance(error, subprocess.CalledProcessError) else str(error)
