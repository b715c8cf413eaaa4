"""Dying: a roll each round until three successes or failures, character points, and care (MED-DEATH)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.character.character import Step
from rules.character.fields import number
from rules.character.sheet import Field
from rules.core import rounds
from rules.core.acts import PATIENT, Effects
from rules.core.check import Check, Modifier
from rules.core.effects import Effect
from rules.core.paths import Data
from rules.core.scene import Action, Change, Scene
from rules.core.script import Effect as AnyEffect
from rules.core.script import Script
from rules.core.text import Text, plain, signed
from rules.games.medieval import checks, initiative
from rules.games.medieval import sheet as sheets
from rules.games.medieval.damage import FRESH, fate, sheet_after, written
from rules.games.medieval.initiative import DYING_ROLL, MORE, FighterAct, TurnAct, stage, up
from rules.games.medieval.movement import contact, moves
from rules.games.medieval.settings import setting
from rules.games.medieval.sheet import ACTIVE, DEAD, DYING, SCHEMA, STABLE, THREE
from rules.games.medieval.tables import FEASIBLE, too_few
from rules.games.medieval.text import _
from rules.odds.act import Odds

PRICE = 2  # MED-DEATH-06, in character points


class DeathOwed(Effect):
    """MED-DEATH-04: a fighter who is dying as the round begins must roll against death in it."""

    kind = "death_owed"
    mark = DYING_ROLL


class DeathRolled(Effect):
    """MED-DEATH-04: a fighter no longer has to roll against death in this round."""

    kind = "death_rolled"

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (DYING_ROLL.set(scene, self.target, None),)


class Counted(Effect):
    """MED-DEATH-04, 05: successes or failures against death are counted; a failure also costs a hit point."""

    kind = "death"
    harmful = True
    successes: int = 0
    failures: int = 0
    lost: int = 0

    def writes(self, scene: Scene) -> dict[str, int]:
        sheet, writes = scene.sheet(self.target), {}
        for path, more in (("dying.successes", self.successes), ("dying.failures", self.failures)):
            if more:
                writes[path] = min(THREE, int(SCHEMA.value(sheet, path)) + int(more))
        if self.failures or self.lost:
            writes["hp.current"] = sheets.hp(sheet) - 1
        return writes

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return written(scene, self.target, self.writes(scene))

    def told(self, scene: Scene) -> Text | None:
        sheet = sheet_after(scene, self.target, self.writes(scene))
        words = _(
            "successes %(successes)s/3, failures %(failures)s/3, hit points %(hp)s (threshold %(threshold)s)",
            successes=SCHEMA.value(sheet, "dying.successes"),
            failures=SCHEMA.value(sheet, "dying.failures"),
            hp=plain(sheets.hp(sheet)),
            threshold=plain(sheets.threshold(sheet).total),
        )
        ended = sheets.vital(sheet) in (STABLE, DEAD)
        return _("%(told)s: %(fate)s", told=words, fate=fate(sheet) or Text("")) if ended else words

    def public(self, scene: Scene) -> Text | None:
        if not scene.fighters[self.target].is_health_public:
            return None
        sheet = sheet_after(scene, self.target, self.writes(scene))
        ended = sheets.vital(sheet) in (ACTIVE, STABLE, DEAD)
        return fate(sheet) if ended else _("stays in a coma")


class Spent(Effect):
    """MED-DEATH-06, MED-MAN-02: a fighter gains or spends character points."""

    kind = "pp"
    by: int

    def land(self, scene: Scene) -> tuple[Change, ...]:
        points = int(SCHEMA.value(scene.sheet(self.target), "pp.available"))
        return (scene.write(self.target, "pp.available", max(0, points + int(self.by))),)

    def told(self, scene: Scene) -> Text | None:
        return _("%(by)s PP", by=signed(int(self.by)))


def healed(sheet: Data, amount: int) -> dict[str, int | None]:
    """MED-DEATH-01, 07, 08: the sheet values after healing; the counters are reset for a character who wakes."""
    if sheets.vital(sheet) == DEAD:
        return {}
    left = min(max(sheets.hp(sheet), sheets.hp_max(sheet)), sheets.hp(sheet) + amount)
    writes: dict[str, int | None] = {"hp.current": left}
    return writes | FRESH if left > 0 else writes


def awake(sheet: Data, left: int) -> dict[str, int | None]:
    """MED-DEATH-08: the counters to reset when hit points are set to ``left`` other than by damage or care.

    With positive hit points before or after, the character is not in the coma that they count for.
    """
    counted: dict[str, int | None] = {path: None for path in FRESH if int(SCHEMA.value(sheet, path))}
    return counted if left > 0 or sheets.hp(sheet) > 0 else {}


def step_hit_points(sheet: Data, step: Step) -> Step:
    """MED-DEATH-08: hit points changed by hand on the sheet, with the counters reset unless the coma goes on."""
    left = step.writes.get("hp.current")
    return step if left is None else Step({**step.writes, **awake(sheet, int(left))}, step.text)


class Heal(Effect):
    """MED-DEATH-07, 08: a fighter regains hit points."""

    kind = "heal"
    amount: int

    def land(self, scene: Scene) -> tuple[Change, ...]:
        writes = written(scene, self.target, healed(scene.sheet(self.target), int(self.amount)))
        woken = (
            DYING_ROLL.of(scene, self.target) and initiative.vital(scene.with_changes(writes), self.target) == ACTIVE
        )
        return (*writes, DYING_ROLL.set(scene, self.target, None)) if woken else writes

    def told(self, scene: Scene) -> Text | None:
        sheet = scene.sheet(self.target)
        after = sheet_after(scene, self.target, healed(sheet, int(self.amount)))
        words = _("regains %(number)s hp", number=sheets.hp(after) - sheets.hp(sheet))
        woken = sheets.vital(sheet) != ACTIVE and sheets.vital(after) == ACTIVE
        return _("%(told)s and wakes up", told=words) if woken else words


def curable(scene: Scene) -> tuple[str, ...]:
    """MED-DEATH-07: the fighters whom care can help: dying, stabilised, or wounded ones."""
    return tuple(who for who in scene.fighters if sheets.is_curable(scene.sheet(who)))


# The roll against death, and its replacement.


def roll_against_death(scene: Scene, fighter: str, bonus: int) -> Script[Effects]:
    """MED-DEATH-04, 05: a test of robustness, counted as a success or as a failure."""
    check = test(scene, fighter, bonus)
    outcome = yield from checks.resolve(check, scene.settings, "death", _("Robustness: death"))
    counted = Counted(fighter, successes=1) if outcome.level.succeeded else Counted(fighter, failures=1)
    return (AnyEffect("outcome", fighter, outcome), counted)


def test(scene: Scene, fighter: str, bonus: int) -> Check:
    """MED-DEATH-04, 06: the test against death, with the bonus from character points."""
    helped = Modifier(_("Character points"), bonus, "MED-DEATH-06")
    return checks.of(scene, fighter, "robustesse", FEASIBLE, helped)


class DyingAct(FighterAct):
    """An act of a dying fighter, once each round in a fight, and outside of one.

    Rolled from a sheet, it has no cost before the dice: the cost is part of its result.
    """

    downtime = None

    def is_open(self, scene: Scene, actor: str) -> bool:
        if actor not in scene.fighters or initiative.vital(scene, actor) != DYING or initiative.is_busy(scene):
            return False
        part = stage(scene)
        return part == "before" or (part == "dying" and actor in up(scene))

    def procedure(self, scene: Scene, action: Action) -> Script[Effects] | None:
        roll = self.roll(scene, action.actor)
        if scene.kind != "test":
            return roll
        return self._paid(scene, action, roll)

    def _paid(self, scene: Scene, action: Action, roll: Script[Effects] | None) -> Script[Effects]:
        return (*self.cost(scene, action), *((yield from roll) if roll else ()))

    def roll(self, scene: Scene, fighter: str) -> Script[Effects] | None:
        return None


class DeathRoll(DyingAct):
    kind = "death_roll"
    label = _("Robustness roll against death")
    rules = ("MED-DEATH-03", "MED-DEATH-04", "MED-DEATH-05")
    foretold = True
    sentence = _("%(who)s rolls against death")

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (DeathRolled(action.actor),)

    def roll(self, scene: Scene, fighter: str) -> Script[Effects] | None:
        return roll_against_death(scene, fighter, 0)

    def odds(self, scene: Scene, action: Action) -> Odds | None:
        return checks.tested(test(scene, action.actor, 0), scene.settings)


class HoldOn(DyingAct):
    """MED-DEATH-06: a dying fighter spends two character points, whose effect is a house setting."""

    kind = "hold_on"
    label = _("Spend 2 PP to hold on to life")
    rules = ("MED-DEATH-06",)
    sentence = _("%(who)s spends 2 PP to hold on to life")

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        points = int(SCHEMA.value(scene.sheet(actor), "pp.available"))
        return too_few("NOT_ENOUGH_PP", PRICE, points) if points < PRICE else None

    def cost(self, scene: Scene, action: Action) -> Effects:
        counts = {"one_success": 1, "stabilise": THREE}.get(setting(scene.settings, "dying.pp_effect"))
        counted = (Counted(action.actor, successes=counts),) if counts else ()
        return (DeathRolled(action.actor), Spent(action.actor, -PRICE), *counted)

    def roll(self, scene: Scene, fighter: str) -> Script[Effects] | None:
        if setting(scene.settings, "dying.pp_effect") != "bonus":
            return None
        return roll_against_death(scene, fighter, int(setting(scene.settings, "dying.pp_bonus")))


def passed_over(scene: Scene, fighter: str) -> Effects:
    """MED-DEATH-04: the effect of a roll not made, by house setting: a hit point lost, a failure, or none."""
    counts: dict[str, dict[str, int]] = {"loses": {"lost": 1}, "failure": {"failures": 1}}
    values = counts.get(setting(scene.settings, "dying.passed_over"))
    return (Counted(fighter, **values),) if values and fighter in initiative.dying(scene) else ()


# Care.


class Care(TurnAct):
    """MED-DEATH-07: a fighter gives back hit points found by a skill or spell, and may move at half speed."""

    kind = "care"
    label = _("Care for somebody")
    rules = ("MED-DEATH-07", "MED-MOVEACT-01")
    sentence = _("%(who)s cares for somebody")

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        patients = scene.patients_of(actor)
        whom = tuple(
            contact.person(scene, actor, who, contact.why_gone(scene, who)) for who in curable(scene) if who in patients
        )
        return (
            Field(PATIENT, _("Patient"), "choice", choices=whom, rule="MED-DEATH-07"),
            number("amount", _("Hit points given back"), 1, 0, 200),
            *moves.beside_fields(scene, actor),
            MORE,
        )

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        if busy := contact.why_busy(scene, actor):
            return busy
        return None if self.fields(scene, actor)[0].choices else _("Nobody needs care.")

    def effects(self, scene: Scene, action: Action) -> Effects:
        given = Heal(action.args[PATIENT], int(action.args["amount"]))
        return (given, contact.Attacked(action.actor), *moves.beside(scene, action.actor, action.args))


class GiveBack(rounds.GiveBack):
    """MED-DEATH-07: the game master gives hit points back, in a fight or outside one."""

    label = _("Give hit points back")
    rules = ("MED-DEATH-07",)
    given, heal, least = _("Hit points given back"), Heal, 0

    def is_open(self, scene: Scene, actor: str) -> bool:
        return actor == "gm"

    def candidates(self, scene: Scene) -> Iterable[str]:
        return curable(scene)
