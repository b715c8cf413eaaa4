"""The round: whose turn it is, what it takes of the allowance, and which procedure it opens (ARP-TIME, ARP-ACT)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rules.core.errors import Refused
from rules.core.game import Offer, Prompt
from rules.core.paths import Data
from rules.core.scene import Action, Scene
from rules.core.script import Effect, Script
from rules.core.text import Text
from rules.games.arpenteurs import (
    arms,
    attacks,
    conduct,
    forms,
    initiative,
    places,
    shooting,
    trials,
    undertakings,
)
from rules.games.arpenteurs.actions import Wish
from rules.games.arpenteurs.harm import Blow
from rules.games.arpenteurs.tables import KINDS
from rules.games.arpenteurs.text import _

Effects = tuple[Effect, ...]


def turn(scene: Scene) -> tuple[Prompt, ...]:
    """ARP-TIME-02: initiative first, all together; then one fighter after the other; then the game master."""
    if not initiative.is_running(scene):
        return () if scene.exchanges else (Prompt("gm", "act", _("Start the fight")),)
    rolling = tuple(Prompt(one, "act", _("Roll initiative")) for one in _rollers(scene))
    if scene.exchanges:
        return rolling
    acting = tuple(Prompt(one, "act", _("Your turn")) for one in initiative.acting(scene))
    label = _("Open the next round, or end the fight")
    return rolling or acting or (Prompt("gm", "act", label),)


def rolls_initiative(scene: Scene) -> bool:
    """Whether somebody has his initiative still to throw."""
    return initiative.is_running(scene) and bool(_rollers(scene))


def offers(scene: Scene, actor: str) -> tuple[Offer, ...]:
    """What an actor may do now, refused things included."""
    if actor == "gm":
        return conduct.offers(scene)
    if initiative.is_running(scene) and actor in _rollers(scene):
        return (Offer("initiative", actor, _("Roll initiative"), throws=True),)
    if scene.exchanges or actor not in initiative.acting(scene):
        return ()
    return forms.offers(scene, actor)


def cost(scene: Scene, action: Action) -> Effects:
    """What an action takes of the round, and what it changes at once. Raises ``Refused`` for what does not go."""
    if action.actor == "gm":
        return conduct.cost(scene, action)
    if action.kind in undertakings.KINDS:
        return undertakings.cost(scene, action)
    return _COSTS[action.kind](scene, action.actor, action.args)


def script(scene: Scene, action: Action) -> Script[Effects] | None:
    """The procedure an action opens; none where nothing can be thrown or chosen."""
    if action.actor == "gm":
        return conduct.script(scene, action)
    if action.kind in undertakings.KINDS and not undertakings.is_open(scene, action):
        return None
    opens = _SCRIPTS.get(action.kind)
    return _ruled(scene, opens(scene, action)) if opens and action.actor in scene.fighters else None


def _ruled(scene: Scene, found: Script[Effects]) -> Script[Effects]:
    """What a procedure comes to, with the end of the rulings of the game master that its tests have used."""
    effects = yield from found
    return (*effects, *trials.used_rulings(scene, effects))


_SCRIPTS: dict[str, Callable[[Scene, Action], Script[Effects]]] = {
    "initiative": lambda scene, action: initiative.throw(scene, action.actor),
    "attack": lambda scene, action: attacks.ATTACK.script(scene, action.actor, action.args),
    "assassinate": lambda scene, action: attacks.ASSASSINATION.script(scene, action.actor, action.args),
    **dict.fromkeys(undertakings.KINDS, undertakings.script),
}


def title(scene: Scene, action: Action) -> Text | None:
    """An action as one sentence."""
    if action.actor == "gm":
        return conduct.title(scene, action)
    if action.actor not in scene.fighters:
        return None
    who, args = scene.name(action.actor), action.args
    if action.kind in ("attack", "assassinate"):
        weapon = arms.arm(scene, action.actor, args["weapon"])
        named, target = weapon.label if weapon else Text("?"), scene.name(args["target"])
        words = _ATTACKS[action.kind]
        return replace(words, params=(("who", who), ("target", target), ("weapon", named)))
    if action.kind == "act":
        note = str(args["note"])
        what = _("%(action)s", action=note) if note else KINDS[args["what"]]
        return _("%(who)s: %(what)s", who=who, what=what)
    titled = _TITLES.get(action.kind)
    return replace(titled, params=(("who", who),)) if titled else None


_ATTACKS = {
    "attack": _("%(who)s attacks %(target)s: %(weapon)s"),
    "assassinate": _("%(who)s tries to assassinate %(target)s: %(weapon)s"),
}
_TITLES = {
    "initiative": _("%(who)s rolls initiative"),
    "move": _("%(who)s moves"),
    "aim": _("%(who)s takes aim"),
    "repli": _("%(who)s retreats from melee"),
    "watch": _("%(who)s watches somebody"),
    "finish": _("%(who)s has finished"),
}


def _rollers(scene: Scene) -> tuple[str, ...]:
    """ARP-INIT-01: who may roll initiative now: everybody who has not, beside nothing but other such rolls."""
    begun = {row.action.actor for row in scene.exchanges.values()}
    if any(row.action.kind != "initiative" for row in scene.exchanges.values()):
        return ()
    return tuple(one for one in initiative.rollers(scene) if one not in begun)


# What it takes.


def _attacks(scene: Scene, fighter: str, args: Data) -> Effects:
    """ARP-ACT-04, ARP-BURST-04, 06: what an attack takes."""
    blow = _aimed(scene, fighter, args)
    if blow.weapon.is_melee and args["mode"] != "single":
        raise Refused(shooting.NO_SUCH_MODE, "mode")
    return (Effect("spend", fighter, Wish("attack", blow.weapon.key).entry),)


def _murders(scene: Scene, fighter: str, args: Data) -> Effects:
    return (Effect("spend", fighter, Wish("attack", _aimed(scene, fighter, args).weapon.key).entry),)


def _aimed(scene: Scene, fighter: str, args: Data) -> Blow:
    blow = attacks.aimed(scene, fighter, args)
    assert blow is not None, "the form offers weapons that are there"
    if blow.weapon.is_melee and not places.in_melee(places.metres(scene, fighter, blow.victim)):
        raise Refused(forms.TOO_FAR, "target")
    if reason := shooting.impossible(trials.shot(scene, blow, args), scene.settings):
        raise Refused(reason, "location" if reason == shooting.BURST_NO_LOCATION else "mode")
    return blow


def _watches(_scene: Scene, fighter: str, args: Data) -> Effects:
    """ARP-REACT-01: from now on a fighter is asked whether they thwart what somebody does; it costs nothing."""
    return (Effect("watch", fighter, {"other": args["other"], "off": args["off"]}),)


_COSTS: dict[str, Callable[[Scene, str, Data], Effects]] = {
    "initiative": lambda _scene, _fighter, _args: (),
    "attack": _attacks,
    "assassinate": _murders,
    "watch": _watches,
    "finish": lambda _scene, fighter, _args: (Effect("done", fighter),),
}
