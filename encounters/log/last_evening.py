"""The summary of the last session at the start of the next: a few sentences of its story."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils import formats

from campaigns.live.regions import View
from encounters.fight import snapshot
from encounters.log import edits, rows, story

Context = Mapping[str, Any] | None
MOST_SENTENCES, MOST_POINTS = 3, 2


def last_evening(view: View) -> Context:
    """The last sentences and critical results of the previous session; empty while a fight runs."""
    fight = snapshot.find_current(view)
    if fight is not None and fight.running:
        return None
    entries, _more = rows.newest_entries(view)
    lines = story.evening([entry for entry in reversed(entries) if entry.stands])
    written = edits.edits_of(view.campaign, gm=view.circle == "gm")
    sentences = story.sentences(view.campaign.system, lines, written, most=MOST_SENTENCES) if lines else ()
    if not sentences:
        return None
    shown = sentences[-MOST_SENTENCES:]
    keys = {sentence.key for sentence in shown}
    return {
        "sentences": [sentence.text for sentence in shown],
        "points": story.high_points(view.campaign.system, lines, written, keys, MOST_POINTS),
        "day": formats.date_format(rows.format_moment(lines[-1].event)["local"], "l j F"),
        "story": reverse("recap", args=[view.seat]),
    }
