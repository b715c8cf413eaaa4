"""Luck: a point for something favourable or for a lighter wound, and how points come back (POL-LUCK-03 to 06)."""

from __future__ import annotations

from rules.core.game import Offer
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Effect, Option, Script, choose
from rules.core.sheet import Choice, Field
from rules.core.text import Text
from rules.games.polaris import care, healing, wounds
from rules.games.polaris.boost import TOO_LITTLE, may_spend
from rules.games.polaris.tables import CAPACITY
from rules.games.polaris.text import _
from rules.games.polaris.wounds import ORDER, boxes

Effects = tuple[Effect, ...]
MOST_AT_ONCE = 2  # POL-LUCK-04
MOST_GAIN = 3  # POL-LUCK-06: two points at the end of a scenario, and one of bonus
GROUP = _("Luck")


def favour_offer(scene: Scene, actor: str) -> Offer:
    """POL-LUCK-03: something favourable, or a clue, if the game master agrees."""
    wish = Field("wish", _("What happens by luck"), "text", most=120, required=True)
    refused = None if may_spend(scene.sheet(actor)) else TOO_LITTLE
    label = _("A lucky event or a clue (−1)")
    return Offer("favour", actor, label, (wish,), refused, group=GROUP)


def lessen_offer(scene: Scene, actor: str) -> Offer | None:
    """POL-LUCK-04: a serious wound or a worse one made lighter."""
    sheet = scene.sheet(actor)
    cells = [(where, row) for where, row, _count in wounds.marked_cells(sheet) if ORDER.index(row) >= 2]
    if not cells:
        return None
    which = care.cell_field(sheet, tuple(cells))
    points = tuple(
        Choice(str(number), _("%(points)s", points=number), _too_much(sheet, number))
        for number in range(1, MOST_AT_ONCE + 1)
    )
    by = Field("points", _("Points of luck"), "choice", default="1", choices=points)
    refused = None if may_spend(sheet) else TOO_LITTLE
    return Offer("lessen", actor, _("Make a wound lighter by luck"), (which, by), refused, group=GROUP)


def gain_offer(_scene: Scene, actor: str) -> Offer:
    """POL-LUCK-06: points for a good idea, for the game, or at the end of a scenario."""
    rows = tuple(Choice(str(number), _("%(by)s", by=f"+{number}")) for number in range(1, MOST_GAIN + 1))
    by = Field("points", _("Points of luck"), "choice", default="1", choices=rows)
    why = Field("why", _("Reason"), "text", most=80)
    return Offer("gain", actor, _("Give luck back"), (by, why), group=GROUP, master=True)


def _too_much(sheet: Data, points: int) -> Text | None:
    return None if may_spend(sheet, points) else TOO_LITTLE


def favour(scene: Scene, actor: str, args: Data) -> Script[Effects]:
    """POL-LUCK-03: the game master agrees or not; what helps the whole group, everybody pays who can."""
    text = _("%(who)s asks for luck: %(wish)s", who=scene.name(actor), wish=args["wish"])
    options = (
        Option("no", _("No: no point is spent")),
        Option("one", _("Yes: one point")),
        Option("all", _("Yes, for the whole group: a point of everybody")),
    )
    said = yield from choose("favour", "gm", text, options)
    if said == "no":
        return (Effect("told", actor, _("luck does not help")),)
    group = (one for one, row in scene.fighters.items() if row.side == "pc" and one != actor)
    others = [one for one in group if said == "all" and may_spend(scene.sheet(one))]
    got = Effect("told", actor, _("luck helps: %(wish)s", wish=args["wish"]))
    return (got, *(Effect("luck", one, -1) for one in (actor, *others)))


def lessen(scene: Scene, actor: str, args: Data) -> Script[Effects]:
    """POL-LUCK-04: the box moves down where there is room for it, and the points are spent."""
    place, severity = args["wound"].split("-")
    points = int(args["points"])
    to = ORDER[ORDER.index(severity) - points]
    grid: Data = scene.sheet(actor).get("wounds") or {}
    if boxes(grid, place, to) >= CAPACITY[place][to]:
        full = _("%(wound)s has no box left", wound=care.cell_name(place, to))
        return (Effect("told", actor, full),)
    alive = (Effect("condition", actor, {"key": "dead", "off": True}),) if severity == "fatal" else ()
    moved = yield from healing.lightened(scene, actor, place, severity, to)
    return (moved, *alive, Effect("luck", actor, -points))


def gain(_scene: Scene, actor: str, args: Data) -> Script[Effects]:
    """POL-LUCK-06: the points, and why."""
    yield from ()
    why = _("%(reason)s", reason=args["why"]) if args.get("why") else None
    told = (Effect("told", actor, why),) if why else ()
    return (*told, Effect("luck", actor, int(args["points"])))
