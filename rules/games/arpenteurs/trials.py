"""The tests of attacks: the skill of a weapon, what changes a blow, and what the game master rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rules.core.check import Check, Modifier, Outcome
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Effect
from rules.games.arpenteurs import checks, initiative, places, shooting
from rules.games.arpenteurs import sheet as sheets
from rules.games.arpenteurs.harm import Blow
from rules.games.arpenteurs.sheet import Weapon
from rules.games.arpenteurs.tables import AT_LOCATION, LOCATIONS
from rules.games.arpenteurs.text import _

Effects = tuple[Effect, ...]


@dataclass(frozen=True)
class Opposed:
    """The result of an opposition: who wins, if anybody, with how many degrees, and whether both fail."""

    winner: str
    degrees: int
    both_fail: bool = False


def oppose(mode: str, attacker: int, defender: int) -> Opposed:
    """ARP-REACT-02, 03, ARP-ATK-02 to 04: the degrees against each other; a tie is for who dodges, else for nobody."""
    if attacker == defender:
        return Opposed("defender", 0) if mode == "dodge" else Opposed("none", 0, both_fail=True)
    sides = {attacker: "attacker", defender: "defender"}
    better, worse = max(sides), min(sides)
    return Opposed(sides[better], better - worse)


def threat(scene: Scene, blow: Blow, args: Data, *lines: Modifier) -> Check:
    """ARP-ATK-01, ARP-MOD-01: the test of an attack by hand or from afar, with everything that changes it."""
    if blow.weapon.is_melee:
        found = (*melee_lines(scene, blow), said(args))
    else:
        found = shooting.modifiers(shot(scene, blow, args), scene.settings)
    return tested(scene, blow.attacker, blow.weapon, args, *lines, *found)


def shot(scene: Scene, blow: Blow, args: Data) -> shooting.Shot:
    """A blow that is a shot, with everything its modifiers depend on."""
    told = {**args, "mode": blow.mode, "location": blow.location or "none"}
    return shooting.at(scene, blow.attacker, blow.victim, blow.weapon, told)


def tested(scene: Scene, actor: str, weapon: Weapon, args: Data, *lines: Modifier) -> Check:
    """ARP-TEST-05: the skill of a weapon with its pair, or the one the game master asks for."""
    sheet = scene.sheet(actor)
    asked = _pair(checks.said_pair(args), ruled_pair(scene, actor), weapon.pair)
    found = checks.skill(sheet, scene.settings, sheets.line(sheet, weapon.skill), asked)
    what = _("%(weapon)s (%(skill)s)", weapon=weapon.label, skill=found.what)
    return replace(found, actor=actor, what=what, target=found.target.plus(*lines, ruled(scene, actor)))


def skill(scene: Scene, fighter: str, key: str) -> Check:
    """ARP-TEST-05: the test of a skill with its usual pair, or the one the game master rules."""
    sheet = scene.sheet(fighter)
    found = checks.skill(sheet, scene.settings, sheets.line(sheet, key), ruled_pair(scene, fighter))
    return replace(found, actor=fighter, target=found.target.plus(ruled(scene, fighter)))


def named(scene: Scene, fighter: str, args: Data) -> Check | None:
    """ARP-TEST-01, 05: the test that somebody has named for what they do, as the game master rules."""
    pair = dict(zip(("first", "second"), ruled_pair(scene, fighter), strict=True))
    told = {**args, **{key: value for key, value in pair.items() if value and args.get(key, "usual") == "usual"}}
    found = checks.asked(scene.sheet(fighter), scene.settings, told, fighter)
    return found and replace(found, target=found.target.plus(ruled(scene, fighter)))


def ruled_pair(scene: Scene, fighter: str) -> tuple[str, str]:
    """ARP-TEST-05: the pair that the game master asks of a fighter's next test, empty where it is the usual one."""
    return checks.said_pair(initiative.mark(scene, fighter, "ruling") or {})


def ruled(scene: Scene, fighter: str) -> Modifier:
    """ARP-COVER-05, ARP-TEST-05: what the game master adds to a fighter's next test."""
    ruling: Data = initiative.mark(scene, fighter, "ruling") or {}
    return Modifier(_("Ruling"), int(ruling.get("modifier", 0)), "ARP-MOD-01")


def used_rulings(scene: Scene, effects: Iterable[Effect]) -> Effects:
    """A ruling holds for one test: the end of those that these effects have used."""
    testers = dict.fromkeys(effect.target for effect in effects if effect.kind == "outcome")
    return tuple(Effect("ruling", one) for one in testers if one and initiative.mark(scene, one, "ruling"))


def _pair(*wanted: tuple[str, str]) -> tuple[str, str]:
    """Of several pairs the first that says a characteristic, each place for itself."""
    first, second = (next((pair[place] for pair in wanted if pair[place]), "") for place in (0, 1))
    return first, second


def melee_lines(scene: Scene, blow: Blow) -> tuple[Modifier, ...]:
    """ARP-COVER-03, 05, ARP-LOC-02: what changes a blow: the cover between the two, darkness, and an aimed location."""
    concealed = int(initiative.mark(scene, blow.victim, "concealment") or 0)
    aimed = _("Aimed at: %(place)s", place=LOCATIONS.get(blow.location, _("nothing")))
    return (
        cover_line(scene, blow, "ARP-COVER-03"),
        Modifier(_("Concealed"), concealed, "ARP-COVER-05"),
        Modifier(aimed, AT_LOCATION if blow.location else 0, "ARP-AIM-02"),
    )


def cover_line(scene: Scene, blow: Blow, rule: str) -> Modifier:
    """ARP-COVER-03, ARP-ASSN-03: the malus of the cover over which a blow comes."""
    found = places.cover_against(scene, blow.attacker, blow.victim, blow.weapon.is_melee)
    return replace(places.cover_line(found.level), rule=rule)


def opposed(mode: str, one: Outcome, other: Outcome) -> tuple[Effect, Opposed]:
    """ARP-REACT-02, 03: the degrees of two tests against each other."""
    found = oppose(mode, one.margin, other.margin)
    return Effect("opposed", one.check.actor, {"winner": found.winner, "degrees": found.degrees}), found


def said(args: Data) -> Modifier:
    """ARP-COVER-05: whatever else the game master adds."""
    return Modifier(_("Game master"), int(args.get("modifier", 0)), "ARP-MOD-01")


def unaware(scene: Scene, actor: str, target: str, args: Data) -> bool:
    """ARP-ATK-01: whether the target cannot see the attack coming."""
    unnoticed = (initiative.mark(scene, actor, "unnoticed") or {}).get(target)
    return bool(unnoticed or args.get("defenceless"))


def noticed(actor: str, target: str) -> Effect:
    """ARP-ASSN-01: who has been attacked has noticed."""
    return Effect("unnoticed", actor, {"by": target, "off": True})


def location(args: Data) -> str:
    """ARP-LOC-02: the location aimed at, empty for none."""
    said = str(args.get("location", "none"))
    return "" if said == "none" else said
