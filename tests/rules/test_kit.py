"""The laws for games from outside find the faults they are for."""

from dataclasses import replace
from pathlib import Path

import pytest

from rules.core.check import Level, Outcome
from rules.core.dice import Dice
from rules.core.script import roll
from rules.core.text import Text
from rules.testing import laws
from rules.written.reader import read

PACK = read((Path(__file__).resolve().parents[2] / "examples/lanterns.toml").read_bytes())


def test_odds_that_are_not_those_of_the_throws_are_found():
    def first_die(check, settings):
        faces = yield from roll("die", check.actor, Dice(2, 6), check.what, check=check, reads="sum")
        level = Level.SUCCESS if faces[0] > 5 else Level.FAILURE
        return Outcome(check, faces, level, 0, check.what, check.what)

    game = replace(PACK.game, tests=replace(PACK.game.tests, resolve=first_die))
    check = next(laws.checks(PACK))
    with pytest.raises(laws.Broken, match="odds"):
        laws.priced(game, check)


def test_somebody_hidden_on_the_board_is_found():
    rounds = replace(
        PACK.game.rounds, headline=lambda scene: replace(PACK.game.rounds.headline(scene), round=Text("npc2"))
    )
    game = replace(PACK.game, rounds=rounds)
    with pytest.raises(laws.Broken, match="hidden"):
        laws.held(game, laws.fight(PACK, lambda rows: next(iter(rows))), lambda rows: next(iter(rows)), 5)


def test_whatever_a_law_stumbles_over_is_a_sentence():
    assert str(laws.broken(lambda: 1 // 0)) == "ZeroDivisionError: integer division or modulo by zero"
    assert laws.broken(lambda: None) is None
