"""Attacks: the throw that must exceed the Defence, the blow, and the manoeuvres that answer it (MED-ATT, MED-DEF).

Every way to an attack ends in ``Blow.struck``: with a weapon, with a technique of wrestling, or unseen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import ClassVar

from rules.core.acts import Effects
from rules.core.check import Breakdown, Check, Level, Modifier, Outcome
from rules.core.distribution import Distribution, certain
from rules.core.effects import Effect
from rules.core.errors import Refused
from rules.core.fields import number
from rules.core.odds import Chance, Odds, known
from rules.core.paths import Data
from rules.core.scene import Action, Change, Scene
from rules.core.script import Done as Finished
from rules.core.script import Effect as AnyEffect
from rules.core.script import Option, Script, choose, replay, roll
from rules.core.sheet import Choice, Field
from rules.core.text import Text, plain, signed
from rules.games.medieval import checks, damage, initiative, manoeuvres, weapons
from rules.games.medieval import sheet as sheets
from rules.games.medieval.checks import HITS, MODIFIER, TWO
from rules.games.medieval.damage import Damage, Manner, after_armour
from rules.games.medieval.initiative import ASSAULT, MORE, PRONE, SEEN_BY, UNSEEN, UNSEEN_BY, TurnAct
from rules.games.medieval.manoeuvres import ASSAILED, Assault, Attacked, Chained, Settled, spend, why_not
from rules.games.medieval.movement import contact, moves
from rules.games.medieval.movement.actions import Drawn
from rules.games.medieval.movement.contact import Engage, Prone
from rules.games.medieval.movement.moves import Closed
from rules.games.medieval.settings import setting
from rules.games.medieval.sheet import ACTIVE, DEAD
from rules.games.medieval.tables import AT_ACTION, AT_START, BEFORE_ROLL, MANOEUVRES, OWN, REFUSALS, TECHNIQUES
from rules.games.medieval.text import _
from rules.games.medieval.weapons import Weapon

LYING = -7  # MED-LUTTE-PROJ-01
HELPER = -3  # MED-LUTTE-CLE-02
ROLLS_TO_JOIN = 1  # the number of holders beside whom one joins with a roll; beside more, without

_RULED = {"auto": _("As the dice say"), "yes": _("Critical if it hits"), "no": _("Never critical")}
DEFENCE_MODIFIER = replace(MODIFIER, key="defence_modifier", label=_("Modifier of the Defence"))
GM_FIELDS = (
    MODIFIER,
    DEFENCE_MODIFIER,
    Field(
        "critical",
        _("Critical success"),
        "choice",
        "auto",
        choices=tuple(Choice(key, label) for key, label in _RULED.items()),
        rule="MED-ATT-05",
        gm_only=True,
    ),
)


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


def declared_blow(scene: Scene, actor: str, args: Data) -> Blow | None:
    """MED-ATT-01, MED-LUTTE-02: the attack that somebody declares; ``None`` where its weapon or its target has gone."""
    technique = args.get("technique") or weapons.technique(args.get("weapon", ""))
    key, target = weapons.grip(technique) if technique else args["weapon"], args["target"]
    weapon = weapons.find(scene.sheet(actor), key)
    if weapon is None or target not in scene.fighters:
        return None
    manoeuvre = args.get("manoeuvre", "none")
    beside = helped(scene, actor, target) if technique in ("cle", "pression") else 0
    return Blow(actor, target, weapon, "" if manoeuvre == "none" else manoeuvre, False, technique, beside, args)


def helped(scene: Scene, actor: str, target: str) -> int:
    """MED-LUTTE-CLE-02: how many others hold the victim of a hold or of pressure already."""
    return sum(who != actor for who in contact.holders(scene, target))


# The throw against the Defence.


def against(scene: Scene, blow: Blow) -> Check:
    """MED-DEF-03: the attack against the Defence that goes with it, which the game master alone reads in its terms."""
    check, faced = thrown(scene, blow), defence(scene, blow).total
    named = _("against Defence %(number)s", number=faced)
    terms = (*check.target.modifiers, Modifier(named, 0, "MED-DEF-03", secret=True))
    return replace(check, target=replace(check.target, modifiers=terms), extra=faced)


def thrown(scene: Scene, blow: Blow) -> Check:
    """MED-ATT-04: the attack with every modifier, against nothing yet."""
    check = checks.attack(scene.sheet(blow.actor), scene.settings, blow.weapon)
    terms = (
        *manoeuvres.action_terms(scene, blow.actor, blow.manoeuvre),
        *manoeuvres.attack_terms(scene, blow.actor, blow.target),
        *manoeuvres.circumstances(scene, blow.actor, "attack"),
        Modifier(_("Modifier"), int(blow.args.get("modifier", 0)), "MED-ATT-04"),
    )
    return replace(check, actor=blow.actor, target=check.target.plus(*terms))


def defence(scene: Scene, blow: Blow) -> Breakdown:
    """MED-DEF-01 to 03, MED-LUTTE-CLE-01, 02: what an attack must exceed, by its kind and by what befell the defender.

    Whoever helps to hold meets the usual Defence of the victim, lowered.
    """
    by = Modifier(_("Modifier"), int(blow.args.get("defence_modifier", 0)), "MED-ATT-04")
    terms = (*manoeuvres.circumstances(scene, blow.target, "defence"), by)
    usual = contact.can_defend(scene, blow.target)
    if blow.beside:
        usual = setting(scene.settings, "hold.join_against") == "melee"
        terms = (Modifier(_("Held already"), HELPER, "MED-LUTTE-CLE-02"), *terms)
    return (_standing(scene, blow) if usual else helpless(scene.settings)).plus(*terms)


def _standing(scene: Scene, blow: Blow) -> Breakdown:
    """MED-DEF-01 to 03: the Defence as manoeuvres and lying on the ground leave it."""
    sheet = scene.sheet(blow.target)
    melee = blow.weapon.engagement == "melee" and not blow.sneak
    base = weapons.melee_defence(sheet) if melee else weapons.natural_defence(sheet)
    down = Modifier(_("On the ground"), LYING if PRONE.of(scene, blow.target) else 0, "MED-LUTTE-PROJ-01")
    return base.plus(*manoeuvres.defence_terms(scene, blow.target, blow.actor, melee), down)


def helpless(settings: Data) -> Breakdown:
    """MED-LUTTE-CLE-01: the Defence of who cannot defend."""
    return Breakdown(Modifier(_("Cannot defend"), int(setting(settings, "hold.defence")), "MED-LUTTE-CLE-01"))


def automatic(check: Check) -> Outcome:
    """MED-MANOEUVRE-OEIL: a hit without a throw, and so never a critical one."""
    words = _("Automatic hit")
    return Outcome(check, (), Level.SUCCESS, 0, words, words)


def ruled(outcome: Outcome, args: Data) -> Outcome:
    """MED-ATT-05: a hit is critical, or not, as the game master says."""
    word = args.get("critical", "auto")
    if word == "auto" or not outcome.level.succeeded:
        return outcome
    level = Level.CRITICAL if word == "yes" else Level.SUCCESS
    return replace(outcome, level=level, label=HITS[level], public=HITS[level])


def better(outcome: Outcome) -> tuple[Level, int]:
    """MED-MANOEUVRE-ATTAQUE-CONSTRUITE: what makes one of two attack rolls the better one."""
    return outcome.level, outcome.margin


def _rolled(scene: Scene, blow: Blow, check: Check) -> Script[Outcome]:
    """MED-ATT-01, MED-MANOEUVRE-ATTAQUE-CONSTRUITE: the attack roll, or the better of two."""
    label = _("Attack: %(weapon)s", weapon=blow.weapon.name)
    if blow.manoeuvre != "attaque_construite":
        return (yield from checks.resolve(check, scene.settings, "attack", label))
    throws = yield (checks.throw(check, "attack", label), checks.throw(check, "attack-again", label))
    return max((checks.judged(check, faces, scene.settings) for faces in throws), key=better)


# The blow.


def resolve(scene: Scene, blow: Blow) -> Script[Effects]:
    """MED-ATT-01, MED-MAN-06: the throw, the harm, then the manoeuvre of the target that answers this attack."""
    seen: Effects = (Spotted(blow.actor),) if lurks(scene, blow.actor) else ()
    if holds_without_roll(scene, blow):
        return (held_by(blow), *seen)
    answer = answered(scene, blow)
    fatal, blow = blow.manoeuvre == "coup_fatal", softened(scene, blow, answer)
    check = against(scene, blow)
    if answer == "feinte_desesperee":
        outcome = automatic(check)
    else:
        outcome = ruled((yield from _rolled(scene, blow, check)), blow.args)
    hit = outcome.level.succeeded
    effects: list[AnyEffect] = [AnyEffect("outcome", blow.actor, outcome)]
    if hit:
        effects += yield from _success(scene, blow, outcome.level is Level.CRITICAL)
    effects += (*told_to_chains(blow, hit), Assailed(blow.actor, blow.target), *seen)
    if fatal and not (hit and blow.manoeuvre):
        effects += manoeuvres.give_back(blow.actor, "coup_fatal")
    if answer:
        effects += yield from answer_back(scene, blow, answer, hit, felled(scene, blow, effects))
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
    """MED-DMG-01 to 05: the damage of a hit, thrown or at its highest, less the armour."""
    weapon, faces, more = blow.weapon, damage.best_of(blow.weapon), 0
    if weapon.damage is not None and not manner.is_maximal:
        label = _("Damage: %(weapon)s", weapon=weapon.name)
        faces = sum((yield from roll(f"{prefix}damage", blow.actor, weapon.damage.dice, label, reads="sum")))
    if manner.fatal == "plus_2d6" and not manner.critical:
        label = _("Fatal Blow: 2d6")
        more = sum((yield from roll(f"{prefix}fatal-dice", blow.actor, damage.MORE, label, reads="sum")))
    inflicted = damage.dealt(scene.sheet(blow.actor), scene.settings, weapon, faces, manner, more)
    lines = after_armour(inflicted, scene.sheet(blow.target))
    return (Damage(blow.target, lines.total, lines),)


def manner(scene: Scene, blow: Blow, critical: bool) -> Script[Manner]:
    """MED-MANOEUVRE-COUP-FATAL, MED-SNEAK-03 to 05: what the attacker makes of a hit."""
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
    """The manner that an option names."""
    kind, _dash, word = key.partition("-")
    return Manner(fatal=word) if kind == "fatal" else Manner(sneak=word)


def _manners(scene: Scene, blow: Blow, *options: Option) -> tuple[Option, ...]:
    """The manners to choose from, each with what it comes to before armour."""
    return tuple(replace(option, hint=_comes_to(scene, blow, option.key)) for option in options)


def _comes_to(scene: Scene, blow: Blow, key: str) -> Text:
    least, most = damage.spread(scene.sheet(blow.actor), scene.settings, blow.weapon, _manner(key))
    if least == most:
        return _("%(most)s before armour", most=most)
    return _("%(least)s to %(most)s before armour", least=least, most=most)


class Assailed(Effect):
    """MED-MANOEUVRE-FEINTE: an attack was made on somebody in this round."""

    kind = "assailed"
    scalar = "other"
    other: str

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (ASSAILED.set(scene, self.target, True, scene.fighters[self.other].id),)


def told_to_chains(blow: Blow, hit: bool) -> Effects:
    """MED-MANOEUVRE-ENCHAINEMENT: what an attack is to the chains of both."""
    kind = "melee" if blow.weapon.engagement == "melee" else "ranged"
    theirs = f"enemy_hit_{kind}" if hit else "enemy_miss"
    return Chained(blow.actor, "own_hit" if hit else "own_miss"), Chained(blow.target, theirs)


# Wrestling holds.


class Hold(Effect):
    """MED-LUTTE-CLE-01, PRESS-01: somebody is held by this technique."""

    kind = "hold"
    harmful = is_open = True
    by: str
    technique: str

    def land(self, scene: Scene) -> tuple[Change, ...]:
        TECHNIQUES[self.technique]
        return (initiative.HELD.set(scene, self.target, self.technique, scene.fighters[self.by].id),)

    def told(self, scene: Scene) -> Text | None:
        return _("is held by %(who)s: %(technique)s", who=scene.name(self.by), technique=TECHNIQUES[self.technique])


def held_by(blow: Blow) -> Hold:
    """MED-LUTTE-CLE-01: what a technique does that holds."""
    return Hold(blow.target, blow.actor, blow.technique)


def holds_without_roll(scene: Scene, blow: Blow) -> bool:
    """MED-LUTTE-CLE-02, PRESS-01: a third or a fourth wrestler joins without a roll."""
    rolls = blow.technique == "pression" and setting(scene.settings, "pressure.third_rolls")
    return blow.beside > ROLLS_TO_JOIN and not rolls


PRESSED = initiative.TurnMark("pressed")


class Pressed(initiative.TurnFlag):
    """MED-LUTTE-PRESS-01: one wrestler alone inflicts pressure in a round."""

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
    """MED-LUTTE-PRESS-01: pressure may hurt from the round in which it is taken."""
    at_once = blow.technique == "pression" and setting(scene.settings, "pressure.at_once")
    return press(scene, blow.actor, blow.target) if at_once and not PRESSED.of(scene, blow.target) else ()


# Who has spotted whom.


def is_spotted(scene: Scene, fighter: str, by: str) -> bool:
    """MED-SNEAK-01: this very adversary knows of a fighter."""
    if by in SEEN_BY.rows(scene, fighter):
        return True
    unknown = scene.fighters[fighter].hidden or UNSEEN.of(scene, fighter)
    return not unknown and by not in UNSEEN_BY.rows(scene, fighter)


def lurks(scene: Scene, fighter: str) -> bool:
    """MED-SNEAK-01: somebody of another side has not spotted a fighter yet."""
    side = scene.fighters[fighter].side
    return any(not is_spotted(scene, fighter, row.id) for row in scene.fighters.values() if row.side != side)


class Spotting(Effect):
    """MED-SNEAK-01: what everybody, or one adversary (``by``), knows of a fighter."""

    is_open = True
    by: str = ""

    def _known(self, scene: Scene, unseen: bool | None, seen_by: Data | None) -> tuple[Change, ...]:
        values = ((UNSEEN, unseen), (UNSEEN_BY, None), (SEEN_BY, seen_by))
        return tuple(mark.set(scene, self.target, value) for mark, value in values)


class Unseen(Spotting):
    """MED-SNEAK-01: not spotted."""

    kind = "unseen"

    def land(self, scene: Scene) -> tuple[Change, ...]:
        if not self.by:
            return self._known(scene, True, None)
        by = scene.fighters[self.by].id
        return UNSEEN_BY.set(scene, self.target, True, by), SEEN_BY.clear(scene, self.target, by)

    def told(self, scene: Scene) -> Text | None:
        if self.by:
            return _("has not been spotted by %(who)s", who=scene.name(self.by))
        return _("has not been spotted")


class Spotted(Spotting):
    """MED-SNEAK-01: spotted; whom the game master hides stays hidden."""

    kind = "spotted"

    def land(self, scene: Scene) -> tuple[Change, ...]:
        hidden = scene.fighters[self.target].hidden
        if not self.by:
            others = {who: True for who in scene.fighters if who != self.target}
            return self._known(scene, None, others if hidden else None)
        by, exempt = scene.fighters[self.by].id, hidden or UNSEEN.of(scene, self.target)
        seen = SEEN_BY.set(scene, self.target, True if exempt else None, by)
        return UNSEEN_BY.clear(scene, self.target, by), seen

    def told(self, scene: Scene) -> Text | None:
        return _("is spotted by %(who)s", who=scene.name(self.by)) if self.by else _("is in full view")


# Manoeuvres that answer an attack.


def answered(scene: Scene, blow: Blow) -> str:
    """MED-MAN-06: the manoeuvre of the target that waits for this very attack, empty where there is none."""
    aimed = manoeuvres.aimed_at(scene, blow.target) == blow.actor and manoeuvres.waits(scene, blow.target)
    return manoeuvres.used(scene, blow.target) if aimed and not initiative.is_out(scene, blow.target) else ""


def softened(scene: Scene, blow: Blow, answer: str) -> Blow:
    """MED-MANOEUVRE-FEINTE-DESESPEREE: who lets themselves be hit takes normal damage, whatever was declared."""
    if answer != "feinte_desesperee" or setting(scene.settings, "feinte_desesperee.taken") == "declared":
        return blow
    return replace(blow, sneak=False, manoeuvre="" if blow.manoeuvre == "coup_fatal" else blow.manoeuvre)


def felled(scene: Scene, blow: Blow, effects: Sequence[AnyEffect]) -> bool:
    """These effects take the last hit point of the target."""
    lost = sum(effect.damage for effect in effects if isinstance(effect, Damage) and effect.target == blow.target)
    return bool(lost >= sheets.hp(scene.sheet(blow.target)))


def fires(scene: Scene, blow: Blow, key: str, hit: bool) -> bool:
    """MED-MANOEUVRE-OEIL, FEINTE-DESESPEREE, CONTRE-ATTAQUE: an attack that hit, or missed, is answered."""
    answers = {"oeil": hit, "feinte_desesperee": True, "contre_attaque": not hit}[key]
    return answers and contact.can_attack(scene, blow.target)


def doubts(scene: Scene, blow: Blow, fallen: bool) -> frozenset[str]:
    """The word of the house on striking back at this attack, for each doubt: ``strikes``, ``not`` or ``gm``."""
    user = scene.sheet(blow.target)
    far = blow.weapon.engagement != "melee" and blow.actor not in contact.opponents(scene, blow.target)
    short = far and weapons.striking(user).engagement == "melee"
    named = (("manoeuvre.felled", fallen), ("manoeuvre.out_of_reach", short))
    return frozenset(str(setting(scene.settings, key)) for key, applies in named if applies)


def answer_back(scene: Scene, blow: Blow, key: str, hit: bool, fallen: bool) -> Script[Effects]:
    """MED-MANOEUVRE-OEIL, FEINTE-DESESPEREE, CONTRE-ATTAQUE: the target hits back, waits on, or has paid too much."""
    user = blow.target
    if not (yield from _strikes_back(scene, blow, key, hit, fallen)):
        return () if waits_on(scene, blow) else manoeuvres.missed(scene, user, hit)
    back = Blow(user, blow.actor, weapons.striking(scene.sheet(user)))
    full = key == "feinte_desesperee" and setting(scene.settings, "feinte_desesperee.damage") == "max"
    hurt = yield from harm(scene, back, Manner(fatal="max" if full else ""), "return-")
    outcome = AnyEffect("outcome", user, automatic(against(scene, back)))
    return (Settled(user), Attacked(user), outcome, *hurt, *told_to_chains(back, True))


def _strikes_back(scene: Scene, blow: Blow, key: str, hit: bool, fallen: bool) -> Script[bool]:
    if not fires(scene, blow, key, hit):
        return False
    doubt = doubts(scene, blow, fallen)
    if "gm" not in doubt or "not" in doubt:
        return "not" not in doubt
    rows = (Option("yes", _("Yes")), Option("no", _("No")))
    text = _("Does %(who)s strike back?", who=scene.name(blow.target))
    return (yield from choose("strikes-back", "gm", text, rows)) == "yes"


def waits_on(scene: Scene, blow: Blow) -> bool:
    """MED-MANOEUVRE-OEIL, CONTRE-ATTAQUE: another attack of the same Assault may still be answered."""
    any_fits = setting(scene.settings, "manoeuvre.several_attacks") == "any"
    return any_fits and bool(ASSAULT.of(scene, blow.actor))


# The acts.


def targets(scene: Scene, fighter: str, near: bool = False) -> tuple[Choice, ...]:
    """MED-MOVEACT-03: those who may be attacked: everybody but the dead, and in melee nobody outside of it."""

    def refused(who: str) -> Text | None:
        dead = initiative.vital(scene, who) == DEAD
        far = contact.why_out_of_reach(scene, fighter, who) if near else None
        return _("%(who)s is dead.", who=scene.name(who)) if dead else far

    return tuple(contact.person(scene, fighter, who, refused(who)) for who in contact.others(scene, fighter))


def weapon_choice(scene: Scene, fighter: str, weapon: Weapon) -> Choice:
    """A weapon among the choices of a form, with what it is worth."""
    unreadable = _("The damage of this weapon cannot be read.")
    sheet, settings = scene.sheet(fighter), scene.settings
    score = signed(checks.attack(sheet, settings, weapon).target.total)
    hint = _("attack %(score)s", score=score)
    if weapon.hurts:
        dealt = str(weapon.damage or plain(damage.pressure(sheet, settings, weapon).total))
        hint = _("attack %(score)s, damage %(dice)s", score=score, dice=dealt)
    refused = weapons.UNSAID if not weapon.engagement else None if weapon.hurts else unreadable
    return Choice(weapon.key, weapon.name, refused, hint, weapon.in_hand)


class Attacking(TurnAct):
    """MED-ATT-01, MED-MAN-01 to 04: every attack: its manoeuvre, the weapon drawn, the contact, the throw, the harm."""

    rules: ClassVar[tuple[str, ...]] = ("MED-ATT-01", "MED-ATT-04", "MED-ATT-05", "MED-MAN-03", "MED-MANOEUVRE-ASSAUT")
    foretold = True
    in_assault = True
    engagements: ClassVar[tuple[str, ...]] = ("melee",)
    without: ClassVar[str] = ""  # a manoeuvre that does not go with it

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (
            Field("target", _("Target"), "choice", choices=self.targets(scene, actor), rule="MED-ATT-01"),
            self.means(scene, actor),
            *self.declared_with(scene, actor),
            MORE,
            *GM_FIELDS,
        )

    def targets(self, scene: Scene, actor: str) -> tuple[Choice, ...]:
        return targets(scene, actor, near=True)

    def means(self, scene: Scene, actor: str) -> Field:
        """The weapon or the technique."""
        arms = (row for row in weapons.weapons(scene.sheet(actor)) if row.engagement in (*self.engagements, ""))
        what = tuple(weapon_choice(scene, actor, weapon) for weapon in arms)
        return Field("weapon", _("Weapon"), "choice", choices=what, rule="MED-ATT-03")

    def declared_with(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        """MED-MAN-03: the manoeuvre of an attack, unless it is one more of an Assault."""
        if ASSAULT.of(scene, actor):
            return ()
        rows = (Choice("none", _("No manoeuvre")), *self._manoeuvres(scene, actor))
        named = Field("manoeuvre", _("Manoeuvre"), "choice", "none", choices=rows, rule="MED-MAN-03")
        if not sheets.rank(scene.sheet(actor), "assaut"):
            return (named,)
        label, most = _("Assault: additional attacks"), MANOEUVRES["assaut"].most
        return named, number("extra", label, 1, 1, most, "MED-MANOEUVRE-ASSAUT")

    def _manoeuvres(self, scene: Scene, actor: str) -> Iterator[Choice]:
        """MED-MAN-04: those of one's own action; those of the start of the round come too late."""
        for key in (key for key in (*AT_ACTION, *AT_START) if key != self.without):
            row = MANOEUVRES[key]
            if key in AT_START and not sheets.rank(scene.sheet(actor), key):
                continue
            fitting = min(self.engagements, key=lambda engagement: engagement not in row.engagements)
            refused = why_not(scene, actor, key, moment(key), engagement=fitting)
            yield Choice(key, _("%(manoeuvre)s (%(pc)s PC)", manoeuvre=row.label, pc=row.pc), refused, row.says)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        if unable := contact.why_unable(scene, actor):
            return unable
        return None if self.means(scene, actor).choices else weapons.UNARMED

    def effects(self, scene: Scene, action: Action) -> Effects:
        fighter, args, weapon = action.actor, action.args, self.weapon(scene, action)
        used = () if ASSAULT.of(scene, fighter) else self.uses(scene, action, weapon.engagement)
        drawn = () if weapon.bare or weapon.in_hand else (Drawn(fighter, weapon.key),)
        return (*used, *drawn, *self.contact(scene, action, weapon), *moves.beside(scene, fighter, args))

    def weapon(self, scene: Scene, action: Action) -> Weapon:
        key = weapons.grip(action.args["technique"]) if "technique" in action.args else action.args["weapon"]
        weapon = weapons.find(scene.sheet(action.actor), key)
        assert weapon is not None, "the form offers weapons of the sheet"
        return weapon

    def uses(self, scene: Scene, action: Action, engagement: str) -> Effects:
        """MED-MAN-01 to 04: a manoeuvre of one's own action, and its price."""
        fighter, key = action.actor, action.args.get("manoeuvre", "none")
        if key == "none":
            return ()
        times = int(action.args["extra"]) if key == "assaut" else 1
        if code := manoeuvres.refusal(scene, fighter, key, moment(key), engagement=engagement, times=times):
            counted = key == "assaut" and code in ("MAX_RANK", "NOT_ENOUGH_RANKS", "NOT_ENOUGH_PC")
            raise Refused(REFUSALS[code], "extra" if counted else "manoeuvre")
        chained = (Chained(fighter, "chain"),) if key == "enchainement" else ()
        return (*spend(fighter, key, times), *chained)

    def contact(self, scene: Scene, action: Action, weapon: Weapon) -> Effects:
        """MED-MOVEACT-03: who strikes in melee has come into it."""
        if weapon.engagement != "melee":
            return ()
        fighter, target = action.actor, action.args["target"]
        closed = (Closed(fighter),) if moves.closes(scene, fighter, target) else ()
        return (*closed, Engage(fighter, target))

    def ending(self, scene: Scene, action: Action) -> Effects:
        """MED-MANOEUVRE-ASSAUT: the last attack of an Assault ends the turn."""
        fighter, left = action.actor, ASSAULT.number(scene, action.actor)
        if action.args.get("manoeuvre") == "assaut":
            return (Assault(fighter, int(action.args["extra"])),)
        made = (Assault(fighter, -1),) if left else ()
        return (*made, *(() if left > 1 else super().ending(scene, action)))

    def procedure(self, scene: Scene, action: Action) -> Script[Effects] | None:
        blow = declared_blow(scene, action.actor, action.args)
        return None if blow is None else self.blow(scene, action, blow)

    def blow(self, scene: Scene, action: Action, blow: Blow) -> Script[Effects]:
        """The attack itself."""
        return resolve(scene, blow)

    def wording(self, scene: Scene, action: Action) -> Text | None:
        return with_manoeuvre(self.told(scene, action), action.args)

    def told(self, scene: Scene, action: Action) -> Text:
        """Its title, without the manoeuvre."""
        who, target = scene.name(action.actor), scene.name(action.args["target"])
        return _("%(who)s attacks %(target)s: %(weapon)s", who=who, target=target, weapon=weapon_name(scene, action))

    def odds(self, scene: Scene, action: Action) -> Odds | None:
        blow = declared_blow(scene, action.actor, action.args)
        if blow is None or known(lambda: holds_without_roll(scene, blow)):
            return None
        return struck_odds(scene, blow)


