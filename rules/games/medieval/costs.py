"""What every act of a fighter costs at once: the manoeuvre, the weapon that is readied, the turn that is used up."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.errors import Refused
from rules.core.paths import Data
from rules.core.scene import Action, Scene
from rules.core.script import Effect
from rules.games.medieval import advancement, dying, initiative, manoeuvres, movement, weapons
from rules.games.medieval.tables import BEFORE_ROLL, MANOEUVRES, OWN, REFUSALS
from rules.games.medieval.text import _

Effects = tuple[Effect, ...]


def cost(scene: Scene, action: Action) -> Effects:
    """What an act of a fighter changes. Raises ``Refused`` naming a field for what does not go together."""
    if action.kind.startswith("declare_"):
        return _declares(action.actor, action.kind.removeprefix("declare_"), action.args)
    if action.kind in ("death_roll", "hold_on"):
        return dying.cost(scene, action)
    return _COSTS[action.kind](scene, action.actor, action.args)


def _declares(fighter: str, key: str, args: Data) -> Effects:
    """MED-MAN-01, 03, 04: a manoeuvre declared at the start of the round, and paid; the form refuses the others."""
    if key == "nothing":
        return (Effect("declare", fighter, {}),)
    target = str(args.get("target", ""))
    aimed = {"target": target} if target else {}
    return (Effect("declare", fighter, {"key": key, **aimed}), *manoeuvres.spend(fighter, key))


def _attacks(scene: Scene, fighter: str, args: Data) -> Effects:
    """MED-ATT-01, MED-MAN-03: the attack of the round, or one more of an Assault."""
    weapon = _weapon(scene, fighter, args)
    left = int(initiative.mark(scene, fighter, "turn.assault") or 0)
    readied = (*_readies(fighter, weapon), *_meets(fighter, weapon, args), *movement.beside(scene, fighter, args))
    if left:
        return (*readied, Effect("assault", fighter, {"by": -1}), *(_done(fighter) if left == 1 else ()))
    more = (Effect("assault", fighter, {"by": int(args["extra"])}),) if args["manoeuvre"] == "assaut" else ()
    return (*_begins(fighter), *_uses(scene, fighter, weapon.engagement, args), *readied, *(more or _done(fighter)))


def _uses(scene: Scene, fighter: str, engagement: str, args: Data) -> Effects:
    """MED-MAN-01 to 04: a manoeuvre of one's own action, and its price."""
    key = args["manoeuvre"]
    if key == "none":
        return ()
    times = int(args["extra"]) if key == "assaut" else 1
    moment = BEFORE_ROLL if MANOEUVRES[key].when == BEFORE_ROLL else OWN
    if code := manoeuvres.refusal(scene, fighter, key, moment, engagement=engagement, times=times):
        counted = key == "assaut" and code in ("MAX_RANK", "NOT_ENOUGH_RANKS", "NOT_ENOUGH_PC")
        raise Refused(REFUSALS[code], "extra" if counted else "manoeuvre")
    chained = (Effect("chain", fighter, {"event": "chain"}),) if key == "enchainement" else ()
    return (*manoeuvres.spend(fighter, key, times), *chained)


def _wrestles(_scene: Scene, fighter: str, args: Data) -> Effects:
    return (*_begins(fighter), Effect("engage", fighter, args["target"]), *_done(fighter))


def _sneaks(scene: Scene, fighter: str, args: Data) -> Effects:
    """MED-SNEAK-01, MED-SPRINT-02: no sprint together with a shot or a throw."""
    weapon = _weapon(scene, fighter, args)
    if args["sprint"] and weapon.engagement != "melee":
        raise Refused(REFUSALS["NO_SPRINT_WITH_ACTION"], "sprint")
    ran = (Effect("sprint", fighter),) if args["sprint"] else ()
    used = _uses(scene, fighter, weapon.engagement, args)
    return (*_begins(fighter), *used, *ran, *_readies(fighter, weapon), *_done(fighter))


