"""Thrown and shot weapons: range bands, impact, loading, aiming and what spoils a shot (MYT-RANGED)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.effects import Effect
from rules.core.paths import Data
from rules.core.scene import Change, Scene
from rules.core.text import Text
from rules.games.mythras import marks
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.character.tables import resize
from rules.games.mythras.equipment import limbs
from rules.games.mythras.equipment import weapons as arms
from rules.games.mythras.equipment.arms import MODES
from rules.games.mythras.equipment.holding import end_guard, fall
from rules.games.mythras.equipment.weapons import Weapon, label_of
from rules.games.mythras.marks import AIM, EMPTY, LOADING, QUICK
from rules.games.mythras.rolls.grades import Situation
from rules.games.mythras.settings import setting
from rules.games.mythras.text import _

Changes = tuple[Change, ...]

BANDS: dict[str, Text] = {
    "short": _("short range"),
    "effective": _("effective range"),
    "long": _("long range: half damage"),
}
# MYT-RANGED-CROWD, MYT-ATTR-06
CROWD: dict[str, tuple[Text, str]] = {
    "edge": (_("target on the edge of a crowd"), "hard"),
    "inside": (_("target inside a crowd or behind it"), "formidable"),
}
GAITS: dict[str, tuple[Text, int]] = {"still": (_("Standing"), 0), "walk": (_("Walking"), 0), "run": (_("Running"), 1)}


def band(weapon: Weapon, metres: int) -> str:
    """MYT-RANGED-BANDS: the band of a distance, empty beyond the last; a boundary belongs to the nearer one."""
    return next((key for key, most in zip(BANDS, weapon.ranges, strict=True) if metres <= most), "")


def as_shot(weapon: Weapon, metres: int) -> Weapon:
    """MYT-RANGED-FORCE: a missile meets a shield with its impact, one size smaller at long range."""
    if not weapon.force:
        return weapon
    return replace(weapon, size=resize(weapon.force, -1 if band(weapon, metres) == "long" else 0))


def as_thrown(weapon: Weapon) -> Weapon:
    """MYT-STYLE-THROW, MYT-EQ-MELEE: a weapon of close combat as something that flies; a dagger does 1d4 then."""
    impale = weapon.size if "impaling" in weapon.flags else ""
    damage = weapon.thrown_damage or weapon.damage
    return replace(
        weapon, category="ranged", kind="thrown", force=weapon.size, ranges=(5, 10, 20), impale=impale, damage=damage
    )


def why_unloaded(scene: Scene, fighter: str, weapon: Weapon) -> Text | None:
    """MYT-AUTO-06, MYT-RANGED-LOAD: why a weapon cannot be shot: nothing is loaded, or it is jammed."""
    if weapon.jammed:
        return _("Jammed.")
    empty = weapon.loaded < 1 if weapon.magazine else marks.EMPTY.rows(scene, fighter).get(weapon.key)
    return _("Nothing is loaded.") if empty else None


# Loading.


def turns_to_load(scene: Scene, fighter: str, weapon: Weapon) -> int:
    """MYT-AP-04, MYT-FX-RAPID-RELOAD: the turns that loading still takes, less those done and saved."""
    done = sum(int(mark.rows(scene, fighter).get(weapon.key, 0)) for mark in (LOADING, QUICK))
    return max(0, max(1, weapon.load) - done)


class Load(Effect):
    """MYT-ACT-RELOAD, MYT-RANGED-LOAD: one turn of loading; with the last one the rounds are in."""

    kind = "load"
    weapon: str

    def land(self, scene: Scene) -> Changes:
        weapon = arms.find(scene.sheet(self.target), self.weapon, scene.settings)
        if weapon is None:
            return ()
        if turns_to_load(scene, self.target, weapon) > 1:
            done = int(LOADING.rows(scene, self.target).get(weapon.key, 0)) + 1
            return (LOADING.set(scene, self.target, done, weapon.key),)
        if not weapon.magazine:
            return _ready(scene, self.target, weapon.key)
        rounds = min(weapon.reserve, weapon.magazine - weapon.loaded)
        return (
            *_ready(scene, self.target, weapon.key),
            scene.write(self.target, f"weapons.{weapon.key}.loaded", weapon.loaded + rounds),
            scene.write(self.target, f"weapons.{weapon.key}.reserve", weapon.reserve - rounds),
        )


def _ready(scene: Scene, fighter: str, key: str) -> Changes:
    return tuple(mark.clear(scene, fighter, key) for mark in (LOADING, QUICK, EMPTY))


class Quick(Effect):
    """MYT-FX-RAPID-RELOAD: so many turns less for the next loading; one that takes none is done at once."""

    mark = QUICK
    is_open = True
    weapon: str
    turns: int = 0

    def land(self, scene: Scene) -> Changes:
        weapon = arms.find(scene.sheet(self.target), self.weapon, scene.settings)
        if weapon is None:
            return ()
        saved = int(QUICK.rows(scene, self.target).get(weapon.key, 0)) + int(self.turns)
        if weapon.load - saved <= 0 and EMPTY.rows(scene, self.target).get(weapon.key):
            return _ready(scene, self.target, weapon.key)
        return (QUICK.set(scene, self.target, min(saved, weapon.load) or None, weapon.key),)

    def told(self, scene: Scene) -> Text | None:
        return _("loads faster (%(weapon)s)", weapon=label_of(scene, self.target, self.weapon))


class Fire(Effect):
    """MYT-AUTO-06: every round fired is spent; what was thrown has left the hand, and lies there if it was the last."""

    kind = "fire"
    weapon: str
    rounds: int
    at: str = ""

    def land(self, scene: Scene) -> Changes:
        weapon = arms.find(scene.sheet(self.target), self.weapon, scene.settings)
        if weapon is None:
            return ()
        path = f"weapons.{weapon.key}"
        if weapon.kind == "thrown" or not weapon.ranged:
            gone = scene.write(self.target, f"{path}.in_hand", None), *end_guard(scene, self.target, weapon.key)
            if weapon.reserve:
                return *gone, scene.write(self.target, f"{path}.reserve", weapon.reserve - 1)
            lies = fall(scene, self.target, weapon.key, self.at or self.target)
            return *gone, *limbs.slacken(scene, self.target, weapon.key), *lies
        if weapon.magazine:
            return (scene.write(self.target, f"{path}.loaded", max(0, weapon.loaded - int(self.rounds))),)
        return (EMPTY.set(scene, self.target, True, weapon.key),) if weapon.load else ()


class SwitchedMode(Effect):
    """MYT-ACT-SWITCH-FIRE: a firearm is set to another mode."""

    kind = "mode"
    is_open = True
    weapon: str
    mode: str = ""

    def land(self, scene: Scene) -> Changes:
        if self.weapon not in (scene.sheet(self.target).get("weapons") or {}):
            return ()
        return (scene.write(self.target, f"weapons.{self.weapon}.mode", self.mode),)

    def told(self, scene: Scene) -> Text | None:
        label = label_of(scene, self.target, self.weapon)
        return _("switches to %(how)s (%(weapon)s)", how=MODES[self.mode], weapon=label)


class Jammed(Effect):
    """MYT-FX-WEAPON-MALFUNCTION: until it is mended."""

    kind = "jammed"
    scalar = "weapon"
    is_open = True
    says = _("the weapon jams")
    weapon: str

    def land(self, scene: Scene) -> Changes:
        return (scene.write(self.target, f"weapons.{self.weapon}.malfunction", True),)


class Aimed(Effect):
    """MYT-RANGED-AIM: at one target until the shot; another one is aimed at anew."""

    mark = AIM
    scalar = "at"
    is_open = True
    at: str | None

    def told(self, scene: Scene) -> Text | None:
        return _("aims at %(who)s", who=scene.name(self.at)) if self.at else None


class Strayed(Effect):
    """MYT-RANGED-CROWD: the shot hits somebody beside its target."""

    kind = "strayed"
    scalar = "by"
    is_open = True
    by: str

    def told(self, scene: Scene) -> Text | None:
        return _("stands where the shot of %(who)s goes", who=scene.name(self.by))


EFFECTS = (Load, Quick, Fire, SwitchedMode, Jammed, Aimed, Strayed)

# What makes a shot harder or easier.


def crowd(args: Data) -> tuple[Situation, ...]:
    """MYT-RANGED-CROWD: the target stands among others."""
    result = CROWD.get(str(args.get("crowd", "none")))
    return (Situation(result[0], result[1], rule="MYT-RANGED-CROWD"),) if result else ()


def gait(scene: Scene, args: Data) -> tuple[Situation, ...]:
    """MYT-ATTR-06, MYT-STYLE-SKIRMISH: what is done at a run is a step harder, unless the table counts no gaits."""
    label, by = GAITS[str(args.get("gait", "still"))]
    if not by or setting(scene.settings, "gaits") == "free":
        return ()
    return (Situation(label, steps=by, rule="MYT-ATTR-06"),)


def has_aimed(scene: Scene, fighter: str, target: str) -> bool:
    """MYT-RANGED-AIM: true if a fighter has spent a round on this target."""
    return bool(marks.AIM.of(scene, fighter) == target)


def through_scope(scene: Scene, fighter: str, target: str, weapon: Weapon) -> tuple[Situation, ...]:
    """MYT-RANGED-SCOPE: a scope on a firearm helps a fighter who has aimed."""
    if not weapon.firearm or not weapon.scope or not has_aimed(scene, fighter, target):
        return ()
    return (Situation(_("scope"), steps=-weapon.scope, rule="MYT-RANGED-SCOPE"),)


def is_scoped(scene: Scene, fighter: str, target: str, weapon: Weapon, metres: int) -> bool:
    """MYT-RANGED-SCOPE: true if a scope makes this a distance at which a shot may be placed."""
    return bool(weapon.scope) and has_aimed(scene, fighter, target) and metres <= weapon.scope_metres


def recoil(scene: Scene, fighter: str, mode: str) -> tuple[Situation, ...]:
    """MYT-AUTO-01, MYT-AUTO-05: a short burst is hard and a long one formidable; steadied, a grade less."""
    from_mode = {"short_burst": "hard", "long_burst": "formidable"}.get(mode)
    if from_mode is None:
        return ()
    label, steadied = MODES[mode], bool(marks.STEADIED.of(scene, fighter))
    if steadied:
        from_mode = {"hard": "standard", "formidable": "hard"}[from_mode]
        label = _("%(mode)s, steadied", mode=label)
    return (Situation(label, from_mode, rule="MYT-AUTO-05" if steadied else "MYT-AUTO-01"),)


def throwable(scene: Scene, fighter: str, weapon: Weapon) -> bool:
    """MYT-STYLE-THROW: true if a weapon of close combat can be thrown by this fighter."""
    able = "thrown" in weapon.flags or "throw_weapons" in sheets.traits(scene.sheet(fighter), weapon.style)
    return weapon.category == "melee" and able
