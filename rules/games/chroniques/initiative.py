"""Initiative: a fixed score without a roll, the order of turns, waiting, and the order on display (CHO-INIT)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from rules.character.fields import number
from rules.character.sheet import Field
from rules.core import turns
from rules.core.acts import Effects
from rules.core.effects import Effect
from rules.core.marks import Mark, Until
from rules.core.rounds import LEFT, FightEnds, GmAct, RoundBegins, Slot, is_running
from rules.core.scene import Action, Change, Scene
from rules.core.text import Text, plain
from rules.core.turns import DONE, LISTED, PC_FIRST, Turns
from rules.games.chroniques import sheet as sheets
from rules.games.chroniques import states
from rules.games.chroniques.settings import setting
from rules.games.chroniques.states import STATES
from rules.games.chroniques.text import _, ngettext

AT = Mark("at", Until.ROUND)  # the score of this round
DELAYED = Mark("delayed", Until.ROUND)
YIELDED = Mark("yielded", Until.ROUND)  # the number of times the fighter let an equal go first
SPENT = Mark("spent", Until.ROUND)  # the actions of this turn, one letter each
USED = Mark("used", Until.ROUND)  # the abilities used in it
NO_FREE = Mark("no_free", Until.ROUND)
RECOVERED = Mark("recovered", Until.ROUND)  # surprised still, but in a further turn of this round
ACTED = Mark("acted")  # the fighter has had a turn in this fight
DRAWN = Mark("drawn")  # the weapons in hand, if the table requires drawing them
MARKS = (AT, DELAYED, YIELDED, SPENT, USED, DONE, NO_FREE, RECOVERED, ACTED, DRAWN, LEFT)

SURPRISED = _("surprised")


def fresh(scene: Scene, fighter: str) -> int:
    """CHO-INIT-05: the score computed from the sheet, which the next round begins with."""
    return sheets.initiative(scene.sheet(fighter)).total


def score(scene: Scene, fighter: str) -> int:
    """CHO-INIT-01: the score of this round; that of the sheet for a fighter who is only just joining."""
    at = AT.of(scene, fighter)
    return fresh(scene, fighter) if at is None else int(at)


def equals(scene: Scene, fighter: str) -> tuple[str, ...]:
    """CHO-INIT-04: the player characters tied with this one, who could therefore go first."""
    waiting = (who for who in ORDER.tied(scene, fighter) if who in ORDER.pending(scene) and _is_pc(scene, who))
    mine = ORDER.breakers(scene, fighter)[:-1]
    return tuple(who for who in waiting if ORDER.breakers(scene, who)[:-1] == mine)


def is_out(scene: Scene, fighter: str) -> bool:
    """CHO-DMG-05: the fighter is unconscious or dead, or has left the fight."""
    return sheets.is_out(scene.sheet(fighter)) or bool(LEFT.of(scene, fighter))


def is_surprised(scene: Scene, fighter: str) -> bool:
    """CHO-SURPRISE-06: in the state that costs the first turn."""
    return "surprised" in states.of(scene.sheet(fighter))


def loses_turn(scene: Scene, fighter: str) -> bool:
    """CHO-SURPRISE-06, CHO-TIME-02: surprised in the first turn; in a further one of the same round no more."""
    return is_surprised(scene, fighter) and not RECOVERED.of(scene, fighter)


class Round(RoundBegins):
    """CHO-INIT-01, CHO-SURPRISE-07: a round begins with present scores; surprise ends for those who have had a turn."""

    marks = MARKS

    def opening(self, scene: Scene) -> tuple[Change, ...]:
        up = (who for who in scene.fighters if sheets.hp(scene.sheet(who)) and sheets.rounds_down(scene.sheet(who)))
        woken = tuple(scene.write(who, "down", None) for who in up)
        scores = tuple(AT.set(scene, who, fresh(scene, who)) for who in scene.fighters)
        awake = (who for who in scene.fighters if ACTED.of(scene, who))  # the others have not had their first turn yet
        return (*_surprise_over(scene, awake), *woken, *scores)


class Placed(Effect):
    """CHO-INIT-01: the score of a fighter who has joined, until the round ends."""

    mark = AT
    scalar = "score"
    score: int


class PlaceJoiners(GmAct):
    """CHO-INIT-01: those who join during a round have a score of that round, like those of its start."""

    kind = "joined"
    label = _("Place whoever has joined")
    rules = ("CHO-INIT-01",)
    opening = follows = True

    def is_open(self, scene: Scene, actor: str) -> bool:
        return super().is_open(scene, actor) and any(_joining(scene))

    def cost(self, scene: Scene, action: Action) -> Effects:
        return tuple(Placed(who, fresh(scene, who)) for who in _joining(scene))


def _joining(scene: Scene) -> Iterator[str]:
    # Somebody hidden is placed once they are revealed.
    return (who for who, row in scene.fighters.items() if AT.of(scene, who) is None and not row.hidden)


class Over(FightEnds):
    """CHO-SURPRISE-07: the fight ends, and every fighter's surprise with it."""

    def closing(self, scene: Scene) -> tuple[Change, ...]:
        return _surprise_over(scene, scene.fighters)


class Done(Effect):
    """CHO-TIME-02, CHO-SURPRISE-06, 07: a turn ends, and with it surprise if the house settings say so."""

    mark = DONE

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (scene.end_call(self.target), *turn_over(scene, self.target))


def turn_over(scene: Scene, fighter: str) -> tuple[Change, ...]:
    early = setting(scene.settings, "surprise.def_until") == "end_of_turn"
    over = _surprise_over(scene, (fighter,) if early else ())
    return (DONE.set(scene, fighter), ACTED.set(scene, fighter), *over)


