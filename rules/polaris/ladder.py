"""The ladder of initiative and where the fight is, as the screens show it (POL-INIT-05, POL-SHEET-17)."""

from __future__ import annotations

from rules.polaris import conduct, initiative
from rules.polaris.combat import stage, up
from rules.polaris.declarations import intent
from rules.scene import Scene
from rules.system import Headline, Slot
from rules.words import Text, pgettext, plain

LATER, NEXT_TURN = "…", "+1"  # what is printed in place of a phase


def order(scene: Scene) -> tuple[Slot, ...]:
    """Everybody from the highest initiative down, then who delays, who waits for the next turn, and who is out."""
    if not conduct.is_running(scene):
        return tuple(Slot(one, "", "next") for one in scene.fighters)
    now = up(scene)
    ranked = sorted(scene.fighters, key=lambda one: _rank(scene, one))
    return tuple(Slot(one, _at(scene, one), _state(scene, one, now), _note(scene, one)) for one in ranked)


def headline(scene: Scene) -> Headline:
    """The turn, its part, and the phase as a figure."""
    if not conduct.is_running(scene):
        return Headline(pgettext("polaris", "Before the fight"))
    part = stage(scene)
    turn = pgettext("polaris", "Turn %(turn)s", turn=scene.round)
    if part != "resolution":
        return Headline(turn, _PARTS[part])
    phase = max((initiative.phase(scene, one) for one in _now(scene)), default=1)
    return Headline(turn, pgettext("polaris", "Phase %(phase)s", phase=phase), str(phase))


def openly(scene: Scene, fighter: str) -> Text | None:
    """POL-INIT-14: what a fighter has declared, once it is revealed."""
    said = initiative.declared(scene, fighter)
    return intent(scene, fighter, said) if said and not initiative.is_sealed(scene, fighter) else None


_PARTS: dict[str, Text] = {
    "surprise": pgettext("polaris", "Surprise"),
    "declarations": pgettext("polaris", "Declarations"),
    "end": pgettext("polaris", "End of the turn"),
}


def _now(scene: Scene) -> tuple[str, ...]:
    begun = tuple(row.action.actor for row in scene.exchanges.values() if row.action.actor in scene.fighters)
    return begun or up(scene)


def _rank(scene: Scene, fighter: str) -> tuple[int, int, int, int]:
    first = initiative.mark(scene, fighter, "first")
    at = initiative.phases(scene) if first else initiative.shown(scene, fighter)
    return _group(scene, fighter), -at, 0 if first else 1, -initiative.reaction(scene, fighter)


def _group(scene: Scene, fighter: str) -> int:
    if initiative.is_out(scene, fighter) or initiative.is_surprised(scene, fighter):
        return 3
    if _waits_for_next(scene, fighter):
        return 2
    return 1 if initiative.is_delayed(scene, fighter) and not initiative.is_sealed(scene, fighter) else 0


def _waits_for_next(scene: Scene, fighter: str) -> bool:
    return fighter in initiative.carried_over(scene) and not initiative.is_sealed(scene, fighter)


def _at(scene: Scene, fighter: str) -> str:
    group = _group(scene, fighter)
    if group in (1, 2):
        return LATER if group == 1 else NEXT_TURN
    first = initiative.mark(scene, fighter, "first")
    return plain(initiative.phases(scene) if first else initiative.shown(scene, fighter))


def _state(scene: Scene, fighter: str, now: tuple[str, ...]) -> str:
    if _group(scene, fighter) == 3:
        return "out"
    if fighter in now or any(row.action.actor == fighter for row in scene.exchanges.values()):
        return "now"
    over = initiative.mark(scene, fighter, "done") or initiative.mark(scene, fighter, "carried")
    return "done" if over else "next"


def _note(scene: Scene, fighter: str) -> Text | None:
    if initiative.is_out(scene, fighter):
        return None
    if initiative.is_surprised(scene, fighter):
        return pgettext("polaris", "surprised")
    if fighter in initiative.at_risk(scene):
        return pgettext("polaris", "may be surprised")
    if initiative.is_sealed(scene, fighter):
        return pgettext("polaris", "declared in secret")
    if _waits_for_next(scene, fighter):
        return pgettext("polaris", "next turn")
    if initiative.is_delayed(scene, fighter):
        return pgettext("polaris", "delays")
    return pgettext("polaris", "acts first") if initiative.mark(scene, fighter, "first") else None
