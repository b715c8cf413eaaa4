"""Shots: the malus of range, every modifier of the table, and what a burst is worth."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from rules.core.check import Modifier
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.text import Text
from rules.games.arpenteurs import initiative, places
from rules.games.arpenteurs.schema import SCHEMA
from rules.games.arpenteurs.settings import setting
from rules.games.arpenteurs.sheet import Weapon
from rules.games.arpenteurs.tables import (
    AIMING,
    AT_LOCATION,
    BLANK,
    LOCATIONS,
    LONG_AT_MELEE,
    MODES,
    MOTIONS,
    SEGMENTS,
    SHORT_AT_MELEE,
    SIZES,
    UNSEEN,
)
from rules.games.arpenteurs.text import _

NO_SUCH_MODE = _("This weapon has no such fire mode.")
BURST_NO_LOCATION = _("A burst cannot be aimed at a location.")
NO_RANGE = _("The sheet does not say how far it reaches.")
NO_AMMUNITION = _("No ammunition is left.")


MOVING = ("move", "dive_to_cover", "repli")


@dataclass(frozen=True)
class Shot:
    """Everything the modifiers of a shot depend on."""

    weapon: Weapon
    metres: float
    engaged: bool
    mode: str = "single"
    location: str = ""
    aimed_rounds: int = 0
    motion: str = "still"
    size: str = "normal"
    invisible: bool = False
    cover: str = "none"
    hidden: tuple[str, ...] = ()
    concealment: int = 0
    modifier: int = 0
    pressed: bool = False

    @property
    def bursts(self) -> bool:
        """Whether it is a burst of either kind."""
        return self.mode != "single"


def range_malus(metres: float, reach: int) -> int:
    """ARP-RANGE-01: nothing up to the range, −1 up to twice, and so on, beyond the limit too.

    The worked values of the rulebook put each bound into the lower segment.
    """
    return -max(0, ceil(metres / reach) - 1) if reach else 0


def is_beyond(weapon: Weapon, metres: float) -> bool:
    """ARP-RANGE-02: whether only a double 1 can hit from there."""
    return bool(weapon.range_m) and metres > SEGMENTS * weapon.range_m


def impossible(shot: Shot, settings: Data) -> Text | None:
    """ARP-BURST-04, 06: why a shot cannot be tried as it was said."""
    if not shot.weapon.range_m and not shot.weapon.is_melee:
        return NO_RANGE
    if not shot.weapon.rounds(shot.mode):
        return NO_SUCH_MODE
    if shot.bursts and shot.location:
        return BURST_NO_LOCATION
    return NO_AMMUNITION if is_empty(shot.weapon, settings) else None


def is_empty(weapon: Weapon, settings: Data) -> bool:
    """ARP-BURST-06: whether a weapon whose rounds are counted has none."""
    return bool(weapon.magazine and not weapon.ammo and setting(settings, "ammo.track"))


def is_close(metres: float, pressed: bool, settings: Data) -> bool:
    """ARP-DIST-04, 05: whether a shot is fired in melee: at a target there, or, as the house reads it, from there."""
    return places.in_melee(metres) or (pressed and setting(settings, "range.melee_counts") == "engaged")


def provokes(weapon: Weapon, metres: float, settings: Data, pressed: bool = False) -> bool:
    """ARP-DIST-05: whether using this weapon so close gives others an opportunity attack."""
    if not weapon.is_shooting or not is_close(metres, pressed, settings):
        return False
    return not weapon.short or bool(setting(settings, "opportunity.short_weapons_provoke"))


def modifiers(shot: Shot, settings: Data) -> tuple[Modifier, ...]:
    """ARP-MOD-01, 02: every line of a shot that is worth something.

    They count beyond the limit of range too: a double 1 hits there, but its degrees are those of the score.
    """
    found = (
        *_close(shot, settings),
        Modifier(MODES[shot.mode][0], MODES[shot.mode][1], "ARP-MOD-01"),
        _aim(shot),
        Modifier(_at(shot.location), AT_LOCATION if shot.location else 0, "ARP-AIM-02"),
        Modifier(MOTIONS[shot.motion][0], MOTIONS[shot.motion][1], "ARP-MOD-01"),
        Modifier(SIZES[shot.size][0], SIZES[shot.size][1], "ARP-MOD-01"),
        Modifier(_("Blind fire"), UNSEEN if shot.invisible else 0, "ARP-MOD-01"),
        _cover(shot, settings),
        Modifier(_RANGE, range_malus(shot.metres, shot.weapon.range_m), "ARP-RANGE-01"),
        Modifier(_("Concealed"), shot.concealment, "ARP-COVER-05"),
        Modifier(_("Game master"), shot.modifier, "ARP-MOD-01"),
    )
    return tuple(line for line in found if line.value or line.ignored)


def applications(mode: str, degrees: int, rounds: int, settings: Data) -> int:
    """ARP-BURST-01 to 03: how often a hit does its damage."""
    if mode == "single":
        return 1
    more = degrees // 2 if mode == "short_burst" else degrees
    if setting(settings, "burst.cap_counts_first"):
        return min(1 + more, rounds)
    return 1 + min(more, rounds)


def fired(weapon: Weapon, mode: str, settings: Data) -> int:
    """ARP-BURST-06: the rounds that leave the weapon: those of the mode, or what is left of them."""
    wanted = weapon.rounds(mode)
    counted = weapon.magazine and setting(settings, "ammo.track")
    return min(wanted, weapon.ammo) if counted else wanted


def at(scene: Scene, actor: str, target: str, weapon: Weapon, args: Data) -> Shot:
    """The shot of a fighter at another, with everything the scene knows of both."""
    marks = scene.fighters[target].marks
    said = str(args.get("location", "none"))
    cover = places.cover_against(scene, actor, target, by_hand=False)
    return Shot(
        weapon,
        places.metres(scene, actor, target),
        places.are_engaged(scene, actor, target),
        str(args.get("mode", "single")),
        "" if said == "none" else said,
        aimed_rounds(scene, actor, target),
        motion(scene, target),
        str(SCHEMA.value(scene.sheet(target), "size")),
        bool(marks.get("invisible")),
        cover.level,
        cover.hidden,
        int(marks.get("concealment", 0)),
        int(args.get("modifier", 0)),
        is_pressed(scene, actor),
    )


def aimed_rounds(scene: Scene, fighter: str, target: str) -> int:
    """ARP-AIM-01: the rounds spent aiming at somebody, none once the aim has lapsed."""
    aim: Data = initiative.mark(scene, fighter, "aim") or {}
    fresh = setting(scene.settings, "aim.lapses") == "never" or scene.round - int(aim.get("round", scene.round)) <= 1
    return int(aim["rounds"]) if aim.get("target") == target and fresh else 0


def motion(scene: Scene, fighter: str) -> str:
    """ARP-MOD-01: how fast somebody is: as the game master says, or as the moves of this round come to."""
    said = str(initiative.mark(scene, fighter, "motion") or "still")
    moves = sum(entry["kind"] in MOVING for entry in initiative.ledger(scene, fighter))
    moved = tuple(MOTIONS)[min(moves, 2)] if setting(scene.settings, "mod.moves_count") else "still"
    return min(said, moved, key=lambda one: MOTIONS[one][1])


def is_pressed(scene: Scene, fighter: str) -> bool:
    """ARP-DIST-04, 05: whether an opponent who is engaged with a fighter stands within melee reach."""
    foes = (one for one in scene.fighters if one != fighter and places.are_engaged(scene, one, fighter))
    return any(
        places.in_melee(places.metres(scene, fighter, one)) and not initiative.is_out(scene, one) for one in foes
    )


_RANGE = _("Range")


def _close(shot: Shot, settings: Data) -> tuple[Modifier, ...]:
    """ARP-DIST-04 to 08: melee and point-blank, which overlap from 1 to 3 m."""
    melee: tuple[Modifier, ...] = ()
    if shot.weapon.is_shooting and shot.weapon.short and places.in_melee(shot.metres):
        melee = (Modifier(_("Short weapon in melee"), SHORT_AT_MELEE, "ARP-DIST-06"),)
    elif shot.weapon.is_shooting and not shot.weapon.short and is_close(shot.metres, shot.pressed, settings):
        melee = (Modifier(_("Long weapon in melee"), LONG_AT_MELEE, "ARP-DIST-04"),)
    if shot.weapon.category != "firearm" or not places.at_point_blank(shot.metres):
        return melee
    blank = (Modifier(_("Point-blank"), BLANK, "ARP-DIST-07"),)
    how = setting(settings, "range.overlap")
    if how == "cumulative":
        return (*melee, *blank)
    return melee if how == "melee_only" or shot.engaged else blank


def _aim(shot: Shot) -> Modifier:
    """ARP-AIM-01, ARP-BURST-05: the rounds spent aiming, two at most, which a burst wastes."""
    label, bonus = AIMING[min(shot.aimed_rounds, 2)]
    wasted = _("The recoil of a burst wastes it.")
    return Modifier(label, bonus, "ARP-AIM-01", wasted if shot.bursts and bonus else None)


def _cover(shot: Shot, settings: Data) -> Modifier:
    """ARP-COVER-01, 04: the malus of a cover, which aiming past it does not lift by itself."""
    line = places.cover_line(shot.cover)
    past = bool(shot.location) and shot.location not in shot.hidden
    lifted = past and line.value and setting(settings, "cover.aim_lifts_malus")
    return Modifier(line.label, line.value, line.rule, _LIFTED if lifted else None)


_LIFTED = _("Aimed past the cover.")


def _at(location: str) -> Text:
    place = LOCATIONS.get(location, _("nothing"))
    return _("Aimed at: %(place)s", place=place)
