"""The turn of a fighter: who is up, which procedure an action opens, and how it is called."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rules.core.errors import Refused
from rules.core.game import Offer, Prompt
from rules.core.paths import Data
from rules.core.scene import Action, Scene
from rules.core.script import Effect, Option, Script, choose
from rules.core.text import Text
from rules.games.mythras import (
    conduct,
    costs,
    deeds,
    exchange,
    forms,
    handling,
    healing,
    initiative,
    limbs,
    magic,
    manoeuvres,
    moving,
    ranged,
    volleys,
)
from rules.games.mythras import weapons as arms
from rules.games.mythras.text import _
from rules.games.mythras.threat import attack_check

Effects = tuple[Effect, ...]


def turn(scene: Scene) -> tuple[Prompt, ...]:
    """MYT-ROUND-01: one fighter after the other; the game master where nobody is left."""
    if scene.exchanges:
        return ()
    acting = tuple(Prompt(one, "act", _("Your turn")) for one in initiative.acting(scene))
    label = _("Open the next round, or end the fight") if initiative.is_running(scene) else _("Start the fight")
    return acting or (Prompt("gm", "act", label),)


def offers(scene: Scene, actor: str) -> tuple[Offer, ...]:
    """What an actor may do now, refused things included."""
    return conduct.offers(scene) if actor == "gm" else forms.offers(scene, actor, script)


def cost(scene: Scene, action: Action) -> Effects:
    """MYT-AP-01: the point of an action, and what it changes at once. Raises ``Refused`` for what cannot be."""
    if action.actor == "gm":
        return conduct.cost(scene, action)
    effects = costs.COSTS[action.kind](scene, action.actor, action.args)
    if action.kind in _QUIET and action.kind not in _SCRIPTS and _watched(scene, action):
        return tuple(one for one in effects if one.kind in _POINTS)
    return effects


def script(scene: Scene, action: Action) -> Script[Effects] | None:
    """The procedure an action opens; none where nothing is thrown."""
    if action.kind in conduct.SCRIPTS:
        return conduct.SCRIPTS[action.kind](scene, action.args)
    if action.actor not in scene.fighters:
        return None
    found = _SCRIPTS.get(action.kind)
    if action.kind in _QUIET:
        return _in_view(scene, action) if found or action.id in scene.exchanges or _watched(scene, action) else None
    return found(scene, action.actor, action.args) if found else None


# MYT-REACT-INTERRUPT: what throws nothing, or perhaps nothing, and can be broken into all the same.
_QUIET = frozenset({
    "move", "range", "stand", "cover", "ready", "reload", "mode", "steady", "mount", "brace", "prepare", "hold_spell",
})  # fmt: skip


def _watched(scene: Scene, action: Action) -> bool:
    """MYT-REACT-INTERRUPT: whether an enemy everybody sees has delayed, and may break in."""
    side = scene.fighters[action.actor].side
    foes = (one for one, row in scene.fighters.items() if row.side != side and not row.hidden)
    ready = (one for one in foes if initiative.mark(scene, one, "delayed") and not initiative.is_out(scene, one))
    return any(initiative.left(scene, one) > 0 for one in ready)


def _in_view(scene: Scene, action: Action) -> Script[Effects]:
    """MYT-REACT-INTERRUPT: an act in the sight of somebody who waits; what can no longer be done is lost."""
    if _watched(scene, action):
        yield from choose("go-on", "gm", _("Somebody waits: do they break in?"), (Option("on", _("Nobody breaks in")),))
    actor, found = action.actor, _SCRIPTS.get(action.kind)
    if initiative.is_out(scene, actor):
        return exchange.thwarted(actor)
    if found is not None:
        return (yield from found(scene, actor, action.args))
    key = str(action.args.get("weapon", ""))
    if key and arms.find(scene.sheet(actor), key, scene.settings) is None:
        return exchange.thwarted(actor)
    return _rest(scene, action)


def _rest(scene: Scene, action: Action) -> Effects:
    """What an act does beside costing its point."""
    try:
        effects = costs.COSTS[action.kind](scene, action.actor, action.args)
    except Refused:
        return exchange.thwarted(action.actor)
    return tuple(one for one in effects if one.kind not in _POINTS)


_POINTS = ("turn", "delayed_act")


def title(scene: Scene, action: Action) -> Text | None:
    """An action as one sentence."""
    if action.actor == "gm":
        return conduct.title(scene, action)
    if action.actor not in scene.fighters:
        return None
    who, args = scene.name(action.actor), action.args
    if action.kind in _AIMED:
        target = scene.name(str(args["target"]))
        return replace(_AIMED[action.kind], params=(("who", who), ("target", target), *_weapon(scene, action)))
    if action.kind in ("speak", "signal"):
        return _("%(who)s: “%(words)s”", who=who, words=str(args["note"]))
    words = _TITLES.get(action.kind)
    return replace(words, params=(("who", who),)) if words else None


def _weapon(scene: Scene, action: Action) -> tuple[tuple[str, Text], ...]:
    if "weapon" not in action.args:
        return ()
    weapon = arms.find(scene.sheet(action.actor), str(action.args["weapon"]), scene.settings)
    return (("weapon", weapon.label if weapon else Text("?")),)


def promise(scene: Scene, action: Action) -> int:
    """How promising an attack is: the target number, and the damage it does on average."""
    if action.kind not in ("attack", "shoot"):
        return 0
    weapon = arms.find(scene.sheet(action.actor), str(action.args["weapon"]), scene.settings)
    if weapon is None or weapon.damage is None:
        return 0
    if initiative.helpless(scene, str(action.args["target"])):
        return 0
    skill = attack_check(scene, action.actor, str(action.args["target"]), weapon, action.args).target.total
    dice = weapon.damage.dice
    return skill * (dice.count * (dice.sides + 1) + 2 * weapon.damage.plus)


def rather(scene: Scene, fighter: str) -> tuple[str, ...]:
    """What comes before a blow: to stand up, and to have a weapon again that can be used."""
    kinds = ("stand",) if initiative.mark(scene, fighter, "prone") else ()
    carried = [one for one in arms.weapons(scene.sheet(fighter), scene.settings) if not one.natural]
    able = (one for one in carried if limbs.unusable(scene, fighter, one) is None)
    if any(not one.ranged or ranged.unloaded(scene, fighter, one) is None for one in able):
        return kinds
    drawn = any(one.in_hand for one in carried)  # what is in hand would be sheathed
    return (*kinds, "reload", "pull", *(() if drawn else ("ready",)))


_SCRIPTS: dict[str, Callable[[Scene, str, Data], Script[Effects]]] = {
    "attack": exchange.attack,
    "shoot": volleys.shoot,
    "burst": volleys.burst,
    "charge": exchange.charge,
    "sweep": exchange.sweep,
    "leap": exchange.leap,
    "outmanoeuvre": lambda scene, fighter, _args: manoeuvres.outmanoeuvre(scene, fighter),
    "move": moving.move,
    "peek": lambda scene, fighter, _args: moving.peek(scene, fighter),
    "assess": moving.assess,
    "stand": lambda scene, fighter, _args: deeds.stand(scene, fighter),
    "struggle": lambda scene, fighter, args: deeds.struggle(scene, fighter, str(args["what"])),
    "pull": lambda scene, fighter, args: deeds.pull(scene, fighter, str(args["which"])),
    "haul": lambda scene, fighter, args: deeds.haul(scene, fighter, str(args["target"])),
    "cover": handling.hide,
    "unleash": magic.unleash,
    "range": lambda scene, fighter, args: deeds.change_range(scene, fighter, str(args["other"])),
    "aid": healing.aid,
    "cast": magic.cast,
}
_AIMED: dict[str, Text] = {
    "attack": _("%(who)s attacks %(target)s: %(weapon)s"),
    "shoot": _("%(who)s attacks %(target)s: %(weapon)s"),
    "charge": _("%(who)s charges %(target)s: %(weapon)s"),
    "leap": _("%(who)s leaps at %(target)s"),
    "aim": _("%(who)s aims at %(target)s"),
    "haul": _("%(who)s pulls %(target)s off their feet"),
}
_TITLES: dict[str, Text] = {
    "sweep": _("%(who)s strikes at several"),
    "burst": _("%(who)s fires a long burst"),
    "outmanoeuvre": _("%(who)s outmanoeuvres the opponents"),
    "ready": _("%(who)s readies a weapon"),
    "reload": _("%(who)s reloads"),
    "mode": _("%(who)s switches the fire mode"),
    "steady": _("%(who)s steadies a weapon"),
    "stand": _("%(who)s tries to stand up"),
    "struggle": _("%(who)s struggles"),
    "pull": _("%(who)s pulls at a weapon"),
    "range": _("%(who)s changes range"),
    "move": _("%(who)s moves"),
    "brace": _("%(who)s braces"),
    "mount": _("%(who)s mounts or dismounts"),
    "cover": _("%(who)s uses the cover"),
    "peek": _("%(who)s peeks out of cover"),
    "assess": _("%(who)s looks the fight over"),
    "aid": _("%(who)s gives first aid"),
    "prepare": _("%(who)s works on a spell"),
    "cast": _("%(who)s casts a spell"),
    "hold_spell": _("%(who)s holds a spell"),
    "unleash": _("%(who)s releases a spell"),
    "let_go": _("%(who)s lets go"),
    "delay": _("%(who)s delays"),
    "dither": _("%(who)s dithers"),
    "hold": _("%(who)s keeps the points left for reactions"),
    "ward": _("%(who)s takes a guard"),
    "drop": _("%(who)s drops a weapon"),
    "release": _("%(who)s lets somebody up"),
    "effort": _("%(who)s makes a last effort: a luck point"),
    "luck": _("%(who)s spends a luck point"),
}
