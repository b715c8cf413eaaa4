"""Takeaways after a session: a player's own characters only."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.journal.journal import Sent
from campaigns.models import Event
from campaigns.seats import pages as seat_pages
from encounters import roster
from encounters.log import takeaways
from encounters.models import Encounter
from encounters.prepare import services, timers
from rules import registry
from rules.core.paths import put
from sheets import services as sheets
from tests.cast import client_of, gather
from tests.encounters.conftest import join


def edit(table, path, value, character=None):
    character = character or table.elowen
    sheets.edit(seat=table.cast.gm, character=character, sent=Sent.of("", path), path=path, value=value)


def after(seat):
    return takeaways.takeaways_for(seat)


def wounded(table, character=None):
    said = {"seat": table.cast.gm, "character": character or table.elowen, "path": "wounds.body.mortal", "by": 1}
    sheets.step(**said, sent=Sent.of("", "w"))


def test_an_unhurt_character_has_no_wound_and_no_state(table):
    (elowen,) = after(table.cast.ana)
    assert (elowen.name, elowen.wounds, elowen.states) == ("Élowen", (), ())


def test_the_numbers_of_each_are_there_as_they_stand(table):
    (elowen,) = after(table.cast.ana)
    page = client_of(table.cast.ana).get(reverse("after", args=[table.cast.ana.token])).text
    assert elowen.numbers and " · ".join(elowen.numbers) in page


def test_a_wound_is_listed_with_its_due_acts_and_their_deadline(table):
    assert after(table.cast.ana)[0].due == ()
    wounded(table)
    (elowen,) = after(table.cast.ana)
    assert len(elowen.wounds) == 1
    assert any("min" in case for one in elowen.due for case in one.cases), elowen.due
    possible = [[due.label for due in owned.possible] for owned in (elowen, after(table.cast.leo)[0])]
    assert possible[0] == possible[1] != []


def test_due_acts_stand_open_on_the_sheet_and_the_rest_is_folded(table):
    assert "downtime-due" not in table.region(table.cast.ana, "sheet", "downtime", table.elowen.token)
    wounded(table)
    shown = table.region(table.cast.ana, "sheet", "downtime", table.elowen.token)
    due, folded = shown.split("downtime-all", 1)
    places = [one.place for one in after(table.cast.ana)[0].due]
    assert places and all(f'id="{place}"' in due and f'id="{place}"' not in folded for place in places)


def test_a_due_act_links_to_its_form(table):
    wounded(table)
    ana, (elowen,) = table.cast.ana, after(table.cast.ana)
    page = client_of(ana).get(reverse("after", args=[ana.token])).content.decode()
    sheet = reverse("sheet", args=[ana.token, table.elowen.token])
    there = client_of(ana).get(sheet).content.decode()
    assert elowen.due
    for one in elowen.due:
        assert f'href="{sheet}#{one.place}"' in page and there.count(f'id="{one.place}"') == 1


def test_a_lasting_effect_is_named_until_it_ends(table):
    edit(table, "conditions.stunned", True)
    edit(table, "conditions.stunned_until", "tour 7")
    (elowen,) = after(table.cast.ana)
    assert len(elowen.states) == 2 and "tour 7" in elowen.states[1]
    edit(table, "conditions.stunned", False)
    assert len(after(table.cast.ana)[0].states) == 1


def test_a_timed_effect_says_its_end_once(table):
    fight = services.prepare(seat=table.cast.gm, sent=Sent.of("", "p"), name="Quai 7").value
    who = [table.elowen.token, table.pirate.token]
    services.enrol(seat=table.cast.gm, sent=Sent.of("", "e"), encounter=fight, characters=who)
    services.turn_to(seat=table.cast.gm, sent=Sent.of("", "g"), encounter=fight, status="running")
    rows = Encounter.objects.get(token=fight).state["fighters"]
    fighter = next(key for key, row in rows.items() if row["character"] == table.elowen.token)
    timer = timers.read_timer(fighter, {"left": "3", "when": "round", "path": "conditions.stunned"})
    timers.set_timer(seat=table.cast.gm, sent=Sent.of("", "t"), encounter=fight, timer=timer)
    (state,) = after(table.cast.ana)[0].states
    assert "3" in state


def test_a_weapon_half_empty_is_running_out(table):
    system = table.elowen.system
    paths = [one for one in system.vitals(table.elowen.data, {}) if one.count(".") == 2]
    assert paths and after(table.cast.ana)[0].low == ()
    most = system.most(table.elowen.data, {}, paths[0])
    edit(table, paths[0], most // 2)
    (line,) = after(table.cast.ana)[0].low
    assert line.endswith(f"{most // 2} sur {most}") or line.endswith(f"{most // 2} of {most}")


def test_the_lines_are_those_of_the_session_and_of_the_character(table, lay):
    lay(7, 7, 7)
    table.roll(table.cast.ana, table.elowen)
    Event.objects.filter(campaign=table.cast.campaign).update(created=timezone.now() - timedelta(hours=7))
    table.roll(table.cast.leo, table.tibor)
    assert after(table.cast.ana)[0].lines == ()
    table.roll(table.cast.ana, table.elowen)
    assert len(after(table.cast.ana)[0].lines) == 1


def test_the_game_master_reads_every_player_character_and_no_other(table):
    assert [one.name for one in after(table.cast.gm)] == ["Élowen", "Tibor"]


def test_nobody_reads_of_another_s_character(table):
    wounded(table)
    text = client_of(table.cast.leo).get(f"/t/{table.cast.leo.token}/after/").text
    assert "Tibor" in text and "Élowen" not in text and "Zorvax" not in text


def test_a_viewer_without_a_character_reads_so(cast):
    answer = client_of(cast.ana).get(f"/t/{cast.ana.token}/after/")
    assert answer.status_code == 200 and 'class="empty"' in answer.text
    assert f'href="/t/{cast.ana.token}/characters/"' in answer.text.split('class="empty"')[1]


@pytest.mark.django_db
@pytest.mark.parametrize("game", [key for key in registry.GAMES if registry.samples(key)])
def test_the_page_is_there_in_every_game_for_everybody_of_its_samples(game):
    cast = gather(game)
    heroes = [key for key, row in registry.samples(game).items() if row["kind"] == "pc"]
    for number, sample in enumerate(heroes):
        join(cast, f"Héros {number}", "pc", cast.ana, sample)
    answer = client_of(cast.ana).get(f"/t/{cast.ana.token}/after/")
    assert answer.status_code == 200 and answer.text.count("<section") == len(heroes)
    assert seat_pages.home_address(cast.ana) in answer.text


@pytest.mark.parametrize("game", ["chroniques", "medieval"])
def test_lost_hit_points_can_be_treated_in_games_without_body_places(game, db):
    cast = gather(game)
    sample = next(key for key, row in registry.samples(game).items() if row["kind"] == "pc")
    hero = join(cast, "Élowen", "pc", cast.ana, sample)
    assert after(cast.ana)[0].wounds == ()
    sheets.edit(seat=cast.gm, character=hero, sent=Sent.of("", "hp"), path="hp.current", value=1)
    assert len(after(cast.ana)[0].wounds) == 1


def test_the_dead_are_called_dead_whatever_their_wounds(table):
    system, settings = table.elowen.system, table.elowen.campaign.settings
    hurt = put(table.elowen.data, "wounds.head.critical", 1)
    assert roster.health_in_full(system, hurt, settings)["place"]
    assert roster.health_in_full(system, put(hurt, "conditions.dead", True), settings)["word"] == "Mort"


def test_a_player_whose_character_died_is_led_to_making_another(table):
    page = reverse("after", args=[table.cast.ana.token])
    made = f'href="{reverse("characters", args=[table.cast.ana.token])}"'
    assert made not in client_of(table.cast.ana).get(page).text
    edit(table, "conditions.dead", True)
    assert made in client_of(table.cast.ana).get(page).text
