"""Look up a row by a unique key."""

from __future__ import annotations

from typing import TypeVar

from django.db.models import Model, QuerySet

M = TypeVar("M", bound=Model)


def get_or_none(rows: QuerySet[M]) -> M | None:
    """The only row of a query by a unique key, or ``None``; cheaper than ``first``, which sorts the rows."""
    return next(iter(rows), None)
