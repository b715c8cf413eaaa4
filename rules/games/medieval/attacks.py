"""Attacks: the throw that must exceed the Defence, the blow, and the manoeuvres that answer it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rules.core.check import Breakdown, Check, Level, Modifier, Outcome
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Effect, Option, Script, choose, roll
from rules.core.text import Text
from rules.games.medieval import checks, damage, initiative, manoeuvres, weapons
from rules.games.medieval import sheet as sheets
from rules.games.medieval.checks import HITS
from rules.games.medieval.damage import Manner
from rules.games.medieval.settings import setting
from rules.games.medieval.text import _
from rules.games.medieval.weapons import Weapon

Effects = tuple[Effect, ...]
PRONE = -7  # MED-LUTTE-PROJ-01


@dataclass(frozen=True)
class Blow:
    """One attack: by whom, on whom, with what, how declared; ``technique`` is that of wrestling, which does no harm."""

    actor: str
    target: str
    weapon: Weapon
    manoeuvre: str = ""
    sneak: bool = False
    technique: str = ""
    args: Data = field(default_factory=dict)


def declared(scene: Scene, actor: str, args: Data) -> Blow | None:
    """MED-ATT-01: the attack that somebody declares; ``None`` where its weapon or its target has gone."""
    weapon, target = weapons.find(scene.sheet(actor), args["weapon"]), args["target"]
    if weapon is None or target not in scene.fighters:
        return None
    said = args.get("manoeuvre", "none")
    return Blow(actor, target, weapon, "" if said == "none" else said, args=args)


def strike(scene: Scene, actor: str, args: Data) -> Script[Effects]:
    """MED-ATT-01: an attack with a weapon of the sheet."""
    blow = declared(scene, actor, args)
    return () if blow is None else (yield from resolve(scene, blow))


def resolve(scene: Scene, blow: Blow) -> Script[Effects]:
    """MED-ATT-01, MED-MAN-06: the throw, the harm, then the manoeuvre of the target that answers this attack."""
    answer = answered(scene, blow)
    check = against(scene, blow)
    if answer == "feinte_desesperee":
        outcome = automatic(check)
    else:
        outcome = ruled((yield from _thrown(scene, blow, check)), blow.args)
    hit = outcome.level.succeeded
    effects: list[Effect] = [Effect("outcome", blow.actor, outcome)]
    if hit:
        effects += yield from _success(scene, blow, outcome.level is Level.CRITICAL)
    effects += _told_to_chains(blow, hit)
    if blow.manoeuvre == "coup_fatal" and not hit:
        effects += manoeuvres.give_back(blow.actor, "coup_fatal")
    if answer:
        effects += yield from answer_back(scene, blow, answer, hit)
    return tuple(effects)


def against(scene: Scene, blow: Blow) -> Check:
    """MED-DEF-03: the attack against the Defence that goes with it."""
    return facing(thrown(scene, blow), defence(scene, blow).total)


def thrown(scene: Scene, blow: Blow) -> Check:
    """MED-ATT-04: the attack with every modifier, against nothing yet."""
    check = checks.attack(scene.sheet(blow.actor), scene.settings, blow.weapon)
    free = Modifier(_("Modifier"), int(blow.args.get("modifier", 0)), "MED-ATT-04")
    terms = (
        *manoeuvres.action_terms(scene, blow.actor, blow.manoeuvre),
        *manoeuvres.attack_terms(scene, blow.actor, blow.target),
        free,
    )
    return replace(check, actor=blow.actor, target=check.target.plus(*terms))


def facing(check: Check, number: int) -> Check:
    """MED-DEF-03: an attack that must exceed this number, which the game master alone reads in its terms."""
    named = _("against Defence %(number)s", number=number)
    terms = (*check.target.modifiers, Modifier(named, 0, "MED-DEF-03", secret=True))
    return replace(check, target=replace(check.target, modifiers=terms), extra=number)


def defence(scene: Scene, blow: Blow) -> Breakdown:
    """MED-DEF-01 to 03: what an attack must exceed, by the kind of attack and by what befell the defender."""
    free = ruled_defence(blow.args)
    if not initiative.can_defend(scene, blow.target):
        return helpless(scene.settings).plus(free)
    return standing(scene, blow).plus(free)


def standing(scene: Scene, blow: Blow) -> Breakdown:
    """MED-DEF-01 to 03: the Defence of who can defend, as manoeuvres and lying on the ground leave it."""
    sheet, engagement = scene.sheet(blow.target), blow.weapon.engagement
    melee = engagement == "melee" and not blow.sneak
    base = sheets.melee_defence(sheet) if melee else sheets.natural_defence(sheet)
    prone = PRONE if initiative.is_prone(scene, blow.target) else 0
    terms = manoeuvres.defence_terms(scene, blow.target, blow.actor, melee)
    return base.plus(*terms, Modifier(_("On the ground"), prone, "MED-LUTTE-PROJ-01"))


def ruled_defence(args: Data) -> Modifier:
    """MED-ATT-04: what the game master adds to a Defence."""
    return Modifier(_("Modifier"), int(args.get("defence_modifier", 0)), "MED-ATT-04")


def helpless(settings: Data) -> Breakdown:
    """MED-LUTTE-CLE-01: the Defence of who cannot defend."""
    label = _("Cannot defend")
    return Breakdown(Modifier(label, int(setting(settings, "hold.defence")), "MED-LUTTE-CLE-01"))


def automatic(check: Check) -> Outcome:
    """MED-MANOEUVRE-OEIL: a hit without a throw, and so never a critical one."""
    words = _("Automatic hit")
    return Outcome(check, (), Level.SUCCESS, 0, words, words)


def ruled(outcome: Outcome, args: Data) -> Outcome:
    """MED-ATT-05: a hit is critical, or not, as the game master says."""
    said = args.get("critical", "auto")
    if said == "auto" or not outcome.level.succeeded:
        return outcome
    level = Level.CRITICAL if said == "yes" else Level.SUCCESS
    return replace(outcome, level=level, label=HITS[level], public=HITS[level])


def harm(scene: Scene, blow: Blow, manner: Manner, prefix: str = "") -> Script[Effects]:
    """MED-DMG-01 to 05: the damage of a hit, thrown or at its highest, less the armour."""
    weapon, faces, more = blow.weapon, damage.best_of(blow.weapon), 0
    if weapon.damage is not None and not manner.is_maximal:
        label = _("Damage: %(weapon)s", weapon=weapon.name)
        faces = sum((yield from roll(f"{prefix}damage", blow.actor, weapon.damage.dice, label, reads="sum")))
    if manner.fatal == "plus_2d6" and not manner.critical:
        label = _("Fatal Blow: 2d6")
        more = sum((yield from roll(f"{prefix}fatal-dice", blow.actor, damage.MORE, label, reads="sum")))
    inflicted = damage.dealt(scene.sheet(blow.actor), scene.settings, weapon, faces, manner, more)
    lines = damage.after_armour(inflicted, scene.sheet(blow.target))
    return (Effect("damage", blow.target, {"damage": lines.total, "lines": lines}),)


def answered(scene: Scene, blow: Blow) -> str:
    """MED-MAN-06: the manoeuvre of the target that waits for this very attack, empty where there is none."""
    aimed = manoeuvres.aimed_at(scene, blow.target) == blow.actor and manoeuvres.waits(scene, blow.target)
    return manoeuvres.used(scene, blow.target) if aimed and not initiative.is_out(scene, blow.target) else ""


def strikes_back(scene: Scene, user: str, key: str, hit: bool) -> bool:
    """MED-MANOEUVRE-OEIL, FEINTE-DESESPEREE, CONTRE-ATTAQUE: whether an attack that hit, or missed, is struck back."""
    fires = {"oeil": hit, "feinte_desesperee": True, "contre_attaque": not hit}[key]
    return fires and initiative.can_attack(scene, user)


def _thrown(scene: Scene, blow: Blow, check: Check) -> Script[Outcome]:
    """MED-ATT-01, MED-MANOEUVRE-ATTAQUE-CONSTRUITE: the attack roll, or the better of two."""
    label = _("Attack: %(weapon)s", weapon=blow.weapon.name)
    if blow.manoeuvre != "attaque_construite":
        return (yield from checks.resolve(check, scene.settings, "attack", label))
    throws = yield (checks.throw(check, "attack", label), checks.throw(check, "attack-again", label))
    return max((checks.judged(check, faces, scene.settings) for faces in throws), key=better)


def better(outcome: Outcome) -> tuple[Level, int]:
    """MED-MANOEUVRE-ATTAQUE-CONSTRUITE: what makes one of two attack rolls the better one."""
    return outcome.level, outcome.margin


def _success(scene: Scene, blow: Blow, critical: bool) -> Script[Effects]:
    if blow.technique == "projection":
        return (Effect("prone", blow.target, True),)
    if blow.technique:
        held = Effect("hold", blow.target, {"by": blow.actor, "technique": blow.technique})
        return (held, *_at_once(scene, blow))
    if not blow.weapon.hurts:
        return ()
    how = yield from manner(scene, blow, critical)
    return (yield from harm(scene, blow, how))


def _at_once(scene: Scene, blow: Blow) -> Effects:
    """MED-LUTTE-PRESS-01: whether pressure hurts from the round in which it is taken."""
    if blow.technique != "pression" or not setting(scene.settings, "pressure.at_once"):
        return ()
    return () if initiative.mark(scene, blow.target, "turn.pressed") else press(scene, blow.actor, blow.target)


def press(scene: Scene, actor: str, victim: str) -> Effects:
    """MED-LUTTE-PRESS-01: the damage of one round of pressure."""
    sheet = scene.sheet(actor)
    lines = damage.pressure(sheet, scene.settings, weapons.bare(sheet, "lutte"))
    armoured = setting(scene.settings, "pressure.rd_applies")
    lines = damage.after_armour(lines, scene.sheet(victim) if armoured else {})
    return (Effect("pressed", victim), Effect("damage", victim, {"damage": lines.total, "lines": lines}))


def manner(scene: Scene, blow: Blow, critical: bool) -> Script[Manner]:
    """MED-MANOEUVRE-COUP-FATAL, MED-SNEAK-03 to 05: what the attacker makes of a hit."""
    fatal = blow.manoeuvre == "coup_fatal"
    if critical:
        return Manner(True, "double" if fatal else "", "double" if blow.sneak else "")
    if fatal and blow.sneak and not setting(scene.settings, "sneak.stacks_with_coup_fatal"):
        chosen = yield from choose("manner", blow.actor, _HOW, _manners(scene, blow, *_FATAL, *_SNEAK))
        kind, _dash, word = chosen.partition("-")
        return Manner(fatal=word) if kind == "fatal" else Manner(sneak=word)
    how = Manner()
    if fatal:
        chosen = yield from choose("fatal", blow.actor, _HOW, _manners(scene, blow, *_FATAL))
        how = replace(how, fatal=chosen.removeprefix("fatal-"))
    if blow.sneak:
        chosen = yield from choose("sneak", blow.actor, _HOW, _manners(scene, blow, *_SNEAK))
        how = replace(how, sneak=chosen.removeprefix("sneak-"))
    return how


def _manners(scene: Scene, blow: Blow, *options: Option) -> tuple[Option, ...]:
    """The manners to choose from, each with what it comes to before armour."""
    return tuple(replace(one, hint=_comes_to(scene, blow, one.key)) for one in options)


def _comes_to(scene: Scene, blow: Blow, key: str) -> Text:
    kind, _dash, word = key.partition("-")
    how = Manner(fatal=word) if kind == "fatal" else Manner(sneak=word)
    least, most = damage.spread(scene.sheet(blow.actor), scene.settings, blow.weapon, how)
    if least == most:
        return _("%(most)s before armour", most=most)
    return _("%(least)s to %(most)s before armour", least=least, most=most)


_HOW = _("What the blow does")
_FATAL = (
    Option("fatal-plus_2d6", _("Fatal Blow: 2d6 more")),
    Option("fatal-max", _("Fatal Blow: the maximum")),
    Option("fatal-double", _("Fatal Blow: the damage roll ×2")),
)
_SNEAK = (
    Option("sneak-double", _("Sneak attack: everything ×2")),
    Option("sneak-max", _("Sneak attack: the maximum")),
)


def answer_back(scene: Scene, blow: Blow, key: str, hit: bool) -> Script[Effects]:
    """MED-MANOEUVRE-OEIL, FEINTE-DESESPEREE, CONTRE-ATTAQUE: the target hits back, or has paid too much."""
    user = blow.target
    settled: Effects = (Effect("settled", user),)
    if not strikes_back(scene, user, key, hit):
        lost = key == "oeil" and not hit and not setting(scene.settings, "oeil.keeps_attack_on_miss")
        return (*settled, *manoeuvres.give_back(user, key), *((Effect("attacked", user),) if lost else ()))
    back = Blow(user, blow.actor, weapons.striking(scene.sheet(user)))
    full = key == "feinte_desesperee" and setting(scene.settings, "feinte_desesperee.damage") == "max"
    hurt = yield from harm(scene, back, Manner(fatal="max" if full else ""), "return-")
    outcome = Effect("outcome", user, automatic(against(scene, back)))
    return (*settled, Effect("attacked", user), outcome, *hurt, *_told_to_chains(back, True))


def _told_to_chains(blow: Blow, hit: bool) -> Effects:
    """MED-MANOEUVRE-ENCHAINEMENT: what an attack is to the chains of both."""
    kind = "melee" if blow.weapon.engagement == "melee" else "ranged"
    mine = {"event": "own_hit" if hit else "own_miss"}
    theirs = {"event": f"enemy_hit_{kind}" if hit else "enemy_miss"}
    return (Effect("chain", blow.actor, mine), Effect("chain", blow.target, theirs))
