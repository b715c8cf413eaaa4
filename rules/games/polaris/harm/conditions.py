"""Conditions: how one begins, lasts so many turns and ends, and the pace it leaves (POL-SHOCK-03 to 05)."""

from __future__ import annotations

from rules.core.effects import Effect
from rules.core.paths import get
from rules.core.scene import Change, Scene
from rules.core.text import Text
from rules.games.polaris.character.schema import CONDITIONS
from rules.games.polaris.harm import wounds
from rules.games.polaris.marks import DECLARED, UNTIL
from rules.games.polaris.settings import setting
from rules.games.polaris.text import _, ngettext

Changes = tuple[Change, ...]


class Condition(Effect):
    """A condition begins, for a number of turns or until somebody ends it, or is over."""

    kind = "condition"
    harmful = True
    key: str
    turns: int = 0
    off: bool = False

    def land(self, scene: Scene) -> Changes:
        if self.key not in CONDITIONS:
            raise KeyError(self.key)
        lasts = bool(self.turns) and not self.off
        until = max(UNTIL.rows(scene, self.target).get(self.key) or 0, scene.round + int(self.turns)) if lasts else None
        written = scene.write(self.target, f"conditions.{self.key}", None if self.off else True)
        return slowed(scene, self.target, (written, UNTIL.set(scene, self.target, until, self.key)))

    def told(self, scene: Scene) -> Text | None:
        """In turns, and in minutes where it outlasts any fight."""
        name = CONDITIONS[self.key]
        if self.off:
            return _("no longer: %(condition)s", condition=name)
        if not self.turns:
            return name
        lasts = ngettext(
            "%(condition)s for %(count)s turn", "%(condition)s for %(count)s turns", self.turns, condition=name
        )
        minutes = self.turns * int(setting(scene.settings, "turn_seconds")) // 60
        return _("%(lasts)s (%(minutes)s min)", lasts=lasts, minutes=minutes) if minutes > 1 else lasts

    def public(self, scene: Scene) -> Text | None:
        return self.told(scene) if self.off else CONDITIONS[self.key]


def woken(scene: Scene, fighter: str, number: int) -> Changes:
    """POL-SHOCK-04, 05, POL-SURP-03: what has lasted until the turn before this one; whoever wakes is stunned."""
    until = UNTIL.rows(scene, fighter)
    over = [key for key, last in until.items() if last < number]
    ended: dict[str, bool | None] = dict.fromkeys(over)
    if "unconscious" in over:
        ended["stunned"] = True
    if scene.round and get(scene.sheet(fighter), "conditions.surprised"):
        ended["surprised"] = None
    written = tuple(scene.write(fighter, f"conditions.{key}", after) for key, after in ended.items())
    return (*written, *(UNTIL.clear(scene, fighter, key) for key in over))


def slowed(scene: Scene, fighter: str, changes: Changes) -> Changes:
    """POL-TURN-06, POL-WOUND-19: the changes of a wound or a stupor, and what they make of the pace declared."""
    pace = DECLARED.rows(scene, fighter).get("pace")
    left = wounds.fastest(scene.with_changes(changes).sheet(fighter), pace) if pace else pace
    if left == pace:
        return changes
    halted = (DECLARED.set(scene, fighter, True, "halted"),) if left == "still" else ()
    return (*changes, DECLARED.set(scene, fighter, left, "pace"), *halted)
