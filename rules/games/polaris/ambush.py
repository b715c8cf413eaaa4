"""Ambushes: free attacks, dangers noticed in time, watchfulness, foes who come in the middle (POL-SURP-09 to 12)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from rules.core.check import Check, Modifier
from rules.core.errors import Refused
from rules.core.game import Offer
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Effect, Option, Script, choose
from rules.core.sheet import Choice, Field
from rules.core.text import Text, signed
from rules.games.polaris import checks, initiative
from rules.games.polaris.circumstances import free
from rules.games.polaris.resolution import opposed, resolve
from rules.games.polaris.settings import setting
from rules.games.polaris.sheet import lines
from rules.games.polaris.text import _

Effects = tuple[Effect, ...]
SHOWN = 5  # POL-SURP-09, 12
NOTICING = ("observation", "security_systems", "traps", "empathic_analysis", "shadowing")  # POL-SURP-10
HIDING = ("stealth", "concealment", "disguise", "shadowing")
GUARD, ZONE, ELSEWHERE = "guard", "zone", "elsewhere"
NOBODY = "none"


def offers(scene: Scene) -> tuple[Offer, ...]:
    """What the game master may do about surprise besides asking for the tests of it."""
    risky = [one for one in initiative.at_risk(scene) if not initiative.mark(scene, one, "risk").get("tried")]
    watching = _about("watch", _("On guard or on alert"), scene, initiative.at_risk(scene), _watch())
    nerves = _about("nerves", _("Test the nerves of who is on alert"), scene, scene.fighters, _by())
    found = (
        _hidden(scene),
        _about("notice", _("Notice the danger in time"), scene, risky, *_notice(scene, risky)),
        *((watching, nerves) if setting(scene.settings, "guard_and_alert") else ()),
    )
    return (*found, *_newcomer(scene))


def free_attack(scene: Scene, fighter: str) -> bool:
    """POL-SURP-09: whether the attack a fighter makes or is about to make is the free one of who was not seen."""
    mark = initiative.mark(scene, fighter, "ambush")
    return bool(mark == "ready" or (mark == "struck" and initiative.strikes_now(scene, fighter)))


def barred(scene: Scene, fighter: str, target: str) -> Text | None:
    """POL-SURP-11: why a fighter cannot attack somebody in this turn who came as a surprise."""
    if not (initiative.mark(scene, fighter, "unready") or {}).get(target):
        return None
    return _("%(who)s came as a surprise: no attack on him this turn.", who=scene.name(target))


def hidden_cost(scene: Scene, args: Data) -> Effects:
    """POL-SURP-09: one free attack for who strikes unseen, or 5 more for who shows himself."""
    if args["how"] == "unseen":
        return (Effect("ambush", args["fighter"]),)
    return (Effect("initiative", args["fighter"], {"by": SHOWN}),)


def watch_cost(_scene: Scene, args: Data) -> Effects:
    """POL-SURP-12: what being ready changes at once."""
    if args["how"] == ZONE:
        return (Effect("aware", args["fighter"]), Effect("initiative", args["fighter"], {"by": SHOWN}))
    return (Effect("watch", args["fighter"], args["how"]),)


def struck(scene: Scene, fighter: str, target: str) -> Effects:
    """POL-SURP-09: the free attack is made; before the first declarations its victim is at risk of being surprised."""
    begun = any(initiative.has_spoken(scene, one) for one in scene.fighters)
    marks = scene.fighters[target].marks
    risks = not begun and "risk" not in marks and not initiative.is_out(scene, target)
    return (Effect("ambushed", fighter), *((Effect("risk", target, {"modifier": 0}),) if risks else ()))


# The procedures.


def notice(scene: Scene, args: Data) -> Script[Effects]:
    """POL-SURP-10: a fitting test, against who hides if anybody does; a success leaves no surprise."""
    fighter, other = args["fighter"], args["against"]
    check = _check(scene, fighter, args["skill"])
    if check is None:
        return ()
    mine = replace(check, target=check.target.plus(free(args)))
    theirs = _check(scene, other, args["hides"]) if other in scene.fighters else None
    if theirs is None or other == fighter:
        outcome = yield from resolve(mine, scene.settings, "notice", _("Notice the danger"))
        saw, tests = outcome.level.succeeded, [outcome]
    else:
        met = yield from opposed(mine, theirs, scene.settings, "notice-")
        saw, tests = met.winner is met.first, [met.first, met.second]
    tested = tuple(Effect("outcome", one.check.actor, one) for one in tests)
    return (*tested, Effect("aware" if saw else "unaware", fighter))


def nerves(scene: Scene, args: Data) -> Script[Effects]:
    """POL-SURP-12: who is on alert attacks whatever moves unless his will holds."""
    check = _check(scene, args["fighter"], "VOL")
    if check is None:
        return ()
    mine = replace(check, target=check.target.plus(free(args)))
    outcome = yield from resolve(mine, scene.settings, "nerves", _("Nerves: willpower"))
    tested = Effect("outcome", args["fighter"], outcome)
    return (tested,) if outcome.level.succeeded else (tested, Effect("startled", args["fighter"]))


def newcomer(scene: Scene, args: Data) -> Script[Effects]:
    """POL-SURP-11: a test of reaction; failed, the new foe cannot be attacked in this turn."""
    fighter, foe = args["fighter"], args["other"]
    check = _check(scene, fighter, "reaction")
    if check is None:
        return ()
    mine = replace(check, target=check.target.plus(free(args)))
    outcome = yield from resolve(mine, scene.settings, "newcomer", _("New foe: reaction test"))
    tested = Effect("outcome", fighter, outcome)
    if not outcome.level.succeeded:
        strikes = (Effect("ambush", foe),) if args["undetected"] else ()
        return (tested, Effect("unready", fighter, foe), *strikes)
    waiting = fighter in (*initiative.pending(scene), *initiative.delaying(scene))
    if not waiting or initiative.struck(scene, fighter):
        return (tested,)
    return (tested, *(yield from _turns(scene, fighter, foe)))


def newcomer_cost(scene: Scene, args: Data) -> Effects:
    """Raises ``Refused`` for somebody surprised by himself."""
    if args["fighter"] == args["other"]:
        raise Refused(_("Two different fighters are needed."), "other")
    return ()


def guarded(scene: Scene, fighter: str) -> Script[tuple[tuple[Modifier, ...], Effects]]:
    """POL-SURP-12: what being ready changes in the test of surprise, with the test of will it takes."""
    watch = initiative.mark(scene, fighter, "risk").get("watch")
    if watch == ELSEWHERE:
        return (Modifier(_("On alert elsewhere"), -3, "POL-SURP-12"),), ()
    check = _check(scene, fighter, "VOL") if watch == GUARD else None
    if check is None:
        return (), ()
    outcome = yield from resolve(check, scene.settings, "guard", _("On guard: willpower"))
    gained = outcome.modifier if outcome.level.succeeded else 0
    bonus = Modifier(_("On guard"), gained, "POL-SURP-12")
    return (bonus,), (Effect("outcome", fighter, outcome),)


def _turns(scene: Scene, fighter: str, foe: str) -> Script[Effects]:
    text = _("%(who)s appears", who=scene.name(foe))
    options = (
        Option("keep", _("Do what was declared")),
        Option("change", _("Declare again, against the new foe")),
    )
    chosen = yield from choose("turns", fighter, text, options)
    return (Effect("reconsider", fighter),) if chosen == "change" else ()


def _check(scene: Scene, fighter: str, key: str) -> Check | None:
    found = checks.find(scene.sheet(fighter), scene.settings, key)
    return found and replace(found, actor=fighter)


# The forms.


def _hidden(scene: Scene) -> Offer:
    rows = (
        Choice("unseen", _("Strikes unseen: one free attack")),
        Choice("shown", _("Shows himself: initiative %(by)s", by=signed(SHOWN))),
    )
    how = Field("how", _("How"), "choice", choices=rows, rule="POL-SURP-09")
    offer = _about("hidden", _("Strike from hiding"), scene, scene.fighters, how)
    said = any(initiative.has_spoken(scene, one) for one in scene.fighters)
    return replace(offer, refused=_("Somebody has declared already.")) if said else offer


def _notice(scene: Scene, whom: Iterable[str]) -> tuple[Field, ...]:
    tactics = {one.key: one.label for who in whom for one in lines(scene.sheet(who)) if one.of.startswith("tactics")}
    known = {one.key: one.label for who in scene.fighters for one in lines(scene.sheet(who))}
    skills = tuple(Choice(key, label) for key, label in known.items() if key in NOTICING or key in tactics)
    hides = tuple(Choice(key, label) for key, label in known.items() if key in HIDING)
    nobody = Choice(NOBODY, _("Nobody in particular"))
    others = (nobody, *(_named(scene, one) for one in scene.fighters))
    against, hiding = _("Who hides"), _("Hides by")
    return (
        Field("skill", _("Skill"), "choice", default="observation", choices=skills),
        Field("against", against, "choice", default=NOBODY, choices=others, rule="POL-SURP-10"),
        Field("hides", hiding, "choice", default="stealth", choices=hides, rule="POL-SURP-10"),
        _by(),
    )


@cache
def _watch() -> Field:
    rows = (
        Choice(GUARD, _("On guard: willpower first, its modifier helps")),
        Choice(
            ZONE,
            _("On alert, danger from the watched zone"),
            hint=_("No surprise, initiative %(by)s", by=signed(SHOWN)),
        ),
        Choice(
            ELSEWHERE,
            _("On alert, danger from elsewhere"),
            hint=_("Reaction test, %(malus)s", malus=signed(-3)),
        ),
    )
    return Field("how", _("How"), "choice", choices=rows, rule="POL-SURP-12")


def _newcomer(scene: Scene) -> tuple[Offer, ...]:
    if not setting(scene.settings, "new_foes"):
        return ()
    awake = [one for one in scene.fighters if not initiative.is_out(scene, one)]
    other = Field("other", _("New foe"), "choice", choices=tuple(_named(scene, o) for o in awake))
    unseen = Field("undetected", _("The new foe cannot be detected"), "flag", default=False)
    fields = (other, replace(unseen, rule="POL-SURP-11"), _by())
    offer = _about("newcomer", _("Surprise by a new foe"), scene, awake, *fields)
    waits = _("First those who may be surprised test.") if initiative.at_risk(scene) else None
    return (replace(offer, refused=waits or offer.refused),)


@cache
def _by() -> Field:
    return Field("modifier", _("Modifier"), default=0, least=-20, most=20, rule="POL-SURP-04")


def _about(kind: str, label: Text, scene: Scene, whom: Iterable[str], *fields: Field) -> Offer:
    rows = tuple(_named(scene, one) for one in whom)
    refused = None if rows else _("This concerns nobody now.")
    who = Field("fighter", _("Fighter"), "choice", choices=rows)
    return Offer(kind, "gm", label, (who, *fields), refused)


def _named(scene: Scene, fighter: str) -> Choice:
    return Choice(fighter, _("%(who)s", who=scene.name(fighter)))
