"""Acts as classes: everything that is to be said of one, in the file of its rule, in the order in which it happens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar, Self

from rules.character.sheet import Choice, Field
from rules.core.memo import memoize
from rules.core.scene import Action, Scene
from rules.core.script import Effect, Script
from rules.core.text import Text, Who, _
from rules.odds.act import Odds

Effects = tuple[Effect, ...]

BUSY = _("An action is still open.")
NO_TARGET = _("No valid target.")


@dataclass(frozen=True)
class Offer:
    """Something an actor may ask to do now; a refused one is shown greyed with the reason.

    Its ``fields`` become a form. Those named in ``gm_only`` are accepted from a game master's seat alone.
    An offer that ``interrupts`` may be taken while an exchange is open, and is worked first.
    One of the ``master`` is taken by a game master's seat alone, and shown to no other; one that comes ``after`` a
    test is shown beside its result. One that ``throws`` is nothing but dice, with nothing to say. One that is ``joint``
    may be taken as it stands by everybody a game master plays, in one act; one that ``follows`` is decided by nobody,
    and goes with whatever the game master does for the whole side.
    """

    kind: str
    actor: str
    label: Text
    fields: tuple[Field, ...] = ()
    refused: Text | None = None
    gm_only: frozenset[str] = frozenset()
    interrupts: bool = False
    hint: Text | None = None
    group: Text | None = None
    master: bool = False
    after: bool = False
    throws: bool = False
    joint: bool = False
    follows: bool = False


@dataclass(frozen=True)
class Gauge:
    """A number that a declaration moves: what it is, as it stands, as it would be, and what that means."""

    label: Text
    before: int
    after: int
    note: Text | None = None


class Act:
    """One thing that can be done. A subclass gives what differs; the game makes one object of each.

    ``kind`` is its name in journals and never changes. What an offer says of itself (``group``, ``interrupts``,
    ``master``, ``after``, ``throws``, ``joint``, ``follows``) stands here too. An act of ``downtime`` is done outside a
    fight, with ``None`` in both. Neighbours in the menu that come ``usable_first`` are sorted so that refused ones
    stand behind.
    """

    kind: ClassVar[str]
    label: ClassVar[Text]
    rules: ClassVar[tuple[str, ...]] = ()
    group: ClassVar[Text | None] = None
    by_gm: ClassVar[bool] = False
    downtime: ClassVar[bool | None] = False
    usable_first: ClassVar[bool] = False
    says: ClassVar[Text | None] = None  # its sentence in the journal, about its actor as ``who``
    foretold: ClassVar[bool] = False  # its odds can be said before it is done
    aims: ClassVar[bool] = False  # its form names a foe, as ``target``
    opposes: ClassVar[bool] = False  # fighters throw against each other in it, though a game master asks for it
    interrupts: ClassVar[bool] = False
    master: ClassVar[bool] = False
    after: ClassVar[bool] = False
    throws: ClassVar[bool] = False
    joint: ClassVar[bool] = False
    follows: ClassVar[bool] = False

    @classmethod
    @cache
    def one(cls) -> Self:
        return cls()

    def is_open(self, scene: Scene, actor: str) -> bool:
        """It is offered at all now, if only greyed: to the game master, or to a fighter."""
        return self.by_gm == (actor == "gm")

    def offers(self, scene: Scene, actor: str) -> Iterator[Offer]:
        """Its entries in the menu of ``actor``: one, or none while it is not open."""
        if self.is_open(scene, actor):
            yield self.offer(scene, actor)

    def usable(self, scene: Scene, actor: str) -> Offer | None:
        """Its entry, or ``None`` where it cannot be done now whatever its form says."""
        usual = type(self).offers is Act.offers  # others decide by more than this whether they are offered
        if usual and (not self.is_open(scene, actor) or self.refused_now(scene, actor) is not None):
            return None
        offer = self.offer(scene, actor) if usual else next(self.offers(scene, actor), None)
        return None if offer is None or offer.refused is not None else offer

    def offer(self, scene: Scene, actor: str) -> Offer:
        """Its form, greyed with the reason where it is refused."""
        fields = self.fields(scene, actor)
        return Offer(
            self.kind,
            actor,
            self.named(scene, actor),
            fields,
            self.refused_now(scene, actor) or blocked(fields),
            frozenset(field.key for field in fields if field.gm_only),
            self.interrupts,
            self.hint(scene, actor),
            self.group,
            self.master,
            self.after,
            self.throws,
            self.joint,
            self.follows,
        )

    def refused_now(self, scene: Scene, actor: str) -> Text | None:
        """Its ``refusal`` on this scene, found once."""
        return _refusal(scene, self, actor)

    def named(self, scene: Scene, actor: str) -> Text:
        return self.label

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return ()

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        """The reason against it now, besides a choice of its form in which nothing is open."""
        return BUSY if self.by_gm and scene.exchanges else None

    def hint(self, scene: Scene, actor: str) -> Text | None:
        return None

    def cost(self, scene: Scene, action: Action) -> Effects:
        """Its immediate effects. Raises ``Refused`` for what its form could not refuse."""
        return ()

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        """Its procedure; none where nothing is thrown or chosen."""
        return None

    def title(self, scene: Scene, action: Action) -> Text | None:
        return about(self.says, scene.name(action.actor))

    def odds(self, scene: Scene, action: Action) -> Odds | None:
        """Its odds; without any of its own, the game gives those of its first roll."""
        return None

    def gauge(self, scene: Scene, action: Action) -> Gauge | None:
        """The number that it moves as a declaration; what is not filled in yet is not among its arguments."""
        return None

    def ahead(self, scene: Scene, action: Action) -> tuple[Scene, Action]:
        """The act whose odds are asked, and the scene it is done in. Raises what ``cost`` would raise."""
        return scene, action

    def aimed_at(self, scene: Scene, action: Action) -> str:
        """The fighter whom it attacks; empty where it attacks nobody, or several."""
        return str(action.args.get("target", "")) if self.aims else ""

    def promise(self, scene: Scene, action: Action) -> int:
        """Its rank among attacks in a fight that plays itself."""
        return 0


@memoize
def _refusal(scene: Scene, act: Act, actor: str) -> Text | None:
    return act.refusal(scene, actor)


def about(says: Text | None, who: Who) -> Text | None:
    """A sentence about ``who``, if it is about anybody."""
    return replace(says, params=(("who", who),)) if says is not None and "%(who)s" in says.msgid else says


def blocked(fields: Iterable[Field]) -> Text | None:
    """The reason against a form in which a choice has nothing open: that of its first value."""
    for field in fields:
        if field.kind == "choice" and all(choice.refused is not None for choice in field.choices):
            return field.choices[0].refused if field.choices else NO_TARGET
    return None


def fighters(
    scene: Scene, whom: Iterable[str], why_not: Callable[[str], Text | None] | None = None
) -> tuple[Choice, ...]:
    """Fighters as choices of a form, each refused with the reason ``why_not`` gives."""
    return tuple(Choice(who, named(scene, who), why_not(who) if why_not else None) for who in whom)


def named(scene: Scene, fighter: str) -> Text:
    return Text("%(who)s", (("who", scene.name(fighter)),))
