"""Embers, in three chapters: the sheet and its tests, blows, and the record of the game."""

from embers.blows import TURNS, Burnt, Damage, Heal, Hurt, Rest, Rested, Rolled, Strike, Try
from embers.sheet import CHARACTER, TESTS, _
from rules.core.game import Game
from rules.core.turns import of

GAME = Game(
    key="embers",
    name=_("Embers"),
    die="6",
    about=_("Every blow lands; an ember burnt halves it"),
    sheet=CHARACTER,
    tests=TESTS,
    rounds=TURNS.rounds(),
    acts=(of(TURNS, Strike), of(TURNS, Rest), of(TURNS, Try), *TURNS.acts, Damage, Heal),
    effects=(*TURNS.effects, Hurt, Burnt, Rested, Rolled),
    marks=TURNS.marks,
    by_hand=("damage", "heal"),
    kit=1,
    version="1.0",
)
