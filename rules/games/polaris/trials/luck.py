"""Luck: a point for something favourable or for a lighter wound, and how points come back (POL-LUCK-03 to 06)."""

from __future__ import annotations

from rules.character.sheet import Choice, Field
from rules.core.acts import Act, Effects
from rules.core.errors import Refused
from rules.core.paths import Data
from rules.core.rounds import is_running
from rules.core.scene import Action, Scene
from rules.core.script import Option, Script, choose, just
from rules.core.text import Text
from rules.games.polaris.close_combat import melee
from rules.games.polaris.harm import care, healing, wounds
from rules.games.polaris.harm.conditions import Condition
from rules.games.polaris.harm.lines import MoveBox
from rules.games.polaris.harm.wounds import ORDER, boxes
from rules.games.polaris.marks import BOOST, DONE
from rules.games.polaris.tables import CAPACITY, LIMBS
from rules.games.polaris.text import _
from rules.games.polaris.trials.boost import Boosted, Luck, may_spend, why_too_little
from rules.games.polaris.trials.downtime import DowntimeAct
from rules.games.polaris.trials.remarks import Remark
from rules.games.polaris.turn import initiative, surprise

MOST_AT_ONCE = 2  # POL-LUCK-04
MOST_GAIN = 3  # POL-LUCK-06: two points at the end of a scenario, and one of bonus
GROUP = _("Luck")


def favour(scene: Scene, actor: str, args: Data) -> Script[Effects]:
    """POL-LUCK-03: the game master agrees or not; what helps the whole group, everybody pays who can."""
    text = _("%(who)s asks for luck: %(wish)s", who=scene.name(actor), wish=args["wish"])
    options = (
        Option("no", _("No: no point is spent")),
        Option("one", _("Yes: one point")),
        Option("all", _("Yes, for the whole group: a point of everybody")),
    )
    answer = yield from choose("favour", "gm", text, options)
    if answer == "no":
        return (Remark(actor, _("luck does not help")),)
    group = (who for who, row in scene.fighters.items() if row.side == "pc" and who != actor)
    others = [who for who in group if answer == "all" and _may_join(scene.sheet(who))]
    got = Remark(actor, _("luck helps: %(wish)s", wish=args["wish"]))
    return (got, *(Luck(who, -1) for who in (actor, *others)))


def _may_join(sheet: Data) -> bool:
    return may_spend(sheet) and not wounds.is_dead(sheet)


def lessen(scene: Scene, actor: str, args: Data) -> Script[Effects]:
    """POL-LUCK-04: the box moves down, and the points are spent. Raises ``Refused`` where it has no room."""
    place, severity = args["wound"].split("-")
    points = int(args["points"])
    to = _lighter(severity, points)
    if not _has_room(scene.sheet(actor), place, to):
        raise Refused(_("%(wound)s has no box left.", wound=care.cell_name(place, to)), "points")
    moved = yield from healing.lighten(scene, actor, place, severity, to)
    lives = _revives(scene, actor, place, moved)
    return (moved, *((Condition(actor, key="dead", off=True),) if lives else ()), Luck(actor, -points))


def gain_luck(_scene: Scene, actor: str, args: Data) -> Script[Effects]:
    """POL-LUCK-06: the points, and why."""
    why = _("%(reason)s", reason=args["why"]) if args.get("why") else None
    text = (Remark(actor, why),) if why else ()
    return just((*text, Luck(actor, int(args["points"]))))


class Lessen(DowntimeAct):
    """POL-LUCK-04: a serious wound or a worse one made lighter."""

    kind = "lessen"
    label = _("Make a wound lighter by luck")
    journal = _("Luck against a wound")
    rules = ("POL-LUCK-04", "POL-LUCK-05")
    group = GROUP

    def applies(self, scene: Scene, who: str) -> bool:
        sheet = scene.sheet(who)
        return bool(_lessenable_cells(sheet)) and not _is_past_luck(sheet)

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        sheet = scene.sheet(actor)
        points = tuple(
            Choice(str(number), _("%(points)s", points=number), why_too_little(sheet, number))
            for number in range(1, MOST_AT_ONCE + 1)
        )
        by = Field("points", _("Points of luck"), "choice", default="1", choices=points)
        return (care.cell_field(sheet, _lessenable_cells(sheet)), by)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return why_too_little(scene.sheet(actor))

    def procedure(self, scene: Scene, who: str, args: Data) -> Script[Effects]:
        return lessen(scene, who, args)


