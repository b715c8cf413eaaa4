"""The page where a game is looked up, and the ways that lead there."""

import re
from dataclasses import replace

import pytest
from django.urls import reverse
from django.utils import translation

from campaigns import services as campaigns
from campaigns.journal import journal
from campaigns.journal.journal import Sent
from campaigns.live.regions import View
from campaigns.models import Seat
from rules import lookup, registry
from sheets.creation.create import create
from sheets.lookup import rows
from sheets.models import Character
from tests.cast import client_of, gather


@pytest.fixture
def cast(db):
    return gather("chroniques")


def page(seat, query="", subject="", language="fr"):
    Seat.objects.filter(pk=seat.pk).update(language=language)
    args = [seat.token, subject] if subject else [seat.token]
    address = reverse("lookup-entry" if subject else "lookup", args=args)
    return client_of(seat).get(address, {"q": query} if query else {})


def names(answer):
    return re.findall(r'<span class="row-main"><b>(.*?)</b', answer.text, re.DOTALL)


def hero(cast):
    data = {**registry.samples("chroniques")["ysaline_morvane"]["data"], "name": "Ysaline", "states": {"prone": True}}
    work = lambda pen: create(pen, data=data, kind="pc", owner=cast.ana)  # noqa: E731
    done = journal.run(seat=cast.gm, sent=Sent.of("", "hero"), work=work)
    return Character.objects.select_related("campaign", "owner").get(token=done.value)


def test_everything_is_listed_until_something_is_typed(cast):
    assert len(names(page(cast.spectator))) == len(registry.lookups("chroniques").entries)


@pytest.mark.parametrize("query", ["réussite critique", "REUSSITE CRITIQUE", "  critique   réussite "])
def test_words_are_found_without_their_accents_and_capitals_in_any_order(cast, query):
    found = names(page(cast.ana, query))
    assert found[0] == "Réussite et échec critiques"
    assert "État" not in found and len(found) < 5


def test_entries_with_that_name_stand_before_those_that_mention_it(cast):
    found = names(page(cast.ana, "initiative"))
    assert found[:2] == ["Initiative", "Égalité d’initiative"] and len(found) > 3


@pytest.mark.parametrize("language", lookup.LANGUAGES)
@pytest.mark.parametrize("game", registry.GAMES)
def test_each_entry_has_a_name_of_its_own(game, language):
    with translation.override(language):
        called = [rows.entry_name(entry) for entry in registry.lookups(game).entries]
    assert all(called) and len(called) == len(set(called))


@pytest.mark.parametrize("language", lookup.LANGUAGES)
@pytest.mark.parametrize("game", registry.GAMES)
def test_a_row_begins_its_entry_in_whole_words_and_on_one_line(game, language):
    with translation.override(language):
        for entry in registry.lookups(game).entries:
            said, text = rows.link_row("seat", entry)["said"], entry.text[language]
            assert said and text.startswith(f"{said} ") and len(said) <= 80
            assert len(said) > 40 or len(text) <= 80, text


def test_a_rule_is_found_by_its_id_and_nothing_by_nonsense(cast):
    assert names(page(cast.ana, "cho-init-06", language="en")) == ["Act later"]
    answer = page(cast.ana, "xyzzy", language="en")
    assert names(answer) == [] and "No entry matches." in answer.text


@pytest.mark.parametrize("subject", ["CHO-INIT-06", "act.delay"])
def test_an_entry_says_its_text_and_where_the_book_has_it(cast, subject):
    answer = page(cast.leo, subject=subject, language="en")
    assert "At 0 the turn is lost; your usual score is back in the next round." in answer.text
    assert "Chroniques Oubliées, «&nbsp;Initiative&nbsp;»" in answer.text
    assert "Initiative" in names(answer)


def test_nothing_stands_behind_a_subject_of_another_game(cast):
    assert page(cast.ana, subject="POL-LUCK-02").status_code == 404


def test_a_differing_house_setting_stands_beside_the_text(cast):
    assert "At this table" not in page(cast.ana, subject="CHO-INIT-06", language="en").text
    campaigns.change_settings(seat=cast.gm, sent=Sent.of("", "late"), values={"init.delay": False}, name="")
    assert "At this table" in page(cast.ana, subject="CHO-INIT-06", language="en").text


def test_states_tests_and_terms_of_a_sum_lead_to_their_texts(cast):
    character, client = hero(cast), client_of(cast.ana)
    sheet = reverse("sheet", args=[cast.ana.token, character.token])
    linked = [sheet, reverse("check", args=[cast.ana.token, character.token, "dex"])]
    linked.append(reverse("sheet-parts", args=[cast.ana.token, character.token, "wound_threshold"]))
    weapon = next(iter(character.data["weapons"]))
    linked.append(reverse("sheet-field", args=[cast.ana.token, character.token, f"weapons.{weapon}"]))
    found = [re.findall(r'href="(/t/\w+/lookup/[^"]+/)"', client.get(address).text) for address in linked]
    assert all(found), found
    for address in {address for some in found for address in some}:
        assert client.get(address).status_code == 200


def test_the_table_reads_open_states_without_a_way_of_its_own(cast):
    character = hero(cast)
    campaigns.change_settings(seat=cast.gm, sent=Sent.of("", "open"), values={"sheets_open": True}, name="")
    text = client_of(cast.spectator).get(reverse("sheet", args=[cast.spectator.token, character.token])).text
    assert "Renversé" in text and 'class="rule-link"' not in text


def test_a_choosable_effect_links_to_its_lookup_entry(db):
    seat = gather("mythras").ana
    view = View(seat.campaign, seat.circle, seat.token, "fr")
    assert client_of(seat).get(rows.option_address(view, "impale")).status_code == 200
    assert rows.option_address(view, "none") == rows.option_address(replace(view, seat=""), "impale") == ""
