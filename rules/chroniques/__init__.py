"""Chroniques Oubliées, in the wording of the Galactiques: one folder that reads in the order of the rulebook."""

from rules.chroniques.game import Chroniques

SYSTEM = Chroniques()
