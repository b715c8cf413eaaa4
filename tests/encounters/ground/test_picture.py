"""The picture behind the places: what may be sent, who sees it, and that a hidden place leaves no trace on it."""

import hashlib
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from campaigns.journal import undo
from campaigns.unpacking import Unfit
from encounters import pictures
from encounters.ground import services
from encounters.models import Encounter, ShownPicture
from rules.core.errors import Refused, Unreadable
from sheets.portraits import upload
from sheets.portraits.limits import WIDE, is_own
from tests.cast import client_of
from tests.encounters.ground.test_laying import Deck, sent
from tests.faces import drawn


@pytest.fixture
def deck(table):
    return Deck(table)


@pytest.fixture(scope="module")
def sea():
    return upload.make_wide(drawn(size=(900, 300), colour=(10, 40, 90)))


def path(digest):
    return reverse("shown-picture", args=[digest])


@pytest.mark.parametrize("size", [(900, 300), (300, 900), (1280, 800)])
@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
def test_a_picture_is_kept_in_one_size_and_one_format(form, size):
    picture = upload.make_wide(drawn(form, size))
    assert is_own(picture, *WIDE)
    assert len(picture) <= 200_000


@pytest.mark.parametrize(
    "raw", [b"", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"GIF89a", drawn(size=(8, 8)), b"x" * 9_000_000]
)
def test_a_file_that_is_no_picture_is_refused_with_a_sentence(deck, raw):
    before = deck.state
    with pytest.raises(Unreadable) as refusal:
        upload.make_wide(raw)
    assert str(refusal.value)
    address = reverse("ground-picture", args=[deck.gm.token, deck.token])
    answer = client_of(deck.gm).post(address, {"file": SimpleUploadedFile("x.png", raw)})
    assert answer.status_code in (413, 422)
    assert deck.state == before
    assert not ShownPicture.objects.exists()


def test_places_keep_their_cells_positions_over_a_new_picture(deck, sea):
    before = deck.state
    done = deck.do(services.set_picture, picture=sea)
    digest = hashlib.sha256(sea).hexdigest()
    assert deck.ground["picture"] == digest
    pins = [(row["left"], row["top"]) for row in deck.ground["places"].values()]
    assert pins[:4] == [(16, 25), (50, 25), (83, 25), (16, 75)]
    assert path(digest) in deck.region(deck.table.cast.ana)
    undo.undo(seat=deck.gm, sent=sent(), command=done.command)
    assert deck.state == before


def test_a_place_is_put_where_the_picture_is_pressed(deck, sea):
    deck.do(services.set_picture, picture=sea)
    address = reverse("ground-pin", args=[deck.gm.token, deck.token])
    client = client_of(deck.gm)
    answer = client.post(address, {"key": "p1", "spot.x": "320", "spot.y": "100"})
    assert answer.status_code == 302, answer.content.decode()[-1500:]
    assert (deck.ground["places"]["p1"]["left"], deck.ground["places"]["p1"]["top"]) == (50, 25)
    answer = client.post(address, {"key": "p1", "spot.x": "0", "spot.y": "0"})
    assert answer.status_code == 422
    assert "pourcentages" in answer.content.decode()
    assert deck.ground["places"]["p1"]["left"] == 50


def test_a_picture_is_seen_by_those_who_see_its_fight_and_nobody_else(table, sea):
    deck = Deck(table, status="draft")
    deck.do(services.set_picture, picture=sea)
    digest, cast = deck.ground["picture"], table.cast

    def seen():
        return [client_of(seat).get(path(digest)).status_code for seat in (cast.gm, cast.ana, cast.screen)]

    assert seen() == [200, 404, 404]
    Encounter.objects.filter(token=deck.token).update(status="running")
    assert seen() == [200, 200, 200]
    deck.do(services.set_picture, picture=b"")
    assert seen() == [200, 404, 404]


def test_a_hidden_place_leaves_no_trace_over_a_picture(deck, sea):
    deck.do(services.set_picture, picture=sea)
    deck.do(services.put, who=["pc"], place="p1")
    seats = deck.table.cast

    def shown():
        return [deck.region(seats.ana), deck.region(seats.screen, "screen", "wall_ground")]

    before = shown()
    lair = {"name": "Faux-pont", "column": 4, "line": 4, "left": 80, "top": 20, "hidden": "1"}
    deck.do(services.set_place, key="", values=lair)
    hidden = next(key for key, row in deck.ground["places"].items() if row.get("hidden"))
    deck.do(services.set_way, key="", values={"a": hidden, "b": "p1", "metres": 3})
    deck.do(services.set_place, key=hidden, values={"left": 5, "top": 95})
    assert shown() == before
    assert "Faux-pont" in deck.region(deck.gm)


def test_a_table_has_so_many_pictures_and_no_more(deck, sea, monkeypatch):
    monkeypatch.setattr(pictures, "MOST_PICTURES", 1)
    deck.do(services.set_picture, picture=sea)
    deck.do(services.set_picture, picture=sea)
    with pytest.raises(Refused, match="no room"):
        deck.do(services.set_picture, picture=upload.make_wide(drawn()))


def test_an_archive_carries_the_picture_and_one_that_is_none_is_refused(deck, sea):
    deck.do(services.set_picture, picture=sea)
    campaign = deck.table.cast.campaign
    rows = json.loads(json.dumps(pictures.dump(campaign, False)))
    ShownPicture.objects.all().delete()
    for bad in (
        [],
        [{"digest": "x", "picture": "PHN2Zy8+"}],
        [{"digest": 1, "picture": 2}],
        rows * (pictures.MOST_PICTURES + 1),
    ):
        with pytest.raises(Unfit):
            pictures.load(campaign, bad)
        ShownPicture.objects.all().delete()
    pictures.load(campaign, rows)
    assert bytes(ShownPicture.objects.get().picture) == sea
