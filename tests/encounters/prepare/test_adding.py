"""Fighters join a fight that is going on: at once, in the next round, at a signal, seen or hidden."""

import html
import re

import pytest
from django.urls import reverse

from campaigns.journal import undo
from campaigns.journal.journal import Sent
from campaigns.models import Event
from encounters.models import Encounter
from encounters.prepare import services
from rules import registry
from tests.cast import client_of, gather


def running(table):
    """A fight of the party against one pirate, going on in its first round."""
    token = services.prepare(seat=table.cast.gm, sent=Sent.of("", "prepare"), name="Quai 7").value
    services.recruit(
        seat=table.cast.gm, sent=Sent.of("", "recruit"), encounter=token, sample="pirate", count=1, hidden=False
    )
    services.turn_to(seat=table.cast.gm, sent=Sent.of("", "run"), encounter=token, status="running")
    return token


def add(table, token, **said):
    client = client_of(table.cast.gm)
    return client.post(reverse("enrol", args=[table.cast.gm.token, token]), said, headers={"HX-Request": "true"})


def test_fighters_join_a_running_fight_under_a_name_and_the_table_reads_it(table):
    token = running(table)
    page = client_of(table.cast.gm).get(reverse("add-fighters", args=[table.cast.gm.token, token]))
    assert 'value="sample:pirate"' in page.text
    assert add(table, token, pick="4x sample:pirate", joins="start", called="Garde").status_code == 200
    rows = Encounter.objects.get(token=token).state["fighters"].values()
    assert {"Garde A", "Garde B", "Garde C", "Garde D"} <= {row.get("public_name") for row in rows}
    assert "Garde B" in table.region(table.cast.screen, "screen", "party")
    event = Event.objects.filter(campaign=table.cast.campaign).order_by("-seq").first()
    assert event.audience == "table" and event.encounter == token
    undo.undo(seat=table.cast.gm, sent=Sent.of("", "undo"), command=event.command)
    assert "Garde B" not in table.region(table.cast.screen, "screen", "party")


def test_the_page_that_adds_tells_a_hero_from_an_opponent(table):
    token = services.prepare(seat=table.cast.gm, sent=Sent.of("", "prepare"), name="Quai 7").value
    rows = Encounter.objects.get(token=token).state["fighters"]
    tibor = next(key for key, row in rows.items() if row["character"] == table.tibor.token)
    services.dismiss(seat=table.cast.gm, encounter=token, fighter=tibor, sent=Sent.of("", "away"))
    page = client_of(table.cast.gm).get(reverse("add-fighters", args=[table.cast.gm.token, token])).text
    hero, pirate = (
        next(row for row in page.split("palette-row") if f'value="{key}"' in row)
        for key in (f"character:{table.tibor.token}", "sample:pirate")
    )
    assert "side-pc" in hero and "Personnage joueur" in html.unescape(hero)
    assert "side-foe" in pirate and 'class="whole"' in pirate


def test_an_absent_character_joins_a_running_fight_from_beside_the_party(table):
    token = services.prepare(seat=table.cast.gm, sent=Sent.of("", "prepare"), name="Quai 7").value
    rows = Encounter.objects.get(token=token).state["fighters"]
    tibor = next(key for key, row in rows.items() if row["character"] == table.tibor.token)
    services.dismiss(seat=table.cast.gm, encounter=token, fighter=tibor, sent=Sent.of("", "away"))
    services.turn_to(seat=table.cast.gm, sent=Sent.of("", "run"), encounter=token, status="running")
    crew = html.unescape(table.region(table.cast.gm, "fight", "crew", token))
    assert "Ne participe pas" in crew and f'value="character:{table.tibor.token}"' in crew
    assert add(table, token, pick=f"character:{table.tibor.token}", to="fight").status_code == 200
    assert "Ne participe pas" not in table.region(table.cast.gm, "fight", "crew", token)


@pytest.mark.django_db
@pytest.mark.parametrize("game", registry.GAMES)
def test_the_search_adds_four_of_the_kind_it_names(game):
    gm = gather(game).gm
    token = services.prepare(seat=gm, sent=Sent.of("", "prepare"), name="Quai 7").value
    page = client_of(gm).get(reverse("prepare", args=[gm.token, token])).text
    (what,) = re.findall(r'placeholder="(4x [^"]+)"', page)
    said = {"what": html.unescape(what), "joins": "start"}
    answer = client_of(gm).post(reverse("enrol", args=[gm.token, token]), said, headers={"HX-Request": "true"})
    assert answer.status_code == 200, answer.text
    assert len(Encounter.objects.get(token=token).state["fighters"]) == 4


@pytest.mark.parametrize("said", [{"joins": "start", "hidden": "1"}, {"joins": "next"}, {"joins": "signal"}])
def test_a_hidden_or_later_arrival_is_told_to_nobody_else(table, said):
    token = running(table)
    before = table.region(table.cast.screen, "screen", "party")
    assert add(table, token, pick="2x sample:pirate", called="Guet-apens", **said).status_code == 200
    assert table.region(table.cast.screen, "screen", "party") == before
    assert "Guet-apens" not in table.region(table.cast.screen, "screen", "result_band")
    assert Event.objects.order_by("-seq").first().audience == "gm"
    kept = Encounter.objects.get(token=token).state.get("reserves", {})
    assert {row["joins"] for row in kept.values()} == ({1} if said["joins"] == "next" else {0} if kept else set())


@pytest.mark.parametrize(
    "said",
    [
        {"what": "nobody of that name", "joins": "start"},
        {"pick": "sample:pirate", "joins": "start", "called": "x" * 65_000},
        {"pick": "13x sample:pirate", "joins": "start"},
        {"pick": "sample:pirate", "joins": "yesterday"},
    ],
)
def test_an_impossible_arrival_changes_nothing(table, said):
    token = running(table)
    before = Encounter.objects.get(token=token).state
    answer = add(table, token, **said)
    assert answer.status_code == 422 and "data-refused" in answer.text
    assert Encounter.objects.get(token=token).state == before


def test_nobody_joins_a_fight_that_is_over(table):
    token = running(table)
    services.turn_to(seat=table.cast.gm, sent=Sent.of("", "end"), encounter=token, status="ended")
    before = Encounter.objects.get(token=token).state
    assert add(table, token, pick="sample:pirate", joins="start").status_code == 422
    assert Encounter.objects.get(token=token).state == before
    page = client_of(table.cast.gm).get(reverse("add-fighters", args=[table.cast.gm.token, token]))
    assert page.status_code == 404
