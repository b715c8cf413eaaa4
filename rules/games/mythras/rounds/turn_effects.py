"""Turns and action points: initiative, rounds, turns taken and kept, reactions paid, luck (MYT-INIT, MYT-AP)."""

from __future__ import annotations

from rules.core.effects import Effect
from rules.core.marks import clear_all
from rules.core.rounds import FightEnds, RoundBegins
from rules.core.scene import Change, Scene
from rules.core.text import Text, plain
from rules.games.mythras import marks
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.marks import DELAYED, DELAYED_UNABLE, INIT, MARKS, SLOWED, SPENT
from rules.games.mythras.rounds import initiative
from rules.games.mythras.rounds.states import Flag, let_go
from rules.games.mythras.settings import setting
from rules.games.mythras.text import _

Changes = tuple[Change, ...]
LATER = 10  # MYT-CLOSE-SURPRISE: what surprise takes of initiative


class Initiative(Effect):
    """MYT-INIT-01, 02: what was rolled, kept for the whole fight."""

    kind = "initiative"
    is_open = True
    init: int
    tie: int = 0
    slowed: int = 0

    def land(self, scene: Scene) -> Changes:
        return (
            INIT.set(scene, self.target, int(self.init)),
            marks.TIE.set(scene, self.target, int(self.tie) or None),
            SLOWED.set(scene, self.target, int(self.slowed) or None),
        )

    def told(self, scene: Scene) -> Text | None:
        return _("initiative %(score)s", score=plain(int(self.init)))


class Round(RoundBegins):
    """MYT-AP-01: points are there again."""

    marks = MARKS

    def opening(self, scene: Scene) -> Changes:
        changes: list[Change] = []
        for fighter in scene.fighters if self.number > 1 else ():
            changes += _recovers(scene, fighter)
            changes += () if marks.SURPRISED.of(scene, fighter) else (marks.GIFT.clear(scene, fighter),)
            changes += let_go(scene, fighter)
        return tuple(changes)


def _recovers(scene: Scene, fighter: str) -> Changes:
    """MYT-CLOSE-SURPRISE: what surprise took of initiative, where the table counts it for one round."""
    slowed = SLOWED.number(scene, fighter)
    if not slowed or setting(scene.settings, "surprise_lasts") == "fight":
        return ()
    back = initiative.score(scene, fighter) + slowed
    return INIT.set(scene, fighter, back), SLOWED.clear(scene, fighter)


class Over(FightEnds):
    """Nothing of the fight outlasts it but what the sheets hold."""


class Turn(Effect):
    """MYT-AP-01, MYT-ACT-DELAY: a turn taken; it may be put off, and may hold a spell that is ready."""

    kind = "turn"
    cost: int
    delays: bool = False
    keeps: bool = False

    def land(self, scene: Scene) -> Changes:
        who = self.target
        unable = self.delays and marks.CANNOT_ATTACK.number(scene, who) > 0
        return (
            marks.TURNS.set(scene, who, marks.TURNS.number(scene, who) + 1),
            SPENT.set(scene, who, SPENT.number(scene, who) + int(self.cost) + int(self.delays) or None),
            DELAYED.set(scene, who, True if self.delays else None),
            DELAYED_UNABLE.set(scene, who, True if unable else None),
            marks.EXPOSED.clear(scene, who),
            *(() if self.keeps else (marks.SPELL.clear(scene, who),)),
            *new_action(scene),
        )


def new_action(scene: Scene) -> Changes:
    """MYT-LUCK-01, MYT-AP-03: a new action, and everybody may be lucky and react again."""
    once = (marks.LUCKY, marks.REACTED)
    return tuple(change for who in scene.fighters for change in clear_all(once, scene, who))


class NewAction(Effect):
    """MYT-AP-03, MYT-LUCK-01: what comes outside anybody's turn, and not in the middle of an act, is one of its own."""

    kind = "new_action"

    def land(self, scene: Scene) -> Changes:
        return () if scene.exchanges else new_action(scene)


class Held(Flag):
    """MYT-ACT-DELAY: no more turns in this round; what is left is for reactions."""

    mark = marks.HELD


