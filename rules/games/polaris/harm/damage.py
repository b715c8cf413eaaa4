"""Damage: where a blow lands, how much of it gets through, which wound it is, and what follows at once."""

from __future__ import annotations

from dataclasses import dataclass

from rules.character.sheet import Choice, Field
from rules.core.acts import Effects
from rules.core.check import Breakdown, Modifier
from rules.core.dice import Dice, Formula
from rules.core.effects import DEATH, OUT, Effect, Story
from rules.core.paths import Data
from rules.core.scene import Change, Scene
from rules.core.script import Option, Script, choose, roll
from rules.core.text import Text, plain
from rules.games.polaris.character import derived
from rules.games.polaris.close_combat import water
from rules.games.polaris.harm import lines, shock, wounds
from rules.games.polaris.harm.conditions import Condition
from rules.games.polaris.harm.wounds import Marked
from rules.games.polaris.settings import setting
from rules.games.polaris.shooting.weapons import Weapon
from rules.games.polaris.tables import LIGHT, PLACES, SEVERITY_NAMES, SEVERITY_THRESHOLDS
from rules.games.polaris.text import _
from rules.games.polaris.turn import initiative
from rules.games.polaris.turn.progress import move_marker

D20 = Dice(1, 20)

# POL-DMG-05: from this die on, this place.
RANGED_PLACES = ((1, "head"), (3, "body"), (9, "right_arm"), (12, "left_arm"), (15, "right_leg"), (18, "left_leg"))
MELEE_PLACES = ((1, "head"), (5, "body"), (11, "right_arm"), (14, "left_arm"), (17, "right_leg"), (19, "left_leg"))


@dataclass(frozen=True)
class Blow:
    """A hit on its way: whose it is, whom it hurts, what the success is worth, a place already known, what adds.

    The keys of its rolls begin with ``keys``, so that several blows fit in one script.
    """

    attacker: str
    target: str
    weapon: Weapon
    success: int
    place: str = ""
    extra: tuple[Modifier, ...] = ()
    shock: Modifier | None = None
    keys: str = ""


def harm(scene: Scene, blow: Blow) -> Script[Effects]:
    """POL-DMG-01: location, damage, armour, severity, counter and shock, one after the other."""
    place = blow.place or (yield from _location(scene, blow))
    taken = yield from _take_damage(scene, blow, place)
    # A weapon that only stuns leaves no wound, whatever its success is worth (POL-SHOCK-06).
    severity = severity_of(taken.total, scene.settings) if blow.weapon.damage else ""
    dealt = taken.total if blow.weapon.damage else 0
    if not severity:
        felt = yield from knock(scene, blow, place, taken.total, None)
        after = yield from shock.test_due(scene, blow.target, felt, blow.shock, blow.keys)
        return (Unhurt(blow.target, place, dealt, taken), *after)

    marked = mark(scene, blow.target, place, severity)
    bleeds = None
    if marked.ticked == "critical":  # POL-WOUND-11, 15
        bleeds = yield from decide_bleeding(scene, blow.target, blow.weapon.cause, blow.keys)
    felt = yield from knock(scene, blow, place, taken.total, marked)
    after = yield from shock.test_due(scene, blow.target, felt, blow.shock, blow.keys)
    gone = yield from _leave_fight(scene, blow, marked)
    return (Wound(blow.target, place, severity, blow.weapon.cause, dealt, taken, bleeds), *after, *gone)


def knock(scene: Scene, blow: Blow, place: str, total: int, marked: Marked | None) -> Script[Marked | None]:
    """POL-SHOCK-06: the wound whose shock is felt: that of the blow, or a worse one that the shock dice make of it.

    They count on the head, and everywhere for a weapon that only stuns.
    """
    dice = knock_dice(scene, blow, place)
    if dice is None:
        return marked
    label = _("Knock-out damage")
    faces = yield from roll(f"{blow.keys}knock", blow.attacker, dice.dice, label, reads="sum")
    return worse_wound(place, severity_of(total + sum(faces) + dice.plus, scene.settings), marked)


def knock_dice(scene: Scene, blow: Blow, place: str) -> Formula | None:
    """POL-SHOCK-06: the shock dice that count where a blow lands, if any do."""
    counts = place == "head" or blow.weapon.damage is None
    return blow.weapon.shock if counts and setting(scene.settings, "knock_out_damage") else None


