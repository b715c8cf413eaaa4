"""The API: a token reads what the shared screen shows, and nothing else."""

import json

import pytest
from django.core.cache import cache
from django.urls import reverse

from campaigns.live import regions
from campaigns.models import Seat
from campaigns.web import rate_limits
from encounters.api import tokens, views
from encounters.api.tokens import seat_of, token_of
from encounters.pages import WALL
from tests.cast import client_of


def ask(token="", scheme="Bearer"):
    headers = {"Authorization": f"{scheme} {token}"} if token else {}
    return client_of().get(reverse("api-screen"), headers=headers)


def test_a_token_opens_the_data_of_the_wall(table):
    answer = ask(token_of(table.cast.screen))
    assert answer.status_code == 200 and answer["Cache-Control"].count("no-store") == 1
    values = answer.json()
    assert values["table"] == {"name": table.cast.campaign.name, "game": "polaris"}
    page = regions.find_page(Seat.objects.select_related("campaign").get(pk=table.cast.screen.pk), "screen")
    for placed in page.regions:
        assert values["screen"][placed.name] == json.loads(json.dumps(placed.region.context(page.view(placed))))
    assert [row["name"] for row in values["screen"]["party"]["rows"]] == ["Élowen", "Tibor"]
    assert "Set-Cookie" not in answer


def test_the_document_names_every_field_of_an_answer(table):
    schemas = client_of().get(reverse("api-document")).json()["components"]["schemas"]
    values = ask(token_of(table.cast.screen)).json()
    assert set(values) == set(schemas["Screen"]["required"])
    assert set(values["screen"]) == set(schemas["Screen"]["properties"]["screen"]["required"])
    assert {region.name for region in WALL} == set(values["screen"])
    assert set(ask().json()) == set(schemas["Problem"]["required"])


@pytest.mark.parametrize("who", ["gm", "ana", "spectator"])
def test_a_token_of_another_role_opens_nothing(table, who):
    assert ask(token_of(table.cast.seats[who])).status_code == 401


@pytest.mark.parametrize("wrong", ["x", "é.é", ".", "a" * 5000, "\x00", "{}.", "Bearer"])
def test_an_invalid_token_is_refused_with_a_sentence(table, wrong):
    for token in (wrong, f"{table.cast.screen.token}.{wrong}"):
        try:
            answer = ask(token.encode("utf-8").decode("latin-1"))
        except ValueError:  # no header at all
            continue
        assert answer.status_code == 401 and answer.json()["problem"] and answer["WWW-Authenticate"] == "Bearer"
    assert ask(token_of(table.cast.screen), scheme="Basic").status_code == 401


def test_a_removed_or_moved_screen_had_its_last_answer(table):
    screen = table.cast.screen
    token = token_of(screen)
    Seat.objects.filter(pk=screen.pk).update(moved=1)
    assert ask(token).status_code == 401
    Seat.objects.filter(pk=screen.pk).update(moved=0)
    assert ask(token).status_code == 200
    client_of(table.cast.gm).post(reverse("remove-seat", args=[table.cast.gm.token, screen.token]))
    assert ask(token).status_code == 401


def test_a_game_master_makes_a_token_and_sees_it(table):
    gm = table.cast.gm
    address = reverse("api-tokens", args=[gm.token])
    assert client_of(gm).post(address).status_code == 302
    made = Seat.objects.latest("pk")
    assert made.role == "screen" and seat_of(token_of(made)) == made
    assert token_of(made) in client_of(gm).get(address).text
    assert client_of(table.cast.ana).get(reverse("api-tokens", args=[table.cast.ana.token])).status_code == 404


def test_the_number_of_tokens_is_limited(table, monkeypatch):
    monkeypatch.setattr(tokens, "MOST_SCREENS", 1)
    gm = table.cast.gm
    count = Seat.objects.count()
    assert client_of(gm).post(reverse("api-tokens", args=[gm.token]), headers={"HX-Request": "true"}).status_code == 422
    assert Seat.objects.count() == count


def test_too_many_requests_have_to_wait(table, monkeypatch):
    cache.clear()
    monkeypatch.setattr(views, "READS", rate_limits.Limit("api-test", 1, 0.01))
    token = token_of(table.cast.screen)
    assert [ask(token).status_code for _time in range(2)] == [200, 429]
    assert ask(token)["Retry-After"]


def test_an_overlay_is_the_same_screen_without_a_ground(table):
    screen = table.cast.screen
    address = reverse("screen", args=[screen.token])
    page = client_of(screen).get(f"{address}?overlay").text
    assert 'class="wall is-overlay"' in page and "Élowen" in page
    assert "is-overlay" not in client_of(screen).get(address).text
