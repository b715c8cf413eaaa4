"""Portraits: accepted files, stored data, viewers, and undo like any other act."""

import base64
import hashlib
import json
import struct
import zlib
from io import BytesIO
from types import SimpleNamespace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image, ImageChops, ImageOps, ImageStat
from PIL.PngImagePlugin import PngInfo

from campaigns.accounts import deletion
from campaigns.accounts.deletion import Farewell
from campaigns.journal import undo
from campaigns.journal.journal import Sent, fold
from campaigns.models import Event, Seat
from campaigns.web import rate_limits
from rules.core.errors import Refused, Unreadable
from sheets import import_export
from sheets import services as sheets
from sheets.models import Character, Picture
from sheets.ownership import services
from sheets.portraits import store, upload
from sheets.portraits.limits import LARGE, MOST_BYTES, SMALL
from sheets.subjects import plain_of
from tests.cast import client_of, gather
from tests.faces import BLUE, RED, drawn, halves

CODEC = 4  # of 255: two pictures that are the same may be so far apart once they are WebP


def turned(orientation):
    """The data a camera adds: its orientation and its position."""
    exif = Image.Exif()
    exif[0x0112], exif[0x010E] = orientation, "Quai 7, 48.85 N"
    return exif.tobytes()


def said_to_be(width, height):
    """A small PNG whose head promises so many pixels, with the right checksum."""
    raw = drawn()
    head = b"IHDR" + struct.pack(">II", width, height) + raw[24:29]
    return raw[:12] + head + struct.pack(">I", zlib.crc32(head)) + raw[33:]


def with_a_long_text():
    """A PNG with a text that unfolds to a thousand times what is sent."""
    found = PngInfo()
    found.add_text("Comment", "a" * 4_000_000, zip=True)
    return drawn(pnginfo=found)


def pixel(raw, x, y):
    with Image.open(BytesIO(raw)) as picture:
        found = picture.convert("RGB").getpixel((x, y))
    return min((RED, BLUE), key=lambda one: sum(abs(a - b) for a, b in zip(one, found, strict=True)))


def send(table, seat, raw, name="visage.png", of=None, kind="image/png", **said):
    given = {"file": SimpleUploadedFile(name, raw, kind), **said}
    return client_of(seat).post(table.url("portrait", seat, of=of), given)


def look(seat, digest, side=LARGE):
    return client_of(*([seat] if seat else [])).get(reverse("picture", args=[digest, side]))


def present(character):
    return Character.objects.get(pk=character.pk).portrait


# Accepted uploads.


@pytest.mark.parametrize(
    "raw",
    [
        drawn("JPEG"),
        drawn("JPEG", mode="L", colour=9),
        drawn("JPEG", mode="CMYK", colour=(1, 2, 3, 4)),
        drawn("JPEG", size=(4000, 3000), progressive=True),
        drawn("PNG"),
        drawn("PNG", mode="RGBA", colour=(9, 9, 9, 90)),
        drawn("PNG", mode="LA", colour=(9, 90)),
        drawn("PNG", mode="P", colour=0, transparency=0),
        drawn("PNG", mode="1", colour=1),
        drawn("PNG", mode="I;16", colour=900),
        drawn("WEBP"),
        drawn("WEBP", mode="RGBA", colour=(9, 9, 9, 90), lossless=True),
        drawn("WEBP", save_all=True, append_images=[Image.new("RGB", (80, 60), BLUE)]),
        drawn("PNG", size=(32, 2000)),
    ],
)
def test_every_usual_picture_becomes_a_square_in_two_sizes(raw):
    found = upload.make_portrait(raw)
    assert upload.is_whole(found) and found.digest == hashlib.sha256(found.large).hexdigest()
    for kept, side in ((found.large, LARGE), (found.small, SMALL)):
        with Image.open(BytesIO(kept)) as picture:
            picture.load()
            assert (picture.size, picture.format, picture.mode) == ((side, side), "WEBP", "RGB")


