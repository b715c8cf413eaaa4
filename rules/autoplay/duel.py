"""Fights played automatically, by prompts and offers alone, for any game, dice and policy.

No dice are thrown here: faces come from a callable, so that a seed, a person or a test can supply them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from typing import Any

from rules.autoplay.skirmish import skirmish
from rules.character.sheet import Field
from rules.core.acts import TARGET, Offer
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


class Stalemate(Exception):
    """Raised if a fight cannot go on: there is no prompt, nothing is offered, or a round never ends."""


@dataclass(frozen=True)
class Ending:
    """The end of a fight: the side left standing (empty if none or both are), the rounds played, the last scene."""

    winner: str
    rounds: int
    scene: Scene


def duel(
    system: Game,
    first: Data,
    other: Data,
    throw: Throw,
    *,
    settings: Data | None = None,
    most_rounds: int = MOST_ROUNDS,
) -> Ending:
    """Play a fight between two sheets, on the sides ``a`` and ``b``. Raises ``Stalemate``."""
    return play(system, skirmish({"a": (first,), "b": (other,)}, settings), throw, most_rounds=most_rounds)


def play(
    system: Game,
    scene: Scene,
    throw: Throw,
    choose: Choose | None = None,
    move: Move | None = None,
    *,
    most_rounds: int = MOST_ROUNDS,
) -> Ending:
    """Play a fight until at most one side is left standing, or for ``most_rounds``. Raises ``Stalemate``."""
    # One scene keeps the next: whoever keeps the first one does not keep the whole fight. Undone dice fall anew.
    scene = replace(scene, state={key: value for key, value in scene.state.items() if key != "spare"})
    choose, move = choose or first_options, move or attack_the_weakest
    steps, begun, left = 0, scene.round, standing(system, scene)
    while len(left) > 1 and scene.round <= most_rounds:
        steps = steps + 1 if scene.round == begun else 0
        begun = scene.round
        prompts = waiting_on(system, scene)
        if not prompts or steps > MOST_STEPS_A_ROUND:
            raise Stalemate(f"round {scene.round} does not end")
        before, scene = scene, _step(system, scene, prompts[0], throw, choose, move)
        if not _only_answered(before, scene):
            left = standing(system, scene)
    return Ending(left[0] if len(left) == 1 else "", min(scene.round, most_rounds), scene)


def _step(system: Game, scene: Scene, prompt: Prompt, throw: Throw, choose: Choose, move: Move) -> Scene:
    """The scene after the act that a prompt asks for; an exchange is answered to its end."""
    if prompt.request is None:
        return advance(system, scene, _action(system, scene, prompt, move))

    def answer(request: Request) -> Sequence[Any]:
        return throw(request) if isinstance(request, Roll) else choose(scene, request)

    return finish(system, scene, scene.exchanges[prompt.exchange], answer)


def _only_answered(before: Scene, after: Scene) -> bool:
    """True if only open exchanges have changed, so that nobody can have fallen."""
    keys = (before.state.keys() | after.state.keys()) - {"exchanges"}
    same = all(before.state.get(key) is after.state.get(key) for key in keys)
    return same and all(sheet is after.sheets[token] for token, sheet in before.sheets.items())


def standing(system: Game, scene: Scene) -> tuple[str, ...]:
    """The sides with a fighter who is not beaten, in order of arrival."""
    able: dict[str, str] = {}
    for fighter in scene.fighters.values():
        if fighter.camp not in able and not system.is_beaten(scene, fighter.id):
            able[fighter.camp] = fighter.id
    return tuple(able)


def first_options(_scene: Scene, ask: Ask) -> Sequence[str]:
    """The policy for choices: the first open options, as few as allowed."""
    return [option.key for option in ask.options if option.refused is None][: ask.least]


def attack_the_weakest(system: Game, scene: Scene, actor: str) -> Action:
    """The policy for actions: the most promising attack on the worst hurt able foe, else the first usable action.

    If the game refuses an attack, for example out of reach, the next best is tried, then the next foe.
    Acts that the game prefers for a fighter, such as standing up, come before both.
    """
    able = actor in scene.fighters
    first = able and (_rather(system, scene, actor) or _attack(system, scene, actor))
    return first or _first_usable_action(system, scene, actor)


def _rather(system: Game, scene: Scene, actor: str) -> Action | None:
    rows = (usable_of(system, scene, actor, kind) for kind in system.preferred_kinds(scene, actor))
    return next((_fill_in(system, scene, offer) for offer in rows if offer is not None), None)


def _attack(system: Game, scene: Scene, actor: str) -> Action | None:
    """The best attack that the game takes; of those that promise less than a taken one, no offer is built."""
    for foe in _ripest_first(system, scene, actor):
        tries = (row for offers in _attacks(system, scene, actor) for row in _tries(system, scene, offers, foe))
        if taken := next((action for action in tries if is_taken(system, scene, action)), None):
            return taken
    return None


def _ripest_first(system: Game, scene: Scene, actor: str) -> Iterator[str]:
    """The foes of each attack, equals in the order in which attacks name them; built lazily."""
    foes = _foes_among(scene, actor, scene.fighters) if any(_attacks(system, scene, actor)) else ()
    ripe = {foe: _ripe(system, scene, foe) for foe in foes}
    for ripeness in sorted(set(ripe.values()), reverse=True):
        attacks = chain.from_iterable(_attacks(system, scene, actor))
        yield from (foe for attack in attacks for foe in foes_of(scene, attack) if ripe[foe] == ripeness)


def _attacks(system: Game, scene: Scene, actor: str) -> Iterator[list[Offer]]:
    """The usable acts that aim, the most promising kinds first; the offers of later ones are built when needed."""
    for kinds in system.aimed_kinds:
        yield [offer for kind in kinds if (offer := usable_of(system, scene, actor, kind))]


def _tries(system: Game, scene: Scene, offers: Iterable[Offer], foe: str) -> list[Action]:
    tries = [action_of(offer, args) for offer in offers for args in fillings(system, scene, offer, foe)]
    return sorted(tries, key=lambda action: -system.promise(scene, action))  # stable: the first of equals


def _first_usable_action(system: Game, scene: Scene, actor: str) -> Action:
    """The first usable action, preferably one not aimed at a foe; later offers are not computed."""
    aimed = []
    for offer in usable_in_turn(system, scene, actor):
        if not foes_of(scene, offer):
            return _fill_in(system, scene, offer)
        aimed.append(offer)
    if not aimed:
        raise Stalemate(f"nothing is offered to {actor}")
    return _fill_in(system, scene, aimed[0])


def _fill_in(system: Game, scene: Scene, offer: Offer) -> Action:
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
    if prompt.kind == "confirm":
        return Action("confirm", "gm", {"exchange": prompt.exchange}, by="gm", gm=True)
    action = move(system, scene, prompt.of)
    return Action(action.kind, action.actor, action.args, action.by, action.gm, f"x{len(scene.exchanges) + 1}")


def foes_of(scene: Scene, offer: Offer) -> list[str]:
    """The foes that an attack may be aimed at: by convention the open choices of its field ``target``."""
    keys = (key for field in offer.fields if field.key == TARGET for key in _open_keys(field))
    return _foes_among(scene, offer.actor, keys)


def _open_keys(field: Field) -> Iterator[str]:
    return (choice.key for choice in field.choices if choice.refused is None)


def _foes_among(scene: Scene, actor: str, keys: Iterable[str]) -> list[str]:
    fighters = scene.fighters
    own = fighters[actor].camp if actor in fighters else None
    return [key for key in keys if own is not None and key in fighters and fighters[key].camp != own]


def fillings(system: Game, scene: Scene, offer: Offer, foe: str = "") -> Iterator[dict[str, Any]]:
    """All ways to fill in a form: every value of fields without a default, and the default of the others.

    An attack is aimed at ``foe``, or at the first foe in the order of ``_ripe``.
    """
    values = (_values(system, scene, offer, field, foe) for field in offer.fields)
    for row in product(*values):
        yield {field.key: value for field, value in zip(offer.fields, row, strict=True)}


def _values(system: Game, scene: Scene, offer: Offer, field: Field, foe: str) -> list[Any]:
    if field.key == TARGET and foe:
        return [key for key in _open_keys(field) if key == foe]
    if field.key == TARGET and (foes := foes_of(scene, offer)):
        return [max(foes, key=lambda other: _ripe(system, scene, other))]
    if field.kind == "choice" and field.default is None:
        return list(_open_keys(field))
    return ["…" if field.required else field.blank]


def _ripe(system: Game, scene: Scene, fighter: str) -> tuple[bool, int]:
    """The sort key by which the best target is the highest: able fighters, and of them the worst hurt."""
    return not system.is_beaten(scene, fighter), system.health(scene.sheet(fighter), scene.settings).rank
