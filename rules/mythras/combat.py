"""The turn of a fighter: who is up, what an action costs, and which procedure it opens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rules.errors import Refused
from rules.mythras import conduct, deeds, exchange, forms, initiative, ranged
from rules.mythras import weapons as arms
from rules.mythras.grades import NO_ATTEMPT
from rules.paths import Data
from rules.scene import Action, Scene
from rules.script import Effect, Script
from rules.system import Offer, Prompt
from rules.words import Text, pgettext

Effects = tuple[Effect, ...]


def turn(scene: Scene) -> tuple[Prompt, ...]:
    """MYT-ROUND-01: one fighter after the other; the game master where nobody is left."""
    if scene.exchanges:
        return ()
    acting = tuple(Prompt(one, "act", pgettext("mythras", "Your turn")) for one in initiative.acting(scene))
    label = (
        pgettext("mythras", "Open the next round, or end the fight")
        if initiative.is_running(scene)
        else pgettext("mythras", "Start the fight")
    )
    return acting or (Prompt("gm", "act", label),)


def offers(scene: Scene, actor: str) -> tuple[Offer, ...]:
    """What an actor may do now, refused things included."""
    return conduct.offers(scene) if actor == "gm" else forms.offers(scene, actor)


def cost(scene: Scene, action: Action) -> Effects:
    """MYT-AP-01: the point of an action, and what it changes at once. Raises ``Refused`` for what cannot be."""
    if action.actor == "gm":
        return conduct.cost(scene, action)
    return _COSTS[action.kind](scene, action.actor, action.args)


def script(scene: Scene, action: Action) -> Script[Effects] | None:
    """The procedure an action opens; none where nothing is thrown."""
    if action.kind in conduct.SCRIPTS:
        return conduct.SCRIPTS[action.kind](scene, action.args)
    if action.actor not in scene.fighters:
        return None
    found = _SCRIPTS.get(action.kind)
    return found(scene, action.actor, action.args) if found else None


def title(scene: Scene, action: Action) -> Text | None:
    """An action as one sentence."""
    if action.actor == "gm":
        return conduct.title(scene, action)
    if action.actor not in scene.fighters:
        return None
    who, args = scene.name(action.actor), action.args
    if action.kind in ("attack", "shoot"):
        weapon = arms.find(scene.sheet(action.actor), str(args["weapon"]), scene.settings)
        target, label = scene.name(str(args["target"])), weapon.label if weapon else Text("?")
        return pgettext("mythras", "%(who)s attacks %(target)s: %(weapon)s", who=who, target=target, weapon=label)
    words = _TITLES.get(action.kind)
    return replace(words, params=(("who", who),)) if words else None


def promise(scene: Scene, action: Action) -> int:
    """How promising an attack is: the target number, and the damage it does on average."""
    if action.kind not in ("attack", "shoot"):
        return 0
    weapon = arms.find(scene.sheet(action.actor), str(action.args["weapon"]), scene.settings)
    if weapon is None or weapon.damage is None:
        return 0
    skill = exchange.attack_check(scene, action.actor, weapon, action.args).target.total
    dice = weapon.damage.dice
    return skill * (dice.count * (dice.sides + 1) + 2 * weapon.damage.plus)


# What it costs.


def _turn(fighter: str, cost: int = 1, **more: bool) -> Effect:
    return Effect("turn", fighter, {"cost": cost, **more})


def _attacks(scene: Scene, fighter: str, args: Data) -> Effects:
    """MYT-ATK-01, MYT-CLOSE-PASSIVE: a point; what guarded and now strikes guards no more; both are engaged."""
    weapon = arms.find(scene.sheet(fighter), str(args["weapon"]), scene.settings)
    if weapon is not None and exchange.attack_check(scene, fighter, weapon, args).refused:
        raise Refused(NO_ATTEMPT, "situation")
    unward = Effect("ward", fighter, {"weapon": args["weapon"], "places": ()})
    return _turn(fighter), unward, Effect("offence", fighter, True), Effect("engage", fighter, args["target"])


def _shoots(scene: Scene, fighter: str, args: Data) -> Effects:
    """MYT-RANGED-BANDS, MYT-AUTO-06: a point and a round. Raises ``Refused`` for what is too far or hopeless."""
    weapon = arms.find(scene.sheet(fighter), str(args["weapon"]), scene.settings)
    if weapon is not None and not ranged.band(weapon, int(args["metres"])):
        raise Refused(pgettext("mythras", "Beyond its range: %(most)s m.", most=weapon.ranges[2]), "metres")
    if weapon is not None and exchange.attack_check(scene, fighter, weapon, args).refused:
        raise Refused(NO_ATTEMPT, "situation")
    return _turn(fighter), Effect("offence", fighter, True), Effect("fire", fighter, {"weapon": args["weapon"]})


def _ready(scene: Scene, fighter: str, args: Data) -> Effects:
    weapon = arms.find(scene.sheet(fighter), str(args["weapon"]), scene.settings)
    draw = weapon is not None and not weapon.in_hand
    return _turn(fighter), Effect("hold", fighter, {"weapon": args["weapon"], "draw": draw})


def _ward(scene: Scene, fighter: str, args: Data) -> Effects:
    """MYT-CLOSE-PASSIVE: raise ``Refused`` for more locations than it guards."""
    places = [str(value) for key, value in sorted(args.items()) if key.startswith("place") and value != "none"]
    places = list(dict.fromkeys(places))
    weapon = arms.find(scene.sheet(fighter), str(args["weapon"]), scene.settings)
    if weapon is not None and len(places) > forms.passive(weapon):
        most = forms.passive(weapon)
        raise Refused(pgettext("mythras", "It guards fewer locations: %(most)s.", most=most), f"place{most + 1}")
    return (Effect("ward", fighter, {"weapon": args["weapon"], "places": tuple(places)}),)


def _moves(_scene: Scene, fighter: str, _args: Data) -> Effects:
    return _turn(fighter), Effect("braced", fighter, False)


_COSTS: dict[str, Callable[[Scene, str, Data], Effects]] = {
    "attack": _attacks,
    "shoot": _shoots,
    "reload": lambda _scene, fighter, args: (_turn(fighter), Effect("load", fighter, {"weapon": args["weapon"]})),
    "ready": _ready,
    "stand": lambda _scene, fighter, _args: (_turn(fighter),),
    "struggle": lambda _scene, fighter, _args: (_turn(fighter),),
    "pull": lambda _scene, fighter, _args: (_turn(fighter),),
    "range": _moves,
    "move": _moves,
    "brace": lambda _scene, fighter, _args: (_turn(fighter), Effect("braced", fighter, True)),
    "delay": lambda _scene, fighter, _args: (_turn(fighter, 0, delays=True),),
    "dither": lambda _scene, fighter, _args: (_turn(fighter),),
    "hold": lambda _scene, fighter, _args: (Effect("held", fighter, True),),
    "ward": _ward,
    "drop": lambda _scene, fighter, args: (Effect("drop", fighter, {"weapon": args["weapon"]}),),
}
_SCRIPTS: dict[str, Callable[[Scene, str, Data], Script[Effects]]] = {
    "attack": exchange.attack,
    "shoot": exchange.attack,
    "stand": lambda scene, fighter, _args: deeds.stand(scene, fighter),
    "struggle": lambda scene, fighter, args: deeds.struggle(scene, fighter, str(args["what"])),
    "pull": lambda scene, fighter, args: deeds.pull(scene, fighter, str(args["which"])),
    "range": lambda scene, fighter, args: deeds.change_range(scene, fighter, str(args["other"])),
}
_TITLES: dict[str, Text] = {
    "ready": pgettext("mythras", "%(who)s readies a weapon"),
    "reload": pgettext("mythras", "%(who)s reloads"),
    "stand": pgettext("mythras", "%(who)s tries to stand up"),
    "struggle": pgettext("mythras", "%(who)s struggles"),
    "pull": pgettext("mythras", "%(who)s pulls at a weapon"),
    "range": pgettext("mythras", "%(who)s changes range"),
    "move": pgettext("mythras", "%(who)s moves"),
    "brace": pgettext("mythras", "%(who)s braces"),
    "delay": pgettext("mythras", "%(who)s delays"),
    "dither": pgettext("mythras", "%(who)s dithers"),
    "hold": pgettext("mythras", "%(who)s keeps the points left for reactions"),
    "ward": pgettext("mythras", "%(who)s takes a guard"),
    "drop": pgettext("mythras", "%(who)s drops a weapon"),
}
