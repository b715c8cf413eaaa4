"""Magic and powers, as far as a fight goes: cast, hold, counter (MYT-ACT-CAST, MYT-REACT-COUNTERSPELL).

The text describes no spell: what one does is said at the table; the points, the roll and the counter are played.
"""

from __future__ import annotations

from rules.core.check import Check, Level
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Ask, Effect, Option, Script
from rules.games.mythras import checks, initiative, resolution
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
    done = outcome.level >= Level.SUCCESS
    spell = (Effect("spell", fighter, {"what": what}),) if done else ()
    return (*tests, Effect("outcome", fighter, outcome), *spell)


def _may_counter(scene: Scene, fighter: str, other: str) -> bool:
    foe = scene.fighters[other].side != scene.fighters[fighter].side
    able = skill(scene, other) is not None and not initiative.is_out(scene, other)
    ready = initiative.left(scene, other) > 0 or initiative.mark(scene, other, "spell")
    return foe and able and bool(ready) and not initiative.mark(scene, other, "surprised")


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
    label = _("Counterspell")
    outcome = yield from resolution.resolve(check, scene.settings, f"counterspell-{other}", label)
    return outcome.level.succeeded, (*tests, Effect("outcome", other, outcome))
