"""Data of the demonstration: one campaign per game, with people, sheets and links, created through the journal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from campaigns.journal import journal
from campaigns.journal.journal import Pen, Sent
from campaigns.models import Campaign, Seat
from campaigns.seats.invitations import address_of, open_link, print_link
from campaigns.services import add_seat, create_campaign
from campaigns.web.language import active_language, ready_made_sheets, say
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
FREE = "Isaure"  # for the person who uses the open link
ALLY = "Soren"  # an ally, played by the game master
FOES, LURKING = 6, 2


@dataclass(frozen=True)
class Link:
    """A link of the demonstration, with its campaign, seat and role."""

    campaign: str
    seat: str
    role: str
    address: str


def demonstrate(*, prepared: bool = False) -> list[Link]:
    """The links of all demonstration campaigns, which are created if they are missing.

    With ``prepared``, the fights of new ones have not begun yet.
    """
    for system in registry.systems():
        if not Campaign.objects.filter(game=system.key).exists():
            gm, fight = lay_out(system)
            if not prepared:
                first_round.play(gm, fight)
    return [link for campaign in Campaign.objects.order_by("pk") for link in _printed_links(campaign)]


def lay_out(system: Game) -> tuple[Seat, str]:
    """Create the campaign of a game; returns its game master's seat, and the token of the prepared fight."""
    name, spoken = say(_("Game master")), active_language()
    gm = create_campaign(name=say(system.name), game=system.key, gm=name, language=spoken, dice=Seat.Dice.SERVER)
    players = [add_seat(seat=gm, role=Seat.Role.PLAYER, name=name, language=spoken) for name in PLAYERS]
    add_seat(seat=gm, role=Seat.Role.SCREEN, name=say(_("Shared screen")), language=spoken)
    journal.run(seat=gm, sent=Sent.of("", "seed"), work=lambda pen: _add_characters(pen, system, players))
    return gm, _prepare_fight(gm, system)


def _add_characters(pen: Pen, system: Game, players: list[Seat]) -> None:
    samples = ready_made_sheets(system.key)
    ready = [row["data"] for row in samples.values() if row["kind"] == Character.Kind.PC]
    for number, (player, name) in enumerate(zip(players, HEROES, strict=True)):
        create(pen, data={**ready[number % len(ready)], "name": name}, kind=Character.Kind.PC, owner=player)
    create(pen, data={**ready[len(players) % len(ready)], "name": FREE}, kind=Character.Kind.PC)
    for row in samples.values():
        if row["kind"] == Character.Kind.NPC:
            create(pen, data=row["data"], kind=Character.Kind.NPC)
    create(pen, data={**ready[-1], "name": ALLY}, kind=Character.Kind.NPC)


def _prepare_fight(gm: Seat, system: Game) -> str:
    """Prepare a fight of four against six, two of these hidden: each opponent once, then copies of the first."""
    others = list(Character.objects.filter(campaign=gm.campaign, kind=Character.Kind.NPC).order_by("pk"))
    foes = [character.token for character in others if character.name != ALLY][:FOES]
    ally = next(character.token for character in others if character.name == ALLY)
    name = say(_("Ambush: four against six"))
    fight = str(services.prepare(seat=gm, sent=Sent.of("", "fight"), name=name).value)
    services.enrol(seat=gm, sent=Sent.of("", "sides"), encounter=fight, characters=[ally, *foes])
    if missing := FOES - len(foes):
        first = next(key for key, row in ready_made_sheets(system.key).items() if row["kind"] == Character.Kind.NPC)
        sent = Sent.of("", "copies")
        services.recruit(seat=gm, sent=sent, encounter=fight, sample=first, count=missing, hidden=True)
    _show_in_sight(gm, fight, ally)
    return fight


def _show_in_sight(gm: Seat, fight: str, ally: str) -> None:
    rows = Encounter.objects.get(token=fight).state["fighters"]
    unseen = sorted((key for key, row in rows.items() if row.get("hidden")), key=lambda key: int(rows[key]["order"]))
    beside = next(key for key in unseen if rows[key]["character"] == ally)
    seen = [key for key in unseen if key != beside][: FOES - LURKING]
    for key in (beside, *seen):
        values = {"hidden": False, **({"side": "ally"} if key == beside else {})}
        services.describe(seat=gm, sent=Sent.of("", key), encounter=fight, fighter=key, about=values)


def _printed_links(campaign: Campaign) -> Iterator[Link]:
    for seat in campaign.seats.filter(left_at__isnull=True).order_by("pk"):
        link = seat.invitations.filter(revoked_at=None, expires_at=None).first() or print_link(seat)
        yield Link(campaign.name, seat.name, seat.get_role_display(), address_of(link))
    gm = campaign.seats.filter(role=Seat.Role.GM, left_at=None).order_by("pk").first()
    if gm is not None:
        links = campaign.invitations.filter(seat=None, revoked_at=None, expires_at=None)
        entrance = links.first() or open_link(gm, Seat.Role.PLAYER)
        yield Link(campaign.name, say(_("anybody")), say(_("New player")), address_of(entrance))
