"""The calendar: the day of the story, and the rest of everybody at once by the rules of each game, undone as one."""

from functools import partial
from random import Random
from types import SimpleNamespace

import pytest
from django.db import transaction

from campaigns.journal import journal
from campaigns.journal.journal import Sent
from campaigns.models import Event
from campaigns.services import change_settings
from campaigns.web.language import say
from encounters import roster, services
from encounters.checks import downtime
from encounters.models import PartyItem
from encounters.party import calendar
from rules import registry
from rules.core.errors import Refused, Stale, Unreadable
from rules.core.paths import get, put
from rules.views import board
from rules.views.journal import tell
from sheets.creation.create import create
from sheets.models import Character
from sheets.services import edit
from sheets.subjects import plain_of
from tests.cast import gather
from tests.encounters.party.conftest import Desk
from tests.rules.play import fillable, legal_value


def rest(desk, *who, days=1, **said):
    tokens = [one.token for one in who]
    return desk.do(calendar.let_rest, days=days, who=tokens, **{"flags": (), "also": (), **said})


def day():
    return PartyItem.objects.get(kind="calendar").data["day"]


def test_the_day_is_set_passes_and_is_read_by_the_table(desk):
    assert "calendar" not in desk.sees("ana", "calendar") or "Day" not in desk.sees("ana", "calendar")
    desk.do(calendar.set_day, values={"label": "Lune des pluies", "day": "12"})
    gone = desk.do(calendar.let_pass, days="3")
    assert "Lune des pluies" in desk.sees("ana", "calendar") and "15" in desk.sees("ana", "calendar")
    desk.do(calendar.let_pass, days="1")
    desk.undo(gone)  # days add up: a later one stays
    assert day() == 13
    assert desk.folds() and desk.archived()


@pytest.mark.parametrize("days", ["0", "-1", "1000", "soon", ""])
def test_days_that_are_none_change_nothing(desk, days):
    with pytest.raises(Unreadable):
        desk.do(calendar.let_pass, days=days)
    assert desk.rows("calendar") == []


def test_the_calendar_ends(desk):
    desk.do(calendar.set_day, values={"day": "999999"})
    with pytest.raises(Refused, match="ends"):
        desk.do(calendar.let_pass, days="1")


@pytest.mark.parametrize("name", ["ana", "spectator", "screen"])
def test_only_a_game_master_moves_the_day(desk, name):
    seat = desk.cast.seats[name]
    for act, said in (
        (calendar.set_day, {"values": {"day": "2"}}),
        (calendar.let_pass, {"days": "1"}),
        (calendar.let_rest, {"days": 1, "who": [], "flags": (), "also": ()}),
    ):
        with pytest.raises(Refused):
            desk.do(act, seat=seat, **said)


HURT = {"medieval": ("pc.current", 0), "mythras": ("state.fatigue", "tired"), "polaris": ("wounds.body.light", 1)}


def seated(game):
    """Two heroes of a game who have something to rest from, where its book knows rest."""
    cast = gather(game)
    path, worse = HURT.get(game, ("", None))
    sample = next(row for row in registry.samples(game).values() if row["kind"] == "pc")["data"]
    for name, owner in (("Élowen", cast.ana), ("Tibor", cast.leo)):
        data = {**(put(sample, path, worse) if path else sample), "name": name}
        sent = Sent.of("", name)
        journal.run(seat=cast.gm, sent=sent, work=partial(create, data=data, kind="pc", owner=owner))
    return Desk(SimpleNamespace(cast=cast)), path


def sheets():
    return {row.token: plain_of(row) for row in Character.objects.order_by("pk")}


@pytest.mark.django_db
@pytest.mark.parametrize("game", HURT)
def test_everybody_rests_in_one_act_with_one_undo(game):
    desk, path = seated(game)
    before = sheets()
    done = rest(desk, *Character.objects.all(), days=2)
    assert all(get(sheet, path) != get(before[token], path) for token, sheet in sheets().items())
    assert day() == 3
    lines = [event for event in done.events if event.kind == "rested"]
    assert len(lines) == 1 and lines[0].audience == "table"
    desk.undo(done)
    assert sheets() == before and desk.rows("calendar") == []
    desk.redo(done)
    assert sheets() != before and day() == 3


@pytest.mark.django_db
@pytest.mark.parametrize("game", HURT)
def test_only_the_chosen_rest(game):
    desk, path = seated(game)
    before, (elowen, tibor) = sheets(), Character.objects.order_by("pk")
    rest(desk, elowen)
    assert sheets()[tibor.token] == before[tibor.token] and sheets()[elowen.token] != before[elowen.token]


@pytest.mark.django_db
@pytest.mark.parametrize("game", ["chroniques", "arpenteurs"])
def test_a_game_without_rest_says_so_and_days_pass_alone(game):
    desk, _path = seated(game)
    with pytest.raises(Refused, match="do not say how time heals"):
        rest(desk, *Character.objects.all())
    desk.do(calendar.let_pass, days="2")
    assert day() == 3


def test_a_rest_that_is_not_offered_changes_nothing(desk):
    heroes = Character.objects.filter(kind="pc")
    pirate = Character.objects.get(kind="npc")
    for who, said, error in (
        ((), {}, Unreadable),
        (heroes, {"days": 15}, Unreadable),
        (heroes, {"flags": ["untended"]}, Unreadable),
        (heroes, {"also": ["heal"]}, Unreadable),
        ((*heroes, pirate), {}, Stale),
    ):
        with pytest.raises(error):
            rest(desk, *who, **said)
    assert desk.rows("calendar") == []


