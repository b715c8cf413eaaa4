"""Acts as classes: each in the file of its rule, with everything about it in the order in which it happens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar, Literal, Self

from rules.character.sheet import Choice, Field
from rules.core.memo import memoize
from rules.core.scene import Action, Scene
from rules.core.script import Effect, Script
from rules.core.text import Text, Who, _
from rules.odds.act import Odds

Effects = tuple[Effect, ...]
Notes = Mapping[str, Mapping[str, Text]]

BUSY = _("An action is still open.")
NO_TARGET = _("No valid target.")
# The fields that name whom an attack is aimed at, and whom an act of care is for.
TARGET, PATIENT = "target", "patient"
NOTE = "note"  # the field for an act in words


@dataclass(frozen=True)
class Offer:
    """An act that an actor may ask for now; a refused one is shown disabled, with the reason.

    Its ``fields`` become a form. Those named in ``gm_only`` are accepted from a game master's seat alone. An offer that
    ``interrupts`` may be taken while an exchange is open, and is resolved first. One of the ``master`` is for the game
    master alone, and shown to nobody else; one that comes ``after`` a test is shown beside its result. One that
    ``throws`` consists of dice alone, without a form. One that is ``joint`` may be taken with its defaults by all
    fighters of the game master in one act; one that ``follows`` needs no decision, and is done along with any act for
    the whole side.
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
    """A number that a declaration changes: its label, its value before and after, and a note on the consequence."""

    label: Text
    before: int
    after: int
    note: Text | None = None


