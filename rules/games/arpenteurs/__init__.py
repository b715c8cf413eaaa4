"""Arpenteurs: one folder that reads in the order of the rulebook."""

from rules.games.arpenteurs.game import Arpenteurs

GAME = Arpenteurs()
