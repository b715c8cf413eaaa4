"""A new table: four questions and their results."""

import pytest
from django.contrib.auth import get_user_model

from campaigns.forms import NewCampaign
from campaigns.models import Campaign, Invitation, Seat
from campaigns.seats.invitations import address_of, code_of
from encounters.models import Encounter
from rules import registry
from sheets.models import Character
from tests.cast import client_of

pytestmark = pytest.mark.django_db
PASSWORD = "une-longue-phrase-42"


@pytest.fixture
def odile(client):
    account = get_user_model().objects.create_user("Odile", password=PASSWORD)
    client.force_login(account)
    return client


def answers(**said):
    return {"name": "Équinoxe", "game": "polaris", "cast": "ready", "dice": "ask", "gm": "Odile", **said}


def test_the_page_asks_four_questions_which_are_answered_beforehand(odile):
    page = odile.get("/campaigns/new/", headers={"Accept-Language": "fr"}).text
    assert page.count("</legend>") + page.count('for="id_name"') == 4
    assert page.count(" checked>") == 3 and 'value="Chez Odile"' in page
    assert all(f'name="game"\n  value="{game}"' in page for game in registry.GAMES)


@pytest.mark.parametrize("address", ["/", "/campaigns/new/"])
def test_games_stand_by_their_names_with_an_accent_beside_its_letter(client, odile, address):
    if address == "/":
        client.logout()
    page = odile.get(address, headers={"Accept-Language": "fr"}).text
    assert page.index("Médiéval-Fantastique") < page.index("Mythras") < page.index("Polaris")


@pytest.mark.parametrize("game", [game for game in registry.GAMES if registry.pack(game).names])
def test_the_sheets_of_a_table_have_the_names_of_its_language(odile, game):
    names = registry.pack(game).names["en"]
    odile.post("/campaigns/new/", answers(game=game), headers={"Accept-Language": "en"})
    laid = str([(sheet.name, sheet.data) for sheet in Character.objects.all()])
    assert not [french for french in names if f"'{french}'" in laid]
    samples = [row for row in registry.samples(game).values() if row["kind"] == "pc"]
    assert samples and all(names.get(row["data"]["name"], row["data"]["name"]) in laid for row in samples)
    fight = Encounter.objects.get()
    address = f"/t/{Seat.objects.get(role='gm').token}/encounters/{fight.token}/prepare/"
    page = odile.get(address, headers={"Accept-Language": "en"}).text
    assert not [french for french in names if f">{french}<" in page or f">{french} ·" in page]


@pytest.mark.parametrize(("cast", "dice"), tuple(zip(NewCampaign.CASTS, NewCampaign.DICE, strict=True)))
@pytest.mark.parametrize("game", registry.GAMES)
def test_a_new_table_has_the_given_answers_and_an_open_link(odile, game, cast, dice):
    where = odile.post("/campaigns/new/", answers(game=game, cast=cast, dice=dice)).url
    seat, ready = Seat.objects.select_related("campaign").get(role="gm"), registry.samples(game).values()
    assert where == (f"/t/{seat.token}/characters/" if cast == "file" else f"/t/{seat.token}/")
    heroes = Character.objects.filter(campaign=seat.campaign, kind="pc", owner=None).count()
    kinds = [row["kind"] for row in ready]
    assert heroes == (kinds.count("pc") if cast == "ready" else 0)
    fights = Encounter.objects.filter(campaign=seat.campaign)
    sides = [row["side"] for fight in fights for row in fight.state["fighters"].values()]
    wanted = (kinds.count("pc"), kinds.count("pc")) if cast == "ready" else (0, 0)
    assert [fight.status for fight in fights] == ["draft"] * (cast == "ready")
    assert (sides.count("pc"), sides.count("foe")) == wanted
    link = Invitation.objects.get(campaign=seat.campaign)
    assert (link.role, link.asks, link.uses_left) == ("player", True, 8) and link.is_usable
    assert address_of(link) in odile.get(f"/t/{seat.token}/table/").text
    assert seat.dice == dice and seat.campaign.system.setting(seat.campaign.settings, "dice") == dice


@pytest.mark.parametrize("dice", NewCampaign.DICE)
def test_a_new_players_dice_follow_the_house_setting(odile, dice):
    odile.post("/campaigns/new/", answers(cast="own", dice=dice))
    link = Invitation.objects.get()
    Invitation.objects.update(asks=False)
    client_of().post(f"/j/{code_of(link)}/", {"name": "Nadia", "character": "new"})
    assert Seat.objects.get(role="player").dice == dice


def test_the_same_form_sent_twice_makes_one_table_with_one_link(odile):
    said = {**answers(), "command": "a-form-that-is-sent-twice"}
    assert odile.post("/campaigns/new/", said).url == odile.post("/campaigns/new/", said).url
    assert Campaign.objects.count() == Encounter.objects.count() == Invitation.objects.count() == 1


@pytest.mark.parametrize("wrong", [{"cast": "dragons"}, {"dice": "loaded"}, {"game": "tarot"}, {"name": "é" * 65536}])
def test_an_answer_that_is_not_offered_makes_nothing(odile, wrong):
    answer = odile.post("/campaigns/new/", answers(**wrong))
    assert answer.status_code == 422 and "invalid-feedback" in answer.text and not Campaign.objects.exists()


def test_signing_up_to_open_a_table_leads_to_it_and_to_no_other_site(client):
    new = {"username": "Odile", "password1": PASSWORD}
    assert client.post("/account/new/?next=/campaigns/new/", new).url == "/campaigns/new/"
    client.post("/account/out/")
    known = {"username": "Odile", "password": PASSWORD}
    assert client.post("/account/in/?next=https://elsewhere.example/", known).url == "/"
