"""Holds: the bans and the offers they bring to both (POL-MARTIAL-17 to 22)."""

from __future__ import annotations

from dataclasses import replace

from rules.character.fields import choice
from rules.character.sheet import Field
from rules.core.acts import Effects
from rules.core.effects import Effect
from rules.core.memo import memoize
from rules.core.paths import Data, get
from rules.core.rounds import AboutTwo
from rules.core.scene import Change, Scene
from rules.core.text import Text
from rules.games.polaris.close_combat import modes, techniques
from rules.games.polaris.harm import wounds
from rules.games.polaris.marks import HOLDS, THREAT
from rules.games.polaris.shooting import weapons
from rules.games.polaris.shooting.weapons import Weapon
from rules.games.polaris.text import _
from rules.games.polaris.turn import initiative

COST = -3  # POL-MARTIAL-19, in initiative
SEIZED, LOCKED, CHOKED = techniques.GRAB, techniques.LOCK, techniques.CHOKE
CONTROLLING = (LOCKED, CHOKED)
HOLD, FREE, ESCAPE = "hold", "break", "escape"  # the declarations about a hold
ART, FORCE = "art", "force"

GRIPS: dict[str, Text] = {SEIZED: _("seized"), LOCKED: _("locked"), CHOKED: _("choked")}

SENTENCES: dict[str, Text] = {
    SEIZED: _("has hold of %(who)s"),
    LOCKED: _("has %(who)s in a lock"),
    CHOKED: _("chokes %(who)s"),
}


def held_fighters(scene: Scene, fighter: str) -> dict[str, Data]:
    """POL-MARTIAL-19: those a fighter holds, each with the grip, its training, its turns and its tests won."""
    rows = HOLDS.rows(scene, fighter)
    return {who: row for who, row in rows.items() if who in scene.fighters and not wounds.is_dead(scene.sheet(who))}


def opening(scene: Scene, fighter: str, target: str, technique: str) -> str:
    """POL-MARTIAL-19: the technique of the first test: an untrained grip on somebody not held yet begins by seizing."""
    untrained = technique in techniques.GRIPS and not techniques.skills(technique)
    return SEIZED if untrained and target not in held_fighters(scene, fighter) else technique


def holders(scene: Scene, fighter: str) -> dict[str, Data]:
    """Everyone who holds a fighter and is still able to."""
    grips = _grips(scene).get(fighter, {})
    return {who: row for who, row in grips.items() if who != fighter and not initiative.is_out(scene, who)}


@memoize
def _grips(scene: Scene) -> dict[str, dict[str, Data]]:
    grips: dict[str, dict[str, Data]] = {}
    for who in scene.fighters:
        for held, row in HOLDS.rows(scene, who).items():
            grips.setdefault(held, {})[who] = row
    return grips


def slacken(scene: Scene) -> tuple[Change, ...]:
    """POL-SHOCK-04: a fighter who can no longer act lets go of everyone, and wakes without a hold.

    A hold on somebody dead, or who has left the fight, is over too.
    """
    out = [who for who in scene.fighters if initiative.is_out(scene, who)]
    left = [who for who in out if _is_past_holding(scene.sheet(who))]
    pairs = ((who, held) for who in scene.fighters for held in HOLDS.rows(scene, who))
    grips = (HOLDS.clear(scene, who, held) for who, held in pairs if who in out or held in left)
    return (*grips, *(THREAT.clear(scene, who) for who in scene.fighters if THREAT.of(scene, who) in out))


def _is_past_holding(sheet: Data) -> bool:
    return wounds.is_dead(sheet) or bool(get(sheet, "conditions.gone"))


HELD = _("In a hold one goes nowhere: break free first.")


def why_still(scene: Scene, fighter: str) -> Text | None:
    """POL-MARTIAL-17, 19, POL-WOUND-19: why a fighter cannot move from the spot: in somebody’s hold, or by a wound."""
    return HELD if holders(scene, fighter) else wounds.why_rooted(scene.sheet(fighter))


def pace(scene: Scene, fighter: str) -> str:
    """POL-TURN-06, POL-WOUND-19: the pace declared, or the fastest that holds, wounds, stupor and falls leave of it."""
    shown = scene.fighters[fighter].marks.get("pace")
    if shown is not None:  # everybody sees it, also who may not read the sheet: see ``rounds.open_marks``
        return str(shown)
    declared = str(initiative.declaration(scene, fighter).get("pace", "still"))
    still = declared == "still" or holders(scene, fighter)
    return "still" if still else wounds.fastest(scene.sheet(fighter), declared)


def why_seized(scene: Scene, fighter: str) -> Text | None:
    """POL-MARTIAL-17, 19: the reason why a held fighter cannot move."""
    who = next(iter(holders(scene, fighter)), "")
    return _held_by(scene, who) if who else None


def why_controlled(scene: Scene, fighter: str) -> Text | None:
    """POL-MARTIAL-18, 20, 21: why a fighter can do nothing but free themselves."""
    for who, row in holders(scene, fighter).items():
        if row["grip"] in CONTROLLING:
            return _held_by(scene, who)
    by = threatened_by(scene, fighter)
    if by:
        return _("%(who)s holds a weapon at them: they have to escape it first.", who=scene.name(by))
    return None


def _held_by(scene: Scene, who: str) -> Text:
    return _("%(who)s has them in a hold: they have to break free first.", who=scene.name(who))


def threatened_by(scene: Scene, fighter: str) -> str:
    """POL-MARTIAL-18: who holds a weapon at a fighter, empty where nobody does."""
    by = str(THREAT.of(scene, fighter) or "")
    able = by in scene.fighters and not initiative.is_out(scene, by) and not is_stunned(scene, by)
    return by if able and threatening_weapon(scene, by) else ""


