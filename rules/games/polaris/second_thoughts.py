"""Changing one’s mind in the middle of the turn (POL-INIT-23)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.check import Outcome
from rules.core.game import Offer
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Effect, Option, Script, choose
from rules.core.text import Text
from rules.games.polaris import checks, initiative
from rules.games.polaris.circumstances import free, number
from rules.games.polaris.resolution import resolve
from rules.games.polaris.settings import setting
from rules.games.polaris.text import _

BOUND = _("The declared action has to be done.")
FIELDS = (number("modifier", _("Modifier of the test of adaptation"), "POL-INIT-23"),)


def offers(scene: Scene, fighter: str) -> tuple[Offer, ...]:
    """What a fighter may ask for who has still to act, whether or not it is his turn."""
    waiting = fighter in (*initiative.pending(scene), *initiative.delaying(scene))
    if not waiting or scene.exchanges or not setting(scene.settings, "change_intent"):
        return ()
    label, only = _("Change your mind"), frozenset({"modifier"})
    hint = _("A test of adaptation; failed, the declared action is kept")
    return (Offer("change", fighter, label, FIELDS, _refused(scene, fighter), only, hint=hint),)


def change(scene: Scene, fighter: str, args: Data) -> Script[tuple[Effect, ...]]:
    """POL-INIT-23: a success leaves it to the game master, a failure binds, a catastrophe confuses."""
    found = checks.find(scene.sheet(fighter), scene.settings, "ADA")
    if found is None:
        return ()
    check = replace(found, actor=fighter, target=found.target.plus(free(args)))
    outcome = yield from resolve(check, scene.settings, "change", _("Change of mind: adaptation"))
    tested = Effect("outcome", fighter, outcome)
    if outcome.level.succeeded:
        return (tested, Effect("reconsider" if (yield from _allowed(scene, fighter)) else "bound", fighter))
    return (tested, Effect("confused" if (yield from _confused(scene, fighter, outcome)) else "bound", fighter))


def _allowed(scene: Scene, fighter: str) -> Script[bool]:
    text = _("%(who)s may change what was declared", who=scene.name(fighter))
    options = (
        Option("yes", _("Let declare again")),
        Option("no", _("No: too late for that")),
    )
    return (yield from choose("allowed", "gm", text, options)) == "yes"


def _confused(scene: Scene, fighter: str, outcome: Outcome) -> Script[bool]:
    """POL-CRIT-06: whether a great failure is a catastrophe is the game master’s to say."""
    if "catastrophe" not in outcome.flags:
        return False
    text = _("%(who)s fails to adapt: a catastrophe?", who=scene.name(fighter))
    options = (
        Option("yes", _("Yes: confused, nothing this turn")),
        Option("no", _("No: the declared action is kept")),
    )
    return (yield from choose("confused", "gm", text, options)) == "yes"


def _refused(scene: Scene, fighter: str) -> Text | None:
    if initiative.mark(scene, fighter, "bound"):
        return BOUND
    if initiative.struck(scene, fighter):
        return _("The declared action has begun.")
    return None
