"""The scene: a picture alone, shown by the shared screen while nothing else goes on, undone and archived."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from campaigns import archive
from campaigns.journal import undo
from campaigns.journal.journal import Sent
from campaigns.models import Campaign
from encounters.handouts import services
from encounters.models import Handout, ShownPicture
from encounters.prepare import services as prepare_services
from rules.core.errors import Refused, Stale, Unreadable
from sheets.portraits import upload
from tests.campaigns.test_archive import forget
from tests.cast import client_of
from tests.encounters.handouts.test_handouts import SAID, Desk
from tests.faces import drawn

EVERYBODY = ("gm", "ana", "leo", "spectator", "screen")


class Stage(Desk):
    """A game master with a picture on a handout, and what the shared screen shows of it."""

    def keep(self, colour="green", **said):
        return self.do(services.save, values={**SAID, **said}, picture=upload.make_whole(drawn(colour=colour))).value

    def scene(self):
        return self.table.region(self.cast.screen, "screen", "wall_scene")

    def undo(self, done):
        return undo.undo(seat=self.cast.gm, sent=Sent.of("", f"back {done.command.token}"), command=done.command)


@pytest.fixture
def stage(table):
    return Stage(table)


def picture_of(handout):
    return reverse("shown-picture", args=[Handout.objects.get(token=handout).data["picture"]])


def test_the_screen_shows_the_picture_and_no_word_of_its_handout(stage):
    handout = stage.keep()
    nothing = {name: stage.sees(name) for name in ("ana", "leo", "spectator", "screen")}
    shown = stage.do(services.set_scene, handout=handout)
    assert picture_of(handout) in stage.scene() and SAID["name"] not in stage.scene()
    assert {name: stage.sees(name) for name in nothing} == nothing
    for name in EVERYBODY:
        seat = stage.cast.seats[name]
        assert client_of(seat).get(picture_of(handout)).status_code == 200, name
        journal = client_of(seat).get(reverse("journal", args=[seat.token])).text
        assert (SAID["name"] in journal) == (name == "gm"), name
        assert ("Une autre scène" in journal) == (name != "gm"), name
    stage.undo(shown)
    assert "hidden" in stage.scene()
    assert client_of(stage.cast.ana).get(picture_of(handout)).status_code == 404


def test_another_scene_takes_its_place_and_one_press_takes_it_away(stage):
    first, second = stage.keep(), stage.keep("red", name="Forêt")
    stage.do(services.set_scene, handout=first)
    changed = stage.do(services.set_scene, handout=second)
    assert picture_of(second) in stage.scene() and picture_of(first) not in stage.scene()
    stage.undo(changed)
    assert picture_of(first) in stage.scene()
    gone = stage.do(services.clear_scene, handout=first)
    assert "hidden" in stage.scene()
    stage.undo(gone)
    assert picture_of(first) in stage.scene()
    stage.do(services.remove, handout=first)
    assert "hidden" in stage.scene()


def test_no_scene_lies_under_a_fight_that_is_open(stage):
    stage.do(services.set_scene, handout=stage.keep())
    fight = stage.do(prepare_services.prepare, name="Quai 7").value
    stage.do(prepare_services.recruit, encounter=fight, sample="pirate", count=1, hidden=False)
    found = {"a draft": stage.scene()}
    for status in ("running", "paused", "running", "ended"):
        stage.do(prepare_services.turn_to, encounter=fight, status=status)
        found[status] = stage.scene()
    assert {name for name, text in found.items() if "<img" in text} == {"a draft", "ended"}


@pytest.mark.parametrize(
    ("service", "said", "error"),
    [
        (services.set_scene, {"handout": "gone"}, Stale),
        (services.clear_scene, {"handout": "gone"}, Stale),
        (services.save, {"values": SAID, "scene": True}, Unreadable),
    ],
)
def test_bad_input_is_a_sentence_and_changes_nothing(stage, service, said, error):
    with pytest.raises(error) as refusal:
        stage.do(service, **said)
    assert str(refusal.value) and not Handout.objects.exists()


def test_a_scene_needs_a_picture_and_is_set_and_taken_once(stage):
    words, drawing = Desk(stage.table).keep(), stage.keep()
    with pytest.raises(Unreadable):
        stage.do(services.set_scene, handout=words)
    with pytest.raises(Refused):
        stage.do(services.clear_scene, handout=drawing)
    stage.do(services.set_scene, handout=drawing)
    with pytest.raises(Refused):
        stage.do(services.set_scene, handout=drawing)
    for name in ("ana", "spectator", "screen"):
        with pytest.raises(Refused):
            stage.do(services.clear_scene, seat=stage.cast.seats[name], handout=drawing)
        with pytest.raises(Refused):
            stage.do(services.set_scene, seat=stage.cast.seats[name], handout=drawing)


def test_a_picture_becomes_the_scene_in_one_press_and_is_archived(stage):
    client, address = client_of(stage.cast.gm), reverse("handouts", args=[stage.cast.gm.token])
    sent = {"name": "Le port", "scene": "1", "file": SimpleUploadedFile("grotte du traître.png", drawn())}
    assert client.post(address, sent).status_code == 302
    digest = ShownPicture.objects.get().digest
    assert digest in stage.scene()
    kept = archive.write(Campaign.objects.get(pk=stage.cast.campaign.pk))
    forget(Campaign.objects.get(pk=stage.cast.campaign.pk))
    archive.restore(archive.read(kept))
    assert Handout.objects.get().data == {"picture": digest, "scene": True}


def test_the_page_of_handouts_shows_and_takes_a_scene(stage):
    handout = stage.keep()
    gm = stage.cast.gm
    client, page = client_of(gm), reverse("handouts", args=[gm.token])
    before = client.get(page).text
    assert 'value="scene"' in before and "pas encore montré" in before
    client.post(reverse("show-handout", args=[gm.token, handout]), {"to": "scene"})
    after = client.get(page).text
    assert "<img" in stage.scene() and 'name="of"' in after and "pas encore montré" not in after
    client.post(reverse("take-handout", args=[gm.token, handout]), {"of": "scene"})
    assert "hidden" in stage.scene()
