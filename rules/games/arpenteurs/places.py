"""Places and sight: distances, engagement, covers, motion, awareness (ARP-DIST, ARP-COVER)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.character.fields import choice, flag, number
from rules.character.sheet import Choice, Field
from rules.core.acts import Effects
from rules.core.check import Modifier
from rules.core.effects import Effect
from rules.core.marks import Mark
from rules.core.memo import memoize
from rules.core.paths import Data
from rules.core.rounds import AboutFighter, AboutTwo
from rules.core.scene import Action, Change, Scene
from rules.core.text import Text, signed
from rules.games.arpenteurs.initiative import MOVE, RETREAT, is_out, ledger
from rules.games.arpenteurs.settings import COVERS, HIDDEN_PLACES, PLACES, setting
from rules.games.arpenteurs.sheet import LOCATIONS
from rules.games.arpenteurs.text import _
from rules.ground import moving
from rules.ground.aiming import AS_LAID
from rules.ground.ground import Ground
from rules.ground.layout import measure, metres_text

ENGAGED = Mark("engaged", keyed=True, is_open=True)  # in melee, by opponent
COVER = Mark("cover", is_open=True)
NEARBY = Mark("nearby")  # a cover to dive behind, and the actions to reach it
MOTION = Mark("motion", is_open=True)
INVISIBLE = Mark("invisible", is_open=True)
CONCEALMENT = Mark("concealment", is_open=True)
HELPLESS = Mark("helpless")
UNNOTICED = Mark("unnoticed", keyed=True)  # by whom
MARKS = (ENGAGED, COVER, NEARBY, MOTION, INVISIBLE, CONCEALMENT, HELPLESS, UNNOTICED)

MELEE, POINT_BLANK, FAR = 3, 1, 5000  # ARP-DIST-01: in metres, bounds included
APART = 10  # the default distance between two sides, in metres
TOGETHER = 2


def metres(scene: Scene, fighter: str, other: str) -> float:
    """ARP-DIST-01: the distance between two fighters; ``FAR`` if no path joins their places."""
    away = GROUND.metres(scene, fighter, other)
    return FAR if away is None else float(away)


def _as_the_sides(scene: Scene, fighter: str, other: str) -> float:
    """ARP-DIST-01: the distance of two fighters that nobody has measured, from the start of the fight."""
    own = scene.fighters[fighter].side == scene.fighters[other].side
    return TOGETHER if own else int(scene.marks.get("apart", APART))


def half() -> Field:
    """ARP-DIST-01: the field for half a metre more, since a fighter may stand just beyond the end of a band."""
    return flag("half", _("and a half"), rule="ARP-DIST-01")


def read_metres(args: Data) -> float:
    """The metres given in a form, with half a metre more if that is ticked."""
    return int(args["metres"]) + 0.5 if args.get("half") else int(args["metres"])


def in_melee(distance: float) -> bool:
    """ARP-DIST-01: within ``MELEE`` metres."""
    return distance <= MELEE


def opponents(scene: Scene, fighter: str) -> tuple[str, ...]:
    """ARP-DIST-02: the fighters with whom this one is engaged and who are still in the fight."""
    engaged = ENGAGED.rows(scene, fighter)
    return tuple(who for who in engaged if who in scene.fighters and not is_out(scene, who))


@memoize
def is_pressed(scene: Scene, fighter: str) -> bool:
    """ARP-DIST-04, 05: an opponent who is engaged with a fighter stands within melee reach."""
    foes = (who for who in scene.fighters if who != fighter and are_engaged(scene, who, fighter))
    return any(in_melee(metres(scene, fighter, who)) and not is_out(scene, who) for who in foes)


def at_point_blank(distance: float) -> bool:
    """ARP-DIST-01: from ``POINT_BLANK`` metres to ``MELEE``."""
    return POINT_BLANK <= distance <= MELEE


def are_engaged(scene: Scene, fighter: str, other: str) -> bool:
    """ARP-DIST-02: two fighters are engaged with each other, from either side."""
    return other in ENGAGED.rows(scene, fighter) or fighter in ENGAGED.rows(scene, other)


def _part(scene: Scene, fighter: str, other: str) -> tuple[Change, ...]:
    return ENGAGED.clear(scene, fighter, other), ENGAGED.clear(scene, other, fighter)


def _band(scene: Scene, fighter: str, other: str) -> Text:
    """ARP-DIST-01: the distance in a word."""
    away = metres(scene, fighter, other)
    if at_point_blank(away):
        return _("point-blank")
    return _("in melee reach") if in_melee(away) else _("at range")


GROUND = Ground(
    contact=POINT_BLANK,
    engaged=are_engaged,
    parted=_part,
    left=lambda scene, fighter: Moved(fighter, "none").land(scene),
    unmeasured=_as_the_sides,
    covers={key: label for key, (label, _malus) in COVERS.items()},
    band=_band,
)


class Gone(moving.Gone):
    """ARP-ACT-03: a fighter has gone to another place and is no longer engaged with those left behind."""

    ground = GROUND


@dataclass(frozen=True)
class Cover:
    """A cover in the way of an attack: its level, and the locations it hides."""

    level: str = "none"
    hidden: tuple[str, ...] = ()

    @property
    def malus(self) -> int:
        return COVERS[self.level][1]


OPEN = Cover()


def cover(scene: Scene, fighter: str) -> Cover:
    """ARP-COVER-01, 02: the cover that a fighter is behind."""
    row = COVER.rows(scene, fighter)
    return _cover(str(row.get("level", "none")), scene.settings, str(row.get("places", "preset")))


def cover_against(scene: Scene, attacker: str, victim: str, by_hand: bool, args: Data | None = None) -> Cover:
    """ARP-COVER-02, 03: the cover that protects the victim of an attack.

    It combines the victim's own cover and the one between the two, in melee also that of the attacker, which is
    between them as well. The heaviest malus counts, and all locations that any of them hides. If the game master put
    both on the same side of a cover, there is none. A cover given for this attack in ``args`` replaces all of this.
    """
    ruled = str((args or {}).get("covered", AS_LAID))
    if ruled != AS_LAID:
        return _cover(ruled, scene.settings)
    between = cover_between(scene, attacker, victim)
    if between == "none":
        return OPEN
    given = GROUND.between(scene, attacker, victim).cover
    covers = [cover(scene, victim), *(_cover(level, scene.settings) for level in (between or "none", given))]
    if by_hand:
        covers.append(cover(scene, attacker))
    heaviest = min(covers, key=lambda row: row.malus)
    hidden = {place for row in covers for place in row.hidden}
    return Cover(heaviest.level, tuple(place for place in LOCATIONS if place in hidden))


def _cover(level: str, settings: Data, places: str = "preset") -> Cover:
    return Cover(level, behind(level, settings, places))


def behind(level: str, settings: Data, places: str = "preset") -> tuple[str, ...]:
    """ARP-COVER-02: the locations hidden by a cover of this level, by default those of the house settings."""
    if level == "none":
        return ()
    return HIDDEN_PLACES[setting(settings, f"cover.{level}") if places == "preset" else places][1]


def cover_between(scene: Scene, fighter: str, other: str) -> str | None:
    """ARP-COVER-03: the level of cover between two fighters set by the game master; ``None`` if it was not."""
    first, second = sorted((fighter, other))
    across: Data = scene.marks.get("between", {}).get(first, {})
    return across.get(second)


def nearby(scene: Scene, fighter: str) -> tuple[str, int]:
    """ARP-ATK-06: the cover that a fighter could dive behind, and the actions needed to reach it; 0 for none."""
    row = NEARBY.rows(scene, fighter)
    return str(row.get("level", "none")), int(row.get("actions", 0))


def cover_line(level: str) -> Modifier:
    """ARP-COVER-01: the malus of a cover."""
    return Modifier(_cover_text(level), COVERS[level][1], "ARP-COVER-01")


def _cover_text(level: str) -> Text:
    return _("Cover: %(cover)s", cover=COVERS[level][0])


def motion(scene: Scene, fighter: str) -> str:
    """ARP-MOD-01: the motion of a target: set by the game master or, by house setting, this round's moves if faster."""
    ruled = str(MOTION.of(scene, fighter) or "still")
    kinds = [entry["kind"] for entry in ledger(scene, fighter)]
    moves = sum(kind in MOVING for kind in kinds) - max(0, kinds.count(RETREAT) - 1)  # a retreat is one, all round
    moved = tuple(MOTIONS)[min(moves, 2)] if setting(scene.settings, "mod.moves_count") else "still"
    return min(ruled, moved, key=lambda key: MOTIONS[key][1])