def worse_wound(place: str, severity: str, marked: Marked | None) -> Marked | None:
    """POL-SHOCK-06: the worse of a wound and of what the shock dice make of it."""
    worse = severity and (marked is None or wounds.ORDER.index(severity) > wounds.ORDER.index(marked.ticked or LIGHT))
    # Nobody dies of a shock: what would kill is felt like the worst that can be lived through.
    return Marked({}, place, "mortal" if severity == "fatal" else severity) if worse else marked


def _leave_fight(scene: Scene, blow: Blow, marked: Marked) -> Script[Effects]:
    """POL-WOUND-22: a serious wound usually ends the fight of a minor opponent, if the game master says so."""
    sheet = scene.sheet(blow.target)
    bad = marked.ticked and wounds.ORDER.index(marked.ticked) >= wounds.ORDER.index("serious")
    if not bad or marked.death or not wounds.is_simplified(sheet, scene.settings):
        return ()
    asked = _("%(who)s is badly hurt: out of the fight?", who=scene.name(blow.target))
    options = (Option("yes", _("Out of the fight")), Option("no", _("Fights on")))
    answer = yield from choose(f"{blow.keys}out", "gm", asked, options)
    return (Condition(blow.target, key="cannot_act"),) if answer == "yes" else ()


def mark(scene: Scene, target: str, place: str, severity: str) -> Marked:
    """The counter of a fighter after one more wound (POL-WOUND-02 to 06)."""
    return wounds.mark(scene.sheet(target), scene.settings, place, severity)


def place_of(die: int, melee: bool) -> str:
    """POL-DMG-05: the place of a location die."""
    rows = MELEE_PLACES if melee else RANGED_PLACES
    return [place for start, place in rows if start <= die][-1]


def severity_of(damage: int, settings: Data) -> str:
    """POL-DMG-04: the severity that this final damage brings; empty below the first threshold."""
    beyond = 0 if setting(settings, "damage_threshold_mode") == "reach_or_exceed" else 1
    reached = [severity for severity, threshold in SEVERITY_THRESHOLDS.items() if damage >= threshold + beyond]
    return reached[-1] if reached else ""


def protection(row: Data, cause: str) -> int:
    """POL-DMG-07: what a protection takes off, which for one kind of damage may be more or less than usual."""
    special = cause and row.get("against", "") == cause
    return int(row.get("against_value", 0) if special else row.get("value", 0))


def armour(sheet: Data, place: str, settings: Data, cause: str = "") -> tuple[Modifier, ...]:
    """POL-DMG-07: what is worn over a place; layers do not add up, the best one counts."""
    rows = [row for row in (sheet.get("protections") or {}).values() if row.get("equipped") and row.get(place)]
    worn = sorted(rows, key=lambda row: -protection(row, cause))
    beneath = None if setting(settings, "armor_stacking") else _("Only the best protection counts.")
    return tuple(
        Modifier(
            _("%(protection)s", protection=str(row.get("name", ""))),
            -protection(row, cause),
            "POL-DMG-07",
            beneath if number else None,
        )
        for number, row in enumerate(worn)
    )


def damage(scene: Scene, blow: Blow, dice: int, place: str) -> Breakdown:
    """POL-DMG-02, 03: what the dice and everything else come to, 0 at least."""
    target, formula, settings = scene.sheet(blow.target), blow.weapon.damage, scene.settings
    plus = formula.plus if formula else 0
    strength = derived.melee_damage_modifier(scene.sheet(blow.attacker)).total if blow.weapon.kind == "melee" else 0
    whole = Breakdown(Modifier(_("Dice"), dice, "POL-DMG-03")).plus(
        Modifier(blow.weapon.label, plus, "POL-DMG-03"),
        Modifier(_("Success"), blow.success, "POL-DMG-02"),
        Modifier(_("Melee damage modifier"), strength, "POL-SHEET-05"),
        *blow.extra,
        water.damage_term(scene, blow.weapon),
        Modifier(_("Damage resistance"), derived.damage_resistance(target).total, "POL-SHEET-06"),
        *armour(target, place, settings, blow.weapon.cause),
    )
    short = Modifier(_("Not below 0"), max(0, -whole.total), "POL-DMG-03")
    return whole.plus(short)


def _location(scene: Scene, blow: Blow) -> Script[str]:
    (die,) = yield from roll(f"{blow.keys}location", blow.attacker, D20, _("Location"))
    melee = blow.weapon.kind == "melee" and bool(setting(scene.settings, "melee_location_table"))
    return place_of(die, melee)


def _take_damage(scene: Scene, blow: Blow, place: str) -> Script[Breakdown]:
    formula = blow.weapon.damage
    if formula is None:
        return damage(scene, blow, 0, place)
    label = _("Damage to the place hit: %(place)s", place=PLACES[place])
    faces = yield from roll(f"{blow.keys}damage", blow.attacker, formula.dice, label, reads="sum")
    return damage(scene, blow, sum(faces), place)


