"""The journal of a live page, kept calm: what only lays the table folds into one line that opens.

Only what stands on a live page folds: the history, the story and every file hold each line for itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _

from encounters.log.entries import Entry

Row = dict[str, Any]
# What nobody does in the game: seats, characters that come, an encounter that is prepared.
LAYING = {
    *("table_made", "table_renamed", "house_set", "seat_added", "seat_moved", "seat_removed"),
    *("create_character", "give_character", "dice_promised"),
    *("prepare", "rename_encounter", "enrol", "recruit", "dismiss", "describe", "reserves", "annotate"),
}
LEAST = 3  # lines in a row; fewer are shown as they are
_LONG = re.compile(r"\s?:\s[0-9a-f]{64}\b|\b([0-9a-f]{8})[0-9a-f]{56}\b")


def grouped(entries: Iterable[Entry], rows: Sequence[Row]) -> list[Row]:
    """The lines of a page, newest first, each run of a day that only lays the table as one.

    The newest line of all stands by itself, so that what was just done is seen, with its button.
    """
    kinds = [entry.event.kind for entry in entries]
    drawn: list[Row] = []
    for run in _runs(kinds, rows):
        drawn += run if len(run) < LEAST else [_fold(run)]
    return drawn


def shortened(text: str) -> tuple[str, str]:
    """A sentence with what no human reads, such as the promise of the dice, left out or cut short; and whole, if so."""
    short = _LONG.sub(lambda found: f"{found[1]}…" if found[1] else "", text)
    return (short, text) if short != text else (text, "")


def _runs(kinds: Sequence[str], rows: Sequence[Row]) -> Iterator[list[Row]]:
    run: list[Row] = []
    for number, (kind, row) in enumerate(zip(kinds, rows, strict=True)):
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
