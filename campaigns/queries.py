"""Look up a row by a unique key."""

from __future__ import annotations

from typing import TypeVar

from django.db.models import Model, QuerySet

M = TypeVar("M", bound=Model)


def get_or_none(rows: QuerySet[M]) -> M | None:
    """The one row of a unique key, or ``None``: half the work of ``first``, which puts rows in an order."""
    return next(iter(rows), None)
