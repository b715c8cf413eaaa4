"""The order of the round and where the fight is, in the game's own words."""

from __future__ import annotations

from rules.core.game import Headline, Slot
from rules.core.scene import Scene
from rules.core.text import Text, plain
from rules.games.chroniques import actions, initiative
from rules.games.chroniques import sheet as sheets
from rules.games.chroniques.tables import TAKEN
from rules.games.chroniques.text import _


def order(scene: Scene) -> tuple[Slot, ...]:
    """CHO-INIT-01: everybody from the highest score down."""
    if not initiative.is_running(scene):
        return tuple(_waiting(scene, one) for one in initiative.order(scene))
    return tuple(
        Slot(one, plain(initiative.score(scene, one)), _state(scene, one), _note(scene, one), tie=_tie(scene, one))
        for one in initiative.order(scene)
    )


def _waiting(scene: Scene, fighter: str) -> Slot:
    """A place before the fight: surprise is known by then, and what puts equals in their order."""
    surprised = "surprised" in sheets.states(scene.sheet(fighter))
    note = _SURPRISED if surprised else None
    return Slot(fighter, plain(initiative.fresh(scene, fighter)), "next", note, tie=initiative.tie(scene, fighter))


_SURPRISED = _("surprised")


def headline(scene: Scene) -> Headline:
    """The round, whose turn it is, and what is left of it."""
    if not initiative.is_running(scene):
        over = scene.marks.get("over")
        return Headline(_("The fight is over") if over else _("Before the fight"))
    words = _("Round %(round)s", round=scene.round)
    busy = [row.action.actor for row in scene.exchanges.values() if row.action.actor in scene.fighters]
    now = (*busy, *initiative.acting(scene))
    if not now:
        return Headline(words, _("Everybody has had a turn"))
    who, left = scene.name(now[0]), actions.left(scene, now[0])
    if left is None:
        return Headline(words, _("Turn of %(who)s", who=who))
    return Headline(words, _("Turn of %(who)s, left: %(left)s", who=who, left=left))


def openly(scene: Scene, fighter: str) -> Text | None:
    """CHO-ACT-06: the actions a fighter has taken in this turn."""
    taken = initiative.mark(scene, fighter, "spent")
    return _("%(taken)s", taken=tuple(TAKEN[one] for one in taken)) if taken else None


def _state(scene: Scene, fighter: str) -> str:
    if initiative.is_out(scene, fighter):
        return "out"
    if initiative.mark(scene, fighter, "done"):
        return "done"
    return "now" if fighter in initiative.acting(scene) else "next"


def _note(scene: Scene, fighter: str) -> Text | None:
    """What explains a place in the order."""
    sheet = scene.sheet(fighter)
    if initiative.is_out(scene, fighter):
        return None
    if "surprised" in sheets.states(sheet):
        return _SURPRISED
    if initiative.mark(scene, fighter, "delayed"):
        return _("acts later")
    score = initiative.fresh(scene, fighter)
    if score != initiative.score(scene, fighter):
        return _("%(score)s from the next round", score=plain(score))
    return None


def _tie(scene: Scene, fighter: str) -> Text | None:
    return None if initiative.is_out(scene, fighter) else initiative.tie(scene, fighter)
