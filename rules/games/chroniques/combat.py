"""The turn of a fighter: what may be done, what it takes of the turn, and which procedure it opens (CHO-ACT)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rules.core.errors import Refused
from rules.core.game import Offer, Prompt
from rules.core.paths import Data
from rules.core.scene import Action, Scene
from rules.core.script import Effect, Script
from rules.core.text import Text
from rules.games.chroniques import attacks, conduct, forms, initiative
from rules.games.chroniques import sheet as sheets
from rules.games.chroniques.forms import abilities, letter
from rules.games.chroniques.settings import setting
from rules.games.chroniques.surprise import ambush
from rules.games.chroniques.tables import DEEDS, MOVES
from rules.games.chroniques.text import _

Effects = tuple[Effect, ...]


def turn(scene: Scene) -> tuple[Prompt, ...]:
    """CHO-TIME-02: one fighter after the other; the game master where nobody is left."""
    if scene.exchanges:
        return ()
    acting = tuple(Prompt(one, "act", _("Your turn")) for one in initiative.acting(scene))
    running = initiative.is_running(scene)
    label = _("Open the next round, or end the fight") if running else _("Start the fight")
    return acting or (Prompt("gm", "act", label),)


def offers(scene: Scene, actor: str) -> tuple[Offer, ...]:
    """What an actor may do now, refused things included."""
    if actor == "gm":
        return conduct.offers(scene)
    if scene.exchanges or actor not in initiative.acting(scene):
        return ()
    return forms.offers(scene, actor)


def cost(scene: Scene, action: Action) -> Effects:
    """What an action takes of the turn, and what it changes at once. Raises ``Refused`` for what has no room."""
    if action.actor == "gm":
        return conduct.cost(scene, action)
    return _COSTS[action.kind](scene, action.actor, action.args)


def script(scene: Scene, action: Action) -> Script[Effects] | None:
    """The procedure an action opens; none where nothing is thrown."""
    if action.kind == "ambush":
        return ambush(scene, action.args)
    if action.kind == "attack" and action.actor in scene.fighters:
        return attacks.strike(scene, action.actor, action.args)
    return None


def title(scene: Scene, action: Action) -> Text | None:
    """An action as one sentence."""
    if action.actor == "gm":
        return conduct.title(scene, action)
    if action.actor not in scene.fighters:
        return None
    who, args = scene.name(action.actor), action.args
    if action.kind == "attack":
        weapon = attacks.find(scene.sheet(action.actor), args["weapon"])
        named, target = weapon.name if weapon else "?", scene.name(args["target"])
        return _("%(who)s attacks %(target)s: %(weapon)s", who=who, target=target, weapon=named)
    if action.kind in ("movement", "limited", "free"):
        return _("%(who)s: %(what)s", who=who, what=_said(scene, action))
    words = _TITLES.get(action.kind)
    return replace(words, params=(("who", who),)) if words else None


_TITLES = {
    "delay": _("%(who)s waits"),
    "let_pass": _("%(who)s lets an equal pass"),
    "finish": _("%(who)s has finished"),
}


# What it takes.


def _attacks(scene: Scene, fighter: str, args: Data) -> Effects:
    return (_spend(fighter, letter(scene, fighter, args["how"], "A", "free_attack"), args["how"]),)


def _moves(scene: Scene, fighter: str, args: Data) -> Effects:
    """CHO-ACT-03, 07: only a move is free by an ability that makes moves free; standing up ends being prone."""
    taken = letter(scene, fighter, args["how"], "M", "free_move")
    if taken == "F" and args["what"] not in MOVES:
        raise Refused(_("This ability makes nothing but a move free."), "how")
    risen = (Effect("state", fighter, {"key": "prone", "off": True}),) if args["what"] == "stand_up" else ()
    return (_spend(fighter, taken, args["how"]), *risen)


def _finishes(scene: Scene, fighter: str, _args: Data) -> Effects:
    """CHO-SURPRISE-06, 07: with the first turn surprise may be over."""
    early = setting(scene.settings, "surprise.def_until") == "end_of_turn"
    over = early and "surprised" in sheets.states(scene.sheet(fighter))
    return (Effect("done", fighter), *((Effect("state", fighter, {"key": "surprised", "off": True}),) if over else ()))


def _spend(fighter: str, action: str, how: str = "usual") -> Effect:
    by = {"by": how.removeprefix("ability-")} if how != "usual" else {}
    return Effect("spend", fighter, {"action": action, **by})


def _said(scene: Scene, action: Action) -> Text:
    key, note = str(action.args["what"]), str(action.args.get("note", ""))
    row: Data = abilities(scene, action.actor).get(key.removeprefix("ability-"), {})
    name = row.get("name")
    what = _("%(ability)s", ability=str(name)) if name else DEEDS[key][0]
    return _("%(what)s (%(note)s)", what=what, note=note) if note else what


_COSTS: dict[str, Callable[[Scene, str, Data], Effects]] = {
    "attack": _attacks,
    "movement": _moves,
    "limited": lambda _scene, fighter, _args: (_spend(fighter, "L"),),
    "free": lambda _scene, fighter, _args: (_spend(fighter, "F"),),
    "delay": lambda _scene, fighter, args: (Effect("delay", fighter, args["score"]),),
    "let_pass": lambda _scene, fighter, _args: (Effect("yield", fighter),),
    "finish": _finishes,
}
