"""The place of a fight and what stands in the way of shots: room, water, light, cover, size (POL-RANGED-03, 04)."""

from __future__ import annotations

from dataclasses import replace

from rules.character.fields import flag
from rules.character.sheet import Choice, Field
from rules.core.acts import Effects
from rules.core.effects import Effect
from rules.core.rounds import AboutFighter, GmAct
from rules.core.scene import Action, Change, Scene
from rules.core.text import Text, signed
from rules.games.polaris.marks import COVER, SIZE
from rules.games.polaris.shooting.distance import COVERS, LIGHTS
from rules.games.polaris.shooting.ranged import SIZES
from rules.games.polaris.text import _

_PLACES = {"underwater": _("under water"), "confined": _("confined space")}
_DARKNESS = {"dim": _("slight darkness"), "dark": _("deep darkness"), "none": _("total darkness")}


def described(scene: Scene) -> tuple[Text, ...]:
    """The water, the lack of room and of light of the place, as far as there is any, for everybody."""
    places = [words for key, words in _PLACES.items() if scene.marks.get(key)]
    return (*places, *filter(None, (_DARKNESS.get(str(scene.marks.get("light"))),)))


class LightSet(Effect):
    """POL-RANGED-04: how much light there is for everybody."""

    kind = "light"
    scalar = "light"
    light: str

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (scene.change("marks.light", str(self.light)),)


class PlaceSet(Effect):
    """POL-MELEE-09, POL-INIT-21: what the place is like for everybody."""

    kind = "place"
    confined: bool
    underwater: bool

    def land(self, scene: Scene) -> tuple[Change, ...]:
        rows = {"confined": self.confined, "underwater": self.underwater}
        return tuple(scene.change(f"marks.{key}", bool(value) or None) for key, value in rows.items())


class InTheWay(Effect):
    """POL-RANGED-03, 04: the cover and the size of a target."""

    kind = "situation"
    cover: str
    size: str

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (COVER.set(scene, self.target, self.cover), SIZE.set(scene, self.target, self.size))


class SetPlace(GmAct):
    """POL-MELEE-09, POL-INIT-21: the form shows the place as it stands."""

    kind = "place"
    label = _("The place")
    rules = ("POL-MELEE-09", "POL-INIT-21")

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (
            flag("confined", _("Confined space"), bool(scene.marks.get("confined")), "POL-MELEE-09"),
            flag("underwater", _("Under water"), bool(scene.marks.get("underwater")), "POL-INIT-21"),
        )

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (PlaceSet("gm", action.args["confined"], action.args["underwater"]),)

    def title(self, scene: Scene, action: Action) -> Text | None:
        places = tuple(words for key, words in _PLACES.items() if action.args[key])
        return _("Place: %(what)s", what=places or _("open and in the air"))


class SetLight(GmAct):
    kind = "light"
    label = _("Light")
    rules = ("POL-RANGED-04",)

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (_worth("light", _("Light"), LIGHTS),)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (LightSet("gm", action.args["light"]),)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return _("Light: %(light)s", light=LIGHTS[action.args["light"]][0])


class SetCover(AboutFighter):
    kind = "situation"
    label = _("Cover and size")
    rules = ("POL-RANGED-03", "POL-RANGED-04")

    def more(self, scene: Scene) -> tuple[Field, ...]:
        size = replace(_worth("size", _("Size"), SIZES), default="human", rule="POL-RANGED-03")
        return (_worth("cover", _("Cover"), COVERS), size)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (InTheWay(action.args["fighter"], action.args["cover"], action.args["size"]),)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return None


def _worth(key: str, label: Text, rows: dict[str, tuple[Text, int]]) -> Field:
    choices = tuple(
        Choice(name, words, hint=_("%(by)s", by=signed(by)) if by else None) for name, (words, by) in rows.items()
    )
    return Field(key, label, "choice", default=choices[0].key, choices=choices, rule="POL-RANGED-04")
