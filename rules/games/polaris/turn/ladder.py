"""The ladder of initiative and where the fight is, as the screens show it (POL-INIT-05, POL-SHEET-17)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.paths import get
from rules.core.rounds import Headline, Slot, busy_fighters, idle_headline, is_running
from rules.core.scene import Scene
from rules.core.text import Text, plain, signed
from rules.games.polaris.close_combat import holds, place
from rules.games.polaris.harm.fatigue import FATIGUE
from rules.games.polaris.marks import CARRIED, DECLARED, FIRST, INITIATIVE
from rules.games.polaris.settings import setting
from rules.games.polaris.text import _
from rules.games.polaris.turn import initiative
from rules.games.polaris.turn.declarations import intent
from rules.games.polaris.turn.stages import fighters_up, stage, turn

# What is printed in place of a phase.
LATER, NEXT_TURN = _("later"), _("turn +1")
# The conditions that everybody sees in whoever has them.
_OUT = {"unconscious": _("unconscious"), "gone": _("flees or gives up")}
_SEEN = {"stunned": _("stunned"), "blinded": _("blinded"), "prone": _("on the ground")}


def order(scene: Scene) -> tuple[Slot, ...]:
    """The ladder from the highest initiative down, then the delayed, those of the next turn, and those out."""
    if not is_running(scene):
        return tuple(Slot(who, "", "out" if initiative.is_out(scene, who) else "next") for who in scene.fighters)
    now = tuple(prompt.of for prompt in turn(scene))
    shown = _without_sealed_shifts(scene)
    slots = [slot for who in scene.fighters for slot in _slots(shown, who, now)]
    return tuple(slot for _rank, slot in sorted(slots, key=lambda row: row[0]))


def _without_sealed_shifts(scene: Scene) -> Scene:
    """POL-INIT-14: the scene in which no declaration in secret has moved a marker, on which others' places depend."""
    sealed = [who for who in scene.fighters if initiative.is_sealed(scene, who)]
    shifts = [scene.change(f"fighters.{who}.marks.{DECLARED.key}.shift", 0) for who in sealed]
    places = [INITIATIVE.set(scene, who, initiative.shown_initiative(scene, who)) for who in sealed]
    return scene.with_changes([*shifts, *places]) if sealed else scene


def shows_marker(scene: Scene, fighter: str, mine: bool) -> bool:
    """POL-SHEET-17: whose markers players see: everybody's, those of their side, or their own."""
    shown = setting(scene.settings, "show_initiative_track")
    return mine or shown == "all" or (shown == "allies" and scene.fighters[fighter].side in ("pc", "ally"))


def headline(scene: Scene) -> Headline:
    if not is_running(scene):
        return idle_headline(scene)
    part = stage(scene)
    words, where = _("Turn %(turn)s", turn=scene.round), place.described(scene)
    if where:
        words = _("%(turn)s, %(where)s", turn=words, where=where)
    if part != "resolution":
        return Headline(words, _PARTS[part])
    now = _now(scene)
    together = len({*busy_fighters(scene), *(prompt.of for prompt in turn(scene))}) > 1  # POL-INIT-13
    if now and all(initiative.is_delayed(scene, who) for who in now):  # POL-INIT-17
        return Headline(words, _("Delayed actions"), together=together)
    phase = max((initiative.phase(scene, who) for who in now), default=1)
    return Headline(words, _("Phase %(phase)s", phase=phase), str(phase), together)


def open_declaration(scene: Scene, fighter: str) -> Text | None:
    """POL-INIT-14: what a fighter has declared, once it is revealed."""
    plan = initiative.declaration(scene, fighter)
    return intent(scene, fighter, plan) if plan and not initiative.is_sealed(scene, fighter) else None


def sealed_declaration(scene: Scene, fighter: str) -> Text | None:
    """POL-INIT-14: what a fighter has declared, until it is revealed."""
    plan = initiative.declaration(scene, fighter)
    return intent(scene, fighter, plan) if plan and initiative.is_sealed(scene, fighter) else None


_PARTS: dict[str, Text] = {
    "ambush": _("Free attack"),
    "surprise": _("Surprise"),
    "declarations": _("Declarations"),
    FATIGUE: _("Fatigue"),
    "end": _("End of the turn"),
}


def _now(scene: Scene) -> tuple[str, ...]:
    return busy_fighters(scene) or fighters_up(scene)


Ranked = tuple[tuple[int, int, int, int], Slot]


