"""Rounds and turns: who is up in which order, and the acts and effects by which a fight begins, goes on and ends."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from rules.character.sheet import Field
from rules.core.acts import Act, Effects, about, fighters
from rules.core.effects import Effect
from rules.core.errors import Refused
from rules.core.marks import Mark, Until, expired
from rules.core.paths import Data
from rules.core.scene import Action, Change, Scene
from rules.core.script import Request
from rules.core.text import Text, _

TWO_NEEDED = _("Two different fighters are needed.")


@dataclass(frozen=True)
class Prompt:
    """Who is waited for and why: an answer to a request, a confirmation, or an action among their offers.

    ``seconds`` is the time the table leaves them, 0 where it takes what it takes; nothing happens when it is over.
    """

    of: str
    kind: str
    label: Text
    exchange: str = ""
    request: Request | None = None
    seconds: int = 0


@dataclass(frozen=True)
class Slot:
    """One place in the order of the round: ``at`` is what is printed there, ``state`` is done, now, next or out.

    A fighter who has several has one of their own and ``further`` ones. ``tie`` is what puts equals in their order,
    which a game master may look up.
    """

    fighter: str
    at: str | Text
    state: str
    note: Text | None = None
    further: bool = False
    tie: Text | None = None


@dataclass(frozen=True)
class Headline:
    """Where the fight is, in the game's own words: the round, the part of it, and a large figure if there is one.

    ``together``: several act on the same moment, and what they do lands once the last of them has done it.
    """

    round: Text
    part: Text | None = None
    figure: str = ""
    together: bool = False


@dataclass(frozen=True)
class Rounds:
    """The turns of a game. Without any of it a fight has no turns, and nobody is ever out.

    ``turn`` gives those who are up, and for what; several may act in any order, or together. While exchanges are open,
    only those who act together with them and have not begun. ``word`` is the context of the site’s own sentences about
    rounds, for a language that has several words for them.
    """

    turn: Callable[[Scene], tuple[Prompt, ...]] = lambda _scene: ()
    order: Callable[[Scene], tuple[Slot, ...]] = lambda _scene: ()  # of the round, as the ladder shows it
    headline: Callable[[Scene], Headline] = lambda scene: Headline(_("Round %(round)s", round=scene.round))
    is_out: Callable[[Scene, str], bool] = lambda _scene, _fighter: False  # can do nothing any more
    is_beaten: Callable[[Scene, str], bool] | None = None  # harms nobody any more, in automatic play; as ``is_out``
    takes_turns: Callable[[Scene], bool] = lambda _scene: True  # and does not declare or roll initiative
    has_acted: Callable[[Scene, str], bool] = lambda _scene, _fighter: True  # and has not put their turn off
    turns_taken: Callable[[Scene, str], int] = lambda _scene, _fighter: 0  # where somebody may have two running
    open_marks: Callable[[Scene, str], Data] | None = None  # in place of the marks that are declared open
    tracks: Callable[[Scene, str, bool], bool] = lambda _scene, _fighter, _mine: True  # players read the place in order
    intent: Callable[[Scene, str], Text | None] = lambda _scene, _fighter: None  # openly declared
    sealed: Callable[[Scene, str], Text | None] = lambda _scene, _fighter: None  # declared, and secret until revealed
    opened: Callable[[Scene, Scene], tuple[tuple[str, Text], ...]] = lambda _before, _after: ()  # secret until now
    rather: Callable[[Scene, str], tuple[str, ...]] = lambda _scene, _fighter: ()  # kinds before any attack
    word: Literal["", "round"] = ""


def is_over(scene: Scene) -> bool:
    """It has been fought to its end, and not begun again."""
    return bool(scene.marks.get("over"))


def is_running(scene: Scene) -> bool:
    return scene.round > 0 and not is_over(scene)


def outside(scene: Scene) -> Headline:
    return Headline(_("The fight is over") if is_over(scene) else _("Before the fight"))


def busy(scene: Scene) -> tuple[str, ...]:
    return tuple(row.action.actor for row in scene.exchanges.values() if row.action.actor in scene.fighters)


def deferred_fighters(scene: Scene, waiting: Iterable[str]) -> frozenset[str]:
    """The fighters nobody sees who come after those ``waiting`` for their turn whom everybody sees called for it.

    Whatever is written on them meanwhile, the turn that the table watches goes on.
    """
    unseen = frozenset(row.id for row in scene.fighters.values() if row.hidden and row.id not in scene.called)
    if not unseen:
        return unseen
    seen = (who for who in waiting if who in scene.called and not scene.fighters[who].hidden)
    return unseen if any(seen) else frozenset()


def one_after_the_other(acting: tuple[str, ...], scene: Scene) -> tuple[Prompt, ...]:
    """The prompts of a game in which fighters act in turn, and the game master where nobody is left."""
    if scene.exchanges:
        return ()
    prompts = tuple(Prompt(fighter, "act", _("Your turn")) for fighter in acting)
    label = _("Open the next round, or end the fight") if is_running(scene) else _("Start the fight")
    return prompts or (Prompt("gm", "act", label),)


class RoundBegins(Effect):
    """A new round: what lasts until then ends for everybody, and nobody is called any more."""

    kind = "round"
    scalar = "number"
    number: int

    marks: ClassVar[tuple[Mark, ...]] = ()  # those of the game, given by a subclass

    def land(self, scene: Scene) -> tuple[Change, ...]:
        ended = expire_all(self.marks, scene, Until.ROUND)
        after = scene.with_changes(ended)
        begins = (scene.change("round", int(self.number)), scene.change("marks.over", None))
        cleared = (scene.change("called", None), scene.change("spare", None))
        return (*ended, *begins, *cleared, *self.opening(after.with_changes((*begins, *cleared))))

    def opening(self, scene: Scene) -> tuple[Change, ...]:
        return ()


class FightEnds(Effect):
    """The fight is over: nothing outlasts it but what the sheets hold."""

    kind = "over"

    def land(self, scene: Scene) -> tuple[Change, ...]:
        marks = (scene.change(f"fighters.{fighter}.marks", None) for fighter in scene.fighters)
        rest = (scene.change("marks.over", True), scene.change("called", None), scene.change("spare", None))
        return (*self.closing(scene), *rest, *marks)

    def closing(self, scene: Scene) -> tuple[Change, ...]:
        """The changes of a game to the sheets when a fight ends."""
        return ()


def expire_all(marks: Iterable[Mark], scene: Scene, moment: Until) -> tuple[Change, ...]:
    known = tuple(marks)
    return tuple(change for fighter in scene.fighters for change in expired(known, scene, fighter, moment))


class GmAct(Act):
    """An act of the game master while rounds are played."""

    by_gm = True

    def is_open(self, scene: Scene, actor: str) -> bool:
        return actor == "gm" and is_running(scene)


class StartFight(GmAct):
    """The first round begins."""

    kind = "start"
    label = _("Start the fight")
    says = _("The fight begins")
    first: type[RoundBegins] = RoundBegins

    def is_open(self, scene: Scene, actor: str) -> bool:
        return actor == "gm" and not is_running(scene)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return super().refusal(scene, actor) or (None if scene.fighters else _("Nobody is here to fight."))

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (self.first("gm", 1),)


class EndFight(GmAct):
    """The fight ends."""

    kind = "end"
    label = _("End the fight")
    says = _("The fight is over")
    last: type[FightEnds] = FightEnds

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (self.last("gm"),)


class AboutFighter(GmAct):
    """An act of the game master that concerns one fighter, named by the field ``fighter``."""

    def whom(self, scene: Scene) -> Iterable[str]:
        return scene.fighters

    def more(self, scene: Scene) -> tuple[Field, ...]:
        return ()

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        fighter = Field("fighter", _("Fighter"), "choice", choices=fighters(scene, self.whom(scene)))
        return (fighter, *self.more(scene))

    def sentence(self, who: Any) -> Text | None:
        return about(self.says, who)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return self.sentence(scene.name(action.args["fighter"]))


class PassOver(AboutFighter):
    """Somebody who is up does nothing more."""

    kind = "skip"
    label = _("Pass over")
    says = _("%(who)s is passed over")


class AboutTwo(AboutFighter, ABC):
    """An act of the game master about two different fighters, the second named by the field ``other``."""

    def further(self, scene: Scene) -> tuple[Field, ...]:
        return ()

    def more(self, scene: Scene) -> tuple[Field, ...]:
        other = Field("other", _("and"), "choice", choices=fighters(scene, self.whom(scene)))
        return (other, *self.further(scene))

    def cost(self, scene: Scene, action: Action) -> Effects:
        if action.args["fighter"] == action.args["other"]:
            raise Refused(TWO_NEEDED, "other")
        return (self.effect(action.args),)

    @abstractmethod
    def effect(self, args: Data) -> Effect:
        """The change between the two."""
