"""The game master's steering of a turn: passing over, hesitation, markers, second declarations (POL-INIT-10, 24)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.character.fields import choice, flag, number, text
from rules.character.sheet import Field
from rules.core import rounds
from rules.core.acts import Effects
from rules.core.effects import Effect
from rules.core.paths import Data
from rules.core.rounds import AboutFighter, AboutTwo
from rules.core.scene import Action, Change, Scene
from rules.core.text import signed
from rules.games.polaris.close_combat import holds
from rules.games.polaris.marks import AHEAD, BASE, DONE, INITIATIVE, LEADER
from rules.games.polaris.settings import setting
from rules.games.polaris.text import _
from rules.games.polaris.turn import initiative, stages
from rules.games.polaris.turn.declarations import begun_together
from rules.games.polaris.turn.initiative import HESITATION
from rules.games.polaris.turn.progress import InitiativeMoved, Skipped
from rules.games.polaris.turn.second_thoughts import Redeclared


class PassOver(rounds.PassOver):
    """The acting fighter does nothing more in this turn."""

    def candidates(self, scene: Scene) -> Iterable[str]:
        return stages.fighters_up(scene)

    def cost(self, scene: Scene, action: Action) -> Effects:
        who = action.args["fighter"]
        skipped, kept = Skipped(who), DONE.of(scene, who)
        freed = () if kept else holds.let_go(scene, who, {})
        return (skipped, *freed, *begun_together(scene.with_changes(skipped.land(scene))))


class Hesitate(AboutFighter):
    """POL-INIT-10: dithering costs initiative."""

    kind = "hesitate"
    label = _("Hesitation")
    rules = ("POL-INIT-10",)
    says = _("%(who)s hesitates")

    def candidates(self, scene: Scene) -> Iterable[str]:
        return () if initiative.at_risk(scene) or not initiative.undeclared(scene) else initiative.speakers(scene)

    def more(self, scene: Scene) -> tuple[Field, ...]:
        rows = {str(points): _("%(by)s", by=signed(-points)) for points in HESITATION}
        usual = str(setting(scene.settings, "hesitation_penalty"))
        return (choice("points", _("Initiative lost"), rows, usual, "POL-INIT-10"),)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (InitiativeMoved(action.args["fighter"], -int(action.args["points"])),)


class ChangeInitiative(AboutFighter):
    """POL-INIT-24: any event may move an initiative; what is owed on the next turn may be changed too."""

    kind = INITIATIVE.key
    label = _("Change an initiative")
    rules = ("POL-INIT-24",)
    says = _("The initiative of %(who)s changes")

    def more(self, scene: Scene) -> tuple[Field, ...]:
        return (
            number("by", _("Initiative"), 0, -20, 20, "POL-INIT-24"),
            flag("owed", _("On the next turn instead"), False, "POL-MARTIAL-10"),
            text("why", _("Reason"), most=80),
        )

    def cost(self, scene: Scene, action: Action) -> Effects:
        args = action.args
        return (InitiativeMoved(args["fighter"], args["by"], args["why"], bool(args.get("owed"))),)


class Redeclare(AboutFighter):
    """A new declaration for somebody who has still to act."""

    kind = "redeclare"
    label = _("Let declare again")
    says = _("%(who)s declares again")

    def candidates(self, scene: Scene) -> Iterable[str]:
        return (*initiative.pending(scene), *initiative.delaying(scene))

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Redeclared(action.args["fighter"]),)


class CutsIn(Effect):
    """POL-TURN-09, POL-INIT-21: somebody acts at this moment, before who was about to, or strikes a later blow then."""

    kind = "cut_in"

    def land(self, scene: Scene) -> tuple[Change, ...]:
        now, made = initiative.now(scene, self.target), initiative.attacks_made(scene, self.target)
        ahead = AHEAD.set(scene, self.target, {"attack": made, "phase": now})
        return (ahead,) if made else (INITIATIVE.set(scene, self.target, now), ahead)


class CutIn(AboutFighter):
    """POL-TURN-09: slower fighters may still interrupt the one who is about to act."""

    kind = "cut_in"
    label = _("Let cut in now")
    rules = ("POL-TURN-09",)
    says = _("%(who)s cuts in")

    def candidates(self, scene: Scene) -> Iterable[str]:
        up = stages.fighters_up(scene)
        return () if initiative.undeclared(scene) else (who for who in initiative.pending(scene) if who not in up)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (CutsIn(action.args["fighter"]),)


class MarkerShared(Effect):
    """POL-INIT-25: both share one marker from now on; those who have declared join in the next turn."""

    kind = "share"
    scalar = "leader"
    leader: str | None = None

    def land(self, scene: Scene) -> tuple[Change, ...]:
        who, leader = self.target, self.leader
        mark = LEADER.set(scene, who, scene.fighters[leader].id if leader else None)
        unseen = leader in scene.hidden and who not in scene.hidden  # the marker in sight would tell how fast they are
        if initiative.declaration(scene, who) or leader is None or unseen:
            return (mark,)
        now = initiative.current(scene, leader)
        return (mark, BASE.set(scene, who, initiative.base(scene, leader)), INITIATIVE.set(scene, who, now))


class ShareMarker(AboutTwo):
    """POL-INIT-25: unimportant opponents may share a marker."""

    kind = "share"
    label = _("Share a marker")
    rules = ("POL-INIT-25",)

    def further(self, scene: Scene) -> tuple[Field, ...]:
        rows = {"shared": _("The first one moves with the second"), "own": _("The first one has a marker again")}
        return (choice("state", _("Marker"), rows, None, "POL-INIT-25"),)

    def effect(self, args: Data) -> Effect:
        return MarkerShared(args["fighter"], args["other"] if args["state"] == "shared" else None)