def threatening_weapon(scene: Scene, fighter: str) -> Weapon | None:
    """POL-MARTIAL-18: the weapon in the hand of whoever threatens, a firearm first."""
    return next(iter(weapons.held(scene.sheet(fighter))), None)


def is_stunned(scene: Scene, fighter: str) -> bool:
    """POL-SHOCK-03: true if a fighter cannot attack, and so neither use a hold nor threaten."""
    return bool(get(scene.sheet(fighter), "conditions.stunned"))


def why_no_art(scene: Scene, fighter: str) -> Text | None:
    """POL-MARTIAL-11, 17, 18: why a fighter cannot use the defensive techniques now."""
    if not techniques.is_learnt(scene.sheet(fighter), scene.settings, techniques.DEFENSE):
        return _("Defensive techniques are not learnt.")
    if modes.current(scene, fighter) not in techniques.TECHNIQUES[techniques.RELEASE].modes:
        return _("The mode of combat leaves no defensive technique.")
    return None


def is_act_possible(scene: Scene, fighter: str) -> bool:
    """POL-INIT-23: true if a declared act about a hold or a weapon at somebody can still be done."""
    plan = initiative.declaration(scene, fighter)
    if plan.get("kind") == HOLD:
        bound = is_stunned(scene, fighter) or why_controlled(scene, fighter)
        return plan["target"] in held_fighters(scene, fighter) and not bound
    if plan.get("kind") == FREE:
        return plan["holder"] in holders(scene, fighter)
    return plan.get("kind") == ESCAPE and bool(threatened_by(scene, fighter)) and not why_no_art(scene, fighter)


def let_go(scene: Scene, fighter: str, said: Data) -> Effects:
    """Doing something else, or nothing, lets go of everyone held but the target of a new grip (POL-MARTIAL-20)."""
    grips = said.get("technique") in techniques.GRIPS
    target = said.get("target") if said.get("kind") == HOLD or grips else ""
    return tuple(Freed(who, fighter) for who in held_fighters(scene, fighter) if who != target)


def give_up(scene: Scene, fighter: str) -> Effects:
    """POL-MARTIAL-20: whoever has declared to keep a hold and gives that up lets go."""
    plan = initiative.declaration(scene, fighter)
    kept = plan.get("target", "") if plan.get("kind") == HOLD else ""
    return (Freed(kept, fighter),) if kept in held_fighters(scene, fighter) else ()


def seizing_cost(scene: Scene, fighter: str, args: Data) -> int:
    """POL-MARTIAL-19: what seizing somebody costs in initiative, nothing where they are held already."""
    grips = args.get("technique") in techniques.GRIPS and args.get("target") not in held_fighters(scene, fighter)
    return COST if grips else 0


def declaration_text(scene: Scene, said: Data) -> Text | None:
    """A declaration about a hold in words, ``None`` for any other."""
    kind = said["kind"]
    if kind == ESCAPE:
        return _("escapes the weapon held at them")
    if kind == HOLD:
        return _("keeps hold of %(who)s", who=scene.name(said["target"]))
    if kind == FREE:
        return _("breaks free of %(who)s", who=scene.name(said["holder"]))
    return None


BREAK = _("Break free")


class Held(Effect):
    """POL-MARTIAL-19 to 21: a hold begins, changes or lasts; the row has its victim, kind, training and duration."""

    kind = HOLD
    scalar = "row"
    is_open = True
    row: Data

    def land(self, scene: Scene) -> tuple[Change, ...]:
        grip = {"grip": str(self.row["grip"]), "trained": bool(self.row["trained"])}
        counts = {"turns": int(self.row["turns"]), "wins": int(self.row["wins"])}
        who = scene.fighters[self.row["target"]].id
        return (HOLDS.set(scene, self.target, grip | counts, who),)

    def told(self, scene: Scene) -> Text | None:
        return replace(SENTENCES[self.row["grip"]], params=(("who", scene.name(self.row["target"])),))


class Freed(Effect):
    """POL-MARTIAL-17: a hold is over."""

    kind = "freed"
    scalar = "holder"
    is_open = True
    holder: str

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (HOLDS.clear(scene, self.holder, scene.fighters[self.target].id),)

    def told(self, scene: Scene) -> Text | None:
        return _("is free of %(who)s", who=scene.name(self.holder))


class Threat(Effect):
    """POL-MARTIAL-18: somebody holds a weapon at them, or nobody does any more."""

    mark = THREAT
    scalar = "by"
    is_open = True
    by: str | None = None

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (THREAT.set(scene, self.target, scene.fighters[self.by].id if self.by else None),)

    def told(self, scene: Scene) -> Text | None:
        if not self.by:
            return _("is no longer held at weapon point")
        return _("is held at weapon point by %(who)s", who=scene.name(self.by))


class HoldWeapon(AboutTwo):
    """POL-MARTIAL-18: a weapon is held at somebody, or not any more."""

    kind = THREAT.key
    label = _("Hold a weapon at somebody")
    rules = ("POL-MARTIAL-18",)

    def further(self, scene: Scene) -> tuple[Field, ...]:
        rows = {"held": _("The first one holds it at the second"), "over": _("The threat is over")}
        return (choice("state", _("Weapon"), rows, None, "POL-MARTIAL-18"),)

    def effect(self, args: Data) -> Effect:
        return Threat(args["other"], args["fighter"] if args["state"] == "held" else None)
