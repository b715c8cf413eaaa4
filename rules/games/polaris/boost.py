"""A point of luck before a test: better chances, but no margin (POL-LUCK-02, 05)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.check import Check, Modifier
from rules.core.paths import Data
from rules.core.script import Effect
from rules.core.sheet import Choice, Field
from rules.games.polaris.sheet import luck
from rules.games.polaris.text import _

FLOOR = 3  # POL-LUCK-05: at this much or less nothing is spent
BOOST = 5  # POL-LUCK-02
BOOSTED = "boosted"  # the mark of a check that a point of luck has made easier

TOO_LITTLE = _("At %(floor)s or less no luck is spent.", floor=FLOOR)


def current(sheet: Data) -> int:
    """POL-SHEET-03: the luck left."""
    return luck(sheet)


def may_spend(sheet: Data, points: int = 1) -> bool:
    """POL-LUCK-05: whether so many points can be spent, each of them from more than 3."""
    return current(sheet) - points >= FLOOR


def field(sheet: Data) -> Field:
    """POL-LUCK-02: a point of luck, said before the die."""
    rows = (
        Choice("no", _("No")),
        Choice("yes", _("A point: +5, but no margin"), None if may_spend(sheet) else TOO_LITTLE),
    )
    label = _("Luck on this test")
    return Field("boost", label, "choice", default="no", choices=rows, rule="POL-LUCK-02")


def boosted(check: Check, args: Data) -> Check:
    """POL-LUCK-02: the check with the point that was spent on it, if one was."""
    if args.get("boost", "no") != "yes":
        return check
    point = Modifier(_("Point of luck"), BOOST, "POL-LUCK-02")
    return replace(check, target=check.target.plus(point), flags=(*check.flags, BOOSTED))


def paid(actor: str, args: Data) -> tuple[Effect, ...]:
    """What a boosted test costs, however it goes."""
    return (Effect("luck", actor, -1),) if args.get("boost", "no") == "yes" else ()
