"""The line of facts beneath a row of a list: each thing that is filled in, in the words of its game."""

from dataclasses import replace

import pytest
from django.utils import translation

from campaigns import services
from campaigns.journal.journal import Sent
from campaigns.live.regions import View
from campaigns.web.language import say
from rules import registry
from rules.core.text import Text, plain
from sheets import rows
from sheets.models import Character
from sheets.sheet_view import Reading
from tests.cast import gather


def said_of(leaf):
    """Values of one thing in a row, each with the words that tell it."""
    label = say(leaf.label)
    if leaf.kind == "flag":
        yield True, label
    elif leaf.kind == "choice":
        yield from ((choice.key, say(choice.label)) for choice in leaf.choices)
    elif leaf.kind == "number":
        yield leaf.most, f"{label} {plain(leaf.most)}"
    elif leaf.kind == "text":
        yield "Zibeline", "Zibeline"


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("game", registry.GAMES)
def test_whatever_is_filled_in_of_a_row_is_told_and_nothing_else(game, language):
    campaign = gather(game).campaign
    reading = Reading(Character(campaign=campaign, name="Élowen", data=campaign.system.blank({})), campaign, gm=True)
    with translation.override(language):
        for path, field in reading.schema.walk():
            for leaf in field.row:
                assert rows.format_facts(reading, field, {leaf.key: leaf.blank}, "") == "", (path, leaf.key)
                for value, words in said_of(leaf):
                    told = rows.format_facts(reading, field, {leaf.key: value}, "")
                    silent = leaf.key == "name" or value == leaf.blank
                    assert told.casefold() == ("" if silent else words.casefold()), (path, leaf.key, value)
                    assert rows.format_facts(reading, field, {leaf.key: value}, told) == "", "its name once more"


def test_a_character_whose_player_was_removed_is_free_and_names_nobody(table):
    assert (
        rows.candidate_row(table.elowen)["owner"] == table.cast.ana.name
        and not rows.candidate_row(table.elowen)["free"]
    )
    services.remove_seat(seat=table.cast.gm, sent=Sent.of("", "removed"), leaving=table.cast.ana)
    left = Character.objects.select_related("campaign", "owner").get(pk=table.elowen.pk)
    assert (rows.candidate_row(left)["free"], rows.candidate_row(left)["owner"]) == (True, "")


@pytest.mark.parametrize(
    ("name", "group", "listed"),
    [
        ("Attack: sword", "Attack", "Sword"),
        ("Attack: sword", "Attacks in melee", "Sword"),
        ("Attack: sword", "Skills", "Attack: sword"),
        ("Attack: sword", None, "Attack: sword"),
        ("Aim", "Aim", "Aim"),
    ],
)
def test_a_test_does_not_repeat_the_heading_above_it(table, name, group, listed):
    reading = Reading(table.elowen, table.cast.campaign, gm=True)
    known = next(iter(reading.checks.values()))
    view = View(table.cast.campaign, "gm", table.cast.gm.token, "en")
    check = replace(known, what=Text(name), group=None if group is None else Text(group))
    with translation.override("en"):
        (row,) = rows.test_rows(view, reading, [check])
    assert (row["name"], row["listed"]) == (name, listed)


@pytest.mark.django_db
@pytest.mark.parametrize(("short", "label"), [(Text("NA"), "NA"), (None, "Natural ability")])
def test_a_number_beside_an_attribute_has_its_short_label_or_its_whole_one(short, label, monkeypatch):
    cast = gather("polaris")
    hero = Character(campaign=cast.campaign, name="Élowen", data=cast.campaign.system.blank({}))
    reading = Reading(hero, cast.campaign, gm=True)
    path, field, check = reading.attributes[0]
    [number] = [row for row in reading.beside(path) if row.key != check.key]
    number = replace(number, short=short, label=Text("Natural ability"))
    monkeypatch.setattr(Reading, "beside", lambda _reading, _path: [number])
    row = rows.attribute_row(View(cast.campaign, "gm", cast.gm.token, "en"), reading, path, field, check)
    assert row["note"] == f"{label} {rows.format_number(number)}"
