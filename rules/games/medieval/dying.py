"""Between life and death: the roll of each round, three and three, and what others may do about it."""

from __future__ import annotations

from rules.core.check import Check, Modifier
from rules.core.game import Offer, Step
from rules.core.paths import Data
from rules.core.scene import Action, Scene
from rules.core.script import Effect, Script
from rules.games.medieval import checks, initiative
from rules.games.medieval import sheet as sheets
from rules.games.medieval.schema import SCHEMA
from rules.games.medieval.settings import setting
from rules.games.medieval.sheet import ACTIVE, DEAD, DYING, STABLE, THREE
from rules.games.medieval.tables import FEASIBLE, REFUSALS
from rules.games.medieval.text import _

PRICE = 2  # MED-DEATH-06, in character points
FRESH: dict[str, int | None] = {"dying.successes": None, "dying.failures": None}  # MED-DEATH-05: no roll counted yet


def offers(scene: Scene, fighter: str) -> tuple[Offer, ...]:
    """MED-DEATH-04, 06: what somebody who is dying may do."""
    points = int(SCHEMA.value(scene.sheet(fighter), "pp.available"))
    poor = REFUSALS["NOT_ENOUGH_PP"] if points < PRICE else None
    label = _("Spend 2 PP to hold on to life")
    return (
        Offer("death_roll", fighter, _("Robustness roll against death")),
        Offer("hold_on", fighter, label, refused=poor),
    )


def cost(scene: Scene, action: Action) -> tuple[Effect, ...]:
    """MED-DEATH-06: what two character points bring at once."""
    owed = Effect("death_rolled", action.actor)
    if action.kind == "death_roll":
        return (owed,)
    spent = Effect("pp", action.actor, {"by": -PRICE})
    brings = setting(scene.settings, "dying.pp_effect")
    if brings == "bonus":
        return (owed, spent)
    counted = THREE if brings == "stabilise" else 1
    return (owed, spent, Effect("death", action.actor, {"successes": counted}))


def script(scene: Scene, action: Action) -> Script[tuple[Effect, ...]] | None:
    """MED-DEATH-04: the roll, unless character points stand for it."""
    if action.kind == "death_roll":
        return _roll(scene, action.actor, 0)
    if setting(scene.settings, "dying.pp_effect") != "bonus":
        return None
    return _roll(scene, action.actor, int(setting(scene.settings, "dying.pp_bonus")))


def passed_over(scene: Scene, fighter: str) -> tuple[Effect, ...]:
    """MED-DEATH-04: what it does to somebody that no roll was made: without a success a hit point is lost."""
    if fighter not in initiative.dying(scene):
        return ()
    counts: dict[str, dict[str, int]] = {"loses": {"lost": 1}, "failure": {"failures": 1}, "nothing": {}}
    value = counts[setting(scene.settings, "dying.passed_over")]
    return (Effect("death", fighter, value),) if value else ()


def test(scene: Scene, fighter: str, bonus: int) -> Check:
    """MED-DEATH-04, 06: the roll against death, with what character points add to it."""
    helped = Modifier(_("Character points"), bonus, "MED-DEATH-06")
    return checks.of(scene, fighter, "robustesse", FEASIBLE, helped)


def _roll(scene: Scene, fighter: str, bonus: int) -> Script[tuple[Effect, ...]]:
    check = test(scene, fighter, bonus)
    outcome = yield from checks.resolve(check, scene.settings, "death", _("Robustness: death"))
    counted = {"successes": 1} if outcome.level.succeeded else {"failures": 1}
    return (Effect("outcome", fighter, outcome), Effect("death", fighter, counted))


def counted(sheet: Data, value: Data) -> dict[str, int]:
    """MED-DEATH-04, 05: what a roll against death writes, by path; a failure takes a hit point, as none at all may."""
    writes = {}
    for key in ("successes", "failures"):
        if more := int(value.get(key, 0)):
            writes[f"dying.{key}"] = min(THREE, int(SCHEMA.value(sheet, f"dying.{key}")) + more)
    if value.get("failures") or value.get("lost"):
        writes["hp.current"] = sheets.hp(sheet) - 1
    return writes


def wounded(sheet: Data, settings: Data, lost: int) -> dict[str, int | None]:
    """MED-DMG-03, MED-DEATH-03, 05: what losing hit points writes; a new coma begins with fresh counters.

    A new wound may undo that one was stabilised.
    """
    writes: dict[str, int | None] = {"hp.current": sheets.hp(sheet) - lost}
    reopens = sheets.vital(sheet) == STABLE and bool(setting(settings, "dying.rewound_resets"))
    return writes | FRESH if lost and (reopens or sheets.hp(sheet) > 0) else writes


def healed(sheet: Data, amount: int) -> dict[str, int | None]:
    """MED-DEATH-01, 07, 08: what hit points given back write; whoever wakes forgets the counters."""
    if sheets.vital(sheet) == DEAD:
        return {}
    left = min(max(sheets.hp(sheet), int(SCHEMA.value(sheet, "hp.max"))), sheets.hp(sheet) + amount)
    writes: dict[str, int | None] = {"hp.current": left}
    return writes | FRESH if left > 0 else writes


def awake(sheet: Data, left: int) -> dict[str, int | None]:
    """MED-DEATH-08: what is cleared where hit points come to ``left`` otherwise than by a blow or by care.

    Nobody with positive hit points, before or after, is in the coma that the counters belong to.
    """
    counted: dict[str, int | None] = {path: None for path in FRESH if int(SCHEMA.value(sheet, path))}
    return counted if left > 0 or sheets.hp(sheet) > 0 else {}


def stepped(sheet: Data, found: Step) -> Step:
    """MED-DEATH-08: a step of hit points on the sheet, which may wake somebody or begin a coma."""
    left = found.writes.get("hp.current")
    return found if left is None else Step({**found.writes, **awake(sheet, int(left))}, found.text)


def curable(scene: Scene) -> tuple[str, ...]:
    """MED-DEATH-07: those whom care may help."""
    return tuple(one for one in scene.fighters if _hurt(scene, one))


def _hurt(scene: Scene, fighter: str) -> bool:
    sheet = scene.sheet(fighter)
    state = initiative.vital(scene, fighter)
    return state in (DYING, STABLE) or (state == ACTIVE and sheets.hp(sheet) < int(SCHEMA.value(sheet, "hp.max")))
