"""A table as a file, a site as a backup: everything comes back equal, and nothing that is not whole is taken in."""

import gzip
import json
import stat

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from campaigns import archive, backup
from campaigns.journal import journal, undo
from campaigns.journal.journal import Sent
from campaigns.models import Campaign, Command, Event, Passkey, Seat
from campaigns.unpacking import Unfit
from encounters.models import DiceStream, Encounter
from sheets import services as sheets
from sheets.models import Character, Picture
from sheets.portraits import upload
from tests.cast import client_of, gather
from tests.encounters.conftest import Table, join
from tests.faces import drawn

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(settings):
    """A table where something happened: a sheet edited, an edit undone, dice thrown, a seat gone, a fight."""
    settings.TABLEE_DICE = ""
    cast = gather()
    table = Table(
        cast, join(cast, "Élowen", "pc", cast.ana, "mercenary"), None, join(cast, "Zorvax", "npc", None, "pirate")
    )
    given = {"seat": cast.ana, "character": table.elowen}
    step = sheets.step(**given, sent=Sent.of("", "a"), path="luck.current", by=-1)
    undo.undo(seat=cast.ana, sent=Sent.of("", "u"), command=step.command)
    sheets.edit(**given, sent=Sent.of("", "b"), path="archetype", value="Pilote « d’élite » 🜂")
    for colour in ("red", "blue"):  # the one of before is needed by an undo
        sheets.portray(**given, sent=Sent.of("", colour), portrait=upload.make_portrait(drawn(colour=colour)))
    table.roll(cast.ana, table.elowen)
    call_fight(cast, table)
    return cast


def call_fight(cast, table):
    from encounters.prepare import services

    token = services.prepare(seat=cast.gm, sent=Sent.of("", "fight"), name="La soute").value
    who = [table.elowen.token, table.pirate.token]
    services.enrol(seat=cast.gm, sent=Sent.of("", "enrol"), encounter=token, characters=who)
    services.turn_to(seat=cast.gm, sent=Sent.of("", "go"), encounter=token, status="running")


def forget(campaign):
    """The database of another site: nothing of this table is there."""
    for model in (Encounter, Character, DiceStream):
        model.objects.filter(campaign=campaign).delete()
    Event.objects.filter(campaign=campaign).update(undoes=None)
    Event.objects.filter(campaign=campaign).delete()
    Command.objects.filter(campaign=campaign).delete()
    Seat.objects.filter(campaign=campaign).delete()
    campaign.delete()


def rows(campaign):
    """Everything of a table but the numbers that a database gives its rows."""
    every = {
        Campaign: "token name game settings seq",
        Seat: "token role name language dice moved left_at",
        Character: "token name kind owner__token portrait data",
        Encounter: "token name kind status state",
        Command: "token seat__token key body_hash first_seq last_seq",
        Event: "token seq command__token kind by__token for_fighter audience changes payload undoes__token created",
        DiceStream: "token secret count opened_at published_at",
    }
    own = {Campaign: {"pk": campaign.pk}}
    found = {
        model: list(
            model.objects.filter(**own.get(model, {"campaign": campaign})).order_by("token").values(*names.split())
        )
        for model, names in every.items()
    }
    seeds = {one.token: one.seed_bytes for one in DiceStream.objects.filter(campaign=campaign)}
    faces = [(one.digest, bytes(one.large), bytes(one.small)) for one in Picture.objects.filter(campaign=campaign)]
    return found | {"seeds": seeds, "pictures": sorted(faces)}


def test_a_table_comes_back_equal_in_every_row(played):
    before, raw = rows(played.campaign), archive.write(played.campaign, admin=True)
    forget(played.campaign)
    again = archive.restore(archive.read(raw))
    assert rows(again) == before
    assert journal.fold(again)
    assert archive.write(again, admin=True) == raw


def test_a_seat_reserved_for_a_join_request_is_no_fault(played):
    waiting = Seat.objects.create(campaign=played.campaign)
    raw = archive.write(played.campaign)
    forget(played.campaign)
    assert archive.restore(archive.read(raw)).seats.get(token=waiting.token).role == ""


