"""Events in words: the payload of a journal line, computed only if somebody will read it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rules.core import retries
from rules.core.check import Outcome
from rules.core.game import Game
from rules.core.json_codec import to_json
from rules.core.marks import without_hidden_contacts
from rules.core.scene import Action, Event, Exchange, Fighter, Scene
from rules.core.script import Done, Effect, GivenAnswer, Roll
from rules.core.text import Text, _, is_predicate
from rules.engine.exchanges import (
    OWN,
    find_concerned_unseen,
    is_unseen,
    land,
    landing_effects,
    opposed_pair,
    override_of,
    scene_for,
    without_hidden_fighters,
)


@dataclass(frozen=True)
class UnwordedEvent(Event):
    """An event whose payload is put into words only if somebody will read it."""

    words: Callable[[], dict[str, Any]] = dict

    @property
    def with_words(self) -> Event:
        return Event(self.kind, self.by, self.for_, self.changes, self.audience, self.words())


def word_all(events: Iterable[Event]) -> tuple[Event, ...]:
    return tuple(event.with_words if isinstance(event, UnwordedEvent) else event for event in events)


def payload_of(system: Game, scene: Scene, action: Action, effects: Iterable[Effect]) -> dict[str, Any]:
    """The payload that ``tell`` reads: participants by name, the action's arguments, its effects in words."""
    all_effects, scene = list(effects), scene_for(system, scene, action)
    title = system.title(scene, action)
    closed = is_closed(system, scene, action)
    private = closed or system.act(action.kind).is_sealed(scene, action)
    fallen = _fallen_by(system, scene, all_effects)
    return {
        "told": {"table": to_json(title)} if title else {},
        "action": {"kind": action.kind, "actor": action.actor, "args": dict(action.args)},
        "who": participants(scene),
        "outcomes": [to_json(effect.value) for effect in all_effects if effect.kind == "outcome"],
        "effects": [
            row
            for effect in all_effects
            if effect.kind not in OWN
            for row in _effect_rows(system, scene, effect, private)
        ],
        **retries.asked_together(scene),
        **({"closed": True} if closed else {}),
        **({"fallen": fallen} if fallen else {}),
    }


def _fallen_by(system: Game, scene: Scene, effects: Iterable[Effect]) -> list[dict[str, Any]]:
    landing = [effect for effect in effects if effect.kind not in OWN]
    if scene.kind == "test" or not landing:
        return []
    after, _changes = land(system, scene, landing)
    targets = dict.fromkeys(effect.target for effect in landing if effect.target in after.fighters)
    return [fallen_row(system, after, who) for who in targets if has_fallen(system, scene, after, who)]


def has_fallen(system: Game, before: Scene, after: Scene, fighter: str) -> bool:
    """True if a fighter is out of the fight from now on, or was before and is now visibly lost for good."""
    if fighter not in before.fighters or not system.is_out(after, fighter):
        return False
    return not system.is_out(before, fighter) or _is_seen_lost(system, after, fighter) > _is_seen_lost(
        system, before, fighter
    )


def _is_seen_lost(system: Game, scene: Scene, fighter: str) -> bool:
    return scene.fighters[fighter].is_body_public and system.health(scene.sheet(fighter), scene.settings).for_good


def fallen_row(system: Game, scene: Scene, fighter: str) -> dict[str, Any]:
    """A fighter who can act no more, in words for everybody who sees them in the turn order."""
    notes = (slot.note for slot in system.order(without_hidden_contacts(scene, system.held)) if slot.fighter == fighter)
    seen = next((note for note in notes if note is not None and is_predicate(note)), None)
    is_shown = scene.fighters[fighter].is_health_public
    is_dead = is_shown and system.health(scene.sheet(fighter), scene.settings).for_good
    return {"target": fighter, "text": to_json(seen or (_("dies") if is_dead else _("is out of the fight")))}


def is_closed(system: Game, scene: Scene, action: Action) -> bool:
    """True for rest, care and other unwatched changes of a closed sheet outside fights, but not for tests."""
    between_fights = scene.kind == "test" and system.act(action.kind).downtime is not False
    return between_fights and not system.setting(scene.settings, "sheets_open")


def _effect_rows(system: Game, scene: Scene, effect: Effect, closed: bool) -> list[dict[str, Any]]:
    text = system.describe(scene, effect)
    if text is None:
        return []
    public = system.public(scene, effect)
    row = {"target": effect.target, "kind": effect.kind, "text": to_json(text), "public": to_json(public)}
    struck = system.struck(effect)
    flags = {"won": system.says_who_won(effect), "spared": system.spares(effect), "closed": closed}
    row |= {flag: True for flag, is_set in flags.items() if is_set}
    return [row | {"struck": list(struck)} if struck else row]


def _find_unharmed(
    system: Game, scene: Scene, endangered: Iterable[str], action: Action, effects: Sequence[Effect]
) -> list[str]:
    """The endangered who rolled against the actor and suffered neither harm nor another public effect."""
    rolled = {effect.value.check.actor for effect in effects if effect.kind == "outcome"}
    landing = (effect for effect in effects if effect.kind not in OWN)
    seen = (effect for effect in landing if system.hurts(effect) or system.public(scene, effect))
    affected = {action.actor, *(effect.target for effect in seen)}
    return [fighter for fighter in dict.fromkeys(endangered) if fighter in rolled - affected]


def participants(scene: Scene) -> dict[str, Any]:
    return {fid: identity_of(fighter) for fid, fighter in scene.fighters.items()}


def identity_of(fighter: Fighter) -> dict[str, Any]:
    names = {"name": fighter.shown_name, "true": fighter.name, "character": fighter.character}
    return {**names, "side": fighter.side, "hidden": fighter.hidden}


