"""Who holds whom, and how: what a hold forbids, and what it offers to both (POL-MARTIAL-17 to 22)."""

from __future__ import annotations

from functools import cache

from rules.core.errors import Refused
from rules.core.game import Offer
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Effect
from rules.core.sheet import Choice, Field
from rules.core.text import Text
from rules.games.polaris import initiative, modes, techniques
from rules.games.polaris.text import _

COST = -3  # POL-MARTIAL-19, in initiative
SEIZED, LOCKED, CHOKED = techniques.GRAB, techniques.LOCK, techniques.CHOKE
CONTROLLING = (LOCKED, CHOKED)
ART, FORCE = "art", "force"

GRIPS: dict[str, Text] = {
    SEIZED: _("seized"),
    LOCKED: _("locked"),
    CHOKED: _("choked"),
}

SENTENCES: dict[str, Text] = {
    SEIZED: _("has hold of %(who)s"),
    LOCKED: _("has %(who)s in a lock"),
    CHOKED: _("chokes %(who)s"),
}


def held(scene: Scene, fighter: str) -> dict[str, Data]:
    """POL-MARTIAL-19: those a fighter holds, each with the grip, its training, its turns and its tests won."""
    found: Data = initiative.mark(scene, fighter, "holds") or {}
    return {one: row for one, row in found.items() if one in scene.fighters}


def holders(scene: Scene, fighter: str) -> dict[str, Data]:
    """Those who hold a fighter and are still able to."""
    able = [one for one in scene.fighters if one != fighter and not initiative.is_out(scene, one)]
    return {one: rows[fighter] for one in able if fighter in (rows := held(scene, one))}


def controlled(scene: Scene, fighter: str) -> Text | None:
    """POL-MARTIAL-18, 20, 21: why a fighter can do nothing but free himself."""
    for one, row in holders(scene, fighter).items():
        if row["grip"] in CONTROLLING:
            return _("%(who)s has him in a hold: he has to break free first.", who=scene.name(one))
    by = threatened(scene, fighter)
    if by:
        return _("%(who)s holds a weapon at him: he has to escape it first.", who=scene.name(by))
    return None


def threatened(scene: Scene, fighter: str) -> str:
    """POL-MARTIAL-18: who holds a weapon at a fighter, empty where nobody does."""
    by = str(initiative.mark(scene, fighter, "threat") or "")
    return by if by in scene.fighters and not initiative.is_out(scene, by) else ""


def offers(scene: Scene, fighter: str) -> tuple[Offer, ...]:
    """What a fighter may declare about a hold: to use his own, to break another’s, to escape a weapon."""
    mine, theirs = held(scene, fighter), holders(scene, fighter)
    keep = _("Keep or use a hold")
    escape = _("Escape the weapon held at you")
    found = []
    if mine:
        found.append(Offer("declare_hold", fighter, keep, (_whom(scene, mine),)))
    if theirs:
        found.append(_breaking(scene, fighter, "declare_break", {}))
    if threatened(scene, fighter):
        found.append(Offer("declare_escape", fighter, escape, refused=no_art(scene, fighter)))
    return tuple(found)


def deeds(scene: Scene, fighter: str, said: Data) -> tuple[Offer, ...]:
    """What a fighter may do at his phase about holds and threats, whatever he has declared."""
    kind, found = said["kind"], []
    if kind == "hold":
        gone = None if said["target"] in held(scene, fighter) else _("This hold is over.")
        found.append(Offer("hold", fighter, _("Keep or use a hold"), refused=gone))
    if holders(scene, fighter):
        found.append(_breaking(scene, fighter, "break", said))
    if threatened(scene, fighter):
        label = _("Escape the weapon held at you")
        found.append(Offer("escape", fighter, label, refused=no_art(scene, fighter)))
    return tuple(found)


def _breaking(scene: Scene, fighter: str, kind: str, said: Data) -> Offer:
    """POL-MARTIAL-17: whose hold is broken, and by art or by strength, as declared; a player reads nobody hidden."""
    mine = scene.fighters[fighter].side == "pc"
    seen = [one for one in holders(scene, fighter) if not (mine and scene.fighters[one].hidden)]
    refused = None if seen else _("Whoever holds him is not to be seen.")
    unable = no_art(scene, fighter)
    rows = (
        Choice(ART, _("Release, by defensive techniques"), unable),
        Choice(FORCE, _("By strength")),
    )
    usual = FORCE if unable else said.get("how", FORCE)
    how = Field("how", _("How"), "choice", default=usual, choices=rows, rule="POL-MARTIAL-17")
    whose = tuple(_named(scene, one) for one in seen)
    holder = Field("holder", _("Whose hold"), "choice", choices=whose)
    return Offer(kind, fighter, BREAK, (holder, how), refused)


def no_art(scene: Scene, fighter: str) -> Text | None:
    """POL-MARTIAL-11, 17, 18: why a fighter cannot use the defensive techniques now."""
    if not techniques.is_learnt(scene, fighter, techniques.DEFENSE):
        return _("Defensive techniques are not learnt.")
    if modes.current(scene, fighter) not in techniques.TECHNIQUES[techniques.RELEASE].modes:
        return _("The mode of combat leaves no defensive technique.")
    return None


def let_go(scene: Scene, fighter: str, said: Data) -> tuple[Effect, ...]:
    """Who does something else lets go of those he holds; who grips one of them goes on."""
    grips = said.get("technique") in techniques.GRIPS
    kept = said.get("target") if said["kind"] == "hold" or grips else ""
    return tuple(Effect("freed", one, fighter) for one in held(scene, fighter) if one != kept)


def seizing(scene: Scene, fighter: str, args: Data) -> int:
    """POL-MARTIAL-19: what seizing somebody costs in initiative, nothing where he is held already."""
    grips = args.get("technique") in techniques.GRIPS and args.get("target") not in held(scene, fighter)
    return COST if grips else 0


def check_threat(scene: Scene, args: Data) -> tuple[Effect, ...]:
    """POL-MARTIAL-18: a weapon is held at somebody, or not any more. Raises ``Refused`` for nobody else."""
    if args["fighter"] == args["other"]:
        raise Refused(_("Two different fighters are needed."), "other")
    return (Effect("threat", args["other"], args["fighter"] if args["state"] == "held" else None),)


@cache
def threat_field() -> Field:
    """POL-MARTIAL-18."""
    rows = (
        Choice("held", _("The first one holds it at the second")),
        Choice("over", _("The threat is over")),
    )
    return Field("state", _("Weapon"), "choice", choices=rows, rule="POL-MARTIAL-18")


def told(scene: Scene, said: Data) -> Text | None:
    """A declaration about a hold in words, ``None`` for any other."""
    kind = said["kind"]
    if kind == "escape":
        return _("escapes the weapon held at him")
    if kind == "hold":
        return _("keeps hold of %(who)s", who=scene.name(said["target"]))
    if kind == "break":
        return _("breaks free of %(who)s", who=scene.name(said["holder"]))
    return None


BREAK = _("Break free")


def _whom(scene: Scene, mine: dict[str, Data]) -> Field:
    rows = tuple(Choice(one, _named(scene, one).label, hint=GRIPS[row["grip"]]) for one, row in mine.items())
    return Field("target", _("Whom"), "choice", choices=rows, rule="POL-MARTIAL-20")


def _named(scene: Scene, fighter: str) -> Choice:
    return Choice(fighter, _("%(who)s", who=scene.name(fighter)))
