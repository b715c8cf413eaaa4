"""Fatigue: the test of an effort, what its failure brings, and the end of the turns at which everybody tests."""

from __future__ import annotations

from rules.core.acts import Effects
from rules.core.check import Modifier
from rules.core.effects import Effect
from rules.core.paths import Data
from rules.core.scene import Change, Scene
from rules.core.script import Script, just
from rules.core.text import Text
from rules.games.polaris.character import burdens
from rules.games.polaris.character.burdens import BOXES, SPENT
from rules.games.polaris.character.skills import CATALOGUE
from rules.games.polaris.harm import shock
from rules.games.polaris.marks import BREATH
from rules.games.polaris.settings import setting
from rules.games.polaris.tables import ATTRIBUTES
from rules.games.polaris.text import _
from rules.games.polaris.trials import checks
from rules.games.polaris.trials.downtime import DowntimeAct
from rules.games.polaris.trials.remarks import after, rolled
from rules.games.polaris.trials.resolution import resolve
from rules.games.polaris.turn import initiative

FATIGUE = "fatigue"  # the part of the turn, and the test
GROUP = _("Fatigue")

# POL-FAT-02: what an effort may ask for.
EFFORTS = {"endurance": CATALOGUE["endurance"].label, "CON": ATTRIBUTES["CON"], "VOL": ATTRIBUTES["VOL"]}


def effort(scene: Scene, actor: str, args: Data) -> Script[Effects]:
    """POL-FAT-01: a failure is the next level, a success the next box of this one."""
    base = checks.of_fighter(scene, actor, args["effort"])
    if base is None:
        return ()
    level, box = burdens.fatigue_level(scene.sheet(actor)), burdens.fatigue_box(scene.sheet(actor))
    check = base.plus(
        Modifier(_("Box of fatigue"), BOXES[box], "POL-FAT-01"),
        Modifier(_("Game master"), int(args.get("modifier", 0)), "POL-TEST-08"),
    )
    label = _("Fatigue: %(skill)s", skill=check.what)
    outcome = yield from resolve(check, scene.settings, FATIGUE, label)
    tested = rolled(outcome)
    if outcome.level.succeeded:
        return (tested, Tired(actor, level=level, box=min(box + 1, len(BOXES) - 1)))
    tired = Tired(actor, level=min(level + 1, SPENT), box=0)
    if level + 1 < SPENT:
        return (tested, tired)
    shaken = yield from shock.test_due(after(scene, (tired,)), actor, None, _SPENT)
    return (tested, tired, *shaken)


_SPENT = Modifier(_("Spent"), 0, "POL-FAT-01")


def rest_a_level(scene: Scene, actor: str, _args: Data) -> Script[Effects]:
    """One level less, from its first box on."""
    level = burdens.fatigue_level(scene.sheet(actor))
    return just((Tired(actor, level=max(0, level - 1), box=0),))


def owing(scene: Scene) -> tuple[str, ...]:
    """POL-TURN-05, POL-FAT-01: who has still to test at the end of this turn, if it is one of those."""
    if not setting(scene.settings, "fatigue_rules") or scene.round % int(
        setting(scene.settings, "fatigue_every_turns")
    ):
        return ()
    return tuple(who for who in scene.fighters if not initiative.is_out(scene, who) and not BREATH.of(scene, who))


class Tired(Effect):
    """POL-FAT-01: the level of fatigue, and its box."""

    kind = "fatigue"
    level: int
    box: int

    def land(self, scene: Scene) -> tuple[Change, ...]:
        rows = {"level": self.level, "box": self.box}
        return tuple(scene.write(self.target, f"fatigue.{key}", int(value) or None) for key, value in rows.items())

    def told(self, scene: Scene) -> Text | None:
        name, _value = burdens.LEVELS[int(self.level)]
        return _("fatigue: %(level)s, box %(box)s", level=name, box=int(self.box) + 1)


class Breathed(Effect):
    """POL-TURN-05: fatigue is tested at the end of this turn."""

    kind = "breathed"

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (BREATH.set(scene, self.target),)


class Rest(DowntimeAct):
    """Nobody says how fast fatigue goes: a level at a time, when the game master lets it."""

    kind = "rest"
    label = _("Rest: one level of fatigue less")
    journal = _("Rest")
    rules = ("POL-FAT-01",)
    group = GROUP
    master = True

    def applies(self, scene: Scene, who: str) -> bool:
        sheet = scene.sheet(who)
        tired = burdens.fatigue_level(sheet) or burdens.fatigue_box(sheet)
        return bool(setting(scene.settings, "fatigue_rules") and tired)

    def procedure(self, scene: Scene, who: str, args: Data) -> Script[Effects]:
        return rest_a_level(scene, who, args)
