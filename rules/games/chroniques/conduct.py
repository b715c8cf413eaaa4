"""What the game master does to run a fight: ambush, rounds, first aid, states, and passing somebody over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from rules.core.check import Breakdown, Modifier
from rules.core.game import Offer
from rules.core.paths import Data
from rules.core.scene import Action, Scene
from rules.core.script import Effect
from rules.core.sheet import Choice, Field
from rules.core.text import Text
from rules.games.chroniques import attacks, initiative, surprise
from rules.games.chroniques import sheet as sheets
from rules.games.chroniques.schema import SCHEMA
from rules.games.chroniques.tables import STATES
from rules.games.chroniques.text import _

Effects = tuple[Effect, ...]


def offers(scene: Scene) -> tuple[Offer, ...]:
    """What the game master may do now."""
    busy = _("An action is still open.") if scene.exchanges else None
    running = initiative.is_running(scene)
    found = _running(scene) if running else (_start(scene), surprise.offer(scene))
    return tuple(replace(offer, refused=busy or offer.refused) for offer in found)


def cost(scene: Scene, action: Action) -> Effects:
    """What an act of the game master changes. Raises ``Refused`` for an ambush that surprises nobody."""
    return _COSTS[action.kind](scene, action.args)


def title(scene: Scene, action: Action) -> Text | None:
    """An act of the game master as one sentence."""
    if action.kind == "new_round":
        return _("A new round begins, after %(seconds)s s", seconds=initiative.seconds(scene.round))
    words, who = _TITLES.get(action.kind), action.args.get("fighter")
    return replace(words, params=(("who", scene.name(who)),)) if words and who else words


def _start(scene: Scene) -> Offer:
    refused = None if scene.fighters else _("Nobody is here to fight.")
    return Offer("start", "gm", _("Start the fight"), refused=refused)


def _running(scene: Scene) -> tuple[Offer, ...]:
    acting = initiative.acting(scene)
    waiting = _("Not everybody has had a turn.") if acting else None
    states = tuple(Choice(key, state.label) for key, state in STATES.items())
    state = Field("state", _("State"), "choice", choices=states, rule="CHO-STATE-01")
    off = Field("off", _("It ends"), "flag", default=False, rule="CHO-STATE-01")
    return (
        Offer("new_round", "gm", _("New round"), refused=waiting),
        Offer("end", "gm", _("End the fight")),
        _about("skip", _("Pass over"), scene, acting),
        _about("no_free", _("No more free actions"), scene, acting),
        _about("damage", _("Damage"), scene, _alive(scene), *_HURT),
        _about("heal", _("Give hit points back"), scene, _curable(scene), _BACK),
        _about("first_aid", _("First aid"), scene, _dying(scene)),
        _about("state", _("State begins or ends"), scene, scene.fighters, state, off),
        surprise.offer(scene),
    )


def _about(kind: str, label: Text, scene: Scene, whom: Iterable[str], *fields: Field) -> Offer:
    rows = tuple(Choice(one, _("%(who)s", who=scene.name(one))) for one in whom)
    refused = None if rows else _("This concerns nobody now.")
    fighter = Field("fighter", _("Fighter"), "choice", choices=rows)
    return Offer(kind, "gm", label, (fighter, *fields), refused)


_HURT = (
    Field("amount", _("Hit points lost"), default=1, least=1, most=200, rule="CHO-DMG-03"),
    Field("reduced", _("Damage reduction counts"), "flag", default=False, rule="CHO-DMG-03"),
)
_BACK = Field("amount", _("Hit points given back"), default=1, least=1, most=200)


def _alive(scene: Scene) -> Iterator[str]:
    return (one for one in scene.fighters if not sheets.is_dead(scene.sheet(one)))


def _curable(scene: Scene) -> Iterator[str]:
    return (one for one in _alive(scene) if sheets.hp(scene.sheet(one)) < sheets.hp_max(scene.sheet(one)).total)


def _dying(scene: Scene) -> Iterator[str]:
    """CHO-DMG-05: those at 0 hit points whom nobody has helped."""
    for one in scene.fighters:
        sheet = scene.sheet(one)
        if sheets.hp(sheet) == 0 and not sheets.is_dead(sheet) and not SCHEMA.value(sheet, "stable"):
            yield one


def _next_round(scene: Scene, _args: Data) -> Effects:
    """CHO-DMG-05: a round more for those who are dying, and the last one for some."""
    effects = [Effect("round", "gm", scene.round + 1)]  # CHO-TIME-01
    for one in _dying(scene):
        rounds = int(initiative.mark(scene, one, "down") or 0) + 1
        gone = rounds >= sheets.rounds_to_live(scene.sheet(one), scene.settings)
        effects.append(Effect("death", one) if gone else Effect("down", one, rounds))
    return tuple(effects)


def _hurts(scene: Scene, args: Data) -> Effects:
    """CHO-DMG-03 to 05: damage that the game master deals, as of one blow."""
    lost = Breakdown(Modifier(_("Damage"), int(args["amount"]), "CHO-DMG-03"))
    if args["reduced"]:
        lost = attacks.reduced(lost, scene.sheet(args["fighter"]))
    lines = {"lines": lost} if lost.modifiers else {}
    return (Effect("damage", args["fighter"], {"damage": lost.total, **lines}),)


def _ambush(scene: Scene, args: Data) -> Effects:
    surprise.read(scene, args)
    return ()


_COSTS: dict[str, Callable[[Scene, Data], Effects]] = {
    "start": lambda _scene, _args: (Effect("round", "gm", 1),),
    "new_round": _next_round,
    "end": lambda _scene, _args: (Effect("over", "gm"),),
    "skip": lambda _scene, args: (Effect("done", args["fighter"]),),
    "no_free": lambda _scene, args: (Effect("no_free", args["fighter"]),),
    "damage": _hurts,
    "heal": lambda _scene, args: (Effect("heal", args["fighter"], int(args["amount"])),),
    "first_aid": lambda _scene, args: (Effect("stable", args["fighter"]),),
    "state": lambda _scene, args: (Effect("state", args["fighter"], {"key": args["state"], "off": args["off"]}),),
    "ambush": _ambush,
}
_TITLES: dict[str, Text] = {
    "start": _("The fight begins"),
    "end": _("The fight is over"),
    "skip": _("%(who)s is passed over"),
    "no_free": _("%(who)s has done enough for free"),
    "damage": _("%(who)s takes damage"),
    "heal": _("%(who)s is healed"),
    "first_aid": _("%(who)s receives first aid"),
    "state": _("%(who)s"),
    "ambush": _("An ambush: PER tests"),
}
