"""A table for the pictures, laid on a server's data: ``python -m tests.pictures.tables``.

Everybody is asked for each die, so that a story throws them. It prints, as JSON, who holds which session and page.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict, dataclass, field
from typing import Any
from urllib.parse import urlsplit

from tests.serve import Server

SEATS = ("gm", "ana", "leo", "screen")


@dataclass(frozen=True)
class Cast:
    """The participants: samples of the game by the seat that plays them, visible opponents, and a hidden one."""

    game: str
    title: str
    heroes: dict[str, tuple[str, str]]  # seat: sample and name
    foes: dict[str, int] = field(default_factory=dict)  # sample: how many
    hidden: dict[str, str] = field(default_factory=dict)  # sample: name
    apart: tuple[str, ...] = ()  # samples with a sheet that do not fight
    house: dict[str, Any] = field(default_factory=dict)
    begun: bool = True


@dataclass(frozen=True)
class Table:
    """Sessions and seats by their part, the encounter, characters by name, and the link of whoever joins."""

    sessions: dict[str, str]
    seats: dict[str, str]
    encounter: str
    characters: dict[str, str]
    link: str

    def address(self, seat: str, *parts: str) -> str:
        return "/".join(("", "t", self.seats[seat], *parts, ""))

    def fight(self, seat: str) -> str:
        return self.address(seat, "screen") if seat == "screen" else self.address(seat, "encounters", self.encounter)

    def sheet(self, seat: str, name: str, *tab: str) -> str:
        return self.address(seat, "characters", self.characters[name], *tab)


def lay(server: Server, cast: Cast) -> Table:
    """Lay a table on the data of a server."""
    return Table(**json.loads(server.run("-m", "tests.pictures.tables", typed=json.dumps(asdict(cast)))))


def main() -> None:
    """Lay the table that the standard input describes, and print what there is to visit."""
    import django

    django.setup()
    print(json.dumps(_laid(Cast(**json.load(sys.stdin)))))


def _laid(cast: Cast) -> dict[str, Any]:
    from campaigns.journal.journal import Sent
    from campaigns.models import Campaign, Seat
    from campaigns.seats.invitations import address_of, open_link
    from encounters.models import Encounter
    from encounters.prepare import services
    from sheets.models import Character
    from tests.cast import client_of, gather

    people = gather(cast.game)
    Campaign.objects.filter(pk=people.campaign.pk).update(settings=cast.house)

    def sent(what: str) -> Sent:
        return Sent.of("", what)

    hidden = _characters(cast, people, sent("people"))
    encounter = str(services.prepare(seat=people.gm, sent=sent("fight"), name=cast.title).value)
    common: dict[str, Any] = {"seat": people.gm, "encounter": encounter}
    for sample, count in cast.foes.items():
        services.recruit(sent=sent(sample), sample=sample, count=count, hidden=False, **common)
    if hidden:
        services.enrol(sent=sent("hidden"), characters=hidden, **common)
    if cast.begun:
        services.turn_to(sent=sent("go"), status=Encounter.Status.RUNNING.value, **common)
    clients = {name: client_of(people.seats[name]) for name in SEATS}
    rows = Character.objects.filter(campaign=people.campaign)
    return {
        "sessions": {name: client.cookies["tablee_session"].value for name, client in clients.items()},
        "seats": {name: people.seats[name].token for name in SEATS},
        "encounter": encounter,
        "characters": {character.name: character.token for character in rows},
        "link": urlsplit(address_of(open_link(people.gm, Seat.Role.PLAYER))).path,
    }


def _characters(cast: Cast, people: Any, sent: Any) -> list[str]:
    """Make everybody's sheets; those of whoever hides in the fight are told."""
    from campaigns.journal.journal import run
    from rules import registry
    from sheets.creation.create import create

    samples = registry.samples(cast.game)

    def work(pen: Any) -> list[str]:
        for seat, (sample, name) in cast.heroes.items():
            owner = people.seats.get(seat)  # a part that nobody sits in: a character that is free
            create(pen, data={**samples[sample]["data"], "name": name}, kind="pc", owner=owner)
        for sample in cast.apart:
            create(pen, data=samples[sample]["data"], kind="npc", owner=None)
        return [
            create(pen, data={**samples[sample]["data"], "name": name}, kind="npc", owner=None)
            for sample, name in cast.hidden.items()
        ]

    tokens: list[str] = run(seat=people.gm, sent=sent, work=work).value
    return tokens


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.pictures.settings")
    main()
