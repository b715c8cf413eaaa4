"""Chroniques Oubliées, in the wording of the Galactiques: one folder that reads in the order of the rulebook."""

from rules.games.chroniques.game import Chroniques

GAME = Chroniques()
