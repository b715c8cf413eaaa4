"""Forged archives and backups: each is refused quickly with a sentence, and no row is written.

Most of them carry a right checksum: whoever knows the format can make one.
"""

import gzip
import io
import json
import stat
import tracemalloc
import warnings
import zipfile
from contextlib import contextmanager
from functools import cache
from random import Random

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import CommandError

from campaigns import archive, backup, unpacking
from campaigns.journal.journal import Sent
from campaigns.models import Campaign, Event, Seat
from rules.core.paths import get
from rules.core.scene import Change
from sheets import services as sheets
from sheets.models import Character
from sheets.portraits.store import MOST_PICTURES
from tests.cast import gather
from tests.encounters.conftest import join

pytestmark = pytest.mark.django_db
CUT = "only a part of one"
NOTE = "Un\u2028deux\u2029trois \\u0000"  # other ends of lines than JSON's, and no null but its name


@pytest.fixture
def raw():
    """The archive of a deleted table, and another table that stays."""
    found = of_a_table_that_is_gone()
    gather("chroniques")
    return found


@cache
def of_a_table_that_is_gone():
    cast = gather()
    character = join(cast, "Élowen", "pc", cast.ana, "mercenary")
    edited = {"seat": cast.ana, "character": character, "path": "archetype"}
    sheets.edit(**edited, sent=Sent.of("", "a"), value=NOTE)
    found = archive.write(cast.campaign)
    Event.objects.update(undoes=None)
    for model in (Character, Event):
        model.objects.all().delete()
    cast.campaign.commands.all().delete()
    cast.campaign.delete()
    return found


def everything():
    """Every row of the database."""
    return {model._meta.label: list(model.objects.order_by("pk").values()) for model in apps.get_models()}


def lines_of(raw):
    return [json.loads(line) for line in gzip.decompress(raw).decode().split("\n")[:-1]]


def packed(rows, *, mended=True):
    """An archive of these rows, with the checksum that its lines have."""
    texts = [archive.format_line(row) for row in rows]
    if mended and "end" in rows[-1]:
        end = {**rows[-1]["end"], "sha256": archive.checksum(texts[:-1])}
        texts[-1] = archive.format_line({"end": end})
    return gzip.compress("".join(texts).encode())


def changed(kind, **values):
    """An archive with other values in its first row of a kind."""

    def made(raw):
        rows = lines_of(raw)
        next(row[kind] for row in rows if kind in row).update(values)
        return packed(rows)

    return made


def without(kind, key):
    def made(raw):
        rows = lines_of(raw)
        next(row[kind] for row in rows if kind in row).pop(key)
        return packed(rows)

    return made


def renamed(raw):
    """The rows of an archive in which a line says something else."""
    return [json.loads(archive.format_line(row).replace("Élowen", "Élodie")) for row in lines_of(raw)]


def twice(kind):
    def made(raw):
        rows = lines_of(raw)
        place = next(at for at, row in enumerate(rows) if kind in row)
        return packed([*rows[:place], rows[place], *rows[place:]])

    return made


def with_line(text):
    """An archive with one more line, behind the head."""

    def made(raw):
        whole = gzip.decompress(raw).decode().split("\n")[:-1]
        texts = [f"{line}\n" for line in [whole[0], text, *whole[1:]]]
        end = json.loads(texts[-1])
        end["end"]["sha256"] = archive.checksum(texts[:-1])
        return gzip.compress("".join([*texts[:-1], archive.format_line(end)]).encode())

    return made


def with_change(*change):
    """An archive in which the first event writes something else as well."""

    def made(raw):
        rows = lines_of(raw)
        next(row["event"] for row in rows if "event" in row)["changes"].append(list(change))
        return packed(rows)

    return made


def of_nobody(raw):
    """A table in which nobody leads: everything is as its state says, but for that."""
    rows = [json.loads(archive.format_line(row).replace('"gm"', '"player"')) for row in lines_of(raw)]
    rows[-1]["end"]["state"] = archive.state_hash(state_of(rows))
    return packed(rows)


def of_no_role(raw):
    rows = [json.loads(archive.format_line(row).replace('"spectator"', '"emperor"')) for row in lines_of(raw)]
    rows[-1]["end"]["state"] = archive.state_hash(state_of(rows))
    return packed(rows)


