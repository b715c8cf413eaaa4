"""A fight of any game about to begin, laid on a server's data: ``python -m tests.browser.skirmish``.

Everybody is asked for each die, so that tests throw them. It prints, as JSON, the session and page of each seat.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict, dataclass
from typing import Any

from playwright.sync_api import Page, expect

from tests.serve import Server

SEATS = ("gm", "ana", "screen")
HERO = "Élowen"


@dataclass(frozen=True)
class Crowd:
    """All opponents in one place of a ship that is boarded, with ``more`` places: name, column and line of each."""

    more: tuple[tuple[str, int, int], ...] = ()


@dataclass(frozen=True)
class Skirmish:
    """A fight in play: the session and the page of each seat."""

    sessions: dict[str, str]
    addresses: dict[str, str]


def lay(
    server: Server, game: str, hero: str, house: dict[str, Any] | None = None, crowd: Crowd | None = None, **foes: int
) -> Skirmish:
    """Lay a fight of Ana's hero against ready-made foes, by kind and number, on the data of a server.

    ``house`` holds the house settings that differ from the defaults.
    """
    printed = server.lay("tests.browser.skirmish", json.dumps([game, hero, house or {}, foes, crowd and asdict(crowd)]))
    return Skirmish(**json.loads(printed.splitlines()[-1]))


def begin_fight(board: Page) -> None:
    """Begin the fight, and wait until its panels have replaced the button."""
    button = board.locator(".request-main").get_by_text("Commencer le combat", exact=True)
    button.click()
    expect(button).to_have_count(0)


def main() -> None:
    """Lay the fight and print the pages to visit."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    print(json.dumps(_laid(*json.loads(sys.argv[1]))))


def _laid(
    game: str, hero: str, house: dict[str, Any], foes: dict[str, int], crowd: dict[str, Any] | None
) -> dict[str, Any]:
    from campaigns.journal.journal import Sent, run
    from campaigns.models import Campaign
    from encounters.ground import services as ground
    from encounters.models import Encounter
    from encounters.prepare import services
    from rules import registry
    from sheets.creation.create import create
    from tests.cast import client_of, gather

    cast = gather(game)
    Campaign.objects.filter(pk=cast.campaign.pk).update(settings=house)
    sheet = {**registry.samples(game)[hero]["data"], "name": HERO}

    def sent(what: str) -> Sent:
        return Sent.of("", what)

    run(seat=cast.gm, sent=sent("hero"), work=lambda pen: create(pen, data=sheet, kind="pc", owner=cast.ana))
    fight = services.prepare(seat=cast.gm, sent=sent("fight"), name="Le gué").value
    common = {"seat": cast.gm, "encounter": fight}
    for sample, count in foes.items():
        services.recruit(sent=sent(sample), sample=sample, count=count, hidden=False, **common)
    services.turn_to(sent=sent("go"), status=Encounter.Status.RUNNING.value, **common)
    if crowd is not None:
        ground.lay(sent=sent("ground"), level="", ready="boarding", **common)
        for name, column, line in crowd["more"]:
            place = {"name": name, "column": column, "line": line}
            ground.set_place(sent=sent(name), key="", values=place, **common)
        ground.put(sent=sent("put"), who=["foe"], place="p2", **common)
    clients = {name: client_of(cast.seats[name]) for name in SEATS}
    pages = {name: "screen/" if name == "screen" else f"encounters/{fight}/" for name in SEATS}
    return {
        "sessions": {name: client.cookies["tablee_session"].value for name, client in clients.items()},
        "addresses": {name: f"/t/{cast.seats[name].token}/{pages[name]}" for name in SEATS},
    }


if __name__ == "__main__":
    main()
