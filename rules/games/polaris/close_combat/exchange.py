"""An exchange of blows as it is played: the dice, the distance, and what the better one makes of it (POL-MELEE)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.core.acts import Effects
from rules.core.check import Check, Outcome
from rules.core.effects import Effect
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import ATTACK, Option, Script, add_key_suffix, choose, run_together
from rules.core.text import Text
from rules.games.polaris.close_combat import balance, holds, melee, several_attacks, situation, techniques
from rules.games.polaris.close_combat.contact import DistanceSet
from rules.games.polaris.close_combat.melee import CLOSED, EVEN, Bout, Side, distance
from rules.games.polaris.harm import wounds
from rules.games.polaris.harm.damage import Blow, harm
from rules.games.polaris.marks import COUNTERED
from rules.games.polaris.settings import setting
from rules.games.polaris.shooting import weapons
from rules.games.polaris.shooting.weapons import Spent, Weapon
from rules.games.polaris.text import _
from rules.games.polaris.trials import checks, wishes
from rules.games.polaris.trials.remarks import after, rolled
from rules.games.polaris.trials.resolution import resolve, winner
from rules.games.polaris.turn import ambush, initiative
from rules.games.polaris.turn.circumstances import is_hit

NOTHING: Effects = ()
BLEEDING = ("blade", "cut", "perforation")  # POL-MELEE-03: what a weapon that wounds a bare hand does


@dataclass(frozen=True)
class Tests:
    """The dice of an exchange, and who wins it, if anybody does."""

    outcomes: tuple[Outcome, ...]
    winner: str

    @property
    def effects(self) -> Effects:
        return tuple(rolled(outcome) for outcome in self.outcomes)


def attack(scene: Scene, actor: str, target: str, weapon: Weapon, args: Data) -> Script[Effects]:
    """POL-MELEE-01, 02: the tests, then the distance, then what the better one does to the other."""
    seen, looked = yield from test_looking(scene, actor, target)
    met = melee.bout(scene, actor, target, weapon, args)
    if met is None or not seen:
        return looked
    tests, effects = yield from cross(scene, (yield from apply_wish(met, args)), args)
    effects = (*looked, *effects)
    if tests.winner == actor:
        effects += yield from _strike(scene, met, target, tests.outcomes[0].modifier, args)
    else:
        effects += yield from riposte(scene, met, tests)
    return (*effects, *(yield from counter(after(scene, effects), met)))


def test_looking(scene: Scene, actor: str, target: str) -> Script[tuple[bool, Effects]]:
    """POL-MELEE-15: a fighter who fights blind has to find their opponent first: whether they do, with their test."""
    check = looking_check(scene, actor, target)
    if check is None:
        return True, NOTHING
    label = _("Fighting blind: observation")
    outcome = yield from resolve(check, scene.settings, "blind", label)
    return outcome.level.succeeded, (rolled(outcome),)


def looking_check(scene: Scene, actor: str, target: str) -> Check | None:
    """POL-MELEE-15: the test before an attack by a blinded fighter on somebody whom they do not hold already."""
    looks = situation.is_blind(scene, actor) and target not in holds.held_fighters(scene, actor)
    return checks.of_fighter(scene, actor, "observation") if looks else None


def apply_wish(met: Bout, args: Data) -> Script[Bout]:
    """POL-TEST-22: the exchange made harder for the effect that the attacker wants besides."""
    check = yield from wishes.make_harder(met.mine.check, args)
    return replace(met, mine=replace(met.mine, check=check))


def cross(scene: Scene, met: Bout, args: Data | None = None) -> Script[tuple[Tests, Effects]]:
    """POL-MELEE-01, 08: the tests of an exchange, whatever is tried in it, and what they make of the distance."""
    tests = yield from _throw(scene, met)
    if args is not None:
        mine = wishes.add_effect(met.mine.check, tests.outcomes[0], args)
        tests = Tests((mine, *tests.outcomes[1:]), _winner_as_ruled(met.mine.fighter, tests.winner, args))
    if met.theirs is None or not tests.winner:
        return tests, tests.effects
    return tests, (*tests.effects, *(yield from _measure(scene, tests.winner, met.mine, met.theirs)))


def _winner_as_ruled(attacker: str, winner: str, args: Data) -> str:
    """POL-TEST-24: the winner after the game master's ruling on a hit; a ruled miss has no winner."""
    if is_hit(args, winner == attacker):
        return attacker
    return "" if winner == attacker else winner


def _throw(scene: Scene, met: Bout) -> Script[Tests]:
    """POL-OPP-01, 02: the attack alone, or both dice together; nobody wins an equality."""
    attack = resolve(met.mine.check, scene.settings, ATTACK, _attack_label(met.mine.check))
    if met.theirs is None:
        outcome = yield from attack
        return Tests((outcome,), met.mine.fighter if outcome.level.succeeded else "")
    defence = met.theirs.check
    label = _("Defence: %(skill)s", skill=defence.what)
    who, other = yield from run_together(attack, resolve(defence, scene.settings, "defence", label))
    best = winner(who, other, scene.settings)
    return Tests((who, other), best.check.actor if best else "")


def _strike(scene: Scene, met: Bout, target: str, modifier: int, args: Data) -> Script[Effects]:
    """POL-MELEE-02: what an attacker who wins does: a sweep takes the balance, everything else harms."""
    if met.technique in techniques.SWEEPS:
        trained = met.technique == techniques.SWEEP
        return (yield from balance.sweep(scene, target, max(0, modifier), trained))
    return (yield from harm(scene, melee.blow(scene, met, target, modifier, args)))