def _slots(scene: Scene, fighter: str, now: tuple[str, ...]) -> Iterator[Ranked]:
    """A marker for what a fighter does next, and one more for each other attack of their (POL-INIT-05, 20, 21)."""
    first, group, place = bool(FIRST.of(scene, fighter)), _group(scene, fighter), _own(scene, fighter)
    own = Slot(fighter, _at(group, place), _state(scene, fighter, group, now), _note(scene, fighter))
    reaction = -initiative.reaction(scene, fighter)
    opens = first and not initiative.attacks_made(scene, fighter)  # also before hidden ones of a later phase
    top = initiative.phases(scene, True) if opens else place
    yield (group, -top, 0 if first else 1, reaction), own
    count = initiative.attacks(scene, fighter)
    if group or count < 2 or initiative.is_sealed(scene, fighter):
        return
    for number in range(count):
        if number != _next(scene, fighter):
            at = max(1, initiative.at(scene, fighter, number))
            state = "done" if number < _next(scene, fighter) else "next"
            named = _("attack %(number)s", number=number + 1)
            yield (group, -at, 0 if first else 1, reaction), Slot(fighter, plain(at), state, named, further=True)


def _next(scene: Scene, fighter: str) -> int:
    """Which of their attacks a fighter makes next, or made last when they are through."""
    return min(initiative.attacks_made(scene, fighter), initiative.attacks(scene, fighter) - 1)


def _own(scene: Scene, fighter: str) -> int:
    if initiative.attacks_made(scene, fighter):
        return max(1, initiative.at(scene, fighter, _next(scene, fighter)))
    if FIRST.of(scene, fighter):
        return initiative.phases(scene, scene.fighters[fighter].hidden)
    return initiative.shown_initiative(scene, fighter)


def _group(scene: Scene, fighter: str) -> int:
    if initiative.is_out(scene, fighter) or initiative.is_surprised(scene, fighter):
        return 3
    if _waits_for_next(scene, fighter):
        return 2
    return 1 if initiative.is_delayed(scene, fighter) and not initiative.is_sealed(scene, fighter) else 0


def _waits_for_next(scene: Scene, fighter: str) -> bool:
    return fighter in initiative.carried_over(scene) and not initiative.is_sealed(scene, fighter)


def _at(group: int, place: int) -> str | Text:
    if group in (1, 2):
        return LATER if group == 1 else NEXT_TURN
    return plain(place)


def _state(scene: Scene, fighter: str, group: int, now: tuple[str, ...]) -> str:
    if group == 3:
        return "out"
    if fighter in now or any(row.action.actor == fighter for row in scene.exchanges.values()):
        return "now"
    over = initiative.is_through(scene, fighter) or CARRIED.of(scene, fighter)
    return "done" if over and not initiative.is_sealed(scene, fighter) else "next"


def _note(scene: Scene, fighter: str) -> Text | None:
    sheet = scene.sheet(fighter)
    if initiative.is_out(scene, fighter):
        return next((words for key, words in _OUT.items() if get(sheet, f"conditions.{key}")), None)
    seen = (words for key, words in _SEEN.items() if get(sheet, f"conditions.{key}"))
    result = tuple(filter(None, (_standing(scene, fighter), *seen, *_grips(scene, fighter), _owing(scene, fighter))))
    return result[0] if len(result) == 1 else _("%(notes)s", notes=result) if result else None


def _grips(scene: Scene, fighter: str) -> Iterator[Text]:
    """POL-MARTIAL-18 to 21: who has hold of a fighter or a weapon at them, but for somebody hidden."""
    for who, row in holds.holders(scene, fighter).items():
        if not scene.fighters[who].hidden:
            grip = holds.GRIPS[row["grip"]]
            yield _("%(grip)s by %(who)s", grip=grip, who=scene.name(who))
    by = holds.threatened_by(scene, fighter)
    if by and not scene.fighters[by].hidden:
        yield _("at the mercy of %(who)s", who=scene.name(by))


def _owing(scene: Scene, fighter: str) -> Text | None:
    """POL-MARTIAL-10: what the next turn begins without, where everybody sees the markers."""
    by = -initiative.debt(scene, fighter)
    if not by or setting(scene.settings, "show_initiative_track") != "all":
        return None
    return _("initiative %(by)s on the next turn", by=signed(by))


def _standing(scene: Scene, fighter: str) -> Text | None:
    if initiative.is_surprised(scene, fighter):
        return _("surprised")
    if fighter in initiative.at_risk(scene):
        return _("may be surprised")
    if initiative.is_sealed(scene, fighter):
        return _("declared in secret")
    if _waits_for_next(scene, fighter):
        return _("next turn")
    if initiative.is_delayed(scene, fighter):
        return _("delays")
    return _("acts first") if FIRST.of(scene, fighter) else None
