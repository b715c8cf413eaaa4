"""A table with a row of every kind, for a browser: ``python -m tests.browser.full_table`` on a server's data.

It prints, as JSON, the session of each role and the addresses that it may read: those of ``tests/permissions.py``, and
the pages of a fight of every other game.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any

from tests.serve import Server


@dataclass(frozen=True)
class Visit:
    """A page to look at, and the session that may."""

    role: str
    name: str
    address: str
    session: str


def lay(server: Server) -> list[Visit]:
    """Lay the table on the data of a server, and return the pages to visit."""
    printed = server.lay("tests.browser.full_table")
    return [Visit(*row) for row in json.loads(printed.splitlines()[-1])]


def main() -> None:
    """Lay the table and print the pages to visit."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.test.utils import setup_test_environment

    setup_test_environment()  # a television is paired by requests to a host of its own
    print(json.dumps([*known(), *other_games()]))


def known() -> list[tuple[str, str, str, str]]:
    """Every page, once for each role that may read it."""
    from tests.permissions import ROLES, TABLE_OF_ADDRESSES
    from tests.test_permissions import PARAMETER, ROUTES, FullTable

    table = FullTable()
    found = []
    for name, (get, _post) in TABLE_OF_ADDRESSES.items():
        for role, word in zip(ROLES, get.split(), strict=True):
            arguments = table.arguments(name, role)
            address = PARAMETER.sub(lambda one, said=arguments: str(said[one[1]]), ROUTES[name])
            if word == "yes" and _is_page(table.clients[role], address):
                found.append((role, name, address, _session(table.clients[role])))
    return found


def other_games() -> list[tuple[str, str, str, str]]:
    """The sheet, both pages of a fight, the shared screen and a page of character creation, for every game."""
    from campaigns.journal.journal import Sent, run
    from encounters.models import Encounter
    from encounters.prepare import services
    from rules import registry
    from sheets.creation import draft
    from sheets.creation.create import create
    from sheets.creation.wizard import Wizard
    from sheets.models import Character
    from tests.cast import client_of, gather

    found = []
    for system in registry.systems():
        cast = gather(system.key)
        rows = registry.samples(system.key).values()
        hero = next(row["data"] for row in rows if row["kind"] == Character.Kind.PC)
        foes = [row["data"] for row in rows if row["kind"] == Character.Kind.NPC][:3]

        def people(pen: Any, hero: Any = hero, foes: Any = foes, cast: Any = cast) -> list[str]:
            mine = create(pen, data={**hero, "name": "Élowen"}, kind="pc", owner=cast.ana)
            return [mine, *(create(pen, data=foe, kind="npc", owner=None) for foe in foes)]

        tokens = run(seat=cast.gm, sent=Sent.of("", "people"), work=people).value
        fight = services.prepare(seat=cast.gm, sent=Sent.of("", "fight"), name="Au quai").value
        services.enrol(seat=cast.gm, sent=Sent.of("", "enrol"), encounter=fight, characters=tokens)
        services.turn_to(seat=cast.gm, sent=Sent.of("", "go"), encounter=fight, status=Encounter.Status.RUNNING.value)
        gm, ana, screen = (client_of(seat) for seat in (cast.gm, cast.ana, cast.screen))
        sample = next(key for key, row in registry.samples(system.key).items() if row["kind"] == Character.Kind.PC)
        last = Wizard.of(draft.begin(cast.ana, sample)).stages[-1].key
        for role, name, client, address in (
            ("gm", "fight", gm, f"/t/{cast.gm.token}/encounters/{fight}/"),
            ("ana", "fight", ana, f"/t/{cast.ana.token}/encounters/{fight}/"),
            ("ana", "sheet", ana, f"/t/{cast.ana.token}/characters/{tokens[0]}/"),
            ("ana", "create-stage", ana, f"/t/{cast.ana.token}/characters/create/{last}/"),
            ("screen", "screen", screen, f"/t/{cast.screen.token}/screen/"),
        ):
            found.append((role, f"{name} of {system.key}", address, _session(client)))
    return found


def _is_page(client: Any, address: str) -> bool:
    """True if an address shows a page: no file, no response for programs, no fragment of another page."""
    answer = client.get(address, headers={"host": "localhost"})
    whole = answer.status_code != 200 or b"<!doctype html>" in answer.content[:100].lower()
    shown = answer.headers.get("Content-Type", "").startswith("text/html") and whole
    return shown and "Content-Disposition" not in answer.headers and answer.headers.get("Location", "/t/") != "/"


def _session(client: Any) -> str:
    cookie = client.cookies.get("tablee_session")
    return cookie.value if cookie else ""


if __name__ == "__main__":
    main()