def _faces(answers: Iterable[GivenAnswer]) -> dict[str, list[Any]]:
    return {row.request.key: list(row.value) for row in answers}


def _untested_rows(scene: Scene, exchange: Exchange, answers: Iterable[GivenAnswer]) -> list[dict[str, Any]]:
    """The throws of fighters that are no test, such as damage, with their words and faces."""
    throws = ((row.request, row.value) for row in answers if isinstance(row.request, Roll))
    return [
        {"who": who, "text": to_json(roll.label), "faces": list(faces)}
        | ({"unseen": True} if roll.secret or find_concerned_unseen(scene, exchange, roll) else {})
        for roll, faces in throws
        if roll.check is None and (who := roll.thrower or roll.whose) in scene.fighters
    ]


def opened_rows(system: Game, before: Scene, after: Scene) -> list[dict[str, Any]]:
    """The rows of declarations that are now revealed, worded for everybody who sees the fighter."""
    rows = ((who, to_json(text)) for who, text in system.opened(before, after))
    return [{"target": who, "kind": "opened", "text": text, "public": text} for who, text in rows]


def closing_payload(
    system: Game, scene: Scene, exchange: Exchange, state: Done[tuple[Effect, ...]], after: Scene
) -> dict[str, Any]:
    """The payload of an exchange that ends: its dice, the unharmed, and the game master who changed its result."""
    confirmed, override = scene.state["exchanges"][exchange.id].get("confirmed"), override_of(scene, exchange)
    effects = landing_effects(scene, exchange, state)
    row = payload_of(system, scene, exchange.action, effects)
    row |= {"exchange": exchange.id, "real": dict(exchange.real), "faces": _faces(state.answers)}
    thrown = _untested_rows(scene, exchange, state.answers)
    if thrown:
        row["thrown"] = thrown
    order = _settled_order(system, scene, after, exchange, state) if exchange.action.actor == "gm" else []
    if order:
        row["order"] = order
    verdict = _verdict_row(system, scene, state.answers, effects) or _blow_row(system, scene, exchange.action, effects)
    if verdict is not None:
        row["verdict"] = verdict
    endangered = system.endangered(scene, exchange.action, effects) if scene.kind != "test" else ()
    if endangered:
        row["unharmed"] = _find_unharmed(system, scene, endangered, exchange.action, effects)
    if confirmed is not None and confirmed["edited"]:
        row["edited_by"] = confirmed["by"]
    if override is not None:
        row["kept_by"] = override["by"]
    return row


def _settled_order(
    system: Game, before: Scene, after: Scene, exchange: Exchange, state: Done[tuple[Effect, ...]]
) -> list[str]:
    """The fighters in the order of the round, if a throw changed that order; else none.

    Of an exchange in sight the places are those that everybody sees, among which nobody hidden stands.
    """
    throwers = {row.request.whose for row in state.answers if isinstance(row.request, Roll)}
    if before.kind == "test" or any(system.hurts(effect) for effect in state.value):
        return []
    scenes = (before, after)
    if not is_unseen(before, exchange.action):
        throwers -= before.hidden
        scenes = (without_hidden_fighters(system, before), without_hidden_fighters(system, after))
    places, now = (_places(system, scene) for scene in scenes)
    changed = any(places.get(who) != now.get(who) for who in throwers)
    return list(_places(system, after)) if changed else []


def _places(system: Game, scene: Scene) -> dict[str, Any]:
    main = (slot for slot in system.order(scene) if not slot.further and slot.state != "out")
    return {slot.fighter: slot.at for slot in main if system.tracks(scene, slot.fighter, False)}


def _verdict_row(
    system: Game, scene: Scene, answers: Iterable[GivenAnswer], effects: Iterable[Effect]
) -> dict[str, Any] | None:
    """The winner of two opposed throws, with both sides; ``None`` if there were none."""
    tests: list[Outcome] = [effect.value for effect in effects if effect.kind == "outcome"]
    first, second = [_find_test(tests, row) for row in opposed_pair(answers) or ()] or (None, None)
    verdict = system.duel(first, second, scene.settings) if first is not None and second is not None else None
    if first is None or second is None or verdict is None:
        return None
    return {"sides": [first.check.actor, second.check.actor], "winner": verdict.winner, "by": to_json(verdict.by)}


def _find_test(tests: Iterable[Outcome], row: GivenAnswer) -> Outcome | None:
    """The outcome of these dice; if luck changed them, the thrower's first."""
    own = [test for test in tests if test.check.actor == row.request.whose]
    return next((test for test in own if test.faces == row.value), own[0] if own else None)


def _blow_row(system: Game, scene: Scene, action: Action, effects: Sequence[Effect]) -> dict[str, Any] | None:
    """The end of an unopposed attack, with both sides; ``None`` for other acts, or if it is unclear."""
    target = system.aimed_at(scene, action)
    tests: list[Outcome] = [effect.value for effect in effects if effect.kind == "outcome" and effect.value.faces]
    own = [test for test in tests if test.check.actor == action.actor]
    if target not in scene.fighters or len(own) != 1:
        return None
    hit = own[0].level.succeeded
    if hit and len(tests) > 1 and not _is_harmed(system, effects, target):  # the throws of others may have opposed it
        return None
    return {"sides": [action.actor, target], "hit": hit, "by": to_json(_margin_words(own[0]))}


def _is_harmed(system: Game, effects: Iterable[Effect], target: str) -> bool:
    return any(effect.target == target and system.hurts(effect) for effect in effects)


def _margin_words(test: Outcome) -> Text | None:
    """The margin of a total that was compared with a number; none if the dice alone decided."""
    fits = test.margin > 0 if test.level.succeeded else test.margin < 0
    return _("by %(margin)s", margin=abs(test.margin)) if test.check.adds and fits else None
