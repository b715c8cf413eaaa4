"""Hits by a hidden fighter on a player's character: the table reads where and how badly, but not by whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rules.core.json_codec import from_json, to_json
from rules.core.paths import Data
from rules.core.scene import Event
from rules.core.text import _, shorten

KIND = "struck"


def public_events(events: Iterable[Event]) -> Iterator[Event]:
    """For each event for the game master only, a public one with its effects on visible player characters."""
    for event in events:
        payload = _payload_for_table(event.payload) if event.audience == "gm" and event.payload.get("effects") else None
        if payload is not None:
            yield Event(KIND, "", payload["effects"][0]["target"], (), "table", payload)


def _payload_for_table(payload: Data) -> dict[str, Any] | None:
    who = _characters_in_sight(payload)
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
        # The terms of the damage would reveal the weapon.
        "effects": [{**row, "text": to_json(shorten(from_json(row["text"])))} for row in effects],
        "fallen": [row for row in payload.get("fallen", ()) if row["target"] in struck],
        "apart": True,
    }


def _characters_in_sight(payload: Data) -> dict[str, Any]:
    actor = payload.get("action", {}).get("actor", "")
    rows = payload.get("who", {}).items()
    return {key: row for key, row in rows if row["side"] == "pc" and not row["hidden"] and key != actor}
