"""What a hit does: where it lands, what the cover and the armour stop, the ECG lost, and death or not."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.check import Breakdown, Modifier
from rules.core.dice import Dice
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Effect, Option, Script, choose, roll
from rules.games.arpenteurs import initiative, places, shooting
from rules.games.arpenteurs import sheet as sheets
from rules.games.arpenteurs.schema import SCHEMA
from rules.games.arpenteurs.settings import setting
from rules.games.arpenteurs.sheet import Weapon
from rules.games.arpenteurs.tables import LOCATIONS
from rules.games.arpenteurs.text import _

D6 = Dice(1, 6)


@dataclass(frozen=True)
class Blow:
    """A hit on its way: whose it is, whom it hurts, with which weapon, and where it was aimed."""

    attacker: str
    victim: str
    weapon: Weapon
    location: str = ""
    mode: str = "single"
    rounds: int = 1


def harm(scene: Scene, blow: Blow, degrees: int, prefix: str = "") -> Script[tuple[Effect, ...]]:
    """ARP-LOC-01, 02, ARP-COVER-02, ARP-DMG-01: location, cover, damage, and death where nothing is left."""
    location = blow.location or (yield from location_rolled(blow, prefix))
    if location in hidden(scene, blow):
        return (Effect("absorbed", blow.victim, {"location": location}),)
    each, times = toll(scene, blow, degrees, location)
    lost = each.total * times
    hurt = {"location": location, "damage": lost, "times": times, "lines": each}
    return (yield from _suffered(scene, blow.victim, hurt, prefix))


def dealt(scene: Scene, args: Data) -> Script[tuple[Effect, ...]]:
    """ARP-DMG-01, ARP-ECG-01: damage that the game master deals, at a location where he says one."""
    victim, location = str(args["fighter"]), str(args["location"])
    if victim not in scene.fighters:
        return ()
    lost = Breakdown(Modifier(_("Damage"), int(args["amount"]), "ARP-DMG-01"))
    if args["reduced"]:
        lost = _armoured(lost, scene.sheet(victim), location)
    place = {"location": location} if location != "none" else {}
    lines = {"lines": lost} if lost.modifiers else {}
    return (yield from _suffered(scene, victim, {**place, "damage": lost.total, **lines}))


def _suffered(scene: Scene, victim: str, hurt: Data, prefix: str = "") -> Script[tuple[Effect, ...]]:
    """ARP-ECG-01: the ECG lost, and death where nothing is left."""
    wounded, lost = Effect("hurt", victim, hurt), int(hurt["damage"])
    if not lost or lost < sheets.ecg(scene.sheet(victim)):
        return (wounded,)
    end = yield from death(scene, victim, prefix)
    return (wounded, *end)


def toll(scene: Scene, blow: Blow, degrees: int, location: str) -> tuple[Breakdown, int]:
    """ARP-DMG-01, ARP-BURST-01: what each hit takes there, and how often it is inflicted."""
    each = damage(scene.sheet(blow.victim), scene.settings, blow.weapon, degrees, location)
    return each, shooting.applications(blow.mode, degrees, blow.rounds, scene.settings)


def location_of(die: int) -> str:
    """ARP-LOC-01: the location of a die."""
    return tuple(LOCATIONS)[die - 1]


def damage(sheet: Data, settings: Data, weapon: Weapon, degrees: int, location: str) -> Breakdown:
    """ARP-DMG-01: what one hit takes off the ECG: the weapon and the degrees, less the armour there."""
    per_degree = int(setting(settings, "damage.per_degree"))
    whole = Breakdown(Modifier(weapon.label, weapon.damage, "ARP-DMG-01")).plus(
        Modifier(_("Degrees"), per_degree * degrees, "ARP-DMG-01")
    )
    whole = _armoured(whole, sheet, location)
    factor = int(setting(settings, "damage.head_multiplier")) if location == "head" else 1
    head = _("Head, ×%(factor)s", factor=factor)
    return whole.plus(Modifier(head, whole.total * (factor - 1), "ARP-DMG-01"))


def _armoured(whole: Breakdown, sheet: Data, location: str) -> Breakdown:
    armour = min(int(SCHEMA.value(sheet, f"armour.{location}")), whole.total)
    return whole.plus(Modifier(_("Armour"), -armour, "ARP-DMG-01"))


def death(scene: Scene, victim: str, prefix: str = "", murder: bool = False) -> Script[tuple[Effect, ...]]:
    """ARP-SF-01: at the moment of death one point of Sang-Froid may avert it."""
    points = cool(scene, victim)
    if not points or not (murder or setting(scene.settings, "sang_froid.any_death")):
        return (Effect("death", victim),)
    options = (
        Option("spend", _("Spend 1 Sang-Froid of %(points)s: live", points=points)),
        Option("die", _("Die")),
    )
    text = _("%(who)s is about to die", who=scene.name(victim))
    said = yield from choose(f"{prefix}death", victim, text, options)
    return (Effect("saved" if said == "spend" else "death", victim),)


def cool(scene: Scene, victim: str) -> int:
    """ARP-SF-01: the points of Sang-Froid that may avert the death of somebody; opponents have none as a rule."""
    theirs = initiative.is_pc(scene, victim) or setting(scene.settings, "sang_froid.of") == "all"
    return sheets.cool(scene.sheet(victim)) if theirs else 0


def location_rolled(blow: Blow, prefix: str) -> Script[str]:
    """ARP-LOC-01: one die, and one location for all the hits of a burst."""
    (die,) = yield from roll(f"{prefix}location", blow.attacker, D6, _("Location"))
    return location_of(die)


def hidden(scene: Scene, blow: Blow) -> tuple[str, ...]:
    """ARP-COVER-02, 03: the locations at which a cover stops this blow."""
    return places.cover_against(scene, blow.attacker, blow.victim, blow.weapon.is_melee).hidden
