"""Changes that wounds make: on the body, on armour and on weapons (MYT-WOUND, MYT-FX)."""

from __future__ import annotations

from itertools import count
from typing import Any

from rules.core.check import Breakdown, bracketed
from rules.core.effects import DEATH, OUT, Effect, Story
from rules.core.paths import Data
from rules.core.scene import Change, Scene
from rules.core.text import Text
from rules.games.mythras import marks
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.character import tables
from rules.games.mythras.character.schema import SCHEMA
from rules.games.mythras.character.sheet import place_of
from rules.games.mythras.character.tables import FATIGUE
from rules.games.mythras.equipment import limbs
from rules.games.mythras.equipment import weapons as arms
from rules.games.mythras.equipment.holding import end_guard
from rules.games.mythras.equipment.weapons import label_of
from rules.games.mythras.rounds.states import Downed, Flag, Prone, let_go
from rules.games.mythras.settings import setting
from rules.games.mythras.text import _, ngettext

Changes = tuple[Change, ...]
LEAST = -200  # hit points that a sheet can hold
MOST_SUNDERED = 20
STORY = Story(
    {
        **{
            "dies": DEATH,
            "bleeds to death": DEATH,
            "falls unconscious": OUT,
            "falls unconscious for %(count)s minute": OUT,
        },
        "loses the use of a limb (%(location)s)": 3,
        "%(location)s: useless": 3,  # as earlier versions told it
        **{"%(who)s spends a luck point": 2, "spends a luck point": 2},
        "%(who)s spends a luck point: %(before)s is thrown again": 2,
        "%(who)s spends a luck point: %(before)s is read as %(after)s": 2,
    },
    frozenset(
        {*("is pushed back %(metres)s m", "%(weapon)s takes no damage"), "takes no damage (%(location)s)%(terms)s"}
    ),
)


class Hurt(Effect):
    """MYT-WOUND-01, MYT-UI-10, MYT-UI-12: hit points lost, with all that reduced them; not treated yet.

    MYT-RANGED-AIM: whoever is hit loses an aim, by whatever way the blow comes.
    """

    kind = "hurt"
    harmful = True
    location: str
    damage: int
    lines: Breakdown | None = None

    def land(self, scene: Scene) -> Changes:
        place = sheets.location(scene.sheet(self.target), self.location)
        if place is None:
            return ()
        base, lost = f"hit_locations.{place.key}", int(self.damage)
        fresh = (scene.write(self.target, f"{base}.treated", None),) if lost else ()
        left = scene.write(self.target, f"{base}.hp", max(LEAST, place.hp - lost))
        aimed = (marks.AIM.clear(scene, self.target),) if marks.AIM.of(scene, self.target) else ()
        return let_go(scene, self.target, (left, *fresh, *aimed))

    def told(self, scene: Scene) -> Text | None:
        where = place_of(scene.sheet(self.target), self.location)
        terms = bracketed(self.damage, self.lines)
        if not int(self.damage):
            return _("takes no damage (%(location)s)%(terms)s", location=where, terms=terms)
        return _("takes %(number)s damage (%(location)s)%(terms)s", number=self.damage, location=where, terms=terms)

    def struck(self) -> tuple[str, int]:
        return self.location, 0

    def public(self, scene: Scene) -> Text | None:
        where = place_of(scene.sheet(self.target), self.location)
        if not int(self.damage):
            return _("takes no damage (%(location)s)%(terms)s", location=where, terms="")
        return _("is hit (%(location)s)", location=where)


class Sundered(Effect):
    """MYT-FX-SUNDER: what is worn loses its points, then the hide; neither magic nor a ``bypassed`` layer does."""

    kind = "sundered"
    harmful = passing = True
    location: str
    points: int
    bypassed: str = ""

    def land(self, scene: Scene) -> Changes:
        sheet, left = scene.sheet(self.target), int(self.points)
        rows: Data = sheet.get("armour") or {}
        changes: Changes = ()
        for name in () if self.bypassed == "worn" else self._pieces(scene, rows):
            lost = min(left, sheets.armour_left(rows[name]))
            left -= lost
            ruined = min(MOST_SUNDERED, int(rows[name].get("sundered", 0)) + lost)
            changes += (scene.write(self.target, f"armour.{name}.sundered", ruined),) if lost else ()
        place = sheets.location(sheet, self.location)
        if place is None or not left or self.bypassed == "natural":
            return changes
        path = f"hit_locations.{self.location}.natural"
        return (*changes, scene.write(self.target, path, max(0, place.natural - left)))

    def _pieces(self, scene: Scene, rows: Data) -> list[str]:
        there = ((name, row) for name, row in rows.items() if row.get("worn", True) and not row.get("magical"))
        worn = [name for name, row in there if sheets.covers(row, self.location)]
        worn.sort(key=lambda name: -sheets.armour_left(rows[name]))
        return worn[:1] if setting(scene.settings, "worn_layers") == "best" else worn

    def told(self, scene: Scene) -> Text | None:
        where = place_of(scene.sheet(self.target), self.location)
        return _("loses %(points)s armour points (%(location)s)", location=where, points=int(self.points))


