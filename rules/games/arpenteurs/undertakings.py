"""What a fighter does besides attacking, and what thwarts it (ARP-ACT-02, ARP-REACT-01)."""

from __future__ import annotations

from rules.core.check import Check
from rules.core.errors import Refused
from rules.core.paths import Data
from rules.core.scene import Action, Scene
from rules.core.script import Effect, Script, together
from rules.games.arpenteurs import actions, arms, attacks, checks, harm, landing, places, reactions, trials
from rules.games.arpenteurs.actions import Wish
from rules.games.arpenteurs.text import _

Effects = tuple[Effect, ...]
KINDS = ("move", "aim", "repli", "act")
LIKELY = {"move": "athletisme", "repli": "athletisme"}  # what is usually tested when it is thwarted


def cost(scene: Scene, action: Action) -> Effects:
    """What it takes of the round, whatever comes of it. Raises ``Refused`` for what does not go."""
    wish = {"move": _moves, "aim": _aims, "repli": _retreats, "act": _acts}[action.kind](scene, action)
    whole = {"whole": True} if wish.kind in actions.WHOLE_ROUND else {}
    spent = Effect("spend", action.actor, {**wish.entry, **whole})
    return (spent,) if is_open(scene, action) else (spent, *done(scene, action))


def is_open(scene: Scene, action: Action) -> bool:
    """Whether it has a test of its own, or can be thwarted; once begun it stays so."""
    tests = action.args.get("check", "none") != "none"
    return tests or action.id in scene.exchanges or any(_able(scene, action))


def script(scene: Scene, action: Action) -> Script[Effects]:
    """ARP-REACT-01, 02: it is done unless somebody thwarts it, or its own test fails."""
    actor, args = action.actor, action.args
    third = _able(scene, action)
    answers = tuple(
        one for one in (yield from together(*(reactions.thwart(scene, one, actor) for one in third))) if one is not None
    )
    mine = trials.named(scene, actor, args) if args.get("check", "none") != "none" else None
    if mine is None and answers:
        mine = yield from _demanded(scene, action)
    if mine is None:
        return done(scene, action)
    prefix = "attack" if answers else "test"
    outcome, *others = yield from together(
        checks.resolve(mine, scene.settings, prefix, mine.what), *(reactions.tested(scene, one) for one in answers)
    )
    opposing = tuple(zip(answers, others, strict=True))
    effects, degrees, back = attacks.compared(outcome, opposing)
    spent = (effect for one in answers if one.blow for effect in attacks.used(scene, one.blow))
    effects = (*effects, *spent, *(done(scene, action) if degrees is not None else ()))
    for blow, won in back:
        effects += yield from harm.harm(landing.after(scene, effects), blow, won, f"{blow.attacker}-")
    return effects


def _able(scene: Scene, action: Action) -> tuple[str, ...]:
    named = (action.args["against"],) if action.args.get("against") in scene.fighters else ()
    return reactions.thwarters(scene, action.actor, named)


def _demanded(scene: Scene, action: Action) -> Script[Check]:
    """ARP-TEST-05: what is tested when something without a test of its own is thwarted, as the game master asks."""
    words = _("%(who)s is thwarted: which skill is tested?")
    key = yield from reactions.demanded(scene, action.actor, "tested", words, LIKELY.get(action.kind, ""))
    return trials.skill(scene, action.actor, key)


def done(scene: Scene, action: Action) -> Effects:
    """What it changes where nothing thwarts it."""
    fighter, args = action.actor, action.args
    if action.kind == "aim":
        return (Effect("aim", fighter, args["target_of_aim"]),)
    if action.kind == "repli":
        return _retreated(scene, fighter, args)
    if action.kind == "move":
        moved = Effect("metres", fighter, {"other": args["target"], "metres": args["metres"]})
        return (moved, Effect("aim", fighter), *_left(fighter, args))
    weapon = arms.arm(scene, fighter, args["loaded"])
    if weapon is None or args["what"] not in ("reload", "draw"):
        return ()
    if args["what"] == "draw":
        return (Effect("hands", fighter, {"weapon": weapon.key, "drawn": True}),)
    return (Effect("ammo", fighter, {"weapon": weapon.key, "reload": True}),)


def _left(fighter: str, args: Data) -> Effects:
    """ARP-COVER-01: a cover belongs to a place: who moves leaves it, and may reach another."""
    behind = str(args.get("behind", "none"))
    return () if behind == "same" else (Effect("moved", fighter, {"level": behind}),)


def _retreated(scene: Scene, fighter: str, args: Data) -> Effects:
    """ARP-DIST-03: nobody is engaged with who has retreated any more."""
    foes = actions.opponents(scene, fighter)
    away = (Effect("metres", fighter, {"other": one, "metres": args["metres"]}) for one in foes)
    return (*away, Effect("disengage", fighter), Effect("aim", fighter), Effect("moved", fighter, {"level": "none"}))


def _moves(scene: Scene, action: Action) -> Wish:
    """ARP-DIST-03: who is engaged stays within reach of everybody."""
    fighter, args = action.actor, action.args
    wish = Wish("move", leaves_melee=not args["stays"])
    if reason := actions.blocked(scene, fighter, wish):
        raise Refused(reason, "stays")
    if any(_leaves(scene, fighter, one, args) for one in actions.opponents(scene, fighter)):
        raise Refused(actions.ENGAGED_NEEDS_REPLI, "metres")
    return wish


def _leaves(scene: Scene, fighter: str, opponent: str, args: Data) -> bool:
    """ARP-DIST-03: whether a move takes a fighter out of the reach of an opponent.

    Towards or away from somebody else, who stays within reach of the opponent gets no farther than to its other end.
    """
    before, after = places.metres(scene, fighter, args["target"]), args["metres"]
    if args["target"] == opponent:
        return not places.in_melee(after)
    return not places.in_melee(abs(after - before) - places.metres(scene, fighter, opponent))


def _aims(_scene: Scene, _action: Action) -> Wish:
    return Wish("aim")


def _retreats(_scene: Scene, _action: Action) -> Wish:
    return Wish("repli")


def _acts(scene: Scene, action: Action) -> Wish:
    """ARP-ACT-02: what differs from everything done in the round."""
    args = action.args
    note = str(args["note"]).strip()
    wish = Wish(f"other:{note}" if args["what"] == "other" and note else args["what"])
    if reason := actions.blocked(scene, action.actor, wish):
        raise Refused(reason, "note" if args["what"] == "other" else "what")
    return wish
