"""Declarations of intent: what they bring at once, what speaks against them, and how they read."""

from __future__ import annotations

from typing import Any

from rules.core.acts import Effects, Gauge
from rules.core.effects import Effect
from rules.core.errors import Refused
from rules.core.paths import Data, get
from rules.core.scene import Action, Change, Scene
from rules.core.script import Effect as AnyEffect
from rules.core.text import Text
from rules.games.polaris.close_combat import aim, holds, modes, several_attacks, techniques
from rules.games.polaris.close_combat.melee import why_no_room
from rules.games.polaris.harm import wounds
from rules.games.polaris.harm.conditions import Posture
from rules.games.polaris.marks import AMBUSH, DECLARED, FIRST, PREPARED, WENT
from rules.games.polaris.shooting import fire, manners, weapons
from rules.games.polaris.shooting.distance import CONTACT, GROUND
from rules.games.polaris.shooting.ranged import MOVES, said_range, why_impossible
from rules.games.polaris.shooting.weapons import Drawn, FireModeSet, Reloaded, Weapon
from rules.games.polaris.tables import PLACES
from rules.games.polaris.text import _
from rules.games.polaris.turn import ambush, initiative
from rules.games.polaris.turn.moving import paces
from rules.games.polaris.turn.progress import Done, move_marker
from rules.ground.aiming import AS_LAID, is_laid, too_far
from rules.ground.moving import exits

# POL-INIT-18: what delays an action; those that may last longer cost more by ``slower``. Drawing goes with the weapon.
PREPARATIONS: dict[str, tuple[Text, int]] = {
    "grab": (_("Grab something within reach"), -3),
    "grab_far": (_("Grab something a few steps away"), -5),
    "close_in": (_("Close in to seize"), -3),
    "orders": (_("Give brief orders"), -3),
    "observe": (_("Observe the fight for one precise thing"), -5),
    "spot": (_("Try to spot something"), -5),
    "mechanism": (_("Work a simple mechanism"), -3),
    FireModeSet.kind: (_("Change the fire mode"), -3),
    "from_cover": (_("Shoot from cover"), -3),
    "short_move": (_("Move 3 m at most"), -3),
    "crouch": (_("Crouch or straighten up"), -3),
    "dive": (_("Dive to the ground"), -5),
    "cover": (_("Get in or out of cover"), -3),
    "stand_up": (_("Stand up"), -10),
    "slow_weapon": (_("Ready a slow weapon"), -2),
}
READYING = ("dive", "stand_up")  # those that leave a fighter otherwise than before
LAST = ("crouch", "dive")  # those that cost nothing at the end of a move
MOVING = ("grab_far", "close_in", "short_move", "dive", "cover")  # preparations that take a step

STUNNED = _("Stunned: no attack, only defence.")


def declare(scene: Scene, action: Action) -> Effects:
    """POL-INIT-08: what a declaration brings at once. Raises ``Refused`` for what does not go together."""
    fighter, args = action.actor, action.args
    stated = _said(scene, action)
    if args.get("rushed") and args.get("delayed"):
        raise Refused(_("A rushed action cannot be delayed."), "delayed")
    _check_feet(scene, fighter, stated)
    stated = _with_way_gone(scene, fighter, stated)
    declared = Declared(fighter, stated)
    effects: list[AnyEffect] = [declared]
    if stated["kind"] in ("melee", initiative.SHOT):
        effects += _attacks(scene, fighter, stated, _weapon(scene, fighter, args))
    if stated["kind"] == Reloaded.kind and not _weapon(scene, fighter, args).drawn:
        effects.append(Drawn(fighter, args["weapon"]))  # as its price says
    if stated["kind"] == "defend":
        techniques.check_fit(scene, fighter, stated, weapons.in_hand(scene, fighter))
    if stated["kind"] == "nothing" or stated.get("whole"):
        effects.append(Done(fighter))
    if not stated.get("with") or scene.fighters[fighter].hidden:
        effects += _begun(scene, fighter, stated)
    return (*effects, *begun_together(scene.with_changes(declared.land(scene))))


def begun_together(scene: Scene) -> Effects:
    """POL-INIT-14: the visible beginnings of declarations made in secret that are revealed by now.

    They wait until then, for a fighter who dives at once has told what they declared.
    """
    secret = [who for who, row in scene.fighters.items() if "with" in row.marks.get(DECLARED.key, ())]
    revealed = [who for who in secret if who not in scene.hidden and not initiative.is_sealed(scene, who)]
    plans = {who: initiative.declaration(scene, who) for who in revealed}
    return tuple(effect for who, plan in plans.items() for effect in (Revealed(who), *_begun(scene, who, plan)))


