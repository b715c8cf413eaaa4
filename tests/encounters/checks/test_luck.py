"""Luck on a test from a sheet, or on one that is asked: its question, its answer, undo, and what stays secret."""

import re

import pytest
from django.core.cache import cache
from django.urls import reverse

from campaigns.journal import undo
from campaigns.journal.journal import Sent
from campaigns.live import regions
from campaigns.models import Seat
from encounters import services
from encounters.checks import requests
from encounters.fight.prompts import MANY, choice_row
from encounters.models import Encounter
from rules.core.errors import Refused
from rules.core.script import Ask, Option
from rules.core.text import Text
from sheets.models import Character
from tests.cast import client_of, gather
from tests.encounters.conftest import join

FAILS, BACKWARDS = 91, 19  # of a hundred: a failure, and a success where it is read backwards


@pytest.fixture
def table(db):
    cache.clear()
    cast = gather("mythras")
    Seat.objects.filter(campaign=cast.campaign).update(dice=Seat.Dice.ASK)
    yield cast, join(cast, "Élowen", "pc", cast.ana, "lysandros")
    cache.clear()


def roll(cast, hero, seat=None, **more):
    args = {"check": "athletics", **more.pop("said", {})}
    more = {"faces": [FAILS], **more}
    return services.roll_test(seat=seat or cast.ana, sent=Sent.of("", args), character=hero, args=args, **more)


def answer(seat, key, value):
    encounter = Encounter.objects.get()
    (exchange,) = encounter.state["exchanges"]
    args = {"exchange": exchange, "key": key, "values": [value]}
    return services.act(
        seat=seat, sent=Sent.of("", args), encounter=encounter.token, kind="answer", actor="", args=args
    )


def luck(hero):
    fresh = Character.objects.get(pk=hero.pk)
    return fresh.system.value(fresh.data, "state.luck")


def journal(seat):
    return client_of(seat).get(reverse("journal", args=[seat.token])).text


def pending(seat, hero):
    fresh = Seat.objects.select_related("campaign").get(pk=seat.pk)
    page = regions.find_page(fresh, "sheet", hero.token)
    return page.draw(next(region for region in page.regions if region.name == "pending"))


def test_a_failed_test_of_a_sheet_is_thrown_again_for_a_point_and_undone(table, lay):
    cast, hero = table
    lay(12)
    before = luck(hero)
    roll(cast, hero)
    assert "Un point de chance" in pending(cast.ana, hero) and "échec" in pending(cast.ana, hero)
    done = answer(cast.ana, "luck", "again")
    assert not Encounter.objects.exists() and luck(hero) == before - 1
    for seat in (cast.gm, cast.ana, cast.leo):
        assert f"{FAILS}\u00a0→\u00a012" in journal(seat) and "Réussite" in journal(seat)
    undo.undo(seat=cast.ana, sent=Sent.of("", "undo"), command=done.command)
    assert luck(hero) == before and "Un point de chance" in pending(cast.ana, hero)


def test_each_answer_is_one_press(table):
    cast, hero = table
    roll(cast, hero)
    shown = pending(cast.ana, hero)
    assert re.findall(r'<button\s+class="option" name="values" value="(\w+)"', shown) == ["stand", "again", "swap"]
    assert "radio" not in shown and "Choisir" not in shown


@pytest.mark.parametrize(
    ("count", "least", "most", "press"),
    [(2, 1, 1, True), (MANY, 1, 1, True), (MANY + 1, 1, 1, False), (3, 1, 2, False), (3, 0, 1, False)],
)
def test_a_long_test_or_one_for_several_is_ticked_and_sent(count, least, most, press):
    rows = tuple(Option(str(number), Text(str(number))) for number in range(count))
    assert choice_row(Ask("what", "ada", Text("What?"), rows, least, most))["press"] is press


def test_another_player_does_not_spend_it(table):
    cast, hero = table
    roll(cast, hero)
    with pytest.raises(Refused):
        answer(cast.leo, "luck", "swap")


def test_luck_is_offered_on_a_test_that_the_game_master_asks(table):
    cast, hero = table
    request = requests.CheckRequest({hero.token: "athletics"}, {})
    requests.ask(seat=cast.gm, sent=Sent.of("", "ask"), request=request)
    encounter = Encounter.objects.get()
    requests.throw(seat=cast.ana, sent=Sent.of("", 1), encounter=encounter.token, fighter=hero.token, faces=[FAILS])
    answer(cast.ana, "luck", "swap")
    assert not Encounter.objects.exists() and luck(hero) == 1
    assert f"{FAILS}\u00a0→\u00a0{BACKWARDS}" in journal(cast.ana)


@pytest.mark.parametrize("die", [2, FAILS])
def test_neither_question_nor_answer_tells_how_a_secret_test_went(table, die):
    cast, hero = table
    roll(cast, hero, seat=cast.gm, said={"secret": "on"}, faces=[die])
    for seat in (cast.ana, cast.leo):
        shown = pending(cast.ana, hero) + journal(seat)
        assert not any(word in shown.casefold() for word in ("réussite", "échec", "maladresse"))
    assert "Un point de chance" in pending(cast.ana, hero)
    answer(cast.ana, "luck", "swap")
    assert not any(word in journal(cast.ana).casefold() for word in ("réussite", "échec", "maladresse"))


def test_an_unseen_throw_asks_and_costs_nothing(table):
    cast, hero = table
    before = luck(hero)
    roll(cast, hero, seat=cast.gm, hidden=True)
    assert not Encounter.objects.exists() and luck(hero) == before
