"""The cast of the tests: a game master, two players, a spectator, a shared screen, and a stranger."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from django.conf import settings
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign, Pairing, Seat
from campaigns.queries import prepared
from campaigns.seats.sessions import SessionStore
from campaigns.services import add_seat, create_campaign
from rules import registry
from tests.laid import laid


@dataclass(frozen=True)
class Cast:
    """A table and everybody seated at it."""

    campaign: Campaign
    gm: Seat
    ana: Seat
    leo: Seat
    spectator: Seat
    screen: Seat

    @property
    def seats(self) -> dict[str, Seat]:
        """The seats by name."""
        return {name: getattr(self, name) for name in ("gm", "ana", "leo", "spectator", "screen")}


@prepared  # thousands of tests begin with it
def seats_of_the_newest_table() -> QuerySet[Seat]:
    newest = Campaign.objects.order_by("-pk").values("pk")[:1]
    return Seat.objects.select_related("campaign").filter(campaign=newest).order_by("pk")


def gather(game: str = "polaris", language: str = "fr") -> Cast:
    """A table with its cast."""
    laid(("cast", game, registry.system(game).version, language), lambda: seat_everybody(game, language))
    return latest()


def latest() -> Cast:
    """The cast of the newest table."""
    gm, *others = seats_of_the_newest_table()
    return Cast(gm.campaign, gm, *others)


def seat_everybody(game: str = "polaris", language: str = "fr") -> None:
    """Make a table with its cast by the commands of the site."""
    gm = create_campaign(name="Équinoxe", game=game, gm="MJ", language=language)
    for name in ("Ana", "Léo"):
        add_seat(seat=gm, role=Seat.Role.PLAYER, name=name, language=language)
    add_seat(seat=gm, role=Seat.Role.SPECTATOR, name="Zoé", language=language)
    add_seat(seat=gm, role=Seat.Role.SCREEN, name="Écran", language=language)


def client_of(*seats: Seat, strict: bool = False) -> Client:
    """A browser whose session holds these seats; without any it is a stranger's. ``strict`` checks form tokens."""
    client = Client(enforce_csrf_checks=strict)
    if seats:
        session = SessionStore()  # that of ``client.session`` has been written already, and would be again
        session["seats"] = [seat.token for seat in seats]
        session.save()
        client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    return client


def television_of(screen: Seat) -> Client:
    """A paired television: its own session, which holds the seat of a screen."""
    client = Client()
    client.post(reverse("tv"))
    Pairing.objects.filter(nonce=client.session["pairing"]).update(seat=screen)
    client.get(reverse("tv"))
    assert client.session["seats"] == [screen.token]
    return client


@pytest.fixture
def cast(db: None) -> Cast:
    """A table with its cast, in French."""
    return gather()
