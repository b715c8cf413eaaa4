"""Polaris, third edition: one folder that reads in the order of the rulebook."""

from rules.polaris.game import Polaris

SYSTEM = Polaris()
