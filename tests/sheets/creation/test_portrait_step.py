"""The portrait step of creation: optional, and deleted with its draft."""

import base64

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from campaigns.accounts import data_export, deletion
from campaigns.models import Campaign, Event
from campaigns.web import rate_limits
from campaigns.web.rate_limits import Limit
from rules import registry
from sheets.creation import draft
from sheets.creation.wizard import Wizard
from sheets.models import Character, Draft, Picture
from sheets.portraits import store, upload
from tests.cast import client_of
from tests.faces import BLUE, drawn
from tests.sheets.creation.test_wizard import Maker, url


@pytest.fixture
def ana(cast):
    cache.clear()
    return Maker(cast.ana, "mercenary")


def send(maker, raw, **said):
    return maker.client.post(url("create-portrait", maker.seat), {"file": SimpleUploadedFile("x.png", raw), **said})


def test_the_portrait_step_is_the_last_before_the_end_and_may_be_skipped(ana):
    last = Wizard.of(Draft.objects.get()).stages[-1].key
    assert ana.post(last).url == ana.post("concept", go="portrait").url == url("create-portrait", ana.seat)
    page = ana.client.get(url("create-portrait", ana.seat)).text
    assert url("create-finish", ana.seat) in page and url("create-stage", ana.seat, last) in page
    ana.finish()
    assert Character.objects.get().portrait == "" and not Picture.objects.exists()


def test_the_character_joins_with_the_face_it_was_given(ana):
    assert send(ana, drawn()).url == url("create-portrait", ana.seat)
    shown = store.inline(upload.make_portrait(drawn()).large)
    assert shown in ana.client.get(url("create-portrait", ana.seat)).text
    assert store.inline(upload.make_portrait(drawn()).small) in ana.client.get(url("create-finish", ana.seat)).text
    token = Draft.objects.get().token
    for _time in range(2):
        ana.finish(draft=token)
    found = Character.objects.get()
    assert found.portrait == upload.make_portrait(drawn()).digest == Picture.objects.get().digest
    assert client_of(ana.seat).get(store.address(found.portrait)).status_code == 200


def test_a_portrait_is_replaced_and_removed_again(ana):
    send(ana, drawn())
    send(ana, drawn(colour=BLUE))
    assert draft.portrait_of(Draft.objects.get()) == upload.make_portrait(drawn(colour=BLUE))
    ana.client.post(url("create-portrait", ana.seat), {"do": "remove"})
    assert draft.portrait_of(Draft.objects.get()) is None
    assert "data:image" not in ana.client.get(url("create-portrait", ana.seat)).text


@pytest.mark.parametrize("end", ["drop", "leave"])
def test_a_draft_that_is_thrown_away_leaves_no_picture(ana, end):
    before = Campaign.objects.get().seq
    send(ana, drawn())
    assert Campaign.objects.get().seq == before, "nobody is told"
    if end == "drop":
        ana.client.post(url("create-drop", ana.seat))
    else:
        deletion.leave_for_good([deletion.Farewell(ana.seat)])
    assert not Picture.objects.exists() and not Draft.objects.exists()
    assert "portrait" not in str(list(Event.objects.values_list("changes", flat=True)))


@pytest.mark.parametrize("raw", [b"", b"hello", drawn(size=(9, 9)), drawn("GIF")])
def test_a_picture_refused_on_the_sheet_is_refused_here_with_the_same_words(ana, raw):
    answer = send(ana, raw)
    ana.finish()
    character = Character.objects.get()
    there = ana.client.post(
        reverse("portrait", args=[ana.seat.token, character.token]), {"file": SimpleUploadedFile("x.png", raw)}
    )
    said = [one.text.partition('role="alert"')[2].partition("</")[0] for one in (answer, there)]
    assert answer.status_code == there.status_code == 422 and said[0] == said[1] != ""
    assert character.portrait == "" and not Picture.objects.exists()


def test_as_many_uploads_at_once_as_on_the_sheet_and_no_more(ana, monkeypatch):
    monkeypatch.setattr(rate_limits, "PICTURES", Limit("no-pictures", 0, 0.1))
    assert send(ana, drawn()).status_code == 429 and not Draft.objects.get().small


def test_a_wizard_without_a_draft_accepts_no_portrait(cast):
    client = client_of(cast.leo)
    assert client.get(url("create-portrait", cast.leo)).url == url("create", cast.leo)
    given = {"file": SimpleUploadedFile("x.png", drawn())}
    assert client.post(url("create-portrait", cast.leo), given).status_code == 409
    assert client_of(cast.screen).get(url("create-portrait", cast.screen)).status_code == 404


def test_the_portrait_of_a_draft_is_part_of_the_personal_data(ana):
    send(ana, drawn())
    (mine,) = data_export.export_person([ana.seat])["seats"]
    assert base64.b64decode(mine["draft"]["portrait"]) == upload.make_portrait(drawn()).large


@pytest.mark.parametrize("game", registry.GAMES)
def test_no_stage_of_a_game_is_called_like_this_step(game):
    system = registry.system(game)
    settings = system.settings().defaults()
    assert not {"portrait", "finish", "drop"} & {one.key for one in system.creation(system.blank(settings), settings)}
