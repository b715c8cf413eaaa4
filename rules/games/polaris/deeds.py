"""Everything a sheet of Polaris offers outside a fight besides its tests, and the procedure of each."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.game import Offer
from rules.core.paths import Data
from rules.core.scene import Action, Scene
from rules.core.script import Effect, Script
from rules.core.text import Text
from rules.games.polaris import care, catastrophes, fatigue, healing, learning, luck
from rules.games.polaris.text import _

Effects = tuple[Effect, ...]
_OFFERS: tuple[Callable[[Scene, str], Offer | None], ...] = (
    catastrophes.offer,
    catastrophes.gift_offer,
    care.bleeding_offer,
    care.shock_offer,
    care.aid_offer,
    care.time_offer,
    healing.day_offer,
    healing.heal_offer,
    healing.strain_offer,
    luck.lessen_offer,
    luck.favour_offer,
    luck.gain_offer,
    fatigue.offer,
    fatigue.rest_offer,
    learning.offer,
)
_SCRIPTS: dict[str, Callable[[Scene, str, Data], Script[Effects]]] = {
    "catastrophe": catastrophes.catastrophe,
    "gift": catastrophes.gift,
    "bleeding": care.decide_bleeding,
    "shock": care.shocked,
    "stabilise": care.stabilise,
    "minutes": lambda scene, who, args: care.wait(scene, who, int(args["minutes"])),
    "days": healing.pass_days,
    "heal": healing.heal,
    "strain": healing.strain,
    "lessen": luck.lessen,
    "favour": luck.favour,
    "gain": luck.gain,
    "fatigue": fatigue.effort,
    "rest": fatigue.rest,
    "year": learning.year,
}
_TITLES: dict[str, Text] = {
    "catastrophe": _("Catastrophe"),
    "gift": _("More is won"),
    "oppose": _("Opposed test"),
    "boost": _("Luck on the next test"),
    "bleeding": _("Bleeding"),
    "shock": _("Shock test"),
    "stabilise": _("First aid"),
    "minutes": _("Minutes pass"),
    "days": _("Days pass"),
    "heal": _("Healing"),
    "strain": _("Overexertion"),
    "lessen": _("Luck against a wound"),
    "favour": _("Luck"),
    "gain": _("Luck given back"),
    "fatigue": _("Fatigue"),
    "rest": _("Rest"),
    "year": _("A year lived there"),
}


def offers(scene: Scene, actor: str) -> tuple[Offer, ...]:
    """What is possible now, in the order of need."""
    found = (make(scene, actor) for make in _OFFERS)
    return tuple(one for one in found if one is not None)


def script(scene: Scene, action: Action) -> Script[Effects] | None:
    """The procedure of a deed, ``None`` for what is none."""
    found = _SCRIPTS.get(action.kind)
    return found(scene, action.actor, action.args) if found and action.actor in scene.fighters else None


def title(action: Action) -> Text | None:
    """A deed as one sentence."""
    return _TITLES.get(action.kind)
