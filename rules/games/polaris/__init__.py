"""Polaris, third edition: d20 under the chances, where the die itself is the margin of a success.

A folder that reads in the order of the rulebook.
"""

from __future__ import annotations

from rules.core.game import Creation, Game
from rules.games.polaris.character import creation, learning
from rules.games.polaris.character.character import CHARACTER
from rules.games.polaris.close_combat import balance, contact, exchange, holds, place, situation, wrestling
from rules.games.polaris.harm import care, conditions, damage, fatigue, healing, lines
from rules.games.polaris.importing.foundry import FOUNDRY
from rules.games.polaris.importing.roll20 import ROLL20
from rules.games.polaris.marks import MARKS
from rules.games.polaris.settings import HOUSE
from rules.games.polaris.shooting import weapons
from rules.games.polaris.shooting.distance import GROUND
from rules.games.polaris.text import _
from rules.games.polaris.trials import boost, catastrophes, luck, opposition, remarks
from rules.games.polaris.trials.rolls import TESTS
from rules.games.polaris.turn import (
    acting,
    ambush,
    declaration_forms,
    declarations,
    moving,
    progress,
    rounds,
    second_thoughts,
    steering,
)

GAME = Game(
    key="polaris",
    name=_("Polaris, 3rd edition"),
    die="20",
    about=_("Phases, places of wounds, declarations in secret"),
    sheet=CHARACTER,
    importers=(FOUNDRY, ROLL20),
    tests=TESTS,
    rounds=rounds.ROUNDS,
    acts=(
        *(declaration_forms.DeclareMelee, declaration_forms.DeclareShot, declaration_forms.DeclareDefence),
        *(declaration_forms.DeclareReload, declaration_forms.DeclareOther, declaration_forms.DeclareNothing),
        declaration_forms.Prepare,
        *(wrestling.DeclareHold, wrestling.DeclareBreak, wrestling.DeclareEscape),
        *(acting.Attack, acting.Shoot, acting.Reload, acting.Perform),
        *(wrestling.KeepHold, wrestling.BreakFree, wrestling.EscapeWeapon),
        *(acting.Carry, acting.Delay, acting.GiveUp, acting.React, acting.ChangeMind, acting.FreeAction),
        moving.Go,
        luck.BoostNext,
        *(rounds.Start, rounds.NewTurn, rounds.End),
        *(steering.PassOver, steering.Hesitate, steering.ChangeInitiative, steering.Redeclare),
        *(ambush.Surprise, ambush.StrikeFromHiding, ambush.Notice, ambush.Watch, ambush.Nerves, ambush.NewFoe),
        *(steering.CutIn, steering.ShareMarker, contact.Contact, holds.HoldWeapon, contact.Measure),
        *(place.SetCover, situation.SetFooting, place.SetPlace, place.SetLight),
        *(catastrophes.Catastrophe, catastrophes.Gift, opposition.Oppose),
        *(care.DecideBleeding, care.TestShock, care.Stabilise, care.MinutesPass),
        *(healing.DaysPass, healing.Heal, healing.Overexert, luck.Lessen, luck.Favour, luck.Gain),
        *(acting.TestFatigue, fatigue.Rest, learning.YearLived),
    ),
    effects=(
        *(rounds.Turn, rounds.FightOver, ambush.Risk, ambush.Surprised, ambush.Ready, ambush.Used, ambush.Aware),
        *(ambush.Unaware, ambush.Watching, ambush.Startled, ambush.Unready),
        *(declarations.Declared, declarations.Revealed, declarations.Prepared),
        *(moving.Went, progress.Done, progress.Struck, progress.Delayed),
        *(progress.Carried, progress.FreeTaken, progress.Skipped, progress.InitiativeMoved),
        *(second_thoughts.Redeclared, steering.CutsIn, steering.MarkerShared),
        *(second_thoughts.Reconsidered, second_thoughts.Bound, second_thoughts.Confused),
        *(weapons.Drawn, weapons.Disarmed, weapons.Spent, weapons.Reloaded, weapons.FireModeSet),
        *(contact.Engaged, contact.Disengaged, contact.DistanceSet, contact.Measured, exchange.Countered),
        *(holds.Held, holds.Freed, holds.Threat, balance.Unbalanced),
        *(place.LightSet, place.PlaceSet, place.InTheWay, situation.Footing),
        *(damage.Wound, damage.Unhurt, conditions.Condition, conditions.Posture, conditions.Waking),
        *(lines.Worse, lines.MoveBox, lines.Care, lines.Line),
        *(healing.Days, boost.Luck, boost.Boosted, fatigue.Tired, fatigue.Breathed, learning.Learnt),
        *(catastrophes.Fate, catastrophes.LoseTurn, catastrophes.Dropped, remarks.Remark),
    ),
    marks=MARKS,
    house=HOUSE,
    making=Creation(creation.STAGES, creation.budgets),
    ground=GROUND,
    watched=catastrophes.watch,
    rest=healing.REST,
    story=damage.STORY,
)
