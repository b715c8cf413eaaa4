"""Attacks: the test against DEF or DEP, the damage of a hit, and the exact odds of both (CHO-ATK, CHO-DMG-01, 02)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.character.fields import choice, number
from rules.character.sheet import Choice, Field
from rules.core.acts import Effects, fighters, out_of_fight, own_side
from rules.core.check import Breakdown, Check, Level, Modifier, Outcome
from rules.core.dice import Formula, parse, try_parse
from rules.core.effects import Effect
from rules.core.errors import Refused
from rules.core.memo import memoize
from rules.core.paths import Data
from rules.core.scene import Action, Scene
from rules.core.script import Effect as AnyEffect
from rules.core.script import Option, Script, choose, roll
from rules.core.text import Text, signed, span
from rules.games.chroniques import actions, checks, initiative, states
from rules.games.chroniques import sheet as sheets
from rules.games.chroniques.actions import GROUND
from rules.games.chroniques.checks import HITS
from rules.games.chroniques.damage import Damage, Luck, less_reduction, severe
from rules.games.chroniques.initiative import TurnAct
from rules.games.chroniques.settings import setting
from rules.games.chroniques.sheet import ABILITIES_SHORT, DEFENCES, VERSUS
from rules.games.chroniques.text import _
from rules.ground.aiming import aimed, explain, is_laid, metres_field, out_of_reach
from rules.odds.act import Chance, Odds, reach_of, value_if_known
from rules.odds.attack import Harm
from rules.odds.distribution import Distribution, certain, distribution, totals

HANDS = "hands"  # the key of bare hands, which everybody has


@dataclass(frozen=True)
class Weapon:
    """A weapon of a sheet; ``damage`` is ``None`` if its dice cannot be read."""

    key: str
    name: str
    kind: str
    damage: Formula | None
    adds_strength: bool
    versus: str
    range_m: int = 0

    @property
    def label(self) -> Text:
        return _("%(weapon)s", weapon=self.name) if self.key != HANDS else BARE_HANDS


BARE_HANDS = _("Bare hands")


def weapons(sheet: Data) -> tuple[Weapon, ...]:
    rows: Data = sheet.get("weapons") or {}
    return tuple(_weapon(key, row) for key, row in rows.items())


def bare_hands(settings: Data) -> Weapon:
    """CHO-ACT-04: the weapon that everybody has."""
    return Weapon(HANDS, "", "contact", parse(setting(settings, "attack.unarmed")), True, "nature")


def find(sheet: Data, settings: Data, key: str) -> Weapon | None:
    if key == HANDS:
        return bare_hands(settings)
    return next((weapon for weapon in weapons(sheet) if weapon.key == key), None)


def _weapon(key: str, row: Data) -> Weapon:
    dice = try_parse(str(row.get("dice", "")))
    name, kind = str(row.get("name", "")), row.get("kind", "contact")
    more = bool(row.get("add_for")), row.get("versus", "nature"), int(row.get("range_m", 0))
    return Weapon(key, name, kind, dice, *more)


def versus(weapon: Weapon, said: str) -> str:
    """CHO-ATK-02: DEF against physical attacks, DEP against psychic ones, unless the form or the weapon sets it."""
    named = said if said != "nature" else weapon.versus
    if named != "nature":
        return named
    return "dep" if weapon.kind == "psychic" else "def_"


def weapon_check(scene: Scene, actor: str, weapon: Weapon, args: Data) -> Check:
    """CHO-ATK-01: the attack test with a weapon and its modifiers, not yet against a defence."""
    check = checks.attack(scene.sheet(actor), scene.settings, weapon.key, weapon.kind, weapon.label)
    free = Modifier(_("Modifier"), args.get("modifier", 0), "CHO-ATK-01")
    away = _distance(scene, actor, weapon, args) if is_laid(scene) else ()
    target = check.target.plus(free)
    return replace(check, actor=actor, target=replace(target, modifiers=(*target.modifiers, *away)))


def _distance(scene: Scene, actor: str, weapon: Weapon, args: Data) -> tuple[Modifier, ...]:
    """CHO-ATK-01: the distance to the target, shown beside a test at a distance but worth no modifier."""
    if weapon.kind == "contact" or args["target"] not in scene.fighters:
        return ()
    return (Modifier(explain(scene, GROUND, _("Distance"), actor, args["target"], args), 0, "CHO-ATK-01"),)


def unreachable(scene: Scene, actor: str, weapon: Weapon, args: Data) -> Text | None:
    """CHO-ACT-03, 04: the reason why a target is out of reach or range; an attack does not include a move."""
    if weapon.kind == "contact":
        return out_of_reach(GROUND, scene, actor, args["target"])
    if not is_laid(scene) or not weapon.range_m:
        return None
    metres = aimed(GROUND, scene, actor, args["target"], args).metres or 0
    return _("Beyond its range: %(most)s m.", most=weapon.range_m) if metres > weapon.range_m else None


def against(scene: Scene, actor: str, weapon: Weapon, args: Data) -> Check:
    """CHO-ATK-01, 02: the attack test against the target's DEF or DEP, which only the game master sees."""
    which = versus(weapon, args.get("versus", "nature"))
    defence = sheets.defence(scene.sheet(args["target"]), which).total
    check = weapon_check(scene, actor, weapon, args)
    named = _("against %(defence)s %(number)s", defence=DEFENCES[which], number=defence)
    return check.against(defence, named, "CHO-ATK-02")


