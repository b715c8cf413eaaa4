"""Mythras Fondamentaux: one folder that reads in the order of the rulebook."""

from rules.mythras.game import Mythras

SYSTEM = Mythras()
