"""Fights that play themselves, from prompts and offers alone: any game, any dice, any policy.

Nothing here throws a die: faces come from a callable, so that a seed, a person or a test may give them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from rules.autoplay.skirmish import skirmish
from rules.character.sheet import Field
from rules.core.acts import Offer
from rules.core.errors import RulesError
from rules.core.game import Game
from rules.core.paths import Data
from rules.core.rounds import Prompt
from rules.core.scene import Action, Scene
from rules.core.script import Ask, Request, Roll
from rules.engine.decide import advance, finish
from rules.engine.exchanges import waiting_on
from rules.engine.offers import usable_in_turn, usable_of

Throw = Callable[[Roll], Sequence[int]]
Choose = Callable[[Scene, Ask], Sequence[str]]
Move = Callable[[Game, Scene, str], Action]

MOST_ROUNDS = 200
MOST_STEPS_A_ROUND = 500


class Stuck(Exception):
    """A fight that does not go on: nobody is waited for, nothing is offered, or a round never ends."""


@dataclass(frozen=True)
class Ending:
    """How a fight ended: the side left standing (empty when none, or both, are), the rounds it took, the last scene."""

    winner: str
    rounds: int
    scene: Scene


def duel(
    system: Game, one: Data, other: Data, throw: Throw, *, settings: Data | None = None, most_rounds: int = MOST_ROUNDS
) -> Ending:
    """Two sheets against each other; the sides are ``a`` and ``b``."""
    return play(system, skirmish({"a": (one,), "b": (other,)}, settings), throw, most_rounds=most_rounds)


def play(
    system: Game,
    scene: Scene,
    throw: Throw,
    choose: Choose | None = None,
    move: Move | None = None,
    *,
    most_rounds: int = MOST_ROUNDS,
) -> Ending:
    """Play a fight until one side at most is left standing, or for ``most_rounds``. Raises ``Stuck``."""
    # One scene keeps the next: whoever keeps the first one does not keep the whole fight. Undone dice fall anew.
    scene = replace(scene, state={key: value for key, value in scene.state.items() if key != "spare"})
    choose, move = choose or first_options, move or attack_the_weakest
    steps, begun, left = 0, scene.round, standing(system, scene)
    while len(left) > 1 and scene.round <= most_rounds:
        steps = steps + 1 if scene.round == begun else 0
        begun = scene.round
        prompts = waiting_on(system, scene)
        if not prompts or steps > MOST_STEPS_A_ROUND:
            raise Stuck(f"round {scene.round} does not end")
        before, scene = scene, _step(system, scene, prompts[0], throw, choose, move)
        if not _only_answered(before, scene):
            left = standing(system, scene)
    return Ending(left[0] if len(left) == 1 else "", min(scene.round, most_rounds), scene)


def _step(system: Game, scene: Scene, prompt: Prompt, throw: Throw, choose: Choose, move: Move) -> Scene:
    """The scene after what a prompt asks for; an exchange is answered to its end."""
    if prompt.request is None:
        return advance(system, scene, _action(system, scene, prompt, move))

    def answer(request: Request) -> Sequence[Any]:
        return throw(request) if isinstance(request, Roll) else choose(scene, request)

    return finish(system, scene, scene.exchanges[prompt.exchange], answer)


def _only_answered(before: Scene, after: Scene) -> bool:
    """True if nothing has changed but open exchanges, so that nobody can have fallen."""
    keys = (before.state.keys() | after.state.keys()) - {"exchanges"}
    same = all(before.state.get(key) is after.state.get(key) for key in keys)
    return same and all(sheet is after.sheets[token] for token, sheet in before.sheets.items())


def standing(system: Game, scene: Scene) -> tuple[str, ...]:
    """The sides with somebody who can still do harm, in order of arrival."""
    able: dict[str, str] = {}
    for fighter in scene.fighters.values():
        if fighter.camp not in able and not system.is_beaten(scene, fighter.id):
            able[fighter.camp] = fighter.id
    return tuple(able)


def first_options(_scene: Scene, ask: Ask) -> Sequence[str]:
    """The policy for choices: the first that are open, as few as allowed."""
    return [option.key for option in ask.options if option.refused is None][: ask.least]


def attack_the_weakest(system: Game, scene: Scene, actor: str) -> Action:
    """The policy for actions: the most promising attack on the worst hurt foe still able, else the first thing offered.

    What the game refuses, such as a blow at somebody out of reach, gives way to the next best, then to the next foe.
    Before either comes what the game says a fighter does rather, such as standing up again.
    """
    able = actor in scene.fighters
    first = able and (_rather(system, scene, actor) or _attack(system, scene, actor))
    return first or _anything(system, scene, actor)


def _rather(system: Game, scene: Scene, actor: str) -> Action | None:
    rows = (usable_of(system, scene, actor, kind) for kind in system.rather(scene, actor))
    return next((_filled(system, scene, offer) for offer in _usable(scene, rows)), None)


def _attack(system: Game, scene: Scene, actor: str) -> Action | None:
    rows = (usable_of(system, scene, actor, kind) for kind in system.aimed)
    attacks = [offer for offer in _usable(scene, rows) if aim(scene, offer) is not None]
    for foe in _ripest(system, scene, attacks):
        tries = [action_of(offer, args) for offer in attacks for args in fillings(system, scene, offer, foe)]
        tries.sort(key=lambda action: -system.promise(scene, action))  # of equals, the first
        for action in tries:
            if is_taken(system, scene, action):
                return action
    return None


def _anything(system: Game, scene: Scene, actor: str) -> Action:
    """The first thing offered, rather none that is aimed at a foe: no menu is built beyond it."""
    menu = _usable(scene, usable_in_turn(system, scene, actor))
    aimed = []
    for offer in menu:
        if actor not in scene.fighters or aim(scene, offer) is None:
            return _filled(system, scene, offer)
        aimed.append(offer)
    if not aimed:
        raise Stuck(f"nothing is offered to {actor}")
    return _filled(system, scene, aimed[0])


def _usable(scene: Scene, rows: Iterable[Offer | None]) -> Iterator[Offer]:
    return (offer for offer in rows if offer is not None and fillable(scene, offer))


def _filled(system: Game, scene: Scene, offer: Offer) -> Action:
    return action_of(offer, next(fillings(system, scene, offer)))


def is_taken(system: Game, scene: Scene, action: Action) -> bool:
    try:
        system.cost(scene, action)
    except RulesError:
        return False
    return True


def action_of(offer: Offer, args: dict[str, Any]) -> Action:
    return Action(offer.kind, offer.actor, args, by="gm", gm=True)


def _action(system: Game, scene: Scene, prompt: Prompt, move: Move) -> Action:
    """The action that a prompt waits for; an exchange takes an id that no other open one has."""
    if prompt.kind == "confirm":
        return Action("confirm", "gm", {"exchange": prompt.exchange}, by="gm", gm=True)
    action = move(system, scene, prompt.of)
    return Action(action.kind, action.actor, action.args, action.by, action.gm, f"x{len(scene.exchanges) + 1}")


def aim(scene: Scene, offer: Offer) -> Field | None:
    """The field of an attack that names the foe: by convention ``target``, with a foe among its open choices."""
    return next((field for field in offer.fields if field.key == "target" and _foes(scene, offer.actor, field)), None)


def _foes(scene: Scene, actor: str, field: Field) -> list[str]:
    keys = [choice.key for choice in field.choices if choice.refused is None and choice.key in scene.fighters]
    return [key for key in keys if scene.fighters[key].camp != scene.fighters[actor].camp]


def fillable(scene: Scene, offer: Offer) -> bool:
    choices = (field.choices for field in offer.fields if field.kind == "choice")
    return all(any(choice.refused is None for choice in rows) for rows in choices)


def fillings(system: Game, scene: Scene, offer: Offer, foe: str = "") -> Iterator[dict[str, Any]]:
    """Every way to fill a form in that differs in what has no default; the rest is as the form shows it at first.

    An attack is aimed at ``foe``, or at the ripest of all.
    """
    values = (_values(system, scene, offer, field, foe) for field in offer.fields)
    for row in product(*values):
        yield {field.key: value for field, value in zip(offer.fields, row, strict=True)}


def _values(system: Game, scene: Scene, offer: Offer, field: Field, foe: str) -> list[Any]:
    if offer.actor in scene.fighters and field.key == "target" and (foes := _foes(scene, offer.actor, field)):
        return [other for other in foes if other == foe] if foe else _ripest(system, scene, [offer])[:1]
    if field.kind == "choice" and field.default is None:
        return [choice.key for choice in field.choices if choice.refused is None]
    return ["…" if field.required else field.blank]


def _ripest(system: Game, scene: Scene, attacks: Sequence[Offer]) -> list[str]:
    aims = ((offer, field) for offer in attacks if (field := aim(scene, offer)) is not None)
    foes = dict.fromkeys(foe for offer, field in aims for foe in _foes(scene, offer.actor, field))
    return sorted(foes, key=lambda foe: _ripe(system, scene, foe), reverse=True)


def _ripe(system: Game, scene: Scene, fighter: str) -> tuple[bool, int]:
    """The sort key of targets: those who can still do harm first, and of them the worst hurt."""
    return not system.is_beaten(scene, fighter), system.health(scene.sheet(fighter), scene.settings).rank
