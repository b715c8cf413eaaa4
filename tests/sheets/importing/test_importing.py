"""The import page: a preview first, nothing written until confirmed, and one undo for all of it."""

import json

import pytest
from django.core.files.base import ContentFile
from django.urls import reverse

from campaigns.journal import undo
from campaigns.journal.journal import Sent
from campaigns.models import Command
from sheets.models import Character
from tests.cast import client_of, gather
from tests.rules.mythras.importing.samples import enemy

THREE = json.dumps([enemy(f"Reed Stalker {number}") for number in (1, 2, 3)])


@pytest.fixture
def mythras(db):
    return gather("mythras")


def send(seat, text=THREE, **said):
    return client_of(seat).post(reverse("read-character", args=[seat.token]), {"text": text, **said})


def test_the_preview_shows_fields_beside_the_text_and_writes_nothing(mythras):
    commands = Command.objects.count()
    answer = send(mythras.gm, do="preview")
    assert answer.status_code == 200 and answer.text.count('name="pick"') == 3
    assert "Reed Stalker 2" in answer.text and "&quot;cult_rank&quot;" in answer.text and "Marsh Hunter" in answer.text
    assert "The Design Mechanism" in answer.text  # whose format it is
    assert not Character.objects.exists() and Command.objects.count() == commands


@pytest.mark.parametrize("kind", ["template", "npc", "pc"])
def test_ticked_values_are_written_and_one_undo_reverts_them(mythras, kind):
    assert send(mythras.gm, do="import", kind=kind, pick=["0", "2"]).status_code == 302
    made = Character.objects.order_by("pk")
    assert [(row.name, row.kind) for row in made] == [("Reed Stalker 1", kind), ("Reed Stalker 3", kind)]
    undo.undo(seat=mythras.gm, sent=Sent.of("", "undo"), command=Command.objects.latest("pk"))
    assert not Character.objects.exists()


def test_nobody_ticked_is_said_and_the_text_stays(mythras):
    answer = send(mythras.gm, do="import", kind="template")
    assert answer.status_code == 422 and answer.text.count('name="pick"') == 3 and not Character.objects.exists()


def test_a_player_brings_a_character_of_our_own_and_nothing_else(mythras):
    answer = send(mythras.ana, do="preview")
    assert answer.status_code == 422 and "Mythras Encounter Generator" not in answer.text
    own = {"format": "tablee-character", "version": 1, "game": "mythras", "kind": "npc", "data": {"name": "Iole"}}
    answer = send(mythras.ana, json.dumps(own), do="preview")
    assert answer.status_code == 200 and "<details><summary>" in answer.text, "no one compares our own file by hand"
    assert send(mythras.ana, json.dumps(own), do="import", pick="0", kind="template").status_code == 302
    (made,) = Character.objects.all()
    assert (made.kind, made.owner) == ("pc", mythras.ana)


def test_one_sheet_of_another_program_is_compared_with_its_text(mythras):
    assert "<details open><summary>" in send(mythras.gm, json.dumps(enemy()), do="preview").text


def test_an_empty_file_is_told_as_one(mythras):
    answer = client_of(mythras.ana).post(
        reverse("read-character", args=[mythras.ana.token]), {"file": ContentFile(b"", "sheet.json"), "do": "preview"}
    )
    assert answer.status_code == 422 and "n’est pas vide" in answer.text


@pytest.mark.parametrize(
    "text", ["[", "[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]", "{}", "bonjour", "", "\x00", "[1]"]
)
def test_an_unreadable_import_is_refused_with_a_sentence(mythras, text):
    answer = send(mythras.gm, text, do="preview")
    assert answer.status_code == 422 and 'class="problems"' in answer.text


def test_more_than_fit_into_a_fight_are_refused_whole(mythras):
    answer = send(mythras.gm, json.dumps([enemy()] * 61), do="import", pick="0")
    assert answer.status_code == 422 and "61" in answer.text and not Character.objects.exists()


def test_markup_and_addresses_stay_text(mythras):
    hostile = enemy(
        '<img src="https://evil.example/x.png">', img="https://evil.example/x.png", notes="<script>1</script>"
    )
    answer = send(mythras.gm, json.dumps(hostile), do="preview")
    assert answer.status_code == 200 and "<script>1" not in answer.text and '<img src="https://evil' not in answer.text


def test_room_is_counted_for_all_who_come_at_once(mythras, monkeypatch):
    monkeypatch.setattr("sheets.ownership.services.MOST_CHARACTERS", 2)
    assert send(mythras.gm, do="import", kind="npc", pick=["0", "1", "2"]).status_code == 422
    assert not Character.objects.exists()
    assert send(mythras.gm, do="import", kind="npc", pick=["0", "1"]).status_code == 302
