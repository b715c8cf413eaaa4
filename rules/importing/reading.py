"""The data types between a reader of foreign files, which knows one game, and the upload, which knows none.

A reader is pure: it turns a ``Source`` into ``Imported`` sheets, each valid by construction, with a sentence for
each value that could not be imported unchanged.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.core.errors import BadSheet
from rules.core.paths import Data
from rules.core.text import Text, _

MOST_EXCERPT = 6_000
MOST_SHEETS = 60
MOST_REMARKS = 60

Say = Callable[[Text], str]


@dataclass(frozen=True)
class Source:
    """An uploaded text; ``value`` is its content as JSON, or ``None`` if it is no JSON."""

    text: str
    value: Any = None


@dataclass(frozen=True)
class Imported:
    """A sheet of a file, with the part of the file it was read from, and a sentence for each problem."""

    data: Mapping[str, Any]
    excerpt: str
    remarks: tuple[Text, ...] = ()
    left_out: tuple[str, ...] = ()
    kind: str = "npc"
    portrait: str = ""  # in base 64, as in Tablée's own format

    @property
    def name(self) -> str:
        return str(self.data.get("name", ""))


@dataclass(frozen=True)
class Importer:
    """One format: ``recognises`` tests a source, ``read`` makes its sheets under the house settings.

    ``say`` translates the few words written into notes, into the user's language. ``notice`` has the terms
    of the format's owners.
    """

    key: str
    label: Text
    recognises: Callable[[Source], bool]
    read: Callable[[Source, Data, Say], tuple[Imported, ...]]
    notice: Text | None = None


def rows_of(values: Any) -> list[Mapping[str, Any]]:
    """The objects of a list; a single object counts as a list of one."""
    if isinstance(values, Mapping):
        return [values]
    return [row for row in values if isinstance(row, Mapping)] if isinstance(values, list) else []


def import_each(rows: Iterable[Any], make: Callable[[Any], Imported]) -> tuple[Imported, ...]:
    """Make a sheet of each row. Raises ``BadSheet`` for none, or for more than fit into a fight."""
    listed = list(rows)
    if not listed:
        raise BadSheet((_("Nobody is in this file."),))
    if len(listed) > MOST_SHEETS:
        raise BadSheet(
            (_("This file holds %(count)s characters: at most %(most)s at once.", count=len(listed), most=MOST_SHEETS),)
        )
    return tuple(make(row) for row in listed)


def excerpt(value: Any) -> str:
    """A part of a file as text, shortened, to be shown beside its sheet."""
    text = value if isinstance(value, str) else _SMALL.sub(r"{\1}", json.dumps(value, ensure_ascii=False, indent=1))
    return text if len(text) <= MOST_EXCERPT else f"{text[:MOST_EXCERPT]} …"


def bases(names: Iterable[str]) -> list[str]:
    """The names without the numbers that distinguish several of a kind; other numbers stay."""
    listed = list(names)
    bare = [_NUMBER.sub("", name).strip() or name for name in listed]
    often = Counter(bare)
    return [base if often[base] > 1 else name for base, name in zip(bare, listed, strict=True)]


_SMALL = re.compile(r'\{\n\s+("[^"\n]{1,60}": [^\n{}\[\]]{1,60})\n\s+\}')  # an object with one value is put on one line
_NUMBER = re.compile(r"\s*[#n°]*\d{1,3}(?=\)?$)")
