"""Hits by somebody hidden on a player's character: the table reads where and how badly, and never by whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rules.core.json_codec import from_json, to_json
from rules.core.paths import Data
from rules.core.scene import Event
from rules.core.text import _, brief

KIND = "struck"


def public_events(events: Iterable[Event]) -> Iterator[Event]:
    """For each event the game master alone reads, one for everybody of what it did to player characters."""
    for event in events:
        payload = _of_the_struck(event.payload) if event.audience == "gm" and event.payload.get("effects") else None
        if payload is not None:
            yield Event(KIND, "", payload["effects"][0]["target"], (), "table", payload)


def _of_the_struck(payload: Data) -> dict[str, Any] | None:
    who = _in_sight(payload)
    effects = [row for row in payload["effects"] if row["target"] in who]
    if not effects:
        return None
    struck = dict.fromkeys(row["target"] for row in effects)
    names = ", ".join(who[fighter]["name"] for fighter in struck)
    tests = [row for row in payload.get("outcomes", ()) if from_json(row).check.actor in struck]
    text = _("%(who)s is hit, and nobody saw by whom", who=names)
    return {
        "told": {"table": to_json(text)},
        "who": {key: who[key] for key in struck},
        "outcomes": tests,
        # What the numbers are made of would tell the weapon.
        "effects": [{**row, "text": to_json(brief(from_json(row["text"])))} for row in effects],
        "apart": True,
    }


def _in_sight(payload: Data) -> dict[str, Any]:
    actor = payload.get("action", {}).get("actor", "")
    rows = payload.get("who", {}).items()
    return {key: row for key, row in rows if row["side"] == "pc" and not row["hidden"] and key != actor}
