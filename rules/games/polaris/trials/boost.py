"""A point of luck before a test: better chances, but no margin (POL-LUCK-02, 05)."""

from __future__ import annotations

from dataclasses import replace

from rules.character.sheet import Choice, Field
from rules.core.acts import Effects
from rules.core.check import Check, Modifier
from rules.core.effects import Effect
from rules.core.memo import memoize
from rules.core.paths import Data
from rules.core.scene import Change, Scene
from rules.core.text import Text, signed
from rules.games.polaris.character.schema import MOST_LUCK
from rules.games.polaris.character.sheet import luck
from rules.games.polaris.marks import BOOST
from rules.games.polaris.text import _

FLOOR = 3  # POL-LUCK-05: at this much or less nothing is spent
GAIN = 5  # POL-LUCK-02
BOOSTED = "boosted"  # the mark of a check that a point of luck has made easier


def current(sheet: Data) -> int:
    """POL-SHEET-03: the luck left."""
    return luck(sheet)


@memoize
def may_spend(sheet: Data, points: int = 1) -> bool:
    """POL-LUCK-05: true if so many points can be spent, each of them from more than 3."""
    return current(sheet) - points >= FLOOR


def why_too_little(sheet: Data, points: int = 1) -> Text | None:
    """POL-LUCK-05: the reason against spending so many points."""
    if may_spend(sheet, points):
        return None
    return _("No luck is spent at %(floor)s or less: %(left)s left.", floor=FLOOR, left=current(sheet))


def field(sheet: Data) -> Field:
    """POL-LUCK-02: a point of luck, declared before the roll."""
    rows = (Choice("no", _("No")), Choice("yes", _("A point: +5, but no margin"), why_too_little(sheet)))
    label = _("Luck on this test")
    return Field("boost", label, "choice", default="no", choices=rows, rule="POL-LUCK-02", own=True)


def boost(check: Check, args: Data) -> Check:
    """POL-LUCK-02: the check with the point that was spent on it, if one was."""
    if args.get("boost", "no") != "yes":
        return check
    point = Modifier(_("Point of luck"), GAIN, "POL-LUCK-02")
    return replace(check, target=check.target.plus(point), flags=(*check.flags, BOOSTED))


def price(actor: str, args: Data) -> Effects:
    """The price of a boosted test, however it goes."""
    return (Luck(actor, -1),) if args.get("boost", "no") == "yes" else ()


class Luck(Effect):
    """POL-SHEET-03: points of luck spent, or won back; luck runs from 0 to 20."""

    kind = "luck"
    scalar = "by"
    by: int

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (scene.write(self.target, "luck.current", self._left(scene)),)

    def told(self, scene: Scene) -> Text | None:
        return _("luck %(by)s: %(left)s left", by=signed(int(self.by)), left=self._left(scene))

    def _left(self, scene: Scene) -> int:
        return max(0, min(MOST_LUCK, current(scene.sheet(self.target)) + int(self.by)))


class Boosted(Effect):
    """POL-LUCK-02: a point spent in a fight counts for the next test of arms."""

    mark = BOOST
    scalar = "on"
    on: bool

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (BOOST.set(scene, self.target, "yes" if self.on else None),)