def moment(key: str) -> int:
    """MED-MAN-04: when a manoeuvre of one's own action is declared."""
    return BEFORE_ROLL if MANOEUVRES[key].when == BEFORE_ROLL else OWN


def with_manoeuvre(told: Text, args: Data) -> Text:
    """The title of an attack with its manoeuvre."""
    key = args.get("manoeuvre", "none")
    return told if key == "none" else _("%(attack)s (%(manoeuvre)s)", attack=told, manoeuvre=MANOEUVRES[key].label)


def weapon_name(scene: Scene, action: Action) -> Text:
    """The weapon, or the technique, of an attack."""
    key = action.args["weapon"]
    if technique := weapons.technique(key):
        return TECHNIQUES[technique]
    weapon = weapons.find(scene.sheet(action.actor), key)
    return weapon.name if weapon else Text("?")


class Attack(Attacking):
    """MED-ATT-01, MED-MOVEACT-03: an attack in melee, which may close in first."""

    kind = "attack"
    label = _("Attack in melee")

    def targets(self, scene: Scene, actor: str) -> tuple[Choice, ...]:
        rows = super().targets(scene, actor)
        return tuple(replace(row, hint=row.hint or self._distance(scene, actor, row.key)) for row in rows)

    def _distance(self, scene: Scene, actor: str, target: str) -> Text | None:
        """MED-MOVEACT-03: how far somebody may be who is struck in the same round."""
        metres = moves.closing(scene, actor)
        return _("%(metres)s m away at most", metres=metres) if moves.closes(scene, actor, target) else None


