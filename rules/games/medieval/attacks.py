"""Attacks: the throw that must exceed the Defence, the blow, and the manoeuvres that answer it."""

from __future__ import annotations

from collections.abc import Sequence
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
HELPER = -3  # MED-LUTTE-CLE-02
ROLLS_TO_JOIN = 1  # the number of holders beside whom one joins with a roll; beside more, without


@dataclass(frozen=True)
class Blow:
    """One attack: by whom, on whom, with what, how declared.

    ``technique`` is that of wrestling, which does no harm; ``beside`` are the wrestlers whom it helps to hold.
    """

    actor: str
    target: str
    weapon: Weapon
    manoeuvre: str = ""
    sneak: bool = False
    technique: str = ""
    beside: int = 0
    args: Data = field(default_factory=dict)


def declared(scene: Scene, actor: str, args: Data) -> Blow | None:
    """MED-ATT-01, MED-LUTTE-02: the attack that somebody declares; ``None`` where its weapon or its target has gone."""
    technique = args.get("technique") or weapons.technique(args.get("weapon", ""))
    key, target = weapons.grip(technique) if technique else args["weapon"], args["target"]
    weapon = weapons.find(scene.sheet(actor), key)
    if weapon is None or target not in scene.fighters:
        return None
    said = args.get("manoeuvre", "none")
    beside = helped(scene, actor, target) if technique in ("cle", "pression") else 0
    return Blow(actor, target, weapon, "" if said == "none" else said, technique=technique, beside=beside, args=args)


def helped(scene: Scene, actor: str, target: str) -> int:
    """MED-LUTTE-CLE-02: how many others hold the victim of a hold or of pressure already."""
    return sum(one != actor for one in initiative.holders(scene, target))


def strike(scene: Scene, actor: str, args: Data) -> Script[Effects]:
    """MED-ATT-01: an attack with a weapon of the sheet, or with a technique of wrestling."""
    blow = declared(scene, actor, args)
    return () if blow is None else (yield from resolve(scene, blow))


def resolve(scene: Scene, blow: Blow) -> Script[Effects]:
    """MED-ATT-01, MED-MAN-06: the throw, the harm, then the manoeuvre of the target that answers this attack."""
    seen: Effects = (Effect("spotted", blow.actor),) if initiative.lurks(scene, blow.actor) else ()
    if holds_without_roll(scene, blow):
        return (held(blow), *seen)
    answer = answered(scene, blow)
    fatal, blow = blow.manoeuvre == "coup_fatal", softened(scene, blow, answer)
    check = against(scene, blow)
    if answer == "feinte_desesperee":
        outcome = automatic(check)
    else:
        outcome = ruled((yield from _thrown(scene, blow, check)), blow.args)
    hit = outcome.level.succeeded
    effects: list[Effect] = [Effect("outcome", blow.actor, outcome)]
    if hit:
        effects += yield from _success(scene, blow, outcome.level is Level.CRITICAL)
    effects += (*_told_to_chains(blow, hit), Effect("assailed", blow.actor, blow.target), *seen)
    if fatal and not (hit and blow.manoeuvre):
        effects += manoeuvres.give_back(blow.actor, "coup_fatal")
    if answer:
        effects += yield from answer_back(scene, blow, answer, hit, felled(scene, blow, effects))
    return tuple(effects)


def holds_without_roll(scene: Scene, blow: Blow) -> bool:
    """MED-LUTTE-CLE-02, PRESS-01: whether a third or a fourth wrestler joins without a roll."""
    rolls = blow.technique == "pression" and setting(scene.settings, "pressure.third_rolls")
    return blow.beside > ROLLS_TO_JOIN and not rolls


def softened(scene: Scene, blow: Blow, answer: str) -> Blow:
    """MED-MANOEUVRE-FEINTE-DESESPEREE: who lets himself be hit takes normal damage, whatever was declared."""
    if answer != "feinte_desesperee" or setting(scene.settings, "feinte_desesperee.taken") == "declared":
        return blow
    return replace(blow, sneak=False, manoeuvre="" if blow.manoeuvre == "coup_fatal" else blow.manoeuvre)


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
        manoeuvres.circumstances(scene, blow.actor, "attack"),
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
    lasting = manoeuvres.circumstances(scene, blow.target, "defence")
    return _bare_defence(scene, blow).plus(lasting, ruled_defence(blow.args))


