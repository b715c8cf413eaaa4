"""A test whose difficulty is secret: whether it succeeds or fails, its player and everybody else read the same.

The same dice fall against the least and the greatest difficulty of each game, with attempts that all see running out.
"""

import pytest
from django.urls import reverse

from encounters import roster, scenes
from encounters.checks import requests
from encounters.dice import source
from encounters.models import Encounter
from rules.core.script import Ask
from rules.views import board
from tests.secrets import sequences
from tests.secrets.evening import masked
from tests.secrets.sequences import Moment
from tests.secrets.test_playing import NOTHING
from tests.secrets.test_twins import GAMES, differing

EXTREMES = {"grade": ("very_easy", "herculean"), "modifier": ("60", "-60")}
AGAIN = {"attempts": "2", "event": "Zorvaxevent", "shown": "on"}


class Middling:
    """Dice that all show their middle, so that nothing but the difficulty decides."""

    def __init__(self, _seed):
        pass

    def throw(self, _pen, roll, *, unseen):
        return [roll.dice.sides // 2] * roll.dice.count, None


class Asked(Moment):
    def wish(self, extreme):
        """A test in secret at one of the two extremes of its difficulty."""
        hero = self.heroes["ana"]
        check = self.system.checks(hero.data, {})[0].key
        offer = self.system.test_offer(hero.data, self.gm.campaign.settings, hero.token)
        field = next(field for field in offer.fields if field.key in EXTREMES)
        value = EXTREMES[field.key][extreme]
        if field.kind == "number":
            value = str(max(field.least, min(field.most, int(value))))
        return requests.Wish({hero.token: check}, {"secret": "on", field.key: value}, again=AGAIN)

    def tries(self, test):
        """Throw for the next attempt, and answer with the first choice whatever is asked after it."""
        who = {"do": "throw", "fighter": self.heroes["ana"].token, "throw": "1"}
        self.post("ana", reverse("asked", args=[self.seats["ana"].token, test]), who, script=True)
        self.look("throws")
        while needs := self.needed(test):
            key = {"exchange": needs[0].exchange, "key": needs[0].request.key}
            choice = (
                {"values": [needs[0].request.options[0].key]} if isinstance(needs[0].request, Ask) else {"throw": 1}
            )
            self.post("ana", reverse("answer", args=[self.seats["ana"].token, test]), {**key, **choice}, script=True)
            self.look("answers")

    def needed(self, test):
        encounter = Encounter.objects.select_related("campaign").filter(token=test).first()
        if encounter is None:
            return []
        seen = board.view(self.system, scenes.scene_of(encounter), roster.viewer_of(self.fresh(self.seats["ana"])))
        return [need for need in seen.needs if need.own and need.request is not None]

    def is_won(self, test):
        return bool(Encounter.objects.get(token=test).state["marks"]["retry"].get("won"))


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_a_test_in_secret_reads_alike_whether_it_succeeds_or_fails(game, monkeypatch):
    monkeypatch.setattr(source, "throw", Middling(0).throw)
    monkeypatch.setattr(sequences, "Dice", Middling)
    table, heard, won = Asked(game, NOTHING), [], []
    for extreme in range(2):
        with table.forgotten(game):
            since = len(table.stream_of_all)
            table.step += 1
            requests.ask(seat=table.fresh(table.gm), sent=table.sent("asks"), wish=table.wish(extreme))
            table.look("asks")
            test = Encounter.objects.get(campaign=table.gm.campaign, kind=Encounter.Kind.TEST).token
            for _attempt in range(int(AGAIN["attempts"])):
                table.tries(test)
            won.append(table.is_won(test))
            table.reads()
            table.undo()
            heard.append(masked(table.stream_of_all[since:]))
    assert won == [True, False]
    for one, other in zip(*heard, strict=False):
        assert one == other, differing(one, other)
    assert len(heard[0]) == len(heard[1])
