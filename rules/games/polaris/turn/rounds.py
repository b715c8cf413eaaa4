"""Combat turns: how a fight begins, goes from turn to turn and ends (POL-TURN-01, 05, 08)."""

from __future__ import annotations

from typing import Any

from rules.character.fields import flag, number
from rules.character.sheet import Field
from rules.core import rounds
from rules.core.acts import Effects
from rules.core.paths import get
from rules.core.rounds import FightEnds, GmAct, RoundBegins, Rounds
from rules.core.scene import Action, Change, Scene
from rules.core.text import Text
from rules.games.polaris.close_combat import holds, modes
from rules.games.polaris.close_combat.melee import EVEN
from rules.games.polaris.harm import conditions
from rules.games.polaris.marks import BASE, BOOST, DECLARED, DONE, ENGAGED, FIRST, INITIATIVE, LOST, MARKS
from rules.games.polaris.settings import setting
from rules.games.polaris.text import _
from rules.games.polaris.trials.boost import Luck
from rules.games.polaris.trials.catastrophes import Fate
from rules.games.polaris.turn import autoplay, declarations, initiative, ladder, stages
from rules.games.polaris.turn.ambush import Risk

Changes = tuple[Change, ...]


class Turn(RoundBegins):
    """POL-TURN-08: a new turn begins from the base initiative of this moment; declared actions carried over stay."""

    marks = MARKS

    def land(self, scene: Scene) -> Changes:
        over = tuple(change for who in scene.fighters for change in conditions.settle(scene, who, int(self.number)))
        settled = (*over, *holds.slacken(scene))
        changes = (*settled, *super().land(scene.with_changes(settled)))
        after = scene.with_changes(changes)
        carried = initiative.carried_over(scene)
        return (*changes, *(change for who in scene.fighters for change in _fresh(scene, after, who, who in carried)))


def _fresh(scene: Scene, after: Scene, fighter: str, carried: bool) -> Changes:
    start = initiative.next_initiative(after, fighter) - initiative.debt(scene, fighter)
    changes: Changes = (BASE.set(after, fighter, start), INITIATIVE.set(after, fighter, start))
    if carried:
        plan = initiative.declaration(scene, fighter)
        gone = ("shift", "readied", "with", "delayed")
        rest = {key: value for key, value in plan.items() if key not in gone}
        changes += (DECLARED.set(after, fighter, rest), FIRST.set(after, fighter))
    if LOST.of(scene, fighter):  # POL-CRIT-10, POL-INIT-22
        changes += (DONE.set(after, fighter), modes.set_declared(after, fighter, {}))
    if setting(scene.settings, "reach_malus_duration") == "turn":
        changes += tuple(ENGAGED.set(after, fighter, EVEN, who) for who in ENGAGED.rows(scene, fighter))
    return changes


class FightOver(FightEnds):
    """POL-TURN-01: only values on the sheets outlast the fight; those who fled may fight again."""

    def closing(self, scene: Scene) -> Changes:
        gone = (who for who in scene.fighters if get(scene.sheet(who), "conditions.gone"))
        marks = (scene.change(f"marks.{key}", None) for key in scene.marks if key != "over")
        timed = (change for who in scene.fighters for change in conditions.outlast_fight(scene, who))
        return (*marks, *timed, *(scene.write(who, "conditions.gone", None) for who in gone))


class Start(rounds.StartFight):
    """POL-TURN-01, POL-SURP-01, 04: the fighters at risk of surprise, with their modifiers."""

    rules = ("POL-TURN-01", "POL-SURP-01", "POL-SURP-04")
    first = Turn

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return tuple(field for who in scene.fighters for field in _risk(scene, who))

    def cost(self, scene: Scene, action: Action) -> Effects:
        at_risk = [who for who in scene.fighters if action.args.get(f"risk_{who}")]
        # POL-CRIT-06: a great failure of before is none of this fight.
        decided = (Fate(who) for who in scene.fighters if scene.sheet(who).get("fate"))
        return (*super().cost(scene, action), *decided, *(Risk(who, action.args[f"modifier_{who}"]) for who in at_risk))


def _risk(scene: Scene, fighter: str) -> tuple[Field, ...]:
    who = scene.name(fighter)
    risk = _("%(who)s may be surprised", who=who)
    modifier = _("%(who)s: modifier of the reaction test", who=who)
    return (
        flag(f"risk_{fighter}", risk, False, "POL-SURP-01"),
        number(f"modifier_{fighter}", modifier, 0, -20, 20, "POL-SURP-04"),
    )


class NewTurn(GmAct):
    """POL-TURN-04, 08: the turn is over when everybody has acted."""

    kind = "new_round"
    label = _("New turn")
    rules = ("POL-TURN-04", "POL-TURN-08")
    says = _("A new turn begins")

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return super().refusal(scene, actor) or (_("Not everybody has acted.") if stages.fighters_up(scene) else None)

    def cost(self, scene: Scene, action: Action) -> Effects:
        number = scene.round + 1
        awake = (who for who in scene.fighters if conditions.is_waking(scene, who, number))
        idle = (who for who in scene.fighters if LOST.of(scene, who))
        freed = (effect for who in idle for effect in holds.let_go(scene, who, {}))
        return (*map(conditions.Waking, awake), *freed, Turn("gm", number))


class End(rounds.EndFight):
    """POL-TURN-01: the fight is over."""

    rules = ("POL-TURN-01",)
    last = FightOver

    def cost(self, scene: Scene, action: Action) -> Effects:
        awake = (who for who in scene.fighters if conditions.wakes_within_minute(scene, who))
        unused = (Luck(who, 1) for who in scene.fighters if BOOST.of(scene, who))  # POL-LUCK-02
        return (*super().cost(scene, action), *map(conditions.Waking, awake), *unused)


def has_acted(scene: Scene, fighter: str) -> bool:
    """POL-INIT-17, 21: fighters who delay or keep an action for the next turn have not acted."""
    return initiative.is_through(scene, fighter) or bool(initiative.attacks_made(scene, fighter))


def open_marks(scene: Scene, fighter: str) -> dict[str, Any]:
    """The open marks of a fighter: position, declaration unless in secret, whether out."""
    marks = scene.fighters[fighter].marks
    seen = {mark.key: marks[mark.key] for mark in MARKS if mark.is_open and mark.key in marks}
    if initiative.is_sealed(scene, fighter):
        seen.pop(DONE.key, None)  # it would tell of a declaration that leaves nothing to do
    else:
        seen |= {key: marks[key] for key in ("declared", "mode") if key in marks and "declared" in marks}
        seen |= {"pace": holds.pace(scene, fighter)} if "pace" in marks.get("declared", ()) else {}
    if setting(scene.settings, "show_initiative_track") == "all":
        seen |= {"initiative": initiative.shown_initiative(scene, fighter), "base": initiative.base(scene, fighter)}
    return {**seen, "out": initiative.is_out(scene, fighter)}


ROUNDS = Rounds(
    turn=stages.turn,
    order=ladder.order,
    headline=ladder.headline,
    is_out=initiative.is_out,
    is_beaten=autoplay.is_beaten,
    takes_turns=lambda scene: stages.stage(scene) == "resolution",
    has_acted=has_acted,
    tracks=ladder.shows_marker,
    intent=ladder.open_declaration,
    sealed=ladder.sealed_declaration,
    opened=declarations.reveal,
    due=declarations.begun_together,
    preferred_kinds=autoplay.preferred_kinds,
    open_marks=open_marks,
    word="turn",
)
