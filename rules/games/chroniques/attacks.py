"""Attacks: the test against DEF or DEP, the damage, and what it leaves."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.core.check import Breakdown, Check, Level, Modifier, Outcome
from rules.core.dice import Formula, parse
from rules.core.errors import Unreadable
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Effect, Option, Script, choose, roll
from rules.core.text import Text
from rules.games.chroniques import checks
from rules.games.chroniques import sheet as sheets
from rules.games.chroniques.checks import HITS
from rules.games.chroniques.schema import SCHEMA
from rules.games.chroniques.settings import setting
from rules.games.chroniques.tables import ABILITIES_SHORT, DEFENCES, STATES
from rules.games.chroniques.text import _


@dataclass(frozen=True)
class Weapon:
    """One weapon of a sheet; ``damage`` is ``None`` where its dice cannot be read."""

    key: str
    name: str
    kind: str
    damage: Formula | None
    adds_strength: bool
    versus: str

    @property
    def label(self) -> Text:
        """Its name as a text."""
        return _("%(weapon)s", weapon=self.name)


def weapons(sheet: Data) -> tuple[Weapon, ...]:
    """The weapons of a sheet in its order."""
    rows: Data = sheet.get("weapons") or {}
    return tuple(_weapon(key, row) for key, row in rows.items())


def find(sheet: Data, key: str) -> Weapon | None:
    """One weapon by its key, or ``None`` when it has left the sheet."""
    return next((weapon for weapon in weapons(sheet) if weapon.key == key), None)


def versus(weapon: Weapon, said: str) -> str:
    """CHO-ATK-02: DEF for what is physical, DEP for what is psychic, unless the weapon or the attack says otherwise."""
    named = said if said != "nature" else weapon.versus
    if named != "nature":
        return named
    return "dep" if weapon.kind == "psychic" else "def_"


def strike(scene: Scene, actor: str, args: Data) -> Script[tuple[Effect, ...]]:
    """CHO-ATK-01 to 06: the test, then the damage of a hit."""
    weapon, target = find(scene.sheet(actor), args["weapon"]), args["target"]
    if weapon is None or target not in scene.fighters:
        return ()
    check = against(scene, actor, weapon, args)
    if helpless(scene, target):
        outcome = _automatic(check)
    else:
        label = _("Attack: %(weapon)s", weapon=weapon.name)
        outcome = yield from checks.resolve(check, scene.settings, "attack", label)
    outcome, lucky = yield from checks.spend_luck(scene.sheet(actor), scene.settings, outcome, "attack-")
    effects: tuple[Effect, ...] = (Effect("outcome", actor, outcome),)
    effects += (Effect("luck", actor, -1),) if lucky else ()
    if not outcome.level.succeeded:
        return effects
    hurt = yield from _harm(scene, actor, target, weapon, outcome.level is Level.CRITICAL)
    return (*effects, *hurt)


def damage(sheet: Data, target: Data, settings: Data, weapon: Weapon, dice: int, critical: bool = False) -> Breakdown:
    """CHO-DMG-01 to 03: dice and bonuses, 1 at least, multiplied by a critical, less the damage reduction."""
    plus = weapon.damage.plus if weapon.damage else 0
    strength = sheets.ability(sheet, "for_") if weapon.adds_strength else 0
    dealt = Breakdown(Modifier(_("Dice"), dice, "CHO-DMG-01")).plus(
        Modifier(weapon.label, plus, "CHO-DMG-01"),
        Modifier(ABILITIES_SHORT["for_"], strength, "CHO-DMG-01"),
    )
    least = int(setting(settings, "damage.minimum"))
    dealt = dealt.plus(Modifier(_("At least"), max(0, least - dealt.total), "CHO-DMG-01"))
    factor = int(setting(settings, "critical.factor")) if critical else 1
    times = _("Critical, ×%(factor)s", factor=factor)
    dealt = dealt.plus(Modifier(times, dealt.total * (factor - 1), "CHO-DMG-02"))
    return reduced(dealt, target)


def reduced(dealt: Breakdown, target: Data) -> Breakdown:
    """CHO-DMG-03: less the damage reduction, and never below nothing."""
    reduction = min(int(SCHEMA.value(target, "armour.rd")), dealt.total)
    return dealt.plus(Modifier(_("Damage reduction"), -reduction, "CHO-DMG-03"))


def severe(sheet: Data, settings: Data, dealt: int) -> bool:
    """CHO-DMG-04: whether losing so much in one blow is a severe wound."""
    if not dealt or not setting(settings, "damage.severe_wounds"):
        return False
    return dealt >= sheets.wound_threshold(sheet, settings).total or dealt >= sheets.hp(sheet)


def against(scene: Scene, actor: str, weapon: Weapon, args: Data) -> Check:
    """CHO-ATK-01, 02: the score of the weapon against the defence that goes with it, known to the game master."""
    which = versus(weapon, args.get("versus", "nature"))
    defence = sheets.defence(scene.sheet(args["target"]), which).total
    check = thrown(scene, actor, weapon, args)
    named = _("against %(defence)s %(number)s", defence=DEFENCES[which], number=defence)
    terms = (*check.target.modifiers, Modifier(named, 0, "CHO-ATK-02", secret=True))
    return replace(check, extra=defence, target=replace(check.target, modifiers=terms))


def thrown(scene: Scene, actor: str, weapon: Weapon, args: Data) -> Check:
    """CHO-ATK-01: the score of the weapon with what is said of it, against nothing yet."""
    check = checks.attack(scene.sheet(actor), scene.settings, weapon.key)
    free = Modifier(_("Modifier"), args.get("modifier", 0), "CHO-ATK-01")
    return replace(check, actor=actor, target=check.target.plus(free))


def helpless(scene: Scene, target: str) -> bool:
    """CHO-STATE-01: whether somebody is hit without a die."""
    return any(STATES[key].helpless for key in sheets.states(scene.sheet(target)))


def _automatic(check: Check) -> Outcome:
    """CHO-STATE-01: a paralysed target is hit critically without a die."""
    told = _("%(result)s: the target is paralysed", result=HITS[Level.CRITICAL])
    return Outcome(check, (), Level.CRITICAL, 0, told, told)


def _harm(scene: Scene, actor: str, target: str, weapon: Weapon, critical: bool) -> Script[tuple[Effect, ...]]:
    """CHO-DMG-01, 02: the dice of the weapon; a critical may give an advantage instead of more damage."""
    if weapon.damage is None:
        return ()
    doubled = critical and (yield from _doubled(scene, actor))
    label = _("Damage: %(weapon)s", weapon=weapon.name)
    faces = yield from roll("damage", actor, weapon.damage.dice, label, reads="sum")
    dealt = damage(scene.sheet(actor), scene.sheet(target), scene.settings, weapon, sum(faces), doubled)
    hurt = Effect("damage", target, {"damage": dealt.total, "lines": dealt})
    return (hurt, Effect("advantage", actor)) if critical and not doubled else (hurt,)


def _doubled(scene: Scene, actor: str) -> Script[bool]:
    """CHO-DMG-02: more damage, or a tactical advantage agreed with the game master."""
    if not setting(scene.settings, "critical.advantage"):
        return True
    factor = setting(scene.settings, "critical.factor")
    options = (
        Option("damage", _("Damage ×%(factor)s, bonuses included", factor=factor)),
        Option("advantage", _("A tactical advantage, agreed with the game master")),
    )
    said = yield from choose("critical", actor, _("Critical hit"), options)
    return said == "damage"


def _weapon(key: str, row: Data) -> Weapon:
    return Weapon(
        key,
        str(row.get("name", "")),
        row.get("kind", "contact"),
        _dice(str(row.get("dice", ""))),
        bool(row.get("add_for")),
        row.get("versus", "nature"),
    )


def _dice(notation: str) -> Formula | None:
    try:
        return parse(notation)
    except Unreadable:
        return None