def state_of(rows):
    state = {}
    for row in rows:
        for change in row.get("event", {}).get("changes", ()):
            state[change[0]] = Change(*change).on(state.get(change[0], {}))
    return state


def of_subject(kind, path, value, *before):
    """An archive whose newest subject of a kind says so, with the state that comes of it."""

    def made(raw):
        rows = lines_of(raw)
        newest = next(row["event"] for row in reversed(rows) if "event" in row)
        subject = next((name for name in state_of(rows) if name.startswith(f"{kind}:")), f"{kind}:abc")
        newest["changes"] += [[subject, *change] for change in before]
        newest["changes"].append([subject, path, get(state_of(rows)[subject], path), value])
        rows[-1]["end"]["state"] = archive.state_hash(state_of(rows))
        return packed(rows)

    return made


FIGHT = ("meta", None, {"name": "Quai 7", "kind": "fight", "status": "running"})
BOMB = gzip.compress(b"\0" * 64_000_000)
HOSTILE = {
    "nothing": (lambda raw: b"", CUT),
    "no gzip": (lambda raw: b"hello", CUT),
    "a zip": (lambda raw: zipped({"campaigns/a.jsonl.gz": raw}), CUT),
    "cut": (lambda raw: raw[:-40], CUT),
    "cut before its checksum": (lambda raw: raw[:-6], CUT),
    "with something behind it": (lambda raw: raw + b"more", CUT),
    "two in one": (lambda raw: raw + raw, CUT),
    "packed twice": (gzip.compress, CUT),
    "a bomb": (lambda raw: BOMB, "unfolds too far"),
    "a bomb of lines": (lambda raw: gzip.compress(b"{}\n" * 2_000_000), CUT),
    "a bomb in a bomb": (lambda raw: gzip.compress(BOMB), CUT),
    "a bomb behind a head": (
        lambda raw: gzip.compress(gzip.decompress(raw).split(b"\n")[0] + b"\n" + b" " * 64_000_000),
        "unfolds too far",
    ),
    "changed, and not mended": (lambda raw: packed(renamed(raw), mended=False), "its checksum is wrong"),
    "of another state": (changed("end", state="0" * 64), "does not come to the state"),
    "no end": (lambda raw: packed(lines_of(raw)[:-1]), CUT),
    "two ends": (lambda raw: packed([*lines_of(raw), lines_of(raw)[-1]]), CUT),
    "two heads": (twice("head"), CUT),
    "no head": (lambda raw: packed(lines_of(raw)[1:]), CUT),
    "a line that is a list": (with_line("[]"), CUT),
    "a line of two kinds": (with_line('{"seat":{"token":"x"},"event":{}}'), CUT),
    "a line of another kind": (with_line('{"passwords":{}}'), "of no known kind"),
    "a key twice": (with_line('{"seat":{"token":"x","token":"y"}}'), "appears twice at the same place"),
    "deep": (with_line('{"seat":' + '{"a":' * 100_000 + "1" + "}" * 100_001), "nested too deeply"),
    "rather deep": (with_line('{"seat":' + '{"a":' * 50 + "1" + "}" * 51), "nested too deeply"),
    "a huge number": (with_line('{"seat":{"token":' + "9" * 5000 + "}}"), "a number that is too long"),
    "a fraction without end": (with_line('{"seat":{"token":1e999}}'), "a number that is too long"),
    "not a number": (with_line('{"seat":{"token":NaN}}'), "is not a number"),
    "half a sign": (with_line('{"seat":{"token":"\\ud800"}}'), "written in UTF-8"),
    "another format": (changed("head", format="cake"), "This is a cake of version 1"),
    "a format that is none": (changed("head", format=["tablee-campaign"]), "not a tablee-campaign of 1"),
    "another version": (changed("head", version=2), "of version 2"),
    "a version that is text": (changed("head", version="1"), "version is not what it should be"),
    "an unknown game": (changed("head", game="chess"), "'chess' is not known here"),
    "a game that is a list": (changed("head", game=["polaris"]), "is not known here"),
    "a number beyond the database": (changed("head", seq=2**70), "seq is not what it should be"),
    "a number that is true": (changed("event", seq=True), "seq is not what it should be"),
    "a path for a token": (changed("head", token="../../etc/passwd"), "token is not what it should be"),
    "a column too many": (changed("seat", user="admin"), "user is not what it should be"),
    "a column too few": (without("event", "by"), "by is not what it should be"),
    "a date that is none": (changed("event", at="yesterday"), "no table comes of it"),
    "a date of no hour": (changed("event", at="2026-13-45T99:00:00+00:00"), "no table comes of it"),
    "a date of a year that is none": (changed("event", at="10000-01-01T00:00:00+00:00"), "no table comes of it"),
    "a date of nowhere": (changed("event", at="2026-01-01T00:00:00"), "no table comes of it"),
    "a null in a name": (of_subject("character", "name", "a\0b"), "a null character"),
    "a date that is a number": (changed("event", at=7), "at is not what it should be"),
    "changes that are text": (changed("event", changes="all"), "changes is not what it should be"),
    "a change of two": (changed("event", changes=[["campaign", "name"]]), "changes.0 is not what it should be"),
    "a payload that is a list": (changed("event", payload=[]), "payload is not what it should be"),
    "a seat twice": (twice("seat"), "The same seat stands twice"),
    "a command twice": (twice("command"), "The same command stands twice"),
    "an event twice": (twice("event"), "The same event stands twice"),
    "a command of nobody": (changed("command", seat="nobody"), "is nobody's"),
    "a command backwards": (changed("command", first_seq=9, last_seq=1), "out of its order"),
    "an event of no command": (changed("event", command="none"), "hangs on something that is not in it"),
    "an event by nobody": (changed("event", by="nobody"), "hangs on something that is not in it"),
    "an undo of nothing": (changed("event", undoes="none"), "hangs on something that is not in it"),
    "an event out of order": (changed("event", seq=4), "out of its order"),
    "a subject that is none": (with_change("dragon:abc", "name", None, "x"), "changes what no table has"),
    "a subject without a name": (with_change("seat:", "name", None, "x"), "changes what no table has"),
    "another table": (with_change("campaign:other", "name", None, "x"), "changes what no table has"),
    "a path that is a number": (with_change("seat:abc", 7, None, "x"), "changes what no table has"),
    "a value that was never there": (with_change("seat:abc", "name", "before", "x"), "no table comes of it"),
    "a seat below plain text": (with_change("seat:abc", "name.first.last", None, "x"), "does not come to the state"),
    "a seat that left no day": (with_change("seat:abc", "left_at", None, [1]), "no table comes of it"),
    "a name that is a number": (with_change("encounter:abc", "meta", None, {"name": 7}), "does not come to the state"),
    "a fight of unknown fields": (with_change("encounter:abc", "meta", None, {"pk": 1}), "no table comes of it"),
    "a fight of another table": (with_change("encounter:abc", "meta", None, {"campaign": 1}), "no table comes of it"),
    "a character of no kind": (of_subject("character", "meta.kind", "dragon"), "is no sheet"),
    "a list for the skills": (of_subject("character", "skills", [1, 2]), "is no sheet"),
    "text for a skill": (of_subject("character", "skills.climbing", "well"), "is no sheet"),
    "a fight of no kind": (of_subject("encounter", "meta.kind", "dance", FIGHT), "is none of a table"),
    "a fight of no state": (of_subject("encounter", "meta.status", "odd", FIGHT), "is none of a table"),
    "a fighter who is nobody": (of_subject("encounter", "fighters.abc", "me", FIGHT), "is none of a table"),
    "nobody who leads": (of_nobody, "Nobody leads"),
    "a role that is none": (of_no_role, "has no place at a table"),
    "dice that are no row": (with_line('{"dice_stream":{"token":"x"}}'), "A stream of dice"),
    "dice without a seed": (
        with_line(
            '{"dice_stream":{"token":"x","secret":false,"seed":"zz","count":0,"opened_at":"","published_at":null}}'
        ),
        "A stream of dice",
    ),
    "a picture that is none": (
        with_line('{"picture":{"digest":"x","large":"PHN2Zy8+","small":"PHN2Zy8+"}}'),
        "is not the one it is called",
    ),
    "a picture that is a number": (with_line('{"picture":{"digest":1,"large":2,"small":3}}'), "cannot be read"),
    "more pictures than players and a game master may bring": (
        with_line("\n".join(['{"picture":{}}'] * (2 * MOST_PICTURES + 1))),
        "more pictures",
    ),
}


