"""One press ends a fight with its encounter and leads to its story, where it can be undone."""

import re
from html import unescape

import pytest
from django.urls import reverse

from encounters.models import Encounter
from rules.engine import offers
from tests.cast import client_of
from tests.encounters.fight.test_next_button import Fight

ENDS = "Terminer, et lire le récit"
BACK = "Annuler et revenir au combat"


@pytest.fixture
def fight():
    fight = Fight("chroniques")
    fight.press()
    return fight


def foot(fight):
    return fight.region(fight.gm, "fight", "requests", fight.token)


def led(fight):
    return "".join(re.findall(r'<div class="request-main.*?</div>', foot(fight), re.DOTALL))


def status(fight):
    return Encounter.objects.get(token=fight.token).status


def turn_to(fight, status):
    return fight.page.post(reverse("fight-status", args=[fight.gm.token, fight.token]), {"status": status})


def story_of(seat):
    return unescape(client_of(seat).get(reverse("recap", args=[seat.token])).content.decode())


@pytest.mark.django_db
def test_the_end_leads_to_the_story_in_one_press_once_one_side_is_beaten(fight):
    assert ENDS in foot(fight) and ENDS not in led(fight)  # in the menu: nobody is beaten yet
    for foe in [one.id for one in fight.scene.fighters.values() if one.side != "pc"]:
        fight.act("damage", "gm", fight.gm, fighter=foe, amount=200)
    assert ENDS in led(fight) and foot(fight).count(ENDS) == 1
    assert "Terminer le combat" not in foot(fight)
    response = turn_to(fight, "ended")
    assert response.url == f"{reverse('recap', args=[fight.gm.token])}#fight-{fight.token}"
    assert status(fight) == "ended" and fight.scene.marks["over"]


@pytest.mark.django_db
def test_the_story_takes_the_end_back_as_long_as_it_is_the_last_act(fight):
    turns = fight.scene.state
    turn_to(fight, "ended")
    assert BACK in story_of(fight.gm) and BACK not in story_of(fight.cast.ana)
    assert turn_to(fight, "running").url == fight.address
    assert status(fight) == "running" and fight.scene.state == turns
    assert BACK not in story_of(fight.gm)


@pytest.mark.django_db
def test_a_player_cannot_take_the_end_back(fight):
    turn_to(fight, "ended")
    ana = fight.cast.ana
    response = client_of(ana).post(reverse("fight-status", args=[ana.token, fight.token]), {"status": "running"})
    assert response.status_code in (403, 404, 422) and status(fight) == "ended"


@pytest.mark.django_db
@pytest.mark.parametrize("state", ["ended", "paused"])
def test_nothing_is_asked_while_no_answer_would_be_taken(fight, state):
    (hero,) = fight.up(fight.gm)
    attack = next(
        offer for offer in offers.offers(fight.gm.campaign.system, fight.scene, hero) if offer.kind == "attack"
    )
    chosen = {field.key: field.choices[0].key for field in attack.fields if field.key in ("target", "weapon")}
    fight.act("attack", hero, fight.cast.ana, **chosen)
    asked = {seat: fight.region(seat, "fight", "exchanges", fight.token) for seat in (fight.gm, fight.cast.ana)}
    assert all("exchange-ask" in text for text in asked.values())
    turn_to(fight, state)
    for seat in asked:
        assert "exchange-ask" not in fight.region(seat, "fight", "exchanges", fight.token)
    turn_to(fight, "running")
    assert {seat: fight.region(seat, "fight", "exchanges", fight.token) for seat in asked} == asked
