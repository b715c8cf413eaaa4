"""Initiative: who speaks when, who acts when, and who acts at the same time; all of it is read from the marks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.core.memo import memoize, memoize_of_fighter
from rules.core.paths import Data, get
from rules.core.rounds import deferred_fighters
from rules.core.scene import Scene
from rules.core.script import ATTACK
from rules.core.turns import highest, lowest
from rules.games.polaris.character import derived
from rules.games.polaris.harm import wounds
from rules.games.polaris.marks import (
    AHEAD,
    AMBUSH,
    BASE,
    CARRIED,
    DECLARED,
    DONE,
    FIRST,
    INITIATIVE,
    LEADER,
    OWED,
    PREPARED,
    RISK,
    STRUCK,
    SURPRISE,
)
from rules.games.polaris.settings import setting

RUSH = 3  # POL-INIT-16
HESITATION = (2, 3)  # POL-INIT-10
SPACING = 5  # POL-INIT-21
COMBO = "combo"
TAKEN_BACK = "taken_back"  # the preparations of a declaration that was changed (POL-INIT-19, 23)
SHOT = "shoot"
BLOWS = (ATTACK, SHOT)  # the acts that use up one of several attacks


declaration = DECLARED.rows  # POL-INIT-07: what a fighter has declared, empty as long as they have not


def is_delayed(scene: Scene, fighter: str) -> bool:
    """POL-INIT-17, 21: true if a fighter acts when they say so; of several attacks only the first one waits."""
    return bool(declaration(scene, fighter).get("delayed")) and not attacks_made(scene, fighter)


@memoize_of_fighter
def reaction(scene: Scene, fighter: str) -> int:
    """POL-INIT-12: the reaction with every malus, as it is now."""
    return derived.effective_reaction(scene.sheet(fighter), scene.settings).total


@memoize
def next_initiative(scene: Scene, fighter: str) -> int:
    """POL-INIT-01, 02, 25: the initiative with which a turn would begin now, of another whose marker they share.

    Nobody hidden leads a visible fighter: their place would tell how fast the leader is now.
    """
    leader = LEADER.of(scene, fighter)
    leads = leader in scene.fighters and (leader not in scene.hidden or fighter in scene.hidden)
    whose = leader if leads and not is_out(scene, leader) else fighter
    return derived.base_initiative(scene.sheet(whose), scene.settings).total


def base(scene: Scene, fighter: str) -> int:
    """POL-INIT-04: the initiative the turn began with; that of the sheet for somebody who has just come."""
    result = BASE.of(scene, fighter)
    return next_initiative(scene, fighter) if result is None else int(result)


def current(scene: Scene, fighter: str) -> int:
    """POL-INIT-04: the initiative as declarations and events have moved it."""
    result = INITIATIVE.of(scene, fighter)
    return base(scene, fighter) if result is None else int(result)


def debt(scene: Scene, fighter: str) -> int:
    """POL-MARTIAL-10: what the next turn begins without; less than nothing where the game master grants something."""
    return int(OWED.of(scene, fighter) or 0)


def shown_initiative(scene: Scene, fighter: str) -> int:
    """POL-INIT-05, 14: the marker everybody sees; a sealed declaration does not move it yet."""
    shift = declaration(scene, fighter)["shift"] if is_sealed(scene, fighter) else 0
    return current(scene, fighter) - int(shift)


@memoize_of_fighter
def is_out(scene: Scene, fighter: str) -> bool:
    """True if a fighter can no longer act: dead, unconscious, gone or declared unable (POL-SHOCK-04)."""
    shown = scene.fighters[fighter].marks.get("out")
    if shown is not None:  # everybody sees it, also who may not read the sheet: see ``rounds.open_marks``
        return bool(shown)
    return _cannot_act(scene.sheet(fighter))


@memoize
def _cannot_act(sheet: Data) -> bool:
    return wounds.is_senseless(sheet) or any(get(sheet, f"conditions.{key}") for key in ("cannot_act", "gone"))


@memoize_of_fighter
def is_surprised(scene: Scene, fighter: str) -> bool:
    """POL-SURP-03: true if this turn is lost to surprise."""
    by_hand = get(scene.sheet(fighter), "conditions.surprised")
    return bool(SURPRISE.of(scene, fighter) == "surprised" or by_hand)


@memoize
def at_risk(scene: Scene) -> tuple[str, ...]:
    """POL-SURP-01: those who have still to test their reaction."""
    return tuple(
        who for who in _unhindered_order(scene) if RISK.of(scene, who) is not None and SURPRISE.of(scene, who) is None
        if not is_out(scene, who)
    )  # fmt: skip


# Declarations, slowest first.


@memoize
def undeclared(scene: Scene) -> tuple[str, ...]:
    """Everyone who has still to declare an action."""
    return tuple(who for who in _unhindered_order(scene) if _is_silent(scene, who))


@memoize_of_fighter
def _is_silent(scene: Scene, fighter: str) -> bool:
    return _is_awake(scene, fighter) and not has_spoken(scene, fighter) and not DONE.of(scene, fighter)


@memoize_of_fighter
def has_spoken(scene: Scene, fighter: str) -> bool:
    """A fighter has declared their action of the turn; a free attack from hiding is none."""
    return bool(declaration(scene, fighter)) and not AMBUSH.of(scene, fighter)


def has_begun(scene: Scene) -> bool:
    """POL-TURN-05: the first declaration of the turn is made; actions carried over are those of the turn before."""
    return any(has_spoken(scene, who) and not FIRST.of(scene, who) for who in scene.fighters)


def free_technique(scene: Scene, fighter: str) -> str:
    """POL-MARTIAL-02, POL-SURP-09: the technique that a free attack of this turn has used, empty without one."""
    used = declaration(scene, fighter) if AMBUSH.of(scene, fighter) == "struck" else {}
    return str(used.get("technique", ""))


def ambushing(scene: Scene) -> tuple[str, ...]:
    """POL-SURP-09: those whose free attack is still to come."""
    return tuple(who for who in _awake(scene) if AMBUSH.of(scene, who) == "ready" and who in _unhindered_order(scene))


def speakers(scene: Scene) -> tuple[str, ...]:
    """POL-INIT-06, 08, 09, 15: the fighters to declare now, by their present initiative.

    Complete equals speak together. Whoever has announced a preparation alone lets the next one speak, and may complete
    their declaration as soon as nobody slower than they are now is left.
    """
    silent = undeclared(scene)
    if setting(scene.settings, "sealed_declarations") == "always":
        return silent
    heard = [who for who in silent if PREPARED.rows(scene, who).keys() - {TAKEN_BACK}]
    unheard = [who for who in silent if who not in heard]
    slowest = lowest(unheard, partial(current, scene), partial(reaction, scene))
    return (*slowest, *(who for who in heard if not any(_slower(scene, other, who) for other in unheard)))


def sealed_with(scene: Scene, fighter: str) -> list[str]:
    """POL-INIT-14: the fighters who declare before the declaration of ``fighter``, made now, is revealed.

    Somebody hidden seals no declaration of a visible fighter: that would tell that they are there.
    """
    if AMBUSH.of(scene, fighter) == "ready":
        return []
    mode = setting(scene.settings, "sealed_declarations")
    unseen = scene.fighters[fighter].hidden
    others = [who for who in undeclared(scene) if who != fighter and (unseen or not scene.fighters[who].hidden)]
    if mode == "ties":
        mine = current(scene, fighter)
        equal = [who for who in others if current(scene, who) == mine]
        return [who for who in equal if reaction(scene, who) == reaction(scene, fighter)]
    return others if mode == "always" else []


@memoize
def is_sealed(scene: Scene, fighter: str) -> bool:
    """POL-INIT-14: true if a declaration has been made and is not revealed yet.

    Nobody hidden since then keeps that of a visible fighter sealed.
    """
    unseen = () if fighter in scene.hidden else scene.hidden
    silent = [who for who in undeclared(scene) if who not in unseen]
    return any(who in silent for who in declaration(scene, fighter).get("with", ()))


# Resolution, fastest first.


@memoize
def phases(scene: Scene, unseen: bool = False) -> int:
    """POL-TURN-03: as many phases as the highest initiative among the fighters.

    Hidden ones count only for ``unseen`` ones: what a visible fighter may do and when, everybody sees.
    """
    now = setting(scene.settings, "phases_follow_current_initiative")
    counted = (who for who in _awake(scene) if unseen or not scene.fighters[who].hidden)
    return max((1, *(current(scene, who) if now else base(scene, who) for who in counted)))


@memoize
def attacks_made(scene: Scene, fighter: str) -> int:
    """POL-INIT-21: how many attacks of their turn a fighter has made, without the one that is open."""
    open_one = strikes_now(scene, fighter) and not AMBUSH.of(scene, fighter)
    return int(STRUCK.of(scene, fighter) or 0) - (1 if open_one else 0)


def strikes_now(scene: Scene, fighter: str) -> bool:
    actions = (row.action for row in scene.exchanges.values())
    return any(action.actor == fighter and action.kind in BLOWS for action in actions)


def attacks(scene: Scene, fighter: str) -> int:
    """POL-INIT-20, 21, POL-MARTIAL-09: how many attacks a fighter has in this turn; one below phase 1 is lost."""
    further = range(1, attacks_planned(scene, fighter))
    return 1 + sum(1 for number in further if at(scene, fighter, number) >= 1)


def attacks_planned(scene: Scene, fighter: str) -> int:
    """The number of attacks a declaration announces, that of a second weapon included."""
    plan = 1 if loses_combo(scene, fighter) else int(declaration(scene, fighter).get("attacks", 1))
    return plan + int(has_extra(scene, fighter))


def loses_combo(scene: Scene, fighter: str) -> bool:
    """POL-MARTIAL-04, 08: true if a combo leaves one attack alone: without the initiative it is no combo.

    Whether several usual attacks take its place is the house's to say, where it plays those. The first blow settles it.
    """
    if declaration(scene, fighter).get("technique") != COMBO:
        return False
    usual = setting(scene.settings, "multiple_attacks")
    if usual and setting(scene.settings, "combo_without_initiative") == "usual":
        return False
    return not _leads(scene, fighter)


def _leads(scene: Scene, fighter: str) -> bool:
    """A fighter has the initiative over their first target, or has struck already."""
    target = declared_target(scene, fighter)
    begun = bool(STRUCK.of(scene, fighter)) or not target
    return begun or has_initiative(scene, fighter, target)


def declared_target(scene: Scene, fighter: str) -> str:
    """The first target a fighter has declared; empty if it is gone, or for somebody in sight hidden since."""
    target = str(declaration(scene, fighter).get("target", ""))
    is_seen = target not in scene.hidden or fighter in scene.hidden
    return target if target in scene.fighters and is_seen else ""


def has_extra(scene: Scene, fighter: str) -> bool:
    """POL-MARTIAL-04, 09: true if a second weapon gives an attack: its art asks for the initiative over the opponent.

    The first blow settles it for the turn.
    """
    return bool(declaration(scene, fighter).get("extra")) and _leads(scene, fighter)


def gap(scene: Scene, fighter: str, number: int) -> int:
    """POL-INIT-21: how far below the first attack another one comes; that of a second weapon goes with the first."""
    return SPACING * (number - int(has_extra(scene, fighter))) if number else 0


def at(scene: Scene, fighter: str, number: int) -> int:
    """POL-INIT-21: the phase of one attack of a turn, counted from 0."""
    return lead(scene, fighter) - gap(scene, fighter, number)


@memoize
def lead(scene: Scene, fighter: str) -> int:
    """POL-INIT-11: the initiative at which a fighter acts first in the turn, whether or not they have by now."""
    top = phases(scene, scene.fighters[fighter].hidden)
    return top if FIRST.of(scene, fighter) else min(current(scene, fighter), top)


def rank(scene: Scene, fighter: str) -> tuple[int, bool, int]:
    """POL-INIT-11, 12, POL-TURN-09: the order of the turn, by everybody's first act."""
    return lead(scene, fighter), _comes_first(scene, fighter), reaction(scene, fighter)


