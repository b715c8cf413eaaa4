"""Several attacks in a turn: their number, cost, targets and weapons (POL-INIT-20)."""

from __future__ import annotations

from rules.character.sheet import Choice, Field
from rules.core.check import Modifier
from rules.core.errors import Refused
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.text import Text
from rules.games.polaris.close_combat import modes, situation, techniques, water
from rules.games.polaris.settings import setting
from rules.games.polaris.shooting import manners, weapons
from rules.games.polaris.shooting.weapons import Weapon
from rules.games.polaris.text import _, ngettext
from rules.games.polaris.turn import ambush, initiative

MOST = 3
MALUS = {1: (0,), 2: (-5, -5), 3: (-7, -7, -7)}  # POL-INIT-21
CHAINED = {1: (0,), 2: (0, -3), 3: (-3, -5, -7)}  # POL-MARTIAL-08
SECOND_WEAPON = -5  # POL-MARTIAL-09
BOTH_WEAPONS = 3  # POL-MELEE-12
SAME, NONE = "same", "none"


Arms = tuple[Weapon, ...]


def fields(scene: Scene, fighter: str, arms: Arms, whom: tuple[Choice, ...], in_melee: bool) -> tuple[Field, ...]:
    """POL-INIT-20: the fields for the number of attacks and the later targets; none if only one is possible."""
    learnt = in_melee and techniques.is_learnt(scene.sheet(fighter), scene.settings, techniques.OFFENSE)
    if ambush.free_attack(scene, fighter) or not (learnt or setting(scene.settings, "multiple_attacks")):
        return ()
    counts = range(1, MOST + 1)
    rows = tuple(
        Choice(str(count), _count(count), _why_hopeless(scene, fighter, count, arms, in_melee)) for count in counts
    )
    same = Choice(SAME, _("The same one"))
    later = _("Target of the later attacks")
    result = (
        Field("attacks", _("Attacks"), "choice", default="1", choices=rows, rule="POL-INIT-21"),
        Field("then", later, "choice", default=SAME, choices=(same, *whom), rule="POL-INIT-20"),
    )
    return result if len(whom) > 1 else result[:1]


def techniques_barred(scene: Scene, fighter: str, arms: Arms) -> dict[str, Text | None]:
    """POL-MELEE-12, POL-MARTIAL-08, 09: what speaks against the techniques of several attacks or weapons."""
    single = None if weapons.pair(arms) else _("This takes a weapon in each hand.")
    return {
        techniques.COMBO: _why_hopeless(scene, fighter, 2, arms, in_melee=True),
        techniques.TWO_WEAPONS: single or why_too_many(scene, fighter, 2, in_melee=True),
        techniques.PARRY: single,
    }


def _why_hopeless(scene: Scene, fighter: str, count: int, arms: Arms, in_melee: bool) -> Text | None:
    """POL-INIT-21: why so many attacks cannot be announced, whatever else is said."""
    return why_too_many(scene, fighter, count, in_melee) or _why_too_late(scene, fighter, count, arms)


def why_too_many(scene: Scene, fighter: str, count: int, in_melee: bool) -> Text | None:
    """POL-INIT-21, POL-MELEE-15: why darkness or water leaves no such attack, now or as announced."""
    if in_melee and count > 1 and situation.is_blind(scene, fighter):
        return _("A fighter who cannot see has one attack alone.")
    return water.why_too_many(scene, fighter, count)


def _why_too_late(scene: Scene, fighter: str, count: int, arms: Arms) -> Text | None:
    """POL-INIT-16, 18, 21: why even in a hurry and with the quickest weapon there is no phase for so many attacks."""
    quickest = max((arm.init + (0 if arm.drawn else weapons.DRAW_READY) for arm in arms), default=0)
    start = initiative.current(scene, fighter) + quickest
    return _why_below_first(start, count) if _why_below_first(start + initiative.RUSH, count) else None


def other_hand(arms: Arms) -> tuple[Field, ...]:
    """POL-MELEE-12: the weapon of the other hand, where two are at hand."""
    ready = weapons.pair(arms)
    if not ready:
        return ()
    none = Choice(NONE, _("None"))
    rows = (none, *(Choice(arm.key, arm.label) for arm in ready))
    label = _("Weapon of the other hand: attack +3")
    return (Field("other_hand", label, "choice", default=NONE, choices=rows, rule="POL-MELEE-12"),)


def kept(args: Data) -> dict[str, object]:
    """The part of a declaration about several attacks; ``extra`` is that of a second weapon."""
    rows: dict[str, object] = {}
    if (count := int(args.get("attacks", 1))) > 1:
        rows["attacks"] = count
        if args.get("then", SAME) != SAME:
            rows["then"] = args["then"]
    if args.get("other_hand", NONE) != NONE:
        rows["other_hand"] = args["other_hand"]
    return rows | ({"extra": True} if args.get("technique") == techniques.TWO_WEAPONS else {})


