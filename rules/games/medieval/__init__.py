"""The medieval fantasy game in 2d10: one folder that reads in the order of the rulebook.

2d10 that must exceed a Defence, combat points for manoeuvres, sequences of five rounds.
"""

from rules.core.character import Character
from rules.core.game import Game
from rules.games.medieval import (
    advancement,
    attacks,
    damage,
    dying,
    initiative,
    manoeuvres,
    movement,
    other_fights,
    rounds,
    sheet,
    weapons,
)
from rules.games.medieval.checks import TESTS
from rules.games.medieval.settings import HOUSE
from rules.games.medieval.text import _

GAME = Game(
    key="medieval",
    name=_("Medieval fantasy, 2d10"),
    sheet=Character(
        sheet.SCHEMA,
        sheet.health,
        weapons.derive,
        value=sheet.standing,
        most=sheet.most,
        step=advancement.step,
        vitals=("hp.current", "pc.current"),
        at_hand=("natural_defence", "melee_defence"),
        state=("hp.current", "pc.current", "fatigue", "dying"),
        harm=("hp.current", "pc.current", "fatigue", "dying"),
    ),
    tests=TESTS,
    rounds=rounds.ROUNDS,
    acts=(
        *(initiative.TakeInitiative, initiative.LeaveInitiative, dying.DeathRoll, dying.HoldOn, advancement.Buy),
        *manoeuvres.DECLARATIONS,
        *(attacks.Attack, attacks.Shoot, other_fights.Wrestle, other_fights.Press, other_fights.LetGo),
        *(other_fights.Sneak, other_fights.BreakFree, movement.Move, movement.GetUp, movement.Flee, movement.Cast),
        *(dying.Care, movement.ExtraAction, movement.Immediate, rounds.Finish),
        *(rounds.Start, manoeuvres.Rest, advancement.GainLevel, initiative.Determine, manoeuvres.CloseDeclarations),
        *(rounds.NewRound, rounds.End, rounds.PassOver, damage.DealDamage, dying.GiveBack),
        *(manoeuvres.SetCircumstances, movement.SetGround, movement.Contact, movement.Posture),
        *(other_fights.SetUnseen, other_fights.EndHold),
    ),
    effects=(
        *(rounds.Round, rounds.Over, rounds.Skipped, initiative.Chose, initiative.Placed),
        *(initiative.Begun, initiative.Acted, initiative.Done),
        *(manoeuvres.Declared, manoeuvres.Used, manoeuvres.CombatPoints, manoeuvres.Settled, manoeuvres.Attacked),
        *(manoeuvres.Assault, manoeuvres.Chained, manoeuvres.Destabilised, manoeuvres.Circumstances),
        *(movement.Engage, movement.Disengage, movement.Away, movement.BrokenOff, movement.Prone),
        *(movement.Terrain, movement.Ground, movement.Moved, movement.Closed, movement.Sprinted, movement.Fatigue),
        *(movement.Tried, movement.NotAllowed, movement.Drawn, movement.Dropped),
        *(damage.Damage, dying.DeathOwed, dying.DeathRolled, dying.Counted, dying.Spent, dying.Heal),
        *(attacks.Assailed, attacks.Hold, attacks.Pressed, attacks.Spotted, attacks.Unseen),
        *(movement.Released, other_fights.Freed, other_fights.Firm),
        *(other_fights.Approached, other_fights.Resumes, advancement.Bought, advancement.LevelUp),
    ),
    marks=initiative.MARKS,
    house=HOUSE,
    making=advancement.CREATION,
    by_hand=("damage", "heal"),
)
