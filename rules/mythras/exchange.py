"""The exchange of close combat, in the order of the text (MYT-ATK-01)."""

from __future__ import annotations

from dataclasses import replace

from rules.mythras import checks, consequences, initiative, ranged, resolution, situations
from rules.mythras import sheet as sheets
from rules.mythras import weapons as arms
from rules.mythras.blows import Blow, Damage, raw, strike
from rules.mythras.defence import Defence, defend, falls, holding, stops
from rules.mythras.grades import Situation, capped
from rules.mythras.resolution import Differential, differential
from rules.mythras.settings import setting
from rules.mythras.situations import CLOSE, HELPLESS, RANGED
from rules.mythras.special_effects import EFFECTS, Moment, open_to, refused
from rules.mythras.weapons import Weapon
from rules.outcome import Check, Level, Outcome
from rules.paths import Data
from rules.scene import Scene
from rules.script import Effect, Option, Script, choose
from rules.words import Text, pgettext

Effects = tuple[Effect, ...]


def attack(scene: Scene, actor: str, args: Data) -> Script[Effects]:
    """MYT-ATK-01: attack, answer, differential roll, special effects, damage and what follows."""
    sheet, target = scene.sheet(actor), str(args["target"])
    weapon = arms.find(sheet, str(args["weapon"]), scene.settings)
    if weapon is None or target not in scene.fighters:
        return ()
    metres = int(args.get("metres", 0))
    check = attack_check(scene, actor, weapon, args)
    weapon = ranged.as_shot(weapon, metres) if weapon.ranged else weapon
    rolled = yield from _attack_roll(scene, check, args)
    answer = Defence()
    if rolled.faces:
        theirs = situations.said(str(args.get("theirs", "none")), CLOSE)
        answer = yield from defend(scene, target, weapon, rolled, theirs, bool(args.get("cover_near", False)))
    mine, answer = _contest(scene, rolled, answer)
    won = _won(scene, target, mine, answer)
    avoided = answer.kind == "evade" and _evaded(scene, mine, answer)
    reaction = "evaded" if avoided else answer.kind
    still = bool(args.get("still", False)) and ranged.band(weapon, metres) == "short"
    moment = Moment(scene, actor, target, weapon, answer.guard, reaction, mine.level, answer.level, "", still=still)
    chosen, moment = yield from _choices(moment, won)
    tested = (Effect("outcome", actor, mine), *_tested(target, answer))
    after = yield from _resolved(moment, mine, answer, chosen, ranged.band(weapon, metres) == "long")
    falling = (
        (Effect("prone", target, True),)
        if answer.kind == "evade" and _lands_prone(scene, target, weapon, answer, chosen)
        else ()
    )
    gift = (Effect("gift", target, None),) if initiative.mark(scene, target, "gift") else ()
    return (*tested, *(Effect("chosen", moment.winner, key) for key in chosen), *falling, *after, *gift)


def attack_check(scene: Scene, actor: str, weapon: Weapon, args: Data) -> Check:
    """MYT-CORE-04, 05: the style with its cap, then the worst situation and every step."""
    sheet, settings = scene.sheet(actor), scene.settings
    traits = sheets.traits(sheet, weapon.style)
    rows = (
        *situations.said(str(args.get("situation", "none")), RANGED if weapon.ranged else CLOSE, traits),
        *situations.steps(int(args.get("steps", 0))),
        *_state_of(scene, actor, str(args["target"]), weapon, traits),
    )
    found = checks.weapon(sheet, settings, weapon, rows)
    limit = situations.cap(sheet, settings, str(args.get("cap", "none")), traits)
    if limit is not None:
        skill, shift = checks.skill_of(sheet, weapon)
        lower = capped(skill, sheets.skill(sheet, limit[0]), limit[1], limit[2])
        found = checks.of(sheet, settings, found, lower, (*rows, *shift))
    return replace(found, actor=actor)


def _state_of(scene: Scene, actor: str, target: str, weapon: Weapon, traits: frozenset[str]) -> tuple[Situation, ...]:
    """MYT-SIT: who lies on the ground fights and shoots by different rows."""
    found = situations.conditions(scene, actor, traits)
    if not weapon.ranged or target not in scene.fighters:
        return found
    return (*(row for row in found if row is not situations.PRONE), *situations.of_shot(scene, actor, target))


def _attack_roll(scene: Scene, check: Check, args: Data) -> Script[Outcome]:
    """MYT-SIT-C01: nobody rolls against a target that cannot help itself."""
    if args.get("situation") == HELPLESS:
        told = pgettext("mythras", "%(result)s: a helpless target", result=resolution.LEVELS[Level.SUCCESS])
        return Outcome(check, (), Level.SUCCESS, 0, told, told)
    label = pgettext("mythras", "Attack: %(weapon)s", weapon=check.what)
    return (yield from resolution.resolve(check, scene.settings, "attack", label))