def damage(sheet: Data, target: Data, settings: Data, weapon: Weapon, dice: int, critical: bool = False) -> Breakdown:
    """CHO-DMG-01 to 03: dice and bonuses, at least the minimum, multiplied on a critical, minus damage reduction."""
    plus = weapon.damage.plus if weapon.damage else 0
    strength = sheets.ability(sheet, "for_") if weapon.adds_strength else 0
    dealt = Breakdown(Modifier(_("Dice"), dice, "CHO-DMG-01")).plus(
        Modifier(weapon.label, plus, "CHO-DMG-01"), Modifier(ABILITIES_SHORT["for_"], strength, "CHO-DMG-01")
    )
    least = int(setting(settings, "damage.minimum"))
    dealt = dealt.plus(Modifier(_("At least"), max(0, least - dealt.total), "CHO-DMG-01"))
    factor = int(setting(settings, "critical.factor")) if critical else 1
    times = _("Critical, ×%(factor)s", factor=factor)
    return less_reduction(dealt.plus(Modifier(times, dealt.total * (factor - 1), "CHO-DMG-02")), target)


class Advantage(Effect):
    """CHO-DMG-02: a critical hit gives a tactical advantage instead of multiplied damage."""

    kind = "advantage"
    is_open = True
    says = _("gains a tactical advantage, to be agreed on")


