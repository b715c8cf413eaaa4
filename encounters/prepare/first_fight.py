"""A fight prepared at a new table, so that its first evening may begin with it."""

from __future__ import annotations

from campaigns.journal.journal import Sent
from campaigns.models import Seat
from campaigns.web.language import say
from encounters.prepare import services
from rules import registry
from rules.core.text import _
from sheets.models import Character


def lay_out(seat: Seat, _cast: str) -> None:
    """Prepare a fight of the characters there are against one opponent of each kind; none where nobody is there."""
    campaign = seat.campaign
    if not Character.objects.filter(campaign=campaign, kind=Character.Kind.PC).exists():
        return
    name = say(_("A first fight"))
    fight = str(services.prepare(seat=seat, sent=Sent.of("", "fight"), name=name).value)
    for key, row in registry.samples(campaign.game).items():
        if row["kind"] == Character.Kind.NPC:
            sent = Sent.of("", key)
            services.recruit(seat=seat, sent=sent, encounter=fight, sample=key, count=1, hidden=False)
