"""The policy of dice: kept from an undo, typed by hand, or thrown here, and by whose choice.

A seat throws for the characters it owns, a game master's for everybody else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from campaigns.journal.journal import Pen
from campaigns.models import Campaign, Seat
from encounters.dice import source
from rules.core.acts import Offer
from rules.core.errors import Refused, Unreadable
from rules.core.game import Game
from rules.core.scene import Action, Change, Scene
from rules.core.script import Roll
from rules.core.text import _
from rules.engine import decide, exchanges, kept_dice, offers, wording

MASTER = "gm"
Drawn = Mapping[str, Any]  # where a throw of the server comes from: encounters.dice.source
Asked = Callable[[str, Roll], bool]  # whether somebody asked to have this roll of an exchange thrown here


def every(_exchange: str, _roll: Roll) -> bool:
    return True


def none(_exchange: str, _roll: Roll) -> bool:
    return False


def of_one(scene: Scene, exchange: str, whose: str) -> Asked:
    """The throws still due in an exchange from whoever answers for ``whose``."""
    seat = owner(scene, whose)
    return lambda of, roll: of == exchange and owner(scene, roll.by) == seat


def of_the_master(scene: Scene) -> Asked:
    return lambda _exchange, roll: not owner(scene, roll.by)


def through(scene: Scene, action: Action) -> Change:
    """The change that has whoever began or answered an exchange by this throw the rest of it as it comes."""
    seat, exchange = owner(scene, action.actor) or MASTER, action.args.get("exchange") or action.id
    return scene.change(f"exchanges.{exchange}.through.{seat}", True)


def _goes_through(scene: Scene, exchange: str, roll: Roll) -> bool:
    known = scene.state["exchanges"][exchange].get("through", {})
    return (owner(scene, roll.by) or MASTER) in known


def begins(system: Game, scene: Scene, *, everybody: bool = False) -> list[Offer]:
    """The offers that are nothing but a throw, one for each fighter who is up and whom no player plays; or for all."""
    up = dict.fromkeys(prompt.of for prompt in system.turn(scene))
    who = (name for name in up if name in scene.fighters and (everybody or not owner(scene, name)))
    result = (
        next(filter(is_throw, offers.entries_among(system, scene, name, system.throw_kinds)), None) for name in who
    )
    return [offer for offer in result if offer is not None]


def is_throw(offer: Offer) -> bool:
    """True if an offer is nothing but a throw, and may be taken now."""
    return offer.throws and offer.refused is None


def next_throw(
    pen: Pen, system: Game, scene: Scene, typed: list[int], *, by_hand: bool, asked: Asked, mine: str
) -> tuple[str, Roll, list[int], bool, Drawn | None] | None:
    """The first open roll that has its faces: kept from an undo, typed with the act, or thrown by the server."""
    for exchange, roll in exchanges.rolls_due(system, scene):
        if mine and exchange != mine:
            continue
        kept = kept_dice.spare_faces(scene, scene.exchanges[exchange], roll)
        if kept is not None and not typed:
            return exchange, roll, list(kept), False, None
        if typed:
            check_types(pen, scene, roll)
            given, typed[:] = typed[: roll.dice.count], typed[roll.dice.count :]
            return exchange, roll, given, True, None
        wanted = asked(exchange, roll) or _goes_through(scene, exchange, roll)
        if not by_hand and (wanted or throws_here(pen, scene, roll) or _holds_up(scene, exchange, roll)):
            values, drawn = thrown(pen, scene, exchange, roll)
            return exchange, roll, values, False, drawn
    return None


def _holds_up(scene: Scene, exchange: str, roll: Roll) -> bool:
    """True if what everybody sees would wait for a die of somebody hidden, or of a game master because of them."""
    row = scene.exchanges[exchange]
    somebody = any(fighter.hidden for fighter in scene.fighters.values())
    unseen = somebody and decide.audience_of_request(scene, row, roll) != "table"
    return unseen and scene.kind != "test" and not exchanges.is_unseen(scene, row.action)


def thrown(pen: Pen, scene: Scene, exchange: str, roll: Roll) -> tuple[list[int], Drawn | None]:
    """A throw of the server, from the open stream or from that of what only game masters see.

    The list of throws says of a closed sheet what is done, not what the die is for, such as which wound.
    """
    row = scene.exchanges[exchange]
    circle = decide.audience_of_request(scene, row, roll)
    if wording.is_closed(pen.campaign.system, scene, row.action):
        roll = replace(roll, key=row.action.kind)
    return source.throw(pen, roll, unseen=circle != "table")


def throws_here(pen: Pen, scene: Scene, roll: Roll) -> bool:
    """True if the server throws without asking: the choice of the seat that would throw.

    In a fight a seat that is asked each time presses its own button; a roll from the sheet is that button.
    """
    wish = seat_of(pen, scene, roll.by).dice
    return wish == Seat.Dice.SERVER or (wish == Seat.Dice.ASK and scene.kind == "test")


def check_types(pen: Pen, scene: Scene, roll: Roll) -> None:
    """Raise ``Refused`` where a player types for a seat whose dice are thrown here."""
    if not pen.seat.is_gm and seat_of(pen, scene, roll.by).dice == Seat.Dice.SERVER:
        raise Refused(_("This seat throws its dice here; its settings allow real ones."), "faces")


def face(value: Any) -> int:
    """The face of a die as it was sent. Raises ``Unreadable``."""
    if isinstance(value, int):
        return value
    shown = value.strip() if isinstance(value, str) else ""
    if shown.isascii() and shown.isdigit() and len(shown) < 5:
        return int(shown)
    raise Unreadable(_("What a die shows is a whole number."), "values")


def is_unseen(scene: Scene) -> bool:
    return scene.kind == "test" and any(fighter.hidden for fighter in scene.fighters.values())


def seat_of(pen: Pen, scene: Scene, whose: str) -> Seat:
    """The seat that throws for a fighter: its owner's, or a game master's, who alone throws in an unseen test."""
    if is_unseen(scene):
        return pen.seat
    token = owner(scene, whose)
    if token == pen.seat.token:
        return pen.seat
    seats = pen.once(_present)
    theirs = (seat for seat in seats if seat.token == token)
    masters = (seat for seat in seats if seat.role == Seat.Role.GM)
    return next(theirs, None) or next(masters, None) or pen.seat


def _present(campaign: Campaign) -> tuple[Seat, ...]:
    return tuple(campaign.seats.filter(left_at__isnull=True).order_by("pk"))


def owner(scene: Scene, whose: str) -> str:
    """The seat that plays a fighter, empty where no player does."""
    if whose not in scene.fighters:
        return ""
    return str(scene.sheet(whose).get("meta", {}).get("owner", ""))
