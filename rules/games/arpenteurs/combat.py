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
from rules.games.arpenteurs import actions, attacks, conduct, forms, initiative, places, shooting
from rules.games.arpenteurs import sheet as sheets
from rules.games.arpenteurs.actions import Wish
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
    return _COSTS[action.kind](scene, action.actor, action.args)


def script(scene: Scene, action: Action) -> Script[Effects] | None:
    """The procedure an action opens; none where nothing is thrown."""
    actor, args = action.actor, action.args
    if actor == "gm":
        return conduct.script(scene, action)
    if actor not in scene.fighters:
        return None
    if action.kind == "initiative":
        return initiative.throw(scene, actor)
    if action.kind == "attack":
        return attacks.strike(scene, actor, args)
    if action.kind == "assassinate":
        return attacks.assassinate(scene, actor, args)
    if action.kind == "act" and args["check"] != "none":
        return attacks.attempt(scene, actor, args)
    return None


def title(scene: Scene, action: Action) -> Text | None:
    """An action as one sentence."""
    if action.actor == "gm":
        return conduct.title(scene, action)
    if action.actor not in scene.fighters:
        return None
    who, args = scene.name(action.actor), action.args
    if action.kind in ("attack", "assassinate"):
        weapon = sheets.weapon(scene.sheet(action.actor), args["weapon"])
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
    """ARP-DIST-02, ARP-BURST-04, 06: what an attack takes; within reach it engages whom it is aimed at."""
    weapon, target = sheets.weapon(scene.sheet(fighter), args["weapon"]), args["target"]
    assert weapon is not None, "the form offers weapons of the sheet"
    near = places.in_melee(places.metres(scene, fighter, target))
    if weapon.is_melee and not near:
        raise Refused(forms.TOO_FAR, "target")
    if weapon.is_melee and args["mode"] != "single":
        raise Refused(shooting.NO_SUCH_MODE, "mode")
    reason = shooting.impossible(shooting.at(scene, fighter, target, weapon, args), scene.settings)
    if reason is not None:
        raise Refused(reason, "location" if reason == shooting.BURST_NO_LOCATION else "mode")
    return _struck(fighter, target, weapon.key, near)


def _murders(scene: Scene, fighter: str, args: Data) -> Effects:
    return _struck(fighter, args["target"], args["weapon"], True)


def _struck(fighter: str, target: str, weapon: str, near: bool) -> Effects:
    engaged = (Effect("engage", target, fighter),) if near else ()
    return (Effect("spend", fighter, Wish("attack", weapon).entry), *engaged)


def _moves(scene: Scene, fighter: str, args: Data) -> Effects:
    """ARP-DIST-03, ARP-AIM-01: who is engaged stays within reach of everybody; moving spoils the aim."""
    wish = Wish("move", leaves_melee=not args["stays"])
    if reason := actions.blocked(scene, fighter, wish):
        raise Refused(reason, "stays")
    if any(_leaves(scene, fighter, one, args) for one in actions.opponents(scene, fighter)):
        raise Refused(actions.ENGAGED_NEEDS_REPLI, "metres")
    moved = Effect("metres", fighter, {"other": args["target"], "metres": args["metres"]})
    return (Effect("spend", fighter, wish.entry), moved, Effect("aim", fighter))


def _leaves(scene: Scene, fighter: str, opponent: str, args: Data) -> bool:
    """ARP-DIST-03: whether a move takes a fighter out of the reach of an opponent.

    Towards or away from somebody else, who stays within reach of the opponent gets no farther than to its other end.
    """
    before, after = places.metres(scene, fighter, args["target"]), args["metres"]
    if args["target"] == opponent:
        return not places.in_melee(after)
    return not places.in_melee(abs(after - before) - places.metres(scene, fighter, opponent))


def _aims(_scene: Scene, fighter: str, args: Data) -> Effects:
    spent = Effect("spend", fighter, {**Wish("aim").entry, "whole": True})
    return (spent, Effect("aim", fighter, args["target_of_aim"]))


def _retreats(scene: Scene, fighter: str, args: Data) -> Effects:
    """ARP-DIST-03: the whole round, after which nobody is engaged with him any more."""
    spent = Effect("spend", fighter, {**Wish("repli").entry, "whole": True})
    away = (
        Effect("metres", fighter, {"other": one, "metres": args["metres"]}) for one in actions.opponents(scene, fighter)
    )
    return (spent, *away, Effect("disengage", fighter), Effect("aim", fighter))


def _acts(scene: Scene, fighter: str, args: Data) -> Effects:
    """ARP-ACT-02: what differs from everything done in the round; reloading fills a magazine."""
    note = str(args["note"]).strip()
    kind = f"other:{note}" if args["what"] == "other" and note else args["what"]
    if reason := actions.blocked(scene, fighter, Wish(kind)):
        raise Refused(reason, "note" if args["what"] == "other" else "what")
    spent = Effect("spend", fighter, Wish(kind).entry)
    if args["what"] != "reload" or args["loaded"] == "none":
        return (spent,)
    return (spent, Effect("ammo", fighter, {"weapon": args["loaded"], "reload": True}))


_COSTS: dict[str, Callable[[Scene, str, Data], Effects]] = {
    "initiative": lambda _scene, _fighter, _args: (),
    "attack": _attacks,
    "assassinate": _murders,
    "move": _moves,
    "aim": _aims,
    "repli": _retreats,
    "act": _acts,
    "finish": lambda _scene, fighter, _args: (Effect("done", fighter),),
}
