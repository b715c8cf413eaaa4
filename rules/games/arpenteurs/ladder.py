"""The order of the round and where the fight is, in the game's own words."""

from __future__ import annotations

from rules.core.game import Headline, Slot
from rules.core.scene import Scene
from rules.core.text import Text, plain
from rules.games.arpenteurs import actions, initiative, places
from rules.games.arpenteurs.tables import COVERS
from rules.games.arpenteurs.text import _, ngettext


def order(scene: Scene) -> tuple[Slot, ...]:
    """ARP-INIT-01: everybody from the highest total down."""
    if not initiative.is_running(scene):
        return tuple(Slot(one, "", "next") for one in scene.fighters)
    return tuple(
        Slot(one, _at(scene, one), _state(scene, one), _note(scene, one), tie=_tie(scene, one))
        for one in initiative.order(scene)
    )


def headline(scene: Scene) -> Headline:
    """The round, whose turn it is, and how many actions are left of it."""
    if not initiative.is_running(scene):
        over = scene.marks.get("over")
        return Headline(_("The fight is over") if over else _("Before the fight"))
    words = _("Round %(round)s", round=scene.round)
    busy = [row.action.actor for row in scene.exchanges.values() if row.action.actor in scene.fighters]
    if initiative.rollers(scene):
        return Headline(words, _("Initiative: d6 and Dexterity"))
    now = (*busy, *initiative.acting(scene))
    if not now:
        return Headline(words, _("Everybody has acted"))
    left = ngettext("%(count)s action left", "%(count)s actions left", initiative.left(scene, now[0]))
    part = _("Turn of %(who)s: %(left)s", who=scene.name(now[0]), left=left)
    return Headline(words, part)


def openly(scene: Scene, fighter: str) -> Text | None:
    """ARP-ACT-05: the actions and reactions a fighter has spent in this round."""
    return actions.told(scene, fighter)


def _at(scene: Scene, fighter: str) -> str:
    total = initiative.total(scene, fighter)
    return "" if total is None else plain(total)


def _state(scene: Scene, fighter: str) -> str:
    if initiative.is_out(scene, fighter):
        return "out"
    if fighter in initiative.acting(scene):
        return "now"
    return "next" if fighter in initiative.pending(scene) else "done"


def _note(scene: Scene, fighter: str) -> Text | None:
    """What everybody sees of where somebody stands."""
    if initiative.is_out(scene, fighter):
        return None
    told: list[Text] = []
    if actions.opponents(scene, fighter):
        told.append(_("engaged"))
    if (level := places.cover(scene, fighter).level) != "none":
        told.append(_("cover: %(cover)s", cover=COVERS[level][0]))
    return _("%(notes)s", notes=tuple(told)) if told else None


def _tie(scene: Scene, fighter: str) -> Text | None:
    return None if initiative.is_out(scene, fighter) else initiative.tie(scene, fighter)
