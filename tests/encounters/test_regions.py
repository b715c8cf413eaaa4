"""The regions of each circle; nothing hidden reaches the bytes of the others."""

import pytest
from django.urls import reverse
from django.utils import translation

from campaigns.journal import event_cache, undo
from campaigns.journal.journal import Sent
from campaigns.live.tracked_sheet import TrackedSheet
from campaigns.models import Seat
from encounters import roster
from encounters.log import entries as log_entries
from rules import registry
from rules.views.viewers import Viewer
from sheets import services

CANARY = "Zorvax"
EVERYBODY_ELSE = ("ana", "leo", "spectator", "screen")


def shown(table, part):
    """Every region of a seat's own pages."""
    seat = table.cast.seats[part]
    regions = {"screen": ("party", "result_band")}
    if part == "gm":
        regions["table"] = ("pending", "group", "last_result", "log")
    texts = [table.region(seat, page, name) for page, names in regions.items() for name in names]
    if part in ("ana", "leo"):
        mine = table.elowen if part == "ana" else table.tibor
        texts += [table.region(seat, "sheet", name, mine.token) for name in ("pending", "last_result", "log")]
    return "\n".join(texts)


def everything(table):
    return {part: shown(table, part) for part in EVERYBODY_ELSE}


def take_back(seat, done):
    return undo.undo(seat=seat, sent=Sent.of("", "undo"), command=done.command)


@pytest.mark.parametrize("check", ["rifles", "FOR"])
def test_an_unseen_roll_changes_not_a_byte_for_the_others(table, lay, check):
    lay(3)
    before = everything(table)
    done = table.roll(table.cast.gm, table.elowen, check, hidden=True)
    assert everything(table) == before
    take_back(table.cast.gm, done)
    assert everything(table) == before


def test_an_unseen_die_still_waited_for_changes_not_a_byte_for_the_others(table):
    before = everything(table)
    table.roll(table.cast.gm, table.elowen, hidden=True, faces=[20])
    assert everything(table) == before
    assert "asked-" in shown(table, "gm")


def test_nobody_but_the_game_master_reads_the_name_of_an_opponent(table, lay):
    lay(3)
    table.roll(table.cast.gm, table.pirate, "handguns", hidden=True)
    assert CANARY in shown(table, "gm")
    assert [part for part, text in everything(table).items() if CANARY in text] == []


def test_hidden_rolls_push_no_line_off_the_page_of_a_player(table):
    for number in range(48):
        table.roll(table.cast.ana, table.elowen, faces=[number % 19 + 1])
    before = shown(table, "ana")
    for number in range(10):
        table.roll(table.cast.gm, table.pirate, "handguns", hidden=True, faces=[number + 1])
    assert shown(table, "ana") == before


def test_an_open_roll_is_told_with_its_chances_to_its_circle(table, lay):
    lay(7)
    table.roll(table.cast.ana, table.elowen)
    assert "7 sur 15" in shown(table, "ana") and "7 sur 15" in shown(table, "gm")
    for part in ("leo", "spectator", "screen"):
        assert "7 sur 15" not in shown(table, part)
    assert "POL-SHEET-10" not in table.region(table.cast.screen, "screen", "result_band")


def test_the_screen_shows_the_last_roll_that_stands(table, lay):
    lay(7, 18)
    table.roll(table.cast.ana, table.elowen, "rifles")
    done = table.roll(table.cast.leo, table.tibor, "handguns")
    assert "Tibor" in table.region(table.cast.screen, "screen", "result_band")
    take_back(table.cast.leo, done)
    assert "Élowen" in table.region(table.cast.screen, "screen", "result_band")


def test_a_player_undoes_their_last_act_and_no_other(table, lay):
    lay(7, 8)
    first = table.roll(table.cast.ana, table.elowen)
    second = table.roll(table.cast.ana, table.elowen)
    text = shown(table, "ana")
    assert second.command.token in text
    assert first.command.token not in text
    assert second.command.token not in shown(table, "leo")


def test_an_undone_line_is_struck_and_names_its_author(table, lay):
    lay(7)
    done = table.roll(table.cast.ana, table.elowen)
    take_back(table.cast.gm, done)
    log = table.region(table.cast.gm, "table", "log")
    assert "is-struck" in log and "MJ" in log
    assert f"redo/{done.command.token}" in log
    undo.redo(seat=table.cast.gm, sent=Sent.of("", "redo"), command=done.command)
    log = table.region(table.cast.gm, "table", "log")
    assert "is-struck" not in log
    assert f"undo/{done.command.token}" in log


def test_the_history_of_a_character_is_its_own(table, lay):
    lay(7, 8)
    table.roll(table.cast.ana, table.elowen)
    table.roll(table.cast.leo, table.tibor)
    log = table.region(table.cast.gm, "sheet", "log", table.elowen.token)
    assert "Élowen" in log
    assert "Tibor" not in log