def test_one_goes_on_playing_where_one_was(played):
    raw = archive.write(played.campaign)
    forget(played.campaign)
    again = archive.restore(archive.read(raw))
    ana = again.seats.get(token=played.ana.token)
    character = Character.objects.get(campaign=again, owner=ana)
    done = sheets.step(seat=ana, character=character, sent=Sent.of("", "more"), path="luck.current", by=-1)
    assert done.command.first_seq == played_seq(raw) + 1
    undo.undo(seat=ana, sent=Sent.of("", "back"), command=done.command)


def played_seq(raw):
    return archive.read(raw).head["seq"]


def test_an_archive_downloaded_by_a_game_master_holds_no_unpublished_seed(played):
    (seat,) = played.campaign.seats.filter(role="gm")
    response = client_of(seat).get(f"/t/{seat.token}/archive/")
    assert response["Content-Disposition"] == 'attachment; filename="equinoxe.tablee.gz"'
    text = gzip.decompress(response.content).decode()
    assert "Zorvax" in text
    for stream in DiceStream.objects.all():
        assert stream.seed_bytes.hex() not in text


def test_a_table_that_is_here_is_not_taken_in_again(played):
    with pytest.raises(Unfit, match="is here already"):
        archive.restore(archive.read(archive.write(played.campaign)))


def spoilt(raw, change):
    lines = gzip.decompress(raw).decode().splitlines(keepends=True)
    change(lines)
    return gzip.compress("".join(lines).encode())


def mend(lines):
    """The checksum of who changed a line and knows the format."""
    end = json.loads(lines[-1])
    end["end"]["sha256"] = archive.checksum(lines[:-1])
    lines[-1] = archive.format_line(end)


def of_another(lines, old, new):
    lines[0] = lines[0].replace(old, new)
    mend(lines)


def rename_an_archetype(lines):
    place = next(at for at, line in enumerate(lines) if "Pilote" in line)
    lines[place] = lines[place].replace("Pilote", "Amiral")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda lines: lines.pop(), "no archive of a campaign, or only a part"),
        (lambda lines: lines.pop(3), "its checksum is wrong"),
        (rename_an_archetype, "its checksum is wrong"),
        (lambda lines: lines.__setitem__(0, lines[0].replace('"version":1', '"version":2')), "of version 2"),
        (
            lambda lines: lines.__setitem__(0, lines[0].replace("polaris", "chess")) or mend(lines),
            "'chess' is not known",
        ),
    ],
)
def test_a_file_that_is_not_whole_is_refused(played, change, said):
    raw = archive.write(played.campaign)
    with pytest.raises(Unfit, match=said):
        archive.read(spoilt(raw, change))


@pytest.mark.parametrize("text", [None, b"", b"[]\n", b"\xff", b"{}\n"])
def test_a_file_that_is_no_archive_is_refused_as_none(text):
    raw = b"hello" if text is None else gzip.compress(text)
    with pytest.raises(Unfit, match="no archive"):
        archive.read(raw)


def pictures_in(lines):
    return [place for place, line in enumerate(lines) if line.startswith('{"picture"')]


def swap_the_pictures(lines):
    one, other = pictures_in(lines)
    rows = [json.loads(lines[place])["picture"] for place in (one, other)]
    for place, row, digest in ((one, rows[0], rows[1]["digest"]), (other, rows[1], rows[0]["digest"])):
        lines[place] = archive.format_line({"picture": {**row, "digest": digest}})


