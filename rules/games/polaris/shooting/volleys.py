"""The procedures of ranged combat beyond one shot at one target: second targets, zones, blind fire, stray bullets."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from rules.core.acts import Effects
from rules.core.check import Check, Modifier, Outcome
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import ATTACK, Ask, Option, Script
from rules.core.text import Text
from rules.games.polaris.harm import wounds
from rules.games.polaris.harm.damage import Blow, harm
from rules.games.polaris.settings import setting
from rules.games.polaris.shooting import manners, ranged
from rules.games.polaris.shooting.distance import GROUND, why_unseen
from rules.games.polaris.shooting.manners import BLIND, PACK, SUPPRESS, SWEEP, said_manner
from rules.games.polaris.shooting.weapons import Weapon
from rules.games.polaris.text import _
from rules.games.polaris.trials import checks, wishes
from rules.games.polaris.trials.remarks import after, rolled
from rules.games.polaris.trials.resolution import resolve
from rules.games.polaris.turn import ambush, initiative
from rules.games.polaris.turn.circumstances import is_hit, place_said

APART = 3  # POL-RANGED-11, in metres
BLINDLY = -15  # POL-RANGED-15
UNSEEN = Modifier(_("Target unseen"), -5, "POL-RANGED-15")


def volley(scene: Scene, actor: str, target: str, weapon: Weapon, args: Data) -> Script[Effects]:
    manner = said_manner(initiative.declaration(scene, actor))
    return _MANNERS.get(manner, _shots)(scene, actor, target, weapon, args)


def _shots(scene: Scene, actor: str, target: str, weapon: Weapon, args: Data) -> Script[Effects]:
    """POL-RANGED-01, 13: one test, and a second one for the target of a second weapon."""
    plan = initiative.declaration(scene, actor)
    effects = yield from _shot(scene, actor, target, weapon, args)
    second = manners.second_weapon(scene, actor, plan)
    if second is not None and "second_target" in plan and not loses_second(scene, actor):
        now = after(scene, effects)  # a stray bullet may have hit them already
        effects += yield from _shot(now, actor, plan["second_target"], second, args, "second-", half=True)
    return effects


def loses_second(scene: Scene, actor: str) -> bool:
    """POL-RANGED-13, POL-TURN-06: true if what has happened since the declaration leaves a second weapon no shot."""
    plan = initiative.declaration(scene, actor)
    other, second = plan.get("second_target", ""), manners.second_weapon(scene, actor, plan)
    if second is None or not second.drawn:
        return True
    if not other:
        return False
    far = ranged.why_impossible(scene, actor, other, second, ranged.said_range(plan))
    return other not in scene.seen_by(actor) or bool(far or _why_spared(scene, actor, other))


def _sweep(scene: Scene, actor: str, target: str, weapon: Weapon, args: Data) -> Script[Effects]:
    """POL-RANGED-11: as many tests as there are targets, one for every five rounds."""
    more = manners.rounds(initiative.declaration(scene, actor)) // PACK - 1
    others = [who for who in _seen_by(scene, actor) if who != target]
    options = tuple(
        Option(who, _name_text(scene, who), refused=_why_not_swept(scene, actor, target, who, more)) for who in others
    )
    chosen: tuple[str, ...] = ()
    if any(option.refused is None for option in options):
        text = _("Further targets, 3 m apart at most: %(most)s", most=more)
        chosen = yield Ask("swept", actor, text, options, 0, min(more, len(options)))
    effects = yield from _shot(scene, actor, target, weapon, args)
    for number, who in enumerate(chosen, 2):
        effects += yield from _shot(after(scene, effects), actor, who, weapon, args, f"target{number}-")
    return effects


def _shot(
    scene: Scene, actor: str, target: str, weapon: Weapon, args: Data, keys: str = "", half: bool = False
) -> Script[Effects]:
    """One test against one target, and the harm or the stray bullet it brings; what is ruled is of the first one."""
    check = ranged.test(scene, actor, target, weapon, args, half)
    if check is None:
        return ()
    given = args if not keys else {}
    check = yield from wishes.make_harder(check, given)  # POL-TEST-22
    outcome = yield from resolve(check, scene.settings, f"{keys}attack", ranged.title_text(check))
    outcome = wishes.add_effect(check, outcome, given)
    effects: Effects = (rolled(outcome),)
    if not is_hit(given, outcome.level.succeeded):
        return (*effects, *(yield from _stray(scene, actor, target, weapon, keys)))
    place = place_said(given) or ranged.aimed_place(scene, actor, target)
    blow = Blow(actor, target, weapon, max(0, outcome.modifier), place, ranged.extra(scene, actor, target, weapon))
    return (*effects, *(yield from harm(scene, replace(blow, keys=keys))))


def _suppress(scene: Scene, actor: str, target: str, weapon: Weapon, args: Data) -> Script[Effects]:
    """POL-RANGED-12: the test of the shooter, then the luck of everybody in the zone."""
    check = ranged.zone_test(scene, actor, target, weapon, args)
    if check is None:
        return ()
    check = yield from wishes.make_harder(check, args)  # POL-TEST-22
    outcome = yield from resolve(check, scene.settings, ATTACK, ranged.title_text(check))
    outcome = wishes.add_effect(check, outcome, args)
    wide = manners.zone(initiative.declaration(scene, actor))
    text = _("Suppressive fire over %(metres)s m: who is there?", metres=wide)
    hunted = yield from _choose_victims(scene, "zone", text, (actor,))
    pressed = Modifier(_("Suppressive fire"), -outcome.modifier, "POL-RANGED-12")
    hits = yield from _bullets(scene, actor, weapon, hunted, pressed)
    return (rolled(outcome), *hits)


def _blind(scene: Scene, actor: str, target: str, weapon: Weapon, args: Data) -> Script[Effects]:
    """POL-RANGED-15: Observation, then the shot, then luck: three tests for one round."""
    seen = spotting_check(scene, actor)
    if seen is None:
        return ()
    spotted = yield from resolve(seen, scene.settings, "observation")
    check = blind_check(scene, actor, target, weapon, args, spotted.modifier)
    if check is None:
        return ()
    check = yield from wishes.make_harder(check, args)  # POL-TEST-22
    outcome = yield from resolve(check, scene.settings, ATTACK, ranged.title_text(check))
    outcome = wishes.add_effect(check, outcome, args)
    effects: Effects = (rolled(spotted), rolled(outcome))
    if not is_hit(args, outcome.level.succeeded):
        return (*effects, *(yield from _stray(scene, actor, target, weapon, "")))
    who = _whose_luck(scene, actor, target)
    luck = yield from _luck(scene, who, _("Luck: blind fire"))
    effects += (rolled(luck),) if luck else ()
    if luck is not None and luck.level.succeeded == (who == target):
        return effects
    blow = Blow(actor, target, weapon, max(0, outcome.modifier), place_said(args))
    return (*effects, *(yield from harm(scene, blow)))


def spotting_check(scene: Scene, actor: str) -> Check | None:
    """The test of Observation before blind fire."""
    check = checks.of_fighter(scene, actor, "observation")
    return check.plus(UNSEEN) if check else None


def blind_check(scene: Scene, actor: str, target: str, weapon: Weapon, args: Data, spotted: int) -> Check | None:
    """The test of blind fire, after an Observation whose margin is worth so much."""
    result = ranged.test(scene, actor, target, weapon, args)
    terms = (Modifier(_("Blind fire"), BLINDLY, "POL-RANGED-15"), Modifier(_("Observation"), spotted, "POL-RANGED-15"))
    return result.plus(*terms) if result else None


def luck_check(scene: Scene, actor: str, target: str) -> tuple[Check | None, bool]:
    """The test of luck after blind fire, and the result that spares the target."""
    who = _whose_luck(scene, actor, target)
    return checks.find(scene.sheet(who), scene.settings, "luck"), who == target


def _whose_luck(scene: Scene, actor: str, target: str) -> str:
    return target if setting(scene.settings, "blind_fire_luck") == "target" else actor


def _stray(scene: Scene, actor: str, target: str, weapon: Weapon, keys: str) -> Script[Effects]:
    """POL-RANGED-16: after a miss the game master names the possible victims of the bullet."""
    if not setting(scene.settings, "stray_bullets"):
        return ()
    text = _("A miss: whom may a stray bullet hit?")
    rows = yield from _choose_victims(scene, f"{keys}stray", text, (actor, target))
    return (yield from _bullets(scene, actor, weapon, rows, keys=keys))


def _choose_victims(scene: Scene, key: str, text: Text, but: Iterable[str]) -> Script[tuple[str, ...]]:
    """The living named by the game master, secretly: the table may not know that somebody is there."""
    there = (who for who in scene.fighters if who not in but and not wounds.is_dead(scene.sheet(who)))
    options = tuple(Option(who, _name_text(scene, who)) for who in there)
    if scene.hidden.issuperset(option.key for option in options):  # nobody in sight: waiting would tell of the hidden
        return ()
    rows: tuple[str, ...] = yield Ask(key, "gm", text, options, 0, len(options), secret=True)
    return rows


def _bullets(
    scene: Scene, actor: str, weapon: Weapon, hunted: Iterable[str], *terms: Modifier, keys: str = ""
) -> Script[Effects]:
    """POL-RANGED-12, 16: a test of luck each; those who fail are hit by one bullet, whatever the margin."""
    effects: Effects = ()
    for who in hunted:
        start = f"{keys}{who}-"
        luck = yield from _luck(scene, who, _("Luck: a bullet"), *terms, keys=start)
        effects += (rolled(luck),) if luck else ()
        if luck is None or not luck.level.succeeded:
            effects += yield from harm(scene, Blow(actor, who, weapon, 0, keys=start))
    return effects


def _luck(scene: Scene, fighter: str, label: Text, *terms: Modifier, keys: str = "") -> Script[Outcome | None]:
    base = checks.of_fighter(scene, fighter, "luck")
    if base is None:
        return None
    check = base.plus(*terms)
    return (yield from resolve(check, scene.settings, f"{keys}luck", label))


def _seen_by(scene: Scene, actor: str) -> list[str]:
    unseen = () if actor in scene.hidden else scene.hidden
    return [who for who in scene.fighters if who != actor and who not in unseen]


def _why_not_swept(scene: Scene, actor: str, target: str, other: str, more: int) -> Text | None:
    return (
        _why_spared(scene, actor, other) or why_unseen(scene, actor, other) or _why_too_far(scene, target, other, more)
    )


def _why_spared(scene: Scene, actor: str, other: str) -> Text | None:
    """POL-SURP-11: why nobody shoots at a further target, as at the declared one."""
    dead = _("%(who)s is dead.", who=scene.name(other)) if wounds.is_dead(scene.sheet(other)) else None
    return dead or ambush.why_barred(scene, actor, other)


def _why_too_far(scene: Scene, target: str, other: str, more: int) -> Text | None:
    """POL-RANGED-11: each target stands 3 m from the next one at most."""
    away = GROUND.metres(scene, target, other)
    if away is None or away <= APART * more:
        return None
    return _("%(metres)s m away: too far for this burst.", metres=int(away))


def _name_text(scene: Scene, fighter: str) -> Text:
    return _("%(who)s", who=scene.name(fighter))


_MANNERS: dict[str, Callable[[Scene, str, str, Weapon, Data], Script[Effects]]] = {
    SWEEP: _sweep,
    SUPPRESS: _suppress,
    BLIND: _blind,
}