def _moves(scene: Scene, fighter: str, args: Data) -> Effects:
    """MED-MOVE-03, MED-MOVEACT-03: the whole movement of a round; contact means melee."""
    ran = (Effect("sprint", fighter),) if args["sprint"] else ()
    metres = movement.speed(scene, fighter, args["sprint"])
    met = (Effect("engage", fighter, args["contact"]),) if args["contact"] != "none" else ()
    return (*_begins(fighter), *ran, Effect("moved", fighter, {"metres": metres}), *met, *_done(fighter))


def _extra(_scene: Scene, fighter: str, args: Data) -> Effects:
    """MED-MOVEACT-04: moving in melee is rolled with Speed or Acrobatics."""
    if args["what"] == "move" and args["check"] not in ("vitesse", "acrobatie"):
        raise Refused(_("Speed or Acrobatics is needed."), "check")
    return (*_begins(fighter), Effect("extra", fighter))


def _immediate(_scene: Scene, fighter: str, args: Data) -> Effects:
    """MED-MOVEACT-06: no roll, no cost."""
    if args["what"] == "draw_weapon":
        if args["weapon"] == "none":
            raise Refused(_("Which weapon?"), "weapon")
        return (*_begins(fighter), Effect("draw", fighter, args["weapon"]))
    return (*_begins(fighter), *((Effect("drop", fighter),) if args["what"] == "drop_held" else ()))


def _finishes(scene: Scene, fighter: str, _args: Data) -> Effects:
    """MED-MANOEUVRE-ASSAUT: the attacks of an Assault that are not made cost nothing."""
    left = int(initiative.mark(scene, fighter, "turn.assault") or 0)
    back = (Effect("assault", fighter, {"by": -left}), Effect("pc", fighter, {"by": left, "why": "assaut"}))
    return (*_begins(fighter), *(back if left else ()), *_done(fighter))


def _cares(_scene: Scene, fighter: str, args: Data) -> Effects:
    given = Effect("heal", args["patient"], {"amount": int(args["amount"])})
    return (*_begins(fighter), given, *_done(fighter))


def _acts(_scene: Scene, fighter: str, _args: Data) -> Effects:
    return (*_begins(fighter), *_done(fighter))


def _begins(fighter: str) -> Effects:
    """The start of the round is over: nobody declares any more."""
    return (Effect("begun", fighter),)


def _done(fighter: str) -> Effects:
    return (Effect("done", fighter),)


def _readies(fighter: str, weapon: weapons.Weapon) -> Effects:
    """MED-MOVEACT-06: drawing a weapon takes no time."""
    return () if weapon.bare or weapon.in_hand else (Effect("draw", fighter, weapon.key),)


def _meets(fighter: str, weapon: weapons.Weapon, args: Data) -> Effects:
    """MED-MOVEACT-03: who strikes in melee is in it."""
    return (Effect("engage", fighter, args["target"]),) if weapon.engagement == "melee" else ()


def _weapon(scene: Scene, fighter: str, args: Data) -> weapons.Weapon:
    found = weapons.find(scene.sheet(fighter), args["weapon"])
    assert found is not None, "the form offers weapons of the sheet"
    return found


Cost = Callable[[Scene, str, Data], Effects]
_COSTS: dict[str, Cost] = {
    "take_initiative": lambda _scene, fighter, _args: (Effect("choice", fighter, "roll"),),
    "leave_initiative": lambda _scene, fighter, _args: (Effect("choice", fighter, "leave"),),
    "attack": _attacks,
    "shoot": _attacks,
    "wrestle": _wrestles,
    "sneak": _sneaks,
    "move": _moves,
    "cast": lambda scene, fighter, args: (*_acts(scene, fighter, args), *movement.beside(scene, fighter, args)),
    "get_up": lambda scene, fighter, args: (Effect("prone", fighter, False), *_acts(scene, fighter, args)),
    "let_go": lambda _scene, fighter, args: (*_begins(fighter), Effect("let_go", args["target"], {"by": fighter})),
    "care": _cares,
    "extra": _extra,
    "immediate": _immediate,
    "finish": _finishes,
    "flee": _acts,
    "break_free": _acts,
    "press": _acts,
    "buy": advancement.cost,
}