class Shoot(Attacking):
    """MED-MOVEACT-01: shooting or throwing, perhaps with half a movement."""

    kind = "shoot"
    label = _("Shoot or throw")
    engagements = ("thrown", "ranged")

    def targets(self, scene: Scene, actor: str) -> tuple[Choice, ...]:
        return targets(scene, actor)

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (*super().fields(scene, actor), moves.beside_field(scene, actor))


# Odds.


def struck_odds(scene: Scene, blow: Blow, before: tuple[Chance, ...] = (), share: Fraction = Fraction(1)) -> Odds:
    """The whole of an attack for who knows its target; ``share`` is how often it comes to the blow at all.

    Who does not know the Defence reads the chance against each it may be.
    """
    check = thrown(scene, blow)
    whole = known(lambda: _whole(scene, blow, check, share))
    if whole is not None:
        return replace(whole, chances=(*before, *whole.chances))

    def label(number: int) -> Text:
        return _("Defence %(number)s", number=number)

    rows = checks.reaching(check, label, lambda faces, number: checks.exceeds(check, faces, number, scene.settings))
    return Odds(check, None, TWO, reach=rows, chances=(*before, Chance(HITS[Level.SUCCESS], None)))


def _whole(scene: Scene, blow: Blow, check: Check, share: Fraction) -> Odds:
    """MED-DEF-03, MED-DMG, MED-DEATH-01, 02: the throw against the Defence, then what a hit does."""
    answer = answered(scene, blow)
    blow = softened(scene, blow, answer)
    check = replace(check, extra=defence(scene, blow).total)
    sure = answer == "feinte_desesperee" or holds_without_roll(scene, blow)
    own = certain(automatic(check)) if sure else rolled_odds(scene, blow, check)
    hit = own.chance(lambda outcome: outcome.level.succeeded)
    critical = own.chance(lambda outcome: outcome.level is Level.CRITICAL)
    notes, felled_share = [_("Against Defence %(number)s.", number=check.extra)], Fraction()
    rows = [Chance(TECHNIQUES[blow.technique] if blow.technique else HITS[Level.SUCCESS], share * hit)]
    if not blow.technique:
        rows.append(Chance(HITS[Level.CRITICAL], share * critical))
    if not blow.technique and blow.weapon.hurts:
        both = tuple(hardest(scene, blow, twice) for twice in (False, True))
        least, most = min(both[0].weights), max(both[0].weights)
        notes.append(_("A hit takes %(least)s to %(most)s HP.", least=least, most=most))
        rows += _ends(scene.sheet(blow.target), both, share * (hit - critical), share * critical)
        felled_share = _taking(both, sheets.hp(scene.sheet(blow.target)), hit - critical, critical)
    if answer:
        ways = ((True, False, hit - felled_share), (True, True, felled_share), (False, False, 1 - hit))
        back = (part for done, fallen, part in ways if _answered(scene, blow, answer, done, fallen))
        rows.append(Chance(_("Struck back"), share * sum(back, Fraction())))
    return Odds(check, own, TWO, tuple(notes), tuple(rows))


