"""Contact in melee and the distance to an opponent (POL-MELEE-08, 14)."""

from __future__ import annotations

from rules.character.fields import choice, number
from rules.character.sheet import Field
from rules.core.effects import Effect
from rules.core.paths import Data
from rules.core.rounds import AboutTwo
from rules.core.scene import Change, Scene
from rules.core.text import Text
from rules.games.polaris.close_combat.melee import EVEN
from rules.games.polaris.marks import ENGAGED
from rules.games.polaris.shooting.distance import CONTACT, part
from rules.games.polaris.text import _
from rules.ground.layout import measure

Changes = tuple[Change, ...]


class Engaged(Effect):
    """POL-MELEE-14: two fighters come into contact; those who are already keep their distance."""

    kind = "engage"
    scalar = "opponent"
    opponent: str

    def land(self, scene: Scene) -> Changes:
        pairs = ((self.target, self.opponent), (self.opponent, self.target))
        fresh = ((who, other) for who, other in pairs if not ENGAGED.rows(scene, who).get(other))
        return tuple(ENGAGED.set(scene, who, EVEN, other) for who, other in fresh)


class Disengaged(Effect):
    """POL-MELEE-08: breaking contact gives lost distance back."""

    kind = "disengage"
    scalar = "opponent"
    opponent: str

    def land(self, scene: Scene) -> Changes:
        return part(scene, self.target, self.opponent)


class DistanceSet(Effect):
    """POL-MELEE-08: a distance is lost, or won back."""

    kind = "distance"
    is_open = True
    opponent: str
    state: str

    def land(self, scene: Scene) -> Changes:
        return (ENGAGED.set(scene, self.target, str(self.state), scene.fighters[self.opponent].id),)

    def told(self, scene: Scene) -> Text | None:
        who = scene.name(self.opponent)
        if self.state == EVEN:
            return _("keeps %(who)s at a distance again", who=who)
        return _("loses the distance to %(who)s", who=who)


class Measured(Effect):
    """POL-RANGED-02: how far two fighters are from each other; beyond contact they break it."""

    kind = "metres"
    other: str
    metres: int

    def land(self, scene: Scene) -> Changes:
        far = part(scene, self.target, self.other) if int(self.metres) > CONTACT else ()
        return (measure(scene, self.target, self.other, int(self.metres)), *far)


class Contact(AboutTwo):
    kind = "contact"
    label = _("Contact in melee")
    rules = ("POL-MELEE-14",)

    def further(self, scene: Scene) -> tuple[Field, ...]:
        rows = {"engaged": _("They are in contact"), "apart": _("They break contact")}
        return (choice("state", _("Contact"), rows, None, "POL-MELEE-14"),)

    def effect(self, args: Data) -> Effect:
        kind = Engaged if args["state"] == "engaged" else Disengaged
        return kind(args["fighter"], args["other"])


class Measure(AboutTwo):
    kind = "measure"
    label = _("Measure a distance")
    rules = ("POL-RANGED-02",)

    def further(self, scene: Scene) -> tuple[Field, ...]:
        return (number("metres", _("Metres"), 0, 0, 5000, "POL-RANGED-02"),)

    def effect(self, args: Data) -> Effect:
        return Measured(args["fighter"], args["other"], args["metres"])