def decide_bleeding(scene: Scene, patient: str, cause: str, keys: str = "") -> Script[bool]:
    """POL-WOUND-15: the game master decides; what the cause lets one expect comes first."""
    usual = wounds.bleeds(cause, scene.settings)
    words = {True: _("It bleeds: it has to be stabilised"), False: _("It does not bleed")}
    options = tuple(Option("yes" if answer else "no", words[answer]) for answer in (usual, not usual))
    asked = _("Critical wound of %(who)s", who=scene.name(patient))
    choice = yield from choose(f"{keys}bleeding", "gm", asked, options)
    return choice == "yes"


STORY = Story(
    {
        **{"moderate": 1, "serious": 2, "critical": 3, "mortal": 4, "fatal": OUT, "death": DEATH, "limb destroyed": 4},
        **{"Unconscious": OUT, "Light coma": OUT, "Deep coma": OUT, "Dead": DEATH, "Stunned": 2},
        **{"is wounded and out of the fight": OUT, "no longer: %(condition)s": 1},
    },
    frozenset(
        {
            *("damage %(number)s", "sequelae to be decided", "%(count)s round left"),
            *("%(severity)s: %(count)s box erased", "%(severity)s: %(count)s box ticked"),
            *("%(place)s: the last box is ticked already", "shock test, penalty %(malus)s"),
        }
    ),
)


class Wound(Effect):
    """POL-WOUND-02 to 07: a wound, and the initiative it takes at once where the house plays that."""

    kind = "wound"
    harmful = True
    place: str
    severity: str
    cause: str = "other"
    damage: int = 0
    lines: Breakdown | None = None
    bleeding: bool | None = None

    def land(self, scene: Scene) -> tuple[Change, ...]:
        changes = lines.hurt(scene, self.target, self.value)
        if not setting(scene.settings, "mid_turn_wound_shifts_initiative"):
            return changes
        after = scene.with_changes(changes)  # POL-INIT-02
        lost = initiative.next_initiative(after, self.target) - initiative.next_initiative(scene, self.target)
        return (*changes, move_marker(scene, self.target, lost))

    def told(self, scene: Scene) -> Text | None:
        marked = mark(scene, self.target, self.place, self.severity)
        text = _(
            "%(severity)s wound, %(place)s (%(damage)s)",
            severity=SEVERITY_NAMES[self.severity],
            place=PLACES[self.place],
            damage=_damage_text(self.damage, self.lines),
        )
        as_dealt = marked.ticked == self.severity and marked.ticked != "fatal"
        left = tuple(wounds.sequelae_due(marked))
        if as_dealt:
            return _("%(steps)s", steps=(text, *left)) if left else text
        return _("%(wound)s. %(then)s", wound=text, then=(marked.text, *left))

    def public(self, scene: Scene) -> Text | None:
        if not scene.fighters[self.target].is_health_public:
            return _("is hit")
        falls = initiative.is_out(scene.with_changes(self.land(scene)), self.target)
        return _("is wounded and out of the fight") if falls else _("is wounded")

    def struck(self) -> tuple[str, int]:
        return self.place, min(5, tuple(SEVERITY_THRESHOLDS).index(self.severity) + 1)

    def editable(self) -> tuple[Field, ...]:
        """Its place and severity; everything else lands as it is, or not at all."""
        rows = (
            ("place", _("Location"), PLACES, self.place),
            ("severity", _("Severity"), SEVERITY_NAMES, self.severity),
        )
        return tuple(
            Field(key, label, "choice", default=now, choices=tuple(Choice(*row) for row in names.items()))
            for key, label, names, now in rows
        )


class Unhurt(Effect):
    """A hit that leaves no wound."""

    kind = "unhurt"
    place: str
    damage: int = 0
    lines: Breakdown | None = None

    def told(self, scene: Scene) -> Text | None:
        return _(
            "no wound, %(place)s (%(damage)s)", place=PLACES[self.place], damage=_damage_text(self.damage, self.lines)
        )

    def public(self, scene: Scene) -> Text | None:
        return _("is hit without harm")

    def editable(self) -> tuple[Field, ...]:
        return ()


def _damage_text(dealt: int, lines: Breakdown | None) -> Text:
    text = _("damage %(number)s", number=plain(int(dealt)))
    if lines is None or lines.total != dealt:
        return text
    return _("%(what)s: %(why)s", what=text, why=lines.terms)
