"""Queries of the hot path: one row by a unique key, and querysets that become SQL once.

``prepared`` stands before a function that makes a queryset of its arguments::

    @prepared
    def events_between(table: int, after: int, last: int) -> QuerySet[Event]:
        return Event.objects.filter(campaign=table, seq__gt=after, seq__lte=last)

and makes of it a function that returns the rows. Django turns a queryset into SQL anew each time, which takes longer
than an embedded database takes to answer. Here the function is called once in each thread, with placeholders, and its
SQL is kept; ``events_between.queryset`` is the function as it was written, and the tests compare both.

The function passes its arguments on and never looks at them: they are text, numbers or moments, or tuples of these for
``__in``; never ``None``, which SQL compares differently.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import count
from typing import Any, Generic, ParamSpec, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model, QuerySet, Value
from django.db.models.base import ModelState
from django.db.models.query import get_related_populators
from django.db.models.sql import Query, UpdateQuery

M = TypeVar("M", bound=Model)
Own = TypeVar("Own", bound="Row")
P = ParamSpec("P")
_MOST_INSERTED = 50  # by one statement, which may have some hundreds of values


class Row(Model):
    """A model whose rows come from the database without the call of its constructor, which takes half their time.

    So nobody is told that one is made: no model here has a field that wants to know.
    """

    class Meta:
        abstract = True

    @classmethod
    def from_db(
        cls: type[Own], db: str | None, field_names: Collection[str], values: Collection[Any], **_later: Any
    ) -> Own:
        row = cls.__new__(cls)
        row._state = state = ModelState()
        state.adding, state.db = False, db
        row.__dict__.update(zip(field_names, values, strict=True))
        return row


def get_or_none(rows: Iterable[M]) -> M | None:
    """The only row of a query by a unique key, or ``None``; cheaper than ``first``, which sorts the rows."""
    return next(iter(rows), None)


def insert(rows: Sequence[Model]) -> None:
    """Insert new rows of one model and give them their keys, as ``bulk_create`` does with more work.

    The rows they refer to are saved already, and none of their fields sets itself as it is saved.
    """
    meta, connection = rows[0]._meta, connections[DEFAULT_DB_ALIAS]
    if not connection.features.can_return_rows_from_bulk_insert:  # SQLite before 3.35
        for row in rows:
            row.save(force_insert=True)
        return
    fields = [field for field in meta.local_concrete_fields if not field.primary_key]
    names = (meta.db_table, meta.pk.column, *(field.column for field in fields))
    table, key, *columns = (connection.ops.quote_name(str(name)) for name in names)
    places = f"({', '.join(['%s'] * len(fields))})"
    for first in range(0, len(rows), _MOST_INSERTED):
        batch = rows[first : first + _MOST_INSERTED]
        values = [field.get_db_prep_save(getattr(row, field.attname), connection) for row in batch for field in fields]
        sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES {', '.join([places] * len(batch))} RETURNING {key}"
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            keys = cursor.fetchall()
        for row, (number,) in zip(batch, keys, strict=True):
            row.pk, row._state.adding, row._state.db = number, False, connection.alias


class _Kept(threading.local):
    """The statements of a thread: a compiler belongs to its connection, and that to its thread."""

    def __init__(self) -> None:
        self.statements: dict[Any, Any] = {}


_KEPT = _Kept()


class Prepared(Generic[P, M]):
    """A query that only its arguments tell apart: called with them, it returns its rows."""

    def __init__(self, queryset: Callable[P, QuerySet[M]]) -> None:
        self.queryset = queryset

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> list[M]:
        if () in args:  # nothing is in it: there is no SQL for that
            return list(self.queryset(*args, **kwargs))
        lengths, values = _flattened((*args, *kwargs.values()))
        statement: _Select[M] | None = _KEPT.statements.get((self, lengths))
        if statement is None:
            statement = _KEPT.statements[self, lengths] = _Select(self._with_placeholders(lengths))
        return statement.rows(values)

    def get(self, *args: P.args, **kwargs: P.kwargs) -> M:
        """The only row. Raises the model's ``DoesNotExist`` where there is none."""
        return get_or_none(self(*args, **kwargs)) or self.queryset(*args, **kwargs).get()

    def update(self, columns: Mapping[str, Any], *args: P.args, **kwargs: P.kwargs) -> int:
        """Write these columns of its rows, and return how many rows there are."""
        lengths, values = _flattened((*args, *kwargs.values()))
        key = (self, lengths, *columns)
        statement: _Update | None = _KEPT.statements.get(key)
        if statement is None:
            statement = _KEPT.statements[key] = _Update(self._with_placeholders(lengths), columns, len(values))
        return statement.run([*values, *columns.values()])

    def _with_placeholders(self, lengths: Sequence[int]) -> QuerySet[M]:
        numbers = count()
        queryset: Callable[..., QuerySet[M]] = self.queryset
        return queryset(
            *(
                tuple(_Placeholder(next(numbers)) for _part in range(length)) if length else _Placeholder(next(numbers))
                for length in lengths
            )
        )


