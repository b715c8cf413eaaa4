"""A test with a secret difficulty: whether it succeeds or fails, its player and everybody else read the same.

The same dice are thrown against the lowest and the highest difficulty of each game, with a visible countdown of
attempts.
"""

import pytest
from django.urls import reverse

from campaigns.models import Event
from encounters import roster, scenes
from encounters.checks import requests
from encounters.dice import source
from encounters.models import Encounter
from rules.core.json_codec import from_json
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
    def check_request(self, extreme, again):
        """A test in secret of all heroes at one of the two extremes of its difficulty."""
        hero = self.heroes["ana"]
        checks = {other.token: self.system.checks(other.data, {})[0].key for other in self.heroes.values()}
        offer = self.system.test_offer(hero.data, self.gm.campaign.settings, hero.token)
        field = next(field for field in offer.fields if field.key in EXTREMES)
        value = EXTREMES[field.key][extreme]
        if field.kind == "number":
            value = str(max(field.least, min(field.most, int(value))))
        return requests.CheckRequest(checks, {"secret": "on", field.key: value}, again=again)

    def tries(self, who, test):
        """Throw for the next attempt, and answer with the first choice whatever is asked after it."""
        throw = {"do": "throw", "fighter": self.heroes[who].token, "throw": "1"}
        self.post(who, reverse("asked", args=[self.seats[who].token, test]), throw, script=True)
        self.look("throws")
        while needs := self.needed(who, test):
            request = needs[0].request
            reply = {"values": [request.options[0].key]} if isinstance(request, Ask) else {"throw": 1}
            body = {"exchange": needs[0].exchange, "key": request.key, **reply}
            answer = self.post(who, reverse("answer", args=[self.seats[who].token, test]), body, script=True)
            assert answer.status_code == 200, (body, answer.said)
            self.look("answers")

    def needed(self, who, test):
        encounter = Encounter.objects.select_related("campaign").filter(token=test).first()
        if encounter is None:
            return []
        seen = board.view(self.system, scenes.scene_of(encounter), roster.viewer_of(self.fresh(self.seats[who])))
        return [need for need in seen.needs if need.own and need.request is not None]

    def outcomes(self):
        """The results of the tests that stand, as their game master knows them."""
        events = Event.objects.filter(campaign=self.gm.campaign, kind="test").order_by("-seq")
        return [from_json(row).level.succeeded for event in events for row in event.payload["outcomes"]]

    def explained(self):
        """The sums of the newest tests, as everybody may read them."""
        for event in Event.objects.filter(campaign=self.gm.campaign, kind="test").order_by("-seq")[:2]:
            for who in ("ana", "leo", "screen"):
                self.get(who, "why", event.token)


@pytest.mark.django_db
@pytest.mark.parametrize("again", [AGAIN, None], ids=["again", "once"])
@pytest.mark.parametrize("game", GAMES)
def test_a_test_in_secret_reads_alike_whether_it_succeeds_or_fails(game, again, monkeypatch):
    monkeypatch.setattr(source, "throw", Middling(0).throw)
    monkeypatch.setattr(sequences, "Dice", Middling)
    table, heard, results = Asked(game, NOTHING), [], []
    for extreme in range(2):
        with table.rolled_back(game):
            since = len(table.stream_of_all)
            table.step += 1
            requests.ask(
                seat=table.fresh(table.gm), sent=table.sent("asks"), request=table.check_request(extreme, again)
            )
            table.look("asks")
            asked = Encounter.objects.filter(campaign=table.gm.campaign, kind=Encounter.Kind.TEST).order_by("pk")
            tests = list(asked.values_list("token", flat=True))
            for who, test in zip(("ana", "leo"), (tests[0], tests[-1]), strict=True):
                table.tries(who, test)
            results.append(table.outcomes())
            table.read_pages()
            table.explained()
            table.undo()
            heard.append(masked(table.stream_of_all[since:]))
    assert results == [[True, True], [False, False]]
    for one, other in zip(*heard, strict=False):
        assert one == other, differing(one, other)
    assert len(heard[0]) == len(heard[1])
