from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from campaigns.models import Event, Invitation
from campaigns.seats.invitations import invite
from tests import laid
from tests.cast import latest, seat_everybody

TOOK, LASTS = timedelta(minutes=2), timedelta(hours=3)


def lay_slowly():
    """A table whose first event happened well before its last, with a link that has hours left."""
    seat_everybody("chroniques")
    invite(latest().ana, expires_at=timezone.now() + LASTS)
    Event.objects.filter(seq=Event.objects.order_by("seq")[0].seq).update(created=timezone.now() - TOOK)


@pytest.mark.django_db
def test_a_copied_table_was_laid_at_one_moment_and_its_links_last_as_long():
    with transaction.atomic():
        laid.laid(__name__, lay_slowly)
        first, *_others, last = Event.objects.order_by("created").values_list("created", flat=True)
        assert last - first > TOOK / 2
        transaction.set_rollback(True)
    before = timezone.now()
    laid.laid(__name__, lay_slowly)
    (moment,) = set(Event.objects.values_list("created", flat=True))
    assert moment >= before
    link = Invitation.objects.get()
    assert LASTS - TOOK < link.expires_at - before < LASTS + TOOK
