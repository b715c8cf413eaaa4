"""Explanations of a line's numbers, as recorded, for those who may know them."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse

from campaigns.models import Campaign, Event
from rules import registry
from tests.cast import client_of

RIFLES = {"faces": [12]}


@pytest.fixture
def rolled(table):
    """Élowen has shot, with a real die."""
    table.roll(table.cast.ana, table.elowen, **RIFLES)
    return table, Event.objects.get(kind="test")


def why(seat, event):
    return client_of(seat).get(reverse("why", args=[seat.token, event.token]))


def test_the_sum_stands_there_with_its_rules(rolled):
    table, event = rolled
    for part in ("gm", "ana"):
        page = why(table.cast.seats[part], event).content.decode()
        assert "POL-SHEET-10" in page and "sum-total" in page
        assert "Ana" in page.partition("why-dice")[2], "who typed the die"


def test_a_sum_begins_with_a_number_and_later_terms_have_a_sign(rolled):
    table, event = rolled
    terms = re.findall(r'sum-value">([^<]*)<', why(table.cast.ana, event).content.decode())
    first, *added, total = terms
    assert first.isdecimal() and total.isdecimal()
    assert added and all(term[0] in "+\u2212" for term in added), terms


def test_others_learn_the_die_and_not_its_target_number(rolled):
    table, event = rolled
    for part in ("leo", "screen", "spectator"):
        response = why(table.cast.seats[part], event)
        assert response.status_code == 200
        assert "12" in response.content.decode() and "POL-SHEET" not in response.content.decode()


def test_an_explanation_stays_the_same_whatever_becomes_of_the_sheet(rolled):
    table, event = rolled
    before = why(table.cast.ana, event).content.decode().partition("<section")[2].partition("why-dice")[0]
    Event.objects.update(created=event.created - timedelta(days=400))
    table.elowen.data = registry.samples("polaris")["pirate"]["data"]
    table.elowen.save()
    Campaign.objects.update(settings={"sheets_open": False})
    after = why(table.cast.ana, event).content.decode().partition("<section")[2].partition("why-dice")[0]
    assert after == before and "POL-SHEET-10" in before


def test_an_unseen_roll_is_explained_to_the_game_master_alone(table):
    table.roll(table.cast.gm, table.elowen, hidden=True, faces=[3])
    event = Event.objects.get(kind="test")
    assert why(table.cast.gm, event).status_code == 200
    for part in ("ana", "leo", "spectator", "screen"):
        assert why(table.cast.seats[part], event).status_code == 404


def test_the_journal_leads_there(rolled):
    table, event = rolled
    log = client_of(table.cast.ana).get(reverse("journal", args=[table.cast.ana.token])).content.decode()
    assert reverse("why", args=[table.cast.ana.token, event.token]) in log
