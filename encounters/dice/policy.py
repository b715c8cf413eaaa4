"""Dice policy: it decides if a throw is reused from an undo, typed by hand or made by the server.

A seat throws for the characters it owns, a game master's seat for all others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.db.models import QuerySet

from campaigns.journal.journal import Pen
from campaigns.models import Campaign, Seat
from campaigns.queries import prepared
from encounters.dice import source
from rules.core.acts import Offer
from rules.core.errors import Refused, Unreadable
from rules.core.game import Game
from rules.core.paths import get
from rules.core.scene import Action, Change, Scene
from rules.core.script import Roll
from rules.core.text import _
from rules.engine import circles, exchanges, offers, spare_dice, wording

MASTER = "gm"
Drawn = Mapping[str, Any]  # the origin of a server's throw: encounters.dice.source
RollFilter = Callable[[str, Roll], bool]  # picks rolls by the token of their exchange and themselves


def every_roll(_exchange: str, _roll: Roll) -> bool:
    return True


def no_roll(_exchange: str, _roll: Roll) -> bool:
    return False


def rolls_of_owner(scene: Scene, exchange: str, whose: str) -> RollFilter:
    """The rolls of an exchange that the seat of the fighter ``whose`` has to throw."""
    seat = owner_of(scene, whose)
    return lambda of, roll: of == exchange and owner_of(scene, roll.by) == seat


def rolls_of_fighter(fighter: str) -> RollFilter:
    return lambda _exchange, roll: roll.by == fighter


def rolls_of_gm(scene: Scene) -> RollFilter:
    return lambda _exchange, roll: not owner_of(scene, roll.by)


def rolls_of_hidden(scene: Scene) -> RollFilter:
    return lambda _exchange, roll: roll.by in scene.hidden and not owner_of(scene, roll.by)


def play_through(scene: Scene, action: Action) -> Change:
    """The change that lets the actor's seat throw its later rolls in this exchange automatically."""
    seat, exchange = owner_of(scene, action.actor) or MASTER, action.args.get("exchange") or action.id
    return scene.change(f"exchanges.{exchange}.through.{seat}", True)


def _is_played_through(scene: Scene, exchange: str, roll: Roll) -> bool:
    seats = scene.state["exchanges"][exchange].get("through", {})
    return (owner_of(scene, roll.by) or MASTER) in seats


def throw_offers(system: Game, scene: Scene, *, everybody: bool = False) -> list[Offer]:
    """Offers that need only a throw: for each fighter without a player who may act now, or for ``everybody``."""
    up = dict.fromkeys(prompt.of for prompt in system.turn(scene))
    who = (name for name in up if name in scene.fighters and (everybody or not owner_of(scene, name)))
    result = (
        next(filter(is_throw, offers.entries_among(system, scene, name, system.throw_kinds)), None) for name in who
    )
    return [offer for offer in result if offer is not None]


def is_throw(offer: Offer) -> bool:
    """True if an offer needs only a throw and is not refused."""
    return offer.throws and offer.refused is None


@dataclass(frozen=True)
class ThrowScope:
    """The exchanges in which dice may be thrown: this one, or all if empty; with ``unseen``, only those nobody sees.

    ``left`` are rolls, each with its exchange, that wait on.
    """

    exchange: str = ""
    unseen: bool = False
    left: frozenset[tuple[str, str]] = frozenset()

    def includes(self, scene: Scene, exchange: str, roll: Roll) -> bool:
        if self.unseen and not exchanges.is_unseen(scene, scene.exchanges[exchange].action):
            return False
        return self.exchange in ("", exchange) and (exchange, roll.key) not in self.left


EVERYWHERE = ThrowScope()


class Throw(NamedTuple):
    """The faces of a roll in an exchange: ``typed`` by hand, or of the server, ``drawn`` unless an undo left them."""

    exchange: str
    roll: Roll
    faces: list[int]
    typed: bool = False
    drawn: Drawn | None = None


