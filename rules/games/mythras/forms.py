"""The forms of a fighter: what he is offered, with the reasons against what he cannot do now (MYT-ACT, MYT-FREE)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rules.core.game import Offer
from rules.core.paths import Data
from rules.core.scene import Action, Exchange, Scene
from rules.core.script import Effect, Kept, Roll, Script, just, replay
from rules.core.sheet import Choice, Field
from rules.games.mythras import free_actions, handling, initiative, luck, picks, shooting, striking
from rules.games.mythras.arms import MODES
from rules.games.mythras.counting import swapped
from rules.games.mythras.picks import FREE, free, simple
from rules.games.mythras.resolution import D100
from rules.games.mythras.text import _

Procedure = Callable[[Scene, Action], Script[tuple[Effect, ...]] | None]
INTERRUPTS = _("Break in with what was delayed")
_TURN = (
    striking.attack,
    shooting.shoot,
    shooting.burst,
    striking.charge,
    striking.sweep,
    striking.leap,
    striking.outmanoeuvre,
    handling.move,
    handling.change_range,
    handling.ready,
    shooting.reload,
    shooting.mode,
    shooting.aim,
    shooting.steady,
    handling.stand,
    handling.struggle,
    handling.haul,
    handling.pull,
    handling.take_cover,
    handling.peek,
    handling.aid,
    handling.mount,
    handling.brace,
)
# MYT-REACT-INTERRUPT: what may be delayed and done in the middle of another’s turn: all but what takes a whole round.
_DELAYED = tuple(form for form in _TURN if form is not shooting.aim)


def offers(scene: Scene, fighter: str, procedure: Procedure) -> tuple[Offer, ...]:
    """MYT-AP-02: actions in one’s own turn, what was delayed at any time, free ones between exchanges."""
    if not initiative.is_running(scene) or initiative.is_out(scene, fighter):
        return ()
    if scene.exchanges:
        found = (*_interrupting(scene, fighter), *_luck(scene, fighter, procedure), *_meanwhile(scene, fighter))
        return tuple(_cowed(scene, fighter, one) for one in found)
    acting = fighter in initiative.acting(scene)
    mine = _turn(scene, fighter) if acting else _interrupting(scene, fighter)
    return tuple(_cowed(scene, fighter, one) for one in (*mine, *_free(scene, fighter)))


EXPOSING = ("charge", "leap", "range", "peek", "steady", "aim", "mount", "outmanoeuvre", "sweep", "burst")


def _cowed(scene: Scene, fighter: str, offer: Offer) -> Offer:
    """MYT-FX-PIN-DOWN: whoever is pinned down does nothing that exposes them."""
    if offer.kind not in EXPOSING or not initiative.mark(scene, fighter, "cowed"):
        return offer
    return replace(offer, refused=offer.refused or _("Pinned down: nothing that exposes one."))


def _meanwhile(scene: Scene, fighter: str) -> tuple[Offer, ...]:
    """MYT-FREE, MYT-FREE-WARD: what is free at any time; a guard before the dice of the attack are thrown."""
    aimed = [one for one in scene.exchanges.values() if _aims_at(one, fighter)]
    ward = () if any("attack" in one.answers for one in aimed) else (free_actions.ward(scene, fighter),)
    busy = aimed or any(one.action.actor == fighter for one in scene.exchanges.values())
    drop = () if busy else (free_actions.drop(scene, fighter),)
    found = (*ward, *drop, *free_actions.words(scene, fighter), *handling.unleash(scene, fighter))
    return tuple(replace(one, interrupts=True) for one in found)


def _aims_at(exchange: Exchange, fighter: str) -> bool:
    args = exchange.action.args
    return args.get("target") == fighter or bool(args.get(f"at_{fighter}"))


def _turn(scene: Scene, fighter: str) -> tuple[Offer, ...]:
    idle = (
        simple("dither", fighter, _("Dither: lose the turn")),
        Offer("hold", fighter, _("Keep all points for reactions"), group=FREE),
    )
    if picks.stunned(scene, fighter):
        return idle
    found = (form(scene, fighter) for form in _TURN)
    return (
        *(one for one in found if one is not None),
        *handling.spells(scene, fighter),
        simple("delay", fighter, _("Delay: keep the point for a reaction")),
        *idle,
    )


def _free(scene: Scene, fighter: str) -> tuple[Offer, ...]:
    return (
        free_actions.ward(scene, fighter),
        free_actions.drop(scene, fighter),
        *free_actions.words(scene, fighter),
        *free_actions.release(scene, fighter),
        *free_actions.let_go(scene, fighter),
        *handling.unleash(scene, fighter),
        *_linked(scene, fighter),
        *_effort(scene, fighter),
        *free_actions.counters(scene, fighter),
    )


def _linked(scene: Scene, fighter: str) -> tuple[Offer, ...]:
    """MYT-ACT-SWITCH-FIRE: free at any time with a weapon linked to its bearer’s mind."""
    offer = None if fighter in initiative.acting(scene) else shooting.mode(scene, fighter, free=True)
    return (replace(offer, group=FREE),) if offer is not None else ()


def _effort(scene: Scene, fighter: str) -> tuple[Offer, ...]:
    """MYT-LUCK-01: a luck point gives a last action point."""
    if not luck.has(scene, fighter) or initiative.left(scene, fighter):
        return ()
    return (free("effort", fighter, _("A last effort: a luck point for an action point")),)


def _interrupting(scene: Scene, fighter: str) -> tuple[Offer, ...]:
    """MYT-REACT-INTERRUPT, MYT-UI-06: what was delayed breaks into what an enemy does, or happens now."""
    if not initiative.mark(scene, fighter, "delayed") or initiative.left(scene, fighter) < 1:
        return ()
    if scene.exchanges and not any(_enemy(scene, fighter, one) for one in scene.exchanges.values()):
        return ()
    if picks.stunned(scene, fighter):
        return ()
    found = (*(form(scene, fighter) for form in _DELAYED), *handling.spells(scene, fighter))
    return tuple(replace(one, interrupts=True, group=INTERRUPTS) for one in found if one is not None)


def _enemy(scene: Scene, fighter: str, exchange: Exchange) -> bool:
    actor = scene.fighters.get(exchange.action.actor)
    return actor is not None and actor.side != scene.fighters[fighter].side


# Luck, while dice are on the table.


def _luck(scene: Scene, fighter: str, procedure: Procedure) -> tuple[Offer, ...]:
    """MYT-FREE-LUCK, MYT-LUCK-01: once for each action, one’s own die again or read backwards, or an attack on one."""
    if not luck.has(scene, fighter) or luck.used(scene, fighter):
        return ()
    rows = tuple(_dice(scene, fighter, procedure))
    if not rows:
        return ()
    which = Field("roll", _("Which die"), "choice", choices=rows, rule="MYT-LUCK-01")
    label = _("Spend a luck point on a die")
    return (Offer("luck", fighter, label, (which,), interrupts=True, group=FREE),)


def _dice(scene: Scene, fighter: str, procedure: Procedure) -> list[Choice]:
    found: list[Choice] = []
    for exchange in scene.exchanges.values():
        for one in _kept(scene, exchange, procedure):
            if isinstance(one.request, Roll) and not one.sealed:
                found += _ways(scene, fighter, exchange, one)
    return found


def _kept(scene: Scene, exchange: Exchange, procedure: Procedure) -> tuple[Kept, ...]:
    known = scene.known
    key = f"mythras/{exchange.id}"
    if key not in known:
        known[key] = max((_replayed(scene, exchange, procedure, back) for back in range(3)), key=len)
    found: tuple[Kept, ...] = known[key]
    return found


def _replayed(scene: Scene, exchange: Exchange, procedure: Procedure, back: int) -> tuple[Kept, ...]:
    """The answers of an exchange on the scene as it was: the points pledged in it, spent here, are given back."""
    others = (one for one in scene.fighters if one != exchange.action.actor and back)
    given = (scene.mark(one, "spent", initiative.spent(scene, one) - back or None) for one in others)
    seen = scene.with_changes(given)
    return replay(lambda: procedure(seen, exchange.action) or just(()), exchange.answers).kept


def _ways(scene: Scene, fighter: str, exchange: Exchange, kept: Kept) -> list[Choice]:
    roll = kept.request
    assert isinstance(roll, Roll)
    key, face = f"{exchange.id}/{roll.key}", sum(kept.value)
    shown = _("%(roll)s, %(die)s", roll=roll.label, die=face)
    if roll.by == fighter:
        again = _("%(roll)s: throw again", roll=shown)
        if roll.dice != D100:
            return [Choice(f"again/{key}", again)]
        back = _("%(roll)s: read as %(swapped)s", roll=shown, swapped=swapped(face))
        return [Choice(f"again/{key}", again), Choice(f"swap/{key}", back)]
    aimed = exchange.action.args.get("target") == fighter and roll.by != fighter
    if aimed and roll.key in ("attack", "damage"):
        return [Choice(f"again/{key}", _("%(roll)s: he throws again", roll=shown))]
    return []


def mode_of(said: str) -> tuple[str, str]:
    """A weapon and its mode of fire, from the value of a choice."""
    weapon, _dash, mode = said.rpartition("-")
    return weapon, mode if mode in MODES else "semi_auto"


def luck_of(args: Data) -> dict[str, str]:
    """What is done to which die of which exchange, from the value of a choice."""
    how, exchange, key = str(args["roll"]).split("/")  # no key of a request holds a slash
    return {"how": how, "exchange": exchange, "key": key}