def test_a_die_is_asked_of_its_thrower_and_shown_to_the_game_master(table):
    table.roll(table.cast.ana, table.elowen, faces=[20])
    assert 'name="values"' in table.region(table.cast.ana, "sheet", "pending", table.elowen.token)
    assert "Élowen" in table.region(table.cast.gm, "table", "pending")
    assert "values" not in table.region(table.cast.leo, "sheet", "pending", table.tibor.token)


def test_a_wound_of_a_player_character_is_named_on_the_screen(table):
    before = table.region(table.cast.screen, "screen", "party")
    services.step(seat=table.cast.ana, sent=Sent.of("", 1), character=table.elowen, path="wounds.body.serious", by=1)
    after = table.region(table.cast.screen, "screen", "party")
    assert "sev-3" in after and "sev-3" not in before


def test_a_change_of_an_opponents_sheet_is_told_to_nobody_else(table):
    before = everything(table)
    services.step(seat=table.cast.gm, sent=Sent.of("", 1), character=table.pirate, path="wounds.body.serious", by=1)
    assert everything(table) == before
    assert CANARY in table.region(table.cast.gm, "table", "log")


def test_regions_are_drawn_in_the_language_of_their_seat(table):
    Seat.objects.filter(pk=table.cast.gm.pk).update(language="en")
    group = table.region(table.cast.gm, "table", "group")
    assert "The characters" in group and "Watching<span" in group and "<b>Zoé</b>" in group


def test_the_group_marks_the_prone_and_the_fled_beside_their_worst_wound(table):
    services.step(seat=table.cast.gm, sent=Sent.of("", 1), character=table.elowen, path="wounds.body.serious", by=1)
    services.edit(seat=table.cast.gm, sent=Sent.of("", 2), character=table.elowen, path="conditions.gone", value=True)
    assert "Corps\u00a0· Fuit ou se rend" in table.region(table.cast.gm, "table", "group")


def test_a_roll_that_is_over_in_one_command_is_one_line(table, lay):
    lay(7)
    table.roll(table.cast.ana, table.elowen)
    entries, _more = log_entries.entries_page(table.cast.campaign, "gm", Viewer("gm"))
    kinds = [entry.event.kind for entry in entries]
    assert kinds.count("test") == 1 and "open_test" not in kinds


def test_a_roll_that_waits_for_a_die_has_its_line_at_once(table):
    table.roll(table.cast.ana, table.elowen, faces=[20])
    entries, _more = log_entries.entries_page(table.cast.campaign, "gm", Viewer("gm"))
    assert "test" not in [entry.event.kind for entry in entries]
    assert "asked-" in shown(table, "ana")


def test_the_card_of_the_last_roll_links_to_its_correction(table, lay):
    lay(7)
    event = table.roll(table.cast.ana, table.elowen).command.events.get(kind="test")
    door = f'href="{reverse("correct", args=[table.cast.gm.token, event.token])}"'
    assert door in table.region(table.cast.gm, "table", "last_result")
    assert door in table.region(table.cast.gm, "table", "log")
    assert "/correct" not in table.region(table.cast.ana, "sheet", "last_result", table.elowen.token)


def test_a_result_outside_turns_belongs_to_no_earlier_turn(table, lay, monkeypatch):
    monkeypatch.setattr(event_cache, "MOST_EVENTS", 4)
    lay(3)
    table.roll(table.cast.ana, table.elowen)
    before = table.region(table.cast.screen, "screen", "result_band")
    for by in (-1, 1) * 4:
        services.step(seat=table.cast.ana, sent=Sent.of("", by), character=table.elowen, path="luck.current", by=by)
    assert table.region(table.cast.screen, "screen", "result_band") == before
    assert "Élowen" in before


def test_a_value_and_its_maximum_stay_on_one_line(table):
    system = table.cast.campaign.system
    notes = [row["note"] for row in roster.numbers_at_glance(system, table.elowen.data, {})]
    assert "\u00a0/\u00a020" in notes and not any(" " in note for note in notes)


def test_cached_numbers_at_a_glance_are_in_each_readers_language():
    chroniques, answers, before = registry.system("chroniques"), {}, {"name": "Ana", "hp": {"max": 10, "current": 8}}
    after = {**before, "hp": {"max": 10, "current": 7}}

    def labels(language, sheet):
        with translation.override(language):
            return [row["label"] for row in roster.numbers_at_glance(chroniques, sheet, {})]

    tracked = TrackedSheet(before, answers)
    assert labels("fr", tracked)[0] == "Points de vie"
    with translation.override("en"):
        tracked.try_update(after)
    first = [labels(language, TrackedSheet(after, answers))[0] for language in ("fr", "en")]
    assert first == ["Points de vie", "Hit points"]
