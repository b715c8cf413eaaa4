"""A game's own word for a round, wherever the site counts rounds."""

import pytest
from django.utils import translation

from campaigns.web.language import say
from encounters.log.round_words import words_of
from rules.registry import GAMES, system

FRENCH = {"chroniques": "rounds", "mythras": "rounds"}


@pytest.mark.parametrize("game", GAMES)
def test_rounds_are_counted_in_the_word_of_the_game(game):
    rules, word = system(game), FRENCH.get(game, "tours")
    with translation.override("fr"):
        assert (words_of(rules).unit, words_of(rules).counted(2)) == (word.capitalize(), f"2 {word}")
        assert say(rules.rounds.count(2)) == f"2 {word}"
        assert say(rules.rounds.count(1)) == f"1 {word.removesuffix('s')}"