def now(scene: Scene, fighter: str) -> int:
    """POL-TURN-03: the phase the turn has come to; for a visible fighter, whose marker is seen, as all see it."""
    counted = [who for who, row in scene.fighters.items() if scene.fighters[fighter].hidden or not row.hidden]
    waiting = [_place(scene, who)[0] for who in pending(scene) if who in counted]
    past = (at(scene, who, max(0, int(STRUCK.of(scene, who) or 0) - 1)) for who in _awake(scene) if who in counted)
    return max(waiting) if waiting else max(1, min(past, default=1))


def phase(scene: Scene, fighter: str) -> int:
    """POL-TURN-04, POL-INIT-19: the phase at which a fighter may act."""
    return max(1, _place(scene, fighter)[0])


@memoize
def _place(scene: Scene, fighter: str) -> tuple[int, bool]:
    """POL-INIT-11, 12: the key that orders actions: initiative, then precedence; of equals, reaction decides.

    An action carried over from the turn before comes at the first phase, before the usual ones (POL-INIT-17, 19).
    """
    made, ahead = attacks_made(scene, fighter), AHEAD.of(scene, fighter)
    if made and isinstance(ahead, dict) and ahead["attack"] == made:  # POL-TURN-09
        return int(ahead["phase"]), True
    return at(scene, fighter, made), _comes_first(scene, fighter) and not made


