"""A table with people who write and people who watch, created through the journal."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from django.conf import settings

from campaigns.journal import journal
from campaigns.journal.journal import Sent
from campaigns.models import Seat
from campaigns.services import add_seat, create_campaign
from rules import registry
from rules.core.paths import put
from sheets.creation.create import create
from sheets.models import Character
from tests.faults.writers import COUNTER, START

LASTS = 3 * 365 * 24 * 3600  # seconds of a session: longer than the clock of a server is ever moved


def lay(wish: dict[str, Any]) -> dict[str, Any]:
    """A campaign with ``players``, each with a character of their own: tokens, and a session's cookie for each seat."""
    game = registry.systems()[0]
    gm = create_campaign(name="Équinoxe", game=game.key, gm="MJ", dice=Seat.Dice.SERVER)
    players = [add_seat(seat=gm, role=Seat.Role.PLAYER, name=f"Joueur {n}") for n in range(wish["players"])]
    screen = add_seat(seat=gm, role=Seat.Role.SCREEN, name="Écran")
    samples = [row["data"] for row in registry.samples(game.key).values() if row["kind"] == Character.Kind.PC]

    def seat_everybody(pen: journal.Pen) -> list[str]:
        data = [put({**samples[0], "name": f"Personnage {n}"}, COUNTER, START) for n in range(len(players))]
        return [create(pen, data=row, kind="pc", owner=seat) for row, seat in zip(data, players, strict=True)]

    characters = journal.run(seat=gm, sent=Sent.of("", "people"), work=seat_everybody).value
    first = Character.objects.get(token=characters[0])
    checks = [one.key for one in game.checks(first.data, {}) if one.refused is None]
    return {
        "campaign": gm.campaign.token,
        "cookie": settings.SESSION_COOKIE_NAME,
        "csrf": settings.CSRF_COOKIE_NAME,
        "gm": _seat(gm, characters),
        "players": [_seat(seat, [token]) for seat, token in zip(players, characters, strict=True)],
        "screen": _seat(screen, []),
        "checks": sorted(checks)[:12],
        "seq": Seat.objects.select_related("campaign").get(pk=gm.pk).campaign.seq,
    }


def _seat(seat: Seat, characters: list[str]) -> dict[str, Any]:
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session["seats"] = [seat.token]
    session.set_expiry(LASTS)
    session.save()
    return {"token": seat.token, "session": session.session_key, "characters": characters}
