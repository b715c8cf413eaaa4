"""The combat turn: whose turn it is, what may be done, what it costs and which procedure it opens (POL-TURN)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rules.core.check import Check
from rules.core.game import Offer, Prompt
from rules.core.memo import memoize
from rules.core.paths import Data, get
from rules.core.scene import Action, Scene
from rules.core.script import Effect, Script, keyed
from rules.core.text import Text
from rules.games.polaris import (
    acts,
    ambush,
    announcements,
    balance,
    boost,
    conduct,
    fatigue,
    grappling,
    initiative,
    manners,
    second_thoughts,
    several_attacks,
    techniques,
    weapons,
    wounds,
)
from rules.games.polaris.circumstances import rush
from rules.games.polaris.declarations import declare, intent, prepare, said_by
from rules.games.polaris.exchange import attack
from rules.games.polaris.grappling import grapple
from rules.games.polaris.resolution import test
from rules.games.polaris.settings import setting
from rules.games.polaris.surprise import react
from rules.games.polaris.text import _
from rules.games.polaris.volleys import volley

Effects = tuple[Effect, ...]


@memoize
def turn(scene: Scene) -> tuple[Prompt, ...]:
    """POL-TURN-05: surprise, declarations, resolution, end; beside an open exchange, those who act together with it."""
    label = _LABELS[stage(scene)]
    if scene.exchanges:
        return tuple(Prompt(one, "act", label) for one in _companions(scene))
    seconds = _time(scene)
    return tuple(Prompt(one, "act", label, seconds=seconds) for one in up(scene)) or (Prompt("gm", "act", label),)


def _time(scene: Scene) -> int:
    """POL-INIT-10: the seconds there are for a declaration, where the house gives any limit."""
    return int(setting(scene.settings, "declaration_timer_s")) if stage(scene) == "declarations" else 0


@memoize
def stage(scene: Scene) -> str:
    """The part of the turn, derived: ``before``, ``surprise``, ``declarations``, ``resolution`` or ``end``."""
    if not conduct.is_running(scene):
        return "before"
    if scene.exchanges:
        return _open_stage(scene)
    if initiative.ambushing(scene):
        return "ambush"
    if initiative.at_risk(scene):
        return "surprise"
    if initiative.owing(scene):
        return "declarations"
    if initiative.acting(scene):
        return "resolution"
    return "fatigue" if fatigue.owing(scene) else "end"


@memoize
def up(scene: Scene) -> tuple[str, ...]:
    """Who is to do something now, nobody but the game master outside of the three parts of a turn."""
    owed: dict[str, Callable[[Scene], tuple[str, ...]]] = {
        "ambush": initiative.ambushing,
        "surprise": initiative.at_risk,
        "declarations": initiative.speakers,
        "resolution": initiative.acting,
        "fatigue": fatigue.owing,
    }
    found = owed.get(stage(scene))
    return found(scene) if found else ()


def offers(scene: Scene, actor: str) -> tuple[Offer, ...]:
    """What an actor may do now; who delays may act whenever nothing else is open (POL-INIT-17)."""
    if actor == "gm":
        return conduct.offers(scene, up(scene))
    part = stage(scene)
    ready = _companions(scene) if scene.exchanges else up(scene)
    if part == "resolution" and not scene.exchanges:
        ready = (*ready, *initiative.delaying(scene))
    aside = acts.aside(scene, actor, part)
    if actor not in ready:
        return aside
    if part == "ambush":
        return acts.from_hiding(scene, actor)
    if part == "surprise":
        return (Offer("react", actor, _("Test reaction")),)
    if part == "fatigue":
        return (fatigue.form(actor),)
    own = announcements.offers(scene, actor) if part == "declarations" else acts.deeds(scene, actor)
    return (*own, *aside)


def cost(scene: Scene, action: Action) -> Effects:
    """What an action changes at once. Raises ``Refused`` for what does not go together."""
    if action.actor == "gm":
        return conduct.cost(scene, action)
    costs: dict[str, Callable[[Scene, Action], Effects]] = {
        "prepare": prepare,
        "attack": _attacks,
        "shoot": _shoots,
        "reload": _reloads,
        "act": _done,
        "pass": _done,
        "delay": lambda _scene, one: (Effect("delay", one.actor),),
        "carry": lambda _scene, one: (Effect("carry", one.actor),),
        "react": lambda _scene, _one: (),
        "fatigue": lambda _scene, one: (Effect("breathed", one.actor),),
        "change": lambda _scene, _one: (),
        "free": lambda _scene, one: (Effect("free", one.actor),),
        **dict.fromkeys(grappling.TITLES, _done),
    }
    return costs.get(action.kind, declare)(scene, action)


def script(scene: Scene, action: Action) -> Script[Effects] | None:
    """The procedure an action opens; none where nothing is thrown or chosen."""
    actor, args = action.actor, action.args
    if actor == "gm":
        return conduct.script(scene, action)
    if action.kind == "change":
        return second_thoughts.change(scene, actor, args)
    if action.kind == "hold":
        return grappling.keep(scene, actor, initiative.declared(scene, actor)["target"])
    if action.kind == "break":
        return grappling.break_free(scene, actor, args["holder"], args["how"])
    if action.kind == "escape":
        return grappling.escape(scene, actor)
    if action.kind == "react":
        return react(scene, actor)
    if action.kind == "fatigue":
        return fatigue.effort(scene, actor, args)
    if action.kind == "act":
        return _test(scene, actor, args) if args["check"] != "none" else None
    if action.kind not in ("attack", "shoot"):
        return None
    weapon, target = several_attacks.weapon(scene, actor), several_attacks.target(scene, actor)
    if weapon is None or target not in scene.fighters:
        return None
    grips = action.kind == "attack" and techniques.used(scene, actor, target) in techniques.GRIPS
    strike = grapple if grips else attack if action.kind == "attack" else volley
    number = initiative.struck(scene, actor)
    found = strike(scene, actor, target, weapon, args)
    return keyed(found, f"-{number + 1}") if number else found


def title(scene: Scene, action: Action) -> Text | None:
    """An action as one sentence."""
    if action.actor == "gm":
        return conduct.title(scene, action)
    who = scene.name(action.actor)
    if action.kind in ("attack", "shoot", "act", "reload"):
        what = intent(scene, action.actor, initiative.declared(scene, action.actor))
        return _("%(who)s: %(what)s", who=who, what=what)
    if action.kind.startswith("declare"):
        return said_by(scene, action)
    if action.kind == "free":
        return _("%(who)s, besides: %(what)s", who=who, what=action.args["what"])
    words = _TITLES.get(action.kind) or grappling.TITLES.get(action.kind)
    return replace(words, params=(("who", who),)) if words else None


def is_beaten(scene: Scene, fighter: str) -> bool:
    """Whether no attack of a fighter can succeed any more; who is only stunned will be able to again."""
    sheet = scene.sheet(fighter)
    if initiative.is_out(scene, fighter) or not wounds.can_test(sheet):  # POL-WOUND-12, 13
        return True
    if get(sheet, "conditions.stunned"):
        return False
    arms = (*weapons.carried(sheet, "melee"), *weapons.carried(sheet, "ranged"))
    tests = (weapons.check(scene, fighter, arm) for arm in arms if weapons.unusable(scene, fighter, arm) is None)
    return not any(test is not None and test.target.total >= 1 for test in tests)


def rather(scene: Scene, fighter: str) -> tuple[str, ...]:
    """Who can no longer do what he has declared gives it up; who has fired everything reloads."""
    if stage(scene) == "resolution":
        declared = acts.deeds(scene, fighter)
        return ("pass",) if declared and declared[0].refused is not None else ()
    empty = (arm for arm in weapons.carried(scene.sheet(fighter), "ranged") if arm.drawn and not arm.ammo)
    return ("declare_reload",) if next(empty, None) else ()


def promise(scene: Scene, action: Action) -> int:
    """The chances of the weapon’s skill times the damage to be expected."""
    weapon = weapons.find(scene.sheet(action.actor), action.args.get("weapon", ""))
    test = weapons.check(scene, action.actor, weapon) if weapon else None
    if weapon is None or test is None or weapon.damage is None:
        return 0
    dice = weapon.damage.dice
    return max(0, test.target.total) * (dice.count * (dice.sides + 1) + 2 * weapon.damage.plus)


_TITLES: dict[str, Text] = {
    "react": _("%(who)s tests reaction"),
    "fatigue": _("%(who)s tests fatigue"),
    "prepare": _("%(who)s announces a preparation"),
    "delay": _("%(who)s delays the action"),
    "carry": _("%(who)s keeps the action for the next turn"),
    "pass": _("%(who)s gives the action up"),
    "change": _("%(who)s wants to do something else"),
}
_LABELS: dict[str, Text] = {
    "before": _("Start the fight"),
    "ambush": _("Free attack from hiding"),
    "surprise": _("Surprise: test reaction"),
    "declarations": _("Declare what you do"),
    "resolution": _("Act"),
    "fatigue": _("Test fatigue"),
    "end": _("Open the next turn, or end the fight"),
}


def _open_stage(scene: Scene) -> str:
    actions = [exchange.action for exchange in scene.exchanges.values()]
    if all(action.kind in ("react", "notice") for action in actions):
        return "surprise"
    free = all(action.actor in scene.fighters and ambush.free_attack(scene, action.actor) for action in actions)
    return "ambush" if free else "resolution"


@memoize
def _companions(scene: Scene) -> tuple[str, ...]:
    """Who acts together with an open exchange and has not begun (POL-SURP-06, POL-INIT-13)."""
    begun = {exchange.action.actor for exchange in scene.exchanges.values()}
    found: dict[str, None] = {}
    for exchange in scene.exchanges.values():
        if exchange.action.kind == "react":
            found |= dict.fromkeys(initiative.at_risk(scene))
        elif exchange.action.actor in scene.fighters and not ambush.free_attack(scene, exchange.action.actor):
            found |= dict.fromkeys(initiative.companions(scene, exchange.action.actor))
    return tuple(one for one in found if one not in begun)


def _test(scene: Scene, fighter: str, args: Data) -> Script[Effects]:
    """POL-TEST-22: a test like any other, in a hurry where the action is."""

    def hurried(check: Check) -> Check:
        return replace(check, target=check.target.plus(rush(scene, fighter), balance.unsteady(scene, fighter)))

    outcome = yield from test(scene.sheet(fighter), scene.settings, fighter, args, hurried, "test")
    if outcome is None:
        return ()
    paid = boost.paid(fighter, args) if outcome.faces else ()
    return (Effect("outcome", fighter, outcome), *paid)


def _attacks(scene: Scene, action: Action) -> Effects:
    target = several_attacks.target(scene, action.actor)
    return (Effect("engage", action.actor, target), *_struck(scene, action.actor, target))


def _struck(scene: Scene, fighter: str, target: str) -> Effects:
    if ambush.free_attack(scene, fighter):
        return ambush.struck(scene, fighter, target)
    return (Effect("strike", fighter),)


def _shoots(scene: Scene, action: Action) -> Effects:
    target = several_attacks.target(scene, action.actor)
    return (*manners.spent(scene, action.actor), *_struck(scene, action.actor, target))


def _reloads(scene: Scene, action: Action) -> Effects:
    weapon = initiative.declared(scene, action.actor)["weapon"]
    return (Effect("reload", action.actor, {"weapon": weapon}), *_done(scene, action))


def _done(scene: Scene, action: Action) -> Effects:
    if ambush.free_attack(scene, action.actor):
        return (Effect("ambushed", action.actor),)
    return (Effect("done", action.actor),)
