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
