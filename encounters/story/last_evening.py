"""The summary of the last session at the start of the next: a few sentences of its story."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils import formats

from campaigns.live.regions import View
from encounters.fight import snapshot
from encounters.log import entries, rows
from encounters.log.entries import Entry
from encounters.story import edits, selection

Context = Mapping[str, Any] | None
MOST_SENTENCES, MOST_POINTS = 3, 2


def last_evening(view: View) -> Context:
    """The last sentences of the story for a seat's pages, with the way to all of it; ``None`` while a fight runs."""
    fight = snapshot.find_current(view)
    if fight is not None and fight.running:
        return None
    summary = _summarize(view, _last_lines(view))
    return None if summary is None else {**summary, "story": reverse("recap", args=[view.seat])}


def wall_story(view: View) -> Context:
    """The same sentences on the shared screen, until a fight is open or another scene is shown."""
    lines = [] if snapshot.find_current(view) is not None else _last_lines(view)
    acts = [entry.event for entry in lines if entry.event.encounter]
    if not acts or entries.has_scene_since(view.campaign, acts[-1], view.recent):
        return None
    return _summarize(view, lines)


def _last_lines(view: View) -> list[Entry]:
    listed, _more = rows.newest_entries(view)
    return selection.evening([entry for entry in reversed(listed) if entry.stands])


def _summarize(view: View, lines: list[Entry]) -> Context:
    """The last sentences and critical results of a session; ``None`` where it has none."""
    written = edits.edits_of(view.campaign, gm=view.circle == "gm")
    sentences = selection.sentences(view.campaign.system, lines, written, most=MOST_SENTENCES) if lines else ()
    if not sentences:
        return None
    shown = sentences[-MOST_SENTENCES:]
    keys = {sentence.key for sentence in shown}
    return {
        "sentences": [sentence.text for sentence in shown],
        "points": selection.high_points(view.campaign.system, lines, written, keys, MOST_POINTS),
        "day": formats.date_format(rows.format_moment(lines[-1].event)["local"], "l j F"),
    }
