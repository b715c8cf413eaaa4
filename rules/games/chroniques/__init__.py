"""Chroniques Oubliées, in the wording of the Galactiques: a folder that reads in the order of the rulebook.

A d20 and a bonus against a difficulty, initiative without a die, one turn of L, M and A.
"""

from dataclasses import replace

from rules.core.game import Creation, Game
from rules.core.rounds import ComeBack, Leave, Left
from rules.games.chroniques import actions, attacks, creation, damage, equipment, initiative, rounds, states, surprise
from rules.games.chroniques.checks import TESTS
from rules.games.chroniques.importing.foundry import FOUNDRY
from rules.games.chroniques.importing.roll20 import ROLL20
from rules.games.chroniques.settings import HOUSE
from rules.games.chroniques.sheet import CHARACTER
from rules.games.chroniques.stat_block import STAT_BLOCK
from rules.games.chroniques.text import _

GAME = Game(
    key="chroniques",
    name=_("Chroniques Oubliées"),
    die="20",
    about=_("Order without a die, actions L, M and A"),
    sheet=replace(CHARACTER, wares=equipment.WARES),
    tests=TESTS,
    rounds=rounds.ROUNDS,
    acts=(
        *(attacks.Attack, actions.AttackAbility, actions.Movement, actions.Limited, actions.Finish, actions.Free),
        *(initiative.Delay, initiative.LetPass, initiative.PlaceJoiners),
        *(rounds.Start, rounds.NewRound, rounds.End, actions.PassOver, actions.EndFreeActions, actions.AnotherTurn),
        *(damage.DealDamage, damage.GiveBack, Leave, ComeBack, damage.FirstAid, states.ChangeState, surprise.Ambush),
    ),
    effects=(
        *(initiative.Round, initiative.Over, Left, initiative.Done, initiative.Delayed, initiative.Yielded),
        initiative.Placed,
        *(actions.Spent, actions.Drawn, actions.Dropped, actions.Gone, actions.FreeActionsOver, actions.TurnAgain),
        attacks.Advantage,
        *(damage.Damage, damage.Heal, damage.Down, damage.Death, damage.Stable, damage.Luck),
        *(states.StateChange, states.Surprise),
    ),
    marks=initiative.MARKS,
    house=HOUSE,
    ground=actions.GROUND,
    making=Creation(creation.STAGES, creation.budgets),
    importers=(STAT_BLOCK, FOUNDRY, ROLL20),
    by_hand=(damage.DealDamage.kind, damage.GiveBack.kind, Leave.kind, ComeBack.kind),
    story=damage.STORY,
)