BAD = {
    "nothing": (b"", "Choisissez"),
    "a text": (b"hello", "cannot"),
    "markup": (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "cannot"),
    "another kind of picture": (drawn("GIF"), "cannot"),
    "a bitmap": (drawn("BMP"), "cannot"),
    "a print": (drawn("PDF"), "cannot"),
    "half a JPEG": (halves()[:800], "cannot"),
    "half a PNG": (drawn(size=(400, 400))[:-30], "cannot"),
    "half a WebP": (halves("WEBP")[:-40], "cannot"),
    "its first bytes alone": (b"\x89PNG\r\n\x1a\n", "cannot"),
    "a PNG that lies of its size": (drawn().replace(b"\0\0\0P\0\0\0<", b"\0\0\0P\0\0\0="), "cannot"),
    "a bomb": (said_to_be(30_000, 30_000), "sides"),
    "a wide one": (said_to_be(10_001, 40), "sides"),
    "too many points": (said_to_be(5001, 5000), "sides"),
    "fewer points than it says": (said_to_be(5000, 5000), "cannot"),
    "a text that unfolds": (with_a_long_text(), "cannot"),
    "a dot": (drawn(size=(31, 31)), "sides"),
    "a WebP that would fill the memory": (
        drawn("WEBP").replace(struct.pack("<HH", 80, 60), b"\xff\x3f\xff\x3f"),
        "cannot",
    ),
    "more than may be sent": (halves() + bytes(MOST_BYTES), "large"),
}
SAID = {
    "Choisissez": "Choisissez d’abord une image.",
    "cannot": "Cette image est illisible",
    "sides": "10000 de côté au plus, 32",
    "large": "8 Mo au plus",
}


@pytest.mark.parametrize("case", BAD)
def test_anything_else_is_refused_with_a_sentence_and_nothing_changes(table, case, events):
    raw, why = BAD[case]
    before, answer = events(), send(table, table.cast.ana, raw)
    assert answer.status_code == 422 and SAID[why] in answer.text
    assert events() == before and not Picture.objects.exists() and present(table.elowen) == ""


def test_a_form_without_a_file_is_refused(table):
    answer = client_of(table.cast.ana).post(table.url("portrait", table.cast.ana), {})
    assert answer.status_code == 422 and SAID["Choisissez"] in answer.text


@pytest.mark.parametrize("name", ["visage.gif", "../../etc/passwd", "x.svg", "<script>.png", "a" * 300])
def test_the_content_of_a_file_decides_its_format_not_its_name(table, name):
    answer = send(table, table.cast.ana, drawn(), name, kind="image/svg+xml")
    assert answer.status_code == 302 and present(table.elowen)


@pytest.mark.parametrize("tail", [b"<script>alert(1)</script>", b"PK\x03\x04 a whole archive", b"GIF89a"])
def test_nothing_of_a_file_that_is_two_things_is_kept_but_the_picture(table, tail):
    send(table, table.cast.ana, drawn("JPEG") + tail)
    found = Picture.objects.get()
    assert tail not in bytes(found.large) + bytes(found.small)
    assert upload.is_whole(upload.Portrait(bytes(found.large), bytes(found.small)))


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_metadata_of_a_camera_are_removed_and_the_picture_stands_upright(form):
    raw = halves(form, exif=turned(3))
    found = upload.make_portrait(raw)
    assert b"Quai 7" in raw and b"Quai 7" not in found.large + found.small
    assert (pixel(found.large, 100, 256), pixel(found.large, 400, 256)) == (BLUE, RED)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_picture_stands_upright_however_the_camera_was_held(orientation):
    scene, raw = Image.new("RGB", (512, 320), RED), BytesIO()
    scene.paste(BLUE, (100, 0, 256, 80))  # looks otherwise in each of the eight ways
    scene.save(raw, "PNG", exif=turned(orientation))
    upright = BytesIO()
    with Image.open(raw) as picture:
        ImageOps.exif_transpose(picture).save(upright, "PNG")
    ours, theirs = (Image.open(BytesIO(upload.make_portrait(one.getvalue()).large)) for one in (raw, upright))
    assert max(ImageStat.Stat(ImageChops.difference(ours, theirs)).mean) < CODEC


