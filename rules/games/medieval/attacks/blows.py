"""The resolution of an attack: roll, damage or hold, then the answering manoeuvre (MED-ATT-01, MED-MAN-06).

All attacks end in ``resolve``: those with a weapon, by a technique of wrestling, and sneak attacks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.core.acts import Effects
from rules.core.check import Level
from rules.core.effects import Effect
from rules.core.scene import Change, Scene
from rules.core.script import Effect as AnyEffect
from rules.core.script import Option, Script, choose, roll
from rules.core.text import Text
from rules.games.medieval import damage, initiative, manoeuvres, weapons
from rules.games.medieval import sheet as sheets
from rules.games.medieval.attacks.spotting import Spotted, lurks
from rules.games.medieval.attacks.throws import ROLLS_TO_JOIN, Blow, against, apply_ruling, automatic, roll_attack
from rules.games.medieval.damage import Damage, Manner, after_armour
from rules.games.medieval.initiative import ASSAILED, ASSAULT
from rules.games.medieval.manoeuvres import Chained, ChainEvent, Settled
from rules.games.medieval.movement import contact
from rules.games.medieval.movement.contact import ATTACKED, Attacked, Prone
from rules.games.medieval.settings import setting
from rules.games.medieval.tables import TECHNIQUES
from rules.games.medieval.text import _


def resolve(scene: Scene, blow: Blow) -> Script[Effects]:
    """MED-ATT-01, MED-MAN-06: resolve an attack: the roll, the damage, then the target's manoeuvre against it."""
    seen: Effects = (Spotted(blow.actor),) if lurks(scene, blow.actor) else ()
    if holds_without_roll(scene, blow):
        return (held_by(blow), *_pressed_at_once(scene, blow), Assailed(blow.actor, blow.target), *seen)
    answer = find_answer(scene, blow)
    fatal, blow = blow.manoeuvre == "coup_fatal", soften(scene, blow, answer)
    check = against(scene, blow)
    if answer == "feinte_desesperee":
        outcome = automatic(check)
    else:
        outcome = apply_ruling((yield from roll_attack(scene, blow, check)), blow.args)
    hit = outcome.level.succeeded
    effects: list[AnyEffect] = [AnyEffect("outcome", blow.actor, outcome)]
    if hit:
        effects += yield from _success(scene, blow, outcome.level is Level.CRITICAL)
    effects += (*told_to_chains(blow, hit), Assailed(blow.actor, blow.target), *seen)
    if fatal and not (hit and blow.manoeuvre):
        effects += manoeuvres.give_back(blow.actor, "coup_fatal")
    if answer:
        effects += yield from answer_back(scene, blow, answer, hit, fells(scene, blow, effects))
    return tuple(effects)


def _success(scene: Scene, blow: Blow, critical: bool) -> Script[Effects]:
    if blow.technique == "projection":
        return (Prone(blow.target, True),)
    if blow.technique:
        return (held_by(blow), *_pressed_at_once(scene, blow))
    if not blow.weapon.hurts:
        return ()
    how = yield from manner(scene, blow, critical)
    return (yield from harm(scene, blow, how))


def harm(scene: Scene, blow: Blow, manner: Manner, prefix: str = "") -> Script[Effects]:
    """MED-DMG-01 to 05: the damage of a hit, rolled or at its maximum, minus armour."""
    weapon, faces, more = blow.weapon, damage.best_of(blow.weapon), 0
    if weapon.damage is not None and not manner.is_maximal:
        label = _("%(hit)s! %(damage)s", hit=_("Hit"), damage=_("Damage: %(weapon)s", weapon=weapon.name))
        faces = sum((yield from roll(f"{prefix}damage", blow.actor, weapon.damage.dice, label, reads="sum")))
    if manner.fatal == "plus_2d6" and not manner.critical:
        label = _("Fatal Blow: 2d6")
        more = sum((yield from roll(f"{prefix}fatal-dice", blow.actor, damage.MORE, label, reads="sum")))
    inflicted = damage.blow_damage(scene.sheet(blow.actor), scene.settings, weapon, faces, manner, more)
    lines = after_armour(inflicted, scene.sheet(blow.target))
    return (Damage(blow.target, lines.total, lines),)


def manner(scene: Scene, blow: Blow, critical: bool) -> Script[Manner]:
    """MED-MANOEUVRE-COUP-FATAL, MED-SNEAK-03 to 05: the attacker's options for the damage of a hit."""
    fatal = blow.manoeuvre == "coup_fatal"
    if critical:
        return Manner(True, "double" if fatal else "", "double" if blow.sneak else "")
    if fatal and blow.sneak and not setting(scene.settings, "sneak.stacks_with_coup_fatal"):
        return _manner((yield from choose("manner", blow.actor, _HOW, _manners(scene, blow, *_FATAL, *_SNEAK))))
    how = Manner()
    if fatal:
        how = _manner((yield from choose("fatal", blow.actor, _HOW, _manners(scene, blow, *_FATAL))))
    if blow.sneak:
        chosen = _manner((yield from choose("sneak", blow.actor, _HOW, _manners(scene, blow, *_SNEAK))))
        how = replace(how, sneak=chosen.sneak)
    return how