MOVING = (MOVE, "dive_to_cover", RETREAT)
MOTIONS: dict[str, tuple[Text, int]] = {
    "still": (_("Target on the spot"), 0),
    "moving": (_("Target moving"), -1),
    "fast": (_("Target moving fast"), -2),
}


def is_unaware(scene: Scene, actor: str, target: str) -> bool:
    """ARP-ATK-01, ARP-ASSN-01: the target has not noticed the actor."""
    return bool(UNNOTICED.rows(scene, actor).get(target))


def is_able(scene: Scene, fighter: str, actor: str) -> bool:
    """ARP-REACT-01: a fighter has noticed the actor and is able to react."""
    return not is_unaware(scene, actor, fighter) and not HELPLESS.of(scene, fighter)


# Changes of place and sight.


class Engaged(Effect):
    """ARP-DIST-02: an attack in melee reach engages its target and, by house setting, the attacker."""

    kind = "engage"
    scalar = "by"
    by: str

    def land(self, scene: Scene) -> tuple[Change, ...]:
        other = scene.fighters[self.by].id
        mine = ENGAGED.set(scene, self.target, key=other)
        return (
            (mine, ENGAGED.set(scene, other, key=self.target)) if setting(scene.settings, "engage.mutual") else (mine,)
        )


class Disengaged(Effect):
    """ARP-DIST-03: nobody is engaged with this fighter any more."""

    kind = "disengage"
    is_open = True
    says = _("is engaged with nobody any more")

    def land(self, scene: Scene) -> tuple[Change, ...]:
        back = (ENGAGED.clear(scene, who, self.target) for who in scene.fighters if who != self.target)
        return (ENGAGED.clear(scene, self.target), *back)


