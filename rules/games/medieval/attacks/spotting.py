"""Fighters who have spotted each other (MED-SNEAK-01)."""

from __future__ import annotations

from rules.core.effects import Effect
from rules.core.paths import Data
from rules.core.scene import Change, Scene
from rules.core.text import Text
from rules.games.medieval.initiative import SEEN_BY, UNSEEN, UNSEEN_BY
from rules.games.medieval.text import _


def is_spotted(scene: Scene, fighter: str, by: str) -> bool:
    """MED-SNEAK-01: an adversary has spotted a fighter."""
    if by in SEEN_BY.rows(scene, fighter):
        return True
    unknown = scene.fighters[fighter].hidden or UNSEEN.of(scene, fighter)
    return not unknown and by not in UNSEEN_BY.rows(scene, fighter)


def lurks(scene: Scene, fighter: str) -> bool:
    """MED-SNEAK-01: somebody of another side has not spotted this fighter; in sight nobody hidden counts."""
    side, unseen = scene.fighters[fighter].side, () if fighter in scene.hidden else scene.hidden
    others = (row.id for row in scene.fighters.values() if row.side != side and row.id not in unseen)
    return any(not is_spotted(scene, fighter, who) for who in others)


class Spotting(Effect):
    """MED-SNEAK-01: a fighter is spotted or not, by everybody or by one adversary (``by``)."""

    is_open = True
    by: str = ""

    def _known(self, scene: Scene, unseen: bool | None, seen_by: Data | None) -> tuple[Change, ...]:
        values = ((UNSEEN, unseen), (UNSEEN_BY, None), (SEEN_BY, seen_by))
        return tuple(mark.set(scene, self.target, value) for mark, value in values)


class Unseen(Spotting):
    """MED-SNEAK-01: a fighter has not been spotted."""

    mark = UNSEEN

    def land(self, scene: Scene) -> tuple[Change, ...]:
        if not self.by:
            return self._known(scene, True, None)
        by = scene.fighters[self.by].id
        return UNSEEN_BY.set(scene, self.target, True, by), SEEN_BY.clear(scene, self.target, by)

    def told(self, scene: Scene) -> Text | None:
        if self.by:
            return _("has not been spotted by %(who)s", who=scene.name(self.by))
        return _("has not been spotted")


class Spotted(Spotting):
    """MED-SNEAK-01: a fighter has been spotted; one hidden by the game master stays hidden on the board."""

    kind = "spotted"

    def land(self, scene: Scene) -> tuple[Change, ...]:
        hidden = scene.fighters[self.target].hidden
        if not self.by:
            others = {who: True for who in scene.fighters if who != self.target}
            return self._known(scene, None, others if hidden else None)
        by, exempt = scene.fighters[self.by].id, hidden or UNSEEN.of(scene, self.target)
        seen = SEEN_BY.set(scene, self.target, True if exempt else None, by)
        return UNSEEN_BY.clear(scene, self.target, by), seen

    def told(self, scene: Scene) -> Text | None:
        return _("is spotted by %(who)s", who=scene.name(self.by)) if self.by else _("is in full view")
