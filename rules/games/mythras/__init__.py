"""Mythras Fondamentaux: d100 under a skill, two action points a round, special effects for the better level.

A folder that reads in the order of the rulebook.
"""

from rules.character.character import Belongings, Character, Outfit
from rules.core.game import Creation, Game, Tests
from rules.games.mythras.actions import cover, footing, free_actions, handling, magic, manoeuvres, moving
from rules.games.mythras.character import creation, derived, healing, health
from rules.games.mythras.character.schema import SCHEMA
from rules.games.mythras.combat import close, hazard, injuries, shots
from rules.games.mythras.effects import choice
from rules.games.mythras.equipment import holding, ranged, tables
from rules.games.mythras.importing.foundry import FOUNDRY
from rules.games.mythras.importing.generator import GENERATOR
from rules.games.mythras.marks import MARKS
from rules.games.mythras.rolls import checks, luck, resolution
from rules.games.mythras.rounds import delaying, ground, luck_acts, rounds, states, turn_effects
from rules.games.mythras.settings import HOUSE
from rules.games.mythras.text import _

GAME = Game(
    key="mythras",
    name=_("Mythras Fondamentaux"),
    die="%",
    about=_("Action points and special effects"),
    sheet=Character(
        SCHEMA,
        health=health.health,
        derive=derived.derive,
        value=derived.standing,
        most=derived.most,
        body=health.body,
        outfit=Outfit(held={"in_hand": True}, kept=("style",), wares=tables.WARES),
        belongings=Belongings(lists=("weapons", "armour"), worn=("in_hand", "worn")),
        vitals=("state.luck", "state.magic"),
        at_hand=("damage_modifier", "initiative_bonus"),
        state=("state", "hit_locations"),
        harm=(
            *("state.fatigue", "state.bleeding", "state.unconscious", "state.dead"),
            *("hit_locations.*.hp", "hit_locations.*.useless", "hit_locations.*.treated"),
        ),
    ),
    tests=Tests(
        checks.checks,
        resolution.resolve,
        fields=checks.test_fields,
        adjusted=checks.adjusted,
        luck=luck.change_die,
        duel=resolution.verdict,
    ),
    rounds=rounds.ROUNDS,
    acts=(
        *(close.Attack, shots.Shoot, shots.Burst, close.Charge, close.Sweep, close.Leap, manoeuvres.Outmanoeuvre),
        *(moving.Move, footing.ChangeRange, handling.Ready, shots.Reload, shots.Mode, shots.Aim, shots.Steady),
        *(footing.Stand, footing.Struggle, footing.Haul, footing.Pull, handling.TakeCover, moving.Peek),
        *(handling.FirstAid, handling.Mount, handling.Brace, magic.Prepare, magic.Cast, magic.HoldSpell),
        *(delaying.Delay, delaying.Dither, delaying.KeepPoints, luck_acts.LuckOnDie),
        *(free_actions.Guard, free_actions.LetDrop, free_actions.Speak, free_actions.Signal, moving.Assess),
        *(free_actions.LetUp, free_actions.LetGo, magic.Unleash, luck_acts.LastEffort, free_actions.PreparedCounters),
        handling.FirstAidAfter,
        *rounds.ACTS,
        hazard.Hazard,
    ),
    effects=(
        *(*turn_effects.EFFECTS, *states.EFFECTS, *injuries.EFFECTS, *holding.EFFECTS, *cover.EFFECTS, *ranged.EFFECTS),
        *(*ground.EFFECTS, *healing.EFFECTS, *magic.EFFECTS, *choice.OWN_EFFECTS, *luck.EFFECTS),
        hazard.Caught,
    ),
    marks=MARKS,
    house=HOUSE,
    making=Creation(creation.STAGES, creation.budgets, creation.prices),
    ground=ground.GROUND,
    importers=(GENERATOR, FOUNDRY),
    rest=rounds.REST,
    story=injuries.STORY,
)
