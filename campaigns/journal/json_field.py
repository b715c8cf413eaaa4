"""A JSON column that keeps its text as written, and decodes equal texts once for all readers.

Commands and regions read the same sheets again and again. Results computed from a sheet (``rules.core.memo``) are kept
as long as some code in this process holds that sheet; those of a section are kept with each section that a new version
of the sheet shares. Values read must not be modified: like a sheet in a scene they are replaced.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from weakref import WeakValueDictionary

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

from rules.core.scene import Sheet

# Weak references: nothing is kept here that no other code holds.
READ: WeakValueDictionary[str, Sheet] = WeakValueDictionary()
SECTIONS: WeakValueDictionary[str, Sheet] = WeakValueDictionary()


class PlainField(models.JSONField):
    """JSON that keeps the order of its keys, such as that of a list's rows; its contents are never queried.

    To the database it is text, because PostgreSQL reorders the keys of its own JSON.
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
                sheet = READ[value] = share_sections(sheet)
        return sheet


def share_sections(data: Mapping[str, Any]) -> Sheet:
    """Plain data as a ``Sheet`` whose sections are shared with those already in use if they are equal."""
    return Sheet.of(data, _share_section)


def _share_section(rows: dict[str, Any]) -> Sheet:
    text = json.dumps(rows, ensure_ascii=False)
    return SECTIONS.setdefault(text, Sheet(rows))