def one_picture(spoil):
    """A change of the first picture alone, by what it does to its row."""

    def change(lines):
        row = json.loads(lines[pictures_in(lines)[0]])["picture"]
        spoil(row)
        lines[pictures_in(lines)[0]] = archive.format_line({"picture": row})

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (swap_the_pictures, "not the one it is called"),
        (one_picture(lambda row: row.update(small=row["large"])), "not the one it is called"),
        (one_picture(lambda row: row.update(large="<svg/>")), "cannot be read"),
        (one_picture(lambda row: row.update(large="é" + row["large"])), "cannot be read"),
        (one_picture(lambda row: row.update(small=7)), "cannot be read"),
        (one_picture(lambda row: row.pop("small")), "cannot be read"),
        (one_picture(lambda row: row.pop("digest")), "cannot be read"),
        (lambda lines: [lines.pop(place) for place in reversed(pictures_in(lines))], "is missing"),
    ],
)
def test_an_archive_with_other_pictures_is_not_taken_in(played, change, said):
    raw = archive.write(played.campaign)
    forget(played.campaign)
    with pytest.raises(Unfit, match=said):
        archive.restore(archive.read(spoilt(raw, lambda lines: (change(lines), mend(lines)))))
    assert not Campaign.objects.exists() and not Picture.objects.exists()


def test_a_journal_that_comes_to_another_state_leaves_nothing(played):
    raw = archive.write(played.campaign)
    forget(played.campaign)
    with pytest.raises(Unfit, match="does not come to the state"):
        archive.restore(archive.read(spoilt(raw, lambda lines: (rename_an_archetype(lines), mend(lines)))))
    assert not Campaign.objects.exists() and not Event.objects.exists()


def test_a_site_is_backed_up_and_restored_with_its_accounts(played, tmp_path, capsys):
    user = get_user_model().objects.create_user("Odile", password="une-longue-phrase-42")
    Seat.objects.filter(pk=played.gm.pk).update(user=user)
    known = {"name": "Mac", "person": "p" * 16, "handle": "h" * 22, "key": b"\x00\xff key", "count": 7}
    Passkey.objects.create(user=user, **known)
    other = gather("chroniques")
    before = [rows(played.campaign), rows(other.campaign)]
    file = tmp_path / "site.zip"
    call_command("backup", str(file))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert not list(tmp_path.glob("*.part"))
    with pytest.raises(CommandError, match="not empty"):
        call_command("restore", str(file))
    forget(played.campaign)
    forget(other.campaign)
    user.delete()
    call_command("restore", str(file))
    found = [Campaign.objects.get(token=one[Campaign][0]["token"]) for one in before]
    assert [rows(one) for one in found] == before
    back = get_user_model().objects.get(username="Odile")
    assert back.check_password("une-longue-phrase-42")
    assert Seat.objects.get(token=played.gm.token).user == back
    key = back.passkeys.get()
    assert {**known, "key": bytes(key.key)} == {name: getattr(key, name) for name in known} | {"key": known["key"]}
    assert capsys.readouterr().out.endswith(" 2.\n")


def test_a_backup_cut_short_restores_nothing(played, tmp_path):
    file = tmp_path / "site.zip"
    backup.write(file)
    forget(played.campaign)
    file.write_bytes(file.read_bytes()[:-200])
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("restore", str(file))
    assert not Campaign.objects.exists()


def test_a_table_is_adopted_with_a_link_to_its_game_master(played, tmp_path, capsys):
    file = tmp_path / "table.gz"
    file.write_bytes(archive.write(played.campaign))
    token = played.gm.token
    forget(played.campaign)
    call_command("adopt", str(file))
    link = capsys.readouterr().out.split()[-1]
    client = client_of()
    client.post(link.partition("testserver")[2])
    assert client.get(f"/t/{token}/").status_code == 302
    with pytest.raises(CommandError, match="is here already"):
        call_command("adopt", str(file))


@pytest.mark.parametrize(
    "command", [("adopt", "table.gz"), ("restore", "site.zip"), ("backup", "site.zip"), ("administrator", "Odile")]
)
def test_a_command_of_the_data_says_to_migrate_them_first(db, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    recorder = MigrationRecorder(connection)
    recorder.record_unapplied(*max(row for row in recorder.applied_migrations() if row[0] == "sheets"))
    with pytest.raises(CommandError, match="manage.py migrate"):
        call_command(*command)
