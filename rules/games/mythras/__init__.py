"""Mythras Fondamentaux: one folder that reads in the order of the rulebook."""

from rules.games.mythras.game import Mythras

GAME = Mythras()
