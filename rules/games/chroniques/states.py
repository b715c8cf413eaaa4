"""Detrimental states: their effects on scores, dice and turns, and their beginning and end (CHO-STATE)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.character.fields import choice, flag
from rules.character.sheet import Field
from rules.core.acts import Effects
from rules.core.effects import Effect
from rules.core.memo import memoize
from rules.core.paths import Data, get
from rules.core.rounds import AboutFighter
from rules.core.scene import Action, Change, Scene
from rules.core.script import ATTACK
from rules.core.text import Text
from rules.games.chroniques.text import _


@dataclass(frozen=True)
class State:
    """A detrimental state: its modifiers to scores, and the actions that it forbids.

    ``lesser`` names the tests that are rolled with a d12: ``all``, ``attack`` or ``mental``. ``metres`` is the longest
    movement action that the state allows, ``None`` if it sets no limit.
    """

    label: Text
    init: int = 0
    defence: int = 0
    contact: int = 0
    distance: int = 0
    psychic: int = 0
    no_action: bool = False
    no_movement: bool = False
    one_action: bool = False
    helpless: bool = False
    lesser: str = ""
    metres: int | None = None


# CHO-STATE-01
STATES: dict[str, State] = {
    "surprised": State(_("Surprised"), defence=-5, no_action=True),
    "blinded": State(_("Blinded"), init=-5, defence=-5, contact=-5, distance=-10),
    "weakened": State(_("Weakened"), lesser="all"),
    "stunned": State(_("Stunned"), defence=-5, no_action=True),
    "immobilised": State(_("Immobilised"), no_movement=True, lesser=ATTACK),
    "paralysed": State(_("Paralysed"), no_action=True, helpless=True),
    "slowed": State(_("Slowed"), one_action=True),
    "prone": State(_("Prone"), defence=-5, contact=-5, distance=-5, psychic=-5),
    "winded": State(_("Winded"), metres=5),
    "crippled": State(_("Crippled"), metres=5),
    "frightened": State(_("Frightened"), contact=-5, distance=-5, psychic=-5),
    "panicked": State(_("Panicked"), defence=-2, lesser="all"),
    "confused": State(_("Confused"), lesser="mental"),
    "severe_wound": State(_("Severe wound"), lesser="all"),
}


def path(key: str) -> str:
    """The path of a state on the sheet. Raises ``KeyError`` for an unknown state."""
    if key not in STATES:
        raise KeyError(key)
    return key if key == "severe_wound" else f"states.{key}"


@memoize
def of(sheet: Data) -> tuple[str, ...]:
    """CHO-STATE-01: the detrimental states of a character, in the order of the table."""
    return tuple(key for key in STATES if get(sheet, path(key)))


def helpless(sheet: Data) -> bool:
    """CHO-STATE-01: an attack on this character is a critical hit without a roll."""
    return any(STATES[key].helpless for key in of(sheet))


class StateChange(Effect):
    """CHO-STATE-01: a state begins, or ends if ``off`` is true."""

    kind = "state"
    harmful = is_open = True
    key: str
    off: bool = False

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (scene.write(self.target, path(self.key), None if self.off else True),)

    def told(self, scene: Scene) -> Text | None:
        if self.key == "severe_wound":
            return _("no longer has a severe wound") if self.off else _("has a severe wound")
        label = STATES[self.key].label
        return _("is no longer %(state)s", state=label) if self.off else _("is %(state)s", state=label)


class Surprise(Effect):
    """CHO-SURPRISE-05: a fighter is surprised, which is no wound."""

    kind = "surprise"
    is_open = True
    says = _("is surprised")

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (scene.write(self.target, path("surprised"), True),)


class ChangeState(AboutFighter):
    """CHO-STATE-01: the game master begins or ends a state of a fighter."""

    kind = "state"
    label = _("State begins or ends")
    rules = ("CHO-STATE-01",)
    says = _("%(who)s")

    def candidates(self, scene: Scene) -> Iterable[str]:
        return (who for who in scene.fighters if not get(scene.sheet(who), "dead"))

    def more(self, scene: Scene) -> tuple[Field, ...]:
        labels = {key: state.label for key, state in STATES.items()}
        off = flag("off", _("It ends"), rule="CHO-STATE-01")
        return choice("state", _("State"), labels, None, rule="CHO-STATE-01"), off

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (StateChange(action.args["fighter"], action.args["state"], action.args["off"]),)
