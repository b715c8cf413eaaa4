"""A character as a file: export and import match, and all problems are reported at once."""

import json
import re
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from campaigns.models import Command
from rules import registry
from rules.core.errors import BadSheet
from rules.core.paths import put
from sheets import import_export
from sheets.models import Character
from tests.cast import client_of, gather

ROOT = Path(__file__).resolve().parent.parent.parent
SAMPLES = [(game, key) for game in registry.GAMES for key in registry.samples(game)]
RIGHT = {"format": "tablee-character", "version": 1, "game": "polaris", "kind": "pc", "data": {"name": "Oriane"}}


def send(seat, text, name="personnage.json", **headers):
    raw = text if isinstance(text, bytes) else text.encode()
    given = {"file": SimpleUploadedFile(name, raw, "application/json")}
    return client_of(seat).post(f"/t/{seat.token}/characters/file/", given, headers=headers)


def fetch(seat, character):
    return client_of(seat).get(f"/t/{seat.token}/characters/{character.token}/file/")


@pytest.mark.parametrize(("game", "key"), SAMPLES)
def test_every_ready_made_sheet_goes_out_in_and_out_again_unchanged(db, game, key):
    cast = gather(game)
    client_of(cast.gm).post(f"/t/{cast.gm.token}/characters/", {"sample": key})
    first = fetch(cast.gm, Character.objects.get())
    assert first["Content-Type"] == "application/json; charset=utf-8" and "no-store" in first["Cache-Control"]
    assert send(cast.gm, first.content).status_code == 302
    one, other = Character.objects.order_by("pk")
    assert (one.data, one.kind, one.name) == (other.data, other.kind, other.name)
    assert fetch(cast.gm, other).content == first.content


def test_a_player_reads_a_file_into_a_character_of_their_own(cast):
    answer = send(cast.ana, json.dumps(RIGHT))
    made = Character.objects.get()
    assert answer.url == f"/t/{cast.ana.token}/characters/{made.token}/"
    assert (made.name, made.owner, made.kind) == ("Oriane", cast.ana, "pc")


def test_an_opponent_in_a_file_is_a_player_character_for_a_player(cast):
    for seat, kind in ((cast.ana, "pc"), (cast.gm, "npc")):
        send(seat, json.dumps({**RIGHT, "kind": "npc"}))
        assert Character.objects.latest("pk").kind == kind


def test_a_file_of_an_older_version_is_still_read(cast):
    text = (ROOT / "tests/sheets/fixtures/character-1.json").read_text()
    assert send(cast.ana, text).status_code == 302
    assert fetch(cast.ana, Character.objects.get()).content.decode() == text


def test_secrets_of_the_game_master_are_exported_to_them_alone(cast):
    secret = secret_field(cast.campaign.system.schema)
    data = put(RIGHT["data"], secret, "le sas est piégé")
    send(cast.gm, json.dumps({**RIGHT, "data": data}))
    character = Character.objects.get()
    Character.objects.update(owner=cast.ana)
    assert "piégé" in fetch(cast.gm, character).content.decode()
    assert "piégé" not in fetch(cast.ana, character).content.decode()
    refused = send(cast.ana, json.dumps({**RIGHT, "data": data}))
    assert refused.status_code == 422 and secret in refused.text and Character.objects.count() == 1


def secret_field(schema):
    return next(path for path, field in schema.walk() if field.gm_only and field.kind in ("note", "text"))


def test_dice_kept_for_an_undo_do_not_leave(cast):
    send(cast.ana, json.dumps(RIGHT))
    character = Character.objects.get()
    Character.objects.update(data={**character.data, "meta": {"spare": {"a": [1]}}})
    assert json.loads(fetch(cast.ana, character).content)["data"] == {"name": "Oriane"}


def test_every_problem_is_said_at_once(cast):
    data = {"attributes": {"FOR": 999, "CON": "beaucoup"}, "inconnu": 1, "luck": {"current": -3}}
    answer = send(cast.ana, json.dumps({**RIGHT, "data": data, "extra": 1, "kind": "dieu"}))
    said = re.findall(r"<li>(.*?)</li>", answer.text.split('class="problems"')[1].split("</ul>")[0])
    assert answer.status_code == 422 and len(said) == 7
    for named in ("extra", "kind", "attributes.FOR", "attributes.CON", "inconnu", "luck.current", "name"):
        assert any(named in one for one in said), named


def nested(depth):
    return '{"a":' * depth + "1" + "}" * depth