def _begun(scene: Scene, fighter: str, stated: Data) -> Effects:
    """The part of a declaration that everybody sees before anybody acts: a posture, and a hold that ends."""
    return (*_falls_or_stands(fighter, stated), *holds.let_go(scene, fighter, stated))


def _check_feet(scene: Scene, fighter: str, plan: Data) -> None:
    """POL-INIT-18: raises ``Refused`` for what takes feet, of somebody who lies on the ground then."""
    dives = plan.get("preparation") == "dive" and not moves(plan)
    if not (dives or wounds.is_prone(scene.sheet(fighter))) or plan.get("preparation") == "stand_up":
        return
    if plan.get("mode") in (modes.CHARGE, modes.RETREAT):
        raise Refused(modes.PRONE, "mode")
    pace = plan.get("pace", "still")
    if wounds.fastest(scene.sheet(fighter), pace, prone=True) != pace:
        raise Refused(modes.PRONE, "pace")


def _with_way_gone(scene: Scene, fighter: str, plan: dict[str, Any]) -> dict[str, Any]:
    """POL-RANGED-04, POL-INIT-23: a declaration at no slower pace than its fighter has run already in this turn."""
    gone = WENT.number(scene, fighter)
    if not gone:
        return plan
    slowest = next((pace for pace, metres in paces(scene, fighter).items() if gone <= metres), "maximum")
    return {**plan, "pace": max(plan.get("pace", "still"), slowest, key=tuple(MOVES).index)}


def _attacks(scene: Scene, fighter: str, plan: Data, weapon: Weapon) -> Effects:
    """The effects of declaring an attack. Raises ``Refused`` for what does not go together."""
    if reason := why_blocked(scene, fighter, plan["kind"], plan["target"], weapon, said_range(plan)):
        raise Refused(reason, "target")
    techniques.check_fit(scene, fighter, plan, weapon)
    several_attacks.check(scene, fighter, plan, weapon)
    drawn: Effects = () if weapon.drawn else (Drawn(fighter, weapon.key),)
    if plan["kind"] == "melee":
        if plan.get("technique") == techniques.GRAB and plan["target"] in holds.held_fighters(scene, fighter):
            raise Refused(_("%(who)s is held already.", who=scene.name(plan["target"])), "technique")
        return drawn
    fire.check_said(scene, fighter, weapon, plan)
    if fire.is_aimed(plan) and plan.get("preparation") in MOVING:
        raise Refused(fire.STANDING, "preparation")
    return (*drawn, *fire.prepare(scene, fighter, weapon, plan))


def prepare(action: Action) -> Effects:
    """POL-INIT-09, 18: a preparation announced alone."""
    fighter, key = action.actor, action.args["preparation"]
    ready = Prepared(fighter, key, prepared_by(action))
    if key.startswith("draw-"):
        return (ready, Drawn(fighter, key.removeprefix("draw-")))
    return (ready, *_falls_or_stands(fighter, action.args))


def prepared_by(action: Action) -> int:
    """POL-INIT-18: what a preparation moves the marker by."""
    key = action.args["preparation"]
    return (weapons.DRAW if key.startswith("draw-") else PREPARATIONS[key][1]) - int(action.args.get("slower", 0))


def why_blocked(
    scene: Scene, fighter: str, kind: str, target: str, weapon: Weapon | None = None, said: str = AS_LAID
) -> Text | None:
    """The reason against a target, now or as declared."""
    if target not in scene.seen_by(fighter):
        return _("This target is no longer here.")
    if reason := ambush.why_barred(scene, fighter, target):
        return reason
    if wounds.is_dead(scene.sheet(target)):
        return _("%(who)s is dead.", who=scene.name(target))
    if kind == "melee":
        return _why_out_of_reach(scene, fighter, target) or why_no_room(scene, fighter, target)
    return why_impossible(scene, fighter, target, weapon, said)


def why_unable(scene: Scene, fighter: str, weapon: Weapon | None) -> Text | None:
    """The reason against the declared attack, whatever its target."""
    if get(scene.sheet(fighter), "conditions.stunned"):  # POL-SHOCK-03
        return STUNNED
    if weapon is None or not weapon.drawn:
        return why_not_in_hand(weapon)
    return weapons.why_unusable(scene, fighter, weapon)


def why_not_in_hand(weapon: Weapon | None) -> Text | None:
    """POL-CRIT-10, POL-MARTIAL-18: why nothing is done with a weapon that was in hand or drawn at the declaration."""
    if weapon is None:
        return _("This weapon is no longer there.")
    return None if weapon.drawn else _("This weapon is no longer in hand.")


