"""The four types of action, and what one turn may hold of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.core.scene import Scene
from rules.core.text import Text
from rules.core.turns import Bundles
from rules.games.chroniques import initiative
from rules.games.chroniques import sheet as sheets
from rules.games.chroniques.settings import setting
from rules.games.chroniques.tables import ACTIONS, DEEDS, STATES, State
from rules.games.chroniques.text import _

TURN = Bundles(("L", "MA", "MM"))  # CHO-ACT-06

LIMITED_IS_ALONE = _("A limited action fills the turn: nothing but free actions goes with it.")
TOO_MANY = _("This turn holds two actions already.")
TWO_ATTACKS = _("One attack action per turn.")
GM_REFUSED = _("The game master allows no more free actions in this turn.")


def classify(deed: str) -> str:
    """CHO-ACT-02 to 05: the type of action a deed takes. Raises ``KeyError`` for an unknown one."""
    return DEEDS[deed][1]


def spent(scene: Scene, fighter: str) -> tuple[str, ...]:
    """The actions of the present turn that count; free ones are noted and do not."""
    return tuple(one for one in initiative.mark(scene, fighter, "spent") or () if one != "F")


def over_budget(taken: Sequence[str], action: str) -> Text | None:
    """CHO-ACT-06 to 08: why a turn has no room for one more action; free actions always find some."""
    if action == "F" or TURN.fits(taken, action):
        return None
    if "L" in (*taken, action):
        return LIMITED_IS_ALONE
    return TOO_MANY if len(taken) > 1 else TWO_ATTACKS


def check_turn(actions: Iterable[str]) -> tuple[int, Text] | None:
    """CHO-ACT-06: the first action of a turn that is not allowed, by its place, and why."""
    taken: list[str] = []
    for place, action in enumerate(actions):
        if reason := over_budget(taken, action):
            return place, reason
        taken += [action] if action != "F" else []
    return None


def refused(scene: Scene, fighter: str, action: str) -> Text | None:
    """Why a fighter cannot take an action now: his states first, then what his turn holds already."""
    if action == "F" and initiative.mark(scene, fighter, "no_free"):
        return GM_REFUSED
    for key in sheets.states(scene.sheet(fighter)):
        if reason := _forbidden(scene, fighter, key, action):
            return reason
    return over_budget(spent(scene, fighter), action)


def stuck(scene: Scene, fighter: str) -> Text | None:
    """CHO-STATE-01: why a fighter cannot move from where he is, whatever his turn still holds."""
    fixed = (STATES[key] for key in sheets.states(scene.sheet(fighter)) if STATES[key].no_movement)
    return next((_("%(state)s: no movement.", state=state.label) for state in fixed), None)


def left(scene: Scene, fighter: str) -> Text | None:
    """CHO-ACT-06: what is left of a turn; ``None`` while all of it is."""
    open_letters = "".join(letter for letter in "LMA" if refused(scene, fighter, letter) is None)
    if not open_letters:
        free = refused(scene, fighter, "F") is None
        return _("free actions") if free else _("nothing")
    return None if open_letters == "LMA" else _LEFT[open_letters]


_LEFT = {
    "M": _("a movement"),
    "MA": _("an attack or a movement"),
}


def named(action: str) -> Text:
    """CHO-ACT-01: an action by its type."""
    return ACTIONS[action]


def _forbidden(scene: Scene, fighter: str, key: str, action: str) -> Text | None:
    """CHO-SURPRISE-07, CHO-STATE-01: what a state forbids."""
    state: State = STATES[key]
    if state.no_action and not (action == "F" and key == "surprised" and _free_though_surprised(scene)):
        return _("%(state)s: no action.", state=state.label)
    if state.one_action and (action == "L" or (action != "F" and spent(scene, fighter))):
        return _("%(state)s: one action per turn, A or M.", state=state.label)
    return None


def _free_though_surprised(scene: Scene) -> bool:
    return bool(setting(scene.settings, "surprise.free_actions"))
