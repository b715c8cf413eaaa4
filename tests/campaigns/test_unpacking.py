"""The bounds on the unpacked size of an archive: two hundred times its own size, or a megabyte."""

import gzip

import pytest

from campaigns import unpacking
from campaigns.unpacking import Unfit

MEGABYTE = 1024 * 1024


def packed(size, every):
    """So many letters, of which each ``every``-th is another: the rarer they are, the smaller they pack."""
    line = "".join(chr(97 + (number * number // every) % 26) for number in range(1000))
    return gzip.compress("".join(f"{line}{number}\n" for number in range(size // 1000)).encode())


def unpacked(raw):
    return sum(map(len, unpacking.unpack_lines(raw)))


LINE = b"a" * 63 + b"\n"


@pytest.mark.parametrize("lines", [1, 100, MEGABYTE // 64])
def test_a_megabyte_unpacks_however_small_it_was(lines):
    assert unpacked(gzip.compress(LINE * lines)) == 64 * lines


def test_more_unpacks_if_it_was_large_enough():
    raw = packed(3 * MEGABYTE, 7)
    assert 3 * MEGABYTE // 200 < len(raw) < MEGABYTE and unpacked(raw) > 3 * MEGABYTE


def test_an_archive_that_unpacks_to_more_is_refused():
    with pytest.raises(Unfit):
        unpacked(gzip.compress(LINE * (MEGABYTE // 64 + 1)))


TOKEN, DIGEST = "abcdefgh23456777", "0" * 64
ROWS = {
    "head": {"format": "tablee-campaign", "version": 1, "token": TOKEN, "game": "polaris", "seq": 7},
    "seat": {"token": TOKEN},
    "command": {
        **{"token": TOKEN, "seat": TOKEN, "key": "key", "sha256": DIGEST, "first_seq": 1, "last_seq": 2},
        "edition": "reeds 1.0",
    },
    "event": {
        **{"seq": 1, "token": TOKEN, "command": TOKEN, "encounter": "", "kind": "edit", "by": None, "for": ""},
        **{"audience": "gm", "changes": [["seat:x", "name", None, "Ana"]], "payload": {}, "undoes": None, "at": "now"},
    },
    "end": {"sha256": DIGEST, "state": DIGEST},
}
LETTERS = {
    **{f"{kind} token": 32 for kind in ("head", "seat", "command", "event")},
    **{"command seat": 32, "event command": 32, "event by": 32, "event undoes": 32, "event encounter": 32},
    **{"head game": 40, "event for": 40, "event audience": 40, "event at": 40},
    **{"head edition": 60, "command edition": 60, "event kind": 60, "command key": 64},
}
NUMBERS = ["head seq", "command first_seq", "command last_seq", "event seq"]
WRONG = [
    *((field, "a" * (most + 1)) for field, most in LETTERS.items()),
    *((field, value) for field in NUMBERS for value in (-1, 2**53 + 1, "1", 1.0, None)),
    *((field, "") for field in LETTERS if field.endswith(("token", "seat", "command", "by", "undoes"))),
    *((field, DIGEST + "0") for field in ("command sha256", "end sha256", "end state")),
    *((field, "g" * 64) for field in ("command sha256", "end sha256", "end state")),
    *(("event changes", [row]) for row in (["seat:x", "name", None], ["seat:x", "name", None, "Ana", "Léo"])),
    *(("head version", version) for version in (0, 2, "1")),
    *(("head format", "tablee"), ("end sha256", ""), ("event payload", []), ("event kind", None)),
]


def check(field, value):
    kind, _space, name = field.partition(" ")
    unpacking.check_row(kind, {**ROWS[kind], name: value}, 7)


@pytest.mark.parametrize("kind", ROWS)
def test_a_row_has_its_fields_and_no_others(kind):
    unpacking.check_row(kind, ROWS[kind], 7)
    with pytest.raises(Unfit, match="Line 7 .*: more"):
        check(f"{kind} more", 1)
    for name in ROWS[kind].keys() - {"edition"}:
        with pytest.raises(Unfit, match=f"Line 7 .*: {name}"):
            unpacking.check_row(kind, {key: value for key, value in ROWS[kind].items() if key != name}, 7)


def test_a_field_holds_so_many_letters_or_such_a_number():
    for field, most in LETTERS.items():
        check(field, "a" * most)
    for field in NUMBERS:
        check(field, 0)
        check(field, 2**53)
    check("command sha256", "")


@pytest.mark.parametrize(("field", "value"), WRONG)
def test_a_field_holds_no_more_and_nothing_else(field, value):
    with pytest.raises(Unfit, match=f"Line 7 .*: {field.partition(' ')[2]}"):
        check(field, value)
