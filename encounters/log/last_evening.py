"""The last time, as an evening begins with it: the sentences by which the story remembers it."""

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
    """The last sentences and extreme tests of the last evening; nothing while a fight runs, or without any."""
    fight = snapshot.current(view)
    if fight is not None and fight.running:
        return None
    entries, _more = rows.entries(view)
    lines = story.evening([entry for entry in reversed(entries) if entry.stands])
    written = edits.of(view.campaign, gm=view.circle == "gm")
    sentences = story.sentences(view.campaign.system, lines, written) if lines else ()
    if not sentences:
        return None
    return {
        "sentences": [sentence.text for sentence in sentences[-MOST_SENTENCES:]],
        "points": [text for _level, text in story.high_points(lines)[-MOST_POINTS:]],
        "day": formats.date_format(rows.moment(lines[-1].event)["local"], "l j F"),
        "story": reverse("recap", args=[view.seat]),
    }
