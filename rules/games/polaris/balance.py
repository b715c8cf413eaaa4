"""Balance: the sweep that costs somebody his initiative, his next test or his feet (POL-MARTIAL-10)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.check import Modifier, Outcome
from rules.core.scene import Scene
from rules.core.script import Effect, Option, Script, choose
from rules.games.polaris import checks, initiative
from rules.games.polaris.resolution import resolve
from rules.games.polaris.settings import setting
from rules.games.polaris.tables import CATASTROPHE_MARGIN
from rules.games.polaris.text import _

LOSS = 5
UNSTEADY = -5


def sweep(scene: Scene, actor: str, target: str, success: int, trained: bool) -> Script[tuple[Effect, ...]]:
    """POL-MARTIAL-10: the target tests his coordination; untrained, a success costs him nothing, a failure less."""
    found = checks.find(scene.sheet(target), scene.settings, "COO")
    if found is None:
        return ()
    label = _("Balance: coordination")
    outcome = yield from resolve(replace(found, actor=target), scene.settings, "balance", label)
    tested = Effect("outcome", target, outcome)
    by = -(LOSS + success)
    if outcome.level.succeeded:
        return (tested, Effect("unbalanced", target, {"by": by})) if trained else (tested,)
    if (yield from _falls(scene, target, outcome, success)):
        return (tested, Effect("condition", target, {"key": "prone"}))
    return (tested, Effect("unbalanced", target, {"by": by, "unsteady": trained}))


def unsteady(scene: Scene, fighter: str) -> Modifier:
    """POL-MARTIAL-10: what lost balance takes from the next action, as long as that is not over."""
    mark = initiative.mark(scene, fighter, "unsteady")
    acting = any(row.action.actor == fighter for row in scene.exchanges.values())
    counts = mark == "next" or (mark == "now" and acting)
    return Modifier(_("Off balance"), UNSTEADY if counts else 0, "POL-MARTIAL-10")


def _falls(scene: Scene, target: str, outcome: Outcome, success: int) -> Script[bool]:
    """POL-CRIT-06: a failure worsened to a catastrophe throws him down, if the game master says so."""
    margin = outcome.margin + success
    if margin < CATASTROPHE_MARGIN or not setting(scene.settings, "use_catastrophes"):
        return False
    text = _("%(who)s fails by %(margin)s: a catastrophe?", who=scene.name(target), margin=margin)
    options = (
        Option("falls", _("Yes: to the ground")),
        Option("stands", _("No: a failure like another")),
    )
    return (yield from choose("falls", "gm", text, options)) == "falls"