class Spend(Effect):
    """MYT-ACT-DELAY: points for a reaction; the one that was kept goes first."""

    kind = "spend"
    scalar = "number"
    number: int

    def land(self, scene: Scene) -> Changes:
        paid = int(self.number) - (1 if DELAYED.of(scene, self.target) else 0)
        spent = SPENT.set(scene, self.target, SPENT.number(scene, self.target) + paid or None)
        return spent, DELAYED.clear(scene, self.target), DELAYED_UNABLE.clear(scene, self.target)


class SpendTurn(Effect):
    """MYT-ACT-DELAY: points of a turn for a reaction; the one that was kept stays."""

    kind = "spend_turn"
    scalar = "number"
    number: int

    def land(self, scene: Scene) -> Changes:
        return (SPENT.set(scene, self.target, SPENT.number(scene, self.target) + int(self.number) or None),)


class DelayedAct(Effect):
    """MYT-REACT-INTERRUPT, MYT-AP-03: what was delayed is done with the point kept, and may be the one reaction.

    Whoever on the same side has broken in already has still reacted.
    """

    kind = "delayed_act"

    def land(self, scene: Scene) -> Changes:
        who = self.target
        aimed = any(initiative.aims_at(exchange, who) for exchange in scene.exchanges.values())
        counts = aimed and setting(scene.settings, "one_reaction") == "counts"
        gone = DELAYED.clear(scene, who), DELAYED_UNABLE.clear(scene, who)
        friends = (row for row in scene.fighters if row != who and not initiative.are_opposed(scene, who, row))
        kept = {marks.REACTED.set(scene, row).path for row in (*friends, *((who,) if counts else ()))}
        fresh = (change for change in new_action(scene) if change.path not in kept)
        return (*gone, *fresh, *((marks.REACTED.set(scene, who),) if counts else ()))


class Effort(Effect):
    """MYT-LUCK-01: one action point more in this round."""

    kind = "effort"
    is_open = True
    says = _("has another action point")

    def land(self, scene: Scene) -> Changes:
        return (SPENT.set(scene, self.target, SPENT.number(scene, self.target) - 1 or None),)


class Lucky(Effect):
    """MYT-LUCK-01: once for each action."""

    mark = marks.LUCKY
    scalar = "points"
    points: int

    def land(self, scene: Scene) -> Changes:
        left = max(0, sheets.luck(scene.sheet(self.target)) - int(self.points))
        return scene.write(self.target, "state.luck", left), marks.LUCKY.set(scene, self.target)


class DieAgain(Effect):
    """MYT-LUCK-01: a die of an open exchange that is thrown again, or read the other way round."""

    kind = "dice"
    how: str
    exchange: str
    key: str

    def land(self, scene: Scene) -> Changes:
        exchange = scene.exchanges.get(self.exchange)
        if exchange is None or self.key not in exchange.answers:
            return ()
        base = f"exchanges.{exchange.id}"
        if self.how == "swap":
            (face,) = exchange.answers[self.key]
            return (scene.change(f"{base}.answers.{self.key}", [swap_digits(int(face))]),)
        typed = (scene.change(f"{base}.real.{self.key}", None),) if self.key in exchange.real else ()
        return (scene.change(f"{base}.answers.{self.key}", None), *typed)


def swap_digits(face: int) -> int:
    """MYT-LUCK-01: the two digits of a d100 the other way round; 00 is 100."""
    tens, units = divmod(face % 100, 10)
    return units * 10 + tens or 100


class Unaware(Effect):
    """MYT-CLOSE-SURPRISE: no defence until one’s turn, no attack this round, and a bonus to the first attacker."""

    kind = "unaware"
    is_open = True
    says = _("is surprised")

    def land(self, scene: Scene) -> Changes:
        return (
            marks.SURPRISED.set(scene, self.target),
            marks.GIFT.set(scene, self.target),
            marks.NO_OFFENCE.set(scene, self.target),
        )


class Surprised(Unaware):
    """MYT-CLOSE-SURPRISE, MYT-INIT-01: surprised once the fight goes on: later by 10 besides, and by no more ever."""

    mark = marks.SURPRISED

    def land(self, scene: Scene) -> Changes:
        slowed = SLOWED.number(scene, self.target)
        later = INIT.set(scene, self.target, initiative.score(scene, self.target) + slowed - LATER)
        return (*super().land(scene), later, SLOWED.set(scene, self.target, LATER))


EFFECTS = (
    *(Initiative, Round, Over, Turn, NewAction, Held, Spend, SpendTurn, DelayedAct, Effort, Lucky, DieAgain),
    *(Unaware, Surprised),
)