def _answered(scene: Scene, blow: Blow, answer: str, hit: bool, fallen: bool) -> bool:
    """MED-MANOEUVRE-OEIL: the target strikes back; where the game master decides, they are thought to allow it."""
    return fires(scene, blow, answer, hit) and "not" not in doubts(scene, blow, fallen)


def rolled_odds(scene: Scene, blow: Blow, check: Check) -> Distribution[Outcome]:
    """MED-ATT-01, 05, MED-MANOEUVRE-ATTAQUE-CONSTRUITE: one throw or the better of two, as the game master rules it."""
    own = checks.outcomes(check, scene.settings)
    if blow.manoeuvre == "attaque_construite":
        rows = sorted(own.weights.items(), key=lambda row: better(row[0]))
        upto = pairwise(accumulate((ways for _outcome, ways in rows), initial=0))
        own = Distribution({outcome: b * b - a * a for (outcome, _ways), (a, b) in zip(rows, upto, strict=True)})
    return own.map(lambda outcome: ruled(outcome, blow.args))


def manners(scene: Scene, blow: Blow, critical: bool) -> Iterator[Manner]:
    """MED-MANOEUVRE-COUP-FATAL, MED-SNEAK-03: every manner among which the attacker may choose."""

    def walk(answers: dict[str, tuple[str, ...]]) -> Iterator[Manner]:
        state = replay(lambda: manner(scene, blow, critical), answers)
        if isinstance(state, Finished):
            yield state.value
            return
        (ask,) = state.requests
        for option in getattr(ask, "options", ()):
            yield from walk({**answers, ask.key: (option.key,)})

    return walk({})