def _are_equal(scene: Scene, one: str, other: str) -> bool:
    """POL-INIT-13: complete equals act together."""
    same = _place(scene, one) == _place(scene, other)
    return same and reaction(scene, one) == reaction(scene, other)


def _comes_first(scene: Scene, fighter: str) -> bool:
    """POL-INIT-17, POL-TURN-09: the first act of a fighter, carried over or cut in, precedes others of its phase."""
    ahead = AHEAD.of(scene, fighter)
    return bool(FIRST.of(scene, fighter) or (ahead and not (isinstance(ahead, dict) and ahead["attack"])))


def _precedence(scene: Scene, fighter: str) -> tuple[int, bool]:
    """The place by which whoever comes first also comes before hidden fighters of later phases."""
    place, first = _place(scene, fighter)
    return (max(place, phases(scene, True)) if first else place), first


def is_postponed(scene: Scene, fighter: str) -> bool:
    """POL-INIT-19: true if what was lost in this turn puts the action off to the next one."""
    begun = FIRST.of(scene, fighter) or attacks_made(scene, fighter)
    return not begun and would_postpone(scene, fighter, 0)


def would_postpone(scene: Scene, fighter: str, by: int) -> bool:
    """POL-INIT-19: true if a declaration that moves the marker by so much puts its action off to the next turn."""
    rule = setting(scene.settings, "initiative_floor_rule")
    if rule == "last" or not current(scene, fighter) + by <= 0 < base(scene, fighter):
        return False
    return bool(rule == "postpone_any" or prepared_to(scene, fighter) + by <= 0)