class Order(Turns):
    """CHO-INIT-01, CHO-TIME-01, 02: one turn each round, the highest score first."""

    done = Done
    round_words = _("Round %(round)s")
    turn_words = _("%(who)s’s turn")
    left_words = _("%(who)s’s turn: %(left)s")
    over_words = _("Everybody has had a turn")

    def breakers(self, scene: Scene, fighter: str) -> tuple[tuple[Text, int], ...]:
        """CHO-INIT-02 to 04: player characters first, then PER, between others by house setting; then who let pass."""
        pc = _is_pc(scene, fighter)
        counts = pc or setting(scene.settings, "init.npc_ties") == "per"
        per = sheets.ability(scene.sheet(fighter), "per") if counts else 0
        return (PC_FIRST, -pc), (_("PER"), -per), (LISTED, YIELDED.number(scene, fighter))

    def slot(self, scene: Scene, who: str, up: tuple[str, ...]) -> Slot:
        """A row of the order; before the fight it shows surprise and the reasons for ties already."""
        if not is_running(scene):
            note = SURPRISED if is_surprised(scene, who) else None
            return Slot(who, plain(fresh(scene, who)), "next", note, tie=self.tie(scene, who))
        row = super().slot(scene, who, up)
        note = _last_rounds(scene, who) if row.state == "out" else _note(scene, who)
        return replace(row, note=row.note or note)


ORDER = Order(score, is_out)
order = ORDER.everybody


class TurnAct(turns.TurnAct):
    """An act open only to the fighter whose turn it is."""

    turns = ORDER


class Delayed(Effect):
    """CHO-INIT-06: a lower score for this round; at 0 the turn is lost."""

    kind = "delay"
    scalar = "score"
    is_open = True
    score: int

    def land(self, scene: Scene) -> tuple[Change, ...]:
        waits = scene.end_call(self.target)  # hidden fighters may come first
        later = (AT.set(scene, self.target, int(self.score)), DELAYED.set(scene, self.target), waits)
        return (*later, *turn_over(scene, self.target)) if self.score <= 0 else later

    def told(self, scene: Scene) -> Text | None:
        return _("loses the turn") if self.score <= 0 else _("acts later, at %(score)s", score=self.score)


class Delay(TurnAct):
    """CHO-INIT-06: before doing anything one may wait, but not while surprised."""

    kind = "delay"
    label = _("Act later")
    rules = ("CHO-INIT-06",)
    says = _("%(who)s waits")
    passes = "off"

    def is_open(self, scene: Scene, actor: str) -> bool:
        return super().is_open(scene, actor) and bool(setting(scene.settings, "init.delay"))

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        most = max(0, score(scene, actor) - 1)
        return (number("score", _("Score at which to act; 0 loses the turn"), most, 0, most, "CHO-INIT-06"),)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        if loses_turn(scene, actor):
            return _("%(state)s: no action.", state=STATES["surprised"].label)
        low = _("No score is left to lower.") if score(scene, actor) < 1 else None
        return begun_refusal(scene, actor) or low

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Delayed(action.actor, action.args["score"]),)


class Yielded(Effect):
    """CHO-INIT-04: a fighter lets an equal go first."""

    kind = "yield"

    def land(self, scene: Scene) -> tuple[Change, ...]:
        passed = YIELDED.set(scene, self.target, YIELDED.number(scene, self.target) + 1)
        return passed, scene.end_call(self.target)


class LetPass(TurnAct):
    """CHO-INIT-04: a tied player character lets the other go first."""

    kind = "let_pass"
    passes = "off"
    label = _("Let an equal act first")
    rules = ("CHO-INIT-04",)
    says = _("%(who)s lets an equal pass")

    def is_open(self, scene: Scene, actor: str) -> bool:
        return super().is_open(scene, actor) and bool(equals(scene, actor))

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return begun_refusal(scene, actor)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Yielded(action.actor),)


def begun_refusal(scene: Scene, fighter: str) -> Text | None:
    """The reason why a fighter cannot wait: their turn has begun."""
    return _("This turn has begun.") if SPENT.of(scene, fighter) else None


# The order on display.


def _last_rounds(scene: Scene, fighter: str) -> Text | None:
    """CHO-DMG-05: the rounds that a dying player character has left; those of others are not for everybody to read."""
    is_read = scene.fighters[fighter].side == "pc" and sheets.is_dying(scene.sheet(fighter))
    return dying_for(scene, fighter, sheets.rounds_down(scene.sheet(fighter))) if is_read else None


def dying_for(scene: Scene, fighter: str, rounds: int) -> Text:
    """CHO-DMG-05: the rounds left to somebody dying who has spent ``rounds`` at 0 hit points."""
    left = sheets.rounds_to_live(scene.sheet(fighter), scene.settings) - rounds
    return ngettext(
        "dying, %(count)s round left without first aid", "dying, %(count)s rounds left without first aid", left
    )


def _note(scene: Scene, fighter: str) -> Text | None:
    if is_surprised(scene, fighter):
        return SURPRISED
    if DELAYED.of(scene, fighter) and not DONE.of(scene, fighter):
        return _("acts later")
    next_score = fresh(scene, fighter)
    if next_score == score(scene, fighter):
        return None
    return _("%(score)s from the next round", score=plain(next_score))


def _surprise_over(scene: Scene, fighters: Iterable[str]) -> tuple[Change, ...]:
    return tuple(scene.write(who, states.path("surprised"), None) for who in fighters if is_surprised(scene, who))


def _is_pc(scene: Scene, fighter: str) -> bool:
    return scene.fighters[fighter].side == "pc"


def append(mark: Mark, scene: Scene, fighter: str, item: Any) -> Change:
    return mark.set(scene, fighter, [*(mark.of(scene, fighter) or ()), item])
