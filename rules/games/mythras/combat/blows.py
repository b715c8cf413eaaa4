"""Damage: location, dice, what a parry, cover and armour leave of them (MYT-DMG, MYT-PARRY-05, MYT-ARM)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from rules.core.check import Breakdown, Modifier
from rules.core.dice import Dice
from rules.core.scene import Scene
from rules.core.script import Option, Script, choose, roll
from rules.core.text import Text
from rules.games.mythras import marks
from rules.games.mythras.actions import cover
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.character.sheet import Location
from rules.games.mythras.character.tables import DamageModifier
from rules.games.mythras.combat.threat import Threat
from rules.games.mythras.equipment import limbs, sizes
from rules.games.mythras.equipment import weapons as arms
from rules.games.mythras.equipment.weapons import Weapon
from rules.games.mythras.rounds import initiative
from rules.games.mythras.settings import setting
from rules.games.mythras.text import _

D20 = Dice(1, 20)


@dataclass(frozen=True)
class Blow:
    """A blow that lands: its victim, the armour and defence, and the special effects."""

    threat: Threat
    victim: str
    guard: Weapon | None = None
    chosen: tuple[str, ...] = ()
    stopped: str = "none"
    layer: str = ""

    @property
    def scene(self) -> Scene:
        return self.threat.scene


@dataclass(frozen=True)
class Damage:
    """The damage of a blow: ``raw`` as it comes past cover, and to the body.

    ``sundered`` is the armour's loss, ``layer`` what was bypassed.
    """

    location: Location
    raw: int
    dealt: int
    lines: Breakdown
    sundered: int = 0
    layer: str = ""


def choose_location(blow: Blow) -> Script[Location]:
    """MYT-DMG-02, MYT-FX-LOCATION, MYT-UI-09: the location that is struck, by a d20 or by choice."""
    sheet, attacker = blow.scene.sheet(blow.victim), blow.threat.attacker
    if "choose_location" in blow.chosen:
        rows = tuple(
            Option(place.key, place.label, refused=_why_guarded(blow, place), hint=_cover_hint(blow, place))
            for place in sheets.locations(sheet)
        )
        if any(row.refused is None for row in rows):
            key = yield from choose("where", attacker, _("Which location?"), rows)
            return next(place for place in sheets.locations(sheet) if place.key == key)
    (die,) = yield from roll("location", attacker, D20, _("Location"))
    return (yield from _move_location(blow, sheets.struck_location(sheet, die)))


def _why_guarded(blow: Blow, place: Location) -> Text | None:
    """MYT-FX-LOCATION, MYT-CLOSE-PASSIVE: what a guard covers cannot be picked to get around it."""
    guarded = guarding_weapon(blow, place) is not None
    return _("Something guards it.") if guarded else None


def _cover_hint(blow: Blow, place: Location) -> Text | None:
    points = cover.points(blow.scene, blow.victim, place)
    return _("behind cover: %(points)s", points=points) if points else None


def _move_location(blow: Blow, place: Location) -> Script[Location]:
    """MYT-FX-MARKSMAN, MYT-STYLE-MARKSMAN: a shot that may go to an adjacent location instead."""
    sheet = blow.scene.sheet(blow.victim)
    near = [other for key in place.adjacent if (other := sheets.location(sheet, key)) is not None]
    if not near or not _may_move(blow):
        return place
    rows = tuple(Option(choice.key, choice.label) for choice in (place, *near))
    key = yield from choose("moved", blow.threat.attacker, _("Move the shot?"), rows)
    return next(choice for choice in (place, *near) if choice.key == key)


def _may_move(blow: Blow) -> bool:
    attacker, weapon = blow.threat.attacker, blow.threat.weapon
    learnt = "ranged_marksman" in sheets.traits(blow.scene.sheet(attacker), weapon.style)
    bullet = blow.threat.further and bool(setting(blow.scene.settings, "marksman_bullets"))
    trait = learnt and (bullet or not blow.threat.plain)
    return weapon.ranged and (trait or "marksman" in blow.chosen)


def roll_damage(blow: Blow, with_modifier: bool = True) -> Script[tuple[int, Breakdown]]:
    """MYT-DMG-01, MYT-FX-MAXIMISE, MYT-FX-IMPALE: weapon dice and damage modifier, never less than nothing."""
    weapon = blow.threat.weapon
    if weapon.damage is None:
        return 0, Breakdown(Modifier(weapon.label, 0, "MYT-DMG-01"))
    label = _("Damage: %(weapon)s", weapon=weapon.label)
    total = yield from _weapon_dice(blow, "damage", label)
    if "impale" in blow.chosen:
        second = _("Damage, second roll: %(weapon)s", weapon=weapon.label)
        total = yield from _choose_roll(blow, total, (yield from _weapon_dice(blow, "damage-again", second)))
    lines = Breakdown(Modifier(weapon.label, total, "MYT-DMG-01"))
    if weapon.adds_modifier and with_modifier:  # MYT-RANGED-DM
        added = yield from modifier_dice(blow.threat.attacker, blow.threat.modifier, "modifier")
        lines = lines.plus(Modifier(_("Damage modifier"), added, "MYT-ATTR-02"))
    return max(0, lines.total), lines


def _choose_roll(blow: Blow, first: int, second: int) -> Script[int]:
    """MYT-FX-IMPALE: of two rolls the attacker chooses."""
    if first == second:
        return first
    rows = tuple(Option(str(row), _("%(number)s", number=row)) for row in sorted((first, second), reverse=True))
    answer = yield from choose("damage-which", blow.threat.attacker, _("Impale: which damage?"), rows)
    return int(answer)


def modifier_dice(fighter: str, modifier: DamageModifier, key: str) -> Script[int]:
    """MYT-ATTR-02: the dice of a damage modifier."""
    total = 0
    for number, dice in enumerate(modifier.dice, 1):
        label = _("Damage modifier")
        faces = yield from roll(f"{key}{number if number > 1 else ''}", fighter, dice, label, reads="sum")
        total += sum(faces)
    return modifier.sign * total


def strike(blow: Blow) -> Script[Damage]:
    """MYT-DMG-01: location, dice, then range, parry, guard, cover and armour in this order."""
    location = yield from choose_location(blow)
    blow = yield from choose_layer(blow, location)
    total, lines = yield from roll_damage(blow)
    return reduce_damage(blow, location, total, lines)


def choose_layer(blow: Blow, location: Location) -> Script[Blow]:
    """MYT-FX-BYPASS-ARMOUR: of two layers the attacker says which one does not count."""
    worn = sheets.worn(blow.scene.sheet(blow.victim), blow.scene.settings, location.key)
    if bypasses(blow) != 1 or not worn or not location.natural:
        return blow
    rows = (
        Option("worn", _("Worn armour: %(points)s", points=worn)),
        Option("natural", _("Natural armour: %(points)s", points=location.natural)),
    )
    layer = yield from choose("layer", blow.threat.attacker, _("Which armour is bypassed?"), rows)
    return replace(blow, layer=layer)


def bypasses(blow: Blow) -> int:
    """MYT-FX-BYPASS-ARMOUR: how many layers do not count; some ammunition passes one by itself."""
    return blow.chosen.count("bypass_armour") + ("piercing" in blow.threat.weapon.flags)


@dataclass(frozen=True)
class Passing:
    """The damage left behind each thing it passes, in the order of the text, and the armour's loss.

    ``force`` is what a cover alone leaves of it.
    """

    halved: int
    force: int
    parried: int
    guarded: int
    covered: int
    dealt: int
    sundered: int = 0


class Barriers(NamedTuple):
    """The things between a blow and a location, whatever its damage: a ward that stops so much, cover and armour."""

    ward: Weapon | None
    stopped: str
    wall: int
    armour: int


def barriers(blow: Blow, location: Location) -> Barriers:
    """MYT-FX-ACCIDENT: neither guard nor cover stands between a fighter and their own weapon."""
    scene, victim, oneself = blow.scene, blow.victim, blow.victim == blow.threat.attacker
    ward = guarding_weapon(blow, location)
    stopped = sizes.stopped_by_parry(scene, victim, ward, blow.threat.weapon) if ward is not None else "none"
    around = oneself or "circumvent_cover" in blow.chosen
    return Barriers(ward, stopped, 0 if around else cover.points(scene, victim, location), armour_left(blow, location))


def pass_through(blow: Blow, location: Location, total: int, before: Barriers | None = None) -> Passing:
    """MYT-PARRY-05, MYT-CLOSE-PASSIVE, MYT-CLOSE-COVER, MYT-ARM-01: range, parry, guard, cover and armour."""
    scene, (ward, stopped, wall, armour) = blow.scene, before or barriers(blow, location)
    half = halves(blow, total)[-1]
    parried = guarded = sizes.damage_past_parry(scene, half, blow.stopped, blow.guard)
    if ward is not None:
        guarded = sizes.damage_past_parry(scene, parried, stopped, ward)
    force, covered = max(0, half - wall), max(0, guarded - wall)
    surplus = max(0, covered - armour)
    if "sunder" not in blow.chosen:
        return Passing(half, force, parried, guarded, covered, surplus)
    ruined = armour - magic_left(blow, location)
    return Passing(half, force, parried, guarded, covered, max(0, surplus - ruined), min(surplus, ruined))


def reduce_damage(blow: Blow, location: Location, total: int, lines: Breakdown) -> Damage:
    """MYT-UI-10: what is left of damage, step by step."""
    steps = pass_through(blow, location, total)
    _half, lines = halve(blow, total, lines)
    lines = lines.plus(
        Modifier(_PARRIED, steps.parried - steps.halved, "MYT-PARRY-05"),
        Modifier(_("Guard"), steps.guarded - steps.parried, "MYT-CLOSE-PASSIVE"),
        Modifier(_("Cover"), steps.covered - steps.guarded, "MYT-CLOSE-COVER"),
        Modifier(_("Armour"), steps.dealt - steps.covered, "MYT-ARM-01"),
    )
    return Damage(location, steps.force, steps.dealt, lines, steps.sundered, blow.layer)


_PARRIED = _("Parry")


def halves(blow: Blow, total: int) -> list[int]:
    """MYT-RANGED-BANDS, MYT-STYLE-THROW, MYT-FX-CIRC-COVER: what was rolled, then the total after each halving."""
    steps = [total]
    for _half in range(blow.threat.halves + is_halved_ricochet(blow)):
        steps.append(steps[-1] - steps[-1] // 2)
    return steps


def halve(blow: Blow, total: int, lines: Breakdown) -> tuple[int, Breakdown]:
    """The last of these halves, with a term for each."""
    steps = halves(blow, total)
    rules = ["MYT-RANGED-BANDS"] * blow.threat.halves + ["MYT-FX-CIRC-COVER"]
    terms = zip(steps, steps[1:], rules, strict=False)
    return steps[-1], lines.plus(*(Modifier(_("Half damage"), after - before, rule) for before, after, rule in terms))


def is_halved_ricochet(blow: Blow) -> bool:
    """MYT-FX-CIRC-COVER: a ricochet does half of its damage, unless the table likes it better."""
    tricky = "circumvent_cover" in blow.chosen and not blow.threat.weapon.high_tech
    return tricky and setting(blow.scene.settings, "trick_shot_damage") == "half"


def guarding_weapon(blow: Blow, location: Location) -> Weapon | None:
    """MYT-CLOSE-PASSIVE, MYT-FX-ACCIDENT: what guards a location against a blow, unless that is one’s own."""
    oneself = blow.victim == blow.threat.attacker
    return None if oneself else warding_weapon(blow.scene, blow.victim, location.key, flies=blow.threat.weapon.ranged)


def warding_weapon(scene: Scene, victim: str, location: str, flies: bool = False) -> Weapon | None:
    """MYT-CLOSE-PASSIVE, MYT-SIT-C01: what guards a location, if anything that can be used does; of the helpless, none.

    MYT-RANGED-PARRY, MYT-RANGED-SHIELD: a shield alone guards against what ``flies``. Who does not crouch any more has
    the places of a shield that it guards standing: the first that were named.
    """
    crouched = bool(marks.CROUCHED.of(scene, victim))
    if initiative.is_helpless(scene, victim):
        return None
    for key, places in marks.WARDS.rows(scene, victim).items():
        weapon = arms.find(scene.sheet(victim), key, scene.settings)
        if weapon is None or location not in places[: guarded_count(weapon, crouched)]:
            continue
        if flies and weapon.category != "shield":
            continue
        if limbs.why_unusable(scene, victim, weapon) is None:
            return weapon
    return None


def guarded_count(weapon: Weapon, crouched: bool = False) -> int:
    """MYT-CLOSE-PASSIVE: the number of guarded locations; a shield guards twice as many when crouching."""
    if weapon.category != "shield":
        return 1
    return weapon.passive * 2 if crouched else weapon.passive


def armour_left(blow: Blow, location: Location) -> int:
    """MYT-ARM-01, MYT-FX-BYPASS-ARMOUR: the armour that counts; a bypass takes the layer chosen, or the better one."""
    worn = sheets.worn(blow.scene.sheet(blow.victim), blow.scene.settings, location.key)
    if blow.layer and bypasses(blow) == 1:
        return location.natural if blow.layer == "worn" else worn
    layers = sorted((worn, location.natural))
    return sum(layers[: max(0, len(layers) - bypasses(blow))])


def magic_left(blow: Blow, location: Location) -> int:
    """MYT-FX-SUNDER, MYT-ARM-01: what magic keeps off, which no blow ruins; it is bypassed with what is worn."""
    counts = not bypasses(blow) or blow.layer == "natural"
    return sheets.magic_armour(blow.scene.sheet(blow.victim), location.key) if counts else 0


def _weapon_dice(blow: Blow, key: str, label: Text) -> Script[int]:
    """MYT-FX-MAXIMISE: the dice that are still thrown, beside those that show their highest face."""
    damage = blow.threat.weapon.damage
    assert damage is not None
    sure = min(blow.chosen.count("maximise_damage"), damage.dice.count)
    total = sure * damage.dice.sides + damage.plus
    if sure < damage.dice.count:
        dice = Dice(damage.dice.count - sure, damage.dice.sides)
        faces = yield from roll(key, blow.threat.attacker, dice, label, reads="sum")
        total += sum(faces)
    return total


def knockback_metres(damage: int, siz: int) -> int:
    """MYT-CLOSE-KNOCKBACK: the metres that damage above SIZ pushes back."""
    return max(0, -(-(damage - siz) // 5))
