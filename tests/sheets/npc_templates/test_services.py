"""An opponent saved to be copied: found beside the bestiary, renamed, copied, exported, removed, and never at play."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from campaigns.journal import undo
from campaigns.journal.journal import Sent, fold
from encounters import roster
from encounters.models import Encounter
from encounters.prepare import palette, participants
from encounters.prepare import services as prepare_services
from rules.core.errors import Refused, Unreadable
from sheets.models import Character, Picture
from sheets.npc_templates import services as npc_templates_services
from sheets.ownership import services as ownership_services
from sheets.subjects import plain_of
from tests.cast import client_of
from tests.faces import drawn
from tests.sheets.portraits.test_portraits import send


def save(table, name="Pirate des quais", seat=None, of=None, healed=True):
    given = {"seat": seat or table.cast.gm, "character": of or table.pirate, "name": name, "healed": healed}
    return Character.objects.get(token=npc_templates_services.save(**given, sent=Sent.of("", name)).value)


def post(table, seat, of=None, **said):
    return client_of(seat).post(table.url("save-template", seat, of=of or table.pirate), said)


def hurt(table):
    for _tick in range(3):
        table.do("step", table.cast.gm, of=table.pirate, path="wounds.head.light", by=1, key="")


def listed(table, seat):
    return client_of(seat).get(reverse("characters", args=[seat.token])).text


@pytest.fixture
def draft(table):
    return prepare_services.prepare(seat=table.cast.gm, sent=Sent.of("", "quai"), name="Quai 7").value


def muster(table, draft, what):
    given = {"seat": table.cast.gm, "sent": Sent.of("", what), "encounter": draft, "what": what}
    participants.add_participants(**given, hidden=True, joins="start")
    rows = sorted(Encounter.objects.get(token=draft).state["fighters"].values(), key=lambda row: row["order"])
    return [Character.objects.get(token=row["character"]) for row in rows if row.get("copy")]


def test_a_game_master_saves_an_opponent_under_a_name_of_its_own(table):
    answer = post(table, table.cast.gm, name="Pirate des quais", healed="1")
    made = Character.objects.get(kind="template")
    assert answer.url == reverse("characters", args=[table.cast.gm.token]) and made.name == "Pirate des quais"
    assert {**made.data, "name": "Zorvax"} == table.data(table.pirate) and made.owner is None
    assert fold(table.cast.campaign)[made.subject] == plain_of(made)


@pytest.mark.parametrize("who", ["ana", "leo", "spectator", "screen"])
def test_nobody_else_saves_one_or_learns_of_one(table, who):
    save(table, "Modèle caché")
    seat = table.cast.seats[who]
    for method in ("get", "post"):
        answer = getattr(client_of(seat), method)(table.url("save-template", seat, of=table.pirate), {"name": "x"})
        assert answer.status_code == 404
    with pytest.raises(Refused):
        save(table, "x", seat=seat)
    assert Character.objects.filter(kind="template").count() == 1


@pytest.mark.parametrize("who", ["ana", "leo"])
def test_no_page_of_a_player_names_a_template(table, who):
    made, seat = save(table, "Modèle caché"), table.cast.seats[who]
    of = table.elowen if who == "ana" else table.tibor
    assert "Modèle caché" not in table.everything_for(seat, of=of) + listed(table, seat)
    assert client_of(seat).get(table.url("sheet", seat, of=made)).status_code == 404


def test_a_player_character_is_no_template(table):
    assert client_of(table.cast.gm).get(table.url("save-template", table.cast.gm)).status_code == 404
    with pytest.raises(Refused, match="cannot be saved"):
        save(table, of=table.elowen)


@pytest.mark.parametrize("name", ["", "   ", "a" * 81])
def test_a_name_that_cannot_be_is_refused(table, name, events):
    count = events()
    assert post(table, table.cast.gm, name=name).status_code == 422 and events() == count
    with pytest.raises((Refused, Unreadable)):
        save(table, name)


@pytest.mark.parametrize("healed", [True, False])
def test_it_is_saved_as_it_stands_or_without_its_wounds(table, healed):
    hurt(table)
    made = save(table, healed=healed)
    assert ("wounds" in made.data) != healed and "wounds" in table.data(table.pirate)


def test_the_search_of_the_preparation_finds_it_and_brings_copies(table, draft):
    made = save(table)
    assert [one.kind for one in palette.list_entries(table.cast.campaign) if one.name == made.name] == ["template"]
    copies = muster(table, draft, "3x pirate des quais")
    assert [one.name for one in copies] == [f"Pirate des quais {letter}" for letter in "ABC"]
    assert {one.kind for one in copies} == {"npc"} and Character.objects.get(pk=made.pk).kind == "template"


def test_one_alone_is_a_copy_too(table, draft):
    made = save(table)
    (copy,) = muster(table, draft, "pirate des quais")
    assert copy.token != made.token and copy.name == made.name


def test_an_opponent_made_for_an_encounter_is_saved_from_its_preparation(table, draft):
    (copy,) = muster(table, draft, "garde de station")
    page = client_of(table.cast.gm).get(reverse("prepare", args=[table.cast.gm.token, draft])).text
    assert table.url("save-template", table.cast.gm, of=copy) in page
    assert table.url("save-template", table.cast.gm, of=table.elowen) not in page
    made = save(table, "Garde d’élite", of=copy)
    assert made.name in [one.name for one in palette.list_entries(table.cast.campaign)]


def test_it_takes_its_portrait_along_and_so_do_its_copies(table, draft):
    send(table, table.cast.gm, drawn(), of=table.pirate)
    digest = Picture.objects.get().digest
    made = save(table)
    assert {one.portrait for one in (made, *muster(table, draft, "2x pirate des quais"))} == {digest}


def test_a_template_is_nobody_who_plays(table):
    made = save(table)
    assert made.token not in [one.token for one in roster.played_characters(table.cast.campaign)]
    assert made.name not in client_of(table.cast.gm).get(reverse("ask", args=[table.cast.gm.token])).text


def test_it_is_listed_with_all_that_can_be_done_to_it(table):
    made, gm = save(table), table.cast.gm
    page = listed(table, gm)
    for name, args in (("sheet", []), ("sheet-field", ["name"]), ("save-template", []), ("export-character", [])):
        address = reverse(name, args=[gm.token, made.token, *args])
        assert address in page and client_of(gm).get(address).status_code == 200
    assert reverse("remove-character", args=[gm.token, made.token]) in page


def test_it_is_renamed_copied_and_removed_and_each_is_undone(table):
    made, gm = save(table), table.cast.gm
    table.do("edit", gm, of=made, path="name", value="Pirate aguerri")
    copy = save(table, "Pirate novice", of=Character.objects.get(pk=made.pk))
    assert copy.data == {**Character.objects.get(pk=made.pk).data, "name": "Pirate novice"}
    gone = ownership_services.remove_character(seat=gm, sent=Sent.of("", "gone"), character=made)
    assert not Character.objects.filter(pk=made.pk).exists()
    undo.undo(seat=gm, sent=Sent.of("", "back"), command=gone.command)
    assert Character.objects.get(token=made.token).name == "Pirate aguerri"


def test_its_saving_is_undone(table):
    given = {"seat": table.cast.gm, "character": table.pirate, "name": "x", "healed": True}
    done = npc_templates_services.save(**given, sent=Sent.of("", "x"))
    undo.undo(seat=table.cast.gm, sent=Sent.of("", "u"), command=done.command)
    assert not Character.objects.filter(kind="template").exists()


def test_its_copies_play_on_when_it_goes(table, draft):
    made = save(table)
    (copy,) = muster(table, draft, "pirate des quais")
    ownership_services.remove_character(seat=table.cast.gm, sent=Sent.of("", "gone"), character=made)
    assert Character.objects.filter(pk=copy.pk).exists()


@pytest.mark.parametrize(("who", "kind"), [("gm", "template"), ("ana", "pc")])
def test_its_file_is_read_as_a_template_by_a_game_master_alone(table, who, kind):
    made, seat = save(table), table.cast.seats[who]
    raw = client_of(table.cast.gm).get(table.url("export-character", table.cast.gm, of=made)).content
    assert json.loads(raw)["kind"] == "template"
    given = {"file": SimpleUploadedFile("x.json", raw)}
    assert client_of(seat).post(reverse("read-character", args=[seat.token]), given).status_code == 302
    read = Character.objects.latest("pk")
    assert (read.kind, read.data) == (kind, made.data)


def test_there_is_room_for_so_many_opponents_and_templates_and_no_more(table, monkeypatch):
    monkeypatch.setattr(ownership_services, "MOST_CHARACTERS", 1)
    with pytest.raises(Refused, match="no room"):
        save(table)


def test_a_name_that_is_markup_stays_a_name(table):
    hostile = "<script>alert('x')</script>\"'&"
    made = save(table, hostile)
    page = client_of(table.cast.gm).get(table.url("save-template", table.cast.gm, of=made)).text
    for text in (page, listed(table, table.cast.gm)):
        assert "<script>alert" not in text and "&lt;script&gt;alert" in text
