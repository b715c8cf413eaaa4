"""A fight of Polaris about to begin, laid on a server's data: ``python -m tests.browser.polaris_fight``.

Everybody is asked for each die. It prints, as JSON, the session and page of each seat, and the ids that are secret.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from typing import Any

from tests.serve import Server

CANARY = "Zorvaxcanari"
HEROES = {"ana": "Élowen", "leo": "Tibor"}
SEATS = ("gm", "ana", "leo", "screen")


@dataclass(frozen=True)
class PolarisFight:
    """A table in play: the session and the page of each seat, and the ids that only the game master may know."""

    sessions: dict[str, str]
    addresses: dict[str, str]
    secrets: list[str]


def lay(server: Server, foes: int = 1) -> PolarisFight:
    """Lay the fight on the data of a server."""
    printed = server.lay("tests.browser.polaris_fight", str(foes))
    return PolarisFight(**json.loads(printed.splitlines()[-1]))


def main() -> None:
    """Lay the fight and print the pages to visit."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    print(json.dumps(_laid(int(sys.argv[1]))))


def _laid(foes: int) -> dict[str, Any]:
    from campaigns.journal.journal import Sent, run
    from encounters.models import Encounter
    from encounters.prepare import services
    from rules import registry
    from sheets.creation.create import create
    from tests.cast import client_of, gather

    cast = gather("polaris")
    samples = registry.samples("polaris")

    def people(pen: Any) -> str:
        for seat, name in HEROES.items():
            create(pen, data={**samples["mercenary"]["data"], "name": name}, kind="pc", owner=cast.seats[seat])
        return create(pen, data={**samples["station_guard"]["data"], "name": CANARY}, kind="npc", owner=None)

    def sent(what: str) -> Sent:
        return Sent.of("", what)

    hidden = run(seat=cast.gm, sent=sent("people"), work=people).value
    fight = services.prepare(seat=cast.gm, sent=sent("fight"), name="Quai 7").value
    common = {"seat": cast.gm, "encounter": fight}
    services.recruit(sent=sent("foes"), sample="pirate", count=foes, hidden=False, **common)
    services.enrol(sent=sent("hidden"), characters=[hidden], **common)
    services.turn_to(sent=sent("go"), status=Encounter.Status.RUNNING.value, **common)
    state = Encounter.objects.get(token=fight).state
    fighter = next(one for one, row in state["fighters"].items() if row["character"] == hidden)
    clients = {name: client_of(cast.seats[name]) for name in SEATS}
    pages = {name: "screen/" if name == "screen" else f"encounters/{fight}/" for name in SEATS}
    return {
        "sessions": {name: client.cookies["tablee_session"].value for name, client in clients.items()},
        "addresses": {name: f"/t/{cast.seats[name].token}/{pages[name]}" for name in SEATS},
        "secrets": [CANARY, hidden, fighter],
    }


if __name__ == "__main__":
    main()