def intent(scene: Scene, fighter: str, declared_as: Data) -> Text:
    """POL-INIT-07: a declaration as one sentence."""
    how = [label for key, label in _MANNERS.items() if declared_as.get(key)]
    how += manners.texts(declared_as)
    if more := several_attacks.declaration_text(declared_as):
        how.append(more)
    if declared_as["kind"] == "melee" and declared_as.get("mode", modes.NORMAL) != modes.NORMAL:
        how.append(modes.MODES[declared_as["mode"]].label)
    if declared_as.get("whole"):
        how.append(_("the whole turn"))
    if declared_as.get("also"):
        how.append(_("and at once: %(what)s", what=declared_as["also"]))
    if declared_as.get("technique"):
        how.append(techniques.NAMES[declared_as["technique"]])
    if declared_as.get("aim"):
        how.append(_("aims at: %(place)s", place=PLACES[declared_as["aim"]]))
    if declared_as.get("preparation"):
        how.append(PREPARATIONS[declared_as["preparation"]][0])
    what = _what(scene, fighter, declared_as)
    return _("%(what)s (%(how)s)", what=what, how=tuple(how)) if how else what


def said_by(scene: Scene, action: Action) -> Text:
    """A declaration as it is announced: nothing but that it was made, where it is sealed (POL-INIT-14)."""
    who = scene.name(action.actor)
    if initiative.sealed_with(scene, action.actor):
        return _("%(who)s has declared in secret", who=who)
    what = intent(scene, action.actor, _said(scene, action))
    return _("%(who)s declares: %(what)s", who=who, what=what)


def reveal(before: Scene, after: Scene) -> tuple[tuple[str, Text], ...]:
    """POL-INIT-14: what is revealed between two scenes, from the slowest on as it was declared."""
    sealed = (who for who in after.fighters if who in before.fighters and initiative.is_sealed(before, who))
    rows = [who for who in sealed if initiative.declaration(after, who) and not initiative.is_sealed(after, who)]
    rows.sort(key=lambda who: initiative.shown_initiative(before, who))
    return tuple((who, intent(after, who, initiative.declaration(after, who))) for who in rows)


_MANNERS = {"rushed": _("rushed"), "delayed": _("delayed")}
_KEPT = (
    *("target", "weapon", "range", "covered", "pace", "what", "mode"),
    *("rushed", "delayed", "also", "whole", "holder", "how"),
)


def _said(scene: Scene, action: Action) -> dict[str, Any]:
    args, kind = action.args, action.kind.removeprefix("declare_")
    arguments = {key: args[key] for key in _KEPT if args.get(key)} | ({"delayed": True} if kind == "defend" else {})
    arguments |= aim.kept(args) | fire.kept(args) | several_attacks.kept(args)
    if args.get("technique", techniques.NONE) != techniques.NONE:
        arguments["technique"] = args["technique"]
    if args.get("hand") == "off":
        arguments["hand"] = "off"
    if args.get("preparation", "none") != "none":
        arguments["preparation"] = args["preparation"]
    others = initiative.sealed_with(scene, action.actor)
    passing, readied = _prices(scene, action)
    further = {"readied": readied, "with": others}
    return {"kind": kind, **arguments, "shift": passing + readied, **{key: row for key, row in further.items() if row}}


def gauge(scene: Scene, fighter: str, by: int) -> Gauge:
    """POL-INIT-08: the initiative left by a declaration, as far as it is filled in."""
    now = initiative.current(scene, fighter)
    late = initiative.would_postpone(scene, fighter, by)
    note = _("At 0 or less, the action waits for the next turn.") if late else None
    return Gauge(_("Initiative"), now, now + by, note)


def shift(scene: Scene, action: Action) -> int:
    """POL-INIT-08: what a declaration moves the marker by."""
    return sum(_prices(scene, action))


def _prices(scene: Scene, action: Action) -> tuple[int, int]:
    """POL-INIT-08, 16, 18: what moves the marker: for this action alone, and for what is ready from now on.

    The declaration of a free attack moves none (POL-SURP-09).
    """
    args, actor = action.args, action.actor
    if ambush.free_attack(scene, actor):
        return 0, 0
    passing = initiative.RUSH if args.get("rushed") else 0
    passing += holds.seizing_cost(scene, actor, args) + modes.run_up(args) - int(args.get("slower", 0))
    readied, preparation = 0, args.get("preparation", "none")
    if preparation in LAST and moves(args):
        preparation = "none"
    if preparation in READYING or (preparation == FireModeSet.kind and action.kind == f"declare_{initiative.SHOT}"):
        readied += PREPARATIONS[preparation][1]
    elif preparation != "none":
        passing += PREPARATIONS[preparation][1]
    if "weapon" not in args:
        return passing, readied
    weapon = _weapon(scene, actor, args)
    if weapon.kind == "ranged" and "target" in args:
        passing, readied = passing + fire.shift(args), readied + fire.readying(scene, actor, weapon, args)
    return passing + weapon.init, readied + _drawing(weapon, args)


