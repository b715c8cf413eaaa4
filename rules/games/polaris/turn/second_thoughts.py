"""Changing one’s mind in the middle of the turn (POL-INIT-23)."""

from __future__ import annotations

from rules.core.acts import Effects
from rules.core.check import Outcome
from rules.core.effects import Effect
from rules.core.paths import Data
from rules.core.scene import Change, Scene
from rules.core.script import Option, Script, choose
from rules.games.polaris.close_combat import holds
from rules.games.polaris.marks import BOUND, CARRIED, DECLARED, FIRST, PREPARED, STRUCK
from rules.games.polaris.text import _
from rules.games.polaris.trials import checks
from rules.games.polaris.trials.catastrophes import is_possible
from rules.games.polaris.trials.remarks import rolled
from rules.games.polaris.trials.resolution import resolve
from rules.games.polaris.turn import initiative
from rules.games.polaris.turn.circumstances import free_term, number
from rules.games.polaris.turn.progress import Skipped, move_marker

KEEP = _("The declared action has to be done.")
FIELDS = (number("modifier", _("Modifier of the test of adaptation"), "POL-INIT-23"),)


def change(scene: Scene, fighter: str, args: Data) -> Script[Effects]:
    """POL-INIT-23: a success leaves it to the game master, a failure binds, a catastrophe confuses."""
    base = checks.of_fighter(scene, fighter, "ADA")
    if base is None:
        return ()
    check = base.plus(free_term(args))
    outcome = yield from resolve(check, scene.settings, "change", _("Change of mind: adaptation"))
    tested = rolled(outcome)
    if outcome.level.succeeded:
        return (tested, Reconsidered(fighter) if (yield from _allow(scene, fighter)) else Bound(fighter))
    if (yield from _decide_confusion(scene, fighter, outcome)):
        return (tested, Confused(fighter), *holds.let_go(scene, fighter, {}))
    return (tested, Bound(fighter))


def _allow(scene: Scene, fighter: str) -> Script[bool]:
    text = _("%(who)s may change what was declared", who=scene.name(fighter))
    options = (Option("yes", _("Let declare again")), Option("no", _("No: too late for that")))
    return (yield from choose("allowed", "gm", text, options)) == "yes"


def _decide_confusion(scene: Scene, fighter: str, outcome: Outcome) -> Script[bool]:
    """POL-CRIT-06: the game master decides if a great failure is a catastrophe; true if it is."""
    if not is_possible(outcome):
        return False
    text = _("%(who)s fails to adapt: a catastrophe?", who=scene.name(fighter))
    options = (Option("yes", _("Yes: confused, nothing this turn")), Option("no", _("No: the declared action is kept")))
    return (yield from choose("confused", "gm", text, options)) == "yes"


class Reconsidered(Effect):
    """POL-INIT-19, 23: a new declaration from what initiative is left; what hurry had gained is lost."""

    kind = "reconsider"
    is_open = True
    says = _("may declare again")

    def land(self, scene: Scene) -> tuple[Change, ...]:
        plan = initiative.declaration(scene, self.target)
        hurry = initiative.RUSH if plan.get("rushed") and "shift" in plan else 0
        return declare_anew(scene, self.target, int(plan.get("shift", 0)) - hurry)


class Redeclared(Effect):
    """POL-INIT-08: the game master takes a declaration back, but for the price of what it has readied and stays so."""

    kind = "redeclare"

    def land(self, scene: Scene) -> tuple[Change, ...]:
        readied = int(initiative.declaration(scene, self.target).get("readied", 0))
        return (*declare_anew(scene, self.target, readied), STRUCK.clear(scene, self.target))


def declare_anew(scene: Scene, fighter: str, spent: int) -> tuple[Change, ...]:
    """POL-INIT-19: a declaration is gone, and of what it moved the marker by ``spent`` counts as preparations."""
    cleared = tuple(mark.clear(scene, fighter) for mark in (DECLARED, CARRIED, FIRST, BOUND))
    before = PREPARED.rows(scene, fighter).get(initiative.TAKEN_BACK, 0)
    kept = PREPARED.set(scene, fighter, before + spent or None, initiative.TAKEN_BACK)
    moved = int(initiative.declaration(scene, fighter).get("shift", 0))
    return (*cleared, kept, move_marker(scene, fighter, spent - moved))


class Bound(Effect):
    """POL-INIT-23: what was declared has to be done."""

    mark = BOUND
    is_open = True
    says = _("has to do what was declared")


class Confused(Skipped):
    """POL-INIT-23: nothing is done this turn."""

    kind = "confused"
    is_open = True
    says = _("is confused and does nothing this turn")