@contextmanager
def little_memory():
    """No more is held at once than three lines of an archive may have."""
    tracemalloc.start()
    try:
        yield
    finally:
        _now, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < 3 * unpacking.MOST_LINE


@pytest.mark.parametrize("why", HOSTILE)
def test_a_hostile_archive_is_refused_in_a_sentence_and_changes_nothing(raw, tmp_path, why):
    make, said = HOSTILE[why]
    file, before = tmp_path / "table.gz", everything()
    file.write_bytes(make(raw))
    with pytest.raises(CommandError) as refused, little_memory():
        call_command("adopt", str(file))
    assert said in str(refused.value) and len(str(refused.value)) < 300
    assert everything() == before


def test_a_table_that_is_here_already_is_not_made_twice(raw, tmp_path):
    file = tmp_path / "table.gz"
    file.write_bytes(raw)
    call_command("adopt", str(file))
    before = everything()
    with pytest.raises(CommandError, match="is here already"):
        call_command("adopt", str(file))
    assert everything() == before


def test_the_same_archive_unspoilt_is_taken_in(raw, tmp_path):
    """So the others are refused for what was spoilt in them; and a note may hold any kind of line ending."""
    file = tmp_path / "table.gz"
    file.write_bytes(packed(lines_of(raw)))
    call_command("adopt", str(file))
    assert Character.objects.get().data["archetype"] == NOTE


