"""Modifiers of an attack: range, the table of modifiers, aim, bursts (ARP-RANGE, ARP-MOD, ARP-BURST)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import ceil

from rules.core.check import LEVELS, Check, Level, Modifier, Outcome
from rules.core.effects import Effect
from rules.core.marks import Mark, Until
from rules.core.paths import Data
from rules.core.scene import Change, Scene
from rules.core.text import Text
from rules.games.arpenteurs import places
from rules.games.arpenteurs.arms import arm, counts_rounds
from rules.games.arpenteurs.checks import weapon_check
from rules.games.arpenteurs.places import CONCEALMENT, INVISIBLE, MOTIONS
from rules.games.arpenteurs.settings import COVERS, setting
from rules.games.arpenteurs.sheet import LOCATIONS, SCHEMA, SIZES, Weapon
from rules.games.arpenteurs.text import _
from rules.ground.aiming import AS_LAID, explain

AIM = Mark("aimed", Until.ROUND, counted=True, count="left")  # at whom; not "aim", whose rows had no end
FOR_GOOD = 10**6  # rounds that an aim lasts if the house settings let none lapse
DOUBLE_ONE = (1, 1)
SEGMENTS = 5  # ARP-RANGE-02

AIMING = ((_("Not aimed"), 0), (_("Aimed for one whole round"), 1), (_("Aimed for two whole rounds"), 2))
MODES: dict[str, tuple[Text, int]] = {
    "single": (_("Single shot"), 0),
    "short_burst": (_("Short burst"), 1),
    "long_burst": (_("Long burst"), 2),
}
AT_LOCATION, UNSEEN, SHORT_AT_MELEE, LONG_AT_MELEE, BLANK = -1, -4, 2, -2, 1

NO_SUCH_MODE = _("This weapon has no such fire mode.")
BURST_NO_LOCATION = _("A burst cannot be aimed at a location.")
NO_RANGE = _("The sheet does not say how far it reaches.")
NO_AMMUNITION = _("No ammunition is left.")


@dataclass(frozen=True)
class Blow:
    """A declared attack: attacker, victim, weapon, and the location aimed at, empty for none.

    ``ruling`` has the distance and the cover if the form gave them instead of the ground.
    """

    attacker: str
    victim: str
    weapon: Weapon
    location: str = ""
    mode: str = "single"
    rounds: int = 1
    ruling: Data = field(default_factory=dict, hash=False)

    @property
    def by_hand(self) -> bool:
        return self.weapon.is_melee


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
    range_label: Text = _("Range")

    @property
    def bursts(self) -> bool:
        return self.mode != "single"


def range_malus(metres: float, reach: int) -> int:
    """ARP-RANGE-01: 0 up to the range, −1 up to twice the range, and so on, even beyond the range limit.

    A distance at a bound belongs to the nearer segment, as in the examples of the rulebook.
    """
    return -max(0, ceil(metres / reach) - 1) if reach else 0


def is_beyond(weapon: Weapon, metres: float) -> bool:
    """ARP-RANGE-02: the distance is more than five times the range, so that only a double 1 can hit."""
    return bool(weapon.range_m) and metres > SEGMENTS * weapon.range_m


def impossible(shot: Shot, settings: Data) -> Text | None:
    """ARP-BURST-04, 06: the reason why a shot is impossible as declared."""
    if not shot.weapon.range_m and not shot.weapon.is_melee:
        return NO_RANGE
    if not shot.weapon.rounds(shot.mode):
        return NO_SUCH_MODE
    if shot.bursts and shot.location:
        return BURST_NO_LOCATION
    return NO_AMMUNITION if is_empty(shot.weapon, settings) else None


def is_empty(weapon: Weapon, settings: Data) -> bool:
    """ARP-BURST-06: a weapon has no rounds left, if ammunition is tracked."""
    return counts_rounds(weapon, settings) and not weapon.ammo


def is_close(metres: float, pressed: bool, settings: Data) -> bool:
    """ARP-DIST-04, 05: a shot counts as in melee: the target is or, by house setting, the shooter is."""
    return places.in_melee(metres) or (pressed and setting(settings, "range.melee_counts") == "engaged")


def provokes(weapon: Weapon, metres: float, settings: Data, pressed: bool = False) -> bool:
    """ARP-DIST-05: a shot with this weapon at this distance gives opponents an opportunity attack."""
    if not weapon.is_shooting or not is_close(metres, pressed, settings):
        return False
    return not weapon.short or bool(setting(settings, "opportunity.short_weapons_provoke"))


def modifiers(shot: Shot, settings: Data) -> tuple[Modifier, ...]:
    """ARP-MOD-01, 02: all modifiers of a shot that are not 0.

    They count beyond the range limit too: a double 1 hits there, with degrees that depend on the score.
    """
    lines = (
        *_close(shot, settings),
        Modifier(MODES[shot.mode][0], MODES[shot.mode][1], "ARP-MOD-01"),
        _aim(shot),
        Modifier(_at(shot.location), AT_LOCATION if shot.location else 0, "ARP-AIM-02"),
        Modifier(MOTIONS[shot.motion][0], MOTIONS[shot.motion][1], "ARP-MOD-01"),
        Modifier(SIZES[shot.size][0], SIZES[shot.size][1], "ARP-MOD-01"),
        Modifier(_("Blind fire"), UNSEEN if shot.invisible else 0, "ARP-MOD-01"),
        _cover(shot.cover, shot.hidden, shot.location, settings),
        Modifier(shot.range_label, range_malus(shot.metres, shot.weapon.range_m), "ARP-RANGE-01"),
        Modifier(_("Concealed"), shot.concealment, "ARP-COVER-05"),
        Modifier(_("Game master"), shot.modifier, "ARP-MOD-01"),
    )
    return tuple(line for line in lines if line.value or line.ignored)


def applications(mode: str, degrees: int, rounds: int, settings: Data) -> int:
    """ARP-BURST-01 to 03: the number of times that a hit deals its damage."""
    if mode == "single":
        return 1
    more = degrees // 2 if mode == "short_burst" else degrees
    if setting(settings, "burst.cap_counts_first"):
        return min(1 + more, rounds)
    return 1 + min(more, rounds)


def rounds_fired(weapon: Weapon, mode: str, settings: Data) -> int:
    """ARP-BURST-06: the rounds fired: those of the fire mode, or all that are left if they are fewer."""
    wanted = weapon.rounds(mode)
    return min(wanted, weapon.ammo) if counts_rounds(weapon, settings) else wanted


def at(scene: Scene, actor: str, target: str, weapon: Weapon, args: Data) -> Shot:
    """A shot at another fighter, with everything in the scene that modifies it."""
    cover = places.cover_against(scene, actor, target, by_hand=False, args=args)
    return Shot(
        weapon,
        metres(scene, actor, target, args),
        places.are_engaged(scene, actor, target),
        str(args.get("mode", "single")),
        location(args),
        aimed_rounds(scene, actor, target),
        places.motion(scene, target),
        str(SCHEMA.value(scene.sheet(target), "size")),
        bool(INVISIBLE.of(scene, target)),
        cover.level,
        cover.hidden,
        CONCEALMENT.number(scene, target),
        int(args.get("modifier", 0)),
        places.is_pressed(scene, actor),
        explain(scene, places.GROUND, _("Range"), actor, target, args),
    )


def metres(scene: Scene, actor: str, target: str, args: Data) -> float:
    """ARP-DIST-01: the distance of a shot: the one given in the form, or else the one in the scene."""
    return int(args.get("metres") or 0) or places.metres(scene, actor, target)


def aimed_rounds(scene: Scene, fighter: str, target: str) -> int:
    """ARP-AIM-01: the rounds that a fighter has spent aiming at this target."""
    aim = AIM.rows(scene, fighter)
    return int(aim["rounds"]) if aim.get("target") == target else 0


def location(args: Data) -> str:
    """ARP-LOC-02: the location aimed at, empty for none."""
    place = str(args.get("location", "none"))
    return "" if place == "none" else place


class Aim(Effect):
    """ARP-AIM-01: one more round spent aiming at a target, two at most; without a target the aim is lost.

    If the house settings let an aim lapse, it lasts for this round and the next.
    """

    kind = "aim"
    scalar = "at"
    at: str | None = None

    def land(self, scene: Scene) -> tuple[Change, ...]:
        if self.at is None:
            return (AIM.clear(scene, self.target),)
        rounds = min(2, 1 + aimed_rounds(scene, self.target, self.at))
        left = 2 if setting(scene.settings, "aim.lapses") == "soon" else FOR_GOOD
        row = {"target": scene.fighters[self.at].id, "rounds": rounds, "left": left}
        return (AIM.set(scene, self.target, row),)


def _close(shot: Shot, settings: Data) -> tuple[Modifier, ...]:
    """ARP-DIST-04 to 08: the modifiers of melee and of point-blank range, which overlap from 1 to 3 m."""
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
    """ARP-AIM-01, ARP-BURST-05: the bonus for up to two rounds of aiming, which a burst loses."""
    label, bonus = AIMING[min(shot.aimed_rounds, 2)]
    wasted = _("The recoil of a burst wastes it.")
    return Modifier(label, bonus, "ARP-AIM-01", wasted if shot.bursts and bonus else None)


def _cover(level: str, hidden: tuple[str, ...], location: str, settings: Data) -> Modifier:
    """ARP-COVER-01, 04: the malus of a cover; aiming at an exposed location lifts it only by house setting."""
    line = places.cover_line(level)
    past = bool(location) and location not in hidden
    lifted = past and line.value and setting(settings, "cover.aim_lifts_malus")
    return replace(line, ignored=_LIFTED if lifted else None)


_LIFTED = _("Aimed past the cover.")


def _at(location: str) -> Text:
    place = LOCATIONS.get(location, _("nothing"))
    return _("Aimed at: %(place)s", place=place)


# The test of a blow.


def struck(scene: Scene, fighter: str, victim: str, weapon: Weapon, where: str = "", mode: str = "single") -> Blow:
    return Blow(fighter, victim, weapon, where, mode, rounds_fired(weapon, mode, scene.settings))


def find_blow(scene: Scene, actor: str, args: Data) -> Blow | None:
    """The blow that a form declares; ``None`` if its weapon or target is gone."""
    weapon, target = arm(scene, actor, args["weapon"]), args["target"]
    if weapon is None or target not in scene.fighters:
        return None
    blow = struck(scene, actor, target, weapon, location(args), str(args.get("mode", "single")))
    return replace(blow, ruling={key: args[key] for key in ("metres", "covered") if key in args})


def dived(scene: Scene, blow: Blow) -> Blow:
    """ARP-ATK-06: the blow on a target who has dived behind a cover that is heavier than the one ruled before."""
    ruled, own = str(blow.ruling.get("covered", AS_LAID)), places.cover(scene, blow.victim).level
    if ruled == AS_LAID or COVERS[ruled][1] <= COVERS[own][1]:
        return blow
    return replace(blow, ruling={**blow.ruling, "covered": own})


def threat(scene: Scene, blow: Blow, args: Data, *lines: Modifier) -> Check:
    """ARP-ATK-01, ARP-MOD-01: the test of a melee or ranged attack with all its modifiers."""
    changes = _by_hand(scene, blow, args) if blow.by_hand else modifiers(find_shot(scene, blow, args), scene.settings)
    return weapon_check(scene, blow.attacker, blow.weapon, args, *lines, *changes)


def find_shot(scene: Scene, blow: Blow, args: Data) -> Shot:
    """The shot of a ranged blow, with everything that its modifiers depend on."""
    args = {**args, **blow.ruling, "mode": blow.mode, "location": blow.location or "none"}
    return at(scene, blow.attacker, blow.victim, blow.weapon, args)


def _by_hand(scene: Scene, blow: Blow, args: Data) -> tuple[Modifier, ...]:
    """ARP-COVER-03, 05, ARP-LOC-02: the modifiers of a melee blow: cover, concealment, aimed location."""
    cover = places.cover_against(scene, blow.attacker, blow.victim, by_hand=True, args=blow.ruling)
    return (
        replace(_cover(cover.level, cover.hidden, blow.location, scene.settings), rule="ARP-COVER-03"),
        Modifier(_("Concealed"), CONCEALMENT.number(scene, blow.victim), "ARP-COVER-05"),
        Modifier(_at(blow.location), AT_LOCATION if blow.location else 0, "ARP-AIM-02"),
        Modifier(_("Game master"), int(args.get("modifier", 0)), "ARP-MOD-01"),
    )


def goes_beyond(scene: Scene, blow: Blow) -> bool:
    """ARP-RANGE-02: the blow goes beyond the range limit, so that only a double 1 can hit."""
    return is_beyond(blow.weapon, metres(scene, blow.attacker, blow.victim, blow.ruling))


def far(outcome: Outcome) -> Outcome:
    """ARP-RANGE-02: only a natural double 1 hits beyond the limit, and then whatever the score."""
    if outcome.faces == DOUBLE_ONE:
        hit = LEVELS[Level.CRITICAL]
        return replace(outcome, level=Level.CRITICAL, margin=max(1, outcome.margin), label=hit, public=hit)
    too_far = _("Beyond five times the range: automatic failure")
    level = min(outcome.level, Level.FAILURE)
    return replace(outcome, level=level, margin=0, label=too_far, public=too_far)


def veto(outcome: Outcome) -> Outcome:
    """ARP-RANGE-03: the outcome of a shot that the game master rules out of reach: a failure."""
    missed = _("The game master rules: out of reach")
    return replace(outcome, level=Level.FAILURE, margin=0, label=missed, public=missed)
