"""The tests of attacks: the skill of a weapon, what changes a blow, and what is said of the target."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.core.check import Check, Modifier, Outcome
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Effect, Script, together
from rules.core.text import Text
from rules.games.arpenteurs import checks, initiative, places
from rules.games.arpenteurs import sheet as sheets
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


def tested(scene: Scene, actor: str, weapon: Weapon, args: Data, *lines: Modifier) -> Check:
    """ARP-TEST-05: the skill of a weapon with its pair, or the one the game master asks for."""
    sheet, said = scene.sheet(actor), checks.said_pair(args)
    pair = (said[0] or weapon.pair[0], said[1] or weapon.pair[1])
    found = checks.skill(sheet, scene.settings, sheets.line(sheet, weapon.skill), pair)
    what = _("%(weapon)s (%(skill)s)", weapon=weapon.label, skill=found.what)
    return replace(found, actor=actor, what=what, target=found.target.plus(*lines))


def skill(scene: Scene, fighter: str, key: str) -> Check:
    """The test of a skill with its usual pair."""
    sheet = scene.sheet(fighter)
    return replace(checks.skill(sheet, scene.settings, sheets.line(sheet, key)), actor=fighter)


def melee_lines(scene: Scene, actor: str, target: str, args: Data) -> tuple[Modifier, ...]:
    """ARP-COVER-03, 05, ARP-LOC-02: what changes a blow: the cover between the two, darkness, and an aimed location."""
    concealed = int(initiative.mark(scene, target, "concealment") or 0)
    place = location(args)
    aimed = _("Aimed at: %(place)s", place=LOCATIONS.get(place, _("nothing")))
    return (
        replace(places.cover_line(places.between(scene, actor, target)), rule="ARP-COVER-03"),
        Modifier(_("Concealed"), concealed, "ARP-COVER-05"),
        Modifier(aimed, AT_LOCATION if place else 0, "ARP-AIM-02"),
    )


def opposition(mode: str, mine: Check, theirs: Check, settings: Data, label: Text) -> Script[tuple[Effects, Opposed]]:
    """ARP-REACT-02: both test; what it comes to, and who wins."""
    one, other = yield from both(mine, theirs, settings, label)
    return opposed(mode, one, other)


def both(mine: Check, theirs: Check, settings: Data, label: Text) -> Script[tuple[Outcome, ...]]:
    """ARP-REACT-02: the tests of an opposition, their dice asked together."""
    answer = _("Reaction: %(what)s", what=theirs.what)
    outcomes = yield from together(
        checks.resolve(mine, settings, "attack", label), checks.resolve(theirs, settings, "defence", answer)
    )
    return outcomes


def opposed(mode: str, one: Outcome, other: Outcome) -> tuple[Effects, Opposed]:
    """ARP-REACT-02, 03: the degrees of two tests against each other."""
    found = oppose(mode, one.margin, other.margin)
    value = {"winner": found.winner, "degrees": found.degrees}
    tested = (Effect("outcome", one.check.actor, one), Effect("outcome", other.check.actor, other))
    return (*tested, Effect("opposed", one.check.actor, value)), found


def said(args: Data) -> Modifier:
    """ARP-COVER-05: whatever else the game master adds."""
    return Modifier(_("Game master"), args["modifier"], "ARP-MOD-01")


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
