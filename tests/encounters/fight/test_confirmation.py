"""Pending effects of a blow, if the house setting lets the game master confirm them."""

import re

import pytest
from django.urls import reverse

from campaigns.models import Campaign, Event, Seat
from rules.views import board
from rules.views.viewers import Viewer
from sheets.models import Character
from tests.cast import client_of
from tests.encounters.fight.test_bad_input import struck
from tests.encounters.fight.test_next_button import Fight as Begun

INPUT = r'name="(arg-[\w-]+)" value="([^"]*)"'
SELECT = r'<select[^>]* name="(arg-[\w-]+)">.*?value="(\w+)" selected'
FIELD = re.compile(f"{INPUT}|{SELECT}", re.DOTALL)


@pytest.fixture
def fight(table, lay):
    """Élowen has hit Tibor, and the game master is asked what comes of it."""
    Campaign.objects.update(settings={"confirm": "always"})
    return struck(table, lay)


def shown(fight):
    """The data of the form of confirmation when nothing in it is changed."""
    text = fight.shown(fight.gm, "fight", fight.token)[f"exchanges-{fight.token}"]
    form = text.partition("confirm-effects")[0].rpartition("<form")[2] + text.partition("confirm-effects")[2]
    found = {a or c: b or d for a, b, c, d in FIELD.findall(form)}
    return {key: value for key, value in found.items() if key != "arg-refuse"}


def confirm(fight, part="gm", **said):
    seat = fight.table.cast.seats[part]
    address = reverse("act", args=[seat.token, fight.token])
    headers = {"HX-Request": "true", "X-Live": "1"}
    return client_of(seat).post(address, {"kind": "confirm", "actor": "gm", **said}, headers=headers)


def wounds(fight):
    return Character.objects.get(pk=fight.table.tibor.pk).data.get("wounds", {})


def field(said, ending):
    return next(key for key in said if key.endswith(ending))


def test_nothing_has_landed_before_the_game_master_has_looked(fight):
    assert wounds(fight) == {}
    assert {key.rpartition("-")[2] for key in shown(fight)} >= {"exchange", "seen", "place", "severity"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("game", "faces"), [("arpenteurs", (1, 2, 3)), ("medieval", (1, 2, 3, 4, 5, 6)), ("mythras", (1, 2, 3))]
)
def test_initiative_needs_no_confirmation(game, faces, lay):
    lay(*faces)
    fight = Begun(game, Seat.Dice.SERVER)
    system, gm = fight.cast.campaign.system, Viewer("gm")
    Campaign.objects.update(settings={"confirm": "always"})
    fight.until_it_rests()
    for fighter in fight.scene.fighters:
        for kind in system.throw_kinds:
            if board.offers(system, fight.scene, gm, fighter, kind):
                fight.act(kind, fighter, fight.gm)
    fight.until_it_rests()
    assert fight.scene.round == 1 and not fight.scene.exchanges


def test_each_effect_names_its_target(fight):
    text = fight.shown(fight.gm, "fight", fight.token)[f"exchanges-{fight.token}"]
    assert "Tibor" in re.search(r'class="option-title"><span>([^<]*)', text)[1]


def test_an_effect_accepted_unchanged_lands_unchanged(fight):
    assert confirm(fight, **shown(fight)).status_code == 200
    assert wounds(fight) == {"right_arm": {"light": 1}}
    assert "edited_by" not in Event.objects.get(kind="attack").payload


def test_a_changed_effect_lands_changed_and_says_by_whom(fight):
    said = shown(fight)
    said |= {field(said, "place"): "left_arm", field(said, "severity"): "moderate"}
    assert confirm(fight, **said).status_code == 200
    assert wounds(fight) == {"left_arm": {"moderate": 1}}
    for part in ("gm", "ana", "leo"):
        seat = fight.table.cast.seats[part]
        newest = fight.shown(seat, "fight", fight.token)["log"].partition("journal-line")[2].partition("</li>")[0]
        assert "MJ" in newest


def test_an_effect_that_is_not_ticked_does_not_land(fight):
    said = {key: value for key, value in shown(fight).items() if "-keep-" not in key}
    assert confirm(fight, **said).status_code == 200
    assert wounds(fight) == {}
    assert Event.objects.get(kind="attack").payload["outcomes"], "the dice stay what they were"


def test_a_refused_exchange_closes_without_effects(fight):
    assert confirm(fight, **shown(fight), **{"arg-refuse": "1"}).status_code == 200
    assert wounds(fight) == {} and not fight.scene.exchanges


@pytest.mark.parametrize(("ending", "value"), [("severity", "godlike"), ("place", "tail"), ("seen", "others")])
def test_a_change_that_cannot_be_is_a_sentence(fight, ending, value):
    said, before = shown(fight), Event.objects.count()
    said[field(said, ending)] = value
    response = confirm(fight, **said)
    assert response.status_code in (409, 422) and "snack is-refused" in response.content.decode()
    assert Event.objects.count() == before and wounds(fight) == {}


def test_a_second_press_of_the_same_confirmation_is_no_refusal(fight):
    said = shown(fight)
    confirm(fight, **said)
    before = Event.objects.count()
    again = confirm(fight, **said)
    assert again.status_code == 200 and "is-refused" not in again.content.decode()
    assert Event.objects.count() == before


@pytest.mark.parametrize("ending", ["refuse", "keep"])
def test_another_decision_on_effects_that_have_landed_is_refused(fight, ending):
    said = shown(fight)
    confirm(fight, **said)
    other = {key: value for key, value in said.items() if "-keep-" not in key} if ending == "keep" else said
    other = {**other, "arg-refuse": "1"} if ending == "refuse" else other
    before, landed = Event.objects.count(), wounds(fight)
    assert confirm(fight, **other).status_code == 409
    assert Event.objects.count() == before and wounds(fight) == landed


def test_only_the_game_master_confirms(fight):
    assert confirm(fight, "ana", **shown(fight)).status_code == 422
    assert wounds(fight) == {}
