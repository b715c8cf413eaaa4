"""The attack roll against the Defence it has to exceed, with all modifiers (MED-ATT, MED-DEF)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rules.core.check import Breakdown, Check, Level, Modifier, Outcome
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import ATTACK, Script
from rules.games.medieval import checks, manoeuvres, weapons
from rules.games.medieval.checks import HITS
from rules.games.medieval.initiative import PRONE, is_out
from rules.games.medieval.movement import contact
from rules.games.medieval.settings import setting
from rules.games.medieval.text import _
from rules.games.medieval.weapons import Weapon

LYING = -7  # MED-LUTTE-PROJ-01
HELPER = -3  # MED-LUTTE-CLE-02
ROLLS_TO_JOIN = 1  # the number of holders beside whom one joins with a roll; beside more, without


@dataclass(frozen=True)
class Blow:
    """One attack: attacker, target, weapon and manoeuvre, and the arguments of its form.

    ``technique`` is that of wrestling, which does no damage; ``beside`` is the number of others who hold the target.
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
    """MED-ATT-01, MED-LUTTE-02: the attack declared in a form; ``None`` if its weapon or its target is gone."""
    technique = args.get("technique") or weapons.technique(args.get("weapon", ""))
    key, target = weapons.grip(technique) if technique else args["weapon"], args["target"]
    weapon = weapons.find(scene.sheet(actor), key)
    if weapon is None or target not in scene.fighters:
        return None
    beside = count_helpers(scene, actor, target) if technique in ("cle", "pression") else 0
    return Blow(actor, target, weapon, manoeuvres.named(args), False, technique, beside, args)


def count_helpers(scene: Scene, actor: str, target: str) -> int:
    """MED-LUTTE-CLE-02: the number of others who hold this fighter already."""
    return sum(who != actor for who in contact.holders(scene, target))


# The throw against the Defence.


def against(scene: Scene, blow: Blow) -> Check:
    """MED-DEF-03: the attack test with its Defence, which only the game master reads among the terms."""
    check, faced = attack_check(scene, blow), defence(scene, blow).total
    named = _("against Defence %(number)s", number=faced)
    return check.against(faced, named, "MED-DEF-03")


def attack_check(scene: Scene, blow: Blow) -> Check:
    """MED-ATT-04: the attack test with all modifiers, without a Defence yet."""
    check = checks.attack(scene.sheet(blow.actor), scene.settings, blow.weapon)
    terms = (
        *manoeuvres.action_terms(scene, blow.actor, blow.manoeuvre),
        *manoeuvres.attack_terms(scene, blow.actor, blow.target),
        *manoeuvres.circumstances(scene, blow.actor, ATTACK),
        Modifier(_("Modifier"), int(blow.args.get("modifier", 0)), "MED-ATT-04"),
    )
    return replace(check, actor=blow.actor, target=check.target.plus(*terms))


def defence(scene: Scene, blow: Blow) -> Breakdown:
    """MED-DEF-01 to 03, MED-LUTTE-CLE-01, 02: the Defence against this attack, by its kind and the target's state.

    Against a wrestler who helps to hold it is the usual Defence of the victim, lowered.
    """
    by = Modifier(_("Modifier"), int(blow.args.get("defence_modifier", 0)), "MED-ATT-04")
    terms = (*manoeuvres.circumstances(scene, blow.target, "defence"), by)
    usual = contact.can_defend(scene, blow.target)
    if blow.beside:
        usual = not is_out(scene, blow.target) and setting(scene.settings, "hold.join_against") == "melee"
        terms = (Modifier(_("Held already"), HELPER, "MED-LUTTE-CLE-02"), *terms)
    return (_standing(scene, blow) if usual else helpless(scene.settings)).plus(*terms)


def _standing(scene: Scene, blow: Blow) -> Breakdown:
    """MED-DEF-01 to 03: the Defence with the modifiers of manoeuvres and of lying on the ground."""
    sheet = scene.sheet(blow.target)
    melee = blow.weapon.engagement == "melee" and not blow.sneak
    base = weapons.melee_defence(sheet) if melee else weapons.natural_defence(sheet)
    down = Modifier(_("On the ground"), LYING if PRONE.of(scene, blow.target) else 0, "MED-LUTTE-PROJ-01")
    return base.plus(*manoeuvres.defence_terms(scene, blow.target, blow.actor, melee), down)


def helpless(settings: Data) -> Breakdown:
    """MED-LUTTE-CLE-01: the Defence of a fighter who cannot defend."""
    return Breakdown(Modifier(_("Cannot defend"), int(setting(settings, "hold.defence")), "MED-LUTTE-CLE-01"))


def automatic(check: Check) -> Outcome:
    """MED-MANOEUVRE-OEIL: a hit without a roll, which is never critical."""
    words = _("Automatic hit")
    return Outcome(check, (), Level.SUCCESS, 0, words, words)


def apply_ruling(outcome: Outcome, args: Data) -> Outcome:
    """MED-ATT-05: a hit is critical or not by the ruling of the game master, if there is one."""
    word = args.get("critical", "auto")
    if word == "auto" or not outcome.level.succeeded:
        return outcome
    level = Level.CRITICAL if word == "yes" else Level.SUCCESS
    return replace(outcome, level=level, label=HITS[level], public=HITS[level])


def better(outcome: Outcome) -> tuple[Level, int]:
    """MED-MANOEUVRE-ATTAQUE-CONSTRUITE: the sort key by which the better of two attack rolls is found."""
    return outcome.level, outcome.margin


def roll_attack(scene: Scene, blow: Blow, check: Check) -> Script[Outcome]:
    """MED-ATT-01, MED-MANOEUVRE-ATTAQUE-CONSTRUITE: the attack roll, or the better of two."""
    label = _("Attack: %(weapon)s", weapon=blow.weapon.name)
    if blow.manoeuvre != "attaque_construite":
        return (yield from checks.resolve(check, scene.settings, ATTACK, label))
    throws = yield (checks.throw(check, ATTACK, label), checks.throw(check, f"{ATTACK}-again", label))
    return max((checks.read_outcome(check, faces, scene.settings) for faces in throws), key=better)