def _bare_defence(scene: Scene, blow: Blow) -> Breakdown:
    """MED-LUTTE-CLE-02: whoever helps to hold meets the usual Defence of the victim, lowered."""
    if blow.beside:
        usual = setting(scene.settings, "hold.join_against") == "melee"
        base = standing(scene, blow) if usual else helpless(scene.settings)
        return base.plus(Modifier(_("Held already"), HELPER, "MED-LUTTE-CLE-02"))
    return standing(scene, blow) if initiative.can_defend(scene, blow.target) else helpless(scene.settings)


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


def felled(scene: Scene, blow: Blow, effects: Sequence[Effect]) -> bool:
    """Whether these effects take the last hit point of the target."""
    lost = sum(one.value["damage"] for one in effects if one.kind == "damage" and one.target == blow.target)
    return bool(lost >= sheets.hp(scene.sheet(blow.target)))


def fires(scene: Scene, blow: Blow, key: str, hit: bool) -> bool:
    """MED-MANOEUVRE-OEIL, FEINTE-DESESPEREE, CONTRE-ATTAQUE: whether an attack that hit, or missed, is answered."""
    answers = {"oeil": hit, "feinte_desesperee": True, "contre_attaque": not hit}[key]
    return answers and initiative.can_attack(scene, blow.target)


def doubts(scene: Scene, blow: Blow, fallen: bool) -> frozenset[str]:
    """What the house says of striking back at this attack: ``strikes``, ``not`` or ``gm``, for each doubt there is."""
    user = scene.sheet(blow.target)
    far = blow.weapon.engagement != "melee" and blow.actor not in initiative.opponents(scene, blow.target)
    short = far and weapons.striking(user).engagement == "melee"
    named = (("manoeuvre.felled", fallen), ("manoeuvre.out_of_reach", short))
    return frozenset(str(setting(scene.settings, key)) for key, applies in named if applies)


def _strikes_back(scene: Scene, blow: Blow, key: str, hit: bool, fallen: bool) -> Script[bool]:
    if not fires(scene, blow, key, hit):
        return False
    doubt = doubts(scene, blow, fallen)
    if "gm" not in doubt or "not" in doubt:
        return "not" not in doubt
    rows = (Option("yes", _("Yes")), Option("no", _("No")))
    text = _("Does %(who)s strike back?", who=scene.name(blow.target))
    return (yield from choose("strikes-back", "gm", text, rows)) == "yes"


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
        return (held(blow), *_at_once(scene, blow))
    if not blow.weapon.hurts:
        return ()
    how = yield from manner(scene, blow, critical)
    return (yield from harm(scene, blow, how))


def held(blow: Blow) -> Effect:
    """MED-LUTTE-CLE-01, PRESS-01: the target is held by this technique."""
    return Effect("hold", blow.target, {"by": blow.actor, "technique": blow.technique})


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


def answer_back(scene: Scene, blow: Blow, key: str, hit: bool, fallen: bool) -> Script[Effects]:
    """MED-MANOEUVRE-OEIL, FEINTE-DESESPEREE, CONTRE-ATTAQUE: the target hits back, waits on, or has paid too much."""
    user = blow.target
    if not (yield from _strikes_back(scene, blow, key, hit, fallen)):
        return () if waits_on(scene, blow) else manoeuvres.missed(scene, user, hit)
    back = Blow(user, blow.actor, weapons.striking(scene.sheet(user)))
    full = key == "feinte_desesperee" and setting(scene.settings, "feinte_desesperee.damage") == "max"
    hurt = yield from harm(scene, back, Manner(fatal="max" if full else ""), "return-")
    outcome = Effect("outcome", user, automatic(against(scene, back)))
    spent = (Effect("settled", user), Effect("attacked", user))
    return (*spent, outcome, *hurt, *_told_to_chains(back, True))


def waits_on(scene: Scene, blow: Blow) -> bool:
    """MED-MANOEUVRE-OEIL, CONTRE-ATTAQUE: whether another attack of the same Assault may still be answered."""
    any_fits = setting(scene.settings, "manoeuvre.several_attacks") == "any"
    return any_fits and bool(initiative.mark(scene, blow.actor, "turn.assault"))


def _told_to_chains(blow: Blow, hit: bool) -> Effects:
    """MED-MANOEUVRE-ENCHAINEMENT: what an attack is to the chains of both."""
    kind = "melee" if blow.weapon.engagement == "melee" else "ranged"
    mine = {"event": "own_hit" if hit else "own_miss"}
    theirs = {"event": f"enemy_hit_{kind}" if hit else "enemy_miss"}
    return (Effect("chain", blow.actor, mine), Effect("chain", blow.target, theirs))
