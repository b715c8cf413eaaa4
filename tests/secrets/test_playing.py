"""Responses to players' own acts: the same with some secrets, with others, and with none."""

import os

import pytest

from encounters.dice import source
from rules import registry
from tests.secrets.evening import Dice, Secret, masked
from tests.secrets.playing import POSTED, ROWS, Playing
from tests.secrets.test_twins import differing

GAMES = [key for key in registry.GAMES if registry.samples(key)]
SOAK = os.environ.get("TABLEE_SOAK") == "1"
EVENINGS = int(os.environ.get("TABLEE_SOAK_TIMES", "40")) if SOAK else 1
STEPS = 60 if SOAK else 6
NOTHING = Secret(names=(), sample=-1, note="", rolls=0, seed=0)
ONE = Secret(names=("Zorvaxname",), sample=-1, note="Zorvaxnotiz", rolls=0, seed=1, faces=("blue",))
# Called as players call what they make: a name that is taken unseen is free to them.
OTHER = Secret(names=("Vierge", "Mia"), sample=0, note="Corde", rolls=1, seed=2, faces=("green", "red"))
CANARY = "Zorvax"


def worlds(number):
    """The secrets of the worlds that a case compares: of those with secrets the short form has one, by turns."""
    return (NOTHING, ONE, OTHER) if SOAK else (NOTHING, (ONE, OTHER)[number % 2])


def test_every_address_that_takes_a_post_at_a_table_is_posted_to():
    assert set(ROWS) == set(POSTED)


def stream(evening):
    return masked(evening.stream_of_all)


def played(game, secret, seed, rows, monkeypatch):
    monkeypatch.setattr(source, "throw", Dice(secret.seed).throw)
    evening = Playing(game, secret, seed, rows)
    evening.evening(STEPS)
    return evening


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_a_players_answers_depend_on_nothing_hidden(game, monkeypatch):
    for seed in range(EVENINGS):
        rows = sorted(ROWS) if SOAK else sorted(ROWS)[GAMES.index(game) :: len(GAMES)]
        quiet, *secret = (played(game, one, seed, rows, monkeypatch) for one in (NOTHING, ONE, OTHER))
        known = stream(quiet)
        for evening in secret:
            for one, other in zip(known, stream(evening), strict=False):
                assert one == other, f"evening {seed}: {differing(one, other)}"
            assert len(known) == len(evening.stream_of_all), f"evening {seed}"
            assert not [one[:200] for one in evening.stream_of_all if CANARY in one]