def riposte(scene: Scene, met: Bout, tests: Tests) -> Script[Effects]:
    """POL-MELEE-03: a defender who beats a bare-handed attempt may wound the attacker."""
    mine, theirs = met.mine, met.theirs
    if theirs is None or tests.winner != theirs.fighter or not setting(scene.settings, "unarmed_riposte"):
        return NOTHING
    bare = weapons.is_bare(scene, mine.fighter, mine.weapon)
    held = _weapon_of(scene, theirs) if bare and not holds.is_stunned(scene, theirs.fighter) else None
    if held is None:
        return NOTHING
    options = (Option("strike", _("Wound them: %(weapon)s", weapon=held.label)), Option("spare", _("Let them be")))
    text = _("%(who)s has come with bare hands", who=scene.name(mine.fighter))
    if (yield from choose("riposte", theirs.fighter, text, options)) == "spare":
        return NOTHING
    worth = max(0, tests.outcomes[1].modifier)
    hurt = yield from harm(scene, Blow(theirs.fighter, mine.fighter, held, worth))
    spent = Spent(theirs.fighter, held.key, 1)
    return (*((spent,) if held.magazine else ()), *hurt)


def _weapon_of(scene: Scene, side: Side) -> Weapon | None:
    edged = side.weapon.cause in BLEEDING
    any_arm = setting(scene.settings, "riposte_arms") == "any" and not weapons.is_bare(scene, side.fighter, side.weapon)
    if edged or any_arm:
        return side.weapon
    guns = weapons.carried(scene.sheet(side.fighter), "ranged")
    return next((gun for gun in guns if gun.drawn and weapons.why_unusable(scene, side.fighter, gun) is None), None)


def counter(scene: Scene, met: Bout) -> Script[Effects]:
    """POL-MARTIAL-13: once in the turn, who only defends themselves with the art of it strikes back at −5."""
    if met.theirs is None:
        return NOTHING
    fighter, attacker = met.theirs.fighter, met.mine.fighter
    ready = techniques.defence_technique(scene, fighter) == techniques.COUNTER
    spent = not ready or COUNTERED.of(scene, fighter) or _counters_beside(scene, fighter, attacker)
    back = melee.counter(scene, met.theirs, met.mine) if not spent and _can_counter(scene, fighter, attacker) else None
    if back is None:
        return NOTHING
    options = (Option("strike", _("Strike back")), Option("wait", _("Not this time")))
    if (yield from choose("counter", fighter, techniques.NAMES[techniques.COUNTER], options)) == "wait":
        return NOTHING
    return (Countered(fighter), *(yield from add_key_suffix(_strike_back(scene, back), "-counter")))


def _can_counter(scene: Scene, fighter: str, attacker: str) -> bool:
    """POL-TURN-06, POL-SHOCK-03, POL-SURP-11: true if the target can strike back, and the attacker fights on."""
    out = initiative.is_out(scene, fighter) or initiative.is_out(scene, attacker)
    barred = holds.is_stunned(scene, fighter) or ambush.why_barred(scene, fighter, attacker)
    bound = out or barred or holds.why_controlled(scene, fighter)
    return not bound and wounds.can_test(scene.sheet(fighter))


def _counters_beside(scene: Scene, fighter: str, attacker: str) -> bool:
    """POL-INIT-13, POL-MARTIAL-13: true if a fighter strikes back in an attack that is open beside this one."""
    others = (row for row in scene.exchanges.values() if row.action.actor not in ("gm", attacker))
    at_them = (row for row in others if initiative.declaration(scene, row.action.actor).get("kind") == "melee")
    return any(
        row.answers.get(key) == ("strike",)
        for row in at_them
        if several_attacks.target(scene, row.action.actor) == fighter
        for key in row.answers
        if key.partition("-")[0] == "counter"
    )


def _strike_back(scene: Scene, met: Bout) -> Script[Effects]:
    tests, effects = yield from cross(scene, met)
    target = met.theirs.fighter if met.theirs else ""
    if tests.winner != met.mine.fighter:
        return (*effects, *(yield from riposte(scene, met, tests)))
    worth = max(0, tests.outcomes[0].modifier)
    return (*effects, *(yield from harm(scene, Blow(met.mine.fighter, target, met.mine.weapon, worth))))


def _measure(scene: Scene, best: str, mine: Side, theirs: Side) -> Script[Effects]:
    """POL-MELEE-08: the loser against a shorter weapon may lose their distance; winning restores it."""
    won, lost = (mine, theirs) if best == mine.fighter else (theirs, mine)
    back = distance(scene, won.fighter, lost.fighter) == CLOSED
    regained = back and setting(scene.settings, "reach_malus_duration") == "until_win_or_break"
    effects = (_distance(won.fighter, lost.fighter, EVEN),) if regained else ()
    longer = melee.length(scene, lost) > melee.length(scene, won)  # where there is no room, none is the longer one
    if not longer or distance(scene, lost.fighter, won.fighter) == CLOSED:
        return effects
    options = (
        Option("close_in", _("Close in: the longer weapon becomes a hindrance")),
        Option("stay", _("Keep the distance")),
    )
    chosen = yield from choose("distance", won.fighter, _("Distance"), options)
    return (*effects, _distance(lost.fighter, won.fighter, CLOSED)) if chosen == "close_in" else effects


def _distance(fighter: str, opponent: str, state: str) -> DistanceSet:
    return DistanceSet(fighter, opponent, state)


def _attack_label(check: Check) -> Text:
    return _("Attack: %(skill)s", skill=check.what)


class Countered(Effect):
    """POL-MARTIAL-13: the counter-attack of this turn is used."""

    mark = COUNTERED