def test_a_bomb_is_never_unfolded():
    """Sixty-four megabytes in a file of sixty-four thousand bytes: a line's worth of them is in memory, no more."""
    with pytest.raises(unpacking.Unfit), little_memory():
        archive.read(BOMB)


def too_long():
    """One line that packs badly."""
    return Random(1).randbytes(unpacking.MOST_LINE + 1).replace(b"\n", b" ")


@pytest.mark.parametrize(
    ("make", "bounds"),
    [
        (too_long, {}),
        (lambda: b"{}\n" * 600_000, {}),
        (lambda: b"{}\n" * 11, {"MOST_LINES": 10}),
        (lambda: b"{}\n" * 600_000, {"MOST_RATIO": 10**9, "MOST_BYTES": 1_000_000}),
    ],
    ids=["a line", "a ratio", "lines", "bytes"],
)
def test_each_limit_of_an_unpacked_file_holds_without_the_others(make, bounds, monkeypatch):
    for name, bound in bounds.items():
        monkeypatch.setattr(unpacking, name, bound)
    with pytest.raises(unpacking.Unfit, match="unfolds too far"):
        list(unpacking.unpack_lines(gzip.compress(make(), 1)))


def test_a_file_without_end_is_read_to_its_bound(monkeypatch):
    monkeypatch.setattr(unpacking, "MOST_BYTES", 1_000_000)
    tracemalloc.start()
    with pytest.raises(CommandError, match="too large"):
        call_command("adopt", "/dev/zero")
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 3 * unpacking.MOST_BYTES


def test_an_upload_that_is_no_file_is_refused_with_a_sentence(tmp_path):
    with pytest.raises(CommandError):
        call_command("adopt", str(tmp_path))


def test_a_table_that_was_played_at_stays_far_inside_the_bounds(raw):
    text = gzip.decompress(raw)
    assert len(text) < unpacking.MOST_RATIO / 10 * len(raw)
    assert max(map(len, text.splitlines())) < unpacking.MOST_LINE / 100


def zipped(entries, compression=zipfile.ZIP_STORED):
    """A zip with these entries: names, or how they are described, and bytes."""
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w", compression) as file:
        for name, content in entries.items() if isinstance(entries, dict) else entries:
            file.writestr(name, content)
    return into.getvalue()


NO_ACCOUNTS = ("accounts.json", b"[]")
ACCOUNT = {"username": "Odile", "password": "!", "active": True, "joined": "2026-01-01T00:00:00+00:00", "seats": []}
KEY = {"token": "k", "name": "Mac", "person": "p", "handle": "h", "count": 7, "key": "AA==", "made": ACCOUNT["joined"]}


def named(raw):
    """The name that a backup gives this archive."""
    return f"campaigns/{lines_of(raw)[0]['head']['token']}.jsonl.gz"


