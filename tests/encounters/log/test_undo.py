"""One key undoes the last act and redoes it: for a game master their own or the game's, for a player their own."""

import re

import pytest
from django.urls import reverse

from campaigns.journal import event_cache, standing, undo, undo_shortcut
from campaigns.journal.journal import Sent
from campaigns.live.regions import View
from campaigns.models import Campaign, Event, Seat
from campaigns.services import add_seat, create_campaign
from encounters import roster
from encounters.fight import regions
from encounters.log import entries, rows
from sheets import services as sheets
from sheets.models import Character
from sheets.ownership import services
from tests.cast import client_of

LIVE = {"HX-Request": "true", "X-Live": "1"}
COUNT = iter(range(100_000))


def step(seat, character, by=1):
    """One more point of luck, or one less."""
    character = Character.objects.select_related("campaign", "owner").get(pk=character.pk)
    return sheets.step(
        seat=seat, sent=Sent.of("", next(COUNT)), character=character, path="luck.current", by=by
    ).command


def press(seat, name="undo-last"):
    return client_of(seat).post(reverse(name, args=[seat.token]), headers=LIVE)


def luck(character):
    return Character.objects.get(pk=character.pk).data.get("luck", {}).get("current")


def test_the_last_acts_of_the_table_are_undone_one_by_one_and_redone_in_order(table):
    gm, start = table.cast.gm, luck(table.elowen)
    step(gm, table.elowen, -1)
    step(gm, table.tibor, -1)
    assert press(gm).status_code == press(gm).status_code == 200
    assert (luck(table.elowen), luck(table.tibor)) == (start, start)
    assert press(gm, "redo-last").status_code == 200
    assert (luck(table.elowen), luck(table.tibor)) == (start - 1, start)
    press(gm, "redo-last")
    assert luck(table.tibor) == start - 1
    assert press(gm, "redo-last").status_code == 422


def test_an_undo_names_the_undone_act_and_offers_a_redo(table):
    command = step(table.cast.gm, table.elowen, -1)
    said = press(table.cast.gm).content.decode()
    assert "Élowen" in said and reverse("redo", args=[table.cast.gm.token, command.token]) in said
    again = press(table.cast.gm, "redo-last").content.decode()
    assert "Élowen" in again and "data-refused" not in again


@pytest.mark.parametrize("by_key", [True, False])
def test_a_redone_act_is_undone_from_its_toast(table, by_key):
    gm, start = table.cast.gm, luck(table.elowen)
    command = step(gm, table.elowen, -1)
    press(gm)
    line = reverse("redo", args=[gm.token, command.token])
    said = press(gm, "redo-last") if by_key else client_of(gm).post(line, headers=LIVE)
    assert luck(table.elowen) == start - 1
    offered = re.search(r'action="([^"]*/undo/[^"]*)"', said.text)[1]
    assert client_of(gm).post(offered, headers=LIVE).status_code == 200
    assert luck(table.elowen) == start


def test_an_act_since_the_undo_leaves_nothing_to_redo(table):
    step(table.cast.gm, table.elowen, -1)
    press(table.cast.gm)
    step(table.cast.gm, table.tibor, -1)
    assert press(table.cast.gm, "redo-last").status_code == 422


def test_a_player_undoes_their_own_last_act_alone(table):
    start = luck(table.elowen)
    step(table.cast.ana, table.elowen, -1)
    step(table.cast.leo, table.tibor, -1)
    assert press(table.cast.ana).status_code == 200
    assert (luck(table.elowen), luck(table.tibor)) == (start, start - 1)
    assert press(table.cast.leo, "redo-last").status_code == 422, "what another undid is not theirs"
    assert press(table.cast.ana, "redo-last").status_code == 200
    assert luck(table.elowen) == start - 1


def test_choices_of_a_seat_and_links_are_passed_over(table):
    command = step(table.cast.gm, table.elowen, -1)
    client_of(table.cast.gm).post(
        reverse("invite", args=[table.cast.gm.token]), {"role": "player", "uses": "2", "hours": "4"}
    )
    Event.objects.filter(kind="link_changed").get()
    assert undo_shortcut.last_undoable(Seat.objects.get(pk=table.cast.gm.pk)) == command


def test_with_that_house_setting_a_player_requests_an_undo(table):
    Campaign.objects.filter(pk=table.cast.campaign.pk).update(settings={"undo_asks": True})
    start, ana = luck(table.elowen), table.cast.ana
    command = step(ana, table.elowen, -1)
    answer = press(ana)
    assert answer.status_code == 422 and 'name="ask"' in answer.content.decode()
    assert luck(table.elowen) == start - 1
    address = reverse("undo", args=[ana.token, command.token])
    assert client_of(ana).post(address).status_code == 422
    assert client_of(ana).post(address, {"ask": "1"}).status_code == 302
    assert Event.objects.filter(kind="undo_asked").exists()
    undone = client_of(table.cast.gm).post(reverse("undo", args=[table.cast.gm.token, command.token]))
    assert undone.status_code == 302 and luck(table.elowen) == start


