"""The demonstration: its data and its refusals."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from campaigns.journal import journal, subjects
from campaigns.journal.journal import Sent
from campaigns.models import Campaign, Event, Seat
from campaigns.seats.invitations import find
from config.demo import first_round
from config.demo.data import demonstrate, lay_out
from encounters import scenes
from encounters.models import Encounter
from encounters.prepare import services
from rules import registry
from sheets.models import Character


@pytest.mark.slow("a table of each game, all its pages")
@pytest.mark.django_db
def test_it_gives_every_game_a_table_with_five_links_that_open():
    links = demonstrate(prepared=True)
    assert len(links) == 5 * len(registry.GAMES)
    codes = [link.address.rstrip("/").rsplit("/", 1)[1] for link in links]
    found = [find(code) for code in codes]
    assert all(found) and sum(one.seat is None for one in found) == len(registry.GAMES)


@pytest.mark.django_db
def test_a_second_start_finds_the_same_tables_and_prints_the_same_links():
    first, events = demonstrate(prepared=True), Event.objects.count()
    assert demonstrate(prepared=True) == first
    assert Event.objects.count() == events


@pytest.mark.django_db
def test_its_journal_folds_to_its_rows():
    demonstrate(prepared=True)
    for campaign in Campaign.objects.all():
        for subject, state in journal.fold(campaign).items():
            kind, token = subjects.kind_of(subject)
            assert kind.load(campaign, token) == state, subject


@pytest.mark.django_db
def test_each_player_has_a_character_and_one_is_free():
    demonstrate(prepared=True)
    heroes = Character.objects.filter(kind=Character.Kind.PC)
    assert heroes.exclude(owner=None).count() == 2 * len(registry.GAMES)
    assert heroes.filter(owner=None).count() == len(registry.GAMES)
    assert Character.objects.filter(kind=Character.Kind.NPC, owner=None).count() >= 4 * len(registry.GAMES)


@pytest.mark.django_db
def test_every_game_may_have_a_fight_of_four_against_six_ready_to_begin():
    demonstrate(prepared=True)
    for campaign in Campaign.objects.all():
        (fight,) = Encounter.objects.filter(campaign=campaign)
        sides = [row["side"] for row in fight.state["fighters"].values()]
        hidden = [row["side"] for row in fight.state["fighters"].values() if row.get("hidden")]
        assert hidden == ["foe", "foe"]
        assert (fight.status, sides.count("pc") + sides.count("ally"), sides.count("foe")) == ("draft", 4, 6)
        services.turn_to(
            seat=campaign.seats.get(role="gm"), sent=Sent.of("", "go"), encounter=fight.token, status="running"
        )


def middling(dice):
    """A throw in the middle of every die: nobody falls by it."""
    return tuple(dice.sides // 2 + 1 for _die in range(dice.count))


@pytest.mark.slow("a whole round of ten fighters")
@pytest.mark.django_db
@pytest.mark.parametrize("game", registry.GAMES)
def test_its_fight_is_in_the_second_round_and_calls_a_players_character(game, settings):
    settings.TABLEE_DICE = f"{__name__}.middling"
    gm, token = lay_out(registry.system(game))
    first_round.play(gm, token)
    fight = Encounter.objects.select_related("campaign").get(token=token)
    scene, fighters = scenes.scene_of(fight), fight.state["fighters"]
    assert (fight.status, scene.round) == ("running", 2)
    assert {row["side"] for row in fighters.values() if row.get("hidden")} == {"foe"}
    owned = [fighter.id for fighter in scene.fighters.values() if scene.sheets[fighter.character]["meta"].get("owner")]
    assert len(owned) == 2 and set(owned) & set(scene.called)
    assert not any(gm.campaign.system.is_beaten(scene, fighter) for fighter in owned)
    for subject, state in journal.fold(gm.campaign).items():
        kind, known = subjects.kind_of(subject)
        assert kind.load(gm.campaign, known) == state, subject


def test_it_refuses_a_database_that_is_not_its_own(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "sqlite:///somewhere.sqlite3")
    monkeypatch.delenv("TABLEE_DEMO", raising=False)
    with pytest.raises(CommandError, match="unset DATABASE_URL"):
        call_command("demo")


@pytest.mark.slow("a table of each game")
@pytest.mark.django_db
@pytest.mark.parametrize(("named", "role"), [("en_GB.UTF-8", "New player"), ("fr_FR.UTF-8", "Nouveau joueur")])
def test_its_links_and_its_seats_are_in_the_language_of_the_terminal(named, role, monkeypatch, capsys):
    monkeypatch.setenv("TABLEE_DEMO", "1")
    monkeypatch.setenv("LC_ALL", named)
    call_command("demo", links=True, prepared=True)
    assert capsys.readouterr().out.count(f"  {role} ") == len(registry.GAMES)
    assert set(Seat.objects.filter(role__gt="").values_list("language", flat=True)) == {named[:2]}


class Pipe(StringIO):
    """Standard output that passes on nothing before it is flushed, as that of a pipe does."""

    passed_on = ""

    def flush(self):
        self.passed_on = self.getvalue()


@pytest.mark.slow("a table of each game")
@pytest.mark.django_db
def test_its_links_reach_a_pipe_while_it_serves(monkeypatch):
    monkeypatch.setenv("TABLEE_DEMO", "1")
    pipe = Pipe()
    call_command("demo", links=True, prepared=True, stdout=pipe)
    assert pipe.passed_on.count("/j/") == 5 * len(registry.GAMES)