def _contest(scene: Scene, rolled: Outcome, answer: Defence) -> tuple[Outcome, Defence]:
    """MYT-CORE-09: with a defence there is a contest, and skills beyond 100 weigh on both."""
    if answer.outcome is None:
        return rolled, answer
    less = resolution.beyond(rolled.check, answer.outcome.check)
    if not less:
        return rolled, answer
    mine = resolution.judged(rolled.check, rolled.faces, scene.settings, less)
    theirs = resolution.judged(answer.outcome.check, answer.outcome.faces, scene.settings, less)
    return mine, replace(answer, outcome=theirs)


def _won(scene: Scene, target: str, mine: Outcome, answer: Defence) -> Differential:
    """MYT-CORE-08, MYT-CLOSE-SURPRISE: the effects won, one more for the first blow at somebody surprised."""
    won = differential(mine.level, answer.level)
    if initiative.mark(scene, target, "gift") and mine.level.succeeded and won.winner != "defender":
        return Differential("attacker", won.count + 1)
    return won


def _evaded(scene: Scene, mine: Outcome, answer: Defence) -> bool:
    """MYT-CLOSE-EVADE: whether the blow goes past; equal levels go to the higher die, or as the table likes."""
    if not mine.level.succeeded or answer.level != mine.level or answer.outcome is None:
        return answer.level > mine.level or not mine.level.succeeded
    tie = setting(scene.settings, "evade_tie")
    higher = answer.outcome.faces[0] > (mine.faces[0] if mine.faces else 0)
    return bool(tie == "defender" or (tie == "higher_die" and higher))


def _lands_prone(scene: Scene, target: str, weapon: Weapon, answer: Defence, chosen: tuple[str, ...]) -> bool:
    acrobat = answer.outcome is not None and answer.outcome.check.what == pgettext("mythras", "Acrobatics")
    return falls(scene, target, weapon) and not acrobat and "arise" not in chosen


def _tested(target: str, answer: Defence) -> Effects:
    return (Effect("outcome", target, answer.outcome),) if answer.outcome else ()


# The winner chooses.


def _choices(moment: Moment, won: Differential) -> Script[tuple[tuple[str, ...], Moment]]:
    """MYT-FX-00a to 00e, 00h: as many effects as were won, all before damage; the rest may be left."""
    moment = replace(moment, side=won.winner or "attacker")
    for number in range(1, won.count + 1):
        key = yield from choose(f"effect-{number}", moment.winner, _which(number, won), _options(moment))
        if key == "none":
            break
        moment = replace(moment, chosen=(*moment.chosen, key))
    return moment.chosen, moment


def _which(number: int, won: Differential) -> Text:
    return pgettext("mythras", "Special effect %(number)s of %(count)s", number=number, count=won.count)


def _options(moment: Moment) -> tuple[Option, ...]:
    rows = (
        Option(key, EFFECTS[key].label, refused=refused(key, moment), hint=EFFECTS[key].says, group=EFFECTS[key].group)
        for key in open_to(moment.side)
    )
    return (*rows, Option("none", pgettext("mythras", "No further effect")))


# What comes of it.


def _resolved(moment: Moment, mine: Outcome, answer: Defence, chosen: tuple[str, ...], half: bool) -> Script[Effects]:
    """MYT-ATK-01: the effects that change the procedure, the blow, resistances, wounds, then what is left."""
    author = mine if moment.side == "attacker" else (answer.outcome or mine)
    forced = _forced(chosen)
    effects: Effects = ()
    damage: Damage | None = None
    victim = moment.defender
    if "accidental_injury" in chosen:
        effects += yield from _accident(moment, mine)
    if "damage_weapon" in chosen:
        effects += yield from _weapon_damaged(moment, answer)
    if "select_target" in chosen:
        effects += yield from _another(moment, mine)
    if moment.hits and not {"compel_surrender", "damage_weapon"} & set(chosen if moment.side == "attacker" else ()):
        blow = _blow(moment, answer, chosen if moment.side == "attacker" else ())
        damage = yield from strike(replace(blow, half=half and moment.weapon.ranged))
        if "enhance_parry" in chosen:
            damage = replace(damage, passed=0, dealt=0, sundered=0)
        effects += _hurt(victim, damage)
    for key in dict.fromkeys(chosen):
        effects += yield from consequences.of_effect(key, moment, author, damage, key == forced)
    if damage is not None:
        effects += yield from consequences.wound(moment.scene, victim, damage, mine)
        effects += yield from consequences.knockback(moment.scene, victim, damage.raw)
    return (*effects, *_followups(moment, chosen, damage))


def _forced(chosen: tuple[str, ...]) -> str:
    """MYT-FX-FORCE-FAILURE: the companion that is not resisted: the first one chosen before it."""
    if "force_failure" not in chosen:
        return ""
    return next((key for key in chosen if EFFECTS[key].resisted), "")


