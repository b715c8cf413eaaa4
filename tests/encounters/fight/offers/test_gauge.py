"""The initiative that a declaration leaves, while it is being filled in."""

import re

import pytest
from django.urls import reverse

from campaigns.models import Seat
from tests.cast import client_of
from tests.encounters.fight.test_bad_input import GUARD, open_declarations, weapon_of
from tests.encounters.fight.test_pages import Fight


@pytest.fixture
def fight(table):
    Seat.objects.filter(pk=table.cast.gm.pk).update(dice=Seat.Dice.SERVER)
    return Fight(table)


@pytest.fixture
def ask(fight):
    """Ask what Élowen's declaration would leave of her initiative, as her form stands."""
    actor = open_declarations(fight, "Élowen")

    def asked(part="ana", kind="declare_melee", **said):
        seat = fight.table.cast.seats[part]
        address = reverse("gauge", args=[seat.token, fight.token, actor])
        response = client_of(seat).get(address, {"kind": kind, **said})
        words = re.sub(r"<[^>]+>", "", response.content.decode())
        return response.status_code, re.sub(r"\s+", " ", words).strip()

    return asked


def test_an_empty_declaration_leaves_the_initiative_as_it_is(ask):
    status, words = ask()
    assert status == 200 and words.startswith("14 ") and words.endswith("14")


def test_each_choice_is_a_term_of_the_sum(ask, fight):
    said = {"arg-target": fight.id(GUARD), "arg-weapon": weapon_of(fight, "Élowen")}
    status, words = ask(**said, **{"arg-preparation": "orders", "arg-rushed": "on", "arg-slower": "2"})
    assert status == 200 and words.endswith("12")
    assert all(term in words for term in ("+3", "−3", "−2"))


def test_a_choice_that_delays_the_action_says_so(ask):
    _status, words = ask(kind="declare_other", **{"arg-preparation": "orders", "arg-slower": "16"})
    assert words.endswith("−5") and "0" in words


@pytest.mark.parametrize("said", [{"arg-preparation": "dance"}, {"arg-slower": "much"}, {"arg-colour": "red"}])
def test_an_invalid_choice_leaves_the_sum_unchanged(ask, said):
    assert ask(**said) == ask()


def test_a_choice_without_a_modifier_has_no_sum(ask):
    assert ask(kind="declare_nothing") == (200, "")
    assert ask(kind="fly") == (200, "")


@pytest.mark.parametrize(("part", "status"), [("gm", 200), ("ana", 200), ("leo", 404), ("spectator", 404)])
def test_only_the_player_of_a_fighter_reads_the_preview(ask, part, status):
    assert ask(part)[0] == status


def test_a_form_that_outlives_its_offer_gets_no_preview(ask, fight):
    fight.act("declare_nothing", fight.id("Élowen"), seat=fight.table.cast.ana)
    assert [ask(part) for part in ("ana", "leo")] == [(200, ""), (404, ask("leo")[1])]


def test_the_form_shows_the_sum_before_anything_is_ticked(ask, fight):
    text = fight.form(fight.table.cast.ana, "Élowen", "declare_melee")
    assert "data-gauge" in text and '<output class="gauge" data-sum>' in text


def test_the_form_opens_with_the_sum_of_its_defaults(ask, fight):
    text = fight.form(fight.table.cast.ana, "Élowen", "declare_shoot")
    weapon = re.search(r'name="arg-weapon" value="([^"]+)"[^>]*checked', text)[1]
    said = re.sub(r"<[^>]+>", "", text.partition("data-sum>")[2].partition("</output>")[0])
    assert re.sub(r"\s+", " ", said).strip() == ask(kind="declare_shoot", **{"arg-weapon": weapon})[1]
    assert "14 " in said and not said.strip().endswith("14")
