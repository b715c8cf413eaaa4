"""The kit for games from outside: its laws find what they are for, and `manage.py checkgame` says it."""

from dataclasses import replace
from functools import cache
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from rules import packs, registry
from rules.core.check import Level, Outcome
from rules.core.dice import Dice
from rules.core.script import roll
from rules.core.text import Text
from rules.testing import laws
from rules.written.reader import read

PACK = read((Path(__file__).resolve().parents[2] / "examples/lanterns.toml").read_bytes())


@pytest.fixture
def checked(monkeypatch):
    """Runs the command on a pack under the key of the example; what it prints."""

    def run(pack=PACK, left_out=()):
        rows = packs.Packs({"lanterns": pack} if pack else {}, left_out)
        monkeypatch.setattr(registry, "outside", cache(lambda: rows))
        registry.pack.cache_clear()
        out = StringIO()
        call_command("checkgame", "lanterns", fights=3, stdout=out)
        return out.getvalue()

    yield run
    registry.forget()


def test_the_example_is_proved(checked, settings):
    settings.LANGUAGE_CODE = "en"
    assert checked().splitlines()[-1] == "Level: proved"


def test_without_french_words_a_game_plays_and_is_not_explained(checked, settings):
    settings.LANGUAGE_CODE = "en"
    printed = checked(replace(PACK, words={}))
    assert "- Without French words: Lanterns of the Low Road" in printed
    assert printed.splitlines()[-1] == "Level: plays"


def test_without_an_opponent_it_does_not_play(checked):
    heroes = {key: row for key, row in PACK.samples.items() if row["kind"] == "pc"}
    with pytest.raises(CommandError):
        checked(replace(PACK, samples=heroes))


def test_a_game_left_out_is_told_with_its_reason(checked):
    with pytest.raises(CommandError, match="it broke"):
        checked(None, (packs.LeftOut("lanterns", Text("it broke")),))


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
