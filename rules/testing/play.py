"""Fights played by offers, with choices from a seeded source or from Hypothesis."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rules.character.sheet import Field
from rules.core.acts import Offer
from rules.core.errors import Refused
from rules.core.game import Game
from rules.core.rounds import Prompt
from rules.core.scene import Action, Event, Scene, apply
from rules.core.script import Ask, Roll
from rules.engine.decide import decide
from rules.engine.exchanges import waiting_on
from rules.engine.offers import offers

Pick = Callable[[Any], Any]


def legal_value(field: Field, pick: Pick) -> Any:
    if field.kind == "choice":
        return pick([choice.key for choice in field.choices if choice.refused is None])
    if field.kind == "flag":
        return pick([True, False])
    if field.kind == "number":
        return pick(range(field.least or 0, (20 if field.most is None else field.most) + 1))
    return pick(["", "a"]) if not field.required else "a"


def legal_answer(request: Roll | Ask, pick: Pick) -> list[Any]:
    if isinstance(request, Roll):
        return [pick(range(1, request.dice.sides + 1)) for _die in range(request.dice.count)]
    left = [option.key for option in request.options if option.refused is None]
    chosen: list[str] = []
    for _turn in range(pick(range(request.least, min(request.most, len(left)) + 1))):
        chosen.append(pick([key for key in left if key not in chosen]))
    return chosen


def moves(system: Game, scene: Scene) -> list[Offer]:
    """All present offers to all actors, without refused ones."""
    actors = ("gm", *scene.fighters)
    return [offer for actor in actors for offer in offers(system, scene, actor) if offer.refused is None]


def fillable(offer: Offer) -> bool:
    return all(field.kind != "choice" or any(c.refused is None for c in field.choices) for field in offer.fields)


def next_action(system: Game, scene: Scene, pick: Pick, number: int, whole: bool = False) -> Action:
    """The next action: an answer to a prompt, or an offered action.

    Only one actor without a prompt is asked for offers, unless the ``whole`` table is, because all menus at every
    step would take most of a run.
    """
    waiting = waiting_on(system, scene)
    prompts = [prompt for prompt in waiting if prompt.kind in ("answer", "confirm")]
    actors = ("gm", *scene.fighters)
    asked = set(actors) if whole else {prompt.of for prompt in waiting} | {pick(actors)}
    rows = (offer for actor in actors if actor in asked for offer in offers(system, scene, actor))
    offered = [offer for offer in rows if offer.refused is None and fillable(offer)]
    choice = pick([*prompts, *offered])
    return filled(choice, pick, number) if choice in offered else reply(choice, pick)


def filled(offer: Offer, pick: Pick, number: int) -> Action:
    """The action of an offer, with a form filled in within its limits."""
    args = {field.key: legal_value(field, pick) for field in offer.fields}
    return Action(offer.kind, offer.actor, args, by="gm-seat", gm=True, id=f"x{number}")


def reply(prompt: Prompt, pick: Pick) -> Action:
    """The answer to a prompt, or the game master's confirmation."""
    if prompt.kind == "confirm":
        return Action("confirm", "gm", {"exchange": prompt.exchange}, by="gm-seat", gm=True)
    assert prompt.request is not None
    args = {"exchange": prompt.exchange, "key": prompt.request.key, "values": legal_answer(prompt.request, pick)}
    return Action("answer", prompt.of, args, by="gm-seat", gm=True)


def play(
    system: Game, scene: Scene, pick: Pick, steps: int, whole: bool = False
) -> Iterator[tuple[Scene, Event, Scene]]:
    """Play up to ``steps`` actions; yields the scene before, the event, and the scene after it."""
    for number in range(steps):
        assert waiting_on(system, scene), "nobody is waited for in a live fight"
        try:
            events = decide(system, scene, next_action(system, scene, pick, number, whole))
        except Refused as refusal:
            assert refusal.field, "what lies inside the limits of a form is refused only by naming a field"
            continue
        for event in events:
            before, scene = scene, apply(scene, event)
            yield before, event, scene
