"""The table that is measured: a fight of twelve going on, laid through the journal like any other."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from django.conf import settings

from campaigns import journal
from campaigns.journal import Sent
from campaigns.models import Seat
from campaigns.services import add_seat, create_campaign
from encounters import preparing
from encounters.models import Encounter
from rules import registry
from sheets.creation import create
from sheets.models import Character

PLAYERS, FIGHTERS = 4, 12


def lay(copies: int) -> list[dict[str, Any]]:
    """So many tables that are alike, each as plain values: whose pages to watch, and what to press."""
    return [_table() for _copy in range(copies)]


def _table() -> dict[str, Any]:
    game = registry.systems()[0]
    gm = create_campaign(name="Équinoxe", game=game.key, gm="MJ", dice=Seat.Dice.SERVER)
    players = [
        add_seat(seat=gm, role=Seat.Role.PLAYER, name=f"Joueur {n}", dice=Seat.Dice.SERVER) for n in range(PLAYERS)
    ]
    screen = add_seat(seat=gm, role=Seat.Role.SCREEN, name="Écran")
    samples = registry.samples(game.key).values()
    hero = next(row["data"] for row in samples if row["kind"] == Character.Kind.PC)
    foes = [row["data"] for row in samples if row["kind"] == Character.Kind.NPC]

    def people(pen: journal.Pen) -> list[str]:
        mine = [
            create(pen, data={**hero, "name": f"Héros {n}"}, kind=Character.Kind.PC, owner=seat)
            for n, seat in enumerate(players)
        ]
        return mine + [
            create(pen, data={**foes[n % len(foes)], "name": f"Adversaire {n}"}, kind=Character.Kind.NPC)
            for n in range(FIGHTERS - PLAYERS)
        ]

    tokens = journal.run(seat=gm, sent=Sent.of("", "people"), work=people).value
    fight = preparing.prepare(seat=gm, sent=Sent.of("", "fight"), name="Au quai").value
    preparing.enrol(seat=gm, sent=Sent.of("", "enrol"), encounter=fight, characters=tokens)
    running = Encounter.Status.RUNNING.value
    preparing.turn_to(seat=gm, sent=Sent.of("", "start"), encounter=fight, status=running)
    first = Character.objects.get(token=tokens[0])
    # Two tests in turns: a result that reads like the one before would be no frame at all.
    checks = sorted(one.key for one in game.checks(first.data, {}) if one.refused is None)[:2]
    pages = [(gm, "fight"), *((seat, "fight") for seat in players)]
    return {
        "campaign": gm.campaign.pk,
        "fight": fight,
        "pages": [[seat.token, f"fight/{fight}", _session(seat)] for seat, _page in pages],
        "screen": [screen.token, "screen", _session(screen)],
        "action": f"/t/{players[0].token}/characters/{tokens[0]}/roll/",
        "bodies": [f"check={check}&seen_by=table" for check in checks],
        "session": _session(players[0]),
    }


def _session(seat: Seat) -> str:
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session["seats"] = [seat.token]
    session.save()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"