def prepared_to(scene: Scene, fighter: str) -> int:
    """POL-INIT-19: the initiative that a fighter's own preparations and declaration leave, whatever else was lost."""
    taken: Data = PREPARED.of(scene, fighter) or {}
    return base(scene, fighter) + sum(taken.values()) + int(declaration(scene, fighter).get("shift", 0))


@memoize
def pending(scene: Scene) -> tuple[str, ...]:
    """Everyone who has still to act at their phase, in the order of arrival."""
    return tuple(who for who in _with_acts_left(scene) if not is_delayed(scene, who) and not is_postponed(scene, who))


@memoize
def delaying(scene: Scene) -> tuple[str, ...]:
    """POL-INIT-17: those who act when they say so."""
    return tuple(who for who in _with_acts_left(scene) if is_delayed(scene, who))


@memoize
def carried_over(scene: Scene) -> tuple[str, ...]:
    """POL-INIT-17, 19: those whose declared action passes into the next turn."""
    declarers = [who for who in _awake(scene) if declaration(scene, who)]
    return tuple(
        who for who in declarers
        if CARRIED.of(scene, who) or (not is_through(scene, who) and is_postponed(scene, who))
    )  # fmt: skip


@memoize
def acting(scene: Scene) -> tuple[str, ...]:
    """POL-INIT-11 to 13, 17: the fighters to act now: the fastest, complete equals together; then those who delay."""
    able, speed = _unhindered_order(scene), partial(reaction, scene)
    usual = highest((who for who in pending(scene) if who in able), partial(_precedence, scene), speed)
    return usual or highest((who for who in delaying(scene) if who in able), speed)


