"""Arpenteurs: one folder that reads in the order of the rulebook."""

from rules.arpenteurs.game import Arpenteurs

SYSTEM = Arpenteurs()
