"""Damage and healing, severe wounds, dying and first aid, from attacks or by the game master (CHO-DMG)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core import rounds
from rules.core.acts import Effects
from rules.core.check import Breakdown, Modifier, bracketed
from rules.core.effects import DEATH, OUT, Effect, Story
from rules.core.paths import Data
from rules.core.rounds import AboutFighter
from rules.core.scene import Action, Change, Scene
from rules.core.text import Text
from rules.games.chroniques import sheet as sheets
from rules.games.chroniques.initiative import dying_for
from rules.games.chroniques.settings import setting
from rules.games.chroniques.sheet import SCHEMA
from rules.games.chroniques.text import _

STORY = Story({"dies": DEATH, "falls unconscious": OUT, "severe wound": 3, "spends a point of luck": 2})


def less_reduction(dealt: Breakdown, target: Data) -> Breakdown:
    """CHO-DMG-03: subtract the damage reduction of the target, down to 0 at least."""
    reduction = min(int(SCHEMA.value(target, "armour.rd")), dealt.total)
    return dealt.plus(Modifier(_("Damage reduction"), -reduction, "CHO-DMG-03"))


def severe(sheet: Data, settings: Data, dealt: int) -> bool:
    """CHO-DMG-04: this damage, from one blow, reaches the wound threshold or all hit points left: a severe wound."""
    if not dealt or not sheets.hp(sheet) or not setting(settings, "damage.severe_wounds"):
        return False
    return dealt >= sheets.wound_threshold(sheet, settings).total or dealt >= sheets.hp(sheet)


class Damage(Effect):
    """CHO-DMG-03 to 05: a fighter loses hit points, down to 0 at least, and may get a severe wound."""

    kind = "damage"
    harmful = True
    damage: int
    lines: Breakdown | None = None

    def land(self, scene: Scene) -> tuple[Change, ...]:
        dealt, sheet = int(self.damage), scene.sheet(self.target)
        before = sheets.hp(sheet)
        lost: tuple[Change, ...] = (scene.write(self.target, "hp.current", max(0, before - dealt)),)
        if severe(sheet, scene.settings, dealt):
            lost += (scene.write(self.target, "severe_wound", True),)
        if dealt and before <= dealt and SCHEMA.value(sheet, "stable"):
            lost += (scene.write(self.target, "stable", None),)
        return lost if sheets.rounds_down(sheet) == 0 or not before else (*lost, *stop_dying(scene, self.target))

    def told(self, scene: Scene) -> Text | None:
        terms = bracketed(self.damage, self.lines)
        unharmed = _("is hit without harm%(terms)s", terms=terms)
        lost = _("loses %(number)s hp%(terms)s", number=self.damage, terms=terms) if self.damage else unharmed
        then = (
            *((_("severe wound"),) if severe(scene.sheet(self.target), scene.settings, self.damage) else ()),
            *((_("falls unconscious"),) if self._fells(scene) else ()),
        )
        return _("%(lost)s: %(then)s", lost=lost, then=then) if then else lost

    def public(self, scene: Scene) -> Text | None:
        seen = self._fells(scene) and scene.fighters[self.target].is_health_public
        return _("falls unconscious") if seen else _("is hit")

    def _fells(self, scene: Scene) -> bool:
        return 0 < sheets.hp(scene.sheet(self.target)) <= self.damage


class Heal(Effect):
    """CHO-DMG-05: a fighter regains hit points; from 0 they wake and stop dying, but keep a severe wound."""

    kind = "heal"
    scalar = "amount"
    amount: int

    def land(self, scene: Scene) -> tuple[Change, ...]:
        sheet = scene.sheet(self.target)
        before, most = sheets.hp(sheet), sheets.hp_max(sheet).total
        if sheets.is_dead(sheet) or before >= most:
            return ()
        back = (scene.write(self.target, "hp.current", min(most, before + int(self.amount))),)
        return back if before else (*back, scene.write(self.target, "stable", None), *stop_dying(scene, self.target))

    def told(self, scene: Scene) -> Text | None:
        sheet = scene.sheet(self.target)
        gained = max(0, min(int(self.amount), sheets.hp_max(sheet).total - sheets.hp(sheet)))
        sentence = _("regains %(number)s hp", number=gained)
        return _("%(told)s and wakes up", told=sentence) if self._wakes(scene) else sentence

    def public(self, scene: Scene) -> Text | None:
        seen = scene.fighters[self.target].is_health_public and self._wakes(scene)
        return _("wakes up") if seen else _("is better")

    def _wakes(self, scene: Scene) -> bool:
        sheet = scene.sheet(self.target)
        return not sheets.hp(sheet) and not sheets.is_dead(sheet)


class Down(Effect):
    """CHO-DMG-05: the number of rounds a fighter has spent at 0 hit points is updated."""

    kind = "down"
    scalar = "rounds"
    rounds: int

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (scene.write(self.target, "down", int(self.rounds)),)

    def told(self, scene: Scene) -> Text | None:
        return dying_for(scene, self.target, int(self.rounds))


class Death(Effect):
    """CHO-DMG-05: a fighter dies for lack of first aid in time."""

    kind = "death"
    harmful = is_open = of_health = True
    says = _("dies")

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (scene.write(self.target, "dead", True),)


class Stable(Effect):
    """CHO-DMG-05: first aid stabilises a dying fighter."""

    kind = "stable"
    is_open = of_health = True
    says = _("is out of danger")

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (scene.write(self.target, "stable", True), *stop_dying(scene, self.target))


class Luck(Effect):
    """The points of luck change by ``by``: −1 when one is spent."""

    kind = "luck"
    scalar = "by"
    says = _("spends a point of luck")
    by: int

    def land(self, scene: Scene) -> tuple[Change, ...]:
        left = sheets.luck(scene.sheet(self.target))
        return (scene.write(self.target, "luck.current", max(0, left + int(self.by))),)


def stop_dying(scene: Scene, fighter: str) -> tuple[Change, ...]:
    """CHO-DMG-05: the count of rounds begins anew with the next fall."""
    return (scene.write(fighter, "down", None),)


def dying(scene: Scene) -> tuple[str, ...]:
    """CHO-DMG-05: the fighters at 0 hit points who have not received first aid."""
    return tuple(who for who in scene.fighters if sheets.is_dying(scene.sheet(who)))


def a_round_of_dying(scene: Scene) -> Effects:
    """CHO-DMG-05: a round passes for dying fighters; those at their limit die."""
    rounds = {who: sheets.rounds_down(scene.sheet(who)) + 1 for who in dying(scene)}
    most = {who: sheets.rounds_to_live(scene.sheet(who), scene.settings) for who in rounds}
    return tuple(Death(who) if rounds[who] >= most[who] else Down(who, rounds[who]) for who in rounds)


class DealDamage(rounds.DealDamage):
    """CHO-DMG-03 to 05: the game master deals damage, treated as one blow."""

    rules = ("CHO-DMG-03",)
    lost, armour = _("Hit points lost"), _("Damage reduction counts")
    damage, less_armour = Damage, staticmethod(less_reduction)

    def candidates(self, scene: Scene) -> Iterable[str]:
        return (who for who in scene.fighters if not sheets.is_dead(scene.sheet(who)))


class GiveBack(rounds.GiveBack):
    """CHO-DMG-05: the game master gives hit points back to a fighter."""

    label = _("Give hit points back")
    given, heal = _("Hit points given back"), Heal

    def candidates(self, scene: Scene) -> Iterable[str]:
        return (who for who in scene.fighters if sheets.is_hurt(scene.sheet(who)))


class FirstAid(AboutFighter):
    """CHO-DMG-05: a dying fighter receives first aid."""

    kind = "first_aid"
    label = _("First aid")
    rules = ("CHO-DMG-05",)
    says = _("%(who)s receives first aid")

    def candidates(self, scene: Scene) -> Iterable[str]:
        return dying(scene)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Stable(action.args["fighter"]),)
