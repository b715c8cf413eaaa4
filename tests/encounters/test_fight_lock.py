"""Edits by players of their own sheets during a fight, by house setting."""

import pytest
from django.urls import reverse

from campaigns.journal import undo
from campaigns.models import Campaign, Seat
from encounters.prepare import services
from sheets import services as sheets
from sheets.models import Character
from tests.cast import client_of
from tests.encounters.fight.test_pages import Fight

OTHER = "creation_points.other"
FREE = {"all": {"luck.current", OTHER}, "no_state": {OTHER}, "nothing": set()}


@pytest.fixture
def fight(table):
    Seat.objects.filter(pk=table.cast.gm.pk).update(dice=Seat.Dice.SERVER)
    return Fight(table)


def house(fight, allowed):
    Campaign.objects.filter(pk=fight.gm.campaign_id).update(settings={"players_edit_in_fight": allowed})


def write(fight, part, path, delta="-1"):
    """Post one less of a number of Élowen's sheet, as its stepper does, or a box to tick."""
    seat = fight.table.cast.seats[part]
    address = reverse("sheet-step", args=[seat.token, fight.table.elowen.token])
    headers = {"HX-Request": "true", "X-Live": "1"}
    return client_of(seat).post(address, {"path": path, "delta": delta}, headers=headers)


def value(fight, path):
    data = Character.objects.get(pk=fight.table.elowen.pk).data
    for key in path.split("."):
        data = data.get(key, {}) if isinstance(data, dict) else {}
    return data


@pytest.mark.parametrize("path", ["luck.current", OTHER])
@pytest.mark.parametrize("allowed", FREE)
def test_a_player_writes_the_fields_the_house_setting_leaves_open(fight, allowed, path):
    house(fight, allowed)
    before = value(fight, path)
    response = write(fight, "ana", path, "1" if path == OTHER else "-1")
    free = path in FREE[allowed]
    assert (response.status_code == 200) == free
    assert (value(fight, path) != before) == free
    if not free:
        assert "snack is-refused" in response.content.decode()


@pytest.mark.parametrize("allowed", FREE)
def test_a_wound_is_a_state(fight, allowed):
    house(fight, allowed)
    response = write(fight, "ana", "wounds.head.light", "1")
    assert (response.status_code == 200) == (allowed == "all")


def test_the_game_master_writes_at_any_time(fight):
    house(fight, "nothing")
    assert write(fight, "gm", "luck.current").status_code == 200


def test_outside_the_fight_nothing_is_shut(fight):
    house(fight, "nothing")
    services.turn_to(seat=fight.gm, sent=fight.sent(), encounter=fight.token, status="ended")
    assert write(fight, "ana", "luck.current").status_code == 200


def test_a_character_in_no_fight_is_editable(fight):
    house(fight, "nothing")
    fresh = Seat.objects.select_related("campaign").get(pk=fight.gm.pk)
    sheets.step(seat=fresh, sent=fight.sent(), character=fight.table.pirate, path="luck.current", by=-1)
    services.turn_to(seat=fight.gm, sent=fight.sent(), encounter=fight.token, status="paused")
    assert write(fight, "ana", "luck.current").status_code == 422, "a pause is part of the fight"


def test_undoing_stays_possible(fight):
    """A change written before the house setting closed the sheets is undone like any act of one's own."""
    ana = Seat.objects.select_related("campaign").get(pk=fight.table.cast.ana.pk)
    sent = fight.sent()
    done = sheets.step(seat=ana, sent=sent, character=fight.table.elowen, path="luck.current", by=-1)
    house(fight, "nothing")
    undo.undo(seat=ana, sent=fight.sent(), command=done.command)
