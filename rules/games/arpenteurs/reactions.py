"""Reactions: who may react how, what it costs of his round, and who wins the opposition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.core.check import Check
from rules.core.scene import Scene
from rules.core.script import Effect, Option, Script, choose
from rules.core.text import Text, plain
from rules.games.arpenteurs import actions, initiative, places, trials
from rules.games.arpenteurs import sheet as sheets
from rules.games.arpenteurs.actions import Wish
from rules.games.arpenteurs.sheet import Weapon
from rules.games.arpenteurs.tables import COVERS
from rules.games.arpenteurs.text import _

NOTHING = "nothing"
DODGING = "esquive"
DIVING = "athletisme"  # the skill that is usually tested to dive to cover


@dataclass(frozen=True)
class Attack:
    """What somebody reacts to: whose attack it is, whether it comes from afar, is seen coming, and can be dodged."""

    attacker: str
    target: str
    ranged: bool
    aware: bool
    can_be_dodged: bool


def can_react(scene: Scene, attack: Attack) -> bool:
    """ARP-REACT-01, ARP-ATK-01: whether the target is aware, conscious and able."""
    return attack.aware and not initiative.mark(scene, attack.target, "helpless")


def react(scene: Scene, attack: Attack) -> Script[str]:
    """ARP-REACT-01, 05, 06: the choice of the target: one of the reactions to this very attack, or nothing."""
    options = tuple(answers(scene, attack))
    if initiative.is_out(scene, attack.target) or not any(option.refused is None for option in options[:-1]):
        return NOTHING
    text = _("%(who)s attacks: react?", who=scene.name(attack.attacker))
    chosen = yield from choose("reaction", attack.target, text, options)
    return chosen


def answers(scene: Scene, attack: Attack) -> Iterator[Option]:
    """ARP-ATK-02, 04 to 06: to attack back, to dodge, to dive to cover, or nothing, refused ones with why."""
    target = attack.target
    if not attack.ranged:
        for weapon in sheets.weapons(scene.sheet(target)):
            if weapon.is_melee:
                label = _("Attack back: %(weapon)s", weapon=weapon.label)
                lines = trials.melee_lines(scene, target, attack.attacker, {})
                check = trials.tested(scene, target, weapon, {}, *lines)
                yield _option(scene, attack, f"attack-{weapon.key}", label, Wish("attack", weapon.key), check)
    check = trials.skill(scene, target, DODGING)
    yield _option(scene, attack, "dodge", _("Dodge"), Wish("dodge"), check)
    if attack.ranged:
        level = COVERS[places.nearby(scene, target)[0]][0]
        label = _("Dive to cover: %(cover)s", cover=level)
        check = trials.skill(scene, target, DIVING)
        yield _option(scene, attack, "dive_to_cover", label, Wish("dive_to_cover"), check)
    yield Option(NOTHING, _("Nothing"))


def _option(scene: Scene, attack: Attack, key: str, label: Text, wish: Wish, check: Check) -> Option:
    """ARP-ACT-05: a reaction with its score, and the action it takes of the same allowance."""
    full = Wish(
        wish.kind,
        wish.weapon,
        reaction=True,
        can_react=can_react(scene, attack),
        can_be_dodged=attack.can_be_dodged,
        near=places.nearby(scene, attack.target)[1] == 1,
    )
    left = initiative.left(scene, attack.target)
    last = _("the last action left")
    taken = last if left == 1 else _("1 action of %(count)s", count=left)
    hint = _("score %(score)s, %(taken)s", score=plain(check.target.total), taken=taken)
    cost = (Effect("spend", attack.target, full.entry),)
    return Option(key, label, cost, actions.blocked(scene, attack.target, full), hint)


def thwart(scene: Scene, target: str, skills: tuple[tuple[str, Text], ...], by: str) -> Script[str]:
    """ARP-REACT-01: any action may be thwarted by a skill that fits; the key of the skill, or nothing."""
    able, options = is_able(scene, target, by), []
    for key, label in skills:
        wish = Wish("other", skill=key, reaction=True, can_react=able)
        cost = (Effect("spend", target, wish.entry),)
        options.append(Option(key, label, cost, actions.blocked(scene, target, wish)))
    if initiative.is_out(scene, target) or not any(option.refused is None for option in options):
        return NOTHING
    options.append(Option(NOTHING, _("Nothing")))
    text = _("%(who)s can be thwarted: react?", who=scene.name(by))
    chosen = yield from choose("reaction", target, text, options)
    return chosen


def opportunists(scene: Scene, shooter: str) -> tuple[str, ...]:
    """ARP-DIST-05, ARP-ATK-01: those engaged with a shooter, in reach and aware of them, who may strike at them."""
    others = (one for one in scene.fighters if one != shooter and places.are_engaged(scene, one, shooter))
    near = (one for one in others if places.in_melee(places.metres(scene, one, shooter)))
    return tuple(one for one in near if is_able(scene, one, shooter) and not initiative.is_out(scene, one))


def is_able(scene: Scene, fighter: str, actor: str) -> bool:
    """ARP-REACT-01: whether a fighter has noticed who acts, and can do anything about it."""
    return not trials.unaware(scene, actor, fighter, {}) and not initiative.mark(scene, fighter, "helpless")


def seize(scene: Scene, fighter: str, shooter: str, costs: bool) -> Script[Weapon | None]:
    """ARP-DIST-05: whether somebody takes the opportunity, and with which blade or bare hand."""
    options = []
    for weapon in sheets.weapons(scene.sheet(fighter)):
        wish = Wish("opportunity_attack", weapon.key, reaction=True)
        reason = actions.blocked(scene, fighter, wish) if costs else None
        if weapon.is_melee:
            spent = (Effect("spend", fighter, wish.entry),) if costs else ()
            options.append(Option(weapon.key, weapon.label, spent, reason))
    if not any(option.refused is None for option in options):
        return None
    options.append(Option(NOTHING, _("Nothing")))
    text = _("%(who)s shoots in melee: strike?", who=scene.name(shooter))
    chosen = yield from choose(f"opportunity-{fighter}", fighter, text, options)
    return None if chosen == NOTHING else sheets.weapon(scene.sheet(fighter), chosen)


def defence_options(ranged: bool, aware: bool, conscious: bool, able: bool, cover_near: bool) -> tuple[str, ...]:
    """ARP-ATK-01, 02, 04 to 06: the reactions somebody has in principle; none makes the attack a simple test."""
    if not (aware and conscious and able):
        return ()
    return (("dive_to_cover",) if cover_near else ()) if ranged else ("attack", "dodge")