@pytest.mark.parametrize("orientation", [0, 1, 9, 65535])
def test_an_orientation_that_there_is_not_changes_nothing(orientation):
    assert pixel(upload.make_portrait(halves(exif=turned(orientation))).large, 100, 256) == RED


def test_an_uploaded_picture_is_encoded_anew_and_one_from_an_archive_kept():
    found = upload.make_portrait(halves())
    marked = found.large[:-3] + b"abc"  # behind the picture, where no decoder looks
    assert upload.make_portrait(found.large, keep=True).large == found.large
    assert upload.make_portrait(marked).large != marked


def ramp(mode, full):
    """Greys from black on the left to white on the right, the lightest of which is ``full``."""
    picture, into = Image.new(mode, (256, 256)), BytesIO()
    picture.putdata([x * full // 255 for _y in range(256) for x in range(256)])
    picture.save(into, "PNG")
    return into.getvalue()


def test_a_grey_of_sixteen_bits_is_the_grey_that_it_is_in_eight():
    fine, plain = (
        Image.open(BytesIO(upload.make_portrait(raw).large)) for raw in (ramp("I;16", 65535), ramp("L", 255))
    )
    apart = ImageChops.difference(fine.convert("L"), plain.convert("L")).getextrema()
    assert apart[1] <= CODEC
    assert plain.convert("L").getpixel((10, 256)) < 20 and plain.convert("L").getpixel((500, 256)) > 235


def test_a_decoded_image_that_is_no_portrait_is_rejected(monkeypatch):
    found = upload.make_portrait(drawn())
    for large, small in ((b"<svg/>", found.small), (found.large, b"<svg/>"), (found.small, found.small), (b"", b"")):
        given = len(large).to_bytes(4, "big") + large + small
        monkeypatch.setattr(upload, "run_resize", lambda raw, keep, given=given: given)
        with pytest.raises(Unreadable):
            upload.make_portrait(drawn())


def test_an_uploader_who_finds_all_workers_busy_is_told_and_may_retry(monkeypatch):
    monkeypatch.setattr(upload, "PATIENCE", 0.0)
    for _place in range(upload.AT_ONCE):
        assert upload.FREE.acquire(blocking=False)
    with pytest.raises(Refused):
        upload.make_portrait(drawn())
    for _place in range(upload.AT_ONCE):
        upload.FREE.release()
    assert upload.make_portrait(drawn()).digest


@pytest.mark.parametrize(
    "spoil",
    [
        lambda raw: raw + b"x",
        lambda raw: raw[:-2],
        lambda raw: raw.replace(b"VP8 ", b"VP8X"),
        lambda raw: raw.replace(b"RIFF", b"RIFX"),
        lambda raw: raw[:26] + b"\0\1\0\1" + raw[30:],
        lambda raw: raw + b"EXIF\4\0\0\0abcd",
        lambda raw: raw[:20],
    ],
)
def test_only_one_frame_of_the_right_size_is_ours(spoil):
    large = upload.make_portrait(halves()).large
    assert upload.is_own(large, LARGE) and not upload.is_own(large, SMALL)
    assert not upload.is_own(spoil(large), LARGE)


# The sheet.


def test_a_player_adds_replaces_and_removes_their_characters_portrait(table):
    ana = table.cast.ana
    assert send(table, ana, drawn()).url == table.url("sheet", ana)
    first = present(table.elowen)
    assert first in table.region(ana, "sheet_head")
    page = client_of(ana).get(table.url("portrait", ana))
    assert f"/pictures/{first}/512/" in page.text and "no-store" in page["Cache-Control"]
    send(table, ana, drawn(colour=BLUE))
    assert present(table.elowen) not in ("", first)
    client_of(ana).post(table.url("remove-portrait", ana))
    assert present(table.elowen) == "" and "<img" not in table.region(ana, "sheet_head")


def test_it_is_on_the_sheet_that_is_printed(table):
    send(table, table.cast.ana, drawn())
    page = client_of(table.cast.ana).get(table.url("print-sheet", table.cast.ana)).text
    assert f"/pictures/{present(table.elowen)}/512/" in page


def test_without_a_picture_the_first_letter_stands_there(table):
    assert ">É</span>" in table.region(table.cast.ana, "sheet_head")


@pytest.mark.parametrize(
    ("who", "status"), [("gm", 302), ("ana", 302), ("leo", 404), ("spectator", 404), ("screen", 404)]
)
@pytest.mark.parametrize("name", ["portrait", "remove-portrait"])
def test_only_who_may_edit_the_sheet_changes_its_portrait(table, who, status, name):
    seat = table.cast.seats[who]
    answer = client_of(seat).post(table.url(name, seat), {"file": SimpleUploadedFile("x.png", drawn())})
    assert answer.status_code == status and bool(present(table.elowen)) == (name == "portrait" and status == 302)


def test_each_step_is_undone_and_done_again_and_the_journal_folds_to_the_row(table):
    ana, states = table.cast.ana, [""]
    for colour in (RED, BLUE):
        send(table, ana, drawn(colour=colour))
        states.append(present(table.elowen))
    first, second = Event.objects.filter(kind="portrait").order_by("seq")
    undo.undo(seat=ana, sent=Sent.of("", "1"), command=second.command)
    assert present(table.elowen) == states[1] and look(ana, states[1]).status_code == 200
    undo.undo(seat=ana, sent=Sent.of("", "2"), command=first.command)
    assert present(table.elowen) == ""
    undo.redo(seat=ana, sent=Sent.of("", "3"), command=first.command)
    undo.redo(seat=ana, sent=Sent.of("", "4"), command=second.command)
    assert present(table.elowen) == states[2]
    character = Character.objects.get(pk=table.elowen.pk)
    assert fold(table.cast.campaign)[character.subject] == plain_of(character)


def test_a_repeated_upload_does_nothing_and_another_picture_under_its_key_is_refused(table, events):
    key = {"command": "unecleunique"}
    send(table, table.cast.ana, drawn(), **key)
    first, count = present(table.elowen), events()
    assert send(table, table.cast.ana, drawn(), **key).status_code == 302 and events() == count
    assert send(table, table.cast.ana, drawn(colour=BLUE), **key).status_code == 422
    assert present(table.elowen) == first


def test_the_journal_tells_a_portrait_only_to_editors_of_the_sheet(table):
    send(table, table.cast.ana, drawn())
    event = Event.objects.get(kind="portrait")
    assert event.audience == table.cast.ana.circle and "table" not in event.payload["told"]


def test_a_sheet_that_is_nobody_s_any_more_gets_no_portrait(table):
    services.remove_character(seat=table.cast.gm, sent=Sent.of("", "gone"), character=table.elowen)
    assert send(table, table.cast.ana, drawn()).status_code == 404 and not Picture.objects.exists()


def test_too_many_pictures_at_once_wait(table, monkeypatch):
    monkeypatch.setattr(rate_limits, "time", SimpleNamespace(time=lambda: 1000.0))  # none passes while they are sent
    codes = [send(table, table.cast.ana, b"x").status_code for _try in range(11)]
    assert codes == [422] * 10 + [429]


def test_a_busy_machine_does_not_call_a_picture_unreadable(monkeypatch):
    monkeypatch.setattr(upload, "LONGEST", 0.001)
    with pytest.raises(Refused, match="try again in a moment"):
        upload.make_portrait(drawn())


@pytest.mark.parametrize("most", ["MOST_OF_A_SEAT", "MOST_PICTURES"])
def test_a_player_brings_so_many_pictures_and_no_more(table, monkeypatch, events, most):
    monkeypatch.setattr(store, most, 1)
    send(table, table.cast.ana, drawn())
    client_of(table.cast.ana).post(table.url("remove-portrait", table.cast.ana))
    count = events()
    assert send(table, table.cast.ana, drawn(colour=BLUE)).status_code == 422 and events() == count
    assert send(table, table.cast.ana, drawn()).status_code == 302, "the same one again takes no room"
    assert events() == count + 1


def test_picture_quotas_of_players_and_game_masters_are_separate(table, monkeypatch):
    monkeypatch.setattr(store, "MOST_PICTURES", 1)
    gm, foe = table.cast.gm, table.pirate

    def portray(colour):
        sheets.portray(
            seat=gm, sent=Sent.of("", colour), character=foe, portrait=upload.make_portrait(drawn(colour=colour))
        )

    portray("white")
    assert send(table, table.cast.ana, drawn(colour=BLUE)).status_code == 302
    with pytest.raises(Refused):
        portray("black")
    portray("white")


def test_a_picture_that_is_there_unseen_takes_as_much_room_as_any_other(table, monkeypatch):
    hidden = upload.make_portrait(drawn(colour=BLUE))
    sheets.portray(seat=table.cast.gm, sent=Sent.of("", "hidden"), character=table.pirate, portrait=hidden)
    monkeypatch.setattr(store, "MOST_OF_A_SEAT", 1)
    send(table, table.cast.ana, drawn())
    assert send(table, table.cast.ana, drawn(colour=BLUE)).status_code == 422


def test_a_name_that_is_markup_stays_a_name(table):
    hostile = "<script>alert('x')</script>\"'&"
    table.do("edit", table.cast.ana, path="name", value=hostile)
    send(table, table.cast.ana, drawn())
    page = client_of(table.cast.ana).get(table.url("portrait", table.cast.ana))
    for text in (table.region(table.cast.ana, "sheet_head"), page.text):
        assert "<script>alert" not in text and "&lt;script&gt;alert" in text


# Viewers.


def test_the_whole_table_and_nobody_else_sees_a_heros_portrait(table, cast):
    send(table, cast.ana, drawn())
    digest = present(table.elowen)
    found = {name: look(seat, digest).status_code for name, seat in cast.seats.items()}
    assert found == dict.fromkeys(found, 200)
    assert look(None, digest).status_code == 404
    Seat.objects.filter(pk=cast.leo.pk).update(left_at="2026-01-01T00:00Z")
    assert look(cast.leo, digest).status_code == 404


def test_only_game_masters_see_the_portrait_of_an_opponent_out_of_sight(table, cast):
    send(table, cast.gm, drawn(), of=table.pirate)
    digest = present(table.pirate)
    assert {name: look(seat, digest).status_code for name, seat in cast.seats.items()} == {
        "gm": 200,
        "ana": 404,
        "leo": 404,
        "spectator": 404,
        "screen": 404,
    }
    assert digest not in table.everything_for(cast.ana)


def test_another_table_opens_nothing_here(table, cast):
    other = gather("chroniques")
    send(table, cast.ana, drawn())
    assert look(other.gm, present(table.elowen)).status_code == 404


def test_a_face_that_is_no_longer_worn_is_no_longer_sent(table, cast):
    send(table, cast.ana, drawn())
    before = present(table.elowen)
    send(table, cast.ana, drawn(colour=BLUE))
    assert look(cast.leo, before).status_code == 404 and look(cast.leo, present(table.elowen)).status_code == 200


@pytest.mark.parametrize(("side", "status"), [(96, 200), (512, 200), (97, 404), (0, 404), (10**12, 404)])
def test_there_are_two_sizes(table, cast, side, status):
    send(table, cast.ana, drawn())
    assert look(cast.leo, present(table.elowen), side).status_code == status


@pytest.mark.parametrize("digest", ["a" * 64, "A" * 64, "é", "x" * 200, "0" * 63, "%00"])
def test_a_name_of_nothing_is_nothing(table, cast, digest):
    assert client_of(cast.ana).get(f"/pictures/{digest}/96/").status_code == 404


def test_a_picture_is_sent_with_its_type_and_cached_by_the_browser_alone(table, cast):
    send(table, cast.ana, drawn())
    answer = look(cast.leo, present(table.elowen), SMALL)
    assert answer["Content-Type"] == "image/webp" and answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Cache-Control"] == "private, max-age=31536000, immutable"
    assert answer["Cross-Origin-Resource-Policy"] == "same-origin"
    assert answer.content == bytes(Picture.objects.get().small)


# Files, and leaving.


def test_a_character_s_file_carries_its_portrait_out_in_and_out_again(table, cast):
    send(table, cast.ana, drawn())
    first = client_of(cast.ana).get(table.url("export-character", cast.ana)).content
    assert base64.b64decode(json.loads(first)["portrait"]) == bytes(Picture.objects.get().large)
    services.remove_character(seat=cast.gm, sent=Sent.of("", "gone"), character=table.elowen)
    Picture.objects.all().delete()
    given = {"file": SimpleUploadedFile("x.json", first)}
    assert client_of(cast.ana).post(reverse("read-character", args=[cast.ana.token]), given).status_code == 302
    made = Character.objects.latest("pk")
    assert import_export.to_text(made, gm=False).encode() == first and look(cast.leo, made.portrait).status_code == 200


@pytest.mark.parametrize(
    ("portrait", "said"),
    [
        ("pas du base 64", "Cette image est illisible"),
        ("é" + base64.b64encode(drawn()).decode(), "Cette image est illisible"),
        (base64.b64encode(drawn()).decode()[:-1], "Cette image est illisible"),
        (base64.b64encode(b"<svg/>").decode(), "Cette image est illisible"),
        (base64.b64encode(drawn(size=(9, 9))).decode(), "trop petite"),
        ("A" * 600_001, "portrait"),
        (7, "portrait"),
    ],
)
def test_a_file_with_another_portrait_makes_nobody(table, cast, portrait, said):
    whole = {"format": import_export.FORMAT, "version": 1, "game": "polaris", "kind": "pc", "data": {"name": "Lue"}}
    given = {"file": SimpleUploadedFile("x.json", json.dumps({**whole, "portrait": portrait}).encode())}
    answer = client_of(cast.ana).post(reverse("read-character", args=[cast.ana.token]), given)
    assert answer.status_code == 422 and said in answer.text
    assert not Picture.objects.exists() and not Character.objects.filter(name="Lue").exists()


def leave(seat, characters):
    deletion.leave_for_good([Farewell(Seat.objects.select_related("campaign").get(pk=seat.pk), characters)])


def test_a_removed_character_s_faces_are_gone_for_good_with_it(table, cast):
    for colour in (RED, BLUE):
        send(table, cast.ana, drawn(colour=colour))
    leave(cast.ana, deletion.REMOVE)
    assert not Picture.objects.exists() and "portrait" not in str(list(Event.objects.values_list("changes", flat=True)))


def test_a_face_that_somebody_else_wears_stays(table, cast):
    for seat, of in ((cast.ana, table.elowen), (cast.leo, table.tibor)):
        send(table, seat, drawn(), of=of)
    leave(cast.ana, deletion.REMOVE)
    assert look(cast.leo, present(table.tibor)).status_code == 200


def test_a_character_that_is_handed_over_keeps_its_face(table, cast):
    send(table, cast.ana, drawn())
    leave(cast.ana, deletion.KEEP)
    assert look(cast.leo, present(table.elowen)).status_code == 200


def test_the_personal_data_hold_the_portrait(table, cast):
    send(table, cast.ana, drawn())
    found = client_of(cast.ana).get(reverse("own-data", args=[cast.ana.token])).json()
    assert found["seats"][0]["characters"][0]["portrait"]
