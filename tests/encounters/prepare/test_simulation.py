"""The simulation of a prepared fight: figures for the game master, no changes."""

import re
from fractions import Fraction

import pytest
from django.core.cache import cache
from django.urls import reverse

from campaigns.journal.journal import Sent
from campaigns.models import Event
from encounters.log.round_words import words_of
from encounters.models import Encounter
from encounters.prepare import participants, services, simulation, simulation_views
from rules import registry
from rules.autoplay.simulation import Bout, Tally
from tests.cast import client_of, gather
from tests.encounters.conftest import join

COUNT = iter(range(10_000))
PIRATE = "Pirate des bas-fonds"


def sent():
    return Sent.of("", next(COUNT))


@pytest.fixture
def draft(table):
    """Both player characters against a pirate, with another one in round 2 and one who waits for a signal."""
    token = services.prepare(seat=table.cast.gm, sent=sent(), name="Quai 7").value
    for joins in ("start", "2", "signal"):
        said = {"what": "", "pick": "sample:pirate", "hidden": True, "joins": joins}
        participants.add_participants(seat=table.cast.gm, sent=sent(), encounter=token, **said)
    return token


@pytest.fixture
def played(monkeypatch):
    """Bouts that are told at once, and how often they were asked for."""
    asked = []

    def play(wanted, first, times, seconds):
        asked.append((first, times))
        yield Bout("pc", 3, ())
        yield None
        yield Bout("foe", 7, tuple(wanted.scene.fighters))

    monkeypatch.setattr(simulation, "play_bouts", play)
    return asked


class Away:
    """A shared cache whose server is gone."""

    def get(self, *_args):
        raise ConnectionError("away")

    set = get


def page(seat, token, **headers):
    return client_of(seat).get(reverse("simulate", args=[seat.token, token]), headers=headers)


def test_reserves_for_a_round_join_and_those_for_a_signal_stay_away(draft):
    found = simulation.plan_of(Encounter.objects.get(token=draft))
    names = {one.name for one in found.scene.fighters.values()}
    assert names == {"Élowen", "Tibor", f"{PIRATE} A"}
    (row,) = found.joining[2].values()
    assert set(found.joining) == {2} and found.scene.sheets[row["character"]]["name"] == f"{PIRATE} B"


def test_simulations_are_kept_and_added_to_until_the_fight_changes(table, draft, played):
    plan = simulation.plan_of(Encounter.objects.get(token=draft))
    assert len(simulation.run_simulation(plan).bouts) == 2
    assert len(simulation.run_simulation(plan).bouts) == 4
    assert [first for first, _times in played] == [0, 3]
    assert len(simulation.run_simulation(plan, times=4).bouts) == 4, "there are enough"
    services.describe(
        seat=table.cast.gm,
        sent=sent(),
        encounter=draft,
        fighter=next(iter(Encounter.objects.get(token=draft).state["fighters"])),
        about={"joins": "2"},
    )
    assert simulation.plan_of(Encounter.objects.get(token=draft)).key != plan.key


@pytest.mark.parametrize(
    ("most", "asked", "goes_on"), [(2, [(0, 2)], False), (7, [(0, 7), (3, 4), (6, 1)], False), (500, None, True)]
)
def test_a_fight_is_tried_no_more_often_than_the_settings_say(table, draft, played, settings, most, asked, goes_on):
    settings.TABLEE_SIMULATED_FIGHTS = most
    for _turn in range(4):
        shown = page(table.cast.gm, draft)
    assert asked is None or played == asked
    assert (" data-more" in shown.content.decode()) == goes_on


def test_one_fight_is_tried_at_a_time(draft, played):
    with simulation.ONE_AT_A_TIME:
        assert simulation.run_simulation(simulation.plan_of(Encounter.objects.get(token=draft))) is None
    assert simulation.run_simulation(simulation.plan_of(Encounter.objects.get(token=draft)))


def test_the_page_tells_the_shares_and_changes_nothing(table, draft, played):
    before, state = Event.objects.count(), Encounter.objects.get(token=draft).state
    answer = page(table.cast.gm, draft)
    assert answer.status_code == 200
    words = " ".join(answer.text.split())
    told = dict(re.findall(r"<dt>([^<]*)</dt> ?<dd>([^<]*)</dd>", words))
    halves = {"Le groupe l’emporte", "Ses adversaires l’emportent", "Quelqu’un du groupe tombe", "Élowen", "Tibor"}
    assert {term for term, share in told.items() if share == "50 %"} == halves
    assert set(told.values()) == {"50 %", "0 %", "3 tours"} and "<main" in words
    part = page(table.cast.gm, draft, **{"HX-Request": "true"}).text
    assert "<main" not in part and "<dl" in part
    assert (Event.objects.count(), Encounter.objects.get(token=draft).state) == (before, state)


def test_a_fight_against_nobody_is_a_sentence(table, played):
    token = services.prepare(seat=table.cast.gm, sent=sent(), name="Quai 7").value
    assert "<dl" not in page(table.cast.gm, token).text
    assert played == []


def test_no_bout_in_time_is_a_sentence(table, draft, monkeypatch):
    monkeypatch.setattr(simulation, "play_bouts", lambda *_said: iter([None]))
    answer = page(table.cast.gm, draft)
    assert answer.status_code == 200 and "<dl" not in answer.text


def test_too_many_simulations_are_told_when_to_retry(table, draft, played):
    answers = [page(table.cast.gm, draft) for _try in range(13)]
    assert [one.status_code for one in answers] == [200] * 12 + [429]
    assert answers[-1].headers["Retry-After"]


def test_only_the_game_master_simulates_and_only_prepared_fights(table, draft, played):
    assert page(table.cast.ana, draft).status_code == 404
    services.turn_to(seat=table.cast.gm, sent=sent(), encounter=draft, status="running")
    assert page(table.cast.gm, draft).status_code == 404
    assert played == []


def test_the_words_of_a_tally_add_up(draft):
    fighters = simulation.plan_of(Encounter.objects.get(token=draft)).scene.fighters
    bouts = [Bout("pc", 2, ())] * 2 + [Bout("foe", 4, tuple(fighters))] + [Bout("", 20, ())]
    told = simulation_views.tally_figures(Tally(tuple(bouts)), fighters, words_of(registry.system("polaris")))
    assert [(part["start"], part["width"]) for part in told["parts"]] == [(0, 50), (50, 25), (75, 25)]
    assert {row["name"] for row in told["falls"]} == {"Élowen", "Tibor"}


@pytest.mark.django_db
def test_a_real_try_ends_in_its_time():
    cache.clear()
    cast = gather("chroniques")
    join(cast, "Élowen", "pc", cast.ana, "gaspard_tulane")
    token = services.prepare(seat=cast.gm, sent=sent(), name="Quai 7").value
    said = {"what": "", "pick": "2x sample:corsair", "hidden": True, "joins": "start"}
    participants.add_participants(seat=cast.gm, sent=sent(), encounter=token, **said)
    found = simulation.run_simulation(simulation.plan_of(Encounter.objects.get(token=token)), seconds=60, times=2)
    assert len(found.bouts) == 2


def test_a_fight_is_tried_while_the_shared_cache_is_away(draft, played, monkeypatch):
    monkeypatch.setattr(simulation, "cache", Away())
    found = simulation.plan_of(Encounter.objects.get(token=draft))
    assert [simulation.run_simulation(found).won("pc") for _time in range(2)] == [Fraction(1, 2)] * 2
    assert [first for first, _times in played] == [0, 0]
