"""Arpenteurs: a folder that reads in the order of the rulebook.

Two dice under a score, degrees of success, two different actions a round, reactions that oppose.
"""

from dataclasses import replace

from rules.core.game import Creation, Game
from rules.core.rounds import ComeBack
from rules.games.arpenteurs import (
    actions,
    arms,
    attacks,
    checks,
    creation,
    damage,
    initiative,
    modifiers,
    places,
    reactions,
    rounds,
)
from rules.games.arpenteurs.settings import HOUSE
from rules.games.arpenteurs.sheet import CHARACTER
from rules.games.arpenteurs.text import _

GAME = Game(
    key="arpenteurs",
    name=_("Arpenteurs"),
    die="6",
    about=_("Reactions, cover, Sang-Froid"),
    sheet=CHARACTER,
    tests=replace(checks.TESTS, duel=reactions.verdict),
    rounds=rounds.ROUNDS,
    acts=(
        *(initiative.RollInitiative, attacks.Attack, attacks.Assassination),
        *(actions.Move, actions.TakeAim, actions.DoElse, actions.Retreat, rounds.Finish),
        *(rounds.Start, rounds.NewRound, rounds.End, rounds.PassOver, initiative.BreakTie),
        *(places.Measure, places.PlaceCover, places.PlaceCoverNear, places.PlaceCoverBetween),
        *(places.Situate, places.HideFrom, reactions.Watch, reactions.WatchNoMore, checks.RuleOnTest),
        *(damage.DealDamage, damage.GiveBack, rounds.Leave, ComeBack, damage.AwardSangFroid, arms.SeizeObject),
    ),
    effects=(
        *(rounds.Round, rounds.Over, rounds.Spent, initiative.Done, initiative.Initiative, initiative.First),
        *(places.Engaged, places.Disengaged, places.Distance, places.Apart, places.Between, places.Covered),
        *(places.Moved, places.Gone, rounds.Left, places.CoverNear, places.Circumstances, places.Unnoticed),
        *(checks.Ruling, reactions.Watched, reactions.Opposed, modifiers.Aim, arms.Held, arms.Ammunition, arms.Seized),
        *(damage.Absorbed, damage.Hurt, damage.Heal, damage.Slain, damage.Saved, damage.Death, damage.Award),
    ),
    marks=rounds.MARKS,
    house=HOUSE,
    making=Creation(creation.STAGES, creation.budgets),
    ground=places.GROUND,
    by_hand=(damage.DealDamage.kind, damage.GiveBack.kind, rounds.Leave.kind, ComeBack.kind),
    watched=checks.end_rulings,
    story=damage.STORY,
)