prepared = Prepared


def _flattened(args: Sequence[Any]) -> tuple[tuple[int, ...], list[Any]]:
    """The lengths of arguments that are tuples, else 0, and all their values one after the other.

    A tuple is filled up to a power of two by its last value, so that there are few statements for many lengths.
    """
    lengths: list[int] = []
    values: list[Any] = []
    for argument in args:
        if isinstance(argument, tuple):
            length = 1 << (len(argument) - 1).bit_length()
            lengths.append(length)
            values += argument + argument[-1:] * (length - len(argument))
        else:
            lengths.append(0)
            values.append(argument)
    return tuple(lengths), values


class _Placeholder(Value):
    """The place of the value with this number in SQL."""

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        return "%s", (self,)


class _Statement:
    """The SQL of a query, with placeholders among its parameters."""

    def __init__(self, query: Query, database: str) -> None:
        self.database = database
        self.compiler: Any = query.get_compiler(database)
        self.sql, self.parameters = self.compiler.as_sql()

    @contextmanager
    def running(self, values: Sequence[Any]) -> Iterator[Any]:
        """Run it with these values in the places of its placeholders; gives the cursor."""
        connection = connections[self.database]
        bound = [values[part.value] if isinstance(part, _Placeholder) else part for part in self.parameters]
        adapt = connection.ops.adapt_datetimefield_value
        with connection.cursor() as cursor:
            cursor.execute(self.sql, [adapt(value) if isinstance(value, datetime) else value for value in bound])
            yield cursor


class _Select(_Statement, Generic[M]):
    """A queryset as SQL, with what makes rows of its answers: what Django's own iteration works out each time."""

    def __init__(self, queryset: QuerySet[M]) -> None:
        super().__init__(queryset.query, queryset.db)
        select, made = self.compiler.select, self.compiler.klass_info
        fields = made["select_fields"]
        self.model, self.first, self.end = made["model"], fields[0], fields[-1] + 1
        self.names = [column[0].target.attname for column in select[self.first : self.end]]
        self.converters = self.compiler.get_converters([column[0] for column in select])
        self.populators = get_related_populators(made, select, queryset.db)  # type: ignore[call-arg]  # of later Django

    def rows(self, values: Sequence[Any]) -> list[M]:
        with self.running(values) as cursor:
            answers: Iterable[Any] = cursor.fetchall()
        if self.converters:
            answers = self.compiler.apply_converters(answers, self.converters)
        return [self._row(answer) for answer in answers]

    def _row(self, answer: Sequence[Any]) -> M:
        row: M = self.model.from_db(self.database, self.names, answer[self.first : self.end])
        for populator in self.populators:
            populator.populate(answer, row)
        return row


class _Update(_Statement):
    """Columns written as SQL; what is written in them comes after the ``first`` values, those of the query."""

    def __init__(self, queryset: QuerySet[Any], columns: Iterable[str], first: int) -> None:
        query: Any = queryset.query.chain(UpdateQuery)
        query.add_update_values({name: _Placeholder(number) for number, name in enumerate(columns, first)})
        super().__init__(query, queryset.db)
        self.first = first
        self.fields = [queryset.model._meta.get_field(name) for name in columns]

    def run(self, values: list[Any]) -> int:
        connection = connections[self.database]
        for number, field in enumerate(self.fields, self.first):
            values[number] = field.get_db_prep_save(values[number], connection)
        with self.running(values) as cursor:
            changed: int = cursor.rowcount
        return changed
