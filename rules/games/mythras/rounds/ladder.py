"""The order of the round and where the fight is, in the game’s own words."""

from __future__ import annotations

from rules.core.rounds import Headline, Slot, busy_fighters, idle_headline, is_running
from rules.core.scene import Scene
from rules.core.text import Text, plain
from rules.games.mythras import marks
from rules.games.mythras.rounds import initiative
from rules.games.mythras.text import _, ngettext


def order(scene: Scene) -> tuple[Slot, ...]:
    """MYT-INIT-02: everybody from the highest initiative down."""
    return tuple(
        Slot(who, plain(initiative.score(scene, who)), _state(scene, who), _note(scene, who))
        for who in initiative.order(scene)
    )


def headline(scene: Scene) -> Headline:
    """MYT-ROUND-01: the round, the cycle of the count, and whose turn it is."""
    if not is_running(scene):
        return idle_headline(scene)
    words = _("Round %(round)s", round=scene.round)
    if any(row.action.kind == "start" for row in scene.exchanges.values()):
        return Headline(words, _("Initiative"))
    acts = busy_fighters(scene)
    now = (*acts, *initiative.acting(scene))
    if not now:
        return Headline(words, _("All points are spent or kept"))
    cycle = int(marks.TURNS.of(scene, now[0]) or 0) + (0 if acts else 1)
    words = _("Round %(round)s, cycle %(cycle)s", round=scene.round, cycle=max(1, cycle))
    who, count = scene.name(now[0]), initiative.left(scene, now[0])
    if not count:
        return Headline(words, _("%(who)s’s turn", who=who))
    left = ngettext("%(count)s action point left", "%(count)s action points left", count)
    return Headline(words, _("%(who)s’s turn: %(left)s", who=who, left=left))


def open_state(scene: Scene, fighter: str) -> Text | None:
    """MYT-AP-01: the points a fighter has left, and their state as everybody sees it."""
    if not is_running(scene) or initiative.is_out(scene, fighter):
        return None
    left = initiative.left(scene, fighter)
    most = max(left, initiative.points(scene, fighter).most)
    points, states = _of(left, most), _note(scene, fighter)
    return points if states is None else _("%(points)s, %(states)s", points=points, states=states)


def _of(left: int, most: int) -> Text:
    if not left:
        return _("no action point left")
    return ngettext("%(left)s of %(count)s action point", "%(left)s of %(count)s action points", most, left=left)


def _state(scene: Scene, fighter: str) -> str:
    if initiative.is_out(scene, fighter):
        return "out"
    if is_running(scene) and fighter not in initiative.pending(scene):
        return "done"
    return "now" if fighter in initiative.acting(scene) else "next"


def _note(scene: Scene, fighter: str) -> Text | None:
    seen = [words for key, words in _SEEN.items() if key.of(scene, fighter)]
    return _("%(states)s", states=tuple(seen)) if seen else None


_SEEN = {
    marks.HELPLESS: _("helpless"),
    marks.PRONE: _("prone"),
    marks.SURPRISED: _("surprised"),
    marks.DELAYED: _("delaying"),
    marks.HELD: _("keeps points"),
    marks.IMPALED: _("impaled"),
    marks.ENTANGLED: _("entangled"),
    marks.GRIPPED: _("gripped"),
    marks.PINNED: _("weapon pinned"),
    marks.STUNNED: _("stunned"),
    marks.BLIND: _("blinded"),
    marks.CANNOT_ATTACK: _("cannot attack"),
    marks.WARDS: _("on guard"),
    marks.UNDER: _("pinned to the ground"),
    marks.COVER: _("in cover"),
    marks.AIM: _("aiming"),
    marks.MOUNTED: _("mounted"),
    marks.SURRENDERED: _("has given up"),
    marks.FLED: _("has fled"),
    marks.DROPPED: _("out of the fight"),
}
