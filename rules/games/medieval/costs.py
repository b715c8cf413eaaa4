"""What every act of a fighter costs at once: the manoeuvre, the weapon that is readied, the turn that is used up."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.errors import Refused
from rules.core.paths import Data
from rules.core.scene import Action, Scene
from rules.core.script import Effect
from rules.games.medieval import advancement, dying, initiative, manoeuvres, movement, weapons, wrestling
from rules.games.medieval.settings import setting
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
    return _assails(scene, fighter, _weapon(scene, fighter, args), args)


def _assails(scene: Scene, fighter: str, weapon: weapons.Weapon, args: Data) -> Effects:
    """What every attack costs: the manoeuvre, the weapon drawn, the contact, and the action of the round."""
    left = int(initiative.mark(scene, fighter, "turn.assault") or 0)
    readied = (
        *_readies(fighter, weapon),
        *_meets(scene, fighter, weapon, args),
        *movement.beside(scene, fighter, args),
    )
    if left:
        return (*readied, Effect("assault", fighter, {"by": -1}), *(_ends(fighter, args) if left == 1 else ()))
    more = _assault(fighter, args)
    used = _uses(scene, fighter, weapon.engagement, args)
    return (*_begins(fighter), *used, *readied, *(more or _ends(fighter, args)))


def _assault(fighter: str, args: Data) -> Effects:
    """MED-MANOEUVRE-ASSAUT: the attacks that are still to come."""
    declared = args.get("manoeuvre") == "assaut"
    return (Effect("assault", fighter, {"by": int(args["extra"])}),) if declared else ()


def _uses(scene: Scene, fighter: str, engagement: str, args: Data) -> Effects:
    """MED-MAN-01 to 04: a manoeuvre of one's own action, and its price."""
    key = args.get("manoeuvre", "none")
    if key == "none":
        return ()
    times = int(args["extra"]) if key == "assaut" else 1
    moment = BEFORE_ROLL if MANOEUVRES[key].when == BEFORE_ROLL else OWN
    if code := manoeuvres.refusal(scene, fighter, key, moment, engagement=engagement, times=times):
        counted = key == "assaut" and code in ("MAX_RANK", "NOT_ENOUGH_RANKS", "NOT_ENOUGH_PC")
        raise Refused(REFUSALS[code], "extra" if counted else "manoeuvre")
    chained = (Effect("chain", fighter, {"event": "chain"}),) if key == "enchainement" else ()
    return (*manoeuvres.spend(fighter, key, times), *chained)


def _wrestles(scene: Scene, fighter: str, args: Data) -> Effects:
    """MED-LUTTE-02: a technique is an attack of its own family."""
    _grips(scene, fighter, args["target"], args["technique"])
    return _assails(scene, fighter, weapons.bare(scene.sheet(fighter), "lutte"), args)


def _grips(scene: Scene, fighter: str, target: str, technique: str, field: str = "technique") -> None:
    """MED-LUTTE-CLE-02: raises ``Refused`` for a hold that is held already or that has no room."""
    if why := wrestling.why_not_technique(scene, fighter, target, technique):
        raise Refused(why, field)


def _sneaks(scene: Scene, fighter: str, args: Data) -> Effects:
    """MED-SNEAK-01, MED-SPRINT-02: no sprint together with a shot or a throw."""
    technique = weapons.technique(args["weapon"])
    if technique:
        _grips(scene, fighter, args["target"], technique, "weapon")
    weapon = _weapon(scene, fighter, args)
    if args["sprint"] and weapon.engagement != "melee":
        raise Refused(REFUSALS["NO_SPRINT_WITH_ACTION"], "sprint")
    ran = (Effect("sprint", fighter),) if args["sprint"] else ()
    used = _uses(scene, fighter, weapon.engagement, args)
    ends = _assault(fighter, args) or _ends(fighter, args)
    return (*_begins(fighter), Effect("approached", fighter), *used, *ran, *_readies(fighter, weapon), *ends)


def _moves(scene: Scene, fighter: str, args: Data) -> Effects:
    """MED-MOVE-03, MED-MOVEACT-01, 03: the movement of a round; contact means melee, and leaves time for a blow.

    Whoever does something more moves at half speed; at a sprint that is an extra or an immediate action alone.
    """
    sprint, contact, more = args["sprint"], args["contact"] != "none", bool(args.get("more"))
    closing = setting(scene.settings, "move.closing")
    fights = contact and (closing == "full" or (closing == "half" and not sprint))
    metres = movement.speed(scene, fighter, sprint, halved=(more or fights) and not (fights and closing == "full"))
    ran = (Effect("sprint", fighter),) if sprint else ()
    met = (Effect("engage", fighter, args["contact"]),) if contact else ()
    if more and (sprint or (contact and not fights)):
        ends: Effects = (Effect("acted", fighter),)
    else:
        ends = () if more or fights else _done(fighter)
    return (*_begins(fighter), *ran, Effect("moved", fighter, {"metres": metres}), *met, *ends)


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
    """MED-MANOEUVRE-ASSAUT, MED-MAN-07: the attacks of an Assault that are not made cost nothing; idleness rests."""
    left = int(initiative.mark(scene, fighter, "turn.assault") or 0)
    spared = Effect("pc", fighter, {"by": manoeuvres.unused(scene, fighter), "why": "assaut"})
    back = (Effect("assault", fighter, {"by": -left}), spared) if left else ()
    missed = manoeuvres.given_up(scene, fighter)
    return (*_begins(fighter), *back, *missed, *manoeuvres.idled(scene, fighter), *_done(fighter))


def _cares(scene: Scene, fighter: str, args: Data) -> Effects:
    """MED-DEATH-07: hit points given back, perhaps with half a movement."""
    given = Effect("heal", args["patient"], {"amount": int(args["amount"])})
    return (*_begins(fighter), given, *movement.beside(scene, fighter, args), *_ends(fighter, args))


def _casts(scene: Scene, fighter: str, args: Data) -> Effects:
    return (*_acts(scene, fighter, args), *movement.beside(scene, fighter, args))


def _acts(_scene: Scene, fighter: str, args: Data) -> Effects:
    return (*_begins(fighter), *_ends(fighter, args))


def _ends(fighter: str, args: Data) -> Effects:
    """MED-MOVEACT-04, 06: the action of the round is over, and with it the turn, unless something more follows."""
    return (Effect("acted", fighter),) if args.get("more") else _done(fighter)


def _begins(fighter: str) -> Effects:
    """The start of the round is over: nobody declares any more."""
    return (Effect("begun", fighter),)


def _done(fighter: str) -> Effects:
    return (Effect("done", fighter),)


def _readies(fighter: str, weapon: weapons.Weapon) -> Effects:
    """MED-MOVEACT-06: drawing a weapon takes no time."""
    return () if weapon.bare or weapon.in_hand else (Effect("draw", fighter, weapon.key),)


def _meets(scene: Scene, fighter: str, weapon: weapons.Weapon, args: Data) -> Effects:
    """MED-MOVEACT-03: who strikes in melee has come into it."""
    if weapon.engagement != "melee":
        return ()
    closed = (Effect("closed", fighter),) if movement.closes(scene, fighter, args["target"]) else ()
    return (*closed, Effect("engage", fighter, args["target"]))


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
    "cast": _casts,
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