@memoize
def companions(scene: Scene, actor: str) -> tuple[str, ...]:
    """POL-INIT-13: those who act together with ``actor``, whose action is open, and have not begun."""
    if is_delayed(scene, actor):
        waiting = () if pending(scene) else delaying(scene)
        return tuple(who for who in waiting if who != actor and reaction(scene, who) == reaction(scene, actor))
    return tuple(who for who in pending(scene) if who != actor and _are_equal(scene, who, actor))


def act_together(scene: Scene, one: str, other: str) -> bool:
    """POL-INIT-13: true if the actions of two fighters are simultaneous, while that of ``one`` is open."""
    begun = {exchange.action.actor for exchange in scene.exchanges.values()}
    if other in companions(scene, one):
        return True
    same = is_delayed(scene, one) == is_delayed(scene, other)
    return other in begun and same and _are_equal(scene, one, other)


def has_initiative(scene: Scene, fighter: str, target: str) -> bool:
    """POL-MARTIAL-04: true if a fighter acts before their opponent does; equals who act together do not."""
    if is_out(scene, target) or is_surprised(scene, target):
        return True
    if AMBUSH.of(scene, fighter):  # POL-SURP-09
        return True
    late = is_delayed(scene, fighter), is_delayed(scene, target)
    mine, theirs = rank(scene, fighter), rank(scene, target)
    equal = late[0] == late[1] and mine == theirs
    if all(late):
        equal = reaction(scene, fighter) == reaction(scene, target)
    if equal:  # whether or not the other one has acted by now
        return bool(setting(scene.settings, "simultaneous_has_initiative"))
    begun = DONE.of(scene, target) or STRUCK.of(scene, target)
    return not begun if any(late) else mine > theirs


@memoize
def _unhindered_order(scene: Scene) -> tuple[str, ...]:
    """The fighters in the order of arrival, but those who come after a turn that everybody sees."""
    late = deferred_fighters(scene, (who for who in _awake(scene) if not is_through(scene, who)))
    return tuple(who for who in scene.fighters if who not in late)


@memoize
def is_through(scene: Scene, fighter: str) -> bool:
    """A fighter has done all of their turn; attacks that found no phase any more count as done."""
    made = int(STRUCK.of(scene, fighter) or 0)
    return bool(DONE.of(scene, fighter)) or (made > 0 and made >= attacks(scene, fighter))


@memoize
def _awake(scene: Scene) -> tuple[str, ...]:
    return tuple(who for who in scene.fighters if _is_awake(scene, who))


@memoize_of_fighter
def _is_awake(scene: Scene, fighter: str) -> bool:
    return not is_out(scene, fighter) and not is_surprised(scene, fighter)


@memoize
def _with_acts_left(scene: Scene) -> Sequence[str]:
    ready = [who for who in _awake(scene) if has_spoken(scene, who)]
    return [who for who in ready if not is_through(scene, who) and not CARRIED.of(scene, who)]


def _slower(scene: Scene, other: str, fighter: str) -> bool:
    theirs, own = current(scene, other), current(scene, fighter)
    return theirs < own or (theirs == own and reaction(scene, other) < reaction(scene, fighter))