TEXT = json.dumps(RIGHT)
BAD = {
    "another game": json.dumps({**RIGHT, "game": "chroniques"}),
    "no game": json.dumps({**RIGHT, "game": "tarot"}),
    "a game that is no text": json.dumps({**RIGHT, "game": ["polaris"]}),
    "a newer version": json.dumps({**RIGHT, "version": 2}),
    "a version beyond all": TEXT.replace('"version": 1', '"version": ' + "9" * 5000),
    "a version that is true": json.dumps({**RIGHT, "version": True}),
    "a version that is a fraction": TEXT.replace('"version": 1', '"version": 1.0'),
    "a version that is text": json.dumps({**RIGHT, "version": "1"}),
    "an older version": json.dumps({**RIGHT, "version": 0}),
    "another format": json.dumps({"name": "x"}),
    "nothing": "",
    "a list": "[]",
    "null": "null",
    "a number": "1",
    "half a file": TEXT[:-9],
    "two files": TEXT + TEXT,
    "not a number": TEXT.replace('"Oriane"', '"Oriane", "money_sols": NaN'),
    "infinite": TEXT.replace('"Oriane"', '"Oriane", "money_sols": -Infinity'),
    "nearly infinite": TEXT.replace('"Oriane"', '"Oriane", "money_sols": 1e999'),
    "a million digits": TEXT.replace('"Oriane"', '"Oriane", "money_sols": ' + "9" * 900_000),
    "a fraction": TEXT.replace('"Oriane"', '"Oriane", "money_sols": 1.5'),
    "a key twice": TEXT.replace('"kind"', '"game": "chroniques", "kind"'),
    "a key twice inside": TEXT.replace('"name": "Oriane"', '"name": "Oriane", "name": "Ilse"'),
    "deep": nested(200_000),
    "rather deep": TEXT.replace('"Oriane"', '"Oriane", "x": ' + nested(500)),
    "a deep list": "[" * 400_000,
    "a lone surrogate": TEXT.replace("Oriane", "\\ud800"),
    "a lone surrogate as a key": TEXT.replace('"name"', '"\\ud800": 1, "name"'),
    "a nul": TEXT.replace("Oriane", "Or\\u0000iane"),
    "a turned name": TEXT.replace("Oriane", "\\u202eenairO"),
    "a name of 64 KB": TEXT.replace("Oriane", "é" * 65536),
    "a key of 64 KB": TEXT.replace('"name"', f'"{"k" * 65536}": 1, "name"'),
    "ten thousand rows": json.dumps({**RIGHT, "data": {"name": "x", "skills": {f"s{n}": {} for n in range(10_000)}}}),
    "ten thousand strays": json.dumps({**RIGHT, "data": {"name": "x", **{f"s{n}": 1 for n in range(10_000)}}}),
    "data that is a list": json.dumps({**RIGHT, "data": []}),
    "no name": json.dumps({**RIGHT, "data": {}}),
    "latin-1": '{"é": 1}'.encode("latin-1"),
    "utf-16": TEXT.encode("utf-16"),
    "zeros": b"\x00" * 1000,
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40,
    "a prototype": json.dumps({**RIGHT, "data": {"name": "x", "__proto__": {"a": 1}, "meta": {"owner": "gm"}}}),
}


@pytest.mark.parametrize("why", BAD)
def test_a_file_that_cannot_be_used_gets_sentences_and_changes_nothing(cast, why):
    commands = Command.objects.count()
    answer = send(cast.ana, BAD[why])
    assert answer.status_code == 422, answer.status_code
    said = answer.text.split('class="problems"')[1].split("</ul>")[0]
    assert len(re.findall(r"[^\W\d_]{2,}", said)) >= 3 and len(answer.content) < 200_000
    assert not Character.objects.exists() and Command.objects.count() == commands


def test_a_form_without_a_file_gets_a_sentence(cast):
    answer = client_of(cast.ana).post(f"/t/{cast.ana.token}/characters/file/", {})
    assert answer.status_code == 422 and 'class="problems"' in answer.text


@pytest.mark.parametrize(("size", "status"), [(1_900_000, 422), (3_000_000, 413)])
def test_a_large_file_gets_a_sentence(cast, size, status):
    answer = send(cast.ana, b" " * size + TEXT.encode())
    assert answer.status_code == status and re.search(r"<(p|li)\b", answer.text)
    assert not Character.objects.exists()


def test_no_other_address_accepts_a_body_as_large_as_a_file(cast):
    for path in ("characters/", "people/links/", "settings/"):
        large = {"file": SimpleUploadedFile("x.json", b" " * 300_000)}
        assert client_of(cast.gm).post(f"/t/{cast.gm.token}/{path}", large).status_code == 413


def test_a_byte_order_mark_does_no_harm(cast):
    assert send(cast.ana, TEXT.encode("utf-8-sig")).status_code == 302


def test_a_file_sent_twice_by_one_page_makes_one_character(cast):
    client = client_of(cast.ana)
    for _time in range(2):
        given = {"file": SimpleUploadedFile("x.json", TEXT.encode()), "command": "one-page-key"}
        assert client.post(f"/t/{cast.ana.token}/characters/file/", given).status_code == 302
    assert Character.objects.count() == 1


@pytest.mark.parametrize(("version", "shown"), [(999, "999"), (10**9 - 1, "999999999"), (10**9, "…"), (10**40, "…")])
def test_a_file_of_a_newer_version_is_refused_with_its_number(version, shown):
    text = json.dumps({**json.loads(TEXT), "version": version})
    with pytest.raises(BadSheet, match=f"version {shown}, here it is 1"):
        import_export.read(text.encode(), registry.system("polaris"), gm=False)


def test_the_documentation_holds_the_schema_of_the_code():
    text = (ROOT / "docs/character-format.md").read_text()
    shown = json.loads(re.search(r"```json schema\n(.*?)```", text, re.DOTALL)[1])
    assert shown == import_export.CharacterFile.model_json_schema()
    example = re.search(r"```json example\n(.*?)```", text, re.DOTALL)[1]
    assert import_export.read(example.encode(), registry.system("polaris"), gm=False).data["name"]
    assert all(f"`{kind}`" in text for kind in sorted({*kinds()}))


def kinds():
    for system in registry.systems():
        for _path, field in system.schema.walk():
            yield field.kind
            yield from (leaf.kind for leaf in field.row)
