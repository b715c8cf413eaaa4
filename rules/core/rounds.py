"""Rounds and turns: the order of fighters, and the acts and effects that begin, continue and end a fight."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from rules.character.fields import flag, number
from rules.character.sheet import Field
from rules.core.acts import Act, Effects, about, fighters
from rules.core.check import Breakdown, Modifier
from rules.core.effects import Effect
from rules.core.errors import Refused
from rules.core.marks import Mark, Until, expire
from rules.core.memo import memoize
from rules.core.paths import Data
from rules.core.scene import Action, Change, Scene
from rules.core.script import Request
from rules.core.text import Text, _

TWO_NEEDED = _("Two different fighters are needed.")
YOUR_TURN = _("Your turn")
HAS_LEFT = _("has left the fight")
LEFT = Mark("left", is_open=True)


@dataclass(frozen=True)
class Prompt:
    """Somebody the fight waits for: for an answer to a request, a confirmation, or an act.

    ``seconds`` is the time limit that the table sets, 0 for none; nothing happens when it is over.
    """

    of: str
    kind: str
    label: Text
    exchange: str = ""
    request: Request | None = None
    seconds: int = 0


@dataclass(frozen=True)
class Slot:
    """One place in the order of the round: ``at`` is printed there, ``state`` is done, now, next or out.

    A fighter with several places has one main place and ``further`` ones. ``tie`` explains how equal fighters were
    ordered, for the game master to look up.
    """

    fighter: str
    at: str | Text
    state: str
    note: Text | None = None
    further: bool = False
    tie: Text | None = None


@dataclass(frozen=True)
class Headline:
    """The state of the fight in the game's own words: the round, its part, and a large figure if there is one.

    ``together`` means that several act at the same moment, and their acts land once the last of them has acted.
    """

    round: Text
    part: Text | None = None
    figure: str = ""
    together: bool = False


@dataclass(frozen=True)
class Rounds:
    """The turns of a game. By default a fight has no turns, and nobody is ever out.

    ``turn`` gives the prompts of the fighters who may act; several may act in any order, or together. While exchanges
    are open, it gives only fighters who act together with them and have not begun. ``word`` chooses the
    site’s own sentences about rounds: English “round” is “tour” in French by default; ``round`` says “round” in both
    languages, ``turn`` “turn” and “tour”.
    """

    turn: Callable[[Scene], tuple[Prompt, ...]] = lambda _scene: ()
    order: Callable[[Scene], tuple[Slot, ...]] = lambda _scene: ()  # of the round, as shown
    headline: Callable[[Scene], Headline] = lambda scene: Headline(_("Round %(round)s", round=scene.round))
    is_out: Callable[[Scene, str], bool] = lambda _scene, _fighter: False  # out of the fight
    is_beaten: Callable[[Scene, str], bool] | None = None  # harmless, in automatic play; default: ``is_out``
    takes_turns: Callable[[Scene], bool] = lambda _scene: True  # as opposed to declaring or rolling initiative
    has_acted: Callable[[Scene, str], bool] = lambda _scene, _fighter: True  # took their turn instead of putting it off
    turns_taken: Callable[[Scene, str], int] = lambda _scene, _fighter: 0  # for games with two turns in a row
    open_marks: Callable[[Scene, str], Data] | None = None  # instead of the marks declared open
    tracks: Callable[[Scene, str, bool], bool] = lambda _scene, _fighter, _mine: True  # True if players read the place
    intent: Callable[[Scene, str], Text | None] = lambda _scene, _fighter: None  # declared openly
    sealed: Callable[[Scene, str], Text | None] = lambda _scene, _fighter: None  # declared, still secret
    opened: Callable[[Scene, Scene], tuple[tuple[str, Text], ...]] = lambda _before, _after: ()  # just revealed
    due: Callable[[Scene], Effects] = lambda _scene: ()  # of secret declarations that are revealed
    preferred_kinds: Callable[[Scene, str], tuple[str, ...]] = (
        lambda _scene, _fighter: ()
    )  # kinds preferred to any attack
    word: Literal["", "round", "turn"] = ""

    def count(self, number: int) -> Text:
        word = "turn" if self.word == "turn" else "round"
        return Text(f"%(count)s {word}", (("count", number),), "round" * bool(self.word), f"%(count)s {word}s", number)


def is_over(scene: Scene) -> bool:
    """True if the fight is decided and was not started again."""
    return bool(scene.marks.get("over"))


def is_running(scene: Scene) -> bool:
    return scene.round > 0 and not is_over(scene)


def idle_headline(scene: Scene) -> Headline:
    return Headline(_("The fight is over") if is_over(scene) else _("Before the fight"))


def busy_fighters(scene: Scene) -> tuple[str, ...]:
    return tuple(row.action.actor for row in scene.exchanges.values() if row.action.actor in scene.fighters)


def deferred_fighters(scene: Scene, waiting: Iterable[str]) -> frozenset[str]:
    """The hidden, uncalled fighters, as long as a visible, called one of those ``waiting`` has yet to act; else none.

    Whatever is written on hidden fighters meanwhile, the turn that the table watches goes on.
    """
    unseen = scene.hidden.difference(scene.called)
    if not unseen:
        return unseen
    seen = (who for who in waiting if who in scene.called and not scene.fighters[who].hidden)
    return unseen if any(seen) else frozenset()


def next_in_turn(scene: Scene, waiting: tuple[str, ...]) -> tuple[str, ...]:
    """The called one of those ``waiting``, even if others have come before them since; else the first."""
    called = tuple(who for who in waiting if who in scene.called)
    return (called or waiting)[:1]


def prompts_in_turn(acting: tuple[str, ...], scene: Scene) -> tuple[Prompt, ...]:
    """The prompts of a game in which fighters act in turn; the game master's if no fighter is left."""
    if scene.exchanges:
        return ()
    prompts = tuple(Prompt(fighter, "act", YOUR_TURN) for fighter in acting)
    label = _("Open the next round, or end the fight") if is_running(scene) else _("Start the fight")
    return prompts or (Prompt("gm", "act", label),)