class Attack(TurnAct):
    """CHO-ACT-04, 07, CHO-ATK-01 to 06: an attack, made as an attack action or by an ability."""

    kind = "attack"
    label = _("Attack (A)")
    rules = ("CHO-ATK-01", "CHO-ATK-02", "CHO-ATK-03", "CHO-ATK-04", "CHO-ACT-04", "CHO-ACT-07")
    foretold = True
    aims = True

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        sheet, settings = scene.sheet(actor), scene.settings
        what = tuple(_choice(scene, actor, weapon) for weapon in (*weapons(sheet), bare_hands(settings)))
        gm_only = bool(setting(settings, "attack.gm_says"))
        return (
            Field("target", _("Target"), "choice", choices=_targets(scene, actor)),
            Field("weapon", _("Weapon"), "choice", choices=what),
            actions.ways(scene, actor, "A", "free_attack"),
            choice("versus", _("Against"), VERSUS, rule="CHO-ATK-02", gm_only=gm_only),
            *metres_field(scene, "CHO-ATK-01", gm_only=gm_only),
            number("modifier", _("Modifier"), 0, -20, 20, "CHO-ATK-01", gm_only=gm_only),
        )

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        alone = None if _targets(scene, actor) else _("Nobody can be attacked.")
        rows = actions.ways(scene, actor, "A", "free_attack").choices
        return (rows[0].refused if all(row.refused for row in rows) else None) or alone

    def cost(self, scene: Scene, action: Action) -> Effects:
        how, weapon = action.args["how"], find(scene.sheet(action.actor), scene.settings, action.args["weapon"])
        if weapon is not None and (reason := unreachable(scene, action.actor, weapon, action.args)):
            raise Refused(reason, "target")
        return (actions.spend(action.actor, actions.letter(scene, action.actor, how, "A", "free_attack"), how),)

    def title(self, scene: Scene, action: Action) -> Text | None:
        weapon = find(scene.sheet(action.actor), scene.settings, action.args["weapon"])
        who, target = scene.name(action.actor), scene.name(action.args["target"])
        named = weapon.label if weapon else "?"
        return _("%(who)s attacks %(target)s: %(weapon)s", who=who, target=target, weapon=named)

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return _strike(scene, action.actor, action.args)

    def odds(self, scene: Scene, action: Action) -> Odds | None:
        """The odds of a hit and its damage, or of a hit against each possible defence if the real one is secret."""
        actor, args = action.actor, action.args
        weapon, target = find(scene.sheet(actor), scene.settings, args["weapon"]), args["target"]
        if weapon is None or target not in scene.fighters:
            return None
        check, which = weapon_check(scene, actor, weapon, args), versus(weapon, args["versus"])
        faced = value_if_known(lambda: sheets.defence(scene.sheet(target), which).total)
        if faced is None:
            return _unknown(scene, check, which)
        return _known_odds(scene, replace(check, extra=faced), weapon, target, which)


@memoize
def _targets(scene: Scene, fighter: str) -> tuple[Choice, ...]:
    arms = (*weapons(scene.sheet(fighter)), bare_hands(scene.settings))

    def out(who: str) -> Text | None:
        if initiative.is_out(scene, who):
            return out_of_fight(scene, who)
        reasons = [unreachable(scene, fighter, weapon, {"target": who}) for weapon in arms]
        return reasons[-1] if all(reasons) else None

    rows = fighters(scene, scene.targets_of(fighter), out)
    return tuple(replace(row, hint=own_side(scene, fighter, row.key)) for row in rows)


def _choice(scene: Scene, fighter: str, weapon: Weapon) -> Choice:
    if weapon.damage is None:
        return Choice(weapon.key, weapon.label, _("The damage of this weapon cannot be read."))
    score = signed(sheets.attack(scene.sheet(fighter), weapon.kind).total)
    hint = _("attack %(score)s, damage %(dice)s", score=score, dice=str(weapon.damage))
    ready = weapon.key == HANDS or actions.in_hand(scene, fighter, weapon.key)
    return Choice(weapon.key, weapon.label, None if ready else _("Not in hand: draw it first (M)."), hint)


def _strike(scene: Scene, actor: str, args: Data) -> Script[Effects]:
    """CHO-ATK-01 to 06: roll the attack test, then the damage of a hit."""
    weapon, target = find(scene.sheet(actor), scene.settings, args["weapon"]), args["target"]
    if weapon is None or target not in scene.fighters:
        return ()
    if initiative.is_out(scene, actor) or initiative.is_out(scene, target):  # felled on their sheet meanwhile
        return ()
    check = against(scene, actor, weapon, args)
    if states.helpless(scene.sheet(target)):
        outcome = _automatic(check)
    else:
        label = _("Attack: %(weapon)s", weapon=weapon.label)
        outcome = yield from checks.resolve(check, scene.settings, "attack", label)
    outcome, lucky = yield from checks.spend_luck(scene, actor, outcome, "attack-")
    tested: Effects = (AnyEffect("outcome", actor, outcome), *((Luck(actor, -1),) if lucky else ()))
    if not outcome.level.succeeded or weapon.damage is None:
        return tested
    critical = outcome.level is Level.CRITICAL
    doubled = critical and (yield from _ask_doubling(scene, actor))
    label = _("%(hit)s! %(damage)s", hit=HITS[outcome.level], damage=_("Damage: %(weapon)s", weapon=weapon.label))
    faces = yield from roll("damage", actor, weapon.damage.dice, label, reads="sum")
    dealt = damage(scene.sheet(actor), scene.sheet(target), scene.settings, weapon, sum(faces), doubled)
    return (*tested, Damage(target, dealt.total, dealt), *((Advantage(actor),) if critical and not doubled else ()))


