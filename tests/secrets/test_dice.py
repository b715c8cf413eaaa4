"""The promised dice of the table: no hidden throw is taken from the open stream, so its published file has no gap."""

from random import Random
from unittest.mock import patch

import pytest

from campaigns.models import Seat
from encounters.dice import source
from encounters.models import DiceStream
from rules.core.errors import Refused
from rules.core.scene import Action
from rules.engine import exchanges, offers
from tests.rules.play import fillable, legal_value
from tests.secrets.evening import Dice
from tests.secrets.hidden_acts import HIDDEN
from tests.secrets.moment import Moment, NotNow
from tests.secrets.sequences import MOMENTS, OF_DICE
from tests.secrets.test_playing import ONE
from tests.secrets.test_twins import GAMES

FROM_SEEDS = source.throw


def thrown(table):
    """The number of throws from the seeds of a table, open and unseen."""
    streams = DiceStream.objects.filter(campaign=table.gm.campaign)
    return tuple(sum(stream.count for stream in streams if stream.secret == secret) for secret in (False, True))


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_nothing_hidden_falls_from_the_dice_that_the_table_checks(game, settings, monkeypatch):
    settings.TABLEE_DICE = ""
    monkeypatch.setattr(source, "throw", Dice(ONE.seed).throw)
    table, unseen = Moment(game, ONE), 0
    table.advance(MOMENTS["her turn"])
    for name, happens in HIDDEN.items():
        with table.rolled_back(name), patch.object(source, "throw", FROM_SEEDS):
            before = thrown(table)
            try:
                happens(table)
            except NotNow:
                continue
            openly, secretly = thrown(table)
            assert openly == before[0], name
            unseen += secretly - before[1]
    assert unseen
    with table.rolled_back("rolls"), patch.object(source, "throw", FROM_SEEDS):
        before = thrown(table)
        assert table.roll().status_code == 200
        openly, secretly = thrown(table)
        assert openly > before[0] and secretly == before[1], "a critical test throws another die"


@pytest.mark.django_db
def test_an_act_of_somebody_hidden_throws_no_die_that_everybody_waits_for(monkeypatch):
    """She is asked for it, and has chosen since to have hers thrown here."""
    monkeypatch.setattr(source, "throw", Dice(ONE.seed).throw)
    table, done = Moment("mythras", ONE), 0
    table.ask_for_dice()
    table.advance(MOMENTS[OF_DICE])
    table.send("choose", dice=Seat.Dice.SERVER.value)
    table.look("chooses")
    (hidden,) = (fighter.id for fighter in table.scene.fighters.values() if fighter.hidden)
    for offer in offers.offers(table.system, table.scene, hidden):
        if offer.refused is None and fillable(offer):
            args = {field.key: legal_value(field, Random(1).choice) for field in offer.fields if field.default is None}
            with table.rolled_back(offer.kind):
                try:
                    table._hidden_done(Action(offer.kind, hidden, args))
                except Refused:
                    continue
                assert table.look("unseen") == 0 and table.asked(), offer.kind
                done += 1
    assert done


@pytest.mark.django_db
def test_the_throw_of_a_hidden_latecomer_throws_no_die_of_one_in_sight(monkeypatch):
    """Both come while all throw for their place in the round."""
    monkeypatch.setattr(source, "throw", Dice(ONE.seed).throw)
    table = Moment("mythras", ONE)
    table.ask_for_dice()
    table.advance(MOMENTS[OF_DICE])
    table.add_opponent()
    HIDDEN["somebody joins unseen"](table)
    table.look("joins")
    answer = table._hidden_action(table.scene)
    assert answer is not None and answer.kind == "answer" and answer.actor in table.scene.hidden
    waiting = rolls_in_sight(table)
    assert len(waiting) > 1
    table._hidden_done(answer)
    assert table.look("throws") == 0, table.stream_of_all[-1][:2400]
    assert rolls_in_sight(table) == waiting


def rolls_in_sight(table):
    """The keys of the dice that those in sight still have to throw."""
    due = exchanges.rolls_due(table.system, table.scene)
    return [roll.key for _exchange, roll in due if roll.by not in table.scene.hidden]
