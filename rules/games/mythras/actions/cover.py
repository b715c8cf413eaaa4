"""Cover: what it hides, what it stops, and how one looks out of it (MYT-CLOSE-COVER, MYT-ACT-TAKE-COVER)."""

from __future__ import annotations

from rules.core.effects import Effect
from rules.core.paths import Data
from rules.core.scene import Change, Scene
from rules.core.script import Effect as Stored
from rules.core.script import Option, Script, choose
from rules.core.text import Text
from rules.games.mythras import marks
from rules.games.mythras.character.sheet import Location
from rules.games.mythras.equipment import limbs
from rules.games.mythras.equipment.arms import OBJECTS
from rules.games.mythras.marks import COVER, EXPOSED
from rules.games.mythras.rolls.grades import Situation
from rules.games.mythras.rounds.states import Unsettled
from rules.games.mythras.text import _
from rules.ground.layout import layout

# How much of a body is behind something: the kinds of locations it hides.
HIDES: dict[str, tuple[Text, frozenset[str]]] = {
    "waist": (_("Up to the waist"), frozenset({"leg", "abdomen"})),
    "chest": (_("Up to the shoulders"), frozenset({"leg", "abdomen", "chest"})),
    "all": (_("Wholly"), frozenset({"leg", "abdomen", "chest", "arm", "head"})),
    "left": (_("The left half, at a corner"), frozenset({"leg", "arm"})),
    "right": (_("The right half, at a corner"), frozenset({"leg", "arm"})),
}


def of(scene: Scene, fighter: str) -> Data:
    """The cover of a fighter: the material it is ``of``, and how much it ``hides``."""
    return marks.COVER.rows(scene, fighter)


def is_total(scene: Scene, fighter: str) -> bool:
    """MYT-ACT-SNEAK-PEEK: true if a fighter is fully out of sight; after a failed peek they stay visible."""
    return of(scene, fighter).get("hides") == "all" and not marks.EXPOSED.of(scene, fighter)


def blind_situations(scene: Scene, target: str) -> tuple[Situation, ...]:
    """MYT-CLOSE-COVER: one step harder against a fully covered target."""
    if target not in scene.fighters or not is_total(scene, target):
        return ()
    return (Situation(_("through cover, blindly"), steps=1, rule="MYT-CLOSE-COVER"),)


def points(scene: Scene, fighter: str, location: Location) -> int:
    """MYT-CLOSE-COVER: what the cover before a location stops."""
    cover = of(scene, fighter)
    if not cover:
        return 0
    hides = str(cover["hides"])
    seen = hides == "all" and marks.EXPOSED.of(scene, fighter)  # head and arms are out to look or shoot
    if location.kind not in HIDES["chest" if seen else hides][1]:
        return 0
    if hides in ("left", "right") and not location.key.startswith(hides):
        return 0
    return OBJECTS[str(cover["of"])][1]


def shelter(scene: Scene, fighter: str) -> str:
    """MYT-ACT-TAKE-COVER: the cover at hand, as the game master says or as the place has it; empty where unknown."""
    place = layout(scene).of(fighter)
    there = place.cover if place is not None and place.cover in OBJECTS else ""
    return str(marks.SHELTER.of(scene, fighter) or there)


def at_hand(scene: Scene, fighter: str) -> str:
    """MYT-RANGED-PARRY, MYT-FX-DUCK-BACK: what one can dive behind: the cover one is behind already, or a shelter."""
    own = "" if is_total(scene, fighter) else of(scene, fighter).get("of")
    return str(own or shelter(scene, fighter))


def dive_for_cover(scene: Scene, fighter: str, key: str) -> Script[tuple[Stored, ...]]:
    """MYT-ACT-TAKE-COVER: into the cover at hand, unless something holds one; the game master says what it is.

    MYT-ACT-BRACE, MYT-RANGED-AIM: it ends stance and aim like any movement.
    """
    if is_total(scene, fighter) or limbs.why_rooted(scene, fighter):
        return ()
    of = at_hand(scene, fighter)
    if not of:
        rows = tuple(Option(key_of, row[0]) for key_of, row in OBJECTS.items())
        label = _("%(who)s dives for cover: behind what?", who=scene.name(fighter))
        of = yield from choose(f"{key}-cover", "gm", label, (Option("none", _("No cover is there")), *rows))
    return (Unsettled(fighter), Cover(fighter, of, "all")) if of != "none" else ()


class Cover(Effect):
    """MYT-ACT-TAKE-COVER, MYT-FX-DUCK-BACK: behind something, or out of it; nothing is steadied where all is hidden."""

    mark = COVER
    is_open = True
    of: str = ""
    hides: str = ""

    def land(self, scene: Scene) -> tuple[Change, ...]:
        row = {"of": self.of, "hides": self.hides} if self.of else None
        hidden = (marks.STEADIED.clear(scene, self.target),) if self.hides == "all" else ()
        return COVER.set(scene, self.target, row), EXPOSED.clear(scene, self.target), *hidden

    def told(self, scene: Scene) -> Text | None:
        return _("is in cover") if self.of else _("is out of cover")


class Exposed(Effect):
    """MYT-ACT-SNEAK-PEEK: in sight until one’s next turn, where one hides at all."""

    mark = EXPOSED

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (EXPOSED.set(scene, self.target),) if of(scene, self.target) else ()


EFFECTS = (Cover, Exposed)