def beside(name, content=b"x"):
    """A backup with one entry more."""
    return lambda raw: zipped([(named(raw), raw), NO_ACCOUNTS, (name, content)])


def with_accounts(*rows):
    return lambda raw: zipped([(named(raw), raw), ("accounts.json", json.dumps(rows))])


def with_text(text):
    return lambda raw: zipped([(named(raw), raw), ("accounts.json", text)])


def with_key(**values):
    return with_accounts({**ACCOUNT, "passkeys": [{**KEY, **values}]})


def link(raw):
    entry = zipfile.ZipInfo("campaigns/aaaa.jsonl.gz")
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    return zipped([(named(raw), raw), NO_ACCOUNTS, (entry, b"/etc/passwd")])


def flagged(raw):
    """A backup whose entries say that they are encrypted."""
    found = bytearray(zipped([(named(raw), raw), NO_ACCOUNTS]))
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = found.find(mark)
        while at >= 0:
            found[at + place] |= 1
            at = found.find(mark, at + 1)
    return bytes(found)


def lying(raw):
    """A backup whose accounts say that they are smaller than they are."""
    found = zipped([NO_ACCOUNTS, (named(raw), raw)])
    return found.replace(b"[]", b"[[", 1)


def overlapping(raw):
    """A backup whose second name leads to the bytes of the first."""
    found = bytearray(zipped([NO_ACCOUNTS, (named(raw), raw)]))
    second = found.rfind(b"PK\x01\x02")
    found[second + 42 : second + 46] = bytes(4)  # where its bytes begin
    return bytes(found)


def packed_as(method):
    """A backup whose entries say that they are packed in another way."""

    def made(raw):
        found = bytearray(zipped([(named(raw), raw), NO_ACCOUNTS]))
        for mark, place in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
            at = found.find(mark)
            while at >= 0:
                found[at + place : at + place + 2] = method.to_bytes(2, "little")
                at = found.find(mark, at + 1)
        return bytes(found)

    return made


def said_twice(raw):
    """A backup with another table under the name of the first."""
    with warnings.catch_warnings(action="ignore", category=UserWarning):
        return zipped([(named(raw), raw), NO_ACCOUNTS, (named(raw), raw)])


BACKUPS = {
    "nothing": (lambda raw: b"", "cannot be read"),
    "an archive": (lambda raw: raw, "cannot be read"),
    "cut": (lambda raw: zipped([(named(raw), raw), NO_ACCOUNTS])[:-30], "cannot be read"),
    "an empty zip": (lambda raw: zipped([]), "it has no accounts.json"),
    "no accounts": (lambda raw: zipped([(named(raw), raw)]), "it has no accounts.json"),
    "a way out": (beside("../../etc/cron.d/x"), "is nothing that one holds"),
    "a way to the root": (beside("/etc/passwd"), "is nothing that one holds"),
    "a way of another system": (beside("campaigns/..\\..\\x.jsonl.gz"), "is nothing that one holds"),
    "a folder": (beside("campaigns/"), "is nothing that one holds"),
    "a name with an end of line": (beside("accounts.json\n"), "is nothing that one holds"),
    "a link": (link, "is nothing that one holds"),
    "encrypted": (flagged, "is encrypted"),
    "damaged": (lying, "cannot be read"),
    "overlapping": (overlapping, "cannot be read"),
    "packed by nobody": (packed_as(99), "is packed as nothing is"),
    "packed otherwise than it says": (packed_as(zipfile.ZIP_DEFLATED), "cannot be read"),
    "packed in bzip2 as it says": (packed_as(zipfile.ZIP_BZIP2), "is packed as nothing is"),
    "packed in LZMA as it says": (packed_as(zipfile.ZIP_LZMA), "is packed as nothing is"),
    "a name twice": (said_twice, "twice"),
    "a zip in a zip": (beside("campaigns/aaaa.jsonl.gz", zipped([NO_ACCOUNTS])), CUT),
    "a bomb": (beside("campaigns/aaaa.jsonl.gz", BOMB), "unfolds too far"),
    "a table by another name": (beside("campaigns/aaaa.jsonl.gz"), CUT),
    "accounts that are text": (with_text("hello"), "The accounts"),
    "accounts that are an object": (with_text("{}"), "The accounts"),
    "deep accounts": (with_text("[" * 100_000), "The accounts"),
    "accounts that are no number": (with_text('[{"username": NaN}]'), "The accounts"),
    "accounts of half a sign": (with_accounts({**ACCOUNT, "username": "\ud800"}), "The accounts"),
    "accounts in another writing": (with_text("[]".encode("utf-16")), "The accounts"),
    "an account with a key twice": (with_text('[{"username": "a", "username": "b"}]'), "The accounts"),
    "an account of a year that is none": (with_accounts({**ACCOUNT, "joined": "10000-01-01T00:00:00"}), "The accounts"),
    "an account of an hour of nowhere": (with_accounts({**ACCOUNT, "joined": "2026-01-01T00:00:00"}), "The accounts"),
    "an account of a long name": (with_accounts({**ACCOUNT, "username": "a" * 100_000}), "The accounts"),
    "an account with a null in it": (with_accounts({**ACCOUNT, "username": "a\0b"}), "The accounts"),
    "an account twice": (with_accounts(ACCOUNT, ACCOUNT), "The accounts"),
    "an account of numbers": (with_accounts({**ACCOUNT, "username": 7}), "The accounts"),
    "an admin": (with_accounts({**ACCOUNT, "is_superuser": True}), "The accounts"),
    "an account of no day": (with_accounts({**ACCOUNT, "joined": "soon"}), "The accounts"),
    "an account in no seat": (with_accounts({**ACCOUNT, "seats": ["nobody"]}), "a seat that is not there"),
    "a passkey that is none": (with_key(key="é"), "The accounts"),
    "a passkey of no day": (with_key(made="soon"), "The accounts"),
    "a passkey of another": (with_key(user_id=1), "The accounts"),
    "a passkey without bounds": (with_key(count=2**80), "The accounts"),
}


