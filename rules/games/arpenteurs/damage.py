"""The effects of a hit: location, cover, armour, ECG lost, death or Sang-Froid (ARP-LOC, ARP-DMG, ARP-SF)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.character.fields import choice
from rules.character.sheet import Field
from rules.core import rounds
from rules.core.acts import Effects
from rules.core.check import Breakdown, Modifier, bracketed
from rules.core.dice import Dice
from rules.core.effects import DEATH, Effect, Story
from rules.core.errors import Refused
from rules.core.paths import Data
from rules.core.rounds import AboutFighter
from rules.core.scene import Action, Change, Scene
from rules.core.script import Effect as AnyEffect
from rules.core.script import Option, Script, choose, roll
from rules.core.text import Text, plain
from rules.games.arpenteurs import places
from rules.games.arpenteurs import sheet as sheets
from rules.games.arpenteurs.checks import RULING
from rules.games.arpenteurs.initiative import is_pc
from rules.games.arpenteurs.modifiers import AIM, Blow, applications
from rules.games.arpenteurs.settings import setting
from rules.games.arpenteurs.sheet import LOCATIONS, SCHEMA, STRUCK, Weapon
from rules.games.arpenteurs.text import _

D6 = Dice(1, 6)
STORY = Story(
    {"dies": DEATH, "escapes death": 4, "spends 1 Sang-Froid and escapes death": 4},
    frozenset({"%(count)s cartridge left", "wins with %(degrees)s", "loses by %(degrees)s"}),
)


class Absorbed(Effect):
    """ARP-COVER-02: a hit at a covered location is stopped by the cover."""

    kind = "absorbed"
    is_open = True
    location: str

    def told(self, scene: Scene) -> Text | None:
        return _("hit on the cover: %(place)s", place=LOCATIONS[self.location])


class Hurt(Effect):
    """ARP-ECG-01, ARP-AIM-01: a fighter loses ECG, down to 0 at least; by house setting a wound loses the aim."""

    kind = "hurt"
    harmful = True
    damage: int
    location: str = ""
    times: int = 1
    lines: Breakdown | None = None

    def land(self, scene: Scene) -> tuple[Change, ...]:
        lost = int(self.damage)
        wounded = scene.write(self.target, "ecg.current", max(0, sheets.ecg(scene.sheet(self.target)) - lost))
        return (wounded, *_spoilt_aim(scene, self.target)) if lost > 0 else (wounded,)

    def told(self, scene: Scene) -> Text | None:
        lost = plain(int(self.damage))
        if not self.location:
            return _("loses %(lost)s ECG", lost=lost)
        where, times = STRUCK[self.location], int(self.times)
        terms = bracketed(int(self.damage), self.lines, times)
        hurt = _("loses %(lost)s ECG %(where)s%(terms)s", lost=lost, where=where, terms=terms)
        return hurt if times == 1 else _("%(hurt)s, %(times)s times", hurt=hurt, times=times)

    def public(self, scene: Scene) -> Text | None:
        return _("is hit %(where)s", where=STRUCK[self.location]) if self.location else _("is hit")


def _spoilt_aim(scene: Scene, fighter: str) -> tuple[Change, ...]:
    """ARP-AIM-01: by house setting a wounded fighter loses the aim."""
    return (AIM.clear(scene, fighter),) if setting(scene.settings, "aim.lost_when_wounded") else ()


class Heal(Effect):
    """ARP-ECG-01: a fighter regains ECG up to the maximum; the dead regain nothing."""

    kind = "heal"
    scalar = "amount"
    amount: int

    def land(self, scene: Scene) -> tuple[Change, ...]:
        sheet = scene.sheet(self.target)
        if SCHEMA.value(sheet, "dead") or not self._gained(sheet):
            return ()
        healed = scene.write(self.target, "ecg.current", sheets.ecg(sheet) + self._gained(sheet))
        still = sheets.status(scene.with_changes((healed,)).sheet(self.target)) in ("saved", "critical")
        return (healed,) if still else (healed, scene.write(self.target, "saved", None))

    def told(self, scene: Scene) -> Text | None:
        return _("regains %(gained)s ECG", gained=plain(self._gained(scene.sheet(self.target))))

    def public(self, scene: Scene) -> Text | None:
        return _("is better")

    def _gained(self, sheet: Data) -> int:
        return max(0, min(int(self.amount), int(SCHEMA.value(sheet, "ecg.max")) - sheets.ecg(sheet)))


class Slain(Effect):
    """ARP-ASSN-04: a fighter loses the whole ECG at once."""

    kind = "slain"
    harmful = is_open = True
    says = _("loses the whole ECG at once")

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (scene.write(self.target, "ecg.current", 0), *_spoilt_aim(scene, self.target))


class Saved(Effect):
    """ARP-SF-01: a fighter spends a point of Sang-Froid, survives, and regains a little ECG."""

    kind = "saved"
    harmful = True
    says = _("spends 1 Sang-Froid and escapes death")

    def land(self, scene: Scene) -> tuple[Change, ...]:
        sheet = scene.sheet(self.target)
        left = min(int(SCHEMA.value(sheet, "ecg.max")), int(setting(scene.settings, "sang_froid.ecg_after_save")))
        spent = scene.write(self.target, "sang_froid.current", max(0, sheets.cool(sheet) - 1))
        return (spent, scene.write(self.target, "ecg.current", left), scene.write(self.target, "saved", True))

    def public(self, scene: Scene) -> Text | None:
        return _("escapes death")


class Death(Effect):
    """ARP-SF-01: a fighter dies, without Sang-Froid spent against it."""

    kind = "death"
    harmful = is_open = of_health = True
    says = _("dies")

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (scene.write(self.target, "ecg.current", 0), scene.write(self.target, "dead", True))


class Award(Effect):
    """ARP-SF-02: a fighter gains points of Sang-Froid from the game master, up to the maximum."""

    kind = "award"
    scalar = "points"
    says = _("receives 1 Sang-Froid")
    points: int

    def land(self, scene: Scene) -> tuple[Change, ...]:
        sheet = scene.sheet(self.target)
        most = max(int(SCHEMA.value(sheet, "sang_froid.max")), sheets.cool(sheet))
        return (scene.write(self.target, "sang_froid.current", min(most, sheets.cool(sheet) + int(self.points))),)


def after(scene: Scene, effects: Iterable[AnyEffect]) -> Scene:
    """The scene with these effects applied, for the rest of a procedure."""
    for effect in effects:
        if isinstance(effect, Effect):
            scene = scene.with_changes(effect.land(scene))
        elif effect.kind == "outcome" and effect.target in scene.fighters:  # a ruling counts for one test
            scene = scene.with_changes((RULING.clear(scene, effect.target),))
    return scene


# A hit.


def harm(scene: Scene, blow: Blow, degrees: int, prefix: str = "") -> Script[Effects]:
    """ARP-LOC-01, 02, ARP-COVER-02, ARP-DMG-01: resolve a hit: location, cover, damage, and death at 0 ECG."""
    location = blow.location or (yield from location_rolled(blow, prefix))
    if location in covered_locations(scene, blow):
        return (Absorbed(blow.victim, location),)
    each, times = damage_of_hits(scene, blow, degrees, location)
    wound = Hurt(blow.victim, each.total * times, location, times, each)
    return (yield from _lose_ecg(scene, wound, prefix))


def deal_damage(scene: Scene, args: Data) -> Script[Effects]:
    """ARP-DMG-01, ARP-ECG-01: damage dealt by the game master, at a location if they choose one."""
    victim, location = str(args["fighter"]), str(args["location"])
    if victim not in scene.fighters:
        return ()
    lost = Breakdown(Modifier(_("Damage"), int(args["amount"]), "ARP-DMG-01"))
    if args["reduced"]:
        lost = _less_armour(lost, scene.sheet(victim), location)
    place = location if location != "none" else ""
    return (yield from _lose_ecg(scene, Hurt(victim, lost.total, place, lines=lost if lost.modifiers else None)))


def _lose_ecg(scene: Scene, wound: Hurt, prefix: str = "") -> Script[Effects]:
    """ARP-ECG-01: apply a loss of ECG, with death at 0."""
    if not wound.damage or wound.damage < sheets.ecg(scene.sheet(wound.target)):
        return (wound,)
    end = yield from death(scene, wound.target, prefix)
    return (wound, *end)


def damage_of_hits(scene: Scene, blow: Blow, degrees: int, location: str) -> tuple[Breakdown, int]:
    """ARP-DMG-01, ARP-BURST-01: the damage of each hit at this location, and the number of hits."""
    each = damage(scene.sheet(blow.victim), scene.settings, blow.weapon, degrees, location)
    return each, applications(blow.mode, degrees, blow.rounds, scene.settings)


def location_of(die: int) -> str:
    """ARP-LOC-01: the location for a number on the die."""
    return tuple(LOCATIONS)[die - 1]


def damage(sheet: Data, settings: Data, weapon: Weapon, degrees: int, location: str) -> Breakdown:
    """ARP-DMG-01: the ECG lost to one hit: weapon plus degrees, minus armour, multiplied for the head."""
    per_degree = int(setting(settings, "damage.per_degree"))
    whole = Breakdown(Modifier(weapon.label, weapon.damage, "ARP-DMG-01")).plus(
        Modifier(_("Degrees"), per_degree * degrees, "ARP-DMG-01")
    )
    whole = _less_armour(whole, sheet, location)
    factor = int(setting(settings, "damage.head_multiplier")) if location == "head" else 1
    head = _("Head, ×%(factor)s", factor=factor)
    return whole.plus(Modifier(head, whole.total * (factor - 1), "ARP-DMG-01"))


def _less_armour(whole: Breakdown, sheet: Data, location: str) -> Breakdown:
    armour = min(int(SCHEMA.value(sheet, f"armour.{location}")), whole.total)
    return whole.plus(Modifier(_("Armour"), -armour, "ARP-DMG-01"))


def death(scene: Scene, victim: str, prefix: str = "", murder: bool = False) -> Script[Effects]:
    """ARP-SF-01: offer a dying fighter to spend a point of Sang-Froid and survive; else they die."""
    points = cool(scene, victim)
    if not points or not (murder or setting(scene.settings, "sang_froid.any_death")):
        return (Death(victim),)
    options = (Option("spend", _("Spend 1 Sang-Froid of %(points)s: live", points=points)), Option("die", _("Die")))
    text = _("%(who)s is about to die", who=scene.name(victim))
    chosen = yield from choose(f"{prefix}death", victim, text, options)
    return (Saved(victim) if chosen == "spend" else Death(victim),)


def cool(scene: Scene, victim: str) -> int:
    """ARP-SF-01: the points of Sang-Froid that can save a fighter; only player characters have any by default."""
    theirs = is_pc(scene, victim) or setting(scene.settings, "sang_froid.of") == "all"
    return sheets.cool(scene.sheet(victim)) if theirs else 0


def location_rolled(blow: Blow, prefix: str) -> Script[str]:
    """ARP-LOC-01: roll the location of a hit, once for all hits of a burst."""
    (die,) = yield from roll(f"{prefix}location", blow.attacker, D6, _("Location"))
    return location_of(die)


def covered_locations(scene: Scene, blow: Blow) -> tuple[str, ...]:
    """ARP-COVER-02, 03: the locations at which a cover stops this blow."""
    return places.cover_against(scene, blow.attacker, blow.victim, blow.by_hand, blow.ruling).hidden


# By hand.


def alive(scene: Scene) -> tuple[str, ...]:
    return tuple(who for who in scene.fighters if not SCHEMA.value(scene.sheet(who), "dead"))


class DealDamage(rounds.DealDamage):
    """ARP-DMG-01, ARP-LOC-01, ARP-SF-01: the game master deals damage; at 0 ECG Sang-Froid may save the fighter."""

    rules = ("ARP-DMG-01", "ARP-LOC-01", "ARP-SF-01")
    lost, armour = _("ECG lost"), _("Armour counts")

    def candidates(self, scene: Scene) -> Iterable[str]:
        return alive(scene)

    def more(self, scene: Scene) -> tuple[Field, ...]:
        places = {"none": _("nowhere in particular"), **LOCATIONS}
        lost, armour = super().more(scene)
        return lost, choice("location", _("Location"), places, "", "ARP-LOC-01"), armour

    def cost(self, scene: Scene, action: Action) -> Effects:
        if action.args["reduced"] and action.args["location"] == "none":
            raise Refused(_("Armour counts at a location: say which."), "location")
        return ()

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return deal_damage(scene, action.args)


class GiveBack(rounds.GiveBack):
    """ARP-ECG-01: the game master gives ECG back to a fighter."""

    label = _("Give ECG back")
    rules = ("ARP-ECG-01",)
    given, heal = _("ECG given back"), Heal

    def candidates(self, scene: Scene) -> Iterable[str]:
        return (who for who in alive(scene) if sheets.is_hurt(scene.sheet(who)))


class AwardSangFroid(AboutFighter):
    """ARP-SF-02: the game master awards a point of Sang-Froid, the only way to regain any."""

    kind = "award"
    label = _("Award 1 Sang-Froid")
    rules = ("ARP-SF-02",)
    says = _("%(who)s is awarded Sang-Froid")

    def candidates(self, scene: Scene) -> Iterable[str]:
        return alive(scene)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Award(action.args["fighter"], 1),)
