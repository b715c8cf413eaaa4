"""Steps that need no choice: dice that are due, and what follows from “next”."""

from __future__ import annotations

from campaigns.journal.journal import Pen
from campaigns.models import Seat, new_token
from encounters import scenes
from encounters.dice import policy
from encounters.playing.calls import begin_throw, call_next
from encounters.playing.play import play, throw_dice
from rules.core.scene import Action, Scene
from rules.engine import offers


def throw_all(pen: Pen, scene: Scene, *, everybody: bool = False) -> None:
    """Begin all offers that are only throws, of fighters without a player or of everybody, and throw the dice due."""
    on_server = policy.every_roll if everybody else policy.rolls_of_gm(scene)
    for offer in policy.throw_offers(pen.campaign.system, scene, everybody=everybody):
        scene = begin_throw(pen, scene, offer, on_server)
    throw_dice(pen, scene, on_server=on_server)


def advance(pen: Pen, encounter: str) -> None:
    """Do the next act that needs no choice, throw unless this seat types its dice, and call the next fighters.

    Steps that nobody sees hold nothing up: the table's next step follows in the same command.
    """
    for _fighter in scenes.under_lock(pen, encounter).fighters:
        events_before = len(pen.events)
        _follow(pen, scenes.under_lock(pen, encounter))
        if not pen.events[events_before:] or any(event.audience == "table" for event in pen.events[events_before:]):
            break
    call_next(pen, encounter)


def _follow(pen: Pen, scene: Scene) -> None:
    lead = next(iter(offers.offers(pen.campaign.system, scene, "gm")), None)
    on_server = policy.rolls_of_hidden(scene)  # the table waits for no real die of theirs
    if lead is not None and lead.follows and lead.refused is None:
        scene = play(pen, scene, Action(lead.kind, "gm", {}, pen.seat.token, True, new_token()), on_server=on_server)
    if pen.seat.dice != Seat.Dice.TYPED:
        throw_all(pen, scene)
        return
    for offer in policy.throw_offers(pen.campaign.system, scene):
        if scene.fighters[offer.actor].hidden:
            scene = begin_throw(pen, scene, offer, on_server)
