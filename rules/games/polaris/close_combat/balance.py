"""Balance: the sweep that costs somebody their initiative, their next test or their feet (POL-MARTIAL-10)."""

from __future__ import annotations

from rules.core.acts import Effects
from rules.core.check import Modifier, Outcome
from rules.core.effects import Effect
from rules.core.scene import Change, Scene
from rules.core.script import Option, Script, choose
from rules.core.text import Text, signed
from rules.games.polaris.harm.conditions import Condition
from rules.games.polaris.harm.wounds import is_prone
from rules.games.polaris.marks import INITIATIVE, OWED, UNSTEADY
from rules.games.polaris.settings import setting
from rules.games.polaris.tables import CATASTROPHE_MARGIN
from rules.games.polaris.text import _
from rules.games.polaris.trials import checks
from rules.games.polaris.trials.remarks import rolled
from rules.games.polaris.trials.resolution import resolve
from rules.games.polaris.turn import initiative

LOSS = 5
SHAKEN = -5


def sweep(scene: Scene, target: str, success: int, trained: bool) -> Script[Effects]:
    """POL-MARTIAL-10: the target tests their coordination; untrained, a success costs them nothing, a failure less.

    Whoever lies on the ground has no balance to lose.
    """
    if is_prone(scene.sheet(target)):
        return ()
    if initiative.is_out(scene, target):  # POL-SHOCK-04: who does nothing keeps no balance
        return (Condition(target, key="prone"),)
    check = checks.of_fighter(scene, target, "COO")
    if check is None:
        return ()
    label = _("Balance: coordination")
    outcome = yield from resolve(check, scene.settings, "balance", label)
    tested = rolled(outcome)
    by = -(LOSS + success)
    if outcome.level.succeeded:
        return (tested, Unbalanced(target, by=by)) if trained else (tested,)
    if (yield from _falls(scene, target, outcome, success)):
        return (tested, Condition(target, key="prone"))
    return (tested, Unbalanced(target, by=by, unsteady=trained))


def unsteady_term(scene: Scene, fighter: str) -> Modifier:
    """POL-MARTIAL-10: what lost balance takes from the next action."""
    return Modifier(_("Off balance"), SHAKEN if UNSTEADY.of(scene, fighter) else 0, "POL-MARTIAL-10")


def _falls(scene: Scene, target: str, outcome: Outcome, success: int) -> Script[bool]:
    """POL-CRIT-06: a failure worsened to a catastrophe throws them down, if the game master says so."""
    margin = outcome.margin + success
    if margin < CATASTROPHE_MARGIN or not setting(scene.settings, "use_catastrophes"):
        return False
    text = _("%(who)s fails by %(margin)s: a catastrophe?", who=scene.name(target), margin=margin)
    options = (Option("falls", _("Yes: to the ground")), Option("stands", _("No: a failure like another")))
    return (yield from choose("falls", "gm", text, options)) == "falls"


class Unbalanced(Effect):
    """POL-MARTIAL-10: the loss falls on the next action: what this turn cannot take any more, the next one does."""

    kind = "unbalanced"
    by: int
    unsteady: bool = False

    def land(self, scene: Scene) -> tuple[Change, ...]:
        lost, now = -int(self.by), initiative.current(scene, self.target)
        made = initiative.attacks_made(scene, self.target)
        waits = self.target in initiative.pending(scene)
        taken = min(lost, max(0, initiative.at(scene, self.target, made) - 1)) if waits else 0
        owed = initiative.debt(scene, self.target) + lost - taken
        shaken = (UNSTEADY.set(scene, self.target),) if self.unsteady else ()
        return (INITIATIVE.set(scene, self.target, now - taken), OWED.set(scene, self.target, owed or None), *shaken)

    def told(self, scene: Scene) -> Text | None:
        by = signed(int(self.by))
        if self.unsteady:
            return _("badly off balance: initiative %(by)s, next action −5", by=by)
        return _("off balance: initiative %(by)s", by=by)