class Distance(Effect):
    """ARP-DIST-01, 02: the distance of two fighters is set; beyond melee reach they are no longer engaged."""

    kind = "metres"
    is_open = True
    other: str
    metres: float

    def land(self, scene: Scene) -> tuple[Change, ...]:
        other, distance = scene.fighters[self.other].id, self.metres
        measured = measure(scene, self.target, other, distance)
        return (measured,) if in_melee(distance) else (measured, *_part(scene, self.target, other))

    def told(self, scene: Scene) -> Text | None:
        return _("is at %(metres)s m of %(who)s", metres=metres_text(self.metres), who=scene.name(self.other))


class Apart(Effect):
    """ARP-DIST-01: the distance of the sides is set, for fighters whose distance nobody has measured."""

    kind = "apart"
    scalar = "metres"
    metres: int

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (scene.change("marks.apart", int(self.metres)),)


class Between(Effect):
    """ARP-COVER-03: the cover between two is set: a level, ``none`` on the same side of it, or ``each`` their own."""

    kind = "between"
    other: str
    level: str

    def land(self, scene: Scene) -> tuple[Change, ...]:
        first, second = sorted((self.target, scene.fighters[self.other].id))
        level = None if self.level == "each" else _check_cover(self.level)
        return (scene.change(f"marks.between.{first}.{second}", level),)


