"""The common part of fighters' acts: offer, cost, interruption (MYT-AP)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar

from rules.core.acts import Act, Effects, Offer
from rules.core.errors import Refused
from rules.core.rounds import is_running
from rules.core.scene import Action, Exchange, Scene
from rules.core.script import ATTACK, Option, Script, choose, just
from rules.core.text import Text
from rules.games.mythras.combat.injuries import Bleeding
from rules.games.mythras.equipment import weapons as arms
from rules.games.mythras.marks import COWED, DELAYED, TENDED
from rules.games.mythras.rolls import luck
from rules.games.mythras.rounds import initiative, picks
from rules.games.mythras.rounds.states import Thwarted, after_effects
from rules.games.mythras.rounds.turn_effects import DelayedAct, Turn
from rules.games.mythras.text import _

PROACTIVE = _("Actions: one point")
FREE = _("Free actions")
INTERRUPTS = _("Break in with what was delayed")
ONLY_DEFENDS = _("Stunned: one only defends oneself.")
KEPT_DOWN = _("Pinned down: nothing that exposes one.")
DAMAGE = "damage"  # the last part of the key of its dice


class FighterAct(Act):
    """An act of somebody who can still fight."""

    def is_open(self, scene: Scene, actor: str) -> bool:
        if actor not in scene.fighters or not is_running(scene) or initiative.is_out(scene, actor):
            return False
        return self.concerns(scene, actor)

    def concerns(self, scene: Scene, actor: str) -> bool:
        """It means something to this fighter now."""
        return True

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        procedure = self.plays(scene, action) if action.actor in scene.fighters else None
        if procedure is None:
            return None
        return luck.offer_at_last(scene, lambda now: self.plays(now, action) or just(()))

    def plays(self, scene: Scene, action: Action) -> Script[Effects] | None:
        """Its procedure, of somebody who has not left."""
        return None


class TurnAct(FighterAct):
    """MYT-AP-02, MYT-REACT-INTERRUPT: an act of one’s own turn, or one that was delayed and breaks in.

    ``idle`` ones are left to whoever is stunned, those that are ``defensive`` to whoever is stunned in the trunk;
    those that are ``exposing`` are not for whoever is pinned down.
    """

    group = PROACTIVE
    points: ClassVar[int] = 1
    delayable: ClassVar[bool] = True
    idle: ClassVar[bool] = False
    defensive: ClassVar[bool] = False
    exposing: ClassVar[bool] = False
    keeps_spell: ClassVar[bool] = False

    def offers(self, scene: Scene, actor: str) -> Iterator[Offer]:
        when = _when(scene, actor)
        if not when or (when == "breaks_in" and not self.delayable) or not self.is_open(scene, actor):
            return
        if not self.idle and picks.is_stunned(scene, actor):
            return
        offer = self.offer(scene, actor)
        # MYT-UI-06: whoever delayed breaks in at any step.
        yield offer if when == "turn" else replace(offer, interrupts=True, group=INTERRUPTS)

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        """MYT-REACT-INTERRUPT: what was declared is lost by whoever something has kept from it meanwhile."""
        procedure = super().script(scene, action)
        if procedure is not None and action.actor in scene.fighters and self._is_stopped(scene, action.actor):
            return just((Thwarted(action.actor),))
        return procedure

    def _is_stopped(self, scene: Scene, actor: str) -> bool:
        dazed = picks.is_stunned if self.defensive or self.idle else picks.is_winded
        return initiative.is_helpless(scene, actor) or dazed(scene, actor)

    def offer(self, scene: Scene, actor: str) -> Offer:
        offer = super().offer(scene, actor)
        why = offer.refused or self._why_hindered(scene, actor)
        return offer if why is None else replace(offer, refused=why)

    def _why_hindered(self, scene: Scene, actor: str) -> Text | None:
        """MYT-FX-STUN, MYT-FX-PIN-DOWN: what keeps a fighter from acts like this one."""
        if not (self.defensive or self.idle) and picks.is_winded(scene, actor):
            return ONLY_DEFENDS
        return KEPT_DOWN if COWED.of(scene, actor) and self.exposes(scene, actor) else None

    def exposes(self, scene: Scene, actor: str) -> bool:
        """MYT-FX-PIN-DOWN: it brings a fighter into the line of fire."""
        return self.exposing

    def pay(self, scene: Scene, fighter: str) -> Turn | DelayedAct:
        """MYT-AP-01, MYT-ACT-DELAY: a turn and its point; what was delayed costs the point that was kept for it."""
        if initiative.is_delayed_act(scene, fighter):
            return DelayedAct(fighter)
        return Turn(fighter, self.points, keeps=self.keeps_spell)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (self.pay(scene, action.actor),)

    def ahead(self, scene: Scene, action: Action) -> tuple[Scene, Action]:
        return after_effects(scene, self.cost(scene, action)), action


def _when(scene: Scene, actor: str) -> str:
    """``turn`` or ``breaks_in``, or nothing where it is not for this fighter to act."""
    key = f"mythras/when/{actor}"
    if key not in scene.memo:
        scene.memo[key] = _moment(scene, actor)
    when: str = scene.memo[key]
    return when


def _moment(scene: Scene, actor: str) -> str:
    if actor not in scene.fighters or not is_running(scene):
        return ""
    if not scene.exchanges and actor in initiative.acting(scene):
        return "turn"
    able = (
        DELAYED.of(scene, actor) and initiative.left(scene, actor) > 0 and picks.why_no_reaction(scene, actor) is None
    )
    foe = not scene.exchanges or any(_of_enemy(scene, actor, exchange) for exchange in scene.exchanges.values())
    return "breaks_in" if able and foe else ""


def _of_enemy(scene: Scene, fighter: str, exchange: Exchange) -> bool:
    actor = exchange.action.actor
    return actor in scene.fighters and initiative.are_opposed(scene, fighter, actor)


class Quiet(TurnAct):
    """MYT-REACT-INTERRUPT: an act without a roll that a waiting fighter can still interrupt."""

    def does(self, scene: Scene, action: Action) -> Effects:
        """The effects beside the point. Raises ``Refused`` for what its form could not refuse."""
        return ()

    def cost(self, scene: Scene, action: Action) -> Effects:
        effects = self.does(scene, action)
        return (self.pay(scene, action.actor), *(() if _is_watched(scene, action.actor) else effects))

    def plays(self, scene: Scene, action: Action) -> Script[Effects] | None:
        watched = action.id in scene.exchanges or _is_watched(scene, action.actor)
        return self._in_view(scene, action) if watched else None

    def _in_view(self, scene: Scene, action: Action) -> Script[Effects]:
        """In the sight of somebody who waits; what can no longer be done is lost."""
        if _is_watched(scene, action.actor):
            going = (Option("on", _("Nobody breaks in")),)
            yield from choose("go-on", "gm", _("Somebody waits: do they break in?"), going)
        if self.why_lost(scene, action.actor):
            return (Thwarted(action.actor),)
        return (yield from self.procedure(scene, action))

    def why_lost(self, scene: Scene, actor: str) -> Text | None:
        """MYT-REACT-INTERRUPT: why what was declared cannot be done any more."""
        return self.refusal(scene, actor)

    def procedure(self, scene: Scene, action: Action) -> Script[Effects]:
        yield from ()
        key = str(action.args.get("weapon", ""))
        if key and arms.find(scene.sheet(action.actor), key, scene.settings) is None:
            return (Thwarted(action.actor),)
        try:
            return self.does(scene, action)
        except Refused:
            return (Thwarted(action.actor),)


class QuietProcedure(Quiet):
    """An act that may throw or ask nothing, with a procedure of its own; ``does`` is what it does at once."""

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (self.pay(scene, action.actor), *self.does(scene, action))

    def plays(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return self._in_view(scene, action)


def _is_watched(scene: Scene, actor: str) -> bool:
    """True if an enemy everybody sees has delayed, and may break in."""
    seen = (who for who, row in scene.fighters.items() if not row.hidden)
    foes = (who for who in seen if initiative.are_opposed(scene, actor, who))
    ready = (who for who in foes if DELAYED.of(scene, who) and picks.why_no_reaction(scene, who) is None)
    return any(initiative.left(scene, who) > 0 for who in ready)


class FreeAct(FighterAct):
    """MYT-FREE: an act that costs nothing, done in the middle of an exchange as well where it is ``always``."""

    group = FREE
    always: ClassVar[bool] = False

    def offers(self, scene: Scene, actor: str) -> Iterator[Offer]:
        if not self.is_open(scene, actor):
            return
        if not scene.exchanges:
            yield self.offer(scene, actor)
        elif self.always and self.in_exchange(scene, actor):
            yield replace(self.offer(scene, actor), interrupts=True)

    def in_exchange(self, scene: Scene, actor: str) -> bool:
        """It may be done while what is open goes on."""
        return True


def is_apart(scene: Scene, fighter: str) -> bool:
    """True if a fighter neither acts nor is aimed at in what is open."""
    rows = scene.exchanges.values()
    return not any(initiative.aims_at(row, fighter) or row.action.actor == fighter for row in rows)


# Parts of the key of a die whose blow falls on somebody else, or on a weapon.
ELSEWHERE = frozenset({"stray", "behind", "other", "own", "arm"})


def strikes_at(exchange: Exchange, fighter: str, key: str, kinds: tuple[str, ...] = (ATTACK, DAMAGE)) -> bool:
    """MYT-FREE-LUCK, MYT-FREE-WARD: true if this die is that of a blow at a fighter, or of its damage.

    In an act of their own it is a blow in passing, or one back at a charge.
    """
    *before, kind = key.removesuffix("-again").split("-")
    if kind not in kinds or not ELSEWHERE.isdisjoint(before):
        return False
    action = exchange.action
    if action.actor == fighter or action.args.get("target") == fighter:
        return action.actor == fighter or "back" not in before
    if any(named.startswith("at_") for named in action.args) and before[:1] == [fighter]:
        return "back" not in before  # in the arc of a long burst, named or not, or in a sweep
    return bool(action.args.get(f"at_{fighter}")) and not before


def strains(scene: Scene, fighter: str) -> Effects:
    """MYT-FX-BLEED: what is intense or violent reopens a wound whose bleeding was stopped."""
    return (Bleeding(fighter),) if TENDED.of(scene, fighter) else ()


def title_text(words: Text, scene: Scene, action: Action) -> Text:
    """A title about who acts, and the target there may be."""
    named: tuple[tuple[str, Any], ...] = (("who", scene.name(action.actor)),)
    target = str(action.args.get("target", ""))
    named += (("target", scene.name(target)),) if target in scene.fighters else ()
    key = str(action.args.get("weapon", ""))
    named += (("weapon", arms.label_of(scene, action.actor, key)),) if key else ()
    return replace(words, params=named)
