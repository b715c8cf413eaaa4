"""Tables that are laid once per process and copied for later tests, each time under new tokens."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator
from datetime import datetime, timedelta
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import connection, models, transaction
from django.utils import timezone

from campaigns.models import Campaign, new_token

APPS = ("campaigns", "sheets", "encounters")
IDENTITIES = frozenset({"token", "nonce", "key"})  # columns of tokens that the site has made up
Cell = Any  # a plain value, or a text as a list: at odd places the numbers of the tokens in it

clock = timezone.now  # of what is laid and copied

_copies: dict[Hashable, tuple[list[Rows], int]] = {}  # with the count of their tokens


class Rows:
    """The rows of one model, with their tokens cut out; a copy's past is the moment of copying, its future moves on."""

    def __init__(self, model: type[models.Model], tokens: dict[str, int]) -> None:
        self.table = connection.ops.quote_name(model._meta.db_table)
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT * FROM {self.table} ORDER BY 1")
            self.columns = [column[0] for column in cursor.description or ()]
            self.rows: list[list[Cell]] = [list(row) for row in cursor.fetchall()]
        moments = {field.column for field in model._meta.fields if isinstance(field, models.DateTimeField)}
        self.moments = [place for place, name in enumerate(self.columns) if name in moments]
        self.taken = clock()
        for row in self.rows:
            for name, value in zip(self.columns, row, strict=True):
                if name in IDENTITIES:
                    tokens.setdefault(value, len(tokens))

    def cut(self, tokens: dict[str, int]) -> None:
        """Take the tokens out of every text."""
        pattern = re.compile(f"({'|'.join(map(re.escape, tokens))})")
        for row in self.rows:
            for place, value in enumerate(row):
                if isinstance(value, str) and len(parts := pattern.split(value)) > 1:
                    row[place] = [tokens[part] if odd % 2 else part for odd, part in enumerate(parts)]

    def insert(self, tokens: list[str]) -> None:
        """Write the rows again, with other tokens in them."""
        names = ", ".join(map(connection.ops.quote_name, self.columns))
        marks = ", ".join(["%s"] * len(self.columns))
        rows, now = [list(_filled(row, tokens)) for row in self.rows], clock()
        for row in rows:
            for place in self.moments:
                row[place] = _later(row[place], self.taken, now)
        with connection.cursor() as cursor:
            cursor.executemany(f"INSERT INTO {self.table} ({names}) VALUES ({marks})", rows)


def laid(key: Hashable, lay: Callable[[], object]) -> None:
    """Lay rows by ``lay``; on an empty database the rows that it left there before are copied.

    A copy was laid just now and at one moment, for a journal divides its lines by days and tells their seconds, and has
    none of what this process had kept of it in memory. A table of the server's own dice begins with their promise, and
    is another one.
    """
    key = (key, settings.TABLEE_DICE == "")
    if Campaign.objects.exists():
        lay()
    elif key in _copies:
        tables, count = _copies[key]
        tokens = [new_token() for _number in range(count)]
        with transaction.atomic():
            for table in tables:
                table.insert(tokens)
    else:
        lay()
        _copies[key] = _taken()


def _later(cell: Cell, taken: datetime, now: datetime) -> Cell:
    """A time as its column holds it: what was past when the rows were taken is past now, the rest is as far off."""
    moment = datetime.fromisoformat(cell) if isinstance(cell, str) else cell
    if moment is None:
        return None
    aware = moment if timezone.is_aware(moment) else moment.replace(tzinfo=taken.tzinfo)
    return connection.ops.adapt_datetimefield_value(max(aware - taken, timedelta(0)) + now)


def _taken() -> tuple[list[Rows], int]:
    tokens: dict[str, int] = {}
    every = [Rows(model, tokens) for name in APPS for model in apps.get_app_config(name).get_models()]
    tables = [table for table in every if table.rows]
    for table in tables:
        table.cut(tokens)
    return tables, len(tokens)


def _filled(row: list[Cell], tokens: list[str]) -> Iterator[Any]:
    for value in row:
        if isinstance(value, list):
            yield "".join(tokens[part] if isinstance(part, int) else part for part in value)
        else:
            yield value