class Covered(Effect):
    """ARP-COVER-01, 02: a fighter is now behind a cover, which hides some locations."""

    mark = COVER
    is_open = True
    level: str
    places: str = "preset"

    def land(self, scene: Scene) -> tuple[Change, ...]:
        row = {"level": _check_cover(self.level), "places": self.places}
        return (COVER.set(scene, self.target, row if self.level != "none" else None),)

    def told(self, scene: Scene) -> Text | None:
        return _("has no cover") if self.level == "none" else _("has cover: %(cover)s", cover=COVERS[self.level][0])


class Moved(Covered):
    """ARP-COVER-01: a fighter who moves loses all covers they had, for another one or for none."""

    kind = "moved"
    is_open = False

    def land(self, scene: Scene) -> tuple[Change, ...]:
        pairs: Data = scene.marks.get("between", {})
        across = [(a, b) for a, row in pairs.items() for b in row if self.target in (a, b)]
        gone = (scene.change(f"marks.between.{a}.{b}", None) for a, b in across)
        return (*super().land(scene), NEARBY.clear(scene, self.target), *gone)

    def told(self, scene: Scene) -> Text | None:
        return super().told(scene) if self.level != "none" else None

    def public(self, scene: Scene) -> Text | None:
        return self.told(scene)


class CoverNear(Effect):
    """ARP-ATK-06: a cover that a fighter could dive behind, and the actions needed to reach it, are set."""

    mark = NEARBY
    level: str
    actions: int

    def land(self, scene: Scene) -> tuple[Change, ...]:
        row = {"level": _check_cover(self.level), "actions": int(self.actions)}
        return (NEARBY.set(scene, self.target, row if self.level != "none" else None),)


def dive(scene: Scene, fighter: str) -> Moved:
    """ARP-ATK-06, ARP-COVER-01: the effect of a successful dive: the fighter is behind the nearby cover only."""
    return Moved(fighter, nearby(scene, fighter)[0])


def _check_cover(level: str) -> str:
    if level not in COVERS:
        raise KeyError(level)
    return level


class Circumstances(Effect):
    """ARP-MOD-01, ARP-COVER-05, ARP-ATK-01: a fighter's motion, visibility and ability to react are set."""

    kind = "situation"
    motion: str | None = None
    invisible: bool | None = None
    concealment: int | None = None
    helpless: bool | None = None

    def land(self, scene: Scene) -> tuple[Change, ...]:
        changes = (
            MOTION.set(scene, self.target, _unless(self.motion, "still")),
            INVISIBLE.set(scene, self.target, self.invisible or None),
            CONCEALMENT.set(scene, self.target, self.concealment or None),
            HELPLESS.set(scene, self.target, self.helpless or None),
        )
        given = (self.motion, self.invisible, self.concealment, self.helpless)
        return tuple(change for change, value in zip(changes, given, strict=True) if value is not None)


def _unless(value: str | None, usual: str) -> str | None:
    return None if value == usual else value


class Unnoticed(Effect):
    """ARP-ASSN-01: another has not noticed this fighter, or has if ``off``."""

    mark = UNNOTICED
    by: str
    off: bool = False

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (UNNOTICED.set(scene, self.target, None if self.off else True, scene.fighters[self.by].id),)


# Changes made by the game master.


class Measure(AboutTwo):
    """ARP-DIST-01: the game master sets the distance of two fighters, until then that of the sides."""

    kind = "measure"
    label = _("Measure a distance")
    rules = ("ARP-DIST-01",)

    def further(self, scene: Scene) -> tuple[Field, ...]:
        apart = int(scene.marks.get("apart", APART))
        return number("metres", _("Metres"), apart, 0, FAR, "ARP-DIST-01"), half()

    def effect(self, args: Data) -> Effect:
        return Distance(args["fighter"], args["other"], read_metres(args))


