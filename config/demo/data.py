"""The demonstration: one campaign for each game, with people, sheets and links, made through the journal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from campaigns.journal import journal
from campaigns.journal.journal import Pen, Sent
from campaigns.models import Campaign, Seat
from campaigns.seats.invitations import address_of, open_link, print_link
from campaigns.services import add_seat, create_campaign
from campaigns.web.language import ready_made, say
from config.demo import first_round
from encounters.models import Encounter
from encounters.prepare import services
from rules import registry
from rules.core.game import Game
from rules.core.text import _
from sheets.creation.create import create
from sheets.models import Character

PLAYERS = ("Ana", "Léo")
HEROES = ("Élowen", "Tibor")
FREE = "Isaure"  # for whoever comes by the open link
ALLY = "Soren"  # whom the game master plays beside them
FOES, LURKING = 6, 2


@dataclass(frozen=True)
class Link:
    """An address of the demonstration, and whose it is."""

    campaign: str
    seat: str
    role: str
    address: str


def demonstrate(*, prepared: bool = False) -> list[Link]:
    """The links of every demonstration campaign, which are made where they are missing.

    With ``prepared``, their fights have not begun yet.
    """
    for system in registry.systems():
        if not Campaign.objects.filter(game=system.key).exists():
            gm, fight = lay(system)
            if not prepared:
                first_round.play(gm, fight)
    return [link for campaign in Campaign.objects.order_by("pk") for link in _links(campaign)]


def lay(system: Game) -> tuple[Seat, str]:
    """The campaign of a game: its game master, and the fight they have prepared."""
    gm = create_campaign(name=say(system.name), game=system.key, gm=say(_("Game master")), dice=Seat.Dice.SERVER)
    players = [add_seat(seat=gm, role=Seat.Role.PLAYER, name=name) for name in PLAYERS]
    add_seat(seat=gm, role=Seat.Role.SCREEN, name=say(_("Shared screen")))
    journal.run(seat=gm, sent=Sent.of("", "seed"), work=lambda pen: _people(pen, system, players))
    return gm, _fight(gm, system)


def _people(pen: Pen, system: Game, players: list[Seat]) -> None:
    samples = ready_made(system.key)
    ready = [row["data"] for row in samples.values() if row["kind"] == Character.Kind.PC]
    for number, (player, name) in enumerate(zip(players, HEROES, strict=True)):
        create(pen, data={**ready[number % len(ready)], "name": name}, kind=Character.Kind.PC, owner=player)
    create(pen, data={**ready[len(players) % len(ready)], "name": FREE}, kind=Character.Kind.PC)
    for row in samples.values():
        if row["kind"] == Character.Kind.NPC:
            create(pen, data=row["data"], kind=Character.Kind.NPC)
    create(pen, data={**ready[-1], "name": ALLY}, kind=Character.Kind.NPC)


def _fight(gm: Seat, system: Game) -> str:
    """A fight of four against six, two of them hidden: every opponent there is once, then copies of the first."""
    others = list(Character.objects.filter(campaign=gm.campaign, kind=Character.Kind.NPC).order_by("pk"))
    foes = [character.token for character in others if character.name != ALLY][:FOES]
    ally = next(character.token for character in others if character.name == ALLY)
    name = say(_("Ambush: four against six"))
    fight = str(services.prepare(seat=gm, sent=Sent.of("", "fight"), name=name).value)
    services.enrol(seat=gm, sent=Sent.of("", "sides"), encounter=fight, characters=[ally, *foes])
    if missing := FOES - len(foes):
        first = next(key for key, row in ready_made(system.key).items() if row["kind"] == Character.Kind.NPC)
        sent = Sent.of("", "copies")
        services.recruit(seat=gm, sent=sent, encounter=fight, sample=first, count=missing, hidden=True)
    _show(gm, fight, ally)
    return fight


def _show(gm: Seat, fight: str, ally: str) -> None:
    rows = Encounter.objects.get(token=fight).state["fighters"]
    unseen = sorted((key for key, row in rows.items() if row.get("hidden")), key=lambda key: int(rows[key]["order"]))
    beside = next(key for key in unseen if rows[key]["character"] == ally)
    seen = [key for key in unseen if key != beside][: FOES - LURKING]
    for key in (beside, *seen):
        values = {"hidden": False, **({"side": "ally"} if key == beside else {})}
        services.describe(seat=gm, sent=Sent.of("", key), encounter=fight, fighter=key, about=values)


def _links(campaign: Campaign) -> Iterator[Link]:
    for seat in campaign.seats.filter(left_at__isnull=True).order_by("pk"):
        printed = seat.invitations.filter(revoked_at=None, expires_at=None).first() or print_link(seat)
        yield Link(campaign.name, seat.name, seat.get_role_display(), address_of(printed))
    gm = campaign.seats.filter(role=Seat.Role.GM, left_at=None).order_by("pk").first()
    if gm is not None:
        known = campaign.invitations.filter(seat=None, revoked_at=None, expires_at=None)
        entrance = known.first() or open_link(gm, Seat.Role.PLAYER)
        yield Link(campaign.name, say(_("anybody")), say(_("New player")), address_of(entrance))