class WeaponHurt(Effect):
    """MYT-FX-DAMAGE-WEAPON, MYT-FX-ENTANGLE: hit points lost; what breaks neither holds nor guards any more."""

    kind = "weapon_hurt"
    harmful = passing = True
    weapon: str
    damage: int = 0

    def land(self, scene: Scene) -> Changes:
        weapon = arms.find(scene.sheet(self.target), self.weapon, scene.settings)
        if weapon is None:
            return ()
        left = max(0, weapon.hp - int(self.damage))
        changes: Changes = (scene.write(self.target, f"weapons.{weapon.key}.hp", left),)
        if left:
            return changes
        return *changes, *end_guard(scene, self.target, weapon.key), *limbs.slacken(scene, self.target, weapon.key)

    def told(self, scene: Scene) -> Text | None:
        return ngettext(
            "suffers %(count)s point of damage to a weapon (%(weapon)s)",
            "suffers %(count)s points of damage to a weapon (%(weapon)s)",
            int(self.damage),
            weapon=label_of(scene, self.target, self.weapon),
        )


FAINTS, BLED_OUT = _("falls unconscious"), _("bleeds to death")


class Unconscious(Effect):
    """MYT-WOUND-02, MYT-WOUND-03: down and out, for so many minutes or until somebody cares for the wound."""

    kind = "unconscious"
    scalar = "minutes"
    harmful = True
    minutes: int = 0

    def land(self, scene: Scene) -> Changes:
        falls = (scene.write(self.target, "state.unconscious", True), *Prone(self.target).land(scene))
        return let_go(scene, self.target, falls)

    def told(self, scene: Scene) -> Text | None:
        if not self.minutes:
            return FAINTS
        return ngettext(
            "falls unconscious for %(count)s minute", "falls unconscious for %(count)s minutes", int(self.minutes)
        )

    def public(self, scene: Scene) -> Text | None:
        return FAINTS if scene.fighters[self.target].is_health_public else None


class Dead(Effect):
    """MYT-WOUND-03: a wound or its care has killed."""

    kind = "dead"
    harmful = is_open = of_health = True
    says = _("dies")

    def land(self, scene: Scene) -> Changes:
        return let_go(scene, self.target, (scene.write(self.target, "state.dead", True),))


class Bleeding(Flag):
    """MYT-FX-BLEED, MYT-WOUND-05: loses a level of fatigue each round, until the bleeding is stopped."""

    kind = "bleeding"
    harmful = True
    mark = marks.TENDED
    begins, ends = _("bleeds"), _("bleeds no more")

    def land(self, scene: Scene) -> Changes:
        return scene.write(self.target, "state.bleeding", True if self.on else None), self.mark.clear(
            scene, self.target
        )


class Bled(Effect):
    """MYT-WOUND-05, MYT-FATIGUE-01: the level of fatigue to which a loss of blood brought somebody."""

    kind = "bled"
    scalar = "level"
    harmful = True
    level: str

    def land(self, scene: Scene) -> Changes:
        falls = Prone(self.target).land(scene) if FATIGUE[self.level].out else ()
        return let_go(scene, self.target, (scene.write(self.target, "state.fatigue", self.level), *falls))

    def told(self, scene: Scene) -> Text | None:
        level = FATIGUE[self.level]
        return BLED_OUT if level is tables.DEATH else _("loses blood (fatigue: %(level)s)", level=level.label)

    def public(self, scene: Scene) -> Text | None:
        if not scene.fighters[self.target].is_health_public:
            return None
        if FATIGUE[self.level] is tables.DEATH:
            return BLED_OUT
        return FAINTS if FATIGUE[self.level].out else None


