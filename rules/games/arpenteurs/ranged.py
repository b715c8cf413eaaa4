"""Shots: those who seize the opportunity, a dive to cover, the test, and what lies beyond the range."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.core.check import Check, Level, Outcome
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Effect, Option, Script, choose
from rules.games.arpenteurs import checks, harm, initiative, landing, places, reactions, shooting, trials
from rules.games.arpenteurs import sheet as sheets
from rules.games.arpenteurs.harm import Blow
from rules.games.arpenteurs.reactions import DIVING, DODGING, Attack
from rules.games.arpenteurs.settings import setting
from rules.games.arpenteurs.sheet import Weapon
from rules.games.arpenteurs.shooting import Shot
from rules.games.arpenteurs.text import _

Effects = tuple[Effect, ...]
DOUBLE_ONE = (1, 1)


def shoot(scene: Scene, actor: str, target: str, shot: Shot, args: Data) -> Script[Effects]:
    """ARP-ATK-01, 05, 06, ARP-DIST-05: those who seize the opportunity, a dive to cover, then a simple test."""
    before: Effects = ()
    early = bool(setting(scene.settings, "opportunity.before_shot"))
    provoked = shooting.provokes(shot.weapon, shot.metres, scene.settings)
    defenceless = (target,) if args.get("defenceless") else ()
    able = tuple(one for one in reactions.opportunists(scene, actor) if one not in defenceless)
    if provoked and early:
        before = yield from opportunities(scene, actor, able)
        scene = landing.after(scene, before)
        if initiative.is_out(scene, actor):
            return before
        shot = shooting.at(scene, actor, target, shot.weapon, args)  # a wound may have spoilt the aim
    fired = yield from _fired(scene, actor, target, shot, args)
    if provoked and not early:
        late = yield from opportunities(landing.after(scene, fired), actor, able)
        return (*fired, *late)
    return (*before, *fired)


def _fired(scene: Scene, actor: str, target: str, shot: Shot, args: Data) -> Script[Effects]:
    aware = not trials.unaware(scene, actor, target, args)
    attack = Attack(actor, target, True, aware, bool(args.get("dodge_allowed")))
    chosen = yield from reactions.react(scene, attack)
    tested: Effects = ()
    if chosen == "dive_to_cover":
        tested, shot = yield from _dive(scene, actor, target, shot, args)
    rounds = shooting.fired(shot.weapon, shot.mode, scene.settings)
    spent = Effect("ammo", actor, {"weapon": shot.weapon.key, "fired": rounds})
    used = (*((spent,) if shot.weapon.magazine else ()), Effect("aim", actor), trials.noticed(actor, target))
    mine, beyond = threat(scene, actor, shot, args), shooting.is_beyond(shot.weapon, shot.metres)
    label = _("Shot: %(weapon)s", weapon=shot.weapon.label)
    if chosen == "dodge":  # ARP-ATK-05: where the game master allows it
        theirs = trials.skill(scene, target, DODGING)
        one, other = yield from trials.both(mine, theirs, scene.settings, label)
        one = (yield from _long_shot(one)) if beyond else one
        tested, found = trials.opposed("dodge", one, other)
        tested = (*tested, *used)
        hit, degrees = found.winner == "attacker", found.degrees
    else:
        outcome = yield from checks.resolve(mine, scene.settings, "attack", label)
        outcome = (yield from _long_shot(outcome)) if beyond else outcome
        tested = (*tested, Effect("outcome", actor, outcome), *used)
        hit, degrees = outcome.level.succeeded, outcome.margin
    if not hit:
        return tested
    blow = Blow(actor, target, shot.weapon, shot.location, shot.mode, rounds)
    behind = landing.after(scene, [effect for effect in tested if effect.kind == "cover"])
    hurt = yield from harm.harm(behind, blow, degrees)
    return (*tested, *hurt)


def threat(scene: Scene, actor: str, shot: Shot, args: Data) -> Check:
    """ARP-ATK-01, ARP-MOD-01: the test of a shot with everything that changes it."""
    return trials.tested(scene, actor, shot.weapon, args, *shooting.modifiers(shot, scene.settings))


def _dive(scene: Scene, actor: str, target: str, shot: Shot, args: Data) -> Script[tuple[Effects, Shot]]:
    """ARP-ATK-06: the test the game master asks for; a success puts the target behind that cover for this very shot."""
    skills = tuple(Option(line.key, line.label) for line in sheets.lines(scene.sheet(target)))
    first = sorted(skills, key=lambda option: option.key != DIVING)
    who = scene.name(target)
    text = _("%(who)s dives to cover: which skill is tested?", who=who)
    key = yield from choose("dive", "gm", text, first)
    label = _("Dive to cover")
    outcome = yield from checks.resolve(trials.skill(scene, target, key), scene.settings, "dive", label)
    tested: Effects = (Effect("outcome", target, outcome),)
    if not outcome.level.succeeded:
        return tested, shot
    reached = covered(scene, target)
    return (*tested, reached), shooting.at(landing.after(scene, (reached,)), actor, target, shot.weapon, args)


def covered(scene: Scene, target: str) -> Effect:
    """ARP-ATK-06: the cover that a dive has reached."""
    return Effect("cover", target, {"level": places.nearby(scene, target)[0], "places": "preset"})


def _long_shot(outcome: Outcome) -> Script[Outcome]:
    """ARP-RANGE-03: a double 1 beyond the limit hits unless the game master says no."""
    if outcome.faces != DOUBLE_ONE:
        return far(outcome)
    options = (
        Option("hit", _("It hits")),
        Option("veto", _("It cannot reach its target")),
    )
    said = yield from choose("veto", "gm", _("A double 1 beyond the range"), options)
    if said == "hit":
        return far(outcome)
    missed = _("The game master rules: out of reach")
    return replace(outcome, level=Level.FAILURE, margin=0, label=missed, public=missed)


def far(outcome: Outcome) -> Outcome:
    """ARP-RANGE-02: only a natural double 1 hits beyond the limit, and then whatever the score."""
    if outcome.faces == DOUBLE_ONE:
        hit = checks.LEVELS[Level.CRITICAL]
        return replace(outcome, level=Level.CRITICAL, margin=max(1, outcome.margin), label=hit, public=hit)
    too_far = _("Beyond five times the range: automatic failure")
    level = min(outcome.level, Level.FAILURE)
    return replace(outcome, level=level, margin=0, label=too_far, public=too_far)


def opportunities(scene: Scene, shooter: str, able: Iterable[str]) -> Script[Effects]:
    """ARP-DIST-05: those who could when the shot was begun may strike at the shooter, one after the other."""
    costs = bool(setting(scene.settings, "opportunity.costs_action"))
    done: Effects = ()
    for one in able:
        now = landing.after(scene, done)
        if initiative.is_out(now, shooter):
            break
        if initiative.is_out(now, one):
            continue
        weapon = yield from reactions.seize(now, one, shooter, costs)
        if weapon is not None:
            done += yield from _opportunity(now, one, shooter, weapon)
    return done


def _opportunity(scene: Scene, fighter: str, shooter: str, weapon: Weapon) -> Script[Effects]:
    prefix = f"opportunity-{fighter}-"
    check = trials.tested(scene, fighter, weapon, {}, *trials.melee_lines(scene, fighter, shooter, {}))
    label = _("Opportunity attack: %(weapon)s", weapon=weapon.label)
    outcome = yield from checks.resolve(check, scene.settings, prefix + "test", label)
    tested = (Effect("outcome", fighter, outcome),)
    if not outcome.level.succeeded:
        return tested
    hurt = yield from harm.harm(scene, Blow(fighter, shooter, weapon), outcome.margin, prefix)
    return (*tested, *hurt)
