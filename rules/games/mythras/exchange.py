"""The attacks a fighter may declare: a blow, a sweep, a charge, a leap, a shot or several (MYT-ATK-01, MYT-CLOSE)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.check import Outcome
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Ask, Effect, Option, Script, choose
from rules.games.mythras import bout, consequences, defence, initiative, limbs, picks, resolution, threat
from rules.games.mythras import sheet as sheets
from rules.games.mythras import weapons as arms
from rules.games.mythras.defence import Defence, defend
from rules.games.mythras.grades import Situation
from rules.games.mythras.landing import landed
from rules.games.mythras.moment import Moment
from rules.games.mythras.resolution import differential, under
from rules.games.mythras.settings import setting
from rules.games.mythras.tables import REACHES
from rules.games.mythras.text import _
from rules.games.mythras.threat import Threat
from rules.games.mythras.weapons import Weapon

Effects = tuple[Effect, ...]


def armed(scene: Scene, actor: str, args: Data, flies: bool = False) -> Weapon | None:
    """MYT-REACT-INTERRUPT: the weapon of an attack; none where its owner can no longer use it, or cannot act.

    What ``flies`` has left the hand already.
    """
    weapon = arms.find(scene.sheet(actor), str(args.get("weapon", "")), scene.settings)
    gone = str(args.get("target", actor)) not in scene.fighters or initiative.is_out(scene, actor)
    if weapon is None or gone or initiative.mark(scene, actor, "shaken") or picks.stunned(scene, actor):
        return None
    ready = flies or limbs.unusable(scene, actor, weapon) is None
    return weapon if ready else None


def apart(scene: Scene, actor: str, target: str) -> bool:
    """MYT-REACT-INTERRUPT: whether somebody who was in reach has got away, or out of the way, meanwhile."""
    return target not in initiative.held(scene, actor, "engaged") or bool(
        initiative.mark(scene, actor, f"outmanoeuvred.{target}")
    )


def thwarted(actor: str) -> Effects:
    """MYT-REACT-INTERRUPT: what was declared can no longer be done; its point is lost."""
    return (Effect("thwarted", actor),)


def attack(scene: Scene, actor: str, args: Data) -> Script[Effects]:
    """MYT-ACT-ATTACK: one blow at one target."""
    weapon = armed(scene, actor, args)
    if weapon is None or apart(scene, actor, str(args["target"])):
        return thwarted(actor)
    danger = threat.blow(scene, actor, str(args["target"]), weapon, args)
    if not (yield from threat.located(danger)):
        return thwarted(actor)
    rolled = yield from threat.roll(danger)
    return (yield from bout.fought(danger, rolled))


def sweep(scene: Scene, actor: str, args: Data) -> Script[Effects]:
    """MYT-CLOSE-SWEEP: one roll against everybody in its path; each answers for himself, all at the same time."""
    weapon = armed(scene, actor, args)
    path = [one for one in scene.fighters if args.get(f"at_{one}") and not apart(scene, actor, one)]
    if weapon is None or not path:
        return thwarted(actor)
    rows = (
        Option("sweep", _("They stand close enough")),
        Option("first", _("Only the first can be reached")),
    )
    said = yield from choose("sweep", "gm", _("A sweep: does it reach them all?"), rows)
    path = path if said == "sweep" else path[:1]
    first = (threat.charge if args.get("charging") else threat.blow)(scene, actor, path[0], weapon, args)
    first = replace(first, charges=False)
    rolled = yield from threat.roll(first)
    effects: Effects = ()
    for one in path:
        effects += yield from under(f"{one}-", bout.fought(replace(first, target=one), rolled))
    return effects


def charge(scene: Scene, actor: str, args: Data) -> Script[Effects]:
    """MYT-CLOSE-CHARGE: the blow of a charge; its target may strike back; then the charger stops or runs on."""
    weapon = armed(scene, actor, args)
    if weapon is None or apart(scene, actor, str(args["target"])):
        return thwarted(actor)
    danger = threat.charge(scene, actor, str(args["target"]), weapon, args)
    rolled = yield from threat.roll(danger)
    answer = yield from defend(danger, rolled)
    if answer.kind == "counter":
        effects = yield from _both(danger, rolled, answer)
    else:
        effects = yield from bout.against(danger, rolled, answer)
    on = yield from _runs_on(landed(scene, effects), actor, danger.target, args)
    return (*effects, Effect("disengage", actor, danger.target)) if on else effects


def _runs_on(scene: Scene, actor: str, target: str, args: Data) -> Script[bool]:
    """MYT-CLOSE-CHARGE: whoever is still on their feet stops or runs on, by what the blow came to."""
    down = initiative.is_out(scene, actor) or initiative.mark(scene, actor, "prone")
    if down or target not in initiative.held(scene, actor, "engaged"):
        return False
    if "after" in args:
        return args["after"] == "on"
    rows = (
        Option("stop", _("Stop at the target")),
        Option("on", _("Run on past it")),
    )
    return (yield from choose("after", actor, _("After the charge"), rows)) == "on"


def _both(danger: Threat, rolled: Outcome, answer: Defence) -> Script[Effects]:
    """MYT-REACT-COUNTER-CHARGE: two blows nobody parries, the longer weapon first; the second may come too late."""
    assert answer.guard is not None
    assert answer.outcome is not None
    back = _set(danger, answer.guard, answer.outcome)
    pairs, reach = ((danger, rolled, "charge-"), (back, answer.outcome, "back-")), tuple(REACHES)
    longest = sorted(pairs, key=lambda row: reach.index(row[0].weapon.reach), reverse=True)
    (first, mine, key), (second, theirs, other) = longest
    effects = yield from under(key, bout.against(first, mine, defence.NOTHING))
    together = first.weapon.reach == second.weapon.reach
    scene = danger.scene if together else landed(danger.scene, effects)
    if not together and _too_late(scene, second.attacker):
        return (*effects, *thwarted(second.attacker))
    return (*effects, *(yield from under(other, bout.against(replace(second, scene=scene), theirs, defence.NOTHING))))


def _set(danger: Threat, guard: Weapon, outcome: Outcome) -> Threat:
    """MYT-CLOSE-CHARGE: a spear set against a charge strikes with the force of who runs into it."""
    scene = danger.scene
    modifier = sheets.damage_modifier(scene.sheet(danger.target))
    if "set_vs_charge" in guard.flags:
        base = setting(scene.settings, "set_spear_dm") == "base"
        theirs = sheets.damage_modifier(scene.sheet(danger.attacker)) if base else danger.modifier
        modifier = max(modifier, theirs, key=lambda one: one.index)  # it may be taken
    return Threat(scene, danger.target, danger.attacker, guard, outcome.check, modifier)


def _too_late(scene: Scene, fighter: str) -> bool:
    """MYT-CLOSE-CHARGE: whether who was struck first can still strike, as the table likes."""
    rule = setting(scene.settings, "counter_charge_second_blow")
    if rule == "always":
        return False
    serious = any(one.wound in ("serious", "major") for one in sheets.locations(scene.sheet(fighter)))
    return initiative.is_out(scene, fighter) or (rule == "lost_if_serious" and serious)


def leap(scene: Scene, actor: str, args: Data) -> Script[Effects]:
    """MYT-CLOSE-LEAP, MYT-FX-00k: Athletics against Brawn or Evade; who is borne down lies under the attacker."""
    target = str(args["target"])
    stopped = initiative.is_out(scene, actor) or initiative.mark(scene, actor, "shaken") or picks.stunned(scene, actor)
    if target not in scene.fighters or stopped or apart(scene, actor, target):
        return thwarted(actor)
    label = _("Leap")
    four = (Situation(_("four legs"), steps=1, rule="MYT-CLOSE-LEAP"),)
    harder = four if sheets.on_four_legs(scene.sheet(target)) else ()
    check = consequences.skill(scene, actor, "athletics", harder, fights=True)
    rolled = yield from resolution.resolve(check, scene.settings, "attack", label)
    answer = yield from _dodge(scene, target, rolled)
    mine, answer = bout.contest(scene, rolled, answer)
    fist = next(one for one in arms.weapons(scene.sheet(actor), scene.settings) if one.natural)
    danger = Threat(scene, actor, target, fist, check, sheets.damage_modifier(scene.sheet(actor)), args=args)
    tests: Effects = (Effect("outcome", actor, mine),)
    tests += (Effect("outcome", target, answer.outcome),) if answer.outcome else ()
    moment = Moment(danger, None, "leap", mine.level, answer.level)
    lands = mine.level.succeeded and _bears_down(scene, mine, answer)
    won = bout.gifted(danger, mine, differential(mine.level, answer.level))
    run = yield from bout.won(moment, mine, answer, won)
    ends = (Effect("gift", target, None),) if initiative.mark(scene, target, "gift") else ()
    down = (Effect("prone", target, True), Effect("under", target, actor)) if lands else _dived(scene, target, answer)
    return (*tests, *ends, *down, *run)


def _dived(scene: Scene, target: str, answer: Defence) -> Effects:
    """MYT-CLOSE-EVADE: evading leaves one prone, a leap as well where the table likes it."""
    if answer.kind != "evade" or not setting(scene.settings, "leap_evade_prone"):
        return ()
    daring = "daredevil" in limbs.style_traits(scene, target)
    return (Effect("unsettled", target), *(() if daring else (Effect("prone", target, True),)))


def _dodge(scene: Scene, target: str, rolled: Outcome) -> Script[Defence]:
    unable = defence.cannot(scene, target)
    if unable:
        return defence.NOTHING
    paid = (Effect("spend", target, 1),)
    rows = (
        *(
            Option(key, found.what, paid, hint=resolution.chances(found, scene.settings))
            for key in ("evade", "brawn")
            for found in (consequences.skill(scene, target, key, fights=True),)
        ),
        Option("none", _("Let it come")),
    )
    seen = _("A leap: %(result)s. Your answer?", result=resolution.LEVELS[rolled.level])
    (said,) = yield Ask("reaction", target, seen, rows)
    if said == "none":
        return defence.NOTHING
    label = _("Leap")
    check = consequences.skill(scene, target, str(said), fights=True)
    kind = "evade" if said == "evade" else "stand"
    return Defence(kind, None, (yield from resolution.resolve(check, scene.settings, "defence", label)))


def _bears_down(scene: Scene, mine: Outcome, answer: Defence) -> bool:
    if answer.outcome is None:
        return True
    return resolution.opposed(mine, answer.outcome, scene.settings) == "active"
