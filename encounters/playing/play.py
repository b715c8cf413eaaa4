"""The loop of an act: the rules decide it, the journal records it, dice are thrown until a person is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from campaigns.journal.journal import Pen
from encounters import scenes
from encounters.checks import countdown
from encounters.dice import policy
from encounters.log import unseen_hits
from encounters.prepare import reserves
from rules.core import retries
from rules.core.errors import Refused, RulesError
from rules.core.game import Game
from rules.core.scene import Action, Change, Event, Scene
from rules.core.text import _, with_names
from rules.engine import decide, editions, exchanges


def closings_of_outdated(pen: Pen, scene: Scene) -> Iterator[Event]:
    return editions.closing_events(pen.campaign.system, scene, pen.read(scene.subject))


def _with_closings(pen: Pen, scene: Scene, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Events, preceded by those that close what another version began; a hidden act closes nothing visible."""
    unseen = all(event.audience == "gm" for event in events)
    return (*(event for event in closings_of_outdated(pen, scene) if event.audience == "gm" or not unseen), *events)


def close_scene(pen: Pen, scene: Scene) -> None:
    """End a test, even with an open exchange: only its events remain."""
    changes = tuple(Change(scene.subject, key, value, None) for key, value in pen.read(scene.subject).items())
    pen.record(Event("close_test", pen.seat.token, "", changes, "gm"), encounter=scene.token)


@contextmanager
def names_in_refusals(pen: Pen, scene: Scene) -> Iterator[None]:
    try:
        yield
    except RulesError as error:
        error.text = with_names(error.text, scene.names(pen.seat.is_gm))
        raise


def close_test(pen: Pen, scene: Scene) -> None:
    if not scene.exchanges and not retries.stays_open(scene):
        close_scene(pen, scene)


def play(
    pen: Pen,
    scene: Scene,
    action: Action,
    faces: Sequence[int] = (),
    on_server: policy.RollFilter = policy.no_roll,
    drawn: policy.Drawn | None = None,
    through: bool = False,
) -> Scene:
    """Decide an action, then answer every roll that nobody has to make by hand, as long as there is one.

    The server throws the rolls ``on_server`` even for people with real dice; with ``through`` it plays the exchange to
    its end, even after somebody else's answer.
    """
    before, scene = scene, _decide(pen, pen.campaign.system, scene, action, drawn, through)
    # In a test shared with others, their prompts stay theirs.
    own_exchange = str(action.args.get("exchange") or action.id) if scene.kind == "test" else ""
    among = policy.ThrowScope(own_exchange, _is_unseen(before, scene, action), _rolls_left(pen, before, action))
    scene = throw_dice(pen, scene, faces, on_server, among)
    if scene.kind == "test":
        countdown.tell_end(pen, before, scene)
        close_test(pen, scene)
    return scene


def _is_unseen(before: Scene, after: Scene, action: Action) -> bool:
    exchange = before.exchanges.get(str(action.args.get("exchange"))) or after.exchanges.get(action.id)
    return exchanges.is_unseen(before, exchange.action if exchange is not None else action)


def _rolls_left(pen: Pen, scene: Scene, action: Action) -> frozenset[tuple[str, str]]:
    """The rolls that wait before an answer which concerns somebody hidden; nobody must see it throw them."""
    named = {action.actor, *str(action.args.get("key")).split("-")} if action.kind == "answer" else set()
    if scene.kind == "test" or not named & scene.hidden:
        return frozenset()
    return frozenset((exchange, roll.key) for exchange, roll in exchanges.rolls_due(pen.campaign.system, scene))


def throw_dice(
    pen: Pen,
    scene: Scene,
    faces: Sequence[int] = (),
    on_server: policy.RollFilter = policy.no_roll,
    among: policy.ThrowScope = policy.EVERYWHERE,
) -> Scene:
    """Answer every roll that nobody has to make by hand, as long as there is one."""
    system, typed = pen.campaign.system, list(faces)
    while throw := policy.next_throw(pen, system, scene, typed, by_hand=bool(faces), on_server=on_server, among=among):
        typed = typed[len(throw.faces) :] if throw.typed else typed
        args = {"exchange": throw.exchange, "key": throw.roll.key, "values": throw.faces, "real": throw.typed}
        answer = Action("answer", throw.roll.by, args, pen.seat.token if throw.typed else "", pen.seat.is_gm)
        scene = _decide(pen, system, scene, answer, throw.drawn)
    if typed:
        raise Refused(_("More dice were typed than this roll needs."), "faces")
    return scene


def _decide(
    pen: Pen, system: Game, scene: Scene, action: Action, drawn: policy.Drawn | None = None, through: bool = False
) -> Scene:
    first, *closings = decide.decide(system, scene, action)
    if drawn is not None:
        first = replace(first, payload={**first.payload, "drawn": drawn})
    if through and not closings and (action.kind == "answer" or first.kind.startswith("open_")):
        first = replace(first, changes=(*first.changes, policy.play_through(scene, action)))
    events = (first, *closings, *unseen_hits.public_events(system, (first, *closings)))
    pen.record(*_with_closings(pen, scene, events), encounter=scene.token)
    pen.record(*unseen_hits.own_events(pen, system, scene, (first, *closings)), encounter=scene.token)
    after = scenes.after_events(pen, scene, events)
    return scenes.under_lock(pen, scene.token) if reserves.join_due(pen, scene.round, after) else after