def next_throw(
    pen: Pen, system: Game, scene: Scene, typed: list[int], *, by_hand: bool, on_server: RollFilter, among: ThrowScope
) -> Throw | None:
    """The first open roll whose faces are available: left over from an undo, typed, or thrown by the server.

    ``typed`` are the faces that no roll has used yet; the first of them are this roll's.
    """
    for exchange, roll in exchanges.rolls_due(system, scene):
        if not among.includes(scene, exchange, roll):
            continue
        spare = spare_dice.spare_faces(scene, scene.exchanges[exchange], roll)
        if spare is not None and not typed:
            return Throw(exchange, roll, list(spare))
        if typed:
            check_may_type(pen, scene, roll)
            return Throw(exchange, roll, typed[: roll.dice.count], typed=True)
        is_asked = on_server(exchange, roll) or _is_played_through(scene, exchange, roll)
        if not by_hand and (is_asked or is_thrown_here(pen, scene, roll) or _would_wait(scene, exchange, roll)):
            faces, drawn = throw(pen, scene, exchange, roll)
            return Throw(exchange, roll, faces, drawn=drawn)
    return None


def _would_wait(scene: Scene, exchange: str, roll: Roll) -> bool:
    """True if a visible exchange would wait for a roll that the table must not see, because a fighter is hidden."""
    row = scene.exchanges[exchange]
    somebody = any(fighter.hidden for fighter in scene.fighters.values())
    unseen = somebody and circles.circle_of_request(scene, row, roll) != "table"
    return unseen and scene.kind != "test" and not exchanges.is_unseen(scene, row.action)


def throw(pen: Pen, scene: Scene, exchange: str, roll: Roll) -> tuple[list[int], Drawn | None]:
    """Throw on the server, from the open stream, or from the secret one if only game masters see the roll.

    For a closed sheet the published list of throws names the act only, not the roll's purpose, such as which wound.
    """
    row = scene.exchanges[exchange]
    circle = circles.circle_of_request(scene, row, roll)
    if wording.is_closed(pen.campaign.system, scene, row.action):
        roll = replace(roll, key=row.action.kind)
    return source.throw(pen, roll, unseen=circle != "table")


def is_thrown_here(pen: Pen, scene: Scene, roll: Roll) -> bool:
    """True if the server throws without asking, as set by the seat that would throw.

    A seat set to be asked presses a button for each throw in a fight; for tests, the roll itself was that press.
    """
    preference = seat_of(pen, scene, roll.by).dice
    return preference == Seat.Dice.SERVER or (preference == Seat.Dice.ASK and scene.kind == "test")


def check_may_type(pen: Pen, scene: Scene, roll: Roll) -> None:
    """Raise ``Refused`` if a player types faces for a seat whose dice the server throws."""
    if not pen.seat.is_gm and seat_of(pen, scene, roll.by).dice == Seat.Dice.SERVER:
        raise Refused(_("This seat throws its dice here; its settings allow real ones."), "faces")


def read_face(value: Any) -> int:
    """The face of a die from a posted value. Raises ``Unreadable`` unless it is a whole number of up to 4 digits."""
    if isinstance(value, int):
        return value
    shown = value.strip() if isinstance(value, str) else ""
    if shown.isascii() and shown.isdigit() and len(shown) < 5:
        return int(shown)
    raise Unreadable(_("What a die shows is a whole number."), "values")


def is_unseen(scene: Scene) -> bool:
    return scene.kind == "test" and any(fighter.hidden for fighter in scene.fighters.values())


def seat_of(pen: Pen, scene: Scene, whose: str) -> Seat:
    """The seat that throws for a fighter: its owner, or else a game master, who makes all throws of an unseen test."""
    if is_unseen(scene):
        return pen.seat
    token = owner_of(scene, whose)
    if token == pen.seat.token:
        return pen.seat
    seats = pen.once(_present_seats)
    owners = (seat for seat in seats if seat.token == token)
    gms = (seat for seat in seats if seat.role == Seat.Role.GM)
    return next(owners, None) or next(gms, None) or pen.seat


def _present_seats(campaign: Campaign) -> tuple[Seat, ...]:
    return tuple(_seats(campaign.pk))


@prepared
def _seats(campaign: int) -> QuerySet[Seat]:
    return Seat.objects.filter(campaign=campaign, left_at=None).order_by("pk")


def owner_of(scene: Scene, whose: str) -> str:
    """The token of the seat that owns a fighter, empty if no player does."""
    if whose not in scene.fighters:
        return ""
    return str(get(scene.sheet(whose), "meta.owner") or "")
