"""Polaris, third edition: one folder that reads in the order of the rulebook."""

from rules.games.polaris.game import Polaris

GAME = Polaris()
