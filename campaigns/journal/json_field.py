"""Plain data as a column: as it was written, and decoded once for all who read the same text.

A command and every drawing read the same sheets again and again. What one of them has worked out of a sheet
(``rules.core.memo``) stays with it as long as somebody in this process holds that sheet, and with each section of it
that the next version still has. Nobody may write into what is read: like a sheet in a scene it is replaced.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from weakref import WeakValueDictionary

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

from rules.core.scene import Sheet

# Held by those who use them alone: nothing is kept here that nobody else keeps.
READ: WeakValueDictionary[str, Sheet] = WeakValueDictionary()
SECTIONS: WeakValueDictionary[str, Sheet] = WeakValueDictionary()


class PlainField(models.JSONField):
    """JSON whose keys stay in their order, which is that of the rows of a list; it is never asked for by what it holds.

    To the database it is text: PostgreSQL sorts the keys of its own JSON.
    """

    def get_internal_type(self) -> str:
        return "TextField"

    def get_db_prep_value(self, value: Any, connection: BaseDatabaseWrapper, prepared: bool = False) -> Any:
        return json.dumps(value, cls=self.encoder)


class SheetField(PlainField):
    """Plain objects, read from the database as ``Sheet``s; equal texts give one shared ``Sheet``."""

    def from_db_value(self, value: Any, expression: Any, connection: BaseDatabaseWrapper) -> Any:
        sheet = READ.get(value) if isinstance(value, str) else None
        if sheet is None:
            sheet = super().from_db_value(value, expression, connection)
            if type(sheet) is dict:
                sheet = READ[value] = shared(sheet)
        return sheet


def shared(data: Mapping[str, Any]) -> Sheet:
    """Plain data as a ``Sheet``, each section the one that is in use already where it says the same."""
    return Sheet.of(data, _section)


def _section(rows: dict[str, Any]) -> Sheet:
    text = json.dumps(rows, ensure_ascii=False)
    return SECTIONS.setdefault(text, Sheet(rows))
