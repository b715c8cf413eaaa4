"""Handouts: who is shown what, that nobody else learns of it, and that all of it is undone and archived."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from campaigns import archive
from campaigns.accounts import data_export
from campaigns.journal import undo
from campaigns.journal.journal import Sent
from campaigns.models import Campaign, Event
from encounters.handouts import services
from encounters.models import Handout, ShownPicture
from encounters.prepare import services as prepare
from rules.core.errors import Refused, Stale, Unreadable
from sheets.portraits import upload
from sheets.portraits.limits import LONG, size_of
from tests.campaigns.test_archive import forget
from tests.cast import client_of
from tests.faces import drawn

SAID = {"name": "Plan des quais", "text": "Le rouge est de sa **main**.", "notes": "Zorvax a scié les amarres."}


class Desk:
    """A game master who shows handouts, with the pages on which the others see them."""

    def __init__(self, table):
        self.table, self.cast, self.number = table, table.cast, 0

    def do(self, service, seat=None, **said):
        self.number += 1
        return service(seat=seat or self.cast.gm, sent=Sent.of("", self.number), **said)

    def keep(self, **said):
        return self.do(services.save, values={**SAID, **said}).value

    def sees(self, name):
        seat = self.cast.seats[name]
        if name in ("screen", "spectator"):
            return self.table.region(seat, "screen", "wall_handout")
        return self.table.region(seat, "handouts", "handouts") + self.table.region(seat, "handouts", "handout_strip")

    def readers(self):
        return {name for name in ("ana", "leo", "spectator", "screen") if SAID["name"] in self.sees(name)}


@pytest.fixture
def desk(table):
    return Desk(table)


@pytest.mark.parametrize(
    ("to", "readers"),
    [
        ((), set()),
        (("screen",), {"ana", "leo", "spectator", "screen"}),
        (("table",), {"ana", "leo", "spectator", "screen"}),
        (("ana",), {"ana"}),
        (("ana", "leo"), {"ana", "leo"}),
        (("leo", "table"), {"ana", "leo", "spectator", "screen"}),
    ],
)
def test_a_handout_is_read_by_its_addressees_and_nobody_else(desk, to, readers):
    handout = desk.keep()
    for one in to:
        desk.do(services.show, handout=handout, to=getattr(desk.cast, one).token if one in ("ana", "leo") else one)
    assert desk.readers() == readers
    for name, seat in desk.cast.seats.items():
        answer = client_of(seat).get(reverse("handout", args=[seat.token, handout]))
        may = name == "gm" or (name in readers and name != "screen")
        assert answer.status_code == (200 if may else 404), name
        assert ("Zorvax" in answer.text) == (name == "gm"), name
    if to:
        desk.do(services.take_away, handout=handout)
    assert desk.readers() == set()


def test_a_handout_shown_to_one_player_leaves_no_line_and_no_sign_elsewhere(desk):
    handout = desk.keep()
    others = {name: desk.sees(name) for name in ("leo", "spectator", "screen")}
    desk.do(services.show, handout=handout, to=desk.cast.ana.token)
    assert {name: desk.sees(name) for name in others} == others
    lines = {
        name: client_of(seat).get(reverse("journal", args=[seat.token])).text for name, seat in desk.cast.seats.items()
    }
    assert {name for name, text in lines.items() if SAID["name"] in text} == {"gm", "ana"}
    assert Event.objects.filter(kind="handout_shown", audience="table").count() == 0


def test_the_screen_shows_one_handout_and_the_next_takes_its_place(desk):
    first, second = desk.keep(), desk.keep(name="Billet")
    desk.do(services.show, handout=first, to="screen")
    shown = desk.do(services.show, handout=second, to="screen")
    assert "Billet" in desk.sees("screen") and SAID["name"] not in desk.sees("screen")
    undo.undo(seat=desk.cast.gm, sent=Sent.of("", "back"), command=shown.command)
    assert SAID["name"] in desk.sees("screen") and "Billet" not in desk.sees("screen")


def test_a_fight_takes_the_screen_and_players_keep_their_handout(desk):
    handout = desk.keep()
    desk.do(services.show, handout=handout, to="table")
    fight = desk.do(prepare.prepare, name="Quai").value
    for status in ("running", "paused", "running"):
        done = desk.do(prepare.turn_to, encounter=fight, status=status)
        assert desk.readers() == ({"ana", "leo"} if status == "running" else {"ana", "leo", "spectator", "screen"})
        if status == "running":
            undo.undo(seat=desk.cast.gm, sent=Sent.of("", f"back {done.command.pk}"), command=done.command)
            assert len(desk.readers()) == 4, "undo gives the screen back"
            desk.do(prepare.turn_to, encounter=fight, status=status)
            desk.do(services.show, handout=handout, to="screen")


def test_the_list_shows_both_audience_and_place_of_a_handout(desk):
    desk.do(services.show, handout=desk.keep(), to="table")
    assert "montré à tout le monde · sur l’écran partagé" in desk.table.region(desk.cast.gm, "handouts", "handouts")


def test_markdown_is_read_and_markup_stays_text(desk):
    handout = desk.keep(text="**gras** <script>x()</script>")
    desk.do(services.show, handout=handout, to="screen")
    assert "<strong>gras</strong>" in desk.sees("screen") and "<script>" not in desk.sees("screen")


def test_removing_takes_it_from_everybody_and_undo_brings_it_back(desk):
    handout = desk.keep()
    desk.do(services.show, handout=handout, to="table")
    gone = desk.do(services.remove, handout=handout)
    assert not Handout.objects.exists() and desk.readers() == set()
    with pytest.raises(Stale):
        desk.do(services.show, handout=handout, to="table")
    undo.undo(seat=desk.cast.gm, sent=Sent.of("", "back"), command=gone.command)
    assert len(desk.readers()) == 4


@pytest.mark.parametrize(
    ("service", "said", "error"),
    [
        (services.save, {"values": {"name": ""}}, Unreadable),
        (services.save, {"values": {"name": "x" * 81}}, Unreadable),
        (services.save, {"values": {**SAID, "text": "x" * 2001}}, Unreadable),
        (services.save, {"values": SAID, "handout": "gone"}, Stale),
        (services.show, {"handout": "gone", "to": "table"}, Stale),
        (services.take_away, {"handout": "gone"}, Stale),
        (services.remove, {"handout": "gone"}, Stale),
    ],
)
def test_bad_input_is_a_sentence_and_changes_nothing(desk, service, said, error):
    before = Event.objects.count()
    with pytest.raises(error) as refusal:
        desk.do(service, **said)
    assert str(refusal.value) and Event.objects.count() == before


@pytest.mark.parametrize("to", ["", "nobody", "screen-seat", "gm-seat"])
def test_only_a_player_of_the_table_is_shown_something_alone(desk, to):
    handout, seats = desk.keep(), {"screen-seat": desk.cast.screen, "gm-seat": desk.cast.gm}
    with pytest.raises(Refused):
        desk.do(services.show, handout=handout, to=seats[to].token if to in seats else to)


def test_shown_twice_or_taken_twice_is_refused_with_a_sentence(desk):
    handout = desk.keep()
    with pytest.raises(Refused):
        desk.do(services.take_away, handout=handout)
    desk.do(services.show, handout=handout, to="table")
    for to in ("table", "screen", desk.cast.ana.token):
        with pytest.raises(Refused):
            desk.do(services.show, handout=handout, to=to)


@pytest.mark.parametrize("name", ["ana", "spectator", "screen"])
def test_only_a_game_master_writes_and_shows(desk, name):
    handout = desk.keep()
    for service, said in (
        (services.save, {"values": SAID}),
        (services.show, {"handout": handout, "to": "table"}),
        (services.take_away, {"handout": handout}),
        (services.remove, {"handout": handout}),
    ):
        with pytest.raises(Refused):
            desk.do(service, seat=desk.cast.seats[name], **said)


@pytest.mark.parametrize(
    ("size", "kept"), [((400, 300), (400, 300)), ((3200, 800), (LONG, 400)), ((300, 3200), (150, LONG))]
)
@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_a_picture_keeps_its_shape(form, size, kept):
    assert size_of(upload.make_whole(drawn(form, size=size))) == kept


@pytest.mark.parametrize(
    "raw", [b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"GIF89a", drawn(size=(8, 8)), b"x" * 9_000_000]
)
def test_a_picture_that_is_none_is_refused_and_nothing_is_kept(desk, raw):
    address = reverse("handouts", args=[desk.cast.gm.token])
    answer = client_of(desk.cast.gm).post(address, {**SAID, "file": SimpleUploadedFile("x.png", raw)})
    assert answer.status_code in (413, 422)
    assert not Handout.objects.exists() and not ShownPicture.objects.exists()


def test_a_picture_goes_to_viewers_of_its_handout_and_into_the_archive(desk):
    address = reverse("handouts", args=[desk.cast.gm.token])
    client_of(desk.cast.gm).post(address, {**SAID, "file": SimpleUploadedFile("plan secret.png", drawn())})
    handout, picture = Handout.objects.get(), ShownPicture.objects.get()
    path = reverse("shown-picture", args=[picture.digest])

    def statuses():
        return {name: client_of(seat).get(path).status_code for name, seat in desk.cast.seats.items()}

    assert statuses() == {"gm": 200, "ana": 404, "leo": 404, "spectator": 404, "screen": 404}
    desk.do(services.show, handout=handout.token, to=desk.cast.ana.token)
    assert statuses() == {"gm": 200, "ana": 200, "leo": 404, "spectator": 404, "screen": 404}
    desk.do(services.show, handout=handout.token, to="screen")
    assert set(statuses().values()) == {200}
    answer = client_of(desk.cast.ana).get(path)
    assert "plan" not in str(answer.headers) and "Last-Modified" not in answer.headers
    assert size_of(answer.content) == (80, 60)
    kept = archive.write(Campaign.objects.get(pk=desk.cast.campaign.pk))
    forget(Campaign.objects.get(pk=desk.cast.campaign.pk))
    archive.restore(archive.read(kept))
    assert (Handout.objects.get().data["picture"], bytes(ShownPicture.objects.get().picture)) == (
        picture.digest,
        bytes(picture.picture),
    )


def test_personal_data_hold_the_handouts_shown_without_notes(desk):
    handout = desk.keep()
    desk.keep(name="Billet")
    desk.do(services.show, handout=handout, to=desk.cast.ana.token)
    kept = {name: data_export.export_person([desk.cast.seats[name]])["seats"][0]["handouts"] for name in ("ana", "leo")}
    assert kept == {"ana": [{"name": SAID["name"], "text": SAID["text"]}], "leo": []}