class RoundBegins(Effect):
    """A new round: marks that last until then end for everybody, and nobody is called any more."""

    kind = "round"
    scalar = "number"
    number: int

    marks: ClassVar[tuple[Mark, ...]] = ()  # the game's marks, given by a subclass

    def land(self, scene: Scene) -> tuple[Change, ...]:
        ended = expire_all(self.marks, scene, Until.ROUND)
        after = scene.with_changes(ended)
        begins = (scene.change("round", int(self.number)), scene.change("marks.over", None))
        cleared = (scene.change("called", None), scene.change("spare", None))
        return (*ended, *begins, *cleared, *self.opening(after.with_changes((*begins, *cleared))))

    def opening(self, scene: Scene) -> tuple[Change, ...]:
        return ()


class FightEnds(Effect):
    """The fight is over: nothing outlasts it except values on the sheets."""

    kind = "over"

    def land(self, scene: Scene) -> tuple[Change, ...]:
        marks = (scene.change(f"fighters.{fighter}.marks", None) for fighter in scene.fighters)
        rest = (scene.change("marks.over", True), scene.change("called", None), scene.change("spare", None))
        return (*self.closing(scene), *rest, *marks)

    def closing(self, scene: Scene) -> tuple[Change, ...]:
        """The changes of a game to the sheets when a fight ends."""
        return ()


def expire_all(marks: Iterable[Mark], scene: Scene, moment: Until) -> tuple[Change, ...]:
    marks_to_end = tuple(marks)
    return tuple(change for fighter in scene.fighters for change in expire(marks_to_end, scene, fighter, moment))


class GmAct(Act):
    """An act of the game master during a running fight."""

    by_gm = True

    def is_open(self, scene: Scene, actor: str) -> bool:
        return actor == "gm" and is_running(scene)


class StartFight(GmAct):
    """The act that begins the first round."""

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
    """The act that ends the fight."""

    kind = "end"
    label = _("End the fight")
    says = _("The fight is over")
    last: type[FightEnds] = FightEnds

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (self.last("gm"),)


class AboutFighter(GmAct):
    """An act of the game master about one fighter, named by the field ``fighter``."""

    def candidates(self, scene: Scene) -> Iterable[str]:
        return scene.fighters

    def more(self, scene: Scene) -> tuple[Field, ...]:
        return ()

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (_fighter_field(scene, tuple(self.candidates(scene))), *self.more(scene))

    def sentence(self, who: Any) -> Text | None:
        return about(self.says, who)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return self.sentence(scene.name(action.args["fighter"]))


