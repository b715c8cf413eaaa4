"""The chances of a test before its roll, from the form, even if the thrower may not know them all."""

import pytest

from rules.odds import retry as retry_odds
from rules.registry import GAMES, samples, system
from sheets.rolls.odds import find_chances

SAID = [
    (game, field)
    for game in GAMES
    for field in system(game).test_fields({})
    if (field.key, field.kind) == ("difficulty", "number")
]


@pytest.mark.parametrize(("game", "field"), SAID)
@pytest.mark.parametrize("number", [0, 7, 13, 22, 40])
def test_the_difficulty_that_is_said_is_in_the_chances(game, field, number):
    rules, data = system(game), next(row["data"] for row in samples(game).values() if row["kind"] == "pc")
    for check in rules.checks(data, {}):
        said = {"check": check.key, **{one.key: one.blank for one in rules.test_fields({})}, "difficulty": number}
        found = find_chances(rules, data, {}, check.key, said)
        assert found.percent == round(100 * retry_odds.chance(rules, data, {}, said, {}))
