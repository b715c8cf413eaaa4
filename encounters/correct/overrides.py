"""Overrides: a later roll stays as it was played, although something before it is corrected.

This module finds the recorded result and checks that it can stand; ``fix_ending`` of the engine applies it.
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
from rules.core.scene import Event as SceneEvent
from rules.core.text import Text, _
from rules.engine import decide
from rules.engine.closing import read_ending
from rules.engine.exchanges import OVERRIDE

if TYPE_CHECKING:
    from encounters.correct.replay import Replay

REASON = 200  # characters


@dataclass(frozen=True)
class Override:
    """The override of one exchange: its recorded result, who wants it kept, and why.

    ``step`` is the event of an earlier override, ``title`` the exchange's title when it was played.
    """

    exchange: str
    what: Mapping[str, Any]
    by: str
    reason: str = ""
    step: Event | None = None
    title: Text | None = None


def find_override(replay: Replay, exchange: str) -> Override | None:
    """The override of an exchange, wanted in this correction or in an earlier one."""
    before, flag = replay.earlier_overrides.get(exchange), replay.correction.kept.get(exchange)
    title = _title_of(replay.closings.get(exchange))
    if flag is False or exchange == replay.exchange:
        return None
    if before is not None:
        ending = {key: other for key, other in before.payload["kept"].items() if key != "over"}
        by = before.by.token if before.by else ""
        return Override(exchange, ending, by, before.payload.get("reason", ""), before, title)
    played = _played_effects(replay, exchange) if flag else None
    if played is None:
        return None
    return Override(exchange, played, replay.pen.seat.token, replay.correction.reason[:REASON], title=title)


def _title_of(closing: Event | None) -> Text | None:
    sentence = closing.payload.get("told", {}).get("table") if closing is not None else None
    return from_json(sentence) if sentence else None


def override_events(
    system: Game, scene: Scene, exchange: Exchange, override: Override, *, over: bool
) -> tuple[SceneEvent, ...]:
    """Events that apply an override, for the readers of the roll; game masters also read the reason.

    Raises ``Refused``.
    """
    ending = {**override.what, "over": True} if over else override.what
    fixed, *rest = decide.fix_ending(system, scene, exchange, ending, override.by)
    sentences = {} if over else _sentences(override.title or system.title(scene, exchange.action), override.reason)
    payload = {**fixed.payload, "told": sentences, **({"reason": override.reason} if override.reason else {})}
    return (replace(fixed, payload=payload), *rest)


def outcomes_without(system: Game, scene: Scene, action: Action, events: Iterable[SceneEvent]) -> dict[str, SceneEvent]:
    """By exchange, the closing events that overridden exchanges would have had without their override."""
    exchanges = [str(event.payload["exchange"]) for event in events if "kept_by" in event.payload]
    result: dict[str, SceneEvent] = {}
    for exchange in exchanges:
        bare = scene.with_changes((scene.change(f"exchanges.{exchange}.{OVERRIDE}", None),))
        ends = (event for event in decide.decide(system, bare, action) if "faces" in event.payload)
        result.update((exchange, event) for event in ends if event.payload["exchange"] == exchange)
    return result


def reason_against(replay: Replay, exchange: str) -> Text | None:
    """The reason why a roll cannot stay as played; ``None`` if it can."""
    scene, played = replay.opened_scenes.get(exchange), _played_effects(replay, exchange)
    if scene is None or not _is_rolled_again(replay, exchange):
        return _("This roll would not take place.")
    if played is None:
        return _("The rules have changed since.")
    try:
        decide.fix_ending(replay.system, scene, scene.exchanges[exchange], played, "")
    except RulesError as error:
        return error.text
    return None


def is_roll(replay: Replay, exchange: str) -> bool:
    """True if an exchange is a later roll that was over when the fight was played."""
    closing = replay.closings.get(exchange)
    return closing is not None and exchange != replay.exchange and bool(_roll_keys(closing.payload["faces"]))


def _played_effects(replay: Replay, exchange: str) -> dict[str, Any] | None:
    """The result of an exchange as played; ``None`` if today's rules read its dice differently."""
    closing = replay.closings.get(exchange)
    scene = replay.scenes.get(closing.pk) if closing is not None else None
    if closing is None or scene is None or exchange not in scene.exchanges:
        return None
    try:
        ending, event = read_ending(replay.system, scene, scene.exchanges[exchange])
    except RulesError:
        return None
    payload = as_stored(event.payload)
    return ending if all(payload[key] == closing.payload[key] for key in ("outcomes", "effects")) else None


def _is_rolled_again(replay: Replay, exchange: str) -> bool:
    answered = (redone.new for redone in replay.decided if redone.new is not None and redone.new.kind == "answered")
    keys = {event.payload["key"] for event in answered if event.payload["exchange"] == exchange}
    return not keys.isdisjoint(_roll_keys(replay.closings[exchange].payload["faces"]))


def _roll_keys(faces: Mapping[str, list[Any]]) -> set[str]:
    return {key for key, values in faces.items() if values and all(isinstance(face, int) for face in values)}


def _sentences(what: Text | None, reason: str) -> dict[str, Any]:
    text = _("Kept as played: %(what)s", what=what) if what else _("A roll is kept as it was played.")
    values = {"table": to_json(text)}
    if reason:
        values["gm"] = to_json(_("%(what)s (%(why)s)", what=text, why=reason))
    return values
