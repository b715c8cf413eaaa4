"""Luck points: another throw, a last effort, a wound that is not so bad (MYT-LUCK-01)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.core.check import Outcome
from rules.core.effects import Effect
from rules.core.paths import get
from rules.core.scene import Change, Scene
from rules.core.script import Effect as Stored
from rules.core.script import Option, Request, Roll, Script, choose, number_repeats
from rules.core.text import Text, plain
from rules.games.mythras import marks
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.combat.blows import Blow, Damage, reduce_damage, roll_damage
from rules.games.mythras.rolls.resolution import judge, prefixed, resolve
from rules.games.mythras.rounds.states import after_effects
from rules.games.mythras.rounds.turn_effects import Lucky, swap_digits
from rules.games.mythras.text import _, ngettext

Effects = tuple[Stored, ...]


def has_luck(scene: Scene, fighter: str) -> bool:
    """MYT-ATTR-07: true if a fighter has luck left: a player character, or whose sheet says so."""
    sheet = scene.sheet(fighter)
    lucky = scene.fighters[fighter].side == "pc" or get(sheet, "state.luck") is not None
    return lucky and sheets.luck(sheet) > 0


def is_used(scene: Scene, fighter: str) -> bool:
    """MYT-LUCK-01: true if luck was spent on the action that goes on."""
    return bool(marks.LUCKY.of(scene, fighter))


def spare(
    blow: Blow, damage: Damage, reroll: Callable[[], Script[Damage]] | None = None
) -> Script[tuple[Damage, Effects]]:
    """MYT-LUCK-01: a badly wounded fighter may have the damage rerolled, or a major wound reduced.

    ``reroll`` throws damage that is no plain blow's, such as that of a weapon pulled out.
    """
    scene, victim, body = blow.scene, blow.victim, damage.location
    after = replace(body, hp=body.hp - damage.dealt)
    grave = after.wound in ("serious", "major") and damage.dealt > 0
    if not grave or not has_luck(scene, victim) or is_used(scene, victim):
        return damage, ()
    paid = (Lucky(victim, 1),)
    why_not = None if after.wound == "major" else _("The wound is not major.")
    why_not = _("The wound was major before.") if body.wound == "major" else why_not
    rows = (
        Option("stand", _("Let it stand")),
        Option("again", _("The damage is thrown again"), paid),
        Option("lessen", _("A serious wound instead of a major one"), paid, why_not),
    )
    label = ngettext(
        "%(location)s, %(count)s point of damage: a luck point?",
        "%(location)s, %(count)s points of damage: a luck point?",
        damage.dealt,
        location=body.label,
    )
    answer = yield from choose("luck", victim, label, rows)
    if answer == "stand":
        return damage, ()
    if answer == "lessen":
        return replace(damage, dealt=body.hp + body.hp_max - 1), (LuckTold(victim),)
    again = yield from prefixed("again-", reroll() if reroll is not None else _reroll(blow, body))
    return again, (LuckTold(victim),)


def _reroll(blow: Blow, place: sheets.Location) -> Script[Damage]:
    total, lines = yield from roll_damage(blow)
    return reduce_damage(blow, place, total, lines)


def change_die(scene: Scene, actor: str, outcome: Outcome) -> Script[tuple[Outcome, Effects]]:
    """MYT-LUCK-01: one’s own die outside a fight, thrown again or read backwards.

    It is offered where it can do good; in secret always, since the question would give the result away.
    """
    check, (die,) = outcome.check, outcome.faces
    turned = _turned(scene, outcome)
    helps = check.secret or not outcome.level.succeeded or turned.level > outcome.level
    if not helps or not has_luck(scene, actor):
        return outcome, ()
    answer = yield from _ask_change(scene, actor, check.what, outcome, "luck")
    if answer == "stand":
        return outcome, ()
    if answer == "swap":
        return turned, (LuckTold(actor, die, *turned.faces),)
    thrown = yield from prefixed("again-", resolve(check, scene.settings))
    return thrown, (LuckTold(actor, die, *thrown.faces),)


def _turned(scene: Scene, outcome: Outcome) -> Outcome:
    """MYT-LUCK-01: a die read backwards."""
    (die,) = outcome.faces
    return judge(outcome.check, (swap_digits(die),), scene.settings)


def is_better_turned(scene: Scene, outcome: Outcome) -> bool:
    """MYT-LUCK-01, MYT-CORE-06: true if a die is better the other way round: by its level, or as the higher success.

    In secret it may always be: to know better would give the result away.
    """
    turned = _turned(scene, outcome)
    higher = outcome.level.succeeded and turned.faces > outcome.faces
    return outcome.check.secret or (turned.level, higher) > (outcome.level, False)


def _ask_change(scene: Scene, actor: str, what: Text, outcome: Outcome, key: str) -> Script[str]:
    """MYT-LUCK-01: let a die stand, throw it again, or read it backwards where that is better."""
    (die,), paid = outcome.faces, (Lucky(actor, 1),)
    back = Option("swap", _("Read as %(swapped)s", swapped=plain(swap_digits(die))), paid)
    rows = (
        Option("stand", _("Let it stand")),
        Option("again", _("Throw again"), paid),
        *((back,) if is_better_turned(scene, outcome) else ()),
    )
    shown = _("%(roll)s, %(die)s", roll=what, die=plain(die))
    if not outcome.check.secret:
        shown = _("%(roll)s: %(result)s", roll=shown, result=outcome.public)
    return (yield from choose(key, actor, _("%(roll)s. A luck point?", roll=shown), rows))


def offer_at_last(scene: Scene, start: Callable[[Scene], Script[Effects]]) -> Script[Effects]:
    """MYT-LUCK-01, MYT-FREE-LUCK: a procedure in a fight, with an offer of luck on the failed tests that end it.

    On every other die luck is spent while a choice that follows it is awaited, such as the answer to an attack: a miss
    waits only where nobody can answer it. A die that is changed begins the procedure anew with the point spent; what is
    asked as before keeps its answer, anything else has a key of its own.
    """
    given: list[_Step] = []
    effects = yield from _play(start(scene), given)
    dice = [row for row in _thrown_last(given) if _may_change(scene, row.die, row.faces, effects)]
    spent = yield from number_repeats(_spend(scene, [row for row in dice if row.die.by == dice[-1].die.by]))
    if spent is None:
        return effects
    changed, paid = spent
    keys = [key for step in given for key in step.keys]
    given[changed.step] = given[changed.step].with_answer(changed.place, changed.faces)
    again = _play(start(after_effects(scene, (paid,))), given)
    return (paid, *(yield from number_repeats(again, keys)))


@dataclass(frozen=True)
class _Step:
    """A batch of requests of a procedure, with the answers to it."""

    asked: tuple[Request, ...]
    answers: tuple[Any, ...]

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(request.key for request in self.asked)

    def with_answer(self, place: int, answer: Any) -> _Step:
        return replace(self, answers=(*self.answers[:place], answer, *self.answers[place + 1 :]))


@dataclass(frozen=True)
class _Thrown:
    """A die of a procedure: its step, and its place among what was asked together."""

    step: int
    place: int
    die: Roll
    faces: tuple[int, ...]


def _thrown_last(given: Sequence[_Step]) -> list[_Thrown]:
    """The dice that nobody’s choice has followed."""
    thrown: list[_Thrown] = []
    for number, step in enumerate(given):
        rows = enumerate(zip(step.asked, step.answers, strict=True))
        dice = [_Thrown(number, place, die, faces) for place, (die, faces) in rows if isinstance(die, Roll)]
        thrown = [*thrown, *dice] if len(dice) == len(step.asked) else dice
    return thrown


def _spend(scene: Scene, dice: Sequence[_Thrown]) -> Script[tuple[_Thrown, LuckTold] | None]:
    """MYT-LUCK-01: one of the failed dice of a fighter as they change it, and what is told of that."""
    for row in reversed(dice):
        assert row.die.check is not None
        outcome = judge(row.die.check, row.faces, scene.settings)
        answer = yield from _ask_change(scene, row.die.by, row.die.label, outcome, "last-luck")
        if answer == "stand":
            continue
        again = replace(row.die, key="last-again")
        faces = (swap_digits(outcome.faces[0]),) if answer == "swap" else (yield again)
        return replace(row, faces=faces), LuckTold(row.die.by, outcome.faces[0], faces[0])
    return None


def _play(script: Script[Effects], given: list[_Step]) -> Script[Effects]:
    """A procedure of which what was asked before is answered as was ``given``; whatever else it asks is added."""
    answered = {step.keys: step for step in given}
    try:
        asked = next(script)
        while True:
            together = isinstance(asked, tuple)
            batch = asked if isinstance(asked, tuple) else (asked,)
            step = answered.get(tuple(request.key for request in batch))
            if step is None or step.asked != batch:
                answer = yield asked
                step = _Step(batch, answer if together else (answer,))
                given.append(step)
            asked = script.send(step.answers if together else step.answers[0])
    except StopIteration as stop:
        result: Effects = stop.value
        return result


def _may_change(scene: Scene, die: Roll, faces: tuple[int, ...], effects: Effects) -> bool:
    """True for the failed test of a fighter with luck, who has spent none on this action."""
    if die.check is None or die.secret:
        return False
    if (
        die.by not in scene.fighters
        or scene.fighters[die.by].hidden
        or not has_luck(scene, die.by)
        or is_used(scene, die.by)
    ):
        return False
    spent = any(isinstance(row, LuckTold) and row.target == die.by for row in effects)
    return not spent and not judge(die.check, faces, scene.settings).level.succeeded


class LuckTold(Effect):
    """MYT-LUCK-01: a luck point within a procedure, once for each action; of a single die also the face it had."""

    kind = "luck_told"
    is_open = True
    before: int = 0
    after: int = 0

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (marks.LUCKY.set(scene, self.target),)

    def told(self, scene: Scene) -> Text | None:
        if not self.before:
            return _("spends a luck point")
        return _("spends a luck point (%(before)s → %(after)s)", before=plain(self.before), after=plain(self.after))


EFFECTS = (LuckTold,)
