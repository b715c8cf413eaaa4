"""Magic and powers, as far as a fight goes: cast, hold, counter (MYT-ACT-CAST, MYT-REACT-COUNTERSPELL).

The text describes no spell: what one does is said at the table; the points, the roll and the counter are played.
"""

from __future__ import annotations

from rules.core.check import Check, Level, Outcome
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Ask, Effect, Option, Script, choose
from rules.games.mythras import bout, checks, consequences, defence, initiative, limbs, resolution
from rules.games.mythras.text import _

Effects = tuple[Effect, ...]


def skill(scene: Scene, fighter: str) -> Check | None:
    """The skill of magic of a fighter, where he has learnt one."""
    rows: Data = scene.sheet(fighter).get("professional") or {}
    key = next((key for key, row in rows.items() if row.get("of") == "magic"), None)
    if key is None:
        return None
    found = checks.learnt(scene.sheet(fighter), scene.settings, key)
    return Check(fighter, found.key, found.what, found.target, found.extra)


def cast(scene: Scene, fighter: str, args: Data) -> Script[Effects]:
    """MYT-ACT-CAST, MYT-REACT-COUNTERSPELL: the spell is released; who is able may counter it, then it is rolled."""
    check = skill(scene, fighter)
    if check is None or initiative.is_out(scene, fighter):
        return ()
    what = str(args.get("note", ""))
    against = [one for one in scene.fighters if one != fighter and _may_counter(scene, fighter, one)]
    tests: Effects = ()
    for one in against:
        countered, tests = yield from _countered(scene, one, tests)
        if countered:
            return (*tests, Effect("countered", fighter, {"what": what, "by": one}))
    outcome = yield from resolution.resolve(check, scene.settings, "cast", check.what)
    tests += (Effect("outcome", fighter, outcome),)
    if outcome.level < Level.SUCCESS:
        return tests
    evaded, more = yield from _evades(scene, str(args.get("target", "none")), outcome)
    return (*tests, *more) if evaded else (*tests, *more, Effect("spell", fighter, {"what": what}))


def unleash(scene: Scene, fighter: str, args: Data) -> Script[Effects]:
    """MYT-ACT-CAST: the spell that was ready is released."""
    what = str(initiative.mark(scene, fighter, "spell") or "")
    run = yield from cast(scene, fighter, {**args, "note": what})
    return (*run, Effect("held_spell", fighter, None))


def _evades(scene: Scene, target: str, spell: Outcome) -> Script[tuple[bool, Effects]]:
    """MYT-CLOSE-EVADE: whom a spell is aimed at may throw themselves aside."""
    if target not in scene.fighters or defence.cannot(scene, target):
        return False, ()
    check = consequences.skill(scene, target, "evade", fights=True)
    rows = (
        Option("evade", check.what, (Effect("spend", target, 1),), hint=resolution.chances(check, scene.settings)),
        Option("none", _("Let it come")),
    )
    (said,) = yield Ask("reaction", target, _("A spell is aimed at you"), rows)
    if said == "none":
        return False, ()
    outcome = yield from resolution.resolve(check, scene.settings, "defence", check.what)
    evaded = bout.goes_past(scene, spell, outcome)
    daring = "daredevil" in limbs.style_traits(scene, target)
    fell = (Effect("outcome", target, outcome), Effect("unsettled", target), *_prone(target, daring))
    return evaded, (*fell, Effect("evaded_spell", target)) if evaded else fell


def _prone(target: str, daring: bool) -> Effects:
    return () if daring else (Effect("prone", target, True),)


def _may_counter(scene: Scene, fighter: str, other: str) -> bool:
    foe = scene.fighters[other].side != scene.fighters[fighter].side
    able = skill(scene, other) is not None and not initiative.is_out(scene, other)
    ready = initiative.left(scene, other) > 0 or initiative.mark(scene, other, "spell")
    return foe and able and bool(ready) and not initiative.mark(scene, other, "surprised")


def _fits(scene: Scene, other: str) -> Script[bool]:
    """MYT-REACT-COUNTERSPELL: what is held counters a spell only where it suits, as the game master says."""
    rows = (
        Option("fits", _("It counters this spell")),
        Option("unfit", _("It does nothing against it")),
    )
    what = str(initiative.mark(scene, other, "spell") or "…")
    label = _("%(who)s counters with: %(what)s", who=scene.name(other), what=what)
    return (yield from choose(f"fits-{other}", "gm", label, rows)) == "fits"


def _countered(scene: Scene, other: str, tests: Effects) -> Script[tuple[bool, Effects]]:
    """MYT-REACT-COUNTERSPELL: free with a spell that is held, a point otherwise; success ends the whole spell."""
    held = bool(initiative.mark(scene, other, "spell"))
    cost = (Effect("held_spell", other, None),) if held else (Effect("spend", other, 1),)
    rows = (
        Option("let", _("Let it happen")),
        Option("counter", _("Counter the spell"), cost),
    )
    (said,) = yield Ask(f"counter-{other}", other, _("A spell is cast"), rows)
    check = skill(scene, other)
    if said == "let" or check is None:
        return False, tests
    if held and not (yield from _fits(scene, other)):
        return False, tests
    label = _("Counterspell")
    outcome = yield from resolution.resolve(check, scene.settings, f"counterspell-{other}", label)
    return outcome.level.succeeded, (*tests, Effect("outcome", other, outcome))