def _lessenable_cells(sheet: Data) -> tuple[tuple[str, str], ...]:
    return tuple(
        (place, severity)
        for place, severity, _boxes in wounds.marked_cells(sheet)
        if ORDER.index(severity) >= MOST_AT_ONCE
        and any(_has_room(sheet, place, _lighter(severity, points)) for points in range(1, MOST_AT_ONCE + 1))
    )


def _lighter(severity: str, points: int) -> str:
    return ORDER[ORDER.index(severity) - points]


def _has_room(sheet: Data, place: str, severity: str) -> bool:
    return boxes(sheet.get("wounds") or {}, place, severity) < CAPACITY[place][severity]


def _revives(scene: Scene, actor: str, place: str, moved: MoveBox) -> bool:
    """POL-LUCK-04: true if the wound that becomes lighter has killed, and no other one has."""
    killed = moved.severity == "fatal" and place not in LIMBS
    return killed and not any(boxes(moved.marked(scene).grid, other, "fatal") for other in ("head", "body"))


def _is_past_luck(sheet: Data) -> bool:
    """POL-LUCK-04, POL-WOUND-16: luck undoes the wound that has killed, not a death that came of something else."""
    fatal = {place for place, severity, _boxes in wounds.marked_cells(sheet) if severity == "fatal"}
    return wounds.is_dead(sheet) and fatal <= set(LIMBS)


class Favour(DowntimeAct):
    """POL-LUCK-03: something favourable, or a clue, if the game master agrees."""

    kind = "favour"
    label = _("A lucky event or a clue (−1)")
    journal = _("Luck")
    rules = ("POL-LUCK-03",)
    group = GROUP

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (Field("wish", _("What happens by luck"), "text", most=120, required=True),)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return why_too_little(scene.sheet(actor))

    def procedure(self, scene: Scene, who: str, args: Data) -> Script[Effects]:
        return favour(scene, who, args)


class Gain(DowntimeAct):
    """POL-LUCK-06: points for a good idea, for the game, or at the end of a scenario."""

    kind = "gain"
    label = _("Give luck back")
    journal = _("Luck given back")
    rules = ("POL-LUCK-06",)
    group = GROUP
    master = True

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        rows = tuple(Choice(str(points), _("%(by)s", by=f"+{points}")) for points in range(1, MOST_GAIN + 1))
        by = Field("points", _("Points of luck"), "choice", default="1", choices=rows)
        return (by, Field("why", _("Reason"), "text", most=80))

    def procedure(self, scene: Scene, who: str, args: Data) -> Script[Effects]:
        return gain_luck(scene, who, args)


class BoostNext(Act):
    """POL-LUCK-02: a point of luck before the next test of arms."""

    kind = BOOST.key
    label = _("Luck on the next test (−1)")
    rules = ("POL-LUCK-02",)
    says = _("Luck on the next test")

    def is_open(self, scene: Scene, actor: str) -> bool:
        if actor not in scene.fighters or not is_running(scene) or scene.exchanges or initiative.is_out(scene, actor):
            return False
        return not BOOST.of(scene, actor) and may_spend(scene.sheet(actor)) and _may_test(scene, actor)

    def hint(self, scene: Scene, actor: str) -> Text | None:
        return _("+5 on the next test of arms, which then has no margin")

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Luck(action.actor, -1), Boosted(action.actor, True))


def _may_test(scene: Scene, fighter: str) -> bool:
    """A test of arms may still come in this turn: their own, or their defence against an attack they see come."""
    if not surprise.can_defend(scene, fighter, attacker_seen=True):
        return False
    seen = (melee.declared_targets(scene, who) for who, row in scene.fighters.items() if not row.hidden)
    return not DONE.of(scene, fighter) or any(fighter in targets for targets in seen)
