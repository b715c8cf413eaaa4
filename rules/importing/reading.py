"""The records between a reader of foreign files, which knows one game, and the door, which knows none.

A reader is pure: a ``Source`` goes in, ``Imported`` sheets come out, each valid by construction and with a sentence for
whatever could not be taken as it stands.
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
    """What was sent: its text, and what that is as JSON; ``value`` is ``None`` where it is none."""

    text: str
    value: Any = None


@dataclass(frozen=True)
class Imported:
    """One sheet of a file with the part of the file it was read from, and every problem in a sentence."""

    data: Mapping[str, Any]
    excerpt: str
    remarks: tuple[Text, ...] = ()
    left_out: tuple[str, ...] = ()
    kind: str = "npc"
    portrait: str = ""  # in base 64, as our own file has it

    @property
    def name(self) -> str:
        return str(self.data.get("name", ""))


@dataclass(frozen=True)
class Importer:
    """One format: ``recognises`` looks at a source, ``read`` makes its sheets under the house settings.

    ``say`` gives the few words that are written into notes in the language of whoever asks. ``notice`` are the terms
    of those whose format it is.
    """

    key: str
    label: Text
    recognises: Callable[[Source], bool]
    read: Callable[[Source, Data, Say], tuple[Imported, ...]]
    notice: Text | None = None


def rows_of(values: Any) -> list[Mapping[str, Any]]:
    """The objects of a list, or the only one where it stands without a list."""
    if isinstance(values, Mapping):
        return [values]
    return [row for row in values if isinstance(row, Mapping)] if isinstance(values, list) else []


def each(rows: Iterable[Any], make: Callable[[Any], Imported]) -> tuple[Imported, ...]:
    """A sheet of each row. Raises ``BadSheet`` for none, and for more than fit into a fight."""
    known = list(rows)
    if not known:
        raise BadSheet((_("Nobody is in this file."),))
    if len(known) > MOST_SHEETS:
        raise BadSheet((_("%(count)s are in this file: %(most)s at once.", count=len(known), most=MOST_SHEETS),))
    return tuple(make(row) for row in known)


def excerpt(value: Any) -> str:
    """A part of a file as it is shown beside what was read from it."""
    text = value if isinstance(value, str) else _SMALL.sub(r"{\1}", json.dumps(value, ensure_ascii=False, indent=1))
    return text if len(text) <= MOST_EXCERPT else f"{text[:MOST_EXCERPT]} …"


def bases(names: Iterable[str]) -> list[str]:
    """The names without the number that tells several of one kind apart; a number that tells nothing stays."""
    known = list(names)
    bare = [_NUMBER.sub("", name).strip() or name for name in known]
    often = Counter(bare)
    return [base if often[base] > 1 else name for base, name in zip(bare, known, strict=True)]


_SMALL = re.compile(r'\{\n\s+("[^"\n]{1,60}": [^\n{}\[\]]{1,60})\n\s+\}')  # an object with one value stands in one line
_NUMBER = re.compile(r"\s*[#n°]*\d{1,3}(?=\)?$)")
