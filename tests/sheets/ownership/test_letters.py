"""Copies with letters, and how their names are read."""

import pytest

from campaigns.journal.journal import Sent
from sheets import rows
from sheets.models import Character
from sheets.ownership import letters, services


@pytest.mark.parametrize(
    ("taken", "count", "names"),
    [
        ((), 1, ["Orc"]),
        ((), 2, ["Orc A", "Orc B"]),
        (("Ana",), 1, ["Orc"]),
        (("Orc",), 1, ["Orc B"]),
        (("Orc",), 2, ["Orc B", "Orc C"]),
        (("Orc A",), 1, ["Orc B"]),
        (("Orc A", "Orc C"), 2, ["Orc B", "Orc D"]),
    ],
)
def test_one_alone_has_no_letter_and_more_have_the_next_that_are_free(taken, count, names):
    assert letters.next_names("Orc", taken, count) == names


def test_after_z_a_letter_is_two():
    names = letters.next_names("Orc", (), 28)
    assert (names[0], names[25], names[26], names[27]) == ("Orc A", "Orc Z", "Orc AA", "Orc AB")


@pytest.mark.parametrize(
    ("name", "base", "read"),
    [
        ("Orc", "Orc", "Orc"),
        ("Orc B", "Orc", "Orc"),
        ("Orc AB", "Orc", "Orc"),
        ("Orc B", "Brute", "Orc"),
        ("Orc big", "Brute", "Orc big"),
        ("Orc", "Brute", "Orc"),
        ("B", "Brute", "B"),
        ("Louis XIV", "Brute", "Louis XIV"),
    ],
)
def test_a_name_is_read_without_its_letter(name, base, read):
    assert letters.without_letter(name, base) == read


def test_heroes_who_keep_the_name_of_a_ready_made_one_get_letters(cast):
    row = rows.sample_rows(cast.gm.campaign, Character.Kind.PC)[0]
    sample, name = row["key"], row["name"]

    def make(seat, name):
        sent = Sent.of("", f"{seat.token}-{name}")
        token = services.make_character(seat=seat, sent=sent, sample=sample, name=name).value
        return Character.objects.get(token=token)

    made = [make(cast.ana, ""), make(cast.leo, ""), make(cast.gm, "Kaël")]
    assert [row.name for row in made] == [name, f"{name} B", "Kaël"]
