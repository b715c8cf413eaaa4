"""The weapons of a sheet, each as its row and the tables say."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from rules.core.dice import Formula, try_parse
from rules.core.memo import memoize
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.text import Text
from rules.games.mythras.equipment.arms import FIREARMS, FLAGS, HIGH_TECH, MODELS, Model
from rules.games.mythras.settings import setting
from rules.games.mythras.text import _

_NOTHING = Model(Text(""), "melee", "")


@dataclass(frozen=True)
class Weapon:
    """One weapon of a sheet; ``damage`` is ``None`` where its dice cannot be read, ``thrown_damage`` that of a dagger.

    ``passive`` counts the places it covers, ``load`` the turns that loading takes, ``rate`` the shots of its longest
    burst. ``adds_modifier`` tells whether its bearer's damage modifier counts, ``linked`` whether it obeys their mind.
    """

    key: str
    label: Text
    category: str
    style: str
    damage: Formula | None
    size: str
    reach: str
    armour: int
    hp_max: int
    hp: int
    flags: frozenset[str]
    passive: int
    kind: str
    adds_modifier: bool
    force: str
    impale: str
    ranges: tuple[int, int, int]
    load: int
    magazine: int
    loaded: int
    reserve: int
    mode: str
    burst: int
    rate: int
    scope: int
    scope_metres: int
    modes: tuple[str, ...]
    linked: bool
    jammed: bool
    in_hand: bool
    thrown_damage: Formula | None = None

    @property
    def ranged(self) -> bool:
        return self.category == "ranged"

    @property
    def firearm(self) -> bool:
        """MYT-AUTO-08: true if the rules of firearms hold for it."""
        return self.kind in FIREARMS

    @property
    def fires_rested(self) -> bool:
        """MYT-SIT-R13: true if it is shot from the ground as well as standing, where the position was prepared."""
        return self.firearm or self.kind == "crossbow"

    @property
    def high_tech(self) -> bool:
        """True if it shoots beams, or as fast as one."""
        return self.kind in HIGH_TECH

    @property
    def automatic(self) -> bool:
        """MYT-AUTO-08: true if it fires bursts; what shoots no projectiles does not."""
        return self.firearm and self.kind != "energy" and len(self.modes) > 1

    @property
    def natural(self) -> bool:
        """MYT-ATK-03: true if it is a part of the body."""
        return "unarmed" in self.flags

    @property
    def broken(self) -> bool:
        """MYT-FX-DAMAGE-WEAPON: true if nothing is left of it."""
        return self.hp_max > 0 and self.hp <= 0


FIST = "fist"  # what everybody has, whatever the sheet says


@memoize
def weapons(sheet: Data, settings: Data) -> tuple[Weapon, ...]:
    """The weapons of a sheet in its order; bare hands come last where it names no natural weapon."""
    rows: Data = sheet.get("weapons") or {}
    cells = tuple((key, tuple(row.items())) for key, row in rows.items())
    styles = tuple((key, str(row.get("name", "")).casefold()) for key, row in (sheet.get("styles") or {}).items())
    return _carried(cells, styles, str(setting(settings, "great_axe_size")))


def find(sheet: Data, key: str, settings: Data) -> Weapon | None:
    return next((weapon for weapon in weapons(sheet, settings) if weapon.key == key), None)


Cells = tuple[tuple[str, Any], ...]
Styles = tuple[tuple[str, str], ...]


@lru_cache(maxsize=2048)  # a fight asks for the same weapons at every step
def _carried(cells: tuple[tuple[str, Cells], ...], styles: Styles, great_axe: str) -> tuple[Weapon, ...]:
    plain = (_weapon(key, dict(row), great_axe) for key, row in cells)
    carried = tuple(weapon if weapon.natural else replace(weapon, style=_style(weapon, styles)) for weapon in plain)
    if any(weapon.natural for weapon in carried):
        return carried
    return (*carried, _weapon(FIST, {"model": "fist"}, great_axe))


def _style(weapon: Weapon, styles: Styles) -> str:
    """MYT-STYLE-COVERAGE: the key of the style that is written, as key or name; unwritten, of the only one there is."""
    if not weapon.style:
        return styles[0][0] if len(styles) == 1 else ""
    named = {name: key for key, name in styles} | {key: key for key, _name in styles}
    return named.get(weapon.style) or named.get(weapon.style.casefold(), weapon.style)


def _model(row: Data, great_axe: str) -> Model:
    model = MODELS.get(str(row.get("model", "")), _NOTHING)
    return replace(model, size=great_axe) if row.get("model") == "great_axe" else model


def _weapon(key: str, row: Data, great_axe: str) -> Weapon:
    model = _model(row, great_axe)
    own = frozenset(flag for flag in FLAGS if row.get(flag))
    flags = own if row.get("own_flags") else model.flags | own
    most = _number(row, "hp_max", model.hp)
    magazine = _number(row, "magazine", model.magazine)

    def word(name: str, usual: str = "") -> str:
        return str(row.get(name) or getattr(model, name) or usual)

    def figure(name: str, usual: int) -> int:
        return int(row.get(name) or usual)

    return Weapon(
        key=key,
        label=_("%(weapon)s", weapon=str(row["name"])) if row.get("name") else model.label,
        category=word("category"),
        style=str(row.get("style", "")),
        damage=try_parse(word("damage")),
        size=word("size", "medium"),
        reach=word("reach", "short"),
        armour=_number(row, "armour", model.armour),
        hp_max=most,
        hp=_number(row, "hp", most),
        flags=flags,
        passive=figure("passive", model.passive) or 1,
        kind=word("kind"),
        adds_modifier=_adds_modifier(row, model),
        force=word("force"),
        impale=word("impale"),
        ranges=tuple(map(figure, ("short", "effective", "long"), model.ranges)),  # type: ignore[arg-type]
        load=_number(row, "load", model.load or 0),
        magazine=magazine,
        loaded=_number(row, "loaded", magazine),
        reserve=int(row.get("reserve", 0)),
        mode=str(row.get("mode", "semi_auto")),
        burst=int(row.get("burst", 3)),
        rate=figure("rate", model.rate) or 20,
        scope=int(row.get("scope", 0)),
        scope_metres=int(row.get("scope_metres", 0)),
        modes=_modes(row, model),
        linked=bool(row.get("linked")),
        jammed=bool(row.get("malfunction")),
        in_hand=bool(row.get("in_hand")) or "unarmed" in flags,
        thrown_damage=_thrown_dagger(row),
    )


def _thrown_dagger(row: Data) -> Formula | None:
    plain = row.get("model") == "dagger" and not row.get("damage")
    return try_parse(MODELS["thrown_dagger"].damage) if plain else None


def _adds_modifier(row: Data, model: Model) -> bool:
    """MYT-RANGED-DM: as the table says; of ranged weapons that are in no table, bows and thrown ones alone."""
    if row.get("own_flags") or row.get("adds_modifier"):
        return bool(row.get("adds_modifier"))
    if model is not _NOTHING or row.get("category") != "ranged":
        return model.adds_modifier
    return row.get("kind") in ("bow", "thrown")


def _modes(row: Data, model: Model) -> tuple[str, ...]:
    """MYT-AUTO-01: the modes of the table, and those written on the row."""
    own = tuple(mode for mode in ("short_burst", "long_burst") if row.get(mode))
    return tuple(dict.fromkeys((*model.modes, *own)))


def _number(row: Data, key: str, usual: int) -> int:
    written = row.get(key, "")
    return int(written) if isinstance(written, int) else usual


def label_of(scene: Scene, fighter: str, key: str) -> Text:
    """The name of a weapon that may have left the sheet."""
    result = find(scene.sheet(fighter), key, scene.settings)
    return result.label if result else Text("?")
