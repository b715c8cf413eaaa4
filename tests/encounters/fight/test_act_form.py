"""The forms of acts are loaded when opened, only by those who may act."""

import re

import pytest
from django.urls import reverse

from tests.cast import client_of
from tests.encounters.fight.test_bad_input import GUARD
from tests.encounters.fight.test_pages import Fight

pytestmark = pytest.mark.django_db


@pytest.fixture
def called(table):
    fight = Fight(table)
    fight.act("start")
    fight.declare_nothing_until("Élowen")
    return fight


def answer(fight, who, name, kind="declare_melee", whole=False):
    seat = getattr(fight.table.cast, who)
    actor = name if name in ("gm", "nobody") else fight.id(name)
    address = reverse("act-form", args=[seat.token, fight.token, actor, kind])
    return client_of(seat).get(address, headers={} if whole else {"HX-Request": "true"})


def forms(fight, seat, region):
    text = fight.shown(seat, "fight", fight.token)[f"{region}-{fight.token}"]
    return re.findall(r'<form class="offer-form" action="([^"]+)"', text)


@pytest.mark.parametrize(("who", "region"), [("ana", "own_fighters"), ("gm", "selected"), ("gm", "requests")])
def test_every_form_that_a_page_names_exists_and_sends_its_act(called, who, region):
    seat = getattr(called.table.cast, who)
    named = forms(called, seat, region)
    assert named
    for address in named:
        text = client_of(seat).get(address, headers={"HX-Request": "true"}).text
        actor, kind = re.search(r"/fighters/(\w+)/acts/(\w+)/", address).groups()
        assert text.count("<form") == 1
        assert f'name="kind" value="{kind}"' in text and f'name="actor" value="{actor}"' in text


def test_all_forms_of_a_players_turn_are_loaded_ahead(called):
    seat = called.table.cast.ana
    together = client_of(seat).get(reverse("act-forms", args=[seat.token, called.token, called.id("Élowen")])).text
    kinds = re.findall(r'name="kind" value="(\w+)"', together)
    assert kinds and kinds == [address.split("/")[-2] for address in forms(called, seat, "own_fighters")]


def test_without_a_script_it_is_a_page_of_its_own(called):
    page = answer(called, "ana", "Élowen", whole=True).text
    assert "<html" in page and 'name="arg-target"' in page and "csrfmiddlewaretoken" in page


@pytest.mark.parametrize("who", ["ana", "gm"])
def test_an_act_from_a_page_of_its_own_leads_back_to_the_fight(called, who):
    seat = getattr(called.table.cast, who)
    form = answer(called, who, "Élowen", whole=True)
    needed = ("kind", "actor", "to", "arg-target", "arg-weapon")
    posted = {name: re.search(rf'name="{name}" value="(\w+)"', form.text)[1] for name in needed}
    act = re.search(r'<form class="offer-form" method="post" action="([^"]+)"', form.text)[1]
    done = client_of(seat).post(act, posted, headers={"Referer": f"http://testserver{form.wsgi_request.path}"})
    assert (done.status_code, done.url) == (302, reverse("fight", args=[seat.token, called.token]))


@pytest.mark.parametrize("name", ["Tibor", GUARD, "gm", "nobody"])
def test_the_acts_of_another_fighter_are_not_found_by_a_player(called, name):
    assert answer(called, "ana", name).status_code == answer(called, "ana", name, whole=True).status_code == 404


@pytest.mark.parametrize("kind", ["attack", "nothing_like_it"])
def test_an_act_that_is_not_offered_gets_an_empty_answer(called, kind):
    assert (answer(called, "ana", "Élowen", kind).status_code, answer(called, "ana", "Élowen", kind).text) == (200, "")
    assert answer(called, "ana", "Élowen", kind, whole=True).url == reverse(
        "fight", args=[called.table.cast.ana.token, called.token]
    )


def test_a_fighter_who_is_not_called_has_no_forms(called):
    called.act("declare_nothing", called.id("Élowen"), seat=called.table.cast.ana)
    assert answer(called, "ana", "Élowen").text == ""