def test_a_character_to_be_stabilised_first_keeps_everybody_from_resting(desk):
    elowen = desk.table.elowen
    elowen.data = put(put(elowen.data, "wounds.body.mortal", 1), "wounds.arm_left.light", 1)
    elowen.save()
    heroes = Character.objects.filter(kind="pc")
    with pytest.raises(Refused, match="cannot rest"):
        rest(desk, *heroes)
    assert desk.rows("calendar") == [] and not Event.objects.filter(kind="rested").exists()


def test_infection_throws_dice_that_can_be_checked(desk, settings):
    settings.TABLEE_DICE = ""
    elowen = desk.table.elowen
    elowen.data = put(elowen.data, "wounds.body.moderate", 1)
    elowen.save()
    done = rest(desk, elowen, days=2)
    drawn = [event.payload["drawn"] for event in done.events if event.payload.get("drawn")]
    assert drawn and [event for event in done.events if event.payload.get("outcomes")]
    assert "Élowen" in desk.sees("gm", "calendar")


def test_a_level_of_fatigue_may_go_as_well(desk):
    elowen = desk.table.elowen
    change_settings(seat=desk.cast.gm, sent=desk.sent(), values={"fatigue_rules": True})
    assert "fatigue" not in desk.sees("gm", "calendar")
    edit(seat=desk.cast.gm, sent=desk.sent(), character=elowen, path="fatigue.level", value=2)
    assert "fatigue" in desk.sees("gm", "calendar")
    rest(desk, elowen, also=["rest"])
    assert get(sheets()[elowen.token], "fatigue.level") == 1


def read_by(desk, done, name):
    """The words of a rest as a seat reads them in the journal."""
    return [say(what) for line in lines_for(desk, done, name) for _who, what in line.effects]


def lines_for(desk, done, name):
    viewer = roster.viewer_of(desk.cast.seats[name])
    lines = (tell(event.audience, event.kind, event.payload, viewer) for event in done.events)
    return [line for line in lines if line]


def row_of_tests(desk, done, name):
    """The dice of a rest as a seat sees them, and what it reads of each throw."""
    results = [result for line in lines_for(desk, done, name) for result in line.results]
    said = [(result.level, result.text, result.target, *result.notes) for result in results]
    return [result.faces for result in results], said


def infected(desk):
    """Élowen, with a wound that is tested for infection as days go by."""
    desk.table.elowen.data = put(desk.table.elowen.data, "wounds.body.moderate", 1)
    desk.table.elowen.save()
    return rest(desk, desk.table.elowen, days=7)


def test_a_test_of_a_rest_shows_only_its_dice_on_closed_sheets(desk, settings):
    settings.TABLEE_DICE = ""
    done = infected(desk)
    dice, said = row_of_tests(desk, done, "ana")
    assert dice and all(level is not None and text for level, text, *_more in said)
    for name in ("leo", "spectator", "screen"):
        thrown, read = row_of_tests(desk, done, name)
        assert thrown == dice and set(read) == {(None, None, None)}
    drawn = [event.payload["drawn"]["what"] for event in done.events if event.payload.get("drawn")]
    assert set(drawn) == {"days"}


def test_a_test_of_a_rest_is_told_if_sheets_are_open(desk, settings):
    change_settings(seat=desk.cast.gm, sent=desk.sent(), values={"sheets_open": True})
    settings.TABLEE_DICE = ""
    done = infected(desk)
    assert all(text for name in ("ana", "leo", "screen") for _level, text, *_more in row_of_tests(desk, done, name)[1])


@pytest.mark.django_db
@pytest.mark.parametrize("game", registry.GAMES)
def test_an_act_on_a_closed_sheet_is_told_only_to_those_it_concerns(game, settings):
    """Each act that a game offers between fights, with whatever it asks."""
    settings.TABLEE_DICE = ""
    desk, _path = seated(game)
    elowen, tibor = Character.objects.order_by("pk")
    scene = downtime.scene_of(elowen.campaign, [elowen, tibor])
    offers = board.downtime_offers(elowen.campaign.system, scene, roster.viewer_of(desk.cast.gm), elowen.token)
    for offer in (offer for offer in offers if offer.refused is None and fillable(offer)):
        args = {field.key: legal_value(field, Random(offer.kind).choice) for field in offer.fields}
        with transaction.atomic():
            done = desk.do(services.roll_test, character=elowen, kind=offer.kind, args=args, beside=[tibor])
            for name in ("spectator", "screen", *["leo"] * (tibor.token not in befallen(done))):
                assert not any(map(any, row_of_tests(desk, done, name)[1])), offer.kind
            transaction.set_rollback(True)


def befallen(done):
    """The characters to whom an act does something."""
    rows = ((event.payload["who"], row["target"]) for event in done.events for row in event.payload.get("effects", ()))
    return {who.get(target, {}).get("character") for who, target in rows}


@pytest.mark.django_db
@pytest.mark.parametrize("game", ["medieval", "polaris"])
def test_the_effects_of_a_rest_stay_on_a_closed_sheet(game):
    desk, _path = seated(game)
    elowen, _tibor = Character.objects.order_by("pk")
    done = rest(desk, elowen, days=2)
    assert read_by(desk, done, "gm") == read_by(desk, done, "ana") != []
    assert [read_by(desk, done, name) for name in ("leo", "spectator", "screen")] == [[], [], []]


@pytest.mark.django_db
@pytest.mark.parametrize("game", ["medieval", "polaris"])
def test_the_effects_of_a_rest_are_told_if_sheets_are_open(game):
    desk, _path = seated(game)
    change_settings(seat=desk.cast.gm, sent=Sent.of("", ""), values={"sheets_open": True})
    done = rest(desk, *Character.objects.all(), days=2)
    assert read_by(desk, done, "gm") == read_by(desk, done, "screen") != []