def _drawing(weapon: Weapon, args: Data) -> int:
    if weapon.drawn:
        return 0
    return weapons.DRAW_READY if args.get("hand_on_it") else weapons.DRAW


def _weapon(scene: Scene, fighter: str, args: Data) -> Weapon:
    match = weapons.find(scene.sheet(fighter), args["weapon"])
    if match is None:
        raise Refused(_("This weapon is no longer there."), "weapon")
    return match


def moves(plan: Data) -> bool:
    return bool(plan.get("pace", "still") != "still")


def _falls_or_stands(fighter: str, args: Data) -> Effects:
    lies = {"stand_up": False, "dive": True}.get(args.get("preparation", ""))
    return () if lies is None or (lies and moves(args)) else (Posture(fighter, off=not lies),)


def end_move(scene: Scene, fighter: str) -> Effects:
    """POL-INIT-18: a dive declared with a move ends it."""
    plan = initiative.declaration(scene, fighter)
    dives = plan.get("preparation") == "dive" and moves(plan) and not wounds.is_prone(scene.sheet(fighter))
    return (Posture(fighter),) if dives else ()


def _why_out_of_reach(scene: Scene, fighter: str, target: str) -> Text | None:
    """POL-MELEE-14, POL-SHEET-19: an attacker may still move to their target before striking."""
    if GROUND.near(scene, fighter, target):
        return None
    away = GROUND.metres(scene, fighter, target)
    if away is None:
        return _("No way leads there.")
    if not initiative.declaration(scene, fighter) and exits(scene, fighter):
        most = paces(scene, fighter)["maximum"]
        far = _("%(metres)s m away: %(most)s m at most this turn.", metres=int(away), most=most)
        return far if away > most else None
    if is_laid(scene):
        return too_far(away, CONTACT)
    return _("%(metres)s m away: melee begins at %(contact)s m.", metres=int(away), contact=CONTACT)


def approach_text(scene: Scene, fighter: str, target: str) -> Text | None:
    """POL-SHEET-19: the way to go before a blow at somebody out of reach, and the slowest pace that leads so far."""
    away = None if GROUND.near(scene, fighter, target) else GROUND.metres(scene, fighter, target)
    if away is None:
        return None
    pace = next((pace for pace, metres in paces(scene, fighter).items() if away <= metres), None)
    return _("out of reach, go there first: pace %(pace)s", pace=MOVES[pace][0]) if pace else None


def _what(scene: Scene, fighter: str, declared_as: Data) -> Text:
    kind = declared_as["kind"]
    if kind == "other":
        free = declared_as.get("what", "")
        what = _("%(what)s", what=free) if free else _("Something else")
        pace = declared_as.get("pace", "still")
        if pace == "still":
            return what
        return _("%(what)s, moving: %(pace)s", what=what, pace=MOVES[pace][0])
    if kind == "defend":
        return _("only defends himself: %(mode)s", mode=modes.MODES[declared_as["mode"]].label)
    if kind == "nothing":
        return _("Nothing this turn")
    if gripping := holds.declaration_text(scene, declared_as):
        return gripping
    weapon = weapons.find(scene.sheet(fighter), declared_as["weapon"])
    if kind == Reloaded.kind:
        return _("reloads: %(weapon)s", weapon=weapon.label if weapon else "")
    label = weapon.label if weapon else _("a weapon that is gone")
    target = scene.name(declared_as["target"])
    if kind == "melee":
        return _("attacks %(target)s: %(weapon)s", target=target, weapon=label)
    return _("shoots at %(target)s: %(weapon)s", target=target, weapon=label)


class Declared(Effect):
    """POL-INIT-08, 22: the declaration with its mode, which is the normal one outside of melee.

    A free attack is over with the declaration of the turn (POL-SURP-09), and so is an action carried over into it.
    """

    kind = "declare"
    scalar = "declared_as"
    declared_as: Data

    def land(self, scene: Scene) -> tuple[Change, ...]:
        who, stated = self.target, self.declared_as
        over = (AMBUSH.clear(scene, who),) if AMBUSH.of(scene, who) == "struck" else ()
        return (
            *over,
            *((FIRST.clear(scene, who),) if FIRST.of(scene, who) else ()),
            DECLARED.set(scene, who, {**stated, "kind": str(stated["kind"])}),
            modes.set_declared(scene, who, stated),
            move_marker(scene, who, int(stated.get("shift", 0))),
        )


class Revealed(Effect):
    """POL-INIT-14: a declaration made in secret is secret no more, whoever declares after it."""

    kind = "declared_openly"

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (DECLARED.clear(scene, self.target, "with"),)


class Prepared(Effect):
    """POL-INIT-09: a preparation announced alone."""

    kind = "prepare"
    key: str
    by: int

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (PREPARED.set(scene, self.target, int(self.by), self.key), move_marker(scene, self.target, int(self.by)))
