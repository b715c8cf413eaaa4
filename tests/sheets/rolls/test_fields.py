"""A scale of degrees on the page of a test: those near the usual one at hand, the rest folded."""

import re

import pytest
from django.urls import reverse

from rules.registry import system
from tests.cast import client_of

(SCALE,) = (field for field in system("polaris").test_fields({}) if field.key == "difficulty")
KEYS = [choice.key for choice in SCALE.choices]


def degrees(table, **said):
    """The degrees at hand, those that are folded, the marked ones, and if the fold is open."""
    seat = table.cast.ana
    address = reverse("check", args=[seat.token, table.elowen.token, "rifles"])
    page = client_of(seat).get(address, said).text
    (drawn,) = re.findall(r'<fieldset class="degrees-set">(.*?)</fieldset>', page, re.DOTALL)
    hand, fold, folded = re.split(r"(<details[^>]*>)", drawn)
    found = [re.findall(r'<input type="radio" name="difficulty" value="(\w+)"', part) for part in (hand, folded)]
    return *found, re.findall(r'value="(\w+)" checked', drawn), " open" in fold


@pytest.mark.parametrize("key", KEYS)
def test_every_degree_is_drawn_once_and_a_folded_one_shows_if_chosen(table, key):
    near, far, marked, is_open = degrees(table, difficulty=key)
    assert sorted(near + far) == sorted(KEYS) and marked == [key]
    assert is_open == (key in far)


def test_the_usual_degree_stands_in_the_middle_of_five(table):
    near, _far, marked, _open = degrees(table)
    usual = KEYS.index(SCALE.default)
    assert near == KEYS[usual - 2 : usual + 3] and marked == [SCALE.default]
