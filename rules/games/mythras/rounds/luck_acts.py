"""Luck in a fight: last efforts, and dice thrown again or read backwards (MYT-LUCK-01, MYT-FREE-LUCK)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from rules.character.sheet import Choice, Field
from rules.core.acts import Effects, Offer
from rules.core.paths import Data
from rules.core.scene import Action, Change, Exchange, Scene
from rules.core.script import GivenAnswer, Roll, just, replay
from rules.core.text import Text, plain
from rules.games import mythras
from rules.games.mythras.marks import DELAYED, SPENT
from rules.games.mythras.rolls import luck
from rules.games.mythras.rolls.resolution import judge
from rules.games.mythras.rounds import initiative
from rules.games.mythras.rounds.acts import FreeAct, strikes_at, title_text
from rules.games.mythras.rounds.turn_effects import DieAgain, Effort, Lucky, swap_digits
from rules.games.mythras.text import _

_FOLLOWS = ("effect-", "location", "reaction")  # parts of the keys of what an attack brings


class LastEffort(FreeAct):
    """MYT-LUCK-01, MYT-FREE-LUCK: a luck point gives a last action point, also to answer an attack that is open."""

    kind = Effort.kind
    label = _("A last effort: a luck point for an action point")
    rules = ("MYT-LUCK-01", "MYT-FREE-LUCK")
    always = True

    def in_exchange(self, scene: Scene, actor: str) -> bool:
        """Only until anything follows from the attack."""
        aimed = [exchange for exchange in scene.exchanges.values() if initiative.aims_at(exchange, actor)]
        followed = any(part in key for exchange in aimed for key in exchange.answers for part in _FOLLOWS)
        return bool(aimed) and not followed and not luck.is_used(scene, actor)

    def concerns(self, scene: Scene, actor: str) -> bool:
        return (
            luck.has_luck(scene, actor)
            and not initiative.left(scene, actor)
            and not initiative.is_helpless(scene, actor)
        )

    def cost(self, scene: Scene, action: Action) -> Effects:
        return Lucky(action.actor, 1), Effort(action.actor)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return title_text(_("%(who)s makes a last effort: a luck point"), scene, action)


class LuckOnDie(FreeAct):
    """MYT-FREE-LUCK, MYT-LUCK-01: once for each action, one’s own die again or read backwards, or an attack on one."""

    kind = "luck"
    label = _("Spend a luck point on a die")
    rules = ("MYT-LUCK-01", "MYT-FREE-LUCK")
    interrupts = True

    def offers(self, scene: Scene, actor: str) -> Iterator[Offer]:
        able = scene.exchanges and self.is_open(scene, actor) and not luck.is_used(scene, actor)
        if able and luck.has_luck(scene, actor) and _dice(scene, actor):
            yield self.offer(scene, actor)

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        rows = tuple(_dice(scene, actor))
        return (Field("roll", _("Which die"), "choice", choices=rows, rule="MYT-LUCK-01"),)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return Lucky(action.actor, 1), DieAgain(action.actor, **luck_of(action.args))

    def title(self, scene: Scene, action: Action) -> Text | None:
        """MYT-LUCK-01: the title names the face of one’s own die, and the new one if it is read backwards."""
        change = luck_of(action.args)
        faces, mine = _own_die(scene, action.actor, change)
        if not mine:
            return title_text(_("%(who)s spends a luck point"), scene, action)
        before, who = plain(sum(faces)), scene.name(action.actor)
        if change["how"] == "again":
            return _("%(who)s spends a luck point: %(before)s is thrown again", who=who, before=before)
        after = plain(swap_digits(sum(faces)))
        return _("%(who)s spends a luck point: %(before)s is read as %(after)s", who=who, before=before, after=after)


def _own_die(scene: Scene, fighter: str, change: dict[str, str]) -> tuple[tuple[int, ...], bool]:
    """The faces of a die of an open exchange, and true if it is that of a player character, thrown by themselves."""
    exchange = scene.exchanges.get(change["exchange"])
    dice = (row for row in _answers(scene, exchange) if row.request.key == change["key"]) if exchange else ()
    row = next(iter(dice), None)
    if row is None or not isinstance(row.request, Roll):
        return (), False
    own = row.request.by == fighter and scene.fighters[fighter].side == "pc"
    return row.value, own and not row.request.secret


def luck_of(args: Data) -> dict[str, str]:
    """The change of a die of an exchange, from the value of a choice."""
    how, exchange, key = str(args["roll"]).split("/")  # no key of a request holds a slash
    return {"how": how, "exchange": exchange, "key": key}


def _dice(scene: Scene, fighter: str) -> list[Choice]:
    rows: list[Choice] = []
    for exchange in scene.exchanges.values():
        for answer in _answers(scene, exchange):
            if isinstance(answer.request, Roll) and not answer.sealed:
                rows += _ways(scene, fighter, exchange, answer)
    return rows


def _answers(scene: Scene, exchange: Exchange) -> tuple[GivenAnswer, ...]:
    key = f"mythras/{exchange.id}"
    if key not in scene.memo:
        tried: list[tuple[GivenAnswer, ...]] = []
        for back, delayed in product(range(3), (False, True)):
            tried.append(_guess_replay(scene, exchange, back, delayed))
            if len(tried[-1]) == len(exchange.answers):
                break
        scene.memo[key] = max(tried, key=len)
    answers: tuple[GivenAnswer, ...] = scene.memo[key]
    return answers


def _guess_replay(scene: Scene, exchange: Exchange, back: int, delayed: bool) -> tuple[GivenAnswer, ...]:
    """The answers of an exchange, with ``back`` points and a delayed turn given back to everybody but its actor.

    Nothing records what was paid in it; of several guesses the one that uses most answers is the right one.
    """
    changes: list[Change] = []
    for who in (who for who in scene.fighters if who != exchange.action.actor):
        changes += [SPENT.set(scene, who, SPENT.number(scene, who) - back or None)] if back else []
        changes += [DELAYED.set(scene, who)] if delayed else []
    seen = scene.with_changes(changes)
    return replay(lambda: mythras.GAME.script(seen, exchange.action) or just(()), exchange.answers).answers


def _ways(scene: Scene, fighter: str, exchange: Exchange, answer: GivenAnswer) -> list[Choice]:
    roll = answer.request
    assert isinstance(roll, Roll)
    key, face = f"{exchange.id}/{roll.key}", sum(answer.value)
    shown = _("%(roll)s, %(die)s", roll=roll.label, die=face)
    if roll.by == fighter:
        again = Choice(f"again/{key}", _("%(roll)s: throw again", roll=shown))
        if roll.check is None or not luck.is_better_turned(scene, judge(roll.check, answer.value, scene.settings)):
            return [again]
        back = _("%(roll)s: read as %(swapped)s", roll=shown, swapped=swap_digits(face))
        return [again, Choice(f"swap/{key}", back)]
    if strikes_at(exchange, fighter, roll.key):
        return [Choice(f"again/{key}", _("%(roll)s: they throw again", roll=shown))]
    return []
