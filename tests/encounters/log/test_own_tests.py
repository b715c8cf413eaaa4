"""An unharmed defender against a hidden attacker reads their own roll only."""

import html

import pytest

from campaigns.models import Event, Seat
from encounters.prepare import services as prepare_services
from rules.autoplay.duel import attack_the_weakest
from rules.core.script import Ask
from tests.encounters.fight.test_next_button import Fight
from tests.encounters.test_every_game import sent


class Ambush:
    """Somebody hidden attacks Élowen, who parries as badly, so that nothing comes of it."""

    def __init__(self, lay, reaction="parry-fist", defence=94):
        self.reaction, self.defence = reaction, defence
        lay(10, 9)  # the initiative of the game master's fighters
        self.fight = Fight("mythras")
        self.foe = next(row.id for row in self.fight.scene.fighters.values() if row.side == "foe")
        about = {"fighter": self.foe, "about": {"hidden": True}}
        prepare_services.describe(seat=self.fight.gm, sent=sent(), encounter=self.fight.token, **about)
        self.fight.until_it_rests()
        self.fight.throw(self.fight.cast.ana, 1)
        Seat.objects.filter(pk__in=(self.fight.gm.pk, self.fight.cast.ana.pk)).update(dice=Seat.Dice.TYPED)
        self.fight.gm.refresh_from_db()
        self.regions = self.everybody()
        action = attack_the_weakest(self.fight.cast.campaign.system, self.fight.scene, self.foe)
        self.fight.act(action.kind, self.foe, self.fight.gm, **action.args)

    def play(self, seat):
        """Answer what is asked, the defender in person or by the game master: both fail."""
        while self.fight.scene.exchanges:
            need = next(need for need in self.fight.needs(self.fight.gm) if need.request)
            hers, request = need.of != self.foe, need.request
            args = {"exchange": need.exchange, "key": request.key, "values": self.answer(request, hers)}
            self.fight.act("answer", "", seat if hers else self.fight.gm, **args)

    def answer(self, request, hers):
        if isinstance(request, Ask):
            return [next(key for key in ("stand", self.reaction) if request.accepts([key]))]
        return [self.defence if hers else 93]

    def everybody(self):
        names = ("result_band", "wall_head")
        return [self.fight.region(self.fight.cast.screen, "screen", name) for name in names]

    def own(self):
        ana = self.fight.cast.ana
        return [self.fight.region(ana, "fight", name, self.fight.token) for name in ("last_result", "log")]


@pytest.mark.slow("an attack of somebody hidden, answered by hand")
@pytest.mark.django_db
def test_an_unharmed_defender_against_a_hidden_attacker_reads_only_their_own_roll(lay):
    ambush = Ambush(lay)
    ambush.play(ambush.fight.cast.ana)
    own = Event.objects.filter(campaign=ambush.fight.cast.campaign, kind="struck")
    assert [event.audience for event in own] == [ambush.fight.cast.ana.circle]
    foe = ambush.fight.scene.fighters[ambush.foe].name
    for region in ambush.own():
        assert "94" in region and foe not in region and "93" not in region
    assert ambush.everybody() == ambush.regions


@pytest.mark.django_db
def test_an_answer_a_game_master_gives_in_their_stead_is_told_to_nobody(lay):
    ambush = Ambush(lay)
    ambush.play(ambush.fight.gm)
    assert not Event.objects.filter(campaign=ambush.fight.cast.campaign, kind="struck").exists()


@pytest.mark.slow("an attack of somebody hidden, answered by hand")
@pytest.mark.django_db
def test_a_target_who_dives_away_unhurt_is_not_told_that_they_are_hit(lay):
    ambush = Ambush(lay, "evade", 94)
    ambush.play(ambush.fight.cast.ana)
    (event,) = Event.objects.filter(campaign=ambush.fight.cast.campaign, kind="struck")
    assert [row["kind"] for row in event.payload["effects"]] == ["prone"]
    result, _log = map(html.unescape, ambush.own())
    assert "Élowen\u00a0: il se passe quelque chose" in result and "Voici ce qui vous arrive" in result
    assert "touche" not in result
    assert "Élowen\u00a0: il se passe quelque chose" in html.unescape(ambush.everybody()[0])
