"""The medieval fantasy game in 2d10: one folder that reads in the order of the rulebook."""

from rules.games.medieval.game import Medieval

GAME = Medieval()