def _blow(moment: Moment, answer: Defence, chosen: tuple[str, ...]) -> Blow:
    """MYT-PARRY-05, MYT-FX-FEINT: the blow with what a successful parry stops of it."""
    scene, guard = moment.scene, answer.guard
    parried = guard is not None and answer.level.succeeded and "circumvent_parry" not in chosen
    stopped = stops(scene, moment.defender, guard, moment.weapon) if parried and guard is not None else "none"
    modifier = sheets.damage_modifier(scene.sheet(moment.attacker))
    return Blow(scene, moment.attacker, moment.defender, moment.weapon, guard, chosen, modifier, 0, stopped)


def _hurt(victim: str, damage: Damage, why: str = "blow") -> Effects:
    value = {"location": damage.location.key, "damage": damage.dealt, "lines": damage.lines, "why": why}
    hurt = Effect("hurt", victim, value)
    if not damage.sundered:
        return (hurt,)
    return (hurt, Effect("sundered", victim, {"location": damage.location.key, "points": damage.sundered}))


def _accident(moment: Moment, mine: Outcome) -> Script[Effects]:
    """MYT-FX-ACCIDENT: the damage of one’s own weapon on oneself; armour does not help who strikes unarmed."""
    me = moment.attacker
    modifier = sheets.damage_modifier(moment.scene.sheet(me))
    bare = ("bypass_armour", "bypass_armour") if moment.weapon.natural else ()
    damage = yield from strike(Blow(moment.scene, me, me, moment.weapon, None, bare, modifier, key="own-"))
    wounds = yield from consequences.wound(moment.scene, me, damage, mine, "own-")
    return (*_hurt(me, damage, "accident"), *wounds)


def _another(moment: Moment, mine: Outcome) -> Script[Effects]:
    """MYT-FX-SELECT-TARGET: somebody else is hit, without defence and without effects."""
    scene = moment.scene
    near = [one for one in scene.fighters if one not in (moment.attacker, moment.defender)]
    rows = tuple(
        Option(one, pgettext("mythras", "%(who)s", who=scene.name(one)))
        for one in near
        if not initiative.is_out(scene, one)
    )
    if not rows:
        return ()
    other = yield from choose("other-target", moment.winner, pgettext("mythras", "Who is hit instead?"), rows)
    modifier = sheets.damage_modifier(scene.sheet(moment.attacker))
    damage = yield from strike(Blow(scene, moment.attacker, other, moment.weapon, modifier=modifier, key="other-"))
    wounds = yield from consequences.wound(scene, other, damage, mine, "other-")
    pushed = yield from consequences.knockback(scene, other, damage.raw, "other-")
    return (*_hurt(other, damage), *wounds, *pushed)


def _weapon_damaged(moment: Moment, answer: Defence) -> Script[Effects]:
    """MYT-FX-DAMAGE-WEAPON: the blow, or that of the parrying weapon, goes to the other weapon."""
    mine, theirs = moment.own, moment.other
    if mine is None or theirs is None:
        return ()
    modifier = sheets.damage_modifier(moment.scene.sheet(moment.winner))
    total, _lines = yield from raw(Blow(moment.scene, moment.winner, moment.loser, mine, modifier=modifier, key="arm-"))
    lost = max(0, total - theirs.armour)
    return (Effect("weapon_hurt", moment.loser, {"weapon": theirs.key, "damage": lost}),)


def _followups(moment: Moment, chosen: tuple[str, ...], damage: Damage | None) -> Effects:
    """MYT-FX: the effects that are neither rolled nor resisted."""
    author, victim = moment.winner, moment.loser
    struck = damage.location.key if damage else _weapon_limb(moment)
    turns = 1 if setting(moment.scene.settings, "stack_effect_turns") == "single" else chosen.count("overextend")
    found = {
        "press_advantage": Effect("cannot_attack", victim, 1),
        "overextend": Effect("cannot_attack", victim, turns),
        "entangle": Effect("entangled", victim, {"location": struck, "by": author}),
        "grip": Effect("gripped", victim, author),
        "slip_free": Effect("free", author),
        "arise": Effect("prone", author, False),
        "withdraw": Effect("disengage", author, victim),
        "scar": Effect("scar", victim, struck),
    }
    rows = [found[key] for key in dict.fromkeys(chosen) if key in found]
    if "weapon_malfunction" in chosen:
        rows.append(Effect("jammed", victim, moment.weapon.key))
    if "pin_weapon" in chosen and moment.other is not None:
        rows.append(Effect("pinned", victim, {"weapon": moment.other.key, "by": author}))
    return tuple(rows)


def _weapon_limb(moment: Moment) -> str:
    """MYT-FX-ENTANGLE: a defender holds the limb that attacks."""
    weapon = moment.other
    limbs = holding(moment.scene, moment.loser, weapon) if weapon else ()
    body = sheets.locations(moment.scene.sheet(moment.loser))
    return limbs[0].key if limbs else next((one.key for one in body if one.kind == "arm"), body[0].key)
