"""The medieval fantasy game in 2d10: one folder that reads in the order of the rulebook.

2d10 that must exceed a Defence, combat points for manoeuvres, sequences of five rounds.
"""

from rules.character.character import Belongings, Character, Outfit
from rules.core.game import Game
from rules.core.rounds import ComeBack
from rules.games.medieval import (
    advancement,
    damage,
    declarations,
    dying,
    initiative,
    manoeuvres,
    rounds,
    sheet,
    sneaking,
    weapons,
    wrestling,
)
from rules.games.medieval.attacks import attacking, blows, spotting
from rules.games.medieval.checks import TESTS
from rules.games.medieval.movement import actions, contact, moves
from rules.games.medieval.settings import HOUSE
from rules.games.medieval.text import _

GAME = Game(
    key="medieval",
    name=_("Medieval fantasy, 2d10"),
    die="10",
    about=_("Fifteen manoeuvres, combat points"),
    sheet=Character(
        sheet.SCHEMA,
        sheet.health,
        weapons.derive,
        points={"hp.current": sheet.hp_max, "pc.current": sheet.pc_max},
        step=advancement.step,
        outfit=Outfit(held={"in_hand": True}, trained="mastery.{family}"),
        belongings=Belongings(lists=("gear", "weapons"), worn=("in_hand",)),
        vitals=("hp.current", "pc.current"),
        at_hand=("natural_defence", "melee_defence"),
        state=("hp.current", "pc.current", "fatigue", "dying"),
        harm=("hp.current", "pc.current", "fatigue", "dying"),
    ),
    tests=TESTS,
    rounds=rounds.ROUNDS,
    acts=(
        *(initiative.TakeInitiative, initiative.LeaveInitiative, dying.DeathRoll, dying.HoldOn, advancement.Buy),
        *declarations.DECLARATIONS,
        *(attacking.Attack, attacking.Shoot, wrestling.Wrestle, wrestling.Press, wrestling.LetGo),
        *(sneaking.Sneak, wrestling.BreakFree, moves.Move, moves.GetUp, moves.Flee, actions.Cast),
        *(dying.Care, actions.ExtraAction, actions.Immediate, rounds.Finish),
        *(rounds.Start, manoeuvres.Rest, advancement.GainLevel, initiative.Determine, declarations.CloseDeclarations),
        *(rounds.NewRound, rounds.End, rounds.PassOver, damage.DealDamage, dying.GiveBack, contact.Leave, ComeBack),
        *(manoeuvres.SetCircumstances, moves.SetGround, contact.Contact, contact.Posture),
        *(sneaking.SetUnseen, wrestling.EndHold, manoeuvres.Nights),
    ),
    effects=(
        *(rounds.Round, rounds.Over, rounds.Skipped, contact.Left, initiative.Chose, initiative.Placed),
        *(initiative.Begun, initiative.Acted, initiative.Done),
        *(declarations.Declared, manoeuvres.Used, manoeuvres.CombatPoints, manoeuvres.Settled, contact.Attacked),
        manoeuvres.Unused,
        *(manoeuvres.Assault, manoeuvres.Chained, declarations.Destabilised, manoeuvres.Circumstances),
        *(contact.Gone, contact.Engage, contact.Disengage, contact.Away, contact.BrokenOff, contact.Prone),
        *(moves.Terrain, moves.Ground, moves.Moved, moves.Closed, moves.Sprinted, moves.Fatigue),
        *(actions.Tried, actions.NotAllowed, actions.Drawn, actions.Dropped),
        *(damage.Damage, dying.DeathOwed, dying.DeathRolled, dying.Counted, dying.Spent, dying.Heal),
        *(blows.Assailed, blows.Hold, blows.Pressed, spotting.Spotted, spotting.Unseen),
        *(contact.Released, wrestling.Freed, wrestling.Firm),
        *(sneaking.Approached, sneaking.Resumes, advancement.Bought, advancement.LevelUp),
    ),
    marks=initiative.MARKS,
    house=HOUSE,
    making=advancement.CREATION,
    ground=contact.GROUND,
    by_hand=(damage.DealDamage.kind, dying.GiveBack.kind, contact.Leave.kind, ComeBack.kind),
    rest=manoeuvres.REST,
    story=damage.STORY,
)