def check(scene: Scene, fighter: str, said: Data, weapon: Weapon) -> None:
    """POL-INIT-21, POL-MELEE-12: raises ``Refused`` for attacks that do not go together or find no phase."""
    count, chained = int(said.get("attacks", 1)), said.get("technique") == techniques.COMBO
    single = weapon.hands == 1 and weapon.skill != weapons.HANDS_SKILL and said.get("other_hand") != weapon.key
    if said.get("other_hand") and not single:
        raise Refused(_("Two weapons are one in each hand."), "other_hand")
    if chained and count < 2:
        raise Refused(_("A combo is two or three attacks: say how many."), "attacks")
    if few := why_too_many(scene, fighter, count + int(bool(said.get("extra"))), said["kind"] == "melee"):
        raise Refused(few, "technique" if count == 1 else "attacks")
    _check_charge(scene, said, count, chained)
    if count > 1:
        _check_several(scene, said, chained)
        if late := _why_below_first(initiative.current(scene, fighter) + int(said["shift"]), count):
            raise Refused(late, "attacks")


def _check_charge(scene: Scene, said: Data, count: int, chained: bool) -> None:
    """POL-MELEE-10: a charge is exclusive, but for the techniques of several attacks, where the house plays that."""
    by_art = (chained or count == 1) and setting(scene.settings, "combo_in_charge")
    if said.get("mode") == modes.CHARGE and count + int(bool(said.get("extra"))) > 1 and not by_art:
        raise Refused(_("A charge is an exclusive action: one attack alone."), "attacks" if count > 1 else "technique")


def _check_several(scene: Scene, said: Data, chained: bool) -> None:
    if not chained and not setting(scene.settings, "multiple_attacks"):
        raise Refused(_("Several attacks are not played here, but as a combo."), "attacks")
    if manners.is_exclusive(said):
        raise Refused(_("This fire mode is exclusive: one attack alone."), "attacks")


def malus(scene: Scene, fighter: str, chained: bool) -> Modifier:
    """POL-INIT-21, POL-MARTIAL-08: what the attack at hand costs, by how many are left in the turn."""
    number, extra = initiative.attacks_made(scene, fighter), initiative.has_extra(scene, fighter)
    usual = max(1, initiative.attacks(scene, fighter) - int(extra))
    row = (CHAINED if chained else MALUS)[usual]
    index = max(0, number - (1 if extra else 0))
    label = _("Attack %(number)s of %(count)s", number=index + 1, count=usual)
    return Modifier(label, row[min(index, len(row) - 1)], "POL-MARTIAL-08" if chained else "POL-INIT-21")


def second_terms(scene: Scene, fighter: str) -> tuple[Modifier, ...]:
    """POL-MELEE-12, POL-MARTIAL-09: what two weapons give an attack, and what the additional one costs."""
    second = is_second(scene, fighter)
    helped = not second or setting(scene.settings, "two_weapon_bonus_on_extra_attack")
    both = Modifier(_("Two weapons"), BOTH_WEAPONS, "POL-MELEE-12")
    costs = Modifier(_("Attack of the second weapon"), SECOND_WEAPON, "POL-MARTIAL-09")
    return (*((both,) if helped and has_second(scene, fighter) else ()), *((costs,) if second else ()))


def has_second(scene: Scene, fighter: str) -> bool:
    """POL-MELEE-12: true if a fighter has the weapon they declared for the other hand in it, and one in each hand."""
    other = str(initiative.declaration(scene, fighter).get("other_hand", ""))
    return any(arm.key == other for arm in weapons.pair(weapons.carried(scene.sheet(fighter), "melee")))


def is_second(scene: Scene, fighter: str) -> bool:
    """POL-MARTIAL-09: true if the attack at hand is that of the second weapon."""
    return initiative.has_extra(scene, fighter) and initiative.attacks_made(scene, fighter) == 1


def weapon(scene: Scene, fighter: str) -> Weapon | None:
    """The weapon of the attack at hand, or ``None`` where it has left the sheet."""
    plan = initiative.declaration(scene, fighter)
    return weapons.find(scene.sheet(fighter), plan.get("other_hand" if is_second(scene, fighter) else "weapon", ""))


def target(scene: Scene, fighter: str) -> str:
    plan = initiative.declaration(scene, fighter)
    later = initiative.gap(scene, fighter, initiative.attacks_made(scene, fighter)) > 0
    return str(plan["then"] if later and "then" in plan else plan["target"])


def declaration_text(said: Data) -> Text | None:
    count = int(said.get("attacks", 1))
    return _count(count) if count > 1 else None


def _count(count: int) -> Text:
    return ngettext("%(count)s attack", "%(count)s attacks", count)


def _why_below_first(start: int, count: int) -> Text | None:
    """POL-INIT-21: why an attack cannot be announced that would come below phase 1."""
    last = start - initiative.SPACING * (count - 1)
    if last >= 1 or count == 1:
        return None
    return _(
        "From initiative %(start)s attack %(count)s would come at phase %(last)s: there is none below 1.",
        start=start,
        count=count,
        last=last,
    )
