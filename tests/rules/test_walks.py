"""The books walked statement by statement (``docs/games/*-walk.md``): what they count and name is there."""

import re
from collections import Counter
from pathlib import Path

import pytest

from rules.management.places import cited
from rules.registry import GAMES, catalogue, system

DOCS = Path(__file__).resolve().parents[2] / "docs/games"
ROW = re.compile(r"^\| (\d+) \| (.+?) \| (.+?) \| (right|house|open)(?:: (.+?))? \|$", re.MULTILINE)


def walk(game):
    return (DOCS / f"{game}-walk.md").read_text(encoding="utf-8")


def rows(game):
    """Each statement: its number, its words, its rule, how it stands, and what is said of it."""
    return ROW.findall(walk(game))


@pytest.mark.parametrize("game", GAMES)
def test_every_statement_is_numbered_and_counted(game):
    assert len(re.findall(r"^\| \d", walk(game), re.MULTILINE)) == len(rows(game))
    assert [int(row[0]) for row in rows(game)] == list(range(1, len(rows(game)) + 1))
    count = Counter(row[3] for row in rows(game))
    told = f"{len(rows(game))} statements: {count['right']} right, {count['house']} decided by the house"
    assert f"{told}, {count['open']} open, none wrong." in walk(game)


def test_the_books_are_counted_in_one_table():
    counted = re.findall(
        r"\]\(games/(\w+)-walk\.md\) \| ([\d |]+) \|$", (DOCS.parent / "games.md").read_text("utf-8"), re.M
    )
    told = {game: [int(number) for number in numbers.split(" | ")] for game, numbers in counted}
    stands = {game: Counter(row[3] for row in rows(game)) for game in GAMES}
    assert told == {
        game: [count.total(), *(count[key] for key in ("right", "house", "open"))] for game, count in stands.items()
    }


@pytest.mark.parametrize("game", GAMES)
def test_every_statement_names_rules_of_the_catalogue(game):
    known = {rule.id for rule in catalogue(game)}
    for number, _words, rule, stands, _more in rows(game):
        ids = set(cited(rule))
        assert (ids or stands == "open") and ids <= known, number


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_of_the_house_is_a_setting_with_both_readings(game):
    fields = dict(system(game).settings().walk())
    for number, _words, _rule, stands, more in rows(game):
        named = re.findall(r"`([a-z_0-9.]+)`", more) if stands == "house" else []
        assert named or stands != "house", number
        for path in named:
            field = fields[path]
            assert field.kind == "flag" or len(field.choices) > 1 or field.least != field.most, path
            assert field.label and field.rule, path


@pytest.mark.parametrize("game", GAMES)
def test_every_open_point_says_why(game):
    assert [row[0] for row in rows(game) if row[3] == "open" and not row[4]] == []