_HOW = _("What the blow does")
_FATAL = (
    Option("fatal-plus_2d6", _("Fatal Blow: 2d6 more")),
    Option("fatal-max", _("Fatal Blow: the maximum")),
    Option("fatal-double", _("Fatal Blow: the damage roll ×2")),
)
_SNEAK = (Option("sneak-double", _("Sneak attack: everything ×2")), Option("sneak-max", _("Sneak attack: the maximum")))


def _manner(key: str) -> Manner:
    kind, _dash, word = key.partition("-")
    return Manner(fatal=word) if kind == "fatal" else Manner(sneak=word)


def _manners(scene: Scene, blow: Blow, *options: Option) -> tuple[Option, ...]:
    return tuple(replace(option, hint=_comes_to(scene, blow, option.key)) for option in options)


def _comes_to(scene: Scene, blow: Blow, key: str) -> Text:
    least, most = damage.damage_bounds(scene.sheet(blow.actor), scene.settings, blow.weapon, _manner(key))
    if least == most:
        return _("%(most)s before armour", most=most)
    return _("%(least)s to %(most)s before armour", least=least, most=most)


class Assailed(Effect):
    """MED-MANOEUVRE-FEINTE: a fighter has attacked another in this round."""

    mark = ASSAILED
    scalar = "other"
    other: str

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (ASSAILED.set(scene, self.target, True, scene.fighters[self.other].id),)


def told_to_chains(blow: Blow, hit: bool) -> Effects:
    """MED-MANOEUVRE-ENCHAINEMENT: the effects of an attack on the Enchaînements of attacker and target."""
    in_melee = blow.weapon.engagement == "melee"
    own = ChainEvent.OWN_HIT if hit else ChainEvent.OWN_MISS
    enemy_hit = ChainEvent.ENEMY_HIT_MELEE if in_melee else ChainEvent.ENEMY_HIT_RANGED
    theirs = enemy_hit if hit else ChainEvent.ENEMY_MISS
    return Chained(blow.actor, own), Chained(blow.target, theirs)


# Wrestling holds.


class Hold(Effect):
    """MED-LUTTE-CLE-01, PRESS-01: a wrestler holds a fighter by this technique."""

    kind = "hold"
    harmful = passing = is_open = True
    by: str
    technique: str

    def land(self, scene: Scene) -> tuple[Change, ...]:
        TECHNIQUES[self.technique]
        held = initiative.HELD.set(scene, self.target, self.technique, scene.fighters[self.by].id)
        return held, *contact.halted(scene, self.target)

    def told(self, scene: Scene) -> Text | None:
        return _("is held by %(who)s: %(technique)s", who=scene.name(self.by), technique=TECHNIQUES[self.technique])


def held_by(blow: Blow) -> Hold:
    """MED-LUTTE-CLE-01: the effect of a successful wrestling hold."""
    return Hold(blow.target, blow.actor, blow.technique)


def holds_without_roll(scene: Scene, blow: Blow) -> bool:
    """MED-LUTTE-CLE-02, PRESS-01: a third or a fourth wrestler joins without a roll."""
    rolls = blow.technique == "pression" and setting(scene.settings, "pressure.third_rolls")
    return blow.beside > ROLLS_TO_JOIN and not rolls


PRESSED = initiative.TurnMark("pressed")


class Pressed(Effect):
    """MED-LUTTE-PRESS-01: pressure has hurt a fighter in this round, which only one wrestler may do."""

    kind = "pressed"
    mark = PRESSED


def press(scene: Scene, actor: str, victim: str) -> Effects:
    """MED-LUTTE-PRESS-01: the damage of one round of pressure."""
    sheet = scene.sheet(actor)
    lines = damage.pressure(sheet, scene.settings, weapons.bare(sheet, "lutte"))
    armoured = setting(scene.settings, "pressure.rd_applies")
    lines = after_armour(lines, scene.sheet(victim) if armoured else {})
    return Pressed(victim), Damage(victim, lines.total, lines)


def _pressed_at_once(scene: Scene, blow: Blow) -> Effects:
    """MED-LUTTE-PRESS-01: the damage of a new pressure hold, if by house setting it hurts at once."""
    at_once = blow.technique == "pression" and setting(scene.settings, "pressure.at_once")
    return press(scene, blow.actor, blow.target) if at_once and not PRESSED.of(scene, blow.target) else ()


# Manoeuvres that answer an attack.


