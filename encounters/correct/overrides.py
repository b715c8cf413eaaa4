"""The override of one roll: it stays as played when something earlier is corrected, with who wants it and why.

The rules end the exchange as they are told (``engine.keep``); here is what they are told, and whether it can be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from campaigns.journal.journal import as_stored
from campaigns.models import Event
from rules.core.errors import RulesError
from rules.core.game import Game
from rules.core.json_codec import from_json, to_json
from rules.core.scene import Action, Exchange, Scene
from rules.core.scene import Event as Happening
from rules.core.text import Text, _
from rules.engine import decide

if TYPE_CHECKING:
    from encounters.correct.replay import Replay

REASON = 200  # signs


@dataclass(frozen=True)
class Kept:
    """The override of an exchange, who wants it, and why; ``step`` is the event that kept it before, if one did.

    ``title`` is what it was called as it was played.
    """

    exchange: str
    what: Mapping[str, Any]
    by: str
    reason: str = ""
    step: Event | None = None
    title: Text | None = None


def wanted(replay: Replay, exchange: str) -> Kept | None:
    """The override wanted of an exchange: as said now, or as in an earlier correction."""
    before, flag = replay.kept_before.get(exchange), replay.correction.kept.get(exchange)
    title = _title(replay.closings.get(exchange))
    if flag is False or exchange == replay.exchange:
        return None
    if before is not None:
        what = {key: other for key, other in before.payload["kept"].items() if key != "over"}
        by = before.by.token if before.by else ""
        return Kept(exchange, what, by, before.payload.get("reason", ""), before, title)
    played = _played(replay, exchange) if flag else None
    if played is None:
        return None
    return Kept(exchange, played, replay.pen.seat.token, replay.correction.reason[:REASON], title=title)


def _title(closing: Event | None) -> Text | None:
    sentence = closing.payload.get("told", {}).get("table") if closing is not None else None
    return from_json(sentence) if sentence else None


def events(system: Game, scene: Scene, exchange: Exchange, kept: Kept, *, over: bool) -> tuple[Happening, ...]:
    """Apply an override, told to whoever is told of the roll, the reason to game masters. Raises ``Refused``."""
    what = {**kept.what, "over": True} if over else kept.what
    first, *rest = decide.keep(system, scene, exchange, what, kept.by)
    sentences = {} if over else _told(kept.title or system.title(scene, exchange.action), kept.reason)
    payload = {**first.payload, "told": sentences, **({"reason": kept.reason} if kept.reason else {})}
    return (replace(first, payload=payload), *rest)


def outcomes_without(system: Game, scene: Scene, action: Action, events: Iterable[Happening]) -> dict[str, Happening]:
    """The closing events of overridden exchanges as they would be without the override, by exchange."""
    kept = [str(event.payload["exchange"]) for event in events if "kept_by" in event.payload]
    result: dict[str, Happening] = {}
    for exchange in kept:
        bare = scene.with_changes((scene.change(f"exchanges.{exchange}.kept", None),))
        ends = (event for event in decide.decide(system, bare, action) if "faces" in event.payload)
        result.update((exchange, event) for event in ends if event.payload["exchange"] == exchange)
    return result


def why_not(replay: Replay, exchange: str) -> Text | None:
    """The reason why a roll cannot stay as it was played, ``None`` where it can."""
    scene, what = replay.opened.get(exchange), _played(replay, exchange)
    if scene is None or not _thrown_again(replay, exchange):
        return _("Its roll would not be made.")
    if what is None:
        return _("The rules have changed since.")
    try:
        decide.keep(replay.system, scene, scene.exchanges[exchange], what, "")
    except RulesError as error:
        return error.text
    return None


def is_roll(replay: Replay, exchange: str) -> bool:
    """True if an exchange is a later roll that was over when the fight was played."""
    closing = replay.closings.get(exchange)
    return closing is not None and exchange != replay.exchange and bool(_thrown(closing.payload["faces"]))


def _played(replay: Replay, exchange: str) -> dict[str, Any] | None:
    """The effects of an exchange when it was played, ``None`` where the rules of today tell them differently."""
    closing = replay.closings.get(exchange)
    scene = replay.scenes.get(closing.pk) if closing is not None else None
    if closing is None or scene is None or exchange not in scene.exchanges:
        return None
    try:
        what, event = decide.as_it_ends(replay.system, scene, scene.exchanges[exchange])
    except RulesError:
        return None
    payload = as_stored(event.payload)
    return what if all(payload[key] == closing.payload[key] for key in ("outcomes", "effects")) else None


def _thrown_again(replay: Replay, exchange: str) -> bool:
    answered = (redone.new for redone in replay.redone if redone.new is not None and redone.new.kind == "answered")
    keys = {event.payload["key"] for event in answered if event.payload["exchange"] == exchange}
    return not keys.isdisjoint(_thrown(replay.closings[exchange].payload["faces"]))


def _thrown(faces: Mapping[str, list[Any]]) -> set[str]:
    return {key for key, values in faces.items() if values and all(isinstance(face, int) for face in values)}


def _told(what: Text | None, reason: str) -> dict[str, Any]:
    text = _("Kept as played: %(what)s", what=what) if what else _("A roll is kept as it was played.")
    values = {"table": to_json(text)}
    if reason:
        values["gm"] = to_json(_("%(what)s (%(why)s)", what=text, why=reason))
    return values
