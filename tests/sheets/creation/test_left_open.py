"""The last page of creation: reminders of points left and a missing weapon, with links to fix them."""

import re

import pytest
from django.utils.html import escape

from campaigns.web.language import say
from rules import registry
from tests.cast import client_of, gather

pytestmark = pytest.mark.django_db


def finish(cast, client):
    return client.get(f"/t/{cast.ana.token}/characters/create/finish/").text


@pytest.fixture(params=registry.GAMES)
def making(request):
    """A player who has begun a blank character of each game."""
    cast = gather(request.param)
    client = client_of(cast.ana)
    client.post(f"/t/{cast.ana.token}/characters/create/", {"sample": "blank"})
    return cast, client


def test_a_blank_character_lists_its_missing_equipment(making):
    cast, client = making
    page = finish(cast, client)
    blank = cast.campaign.system.blank({})
    left = [budget for budget in cast.campaign.system.budgets(blank, {}) if (budget.left or 0) > 0]
    assert escape("Laissé ouvert") in page and "tel quel" in page
    assert "Pas d’arme" in page
    assert all(escape(say(budget.reminder)) in page for budget in left)
    stages = re.findall(r"create/([\w-]+)/\">Y aller", page)
    assert stages and all(
        client.get(f"/t/{cast.ana.token}/characters/create/{stage}/").status_code == 200 for stage in stages
    )


@pytest.mark.parametrize(
    ("game", "ware", "name"),
    [
        ("chroniques", "maul", "Masse électrique"),
        ("medieval", "isaure_brumepas-dagger", "Dague"),
        ("arpenteurs", "tobias_grell-axe", "Hache"),
    ],
)
def test_a_character_with_a_weapon_of_the_list_gets_no_warning(game, ware, name):
    cast = gather(game)
    client = client_of(cast.ana)
    client.post(f"/t/{cast.ana.token}/characters/create/", {"sample": "blank"})
    (stage,) = {
        stage.key for stage in cast.campaign.system.creation({}, {}) for field in stage.fields if field.key == "weapons"
    }
    address = f"/t/{cast.ana.token}/characters/create/{stage}/"
    assert f'value="{ware}"' in client.get(address).text
    client.post(address, {"ware": "weapons", "ware.weapons": ware})
    page = finish(cast, client)
    assert name in page and "Pas d’arme" not in page


def test_a_people_may_be_chosen_or_written():
    cast = gather("chroniques")
    client = client_of(cast.ana)
    client.post(f"/t/{cast.ana.token}/characters/create/", {"sample": "blank"})
    page = client.get(f"/t/{cast.ana.token}/characters/create/concept/").text
    (line,) = re.findall(r'<input [^>]*list="make-people-list"[^>]*>', page)
    assert 'id="make-people"' in line and re.search(r'<label[^>]* for="make-people"', page)  # pressed, it comes to it
    assert '<datalist id="make-people-list"><option value="Humain">' in page
