"""Fighters of a file come into an encounter in groups with letters, and go by one undo."""

import json

import pytest
from django.urls import reverse

from campaigns.journal import undo
from campaigns.journal.journal import Sent
from campaigns.models import Command
from encounters.models import Encounter
from encounters.prepare import services
from encounters.subjects import all_fighters
from sheets.models import Character
from tests.cast import client_of, gather
from tests.rules.mythras.importing.samples import enemy


@pytest.fixture
def cast(db):
    return gather("mythras")


def begun(cast):
    token = services.prepare(seat=cast.gm, sent=Sent.of("", "prepare"), name="Marais").value
    services.recruit(seat=cast.gm, sent=Sent.of("", "one"), encounter=token, sample="bandit", count=1, hidden=False)
    services.turn_to(seat=cast.gm, sent=Sent.of("", "run"), encounter=token, status="running")
    return token


def send(cast, token, seat=None, **said):
    seat = seat or cast.gm
    names = [f"Reed Stalker {number}" for number in range(1, 29)] + ["Elder", "Frog"]
    values = {"text": json.dumps([enemy(name) for name in names]), "do": "import", "pick": range(30), **said}
    return client_of(seat).post(reverse("import-fighters", args=[seat.token, token]), values)


def test_thirty_come_into_a_running_fight_with_letters_and_go_by_one_undo(cast):
    token = begun(cast)
    answer = send(cast, token)
    assert answer.status_code == 302 and answer.url == reverse("fight", args=[cast.gm.token, token])
    rows = all_fighters(Encounter.objects.get(token=token).state).values()
    names = {row["public_name"] for row in rows if row.get("group") in ("Reed Stalker", "Elder", "Frog")}
    assert len(names) == 30 and {"Reed Stalker A", "Reed Stalker AB", "Elder", "Frog"} <= names
    assert client_of(cast.gm).get(answer.url).status_code == 200
    undo.undo(seat=cast.gm, sent=Sent.of("", "undo"), command=Command.objects.latest("pk"))
    assert Character.objects.count() == 1


@pytest.mark.parametrize("said", [{"hidden": "1"}, {"joins": "signal"}])
def test_a_reserve_is_named_to_nobody(cast, said):
    token = services.prepare(seat=cast.gm, sent=Sent.of("", "prepare"), name="Marais").value
    send(cast, token, pick=["0", "1"], **said)
    rows = all_fighters(Encounter.objects.get(token=token).state).values()
    assert {row["public_name"] for row in rows} == {"Reed Stalker"}


def test_the_page_names_its_formats_and_previews_before_it_writes(cast):
    token = begun(cast)
    address = reverse("import-fighters", args=[cast.gm.token, token])
    assert 'name="text"' in client_of(cast.gm).get(address).text
    answer = send(cast, token, do="preview")
    assert answer.status_code == 200 and 'name="hidden"' in answer.text and Character.objects.count() == 1
    assert client_of(cast.ana).get(reverse("import-fighters", args=[cast.ana.token, token])).status_code == 404


def test_opponents_of_a_draft_are_proposed_as_hidden(cast):
    draft = services.prepare(seat=cast.gm, sent=Sent.of("", "draft"), name="Marais").value
    for token, proposed in ((draft, True), (begun(cast), False)):
        answer = send(cast, token, do="preview").text
        assert ('name="hidden" value="1" checked' in answer) == proposed


def test_more_than_a_fight_holds_are_refused_whole(cast):
    token = begun(cast)
    assert send(cast, token).status_code == 302
    assert send(cast, token).status_code == 422
    assert Character.objects.count() == 31
