"""Hits by a hidden fighter on a player's character: the table reads where and how badly, but not by whom.

Of what came to nothing, players read the tests of their own that they were asked for, and nobody else does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from campaigns.journal.journal import Pen
from campaigns.models import Event as JournalEvent
from encounters import scenes
from rules.core.game import Game
from rules.core.json_codec import from_json, to_json
from rules.core.paths import Data
from rules.core.scene import Event, Scene
from rules.core.script import Effect
from rules.core.text import Text, _, shorten

KIND = "struck"
MOST_ANSWERS = 20  # of one player to one exchange


def public_events(system: Game, events: Iterable[Event]) -> Iterator[Event]:
    """For each event for the game master only, a public one with its effects on visible player characters."""
    for event in events:
        shown = event.audience == "gm" and event.payload.get("effects") and not _is_laid_down(system, event.payload)
        payload = _payload_for_table(system, event.payload) if shown else None
        if payload is not None:
            yield Event(KIND, "", payload["effects"][0]["target"], (), "table", payload)


def is_hit(system: Game, effect_rows: Iterable[Data]) -> bool:
    """True of wounds; a fall or a hold may come of a defence, or of an act that is no attack."""
    return any(system.wounds(Effect(str(row.get("kind", "")), "")) for row in effect_rows if not row.get("spared"))


def own_events(pen: Pen, system: Game, scene: Scene, events: Iterable[Event]) -> Iterator[Event]:
    """For each event for the game master only: their own tests to those who were asked, unless everybody reads them."""
    for event in events:
        if event.audience == "gm" and event.payload.get("outcomes"):
            yield from _own_events(pen, system, scene, event)


def _own_events(pen: Pen, system: Game, scene: Scene, event: Event) -> Iterator[Event]:
    public_fighters = {fighter for public in public_events(system, (event,)) for fighter in public.payload["who"]}
    for fighter, row in _characters_in_sight(event.payload).items():
        tests = [test for test in event.payload["outcomes"] if _is_own_test(test, fighter)]
        owner = scenes.owner_of(scene, row["character"]) if tests and fighter not in public_fighters else ""
        if owner and _has_answered(pen, scene, event, owner):
            payload = {"who": {fighter: row}, "outcomes": tests, "apart": True}
            yield Event(KIND, "", fighter, (), f"seat:{owner}", payload)


def _is_own_test(test: Any, fighter: str) -> bool:
    check = from_json(test).check
    return check.actor == fighter and not check.secret


def _has_answered(pen: Pen, scene: Scene, event: Event, owner: str) -> bool:
    """True if somebody was asked in this exchange and answered themselves, so that they know of it."""
    stored = JournalEvent.objects.filter(campaign=pen.campaign, encounter=scene.token, kind="answered")
    newest = stored.filter(by__token=owner).select_related("by").order_by("-seq")[:MOST_ANSWERS]
    both = (row for row in (*pen.events, *newest) if row.kind == "answered" and row.by and row.by.token == owner)
    return any(answer.payload.get("exchange") == event.payload.get("exchange") for answer in both)


def _payload_for_table(system: Game, payload: Data) -> dict[str, Any] | None:
    who = _characters_in_sight(payload)
    effects = [row for row in payload["effects"] if row["target"] in who]
    if not effects:
        return None
    struck = dict.fromkeys(row["target"] for row in effects)
    names = ", ".join(who[fighter]["name"] for fighter in struck)
    tests = [row for row in payload.get("outcomes", ()) if from_json(row).check.actor in struck]
    text = _sentence(names, is_hit(system, effects))
    return {
        "told": {"table": to_json(text)},
        "who": {key: who[key] for key in struck},
        "outcomes": tests,
        # The terms of the damage would reveal the weapon.
        "effects": [{**row, "text": to_json(shorten(from_json(row["text"])))} for row in effects],
        "fallen": [row for row in payload.get("fallen", ()) if row["target"] in struck],
        "apart": True,
    }


def _is_laid_down(system: Game, payload: Data) -> bool:
    """True of what a game master says, such as how far apart two are: it happens to nobody."""
    if payload.get("action", {}).get("actor") != "gm":
        return False
    who = _characters_in_sight(payload)
    hurt = is_hit(system, [row for row in payload["effects"] if row["target"] in who])
    return not hurt and not any(row["target"] in who for row in payload.get("fallen", ()))


def _sentence(names: str, hit: bool) -> Text:
    if hit:
        return _("%(who)s is hit, and nobody saw by whom", who=names)
    return _("Something happens to %(who)s, and nobody saw why", who=names)


def _characters_in_sight(payload: Data) -> dict[str, Any]:
    actor = payload.get("action", {}).get("actor", "")
    rows = payload.get("who", {}).items()
    return {key: row for key, row in rows if row["side"] == "pc" and not row["hidden"] and key != actor}
