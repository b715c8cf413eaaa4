"""A fight prepared at a new table, for its first session."""

from __future__ import annotations

from campaigns.journal.journal import Sent
from campaigns.models import Seat
from campaigns.web.language import say
from encounters.prepare import services
from rules import registry
from rules.core.text import _
from sheets.models import Character


def lay_out(seat: Seat, _cast: str) -> None:
    """Prepare a first fight that can be won: as many opponents as there are player characters, each of another kind.

    Does nothing if there are no player characters.
    """
    campaign = seat.campaign
    heroes = Character.objects.filter(campaign=campaign, kind=Character.Kind.PC).count()
    if not heroes:
        return
    name = say(_("A first fight"))
    fight = str(services.prepare(seat=seat, sent=Sent.of("", "fight"), name=name).value)
    samples = registry.samples(campaign.game).items()
    kinds = [key for key, row in samples if row["kind"] == Character.Kind.NPC]
    for key in kinds[:heroes]:
        services.recruit(seat=seat, sent=Sent.of("", key), encounter=fight, sample=key, count=1, hidden=False)
