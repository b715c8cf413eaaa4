"""`manage.py checkgame`: in sentences, what a game from outside lacks."""

from dataclasses import replace
from functools import cache
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from rules import packs, registry
from rules.core.text import Text
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


def test_without_an_opponent_it_does_not_play(checked, settings):
    settings.LANGUAGE_CODE = "en"
    heroes = {key: row for key, row in PACK.samples.items() if row["kind"] == "pc"}
    with pytest.raises(CommandError, match="does not play yet"):
        checked(replace(PACK, samples=heroes))


def test_a_game_left_out_is_told_with_its_reason(checked):
    with pytest.raises(CommandError, match="it broke"):
        checked(None, (packs.LeftOut("lanterns", Text("it broke")),))
