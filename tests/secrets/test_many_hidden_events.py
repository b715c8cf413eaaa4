"""Many unseen events push nothing visible out of the caches of the newest events."""

from contextlib import suppress

import pytest

from campaigns.journal import event_cache
from encounters.dice import source
from encounters.fight.offers import intents
from encounters.prepare import services as prepare_services
from sheets import services as sheets
from sheets.models import Character
from tests.secrets.evening import Dice, masked
from tests.secrets.hidden_acts import describe_hidden
from tests.secrets.moment import Moment, NotNow
from tests.secrets.sequences import MOMENTS
from tests.secrets.test_playing import NOTHING, ONE
from tests.secrets.test_twins import GAMES, differing

KEPT, TURNS, MOST_STEPS = 50, 3, 40

pytestmark = [pytest.mark.slow("an evening of each game, in two worlds"), pytest.mark.django_db]


@pytest.fixture(autouse=True)
def few_events(monkeypatch):
    monkeypatch.setattr(event_cache, "MOST_EVENTS", KEPT)


class Crowded(Moment):
    """A table at which more goes on unseen than is kept."""

    def goes_on_unseen(self):
        if not self.unseen:
            return
        hurt = Character.objects.select_related("campaign").get(token=self.unseen[0])
        for number in range(KEPT):
            by = (-1, 1)[number % 2]
            sheets.step(seat=self.gm, sent=self.unseen_sent(), character=hurt, path=self._vital(hurt), by=by)
        describe_hidden(self)
        assert self.look("unseen") == 0, self.stream_of_all[-1][:2400]

    def attacks(self):
        """An attack of Ana's that can be pressed again, else whatever she is offered."""
        kinds = (offer.kind for offer in self.offered() if intents.intent_of(offer.kind) == intents.ATTACK)
        if not any(self.declare(self.act_body(kind)).status_code == 200 for kind in kinds):
            with suppress(NotNow):
                self.act_once()
        self.look("acts")

    def come_to_her_turn(self, crowd):
        for step in range(MOST_STEPS):
            list(self.settle_hidden())
            if step == 1 and crowd:
                self.goes_on_unseen()
            if MOMENTS["her turn"](self):
                return
            self.one_step()
            self.look("goes on")


def in_both(game, monkeypatch, play):
    worlds = []
    for secret in (NOTHING, ONE):
        monkeypatch.setattr(source, "throw", Dice(secret.seed).throw)
        table = Crowded(game, secret)
        table.advance(MOMENTS["her turn"])
        play(table)
        worlds.append(masked(table.stream_of_all))
    quiet, secret = worlds
    for one, other in zip(quiet, secret, strict=False):
        assert one == other, differing(one, other)
    assert len(quiet) == len(secret)
    return quiet


@pytest.mark.parametrize("game", GAMES)
def test_an_earlier_act_of_somebody_stays_one_press_away(game, monkeypatch):
    def play(table):
        for turn in range(TURNS):
            table.attacks()
            if turn == 0:  # where she may still end hers
                table.goes_on_unseen()
            table.come_to_her_turn(crowd=turn > 0)
            table.read_pages()

    in_both(game, monkeypatch, play)


def test_a_result_of_before_a_fight_is_no_news_in_it(monkeypatch):
    def play(table):
        table.roll()
        turn(table, table.token, "ended")
        table.step += 1
        made = prepare_services.prepare(seat=table.gm, sent=table.sent(), name="Les toits")
        turn(table, made.value, "running")
        table.goes_on_unseen()
        table.edit("Gris")
        table.look("edits")

    in_both("chroniques", monkeypatch, play)


def turn(table, encounter, status):
    table.step += 1
    prepare_services.turn_to(seat=table.gm, sent=table.sent(), encounter=encounter, status=status)
    table.look(status)