def find_answer(scene: Scene, blow: Blow) -> str:
    """MED-MAN-06: the manoeuvre with which the target awaits an attack of this attacker; empty for none."""
    aimed = manoeuvres.aimed_at(scene, blow.target) == blow.actor and manoeuvres.waits(scene, blow.target)
    key = manoeuvres.used_manoeuvre(scene, blow.target) if aimed and not initiative.is_out(scene, blow.target) else ""
    helpless = key == "feinte_desesperee" and not _may_strike(scene, blow.target)
    return "" if helpless else key  # nobody lets a blow hit that they cannot return


def soften(scene: Scene, blow: Blow, answer: str) -> Blow:
    """MED-MANOEUVRE-FEINTE-DESESPEREE: the blow on a target who lets it hit: normal damage, by house setting."""
    if answer != "feinte_desesperee" or setting(scene.settings, "feinte_desesperee.taken") == "declared":
        return blow
    return replace(blow, sneak=False, manoeuvre="" if blow.manoeuvre == "coup_fatal" else blow.manoeuvre)


def fells(scene: Scene, blow: Blow, effects: Sequence[AnyEffect]) -> bool:
    """MED-LUTTE-PROJ-01, CLE-01: these effects throw the target down, hold them, or leave them no hit point."""
    theirs = [effect for effect in effects if effect.target == blow.target]
    lost = sum(effect.damage for effect in theirs if isinstance(effect, Damage))
    thrown = any(isinstance(effect, Hold | Prone) for effect in theirs)
    return thrown or bool(lost >= sheets.hp(scene.sheet(blow.target)))


def fires(scene: Scene, blow: Blow, key: str, hit: bool) -> bool:
    """MED-MANOEUVRE-OEIL, FEINTE-DESESPEREE, CONTRE-ATTAQUE: the target may strike back at this hit or miss."""
    answers = {"oeil": hit, "feinte_desesperee": True, "contre_attaque": not hit}[key]
    return answers and _may_strike(scene, blow.target)


def _may_strike(scene: Scene, fighter: str) -> bool:
    made = ASSAILED.of(scene, fighter) or ATTACKED.of(scene, fighter)  # one attack a round
    return contact.can_attack(scene, fighter) and not made


def doubts(scene: Scene, blow: Blow, fallen: bool) -> frozenset[str]:
    """The house settings for doubtful cases that apply to striking back: ``strikes``, ``not`` or ``gm``."""
    user = scene.sheet(blow.target)
    far = blow.weapon.engagement != "melee" and blow.actor not in contact.opponents(scene, blow.target)
    short = far and weapons.striking(user).engagement == "melee"
    named = (("manoeuvre.felled", fallen), ("manoeuvre.out_of_reach", short))
    return frozenset(str(setting(scene.settings, key)) for key, applies in named if applies)


def answer_back(scene: Scene, blow: Blow, key: str, hit: bool, fallen: bool) -> Script[Effects]:
    """MED-MANOEUVRE-OEIL, FEINTE-DESESPEREE, CONTRE-ATTAQUE: the target strikes back, keeps waiting, or fails."""
    user = blow.target
    if not (yield from _strikes_back(scene, blow, key, hit, fallen)):
        return () if waits_on(scene, blow) else manoeuvres.fail_manoeuvre(scene, user, hit)
    back = Blow(user, blow.actor, weapons.striking(scene.sheet(user)))
    full = key == "feinte_desesperee" and setting(scene.settings, "feinte_desesperee.damage") == "max"
    hurt = yield from harm(scene, back, Manner(fatal="max" if full else ""), "return-")
    outcome = AnyEffect("outcome", user, automatic(against(scene, back)))
    seen = (Spotted(user),) if lurks(scene, user) else ()
    struck = (Settled(user), Attacked(user), Assailed(user, blow.actor))
    return (*struck, outcome, *hurt, *told_to_chains(back, True), *seen)


def _strikes_back(scene: Scene, blow: Blow, key: str, hit: bool, fallen: bool) -> Script[bool]:
    if not fires(scene, blow, key, hit):
        return False
    doubt = doubts(scene, blow, fallen)
    if "gm" not in doubt or "not" in doubt:
        return "not" not in doubt
    rows = (Option("yes", _("Strikes back")), Option("no", _("Does not strike back")))
    text = _("Does %(who)s strike back?", who=scene.name(blow.target))
    return (yield from choose("strikes-back", "gm", text, rows)) == "yes"


def waits_on(scene: Scene, blow: Blow) -> bool:
    """MED-MANOEUVRE-OEIL, CONTRE-ATTAQUE: by house setting the target can wait for the next attack of an Assault."""
    any_fits = setting(scene.settings, "manoeuvre.several_attacks") == "any"
    return any_fits and bool(ASSAULT.of(scene, blow.actor))
