"""Session notes: their readers, simultaneous edits, and where they appear."""

import gzip
import json

import pytest
from django.urls import reverse

from campaigns.accounts import data_export, deletion
from campaigns.journal import merging
from campaigns.models import Event
from encounters.party import notes
from encounters.story import recap
from rules.core.errors import Refused, Unreadable
from tests.cast import client_of

DAY = "2026-01-03"


def save(desk, name, text, whose="table", replaces="", day=DAY):
    seat = desk.cast.seats[name]
    return desk.do(notes.save, seat=seat, day=day, whose=whose, text=text, replaces=replaces)


@pytest.mark.parametrize(
    ("writer", "whose", "readers"),
    [
        ("gm", "table", {"gm", "ana", "leo"}),
        ("ana", "table", {"gm", "ana", "leo"}),
        ("gm", "own", {"gm"}),
        ("ana", "own", {"ana"}),
    ],
)
def test_a_note_is_read_by_its_circle_on_the_page_and_in_the_story(desk, writer, whose, readers):
    save(desk, writer, "Vorn **ment**", whose)
    for name in ("gm", "ana", "leo"):
        seat = desk.cast.seats[name]
        client = client_of(seat)
        for address in (reverse("party", args=[seat.token]), reverse("recap", args=[seat.token])):
            assert ("<strong>ment</strong>" in client.get(address).text) == (name in readers), (name, address)
        for kind in ("markdown", "json"):
            answer = client.get(reverse("recap", args=[seat.token]), {"as": kind}).text
            assert ("Vorn" in answer) == (name in readers), (name, kind)
    gm = desk.cast.gm
    for reader in ("ana", "table"):
        wanted = desk.cast.ana.token if reader == "ana" else "table"
        told = client_of(gm).get(reverse("recap", args=[gm.token]), {"for": wanted}).text
        assert ("Vorn" in told) == (whose == "table")
    for name in ("spectator", "screen"):
        told = json.dumps(recap.recap_for(desk.cast.seats[name]).to_plain())
        assert ("Vorn" in told) == (whose == "table")


def test_the_form_of_a_private_note_warns_of_the_table_file(desk):
    save(desk, "ana", "Vorn ment", "own")
    gm, ana = desk.cast.gm, desk.cast.ana
    archive = client_of(gm).get(reverse("archive", args=[gm.token])).content
    assert b"Vorn ment" in gzip.decompress(archive)
    said = {seat.name: client_of(seat).get(reverse("party", args=[seat.token])).text for seat in (gm, ana)}
    assert [name for name, text in said.items() if "le fichier de toute la table" in text] == [ana.name]


@pytest.mark.parametrize(
    ("present", "base", "after", "kept"),
    [
        ("un\ndeux", "un", "un\ntrois", "un\ndeux\n\ntrois"),
        ("deux", "", "trois", "deux\n\ntrois"),
        ("autre", "un", "un", "autre"),
        ("un\ndeux", "un", "un\ndeux", "un\ndeux"),
        ("", "un", "un\ndeux", "\n\ndeux"),
    ],
)
def test_merging_two_texts_loses_no_line(present, base, after, kept):
    result = merging.join_texts(present, base, after)
    assert result == kept
    lines = set(result.splitlines())
    assert set(present.splitlines()) <= lines
    assert {line for line in after.splitlines() if line not in base.splitlines()} <= lines


def test_two_who_write_at_once_keep_both_texts_and_the_later_is_warned(desk):
    save(desk, "ana", "Le quai")
    save(desk, "leo", "Le quai\nLéo : scié", replaces="Le quai")
    text, merged = save(desk, "ana", "Le quai\nAna : la marée", replaces="Le quai").value
    assert merged and text == "Le quai\nLéo : scié\n\nAna : la marée"
    assert [row["text"] for row in desk.rows("party_note")] == [text]


def test_the_form_comes_back_with_both_texts(desk):
    save(desk, "leo", "scié")
    ana = desk.cast.ana.token
    said = {"day": DAY, "text": "marée", "replaces": ""}
    answer = client_of(desk.cast.ana).post(
        reverse("party-note", args=[ana, "table"]), said, headers={"HX-Request": "true", "X-Live": "1"}
    )
    assert answer.status_code == 200 and 'hx-target="#note-table"' in answer.text
    assert "scié\n\nmarée</textarea>" in answer.text
    assert desk.rows("party_note")[0]["text"] == "scié\n\nmarée"


def test_a_note_is_written_on_emptied_undone_and_archived(desk):
    save(desk, "gm", "un")
    save(desk, "gm", "un\ndeux", replaces="un")
    gone = save(desk, "gm", "", replaces="un\ndeux")
    assert desk.rows("party_note") == []
    desk.undo(gone)
    assert desk.rows("party_note")[0]["text"] == "un\ndeux"
    assert desk.folds() and desk.archived()


def test_a_save_is_no_act_that_undo_my_last_act_is_about(desk):
    save(desk, "ana", "un", "own")
    ana = desk.cast.ana
    assert client_of(ana).post(reverse("undo-last", args=[ana.token])).status_code in (302, 422)
    assert [row["text"] for row in desk.rows("party_note")] == ["un"]


@pytest.mark.parametrize(
    ("said", "error"),
    [
        ({"text": "x" * 20_001}, Unreadable),
        ({"text": "\x00"}, Unreadable),
        ({"day": "demain"}, Unreadable),
        ({"day": "2999-01-01"}, Unreadable),
        ({"whose": "gm"}, Refused),
    ],
)
def test_an_invalid_note_is_refused_with_a_sentence_and_changes_nothing(desk, said, error):
    with pytest.raises(error) as refusal:
        save(desk, "ana", **{"text": "un", **said})
    assert str(refusal.value) and desk.rows("party_note") == []


def test_a_note_of_a_megabyte_is_refused_with_a_sentence(desk):
    address = reverse("party-note", args=[desk.cast.ana.token, "table"])
    answer = client_of(desk.cast.ana).post(address, {"day": DAY, "text": "x" * 1_000_000, "replaces": ""})
    assert answer.status_code == 413 and desk.rows("party_note") == []


@pytest.mark.parametrize("name", ["spectator", "screen"])
def test_a_spectator_keeps_no_notes(desk, name):
    with pytest.raises(Refused):
        save(desk, name, "un")


def test_one_s_own_notes_are_exported_and_go_with_their_player(desk):
    save(desk, "ana", "Vorn ment", "own")
    save(desk, "ana", "À tous")
    save(desk, "ana", "Vorn aussi", "own", day="2026-01-04")
    save(desk, "ana", "", "own", "Vorn aussi", day="2026-01-04")
    assert "Vorn ment" in json.dumps(data_export.export_person([desk.cast.ana]), ensure_ascii=False)
    deletion.leave_for_good([deletion.Farewell(desk.cast.ana)])
    assert [row["text"] for row in desk.rows("party_note")] == ["À tous"]
    assert "Vorn" not in json.dumps(list(Event.objects.values_list("changes", flat=True)), ensure_ascii=False)
    assert desk.folds()


def test_the_private_notes_of_others_take_no_room(desk, monkeypatch):
    monkeypatch.setattr(notes, "MOST_NOTES", 1)
    save(desk, "gm", "Vorn ment", "own")
    save(desk, "leo", "Je sais", "own")
    save(desk, "ana", "À tous")
    save(desk, "ana", "Moi", "own")
    for whose in ("table", "own"):
        with pytest.raises(Refused):
            save(desk, "ana", "Encore", whose, day="2026-01-04")
