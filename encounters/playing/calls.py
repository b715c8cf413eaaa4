"""Calls made automatically: the next fighters, those who join a round, and past those who can only end their turn."""

from __future__ import annotations

from collections.abc import Collection

from campaigns.journal.journal import Pen
from campaigns.models import Seat, new_token
from encounters import scenes
from encounters.dice import policy
from encounters.playing.play import play
from rules.core.acts import Offer
from rules.core.scene import Action, Scene
from rules.engine import exchanges, offers


def begin_throw(pen: Pen, scene: Scene, offer: Offer, on_server: policy.RollFilter = policy.no_roll) -> Scene:
    scene = call_first(pen, scene, offer.actor)
    action = Action(offer.kind, offer.actor, {}, pen.seat.token, pen.seat.is_gm, new_token())
    return play(pen, scene, action, on_server=on_server)


def call_next(pen: Pen, encounter: str) -> None:
    scene = scenes.under_lock(pen, encounter)
    if exchanges.find_uncalled(pen.campaign.system, scene):
        play(pen, scene, _next_action(pen))
        _pass_over_idle(pen, encounter)


def call_after(pen: Pen, scene: Scene, action: Action) -> None:
    if action.kind == "next":
        system = pen.campaign.system
        visible = exchanges.without_hidden_fighters(system, scene)
        if any(slot.at for slot in system.order(visible)):  # others have their place: these came late
            now = scenes.under_lock(pen, scene.token)
            _throw_for_place(pen, now, set(now.called) - set(scene.called))
        _pass_over_idle(pen, scene.token)
    elif action.actor == "gm":
        settle_joiners(pen, scene)


def settle_joiners(pen: Pen, before: Scene) -> None:
    """Give newcomers their place in the round, and call those who act together with fighters called already.

    As at the start, the game master's fighters throw at once, and players are asked.
    """
    system, scene = pen.campaign.system, scenes.under_lock(pen, before.token)
    scene, joining = _call_joiners(pen, before, scene)
    if not joining and scene.fighters.keys() - scene.hidden <= before.fighters.keys() - before.hidden:
        return  # the act did something else
    scene = _throw_for_place(pen, scene, joining)
    by_hand = pen.seat.dice == Seat.Dice.TYPED
    for kind in offers.find_placing(system, before, scene):
        on_server = policy.no_roll if by_hand else policy.rolls_of_gm(scene)
        scene = play(pen, scene, Action(kind, "gm", {}, pen.seat.token, True, new_token()), on_server=on_server)
    _call_joiners(pen, before, scene)  # whoever has a place now may be up in it


def _throw_for_place(pen: Pen, scene: Scene, whose: Collection[str]) -> Scene:
    """Throw what gives fighters their place in the round, such as initiative, for those without a player."""
    system = pen.campaign.system
    for offer in () if pen.seat.dice == Seat.Dice.TYPED else policy.throw_offers(system, scene):
        if offer.actor in whose and offer.kind in system.opening_kinds:
            scene = begin_throw(pen, scene, offer, policy.rolls_of_fighter(offer.actor))
    return scene


def _call_joiners(pen: Pen, before: Scene, scene: Scene) -> tuple[Scene, tuple[str, ...]]:
    joining = offers.find_joiners(pen.campaign.system, before, scene)
    if joining:
        scene = play(pen, scene, Action("next", "gm", {"joining": joining}, pen.seat.token, True))
    return scene, joining


def _pass_over_idle(pen: Pen, encounter: str) -> None:
    """End the turns of called fighters who can do nothing else, such as the stunned, and call the next ones."""
    system, scene = pen.campaign.system, scenes.under_lock(pen, encounter)
    for _turn in scene.fighters:
        offer = offers.find_idle_end(system, scene)
        if offer is None:
            return
        scene = play(pen, scene, Action(offer.kind, offer.actor, {}, pen.seat.token, False, new_token()))
        if exchanges.find_uncalled(system, scene):
            scene = play(pen, scene, _next_action(pen))


def call_first(pen: Pen, scene: Scene, whose: str) -> Scene:
    """Call a fighter for whom a game master acts without pressing “Next”, so that every screen follows.

    The act of a hidden fighter calls no visible one. Whether a visible fighter is up is decided as if nobody were
    hidden, so that a hidden turn or exchange holds up no act.
    """
    system, unseen = pen.campaign.system, whose in scene.hidden
    visible = scene if unseen else exchanges.without_hidden_fighters(system, scene)
    if scene.kind == "test" or whose not in exchanges.find_uncalled(system, visible):
        return scene
    return play(pen, scene, _next_action(pen, "unseen" if unseen else "in_sight"))


def _next_action(pen: Pen, how: str = "") -> Action:
    return Action("next", "gm", {how: True} if how else {}, pen.seat.token, True, new_token())