@pytest.fixture
def empty(raw):
    """A new site, as a backup wants it."""
    Event.objects.all().delete()
    Campaign.objects.get().commands.all().delete()
    Campaign.objects.all().delete()
    return raw


@pytest.mark.parametrize("why", BACKUPS)
def test_a_hostile_backup_is_refused_in_a_sentence_and_changes_nothing(empty, tmp_path, why):
    make, said = BACKUPS[why]
    file, before = tmp_path / "site.zip", everything()
    file.write_bytes(make(empty))
    with pytest.raises(CommandError) as refused, little_memory():
        call_command("restore", str(file))
    assert said in str(refused.value) and len(str(refused.value)) < 400
    assert everything() == before


def test_a_table_under_anothers_name_is_refused(empty, tmp_path):
    file = tmp_path / "site.zip"
    file.write_bytes(zipped([("campaigns/aaaa.jsonl.gz", empty), NO_ACCOUNTS]))
    with pytest.raises(CommandError, match="another table than its name says"):
        call_command("restore", str(file))


def test_more_tables_than_are_read_are_refused(empty, tmp_path, monkeypatch):
    monkeypatch.setattr(backup, "MOST_ENTRIES", 1)
    file = tmp_path / "site.zip"
    file.write_bytes(zipped([(named(empty), empty), NO_ACCOUNTS]))
    with pytest.raises(CommandError, match="more tables in this backup"):
        call_command("restore", str(file))


def test_accounts_that_unfold_are_read_to_their_bound(empty, tmp_path, monkeypatch):
    monkeypatch.setattr(backup, "MOST_ACCOUNTS", 1_000_000)
    file = tmp_path / "site.zip"
    file.write_bytes(zipped([(named(empty), empty), ("accounts.json", b" " * 2_000_000)], zipfile.ZIP_DEFLATED))
    with pytest.raises(CommandError, match="too large"):
        call_command("restore", str(file))


def test_the_same_backup_unspoilt_is_restored(empty, tmp_path):
    file = tmp_path / "site.zip"
    seat = next(row["seat"]["token"] for row in lines_of(empty) if "seat" in row)
    row = {**ACCOUNT, "seats": [seat], "passkeys": [KEY]}
    file.write_bytes(zipped([(named(empty), empty), ("accounts.json", json.dumps([row]))], zipfile.ZIP_DEFLATED))
    call_command("restore", str(file))
    odile = get_user_model().objects.get()
    assert Seat.objects.get(token=seat).user == odile and odile.passkeys.get().count == 7