class PlaceCover(AboutFighter):
    """ARP-COVER-01, 02: the game master places a fighter behind a cover."""

    kind = "cover"
    label = _("Cover")
    rules = ("ARP-COVER-01", "ARP-COVER-02")
    says = _("Cover of %(who)s")

    def more(self, scene: Scene) -> tuple[Field, ...]:
        places = {"preset": _("as usual"), **PLACES}
        return level(), choice("places", _("It hides"), places, "", "ARP-COVER-02")

    def cost(self, scene: Scene, action: Action) -> Effects:
        args = action.args
        return (Covered(args["fighter"], args["level"], args["places"]),)


class PlaceCoverNear(AboutFighter):
    """ARP-ATK-06: the game master places a cover that a fighter could dive behind."""

    kind = "nearby"
    label = _("Cover to dive behind")
    rules = ("ARP-ATK-06",)

    def more(self, scene: Scene) -> tuple[Field, ...]:
        return level(), number("actions", _("Actions to reach it"), 1, 1, 9, "ARP-ATK-06")

    def cost(self, scene: Scene, action: Action) -> Effects:
        args = action.args
        return (CoverNear(args["fighter"], args["level"], args["actions"]),)


class PlaceCoverBetween(AboutTwo):
    """ARP-COVER-03: the game master places a cover between two fighters, or both on the same side of it."""

    kind = "between"
    label = _("Cover between two")
    rules = ("ARP-COVER-03",)

    def further(self, scene: Scene) -> tuple[Field, ...]:
        each = Choice("each", _("each behind their own"))
        same = Choice("none", _("none: both on the same side"))
        return (replace(level(), default="each", choices=(each, same, *level().choices[1:]), rule="ARP-COVER-03"),)

    def effect(self, args: Data) -> Effect:
        return Between(args["fighter"], args["other"], args["level"])


class Situate(AboutFighter):
    """ARP-MOD-01, ARP-COVER-05: the game master sets a fighter's motion, visibility and ability to react."""

    kind = "situation"
    label = _("Moving, seen, helpless")
    rules = ("ARP-MOD-01", "ARP-COVER-05", "ARP-ATK-01")

    def more(self, scene: Scene) -> tuple[Field, ...]:
        motions = tuple(Choice(key, label, hint=worth(malus)) for key, (label, malus) in MOTIONS.items())
        return (
            Field("motion", _("Moving"), "choice", default="still", choices=motions, rule="ARP-MOD-01"),
            flag("invisible", _("Invisible"), rule="ARP-MOD-01"),
            number("concealment", _("Concealment"), 0, -10, 0, "ARP-COVER-05"),
            flag("helpless", _("Cannot react"), rule="ARP-ATK-01"),
        )

    def cost(self, scene: Scene, action: Action) -> Effects:
        args = action.args
        return (
            Circumstances(args["fighter"], args["motion"], args["invisible"], args["concealment"], args["helpless"]),
        )


class HideFrom(AboutTwo):
    """ARP-ASSN-01: the game master decides that one fighter has not noticed another."""

    kind = "unnoticed"
    label = _("Unnoticed")
    rules = ("ARP-ASSN-01",)

    def further(self, scene: Scene) -> tuple[Field, ...]:
        return (flag("off", _("Noticed"), rule="ARP-ASSN-01"),)

    def effect(self, args: Data) -> Effect:
        return Unnoticed(args["fighter"], args["other"], args["off"])


def level() -> Field:
    """ARP-COVER-01: the field for the level of a cover, with its malus."""
    rows = tuple(Choice(key, label, hint=worth(malus)) for key, (label, malus) in COVERS.items())
    return Field("level", _("Cover"), "choice", default="none", choices=rows, rule="ARP-COVER-01")


def worth(value: int) -> Text | None:
    """A modifier beside a choice, none where it is 0."""
    return Text("%(value)s", (("value", signed(value)),)) if value else None
