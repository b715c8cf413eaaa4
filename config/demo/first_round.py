"""The demonstration's fight, played by ordinary commands up to its second round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain

from campaigns.journal.journal import Sent
from campaigns.models import Seat
from encounters import scenes, services
from encounters.dice import policy
from encounters.models import Encounter
from encounters.prepare import services as preparation
from rules.autoplay import duel
from rules.core.acts import Offer
from rules.core.game import Game
from rules.core.rounds import Prompt
from rules.core.scene import Action, Scene
from rules.core.script import Roll
from rules.engine import exchanges
from rules.engine.offers import offers

OPENS_IN, MOST_ACTS = 2, 300


def play(gm: Seat, fight: str) -> None:
    """Play a prepared fight until it is the turn of a player’s character in the second round."""
    running = Encounter.Status.RUNNING
    preparation.turn_to(seat=gm, sent=Sent.of("", "go"), encounter=fight, status=running, begin=True)
    duels = Duels(gm.campaign.system)
    for _number in range(MOST_ACTS):
        scene = scenes.scene_of(Encounter.objects.select_related("campaign").get(token=fight))
        prompt = exchanges.waiting_on(duels.system, scene)[0]
        if _is_done(scene, prompt):
            _act(gm, fight, Action("next", "gm", {}))
            return
        _act(gm, fight, answer_to(scene, prompt) or duels.next_action(scene, prompt.of))


def _is_done(scene: Scene, prompt: Prompt) -> bool:
    return scene.round >= OPENS_IN and prompt.request is None and bool(policy.owner_of(scene, prompt.of))


def answer_to(scene: Scene, prompt: Prompt) -> Action | None:
    """The answer to a prompt, thrown by the server or chosen; ``None`` if the prompt asks for an act."""
    request = prompt.request
    if prompt.kind == "confirm":
        return Action("confirm", "gm", {"exchange": prompt.exchange})
    if request is None:
        return None
    values = [] if isinstance(request, Roll) else list(duel.first_options(scene, request))
    return Action("answer", "", {"exchange": prompt.exchange, "key": request.key, "values": values})


def _act(gm: Seat, fight: str, action: Action) -> None:
    sent = Sent.of("", action.kind)
    services.act(seat=gm, sent=sent, encounter=fight, kind=action.kind, actor=action.actor, args=dict(action.args))


@dataclass
class Duels:
    """The policy of the first round: each visible fighter attacks their match once, but nobody a player's character."""

    system: Game
    taken: set[tuple[str, str]] = field(default_factory=set)

    def next_action(self, scene: Scene, actor: str) -> Action:
        menu = [offer for offer in offers(self.system, scene, actor) if offer.refused is None]
        tries = chain(self._attack_actions(scene, actor, menu), self._other_actions(scene, actor, menu))
        action = next(action for action in tries if duel.is_taken(self.system, scene, action))
        self.taken.add((actor, action.kind))
        return action

    def _attack_actions(self, scene: Scene, actor: str, menu: list[Offer]) -> Iterator[Action]:
        fighter = scene.fighters.get(actor)
        if fighter is None or fighter.hidden or policy.owner_of(scene, match := _find_match(scene, actor)):
            return
        for offer in menu:
            if duel.foes_of(scene, offer) and (actor, offer.kind) not in self.taken:
                for args in duel.fillings(self.system, scene, offer, match):
                    yield duel.action_of(offer, args)

    def _other_actions(self, scene: Scene, actor: str, menu: list[Offer]) -> Iterator[Action]:
        def is_last_resort(offer: Offer) -> tuple[bool, bool]:
            # What may be done any number of times, such as a shout, would never end a turn.
            return (actor, offer.kind) in self.taken, any(asked.key == "target" for asked in offer.fields)

        for offer in sorted(menu, key=is_last_resort):
            for args in duel.fillings(self.system, scene, offer):
                yield duel.action_of(offer, args)


def _find_match(scene: Scene, actor: str) -> str:
    """The visible fighter of the other camp with the same position as this one has in their own camp."""
    visible = [fighter for fighter in scene.fighters.values() if not fighter.hidden]
    camp = scene.fighters[actor].camp
    own = [fighter.id for fighter in visible if fighter.camp == camp]
    others = [fighter.id for fighter in visible if fighter.camp != camp]
    return others[own.index(actor) % len(others)]
