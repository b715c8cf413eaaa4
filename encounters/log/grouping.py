"""Grouping of journal lines on live pages: set-up, initiative, a whole side and a test asked of several fold.

The line that began an act is joined to its result, which repeats it. The history, the story and all files keep every
line.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from campaigns.web.language import gettext as _
from encounters.log.entries import BEGUN, ENDED, Entry
from rules.views.journal import Line

Row = dict[str, Any]
# Kinds that are not part of play: seats, new characters, an encounter that is prepared and opened.
LAYING = {
    *("table_made", "table_renamed", "house_set", "seat_added", "seat_moved", "seat_removed"),
    *("create_character", "give_character", "dice_promised"),
    *("prepare", "rename_encounter", "enrol", "recruit", "dismiss", "describe", "reserves", "annotate"),
    BEGUN,
}
SETUP, INITIATIVE, ALIKE = "setup", "initiative", "alike"  # the subjects of runs that are folded
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
        if row["new_day"] or entry.event.encounter not in over or _act(entry) != ending
    ]
    drawn: list[Row] = []
    for about, run in _runs(_with_subjects(pairs, opening)):
        if len(run) < LEAST:
            drawn += run
        else:
            drawn.append(_fold_run(about, run))
    return drawn


def join_beginnings(entries: Iterable[Entry]) -> list[Entry]:
    """The entries, newest first, without those that began an exchange whose result repeats their sentence.

    The result takes their effects, such as who is engaged, before its own.
    """
    joined: list[Entry] = []
    places: defaultdict[str, list[int]] = defaultdict(list)  # by exchange
    for entry in entries:
        exchange = entry.event.payload.get("exchange", "")
        place = _place_of_result(joined, places[exchange], entry)
        if place is not None:
            joined[place] = _with_effects_of(joined[place], entry.line)
            continue
        if exchange and entry.stands:
            places[exchange].append(len(joined))
        joined.append(entry)
    return joined


def _place_of_result(joined: Sequence[Entry], places: Iterable[int], entry: Entry) -> int | None:
    if not entry.event.kind.startswith("open_") or entry.line.results or not entry.stands:
        return None
    return next((place for place in places if joined[place].line.text == entry.line.text), None)


def _with_effects_of(entry: Entry, beginning: Line) -> Entry:
    line = entry.line
    effects, kinds = (*beginning.effects, *line.effects), (*beginning.kinds, *line.kinds)
    return entry._replace(line=replace(line, effects=effects, kinds=kinds)) if beginning.effects else entry


def fold_asked(
    entries: Sequence[Entry], rows: Sequence[Row], own: Callable[[Entry], bool]
) -> tuple[list[Entry], list[Row]]:
    """The lines of a page with a test asked of several as one, which stands where its newest line does.

    It needs lines about two of those asked, and a player's own request is none of them: it does not tell who else
    was asked before they have thrown.
    """
    lines = list(zip(entries, rows, strict=True))
    together = list(_asked_of_several(lines, own))
    if not together:
        return list(entries), list(rows)
    newest: dict[int, Row] = {}
    dropped: set[int] = set()
    for pairs in together:
        newest[pairs[0][0].event.id] = _fold_test(pairs, own)
        dropped.update(entry.event.id for entry, _row in pairs[1:])
    lines = [(entry, newest.get(entry.event.id, row)) for entry, row in lines if entry.event.id not in dropped]
    return [entry for entry, _row in lines], [row for _entry, row in lines]


def _asked_of_several(
    lines: Iterable[tuple[Entry, Row]], own: Callable[[Entry], bool]
) -> Iterator[list[tuple[Entry, Row]]]:
    asked = defaultdict(list)
    for entry, row in lines:
        if "asks" in entry.event.payload and entry.stands and (entry.line.results or not own(entry)):
            asked[entry.event.payload["asks"], row["day"]].append((entry, row))
    return (pairs for pairs in asked.values() if len({entry.event.for_fighter for entry, _row in pairs}) > 1)


def _fold_test(pairs: Sequence[tuple[Entry, Row]], own: Callable[[Entry], bool]) -> Row:
    """One line for a test asked of several: what each came to, the reader's own first, and the lines themselves."""
    tries: dict[str, tuple[bool, Row]] = {}
    for entry, row in reversed(pairs):
        tries[entry.event.for_fighter] = (own(entry), row["answer"])
    answers = [answer for _own, answer in sorted(tries.values(), key=lambda one: not one[0])]
    titles = {answer["what"] for answer in answers if answer["thrown"]} or {answer["what"] for answer in answers}
    line = _as_fold([row for _entry, row in pairs], titles.pop() if len(titles) == 1 else _("Test asked of several"))
    return {**line, "answers": answers}


def _act(entry: Entry) -> str:
    return str(entry.event.payload.get("action", {}).get("kind", ""))


def shorten(text: str) -> tuple[str, str]:
    """A sentence with long technical parts, such as the hash of the dice's seed, cut; and in full if it was cut."""
    short = _LONG.sub(lambda found: f"{found[1]}…" if found[1] else "", text)
    return (short, text) if short != text else (text, "")


def _with_subjects(lines: Iterable[tuple[Entry, Row]], opening: Collection[str]) -> Iterator[tuple[str, Row]]:
    for entry, row in lines:
        yield _subject(entry, opening), row


def _subject(entry: Entry, opening: Collection[str]) -> str:
    if entry.event.kind in LAYING:
        return SETUP
    return INITIATIVE if _act(entry) in opening else _alike(entry)


def _alike(entry: Entry) -> str:
    """The subject of a whole side that did the same by one command, such as to declare nothing."""
    line, kind = entry.line, entry.event.kind
    is_bare = not (line.results or line.effects or kind.startswith("open_"))
    return f"{ALIKE} {entry.act} {kind}" if is_bare and _act(entry) else ""


def _runs(lines: Iterable[tuple[str, Row]]) -> Iterator[tuple[str, list[Row]]]:
    run: list[Row] = []
    before = ""
    for number, (about, row) in enumerate(lines):
        alone = not about or (about != SETUP and number == 0)
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
    if about.startswith(ALIKE):
        return _as_fold(run, _("%(what)s, and %(count)s more") % {"what": run[0]["what"], "count": len(run) - 1})
    return _as_fold(run, _fold_words(about) % {"count": len(run)})


def _as_fold(run: list[Row], text: str) -> Row:
    """One line for a run, keyed by its oldest line so that it keeps its id while it grows."""
    first, *others = run
    return {
        "token": run[-1]["token"],
        "new_day": first["new_day"],
        "time": first["time"],
        "iso": first["iso"],
        "private": all(row["private"] for row in run),
        "text": text,
        "answers": (),
        "fold": [{**first, "new_day": ""}, *others],
    }


def _fold_words(about: str) -> str:
    return _("Setup: %(count)s lines") if about == SETUP else _("Initiative: %(count)s lines")
