"""The promised dice of the table: nothing hidden takes a throw from them, so the file that proves them has no gap."""

from unittest.mock import patch

import pytest

from encounters.dice import source
from encounters.models import DiceStream
from tests.secrets.evening import Dice
from tests.secrets.sequences import HIDDEN, MOMENTS, Moment, NotNow
from tests.secrets.test_playing import ONE
from tests.secrets.test_twins import GAMES

FROM_SEEDS = source.throw


def thrown(table):
    """How many throws fell from the seeds of a table, openly and unseen."""
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
        with table.forgotten(name), patch.object(source, "throw", FROM_SEEDS):
            before = thrown(table)
            try:
                happens(table)
            except NotNow:
                continue
            openly, secretly = thrown(table)
            assert openly == before[0], name
            unseen += secretly - before[1]
    assert unseen
    with table.forgotten("rolls"), patch.object(source, "throw", FROM_SEEDS):
        before = thrown(table)
        assert table.roll().status_code == 200
        assert thrown(table) == (before[0] + 1, before[1])
