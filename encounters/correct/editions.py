"""Closing open exchanges of a game that was updated meanwhile, with a sentence for everybody at the table."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from campaigns.journal import journal
from campaigns.journal.journal import Pen, Sent
from campaigns.models import Campaign, Seat
from encounters import services
from encounters.models import Encounter
from rules.core.errors import RulesError
from rules.engine import editions

log = logging.getLogger("tablee.games")


def close_outdated(games: Iterable[str]) -> int:
    """Close open exchanges of outdated editions at every table of these games; returns the number of tables.

    Each table gets one command of its game master.
    """
    count = 0
    for campaign in Campaign.objects.filter(game__in=list(games)).order_by("pk"):
        running = Encounter.objects.filter(campaign=campaign).exclude(status=Encounter.Status.ENDED).order_by("pk")
        rows = [row.token for row in running if editions.find_outdated(campaign.system, row.state)]
        master = campaign.seats.filter(role=Seat.Role.GM, left_at=None).order_by("pk").first()
        if rows and master is not None:
            count += _close(master, rows)
    return count


def _close(seat: Seat, encounters: list[str]) -> bool:
    def work(pen: Pen) -> None:
        for encounter in encounters:
            services.close_outdated(pen, encounter)

    try:
        return journal.run(seat=seat, sent=Sent.of("", encounters), work=work).command is not None
    except RulesError as refusal:
        log.warning("An exchange of another version stays: %s", refusal)
        return False
