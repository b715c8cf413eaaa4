"""The journal of a live page, kept calm: what only lays the table folds into one line that opens.

What began an act goes once its outcome says the same. The history, the story and every file hold each line for itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from campaigns.web.language import gettext as _
from encounters.log.entries import BEGUN, Entry
from rules.core.text import Text

Row = dict[str, Any]
# What nobody does in the game: seats, characters that come, an encounter that is prepared and opened.
LAYING = {
    *("table_made", "table_renamed", "house_set", "seat_added", "seat_moved", "seat_removed"),
    *("create_character", "give_character", "dice_promised"),
    *("prepare", "rename_encounter", "enrol", "recruit", "dismiss", "describe", "reserves", "annotate"),
    BEGUN,
}
LEAST = 3  # lines in a row; fewer are shown as they are
_LONG = re.compile(r"\s?:\s[0-9a-f]{64}\b|\b([0-9a-f]{8})[0-9a-f]{56}\b")


def grouped(entries: Iterable[Entry], rows: Sequence[Row]) -> list[Row]:
    """The lines of a page, newest first, each run of a day that only lays the table as one.

    The newest line of all stands by itself, so that what was just done is seen, with its button.
    """
    drawn: list[Row] = []
    for run in _runs(_said_once(entries, rows)):
        drawn += run if len(run) < LEAST else [_fold(run)]
    return drawn


def shortened(text: str) -> tuple[str, str]:
    """A sentence with what no human reads, such as the promise of the dice, left out or cut short; and whole, if so."""
    short = _LONG.sub(lambda found: f"{found[1]}…" if found[1] else "", text)
    return (short, text) if short != text else (text, "")


def _said_once(entries: Iterable[Entry], rows: Iterable[Row]) -> Iterator[tuple[str, Row]]:
    """The lines by kind, without what only began an exchange whose outcome says the same sentence."""
    sentences: set[tuple[str, Text]] = set()
    for entry, row in zip(entries, rows, strict=True):
        event, line = entry.event, entry.line
        sentence = (event.payload.get("exchange", ""), line.text)
        begins = event.kind.startswith("open_") and not (line.effects or line.results)
        if begins and entry.stands and sentence in sentences and not row["new_day"]:
            continue
        if entry.stands:
            sentences.add(sentence)
        yield event.kind, row


def _runs(lines: Iterable[tuple[str, Row]]) -> Iterator[list[Row]]:
    run: list[Row] = []
    for number, (kind, row) in enumerate(lines):
        lays = number > 0 and kind in LAYING
        if run and (not lays or row["new_day"]):
            yield run
            run = []
        if lays:
            run.append(row)
        else:
            yield [row]
    if run:
        yield run


def _fold(run: list[Row]) -> Row:
    """One line for many; it is called by the oldest of them, which stays the same as more come."""
    first, *others = run
    return {
        "token": run[-1]["token"],
        "new_day": first["new_day"],
        "time": first["time"],
        "iso": first["iso"],
        "private": all(row["private"] for row in run),
        "text": _("Setup: %(count)s lines") % {"count": len(run)},
        "fold": [{**first, "new_day": ""}, *others],
    }