class Act:
    """An act of a game. A subclass defines what differs; the game makes one instance of each.

    ``kind`` is its name in journals and never changes. It passes the flags ``group``, ``interrupts``, ``master``,
    ``after``, ``throws``, ``joint`` and ``follows`` on to its offers (see ``Offer``). A ``downtime`` act is done
    outside fights, with ``None`` both inside and outside. By an ``opening`` act each fighter settles their place in
    a round. An act that ``passes`` ends a turn or puts it off; the turn of a fighter who can do nothing else is
    ended for them. In a menu, neighbouring acts with ``usable_first`` are sorted so that refused ones come last.
    """

    kind: ClassVar[str]
    label: ClassVar[Text]
    rules: ClassVar[tuple[str, ...]] = ()
    group: ClassVar[Text | None] = None
    by_gm: ClassVar[bool] = False
    downtime: ClassVar[bool | None] = False
    usable_first: ClassVar[bool] = False
    says: ClassVar[Text | None] = None  # its sentence in the journal, with the actor as ``who``
    foretold: ClassVar[bool] = False  # its odds can be computed beforehand
    aims: ClassVar[bool] = False  # its form names an opponent as ``target``
    opposes: ClassVar[bool] = False  # fighters throw against each other, even if a game master asks for it
    interrupts: ClassVar[bool] = False
    master: ClassVar[bool] = False
    after: ClassVar[bool] = False
    throws: ClassVar[bool] = False
    opening: ClassVar[bool] = False
    passes: ClassVar[Literal["", "over", "off"]] = ""
    joint: ClassVar[bool] = False
    follows: ClassVar[bool] = False

    @classmethod
    @cache
    def instance(cls) -> Self:
        return cls()

    def is_open(self, scene: Scene, actor: str) -> bool:
        """True if it is in the menu now, even if refused: of the game master, or of a fighter."""
        return self.by_gm == (actor == "gm")

    def offers(self, scene: Scene, actor: str) -> Iterator[Offer]:
        """Its entries in the menu of ``actor``: one, or none while it is not open."""
        if self.is_open(scene, actor):
            yield self.offer(scene, actor)

    def usable(self, scene: Scene, actor: str) -> Offer | None:
        """Its entry, or ``None`` if it cannot be done now with any arguments."""
        usual = type(self).offers is Act.offers  # overridden ``offers`` may have further conditions
        if usual and (not self.is_open(scene, actor) or self.current_refusal(scene, actor) is not None):
            return None
        offer = self.offer(scene, actor) if usual else next(self.offers(scene, actor), None)
        return None if offer is None or offer.refused is not None else offer

    def offer(self, scene: Scene, actor: str) -> Offer:
        """Its form, disabled with the reason if it is refused."""
        fields = self.fields(scene, actor)
        return Offer(
            self.kind,
            actor,
            self.named(scene, actor),
            fields,
            self.current_refusal(scene, actor) or blocking_refusal(fields),
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

    def noted(self, scene: Scene, offer: Offer) -> Offer:
        """Its entry with the notes of a menu."""
        notes = self.notes(scene, offer)
        rows = (_noted(field, notes[field.key]) if field.key in notes else field for field in offer.fields)
        return replace(offer, fields=tuple(rows)) if notes else offer

    def notes(self, scene: Scene, offer: Offer) -> Notes:
        """The notes of a menu beside the choices of its form, by field and value; no rule reads them."""
        return {}

    def is_sealed(self, scene: Scene, action: Action) -> bool:
        """True if everybody else reads only that it was done, until it is revealed."""
        return False

    def current_refusal(self, scene: Scene, actor: str) -> Text | None:
        """Its ``refusal`` on this scene, memoized."""
        return _refusal(scene, self, actor)

    def named(self, scene: Scene, actor: str) -> Text:
        return self.label

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return ()

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        """The reason why it is refused now, apart from a choice in its form without any open value."""
        return BUSY if self.by_gm and scene.exchanges else None

    def hint(self, scene: Scene, actor: str) -> Text | None:
        return None

    def cost(self, scene: Scene, action: Action) -> Effects:
        """Its immediate effects. Raises ``Refused`` for arguments that its form could not refuse."""
        return ()

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        """Its procedure; ``None`` if it needs no dice and no choice."""
        return None

    def title(self, scene: Scene, action: Action) -> Text | None:
        return about(self.says, scene.name(action.actor))

    def odds(self, scene: Scene, action: Action) -> Odds | None:
        """Its odds; ``None`` lets the game use those of its first roll."""
        return None

    def gauge(self, scene: Scene, action: Action) -> Gauge | None:
        """The number that it changes as a declaration; fields not filled in yet are missing from the arguments."""
        return None

    def ahead(self, scene: Scene, action: Action) -> tuple[Scene, Action]:
        """The act whose odds are shown, and the scene in which it is done. Raises the same errors as ``cost``."""
        return scene, action

    def aimed_at(self, scene: Scene, action: Action) -> str:
        """The fighter it attacks; empty if it attacks nobody, or several."""
        return str(action.args.get(TARGET, "")) if self.aims else ""

    def done_to(self, scene: Scene, action: Action) -> tuple[str, ...]:
        """The fighters it is done to, even if its form does not name them, such as the target of what was declared."""
        whom = self.aimed_at(scene, action)
        return (whom,) if whom else ()

    def endangered(self, scene: Scene, action: Action, effects: Effects) -> tuple[str, ...]:
        """The fighters it endangers; those who threw against it and came to no harm are told as unharmed."""
        whom = self.aimed_at(scene, action)
        return (whom,) if whom else ()

    def promise(self, scene: Scene, action: Action) -> int:
        """Its rank among attacks in a simulated fight, 0 or more."""
        return 0


@memoize
def _refusal(scene: Scene, act: Act, actor: str) -> Text | None:
    return act.refusal(scene, actor)


def _noted(field: Field, hints: Mapping[str, Text]) -> Field:
    rows = (replace(row, hint=hints[row.key]) if row.key in hints else row for row in field.choices)
    return replace(field, choices=tuple(rows)) if hints else field


def about(says: Text | None, who: Who) -> Text | None:
    """A sentence with ``who`` filled in, if it has that parameter."""
    return replace(says, params=(("who", who),)) if says is not None and "%(who)s" in says.msgid else says


def titled(scene: Scene, action: Action, what: Text) -> Text:
    """A fighter with what they do, and the note of the form in brackets if there is one."""
    note = str(action.args.get(NOTE, ""))
    words = _("%(what)s (%(note)s)", what=what, note=note) if note else what
    return _("%(who)s: %(what)s", who=scene.name(action.actor), what=words)


def blocking_refusal(fields: Iterable[Field]) -> Text | None:
    """The reason against a form with a choice that has no open value: that of its first value."""
    for field in fields:
        if field.kind == "choice" and all(choice.refused is not None for choice in field.choices):
            return field.choices[0].refused if field.choices else NO_TARGET
    return None


def fighters(
    scene: Scene, ids: Iterable[str], refusal: Callable[[str], Text | None] | None = None
) -> tuple[Choice, ...]:
    """Fighters as choices of a form, each refused with the reason that ``refusal`` returns."""
    return tuple(Choice(who, fighter_name(scene, who), refusal(who) if refusal else None) for who in ids)


def fighter_name(scene: Scene, fighter: str) -> Text:
    return Text("%(who)s", (("who", scene.name(fighter)),))


def own_side(scene: Scene, fighter: str, other: str) -> Text | None:
    same = other != fighter and scene.fighters[other].side == scene.fighters[fighter].side
    return _("Own side") if same else None


def out_of_fight(scene: Scene, fighter: str) -> Text:
    return _("%(who)s is out of the fight.", who=scene.name(fighter))