def bled(scene: Scene, fighter: str) -> tuple[Effect, ...]:
    """MYT-WOUND-05: one level of fatigue worse at the start of each round."""
    sheet = scene.sheet(fighter)
    if sheets.is_dead(sheet) or not SCHEMA.value(sheet, "state.bleeding"):
        return ()
    levels = tuple(FATIGUE)
    return (Bled(fighter, levels[levels.index(str(SCHEMA.value(sheet, "state.fatigue"))) + 1]),)


class Useless(Effect):
    """MYT-WOUND-02: a location that cannot be used."""

    kind = "useless"
    scalar = "location"
    harmful = is_open = True
    location: str

    def land(self, scene: Scene) -> Changes:
        return (scene.write(self.target, f"hit_locations.{self.location}.useless", True),)

    def told(self, scene: Scene) -> Text | None:
        return _("loses the use of a limb (%(location)s)", location=place_of(scene.sheet(self.target), self.location))


class Scar(Effect):
    """MYT-FX-SCAR: one more mark for life."""

    kind = "scar"
    scalar = "location"
    is_open = True
    location: str

    def land(self, scene: Scene) -> Changes:
        rows: Data = scene.sheet(self.target).get("hit_locations") or {}
        scars = int(rows.get(self.location, {}).get("scars", 0)) + 1
        return (scene.write(self.target, f"hit_locations.{self.location}.scars", scars),)

    def told(self, scene: Scene) -> Text | None:
        return _("is marked for life (%(location)s)", location=place_of(scene.sheet(self.target), self.location))


class Stunned(Effect):
    """MYT-FX-STUN, MYT-STYLE-KNOCKOUT: a location out of use for some turns, told in minutes where it is so long."""

    mark = marks.STUNNED
    harmful = is_open = True
    location: str
    turns: int = 0
    minutes: int = 0

    def land(self, scene: Scene) -> Changes:
        now = int(marks.STUNNED.rows(scene, self.target).get(self.location, 0))
        return (marks.STUNNED.set(scene, self.target, max(now, int(self.turns)), self.location),)

    def told(self, scene: Scene) -> Text | None:
        where = place_of(scene.sheet(self.target), self.location)
        if self.minutes:
            return ngettext(
                "is stunned for %(count)s minute (%(location)s)",
                "is stunned for %(count)s minutes (%(location)s)",
                int(self.minutes),
                location=where,
            )
        return ngettext(
            "is stunned for %(count)s turn (%(location)s)",
            "is stunned for %(count)s turns (%(location)s)",
            int(self.turns),
            location=where,
        )


class Impaled(Effect):
    """MYT-FX-IMPALE: the weapon stays where it is until somebody pulls it out."""

    mark = marks.IMPALED
    is_open = True
    location: str
    weapon: str = ""
    by: str = ""
    grade: str = ""
    shot: bool = False

    def land(self, scene: Scene) -> Changes:
        row: dict[str, Any] = {"weapon": self.weapon, "by": self.by, "grade": self.grade}
        row |= {"shot": True} if self.shot else {}
        key, stuck = self.location, marks.IMPALED.rows(scene, self.target)
        if key in stuck:
            row |= {"location": key}
            key = next(name for name in (f"{key}_{number}" for number in count(2)) if name not in stuck)
        return let_go(scene, self.target, (marks.IMPALED.set(scene, self.target, row, key),))

    def told(self, scene: Scene) -> Text | None:
        where = place_of(scene.sheet(self.target), self.location)
        return _("keeps the weapon in the wound (%(location)s)", location=where)


class Pulled(Effect):
    """MYT-FX-IMPALE: the weapon is out."""

    kind = "pulled"
    scalar = "key"
    is_open = True
    key: str

    def land(self, scene: Scene) -> Changes:
        return (marks.IMPALED.clear(scene, self.target, self.key),)

    def told(self, scene: Scene) -> Text | None:
        where = place_of(scene.sheet(self.target), self.key)
        return _("is rid of the weapon in the wound (%(location)s)", location=where)


class Dropped(Downed):
    """MYT-FX-DROP-FOE: out of the fight, for an hour divided by the healing rate."""

    mark = marks.DROPPED
    begins, ends = _("is out of the fight"), _("is back in the fight")

    def told(self, scene: Scene) -> Text | None:
        if isinstance(self.on, bool) or not self.on:
            return super().told(scene)
        return ngettext(
            "is out of the fight for %(count)s minute", "is out of the fight for %(count)s minutes", int(self.on)
        )


EFFECTS = (
    *(Hurt, Sundered, WeaponHurt, Unconscious, Dead, Bleeding, Bled, Useless, Scar, Stunned, Impaled, Pulled, Dropped),
)