def test_the_undo_key_skips_acts_of_others_outside_the_game(table):
    gm, leo = table.cast.gm, table.cast.leo
    own = step(gm, table.elowen, -1)
    step(leo, table.tibor, -1)
    made = services.make_character(seat=table.cast.ana, sent=Sent.of("", "made"), sample="blank", name="Kaël")
    assert undo_shortcut.last_undoable(Seat.objects.get(pk=gm.pk)) == own
    assert "Élowen" in press(gm).content.decode()
    assert Character.objects.filter(token=made.value).exists() and luck(table.tibor) is not None
    assert press(gm, "redo-last").status_code == 200 and undo_shortcut.last_undoable(Seat.objects.get(pk=gm.pk)) == own


def test_the_undo_key_reaches_every_act_of_a_test(table, lay):
    lay(7)
    step(table.cast.gm, table.elowen, -1)
    rolled = table.roll(table.cast.leo, table.tibor, check="athletics").command
    assert undo_shortcut.last_undoable(table.cast.gm) == rolled
    assert press(table.cast.leo).status_code == 200, "and so does who did it"


def test_the_board_offers_under_its_key_the_undo_of_ctrl_z(table, lay):
    lay(7)
    rolled = table.roll(table.cast.leo, table.tibor, check="athletics").command
    services.make_character(seat=table.cast.ana, sent=Sent.of("", "made"), sample="blank", name="Kaël")
    gm = Seat.objects.select_related("campaign").get(pk=table.cast.gm.pk)
    offered = regions.undo_bar(View(gm.campaign, "gm", gm.token, gm.language))
    assert offered["line"]["undo"]["action"] == reverse("undo", args=[gm.token, rolled.token])
    assert offered["line"]["text"] in press(gm).content.decode()
    now = View(Campaign.objects.get(pk=gm.campaign.pk), "gm", gm.token, gm.language)
    before = reverse("undo", args=[gm.token, undo_shortcut.last_undoable(gm).token])
    assert regions.undo_bar(now)["line"]["undo"]["action"] == before


def test_an_act_outside_the_game_does_not_hide_a_players_last_one(table, lay):
    lay(7)
    command = table.roll(table.cast.ana, table.elowen, check="athletics").command
    undo.ask_gm(seat=table.cast.ana, sent=Sent.of("", "ask"), command=command)
    client_of(table.cast.ana).post(reverse("choose", args=[table.cast.ana.token]), {"dice": "typed"})
    assert undo.last_act(Seat.objects.get(pk=table.cast.ana.pk)) == command
    assert press(table.cast.ana).status_code == 200


@pytest.mark.parametrize("part", ["spectator", "screen"])
def test_a_spectator_has_nothing_to_undo(table, part):
    step(table.cast.gm, table.elowen, -1)
    assert press(table.cast.seats[part]).status_code == press(table.cast.seats[part], "redo-last").status_code == 422
    assert not standing.undone_ids(table.cast.campaign)


def test_a_key_that_comes_twice_undoes_once(table):
    step(table.cast.gm, table.elowen, -1)
    step(table.cast.gm, table.elowen, -1)
    start, gm = luck(table.elowen), table.cast.gm
    for _time in range(2):
        client_of(gm).post(reverse("undo-last", args=[gm.token]), {"command": "abcdefgh1"}, headers=LIVE)
    assert luck(table.elowen) == start + 1


def test_no_line_of_a_lasting_effect_offers_an_undo(settings, db):
    settings.TABLEE_DICE = ""
    gm = create_campaign(name="Promised", game="polaris", gm="MJ", dice=Seat.Dice.SERVER)
    add_seat(seat=gm, role=Seat.Role.PLAYER, name="Ana", dice=Seat.Dice.SERVER)
    found, _more = entries.entries_page(gm.campaign, "gm", roster.viewer_of(gm))
    offered = {entry.event.kind: row["undo"] for entry, row in zip(found, rows.rows(found, gm), strict=True)}
    assert {kind for kind, button in offered.items() if button} == {"seat_added"}
    assert offered.keys() >= {"table_made", "dice_promised"}


def test_an_act_undone_long_ago_stays_marked_after_later_undos(table, monkeypatch):
    monkeypatch.setattr(event_cache, "MOST_EVENTS", 2)
    cast = table.cast
    done = table.roll(cast.ana, table.elowen, faces=[7])
    undo.undo(seat=cast.ana, sent=Sent.of("", next(COUNT)), command=done.command)
    for number in range(4):
        later = table.roll(cast.leo, table.tibor, check="athletics", faces=[9])
        undo.undo(seat=cast.leo, sent=Sent.of("", next(COUNT)), command=later.command)
        view = View(Campaign.objects.get(pk=cast.campaign.pk), "gm", cast.gm.token, "en")
        listed, _more = rows.newest_entries(view)
        assert [entry.stands for entry in listed[: number + 3]] == [*[False] * (number + 2), True]
