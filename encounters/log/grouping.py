"""Grouping of journal lines on live pages: set-up and initiative fold into one line.

The line that began an act is dropped once its result repeats it. The history, the story and all files keep every line.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from campaigns.web.language import gettext as _
from encounters.log.entries import BEGUN, ENDED, Entry
from rules.core.text import Text

Row = dict[str, Any]
# Kinds that are not part of play: seats, new characters, an encounter that is prepared and opened.
LAYING = {
    *("table_made", "table_renamed", "house_set", "seat_added", "seat_moved", "seat_removed"),
    *("create_character", "give_character", "dice_promised"),
    *("prepare", "rename_encounter", "enrol", "recruit", "dismiss", "describe", "reserves", "annotate"),
    BEGUN,
}
SETUP, INITIATIVE = "setup", "initiative"  # the subjects of runs that are folded
LEAST = 3  # shorter runs are shown in full
_LONG = re.compile(r"\s?:\s[0-9a-f]{64}\b|\b([0-9a-f]{8})[0-9a-f]{56}\b")


def group_rows(
    entries: Sequence[Entry], rows: Sequence[Row], opening: Collection[str] = (), ending: str = ""
) -> list[Row]:
    """The lines of a page, newest first, with runs folded into one line each.

    Runs are the set-up of a table, by day, and acts of ``opening`` kinds such as initiative, of which the newest line
    stays visible with its button. An act ``ending`` a fight is dropped if the fight's own closing line follows.
    """
    over = {entry.event.encounter for entry in entries if entry.event.kind == ENDED and entry.stands}
    pairs = [
        (entry, row)
        for entry, row in zip(entries, rows, strict=True)
        if row["new_day"] or _act(entry) != ending or entry.event.encounter not in over
    ]
    drawn: list[Row] = []
    for about, run in _runs(_without_repetitions(pairs, opening)):
        drawn += run if len(run) < LEAST else [_fold_run(about, run)]
    return drawn


def _act(entry: Entry) -> str:
    return str(entry.event.payload.get("action", {}).get("kind", ""))


def shorten(text: str) -> tuple[str, str]:
    """A sentence with long technical parts, such as the hash of the dice's seed, cut; and in full if it was cut."""
    short = _LONG.sub(lambda found: f"{found[1]}…" if found[1] else "", text)
    return (short, text) if short != text else (text, "")


def _without_repetitions(lines: Iterable[tuple[Entry, Row]], opening: Collection[str]) -> Iterator[tuple[str, Row]]:
    """The lines, without those that began an exchange whose result repeats their sentence."""
    sentences: set[tuple[str, Text]] = set()
    for entry, row in lines:
        event, line = entry.event, entry.line
        sentence = (event.payload.get("exchange", ""), line.text)
        begins = event.kind.startswith("open_") and not (line.effects or line.results)
        if begins and entry.stands and sentence in sentences and not row["new_day"]:
            continue
        if entry.stands:
            sentences.add(sentence)
        yield SETUP if event.kind in LAYING else INITIATIVE if _act(entry) in opening else "", row


def _runs(lines: Iterable[tuple[str, Row]]) -> Iterator[tuple[str, list[Row]]]:
    run: list[Row] = []
    before = ""
    for number, (about, row) in enumerate(lines):
        alone = not about or (about == INITIATIVE and number == 0)
        if run and (alone or about != before or row["new_day"]):
            yield before, run
            run = []
        if alone:
            yield "", [row]
        else:
            before = about
            run.append(row)
    if run:
        yield before, run


def _fold_run(about: str, run: list[Row]) -> Row:
    """One line for a run, keyed by its oldest line so that it keeps its id while it grows."""
    first, *others = run
    return {
        "token": run[-1]["token"],
        "new_day": first["new_day"],
        "time": first["time"],
        "iso": first["iso"],
        "private": all(row["private"] for row in run),
        "text": _fold_words(about) % {"count": len(run)},
        "fold": [{**first, "new_day": ""}, *others],
    }


def _fold_words(about: str) -> str:
    return _("Setup: %(count)s lines") if about == SETUP else _("Initiative: %(count)s lines")