def losses(scene: Scene, blow: Blow, manner: Manner) -> Distribution[int]:
    """MED-DMG-01 to 05: what a hit takes in one manner."""
    return damage.losses(scene.sheet(blow.actor), scene.sheet(blow.target), scene.settings, blow.weapon, manner)


def hardest(scene: Scene, blow: Blow, critical: bool) -> Distribution[int]:
    """The losses of the manner that takes most on average; of equal ones the first."""
    return max((losses(scene, blow, manner) for manner in manners(scene, blow, critical)), key=_mean)


def _mean(ways: Distribution[int]) -> Fraction:
    return Fraction(sum(lost * count for lost, count in ways.weights.items()), ways.total)


def _ends(foe: Data, both: Sequence[Distribution[int]], hit: Fraction, critical: Fraction) -> Iterator[Chance]:
    """MED-DEATH-01, 02: who stands falls into a coma at 0 hit points, and dies below the ultimate threshold."""
    left, threshold = sheets.hp(foe), sheets.threshold(foe).total
    ends = [(_("Coma or death"), left)] if sheets.vital(foe) == ACTIVE else []
    for label, least in (*ends, (_("Death"), left - threshold + 1)):
        if share := _taking(both, least, hit, critical):
            yield Chance(label, share)


def _taking(both: Sequence[Distribution[int]], least: int, hit: Fraction, critical: Fraction) -> Fraction:
    """The share of hits, usual and critical, that take so much."""
    usual, tripled = (ways.chance(lambda lost: lost >= least) for ways in both)
    return hit * usual + critical * tripled