@memoize
def _fighter_field(scene: Scene, candidates: tuple[str, ...]) -> Field:
    """The choice of one of these fighters; most acts of the game master offer all of them."""
    return Field("fighter", _("Fighter"), "choice", choices=fighters(scene, candidates))


class PassOver(AboutFighter):
    """An act by which a fighter who may act does nothing more this time."""

    kind = "skip"
    label = _("Pass over")
    says = _("%(who)s is passed over")


class Left(Effect):
    """A fighter is out of the fight though unhurt, such as after a flight, or back in it."""

    mark = LEFT
    scalar = "gone"
    decisive = is_open = True
    gone: bool

    def land(self, scene: Scene) -> tuple[Change, ...]:
        if not self.gone:
            return (LEFT.clear(scene, self.target),)
        return LEFT.set(scene, self.target), scene.end_call(self.target)

    def told(self, scene: Scene) -> Text | None:
        return None  # told by the act, and by the fall that it is


class Leave(AboutFighter):
    """The game master takes a fighter out of the fight: they have fled, surrendered, or gone elsewhere."""

    kind = "leave"
    label = _("Take out of the fight")
    says = _("%(who)s leaves the fight")
    left: ClassVar[type[Left]] = Left

    def candidates(self, scene: Scene) -> Iterable[str]:
        return (fighter for fighter in scene.fighters if not LEFT.of(scene, fighter))

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (self.left(action.args["fighter"], True),)


class ComeBack(AboutFighter):
    """The game master brings back a fighter who had left the fight."""

    kind = "come_back"
    label = _("Bring back into the fight")
    says = _("%(who)s comes back into the fight")

    def is_open(self, scene: Scene, actor: str) -> bool:
        return super().is_open(scene, actor) and any(self.candidates(scene))

    def candidates(self, scene: Scene) -> Iterable[str]:
        return (fighter for fighter in scene.fighters if LEFT.of(scene, fighter))

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Left(action.args["fighter"], False),)


MOST_DEALT = 200


class DealDamage(AboutFighter):
    """The game master deals damage, less the armour if it counts; a subclass names both and the effect."""

    kind = "damage"
    label = _("Damage")
    says = _("%(who)s takes damage")
    lost: ClassVar[Text]
    armour: ClassVar[Text]
    damage: ClassVar[Callable[..., Effect]]
    less_armour: ClassVar[Callable[..., Breakdown]]  # of the damage and a sheet

    def more(self, scene: Scene) -> tuple[Field, ...]:
        lost = number("amount", self.lost, 1, 1, MOST_DEALT, self.rules[0])
        return lost, flag("reduced", self.armour, rule=self.rules[0])

    def cost(self, scene: Scene, action: Action) -> Effects:
        fighter = action.args["fighter"]
        lost = Breakdown(Modifier(self.label, int(action.args["amount"]), self.rules[0]))
        if action.args["reduced"]:
            lost = self.less_armour(lost, scene.sheet(fighter))
        return (self.damage(fighter, lost.total, lost if lost.modifiers else None),)


class GiveBack(AboutFighter):
    """The game master gives points of health back; a subclass names them and the effect."""

    kind = "heal"
    says = _("%(who)s is healed")
    given: ClassVar[Text]
    least: ClassVar[int] = 1
    heal: ClassVar[Callable[..., Effect]]

    def more(self, scene: Scene) -> tuple[Field, ...]:
        return (number("amount", self.given, 1, self.least, MOST_DEALT, "".join(self.rules[:1])),)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (self.heal(action.args["fighter"], int(action.args["amount"])),)


class AboutTwo(AboutFighter, ABC):
    """An act of the game master about two different fighters, the second named by the field ``other``."""

    def further(self, scene: Scene) -> tuple[Field, ...]:
        return ()

    def more(self, scene: Scene) -> tuple[Field, ...]:
        other = Field("other", _("and"), "choice", choices=fighters(scene, self.candidates(scene)))
        return (other, *self.further(scene))

    def cost(self, scene: Scene, action: Action) -> Effects:
        if action.args["fighter"] == action.args["other"]:
            raise Refused(TWO_NEEDED, "other")
        return (self.effect(action.args),)

    @abstractmethod
    def effect(self, args: Data) -> Effect:
        """The effect on the two fighters."""
