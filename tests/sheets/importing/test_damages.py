"""Every format, damaged in every way: sentences or valid sheets, nothing fetched, and no markup on the page."""

import json
import re
import socket

import pytest
from django.urls import reverse

from rules import registry
from rules.character.sheet import problems
from rules.core.errors import BadSheet
from sheets.importing import formats
from sheets.models import Character
from tests.cast import client_of, gather
from tests.rules.importing import samples

OWN = {"format": "tablee-character", "version": 1, "game": "polaris", "kind": "npc", "data": {"name": "Iole"}}
HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(1)><a href='javascript:alert(1)'>x</a>"
WORD = re.compile(r"[A-Za-z0-9_@{}+.-]{0,30}")  # such as the name of a field or of a system
ELSEWHERE = "https://evil.example/face.png"


def text_of(source):
    return source.text or json.dumps(source.value, ensure_ascii=False)


FILES = {importer.key: (system.key, text_of(samples.SOURCES[importer.key]))
         for system in registry.systems() for importer in system.importers}  # fmt: skip
FILES["tablee"] = ("polaris", json.dumps(OWN))


def each_text(text, change):
    """A file with each of its texts changed, or a text with each of its lines."""
    if text[0] not in "[{":
        return "\n".join(change(line) for line in text.splitlines())

    def changed(value):
        if isinstance(value, dict):
            return {key: changed(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [changed(inner) for inner in value]
        return change(value) if isinstance(value, str) and not WORD.fullmatch(value) else value

    return json.dumps(changed(json.loads(text)), ensure_ascii=False)


def each_object(text, change):
    """A file with each of its objects changed; a text as it is."""
    if text[0] not in "[{":
        return text
    return json.dumps(json.loads(text, object_hook=change), ensure_ascii=False)


def wrapped(text, times):
    return "[" * times + text + "]" * times if text[0] in "[{" else "  " * times + text


def unnamed(row):
    return {key: value for key, value in row.items() if key != "name"}


DAMAGES = {
    **{f"cut off at {part}/8": lambda text, part=part: text[: len(text) * part // 8].encode() for part in range(8)},
    "cut off in a letter": lambda text: f"{text[:-2]}é".encode()[:-1],
    "nested": lambda text: wrapped(text, 25).encode(),
    "nested without end": lambda text: wrapped(text, 100_000).encode(),
    "huge": lambda text: (text + " " * formats.MOST_BYTES).encode(),
    "nearly as large as may be": lambda text: (text + " " * (formats.MOST_BYTES - len(text.encode()))).encode(),
    "one text huge": lambda text: each_text(text, lambda word: word[:1] * 5_000)[:900_000].encode(),
    "many": lambda text: (f"[{text},{text}]" if text[0] == "{" else f"{text}\n" * 70).encode(),
    "UTF-16": lambda text: text.encode("utf-16"),
    "Latin-1": lambda text: f"{text} é".encode("latin-1", "replace"),
    "with a byte order mark": lambda text: text.encode("utf-8-sig"),
    "with lines of Windows": lambda text: text.replace("\n", "\r\n").encode(),
    "with NUL": lambda text: text.encode().replace(b"e", b"\x00"),
    "with NUL in texts": lambda text: each_text(text, lambda word: f"{word}\x00\x07").encode(),
    "half a pair": lambda text: text.replace('"name": "', '"name": "\\ud800').encode(),
    "unknown keys": lambda text: each_object(text, lambda row: {**row, "futur": {"x": [1]}, "": "?"}).encode(),
    "without names": lambda text: each_object(text, unnamed).encode(),
    "a key twice": lambda text: re.sub(r'"name":', '"name": "twice", "name":', text).encode(),
    "no numbers": lambda text: re.sub(r": -?\d+", ": NaN", text).encode(),
    "endless numbers": lambda text: re.sub(r"\d+", "9" * 5_000, text)[:900_000].encode(),
    "real numbers": lambda text: re.sub(r": (-?\d+)", r": \1e99", text).encode(),
    "numbers as texts": lambda text: re.sub(r": (-?\d+)(?=[,}\]])", r': "\1"', text).encode(),
    "nothing but nothing": lambda text: re.sub(r": (-?\d+|\"[^\"]*\")(?=[,}\]])", ": null", text).encode(),
    "hostile markup": lambda text: each_text(text, lambda word: f"{word}{HOSTILE}").encode(),
    "hostile names of keys": lambda text: each_object(text, lambda row: {**row, HOSTILE: HOSTILE}).encode(),
    "addresses of pictures": lambda text: each_object(
        text, lambda row: {**row, "img": ELSEWHERE, "avatar": ELSEWHERE, "portrait": ELSEWHERE}
    ).encode(),
}  # fmt: skip


@pytest.fixture
def offline(monkeypatch):
    """Nobody outside is asked for anything."""

    def asked(*_args, **_more):
        raise AssertionError("something was fetched")

    monkeypatch.setattr(socket, "getaddrinfo", asked)
    monkeypatch.setattr(socket, "create_connection", asked)


@pytest.mark.django_db
@pytest.mark.parametrize("name", FILES)
def test_every_sample_is_read_by_its_own_format(name):
    game, text = FILES[name]
    importer, sheets = formats.read(gather(game).gm, text.encode())
    assert importer.key == name and sheets


@pytest.mark.slow("every format, damaged in every way")
@pytest.mark.django_db
@pytest.mark.parametrize("name", FILES)
def test_a_damaged_file_makes_sentences_or_valid_sheets(name, offline):
    game, text = FILES[name]
    seat, system = gather(game).gm, registry.system(game)
    refused, read = set(), set()
    for damage, spoil in DAMAGES.items():
        try:
            _importer, sheets = formats.read(seat, spoil(text))
        except BadSheet as error:
            assert error.problems and all(map(str, error.problems)), damage
            refused.add(damage)
            continue
        read.add(damage)
        for sheet in sheets:
            assert problems(system.schema, sheet.data) == (), damage
            assert all(map(str, sheet.remarks)), damage
            assert ELSEWHERE not in sheet.portrait, damage
            system.derive(sheet.data, {})
    assert refused >= {"huge", "UTF-16", "Latin-1", "cut off at 0/8", "cut off in a letter"}
    assert read >= {"with a byte order mark", "with lines of Windows", "nearly as large as may be"}
    assert (text[0] not in "[{") or refused >= {"nested", "nested without end", "no numbers", "cut off at 7/8"}
    assert name == "tablee" or read >= {"unknown keys", "hostile markup", "addresses of pictures"}


@pytest.mark.django_db
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("damage", ["hostile markup", "hostile names of keys", "addresses of pictures"])
def test_nothing_of_a_hostile_file_is_markup_on_the_page(name, damage, offline):
    game, text = FILES[name]
    seat = gather(game).gm
    sent = {"text": DAMAGES[damage](text).decode(), "do": "preview"}
    page = client_of(seat).post(reverse("read-character", args=[seat.token]), sent).text
    assert "<script>alert" not in page and "<img src=x" not in page and "href='javascript:" not in page
    assert not re.search(rf"""(?:src|href)=["']?{ELSEWHERE}""", page)
    assert not Character.objects.filter(campaign=seat.campaign).exists()
