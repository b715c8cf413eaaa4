import pytest

from campaigns import archive
from campaigns.journal import undo
from campaigns.journal.journal import Sent, fold
from campaigns.models import Campaign
from encounters.models import PartyItem
from tests.campaigns.test_archive import forget


class Desk:
    """A table whose people keep something together, and what each then has before their eyes."""

    def __init__(self, table):
        self.table, self.cast, self.number = table, table.cast, 0

    def sent(self):
        self.number += 1
        return Sent.of("", self.number)

    def do(self, service, seat=None, **said):
        return service(seat=seat or self.cast.gm, sent=self.sent(), **said)

    def undo(self, done, seat=None):
        return undo.undo(seat=seat or self.cast.gm, sent=self.sent(), command=done.command)

    def redo(self, done):
        return undo.redo(seat=self.cast.gm, sent=self.sent(), command=done.command)

    def rows(self, kind):
        return [item.data for item in PartyItem.objects.filter(kind=kind).order_by("pk")]

    def sees(self, name, *regions):
        seat = self.cast.seats[name]
        return "".join(self.table.region(seat, "party", region) for region in regions)

    def folds(self):
        """The journal alone comes to the rows."""
        state = fold(Campaign.objects.get(pk=self.cast.campaign.pk))
        kept = {subject: data for subject, data in state.items() if data and subject.partition(":")[0] in KINDS}
        return kept == {f"{item.kind}:{item.token}": item.data for item in PartyItem.objects.all()}

    def archived(self):
        """The same table from its archive."""
        rows = list(PartyItem.objects.order_by("kind", "token").values_list("kind", "token", "data"))
        kept = archive.write(Campaign.objects.get(pk=self.cast.campaign.pk))
        forget(Campaign.objects.get(pk=self.cast.campaign.pk))
        archive.restore(archive.read(kept))
        return rows == list(PartyItem.objects.order_by("kind", "token").values_list("kind", "token", "data"))


KINDS = ("clock", "calendar", "party_note", "next_session", "random_table", "stash", "purse", "question", "answer")


@pytest.fixture
def desk(table):
    return Desk(table)