def _automatic(check: Check) -> Outcome:
    """CHO-STATE-01: an attack on a paralysed target is a critical hit without a roll."""
    sentence = _("%(result)s: the target is paralysed", result=HITS[Level.CRITICAL])
    return Outcome(check, (), Level.CRITICAL, 0, sentence, sentence)


def _ask_doubling(scene: Scene, actor: str) -> Script[bool]:
    """CHO-DMG-02: the attacker chooses multiplied damage or a tactical advantage; true for damage."""
    if not setting(scene.settings, "critical.advantage"):
        return True
    factor = setting(scene.settings, "critical.factor")
    options = (
        Option("damage", _("Damage ×%(factor)s, bonuses included", factor=factor)),
        Option("advantage", _("A tactical advantage, agreed with the game master")),
    )
    chosen = yield from choose("critical", actor, _("Critical hit"), options)
    return chosen == "damage"


def _known_odds(scene: Scene, check: Check, weapon: Weapon, target: str, which: str) -> Odds:
    sure = states.helpless(scene.sheet(target))
    own = certain(_automatic(check)) if sure else distribution(lambda: checks.resolve(check, scene.settings))
    hit = own.chance(lambda outcome: outcome.level.succeeded)
    critical = own.chance(lambda outcome: outcome.level is Level.CRITICAL)
    chances = [Chance(HITS[Level.SUCCESS], hit), Chance(HITS[Level.CRITICAL], critical)]
    notes = [_("Against %(defence)s %(number)s.", defence=DEFENCES[which], number=check.extra)]
    if weapon.damage is not None:
        me, foe, settings = scene.sheet(check.actor), scene.sheet(target), scene.settings
        usual, doubled = (_losses(me, foe, settings, weapon, twice) for twice in (False, True))
        harm: Harm[int] = Harm()
        harm.spread(hit - critical, usual)
        harm.spread(critical, doubled)
        wound = (_("Severe wound"), lambda lost: severe(foe, settings, lost))
        chances += harm.ends((wound, (_("Down to 0 HP"), lambda lost: lost >= sheets.hp(foe))))
        points = span((doubled if hit == critical else usual).weights)
        notes.append(_("A hit takes %(points)s HP.", points=points))
        if setting(settings, "critical.advantage"):
            notes.append(_("A critical hit is counted as more damage, not as an advantage."))
    return Odds(check, own, checks.dice(check), tuple(notes), tuple(chances))


def _losses(sheet: Data, foe: Data, settings: Data, weapon: Weapon, doubled: bool) -> Distribution[int]:
    """CHO-DMG-01 to 03: the distribution of the hit points lost to a hit."""
    thrown = totals(weapon.damage.dice) if weapon.damage else certain(0)
    return thrown.map(lambda total: damage(sheet, foe, settings, weapon, total, doubled).total)


def _unknown(scene: Scene, check: Check, which: str) -> Odds:
    """The chance to hit against each possible defence; it does not reveal a helpless target, who is hit for sure."""
    dice = checks.dice(check)

    def hits(faces: tuple[int, ...], number: int) -> bool:
        return checks.read_outcome(replace(check, extra=number), faces, scene.settings).level.succeeded

    def labelled(number: int) -> Text:
        return _("%(defence)s %(number)s", defence=DEFENCES[which], number=number)

    return Odds(check, None, dice, reach=reach_of(check, dice.throws(), dice, labelled, hits))
