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
TIMED = ("stunned", "unconscious")  # the conditions whose time the sheet can keep, under ``<condition>_until``


class Condition(Effect):
    """A condition begins, for a number of turns or until somebody ends it, or is over."""

    kind = "condition"
    harmful = True
    key: str
    turns: int = 0
    off: bool = False

    def land(self, scene: Scene) -> Changes:
        """What lasts until somebody ends it is not cut short by a time; of two times the longer one counts."""
        if self.key not in CONDITIONS:
            raise KeyError(self.key)
        if self.off:
            over = (*_ended(scene, self.target, self.key), UNTIL.clear(scene, self.target, self.key))
            return slowed(scene, self.target, over)
        is_on, last = get(scene.sheet(self.target), f"conditions.{self.key}"), UNTIL.rows(scene, self.target)
        endless = not self.turns or (is_on and self.key not in last)
        until = None if endless else max(last.get(self.key, 0), scene.round + int(self.turns))
        written = scene.write(self.target, f"conditions.{self.key}", True)
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


class Posture(Condition):
    """POL-INIT-18: somebody lies down or stands up of their own will, which is no harm."""

    kind = "posture"
    harmful = False
    key: str = "prone"


def woken(scene: Scene, fighter: str, number: int) -> Changes:
    """POL-SHOCK-04, 05, POL-SURP-03: what has lasted until the turn before this one; whoever wakes is stunned."""
    over = [key for key, last in UNTIL.rows(scene, fighter).items() if last < number]
    surprised = ("surprised",) if scene.round and get(scene.sheet(fighter), "conditions.surprised") else ()
    ended = tuple(change for key in (*over, *surprised) for change in _ended(scene, fighter, key))
    stunned = (scene.write(fighter, "conditions.stunned", True),) if "unconscious" in over else ()
    return (*ended, *stunned, *(UNTIL.clear(scene, fighter, key) for key in over))


def outlasting(scene: Scene, fighter: str) -> Changes:
    """POL-TURN-01: the conditions of a fighter when nobody counts turns any more.

    What would last less than a minute is over; of the rest the sheet keeps the minutes.
    """
    changes: Changes = ()
    for key, last in {"surprised": 0, **UNTIL.rows(scene, fighter)}.items():
        minutes = (last - scene.round) * int(setting(scene.settings, "turn_seconds")) // 60
        if minutes < 1:
            changes += _ended(scene, fighter, key)
        elif key in TIMED:
            changes += (scene.write(fighter, f"conditions.{key}_until", f"{minutes} min"),)
    return changes


def _ended(scene: Scene, fighter: str, key: str) -> Changes:
    texts = (scene.write(fighter, f"conditions.{key}_until", None),) if key in TIMED else ()
    return (scene.write(fighter, f"conditions.{key}", None), *texts)


def slowed(scene: Scene, fighter: str, changes: Changes) -> Changes:
    """POL-TURN-06, POL-WOUND-19: the changes of a wound or a stupor, and what they make of the pace declared."""
    pace = DECLARED.rows(scene, fighter).get("pace")
    left = wounds.fastest(scene.with_changes(changes).sheet(fighter), pace) if pace else pace
    if left == pace:
        return changes
    halted = (DECLARED.set(scene, fighter, True, "halted"),) if left == "still" else ()
    return (*changes, DECLARED.set(scene, fighter, left, "pace"), *halted)
