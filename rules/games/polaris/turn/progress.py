"""The course of a fighter's turn: acting, striking, waiting, being passed over (POL-TURN)."""

from __future__ import annotations

from rules.core.effects import Effect
from rules.core.scene import Change, Scene
from rules.core.text import Text, signed
from rules.games.polaris.close_combat import modes
from rules.games.polaris.marks import AMBUSH, BREATH, CARRIED, DECLARED, DONE, FREE, INITIATIVE, OWED, RISK, STRUCK
from rules.games.polaris.text import _
from rules.games.polaris.turn import initiative

Changes = tuple[Change, ...]


def move_marker(scene: Scene, fighter: str, by: int) -> Change:
    """POL-INIT-05: a marker moves with its fighter's initiative."""
    return INITIATIVE.set(scene, fighter, initiative.current(scene, fighter) + by)


class Done(Effect):
    """POL-TURN-04: somebody has acted."""

    mark = DONE


class Struck(Effect):
    """POL-INIT-21: one more attack is made, the turn's last or not; the later ones follow one that was delayed."""

    kind = "strike"

    def land(self, scene: Scene) -> Changes:
        who = self.target
        made = initiative.attacks_made(scene, who) + 1
        changes: Changes = (STRUCK.set(scene, who, made),)
        plan = initiative.declaration(scene, who)
        if made == 1 and plan.get("extra") and not initiative.has_extra(scene, who):
            changes += (DECLARED.clear(scene, who, "extra"),)  # POL-MARTIAL-09
        if made == 1 and initiative.loses_combo(scene, who):
            changes += (DECLARED.clear(scene, who, "attacks"),)  # POL-MARTIAL-08
        if initiative.is_delayed(scene, who):
            changes += (INITIATIVE.set(scene, who, initiative.now(scene, who)),)
        last = made >= initiative.attacks(scene.with_changes(changes), who)
        return (*changes, *((DONE.set(scene, who),) if last else ()))


class Delayed(Effect):
    """POL-INIT-17: the action waits until its fighter says so."""

    kind = "delay"

    def land(self, scene: Scene) -> Changes:
        return (DECLARED.set(scene, self.target, True, "delayed"),)


class Carried(Effect):
    """POL-INIT-17: the action waits for the next turn."""

    kind = "carry"

    def land(self, scene: Scene) -> Changes:
        return (CARRIED.set(scene, self.target),)


class FreeTaken(Effect):
    """POL-TURN-10: the free action of the turn."""

    mark = FREE


class Skipped(Effect):
    """Somebody does nothing more in this turn, and is no longer called."""

    kind = "skip"

    def land(self, scene: Scene) -> Changes:
        who = self.target
        plan = initiative.declaration(scene, who)
        mode = () if plan else (modes.set_declared(scene, who, {}),)
        plan = plan or {"kind": "nothing", "shift": 0}
        called = [other for other in scene.called if other != who]
        rested = (BREATH.set(scene, who),) if DONE.of(scene, who) else ()  # at the end of a turn (POL-FAT-01)
        return (
            *mode,
            DECLARED.set(scene, who, {**plan}),
            AMBUSH.clear(scene, who),
            RISK.clear(scene, who),
            DONE.set(scene, who),
            scene.change("called", called or None),
            *rested,
        )


class InitiativeMoved(Effect):
    """POL-INIT-10, 24: initiative won or lost, now or on the next turn."""

    mark = INITIATIVE
    by: int
    why: str | None = None
    owed: bool = False

    def land(self, scene: Scene) -> Changes:
        if self.owed:
            return (OWED.set(scene, self.target, initiative.debt(scene, self.target) - int(self.by) or None),)
        return (move_marker(scene, self.target, int(self.by)),)

    def told(self, scene: Scene) -> Text | None:
        by = signed(int(self.by))
        what = _("initiative %(by)s on the next turn", by=by) if self.owed else _("initiative %(by)s", by=by)
        return _("%(what)s: %(why)s", what=what, why=self.why) if self.why else what
