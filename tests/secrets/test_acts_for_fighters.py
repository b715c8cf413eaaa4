"""Acts of a game master for a visible fighter, while a hidden fighter is up or has an open exchange.

Each possible act is done at two tables, with and without the hidden fighter: everybody is sent the same.
"""

from contextlib import suppress
from random import Random

import pytest

from campaigns.journal import standing
from campaigns.models import Event, Seat
from encounters import services
from encounters.correct import correction, replay
from encounters.correct.replay import Correction
from rules.core.errors import Refused, RulesError
from rules.core.scene import Action
from rules.engine import exchanges, offers
from tests.rules.play import fillable, legal_value
from tests.secrets.evening import masked
from tests.secrets.sequences import OF_OPPONENTS, OF_THE_HIDDEN, gather_worlds
from tests.secrets.test_playing import NOTHING, ONE
from tests.secrets.test_twins import differing

# Where somebody hidden may begin something that waits for its real die before anybody is called, and where they may be
# up before somebody for whom something can be done at any time.
CASES = [("arpenteurs", "nobody is called"), ("mythras", "nobody is called"), ("mythras", OF_THE_HIDDEN)]
AT_ONCE = 6  # acts of each moment


def seen_fighters(table):
    return [fighter.id for fighter in table.scene.fighters.values() if not fighter.hidden]


def usable(table, scene):
    """The acts of those whom everybody sees, by their place among them and by kind."""
    return {
        (place, offer.kind): offer
        for place, who in enumerate(seen_fighters(table))
        for offer in offers.offers(table.system, scene, who)
        if offer.refused is None and fillable(offer)
    }


def opened_unseen(table):
    """Somebody hidden begins what waits for its real die."""
    (hidden,) = table.scene.hidden
    for offer in offers.offers(table.system, table.scene, hidden):
        if offer.refused is None and fillable(offer) and not table.scene.exchanges:
            args = {field.key: legal_value(field, Random(1).choice) for field in offer.fields}
            with suppress(RulesError):
                table._hidden_done(Action(offer.kind, hidden, args))
    assert table.scene.exchanges and table.look("unseen") == 0


def done_for(table, place, kind):
    """Act for a visible fighter as game master, with values that everybody may know; return the frames of all."""
    known = exchanges.without_hidden_fighters(table.system, table.scene)
    offer = usable(table, known)[place, kind]
    args = {field.key: legal_value(field, Random(kind).choice) for field in offer.fields if not field.gm_only}
    with table.rolled_back(table.game, kind):
        since = len(table.stream_of_all)
        table.step += 1
        about = {"kind": kind, "actor": offer.actor, "args": args}
        services.act(seat=table.fresh(table.gm), sent=table.sent(kind), encounter=table.token, **about)
        assert table.look(kind) > 0
        played_again(table)
        return masked(table.stream_of_all[since:])


@pytest.mark.slow("a fight up to the turn of its opponents")
@pytest.mark.django_db
def test_an_act_that_everybody_sees_is_aimed_at_nobody_hidden_as_well():
    """One blow at several: the others would wait for whoever nobody sees, and their dice fall."""
    (table,) = gather_worlds("mythras", OF_OPPONENTS, (ONE,))
    fighters = table.scene.fighters
    rows = usable(table, table.scene).values()
    by_name = {
        offer: [field.key for field in offer.fields if field.key.rpartition("_")[2] in fighters] for offer in rows
    }
    offer, keys = next((offer, keys) for offer, keys in by_name.items() if keys)
    open_ones = (field for field in offer.fields if field.kind == "choice" and field.default is None)
    values = {field.key: legal_value(field, Random(1).choice) for field in open_ones}
    about = {"seat": table.fresh(table.gm), "encounter": table.token, "kind": offer.kind, "actor": offer.actor}
    seen = {key: key.rpartition("_")[2] not in table.scene.hidden for key in keys}
    assert not all(seen.values()) and sum(seen.values()) > 1
    table.step += 1
    with pytest.raises(Refused, match="Reveal them first"):
        services.act(**about, sent=table.sent("everybody"), args=values | dict.fromkeys(keys, True))
    assert table.look("refused") == 0
    table.step += 1
    services.act(**about, sent=table.sent("those in sight"), args=values | seen)
    assert table.scene.exchanges and table.look("begins") > 0


def played_again(table):
    """The act before it is corrected to what it was, so that all that came since is done once more, the call too."""
    gone = standing.undone_ids(table.gm.campaign)
    known = Event.objects.filter(campaign=table.gm.campaign, encounter=table.token, undoes=None, audience="table")
    _done, event = [row for row in known.order_by("-seq") if row.pk not in gone and replay.is_act(row)][:2]
    asked = {"seat": table.fresh(table.gm), "event": event, "wanted": Correction()}
    look = correction.preview(**asked)
    assert look.ready and not look.replay.lost_steps
    table.step += 1
    correction.correct(**asked, sent=table.sent("again"), seen=look.digest)
    table.look("again")


@pytest.mark.slow("two tables, and each act at both of them")
@pytest.mark.django_db
@pytest.mark.parametrize("case", CASES, ids="-".join)
def test_an_act_for_a_visible_fighter_calls_them_whatever_is_hidden(case):
    quiet, other = gather_worlds(*case, (NOTHING, ONE))
    Seat.objects.filter(pk__in=(quiet.gm.pk, other.gm.pk)).update(dice=Seat.Dice.TYPED)
    if OF_THE_HIDDEN not in case:
        opened_unseen(other)
    rows = usable(other, other.scene).keys() & usable(quiet, quiet.scene).keys()
    first_of_kind = {kind: place for place, kind in sorted(rows, reverse=True)}
    assert first_of_kind
    for kind, place in sorted(first_of_kind.items())[:AT_ONCE]:
        known, found = (done_for(table, place, kind) for table in (quiet, other))
        for one, two in zip(known, found, strict=False):
            assert one == two, f"{kind}: {differing(one, two)}"
        assert len(known) == len(found), kind
