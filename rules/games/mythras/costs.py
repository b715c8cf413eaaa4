"""What actions cost and change at once, and what is refused although its form is in bounds (MYT-AP-01)."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.errors import Refused
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Effect
from rules.games.mythras import cover, initiative, ranged, volleys
from rules.games.mythras import weapons as arms
from rules.games.mythras.blows import passive
from rules.games.mythras.forms import luck_of, mode_of
from rules.games.mythras.grades import NO_ATTEMPT
from rules.games.mythras.moving import VIOLENT
from rules.games.mythras.shooting import runs_well
from rules.games.mythras.striking import running
from rules.games.mythras.text import _, ngettext
from rules.games.mythras.threat import attack_check
from rules.games.mythras.weapons import Weapon

Effects = tuple[Effect, ...]


def turn(scene: Scene, fighter: str, points: int = 1, **more: bool) -> Effect:
    """MYT-AP-01, MYT-ACT-DELAY: a turn and its point; what was delayed costs the point that was kept for it."""
    if initiative.delayed_act(scene, fighter):
        return Effect("delayed_act", fighter)
    return Effect("turn", fighter, {"cost": points, **more})


def _weapon(scene: Scene, fighter: str, args: Data) -> Weapon:
    found = arms.find(scene.sheet(fighter), str(args["weapon"]), scene.settings)
    assert found is not None  # the form offers what is on the sheet
    return found


def _attacks(scene: Scene, fighter: str, args: Data) -> Effects:
    """MYT-ATK-01, MYT-CLOSE-PASSIVE: a point; what guarded and now strikes guards no more; both are engaged."""
    if attack_check(scene, fighter, str(args["target"]), _weapon(scene, fighter, args), args).refused:
        raise Refused(NO_ATTEMPT, "situation")
    unward = Effect("ward", fighter, {"weapon": args["weapon"], "places": ()})
    return (
        turn(scene, fighter),
        unward,
        *strains(scene, fighter),
        Effect("offence", fighter, True),
        Effect("exposed", fighter),
        Effect("engage", fighter, args["target"]),
    )


def strains(scene: Scene, fighter: str) -> Effects:
    """MYT-FX-BLEED: what is intense or violent reopens a wound whose bleeding was stopped."""
    return (Effect("bleeding", fighter, True),) if initiative.mark(scene, fighter, "tended") else ()


def _charges(scene: Scene, fighter: str, args: Data) -> Effects:
    apart = (Effect("disengage", fighter, one) for one in initiative.held(scene, fighter, "engaged"))
    return (*apart, *_attacks(scene, fighter, args), Effect("moved", fighter, {}))


def _sweeps(scene: Scene, fighter: str, args: Data) -> Effects:
    whom = volleys.arc(scene, args)
    if len(whom) < 2:
        raise Refused(_("A sweep needs two targets at least."), next(iter(_ticks(args)), "weapon"))
    first = _attacks(scene, fighter, {**args, "target": whom[0]})
    if args.get("charging"):
        why = running(scene, fighter)
        if why is not None:
            raise Refused(why, "charging")
        first = (*first, Effect("moved", fighter, {}))
    return (*first, *(Effect("engage", fighter, one) for one in whom[1:]))


def _ticks(args: Data) -> list[str]:
    return [key for key in args if key.startswith("at_")]


def _leaps(scene: Scene, fighter: str, args: Data) -> Effects:
    return (
        turn(scene, fighter),
        *strains(scene, fighter),
        Effect("moved", fighter, {}),
        Effect("offence", fighter, True),
        Effect("engage", fighter, args["target"]),
    )


def _in_range(scene: Scene, fighter: str, args: Data, target: str, weapon: Weapon) -> None:
    """MYT-RANGED-BANDS, MYT-SIT: raise ``Refused`` for what is too far, hopeless, or shot on the run."""
    flying = weapon if weapon.ranged else ranged.thrown(weapon)
    if not ranged.band(flying, int(args["metres"])):
        raise Refused(_("Beyond its range: %(most)s m.", most=flying.ranges[2]), "metres")
    if str(args.get("gait", "still")) != "still" and not runs_well(scene, fighter, weapon):
        raise Refused(_("Only who has learnt it shoots on the move."), "gait")
    if args.get("prepared") and not weapon.rested:
        raise Refused(_("Only a crossbow or a firearm is shot so."), "prepared")
    if attack_check(scene, fighter, target, flying, args).refused:
        raise Refused(NO_ATTEMPT, "situation")


def _shoots(scene: Scene, fighter: str, args: Data) -> Effects:
    """MYT-AUTO-06: a point and the rounds. Raises ``Refused`` for what is too far, hopeless, or not loaded enough."""
    weapon = _weapon(scene, fighter, args)
    _in_range(scene, fighter, args, str(args["target"]), weapon)
    fired = [_fires(fighter, weapon, "weapon")]
    other = volleys.second(scene, fighter, args)
    if other is not None:
        _in_range(scene, fighter, args, str(args["target"]), other)
        fired.append(_fires(fighter, other, "second"))
    elif args.get("second", "none") != "none":
        raise Refused(_("Two different guns are needed."), "second")
    runs = (Effect("moved", fighter, {}),) if str(args.get("gait", "still")) != "still" else ()
    return turn(scene, fighter), *runs, Effect("offence", fighter, True), Effect("exposed", fighter), *fired


def _fires(fighter: str, weapon: Weapon, field: str) -> Effect:
    """MYT-AUTO-02, MYT-AUTO-06: every round of a short burst is spent, by each of two guns. Raises ``Refused``."""
    rounds = weapon.burst if weapon.mode == "short_burst" and weapon.automatic else 1
    if rounds > weapon.loaded > 0:
        few = ngettext("Only %(count)s round is left.", "Only %(count)s rounds are left.", weapon.loaded)
        raise Refused(few, field)
    return Effect("fire", fighter, {"weapon": weapon.key, "rounds": rounds})


def _bursts(scene: Scene, fighter: str, args: Data) -> Effects:
    """MYT-AUTO-04: raise ``Refused`` for a burst that has not a round for each target."""
    weapon, whom = _weapon(scene, fighter, args), volleys.arc(scene, args)
    if not whom:
        ticks = next(iter(_ticks(args)), "rounds")
        raise Refused(_("Nobody is in the arc of fire."), ticks)
    if int(args["rounds"]) > min(weapon.loaded, weapon.rate):
        most = min(weapon.loaded, weapon.rate)
        raise Refused(ngettext("%(count)s round at most.", "%(count)s rounds at most.", most), "rounds")
    if not volleys.shares(int(args["rounds"]), len(whom))[0]:
        few = ngettext(
            "One round for each target: %(count)s is needed.",
            "One round for each target: %(count)s are needed.",
            len(whom),
        )
        raise Refused(few, "rounds")
    for one in whom:
        _in_range(scene, fighter, args, one, weapon)
    return turn(scene, fighter), Effect("offence", fighter, True), Effect("exposed", fighter)


def _reloads(scene: Scene, fighter: str, args: Data) -> Effects:
    """MYT-ACT-RELOAD, MYT-FX-RAPID-RELOAD: a point for a turn of it, none where every turn was saved."""
    load = Effect("load", fighter, {"weapon": args["weapon"]})
    turns = ranged.to_load(scene, fighter, _weapon(scene, fighter, args))
    return (turn(scene, fighter), load) if turns else (load,)


def _readies(scene: Scene, fighter: str, args: Data) -> Effects:
    """MYT-ACT-READY: drawn or sheathed; picked up from the ground in two actions."""
    weapon = _weapon(scene, fighter, args)
    left = int(initiative.mark(scene, fighter, f"lying.{weapon.key}") or 0)
    if left > 1:
        return turn(scene, fighter), Effect("reached", fighter, {"weapon": weapon.key, "left": left - 1})
    return turn(scene, fighter), Effect("hold", fighter, {"weapon": weapon.key, "draw": not weapon.in_hand})


def _wards(scene: Scene, fighter: str, args: Data) -> Effects:
    """MYT-CLOSE-PASSIVE: raise ``Refused`` for more locations than it guards."""
    places = [str(value) for key, value in sorted(args.items()) if key.startswith("place") and value != "none"]
    places = list(dict.fromkeys(places))
    most = passive(_weapon(scene, fighter, args), bool(args["crouched"]))
    if len(places) > most:
        few = ngettext("It guards only %(count)s location.", "It guards only %(count)s locations.", most)
        raise Refused(few, f"place{most + 1}")
    crouched = Effect("crouched", fighter, bool(args["crouched"]) and bool(places))
    return Effect("ward", fighter, {"weapon": args["weapon"], "places": tuple(places)}), crouched


def _switches(scene: Scene, fighter: str, args: Data) -> Effects:
    """MYT-ACT-SWITCH-FIRE: free with a weapon that is linked to its bearer’s mind."""
    key, mode = mode_of(str(args["mode"]))
    weapon = _weapon(scene, fighter, {"weapon": key})
    switched = Effect("mode", fighter, {"weapon": key, "mode": mode})
    return (switched,) if weapon.linked else (turn(scene, fighter), switched)


def _aims(scene: Scene, fighter: str, args: Data) -> Effects:
    """MYT-ACT-AIM: every point of the round."""
    return turn(scene, fighter, initiative.left(scene, fighter)), Effect("aim", fighter, args["target"])


def _covers(scene: Scene, fighter: str, args: Data) -> Effects:
    if args["of"] == "none" and not cover.of(scene, fighter):
        raise Refused(_("Is behind nothing."), "of")
    return turn(scene, fighter), Effect("unsettled", fighter)


def _moves(scene: Scene, fighter: str, args: Data) -> Effects:
    hard = strains(scene, fighter) if str(args.get("how", "")) in VIOLENT else ()
    return turn(scene, fighter), *hard, Effect("moved", fighter, {})


def _manoeuvres(scene: Scene, fighter: str, _args: Data) -> Effects:
    return turn(scene, fighter), *strains(scene, fighter), Effect("unsettled", fighter)


def _struggles(scene: Scene, fighter: str, _args: Data) -> Effects:
    return turn(scene, fighter), *strains(scene, fighter)


def _lets_go(_scene: Scene, _fighter: str, args: Data) -> Effects:
    kind, whom, key = str(args["what"]).split("-", 2)
    return (Effect("freed", whom, {"kind": kind, "key": key}),)


def _brace(scene: Scene, fighter: str, _args: Data) -> Effects:
    return turn(scene, fighter), Effect("braced", fighter, True)


def _mounts(scene: Scene, fighter: str, args: Data) -> Effects:
    """MYT-ACT-MOUNT: a huge mount takes several turns, as the game master says."""
    left = int(initiative.mark(scene, fighter, "mounting") or args.get("turns", 1)) - 1
    up = () if left else (Effect("mounted", fighter, not initiative.mark(scene, fighter, "mounted")),)
    return turn(scene, fighter), Effect("unsettled", fighter), Effect("mounting", fighter, left), *up


def _plain(scene: Scene, fighter: str, _args: Data) -> Effects:
    return (turn(scene, fighter),)


def _prepares(scene: Scene, fighter: str, args: Data) -> Effects:
    return turn(scene, fighter), Effect("held_spell", fighter, str(args.get("note", "")) or "…")


def _nothing(_scene: Scene, _fighter: str, _args: Data) -> Effects:
    return ()


COSTS: dict[str, Callable[[Scene, str, Data], Effects]] = {
    "attack": _attacks,
    "shoot": _shoots,
    "burst": _bursts,
    "charge": _charges,
    "sweep": _sweeps,
    "leap": _leaps,
    "outmanoeuvre": _manoeuvres,
    "reload": _reloads,
    "ready": _readies,
    "mode": _switches,
    "aim": _aims,
    "steady": lambda scene, one, _args: (turn(scene, one), Effect("steadied", one, True)),
    "stand": _plain,
    "struggle": _struggles,
    "haul": lambda scene, one, _args: (turn(scene, one, hauls=True),),
    "let_go": _lets_go,
    "unleash": _nothing,
    "pull": _plain,
    "range": _moves,
    "move": _moves,
    "brace": _brace,
    "mount": _mounts,
    "cover": _covers,
    "peek": _plain,
    "aid": _plain,
    "prepare": _prepares,
    "cast": lambda scene, one, _args: (turn(scene, one), Effect("held_spell", one, None)),
    "hold_spell": lambda scene, one, _args: (turn(scene, one, keeps=True),),
    "delay": lambda scene, one, _args: (turn(scene, one, 0, delays=True),),
    "dither": _plain,
    "hold": lambda scene, one, _args: (turn(scene, one, 0), Effect("held", one, True)),
    "ward": _wards,
    "drop": lambda _scene, one, args: (Effect("drop", one, {"weapon": args["weapon"]}),),
    "speak": _nothing,
    "signal": _nothing,
    "assess": lambda _scene, one, _args: (Effect("assessed", one, True),),
    "counters": _nothing,
    "release": lambda _scene, one, args: (Effect("under", str(args["other"]), None),),
    "effort": lambda _scene, one, _args: (Effect("lucky", one, 1), Effect("effort", one)),
    "luck": lambda _scene, one, args: (Effect("lucky", one, 1), Effect("dice", one, luck_of(args))),
}
