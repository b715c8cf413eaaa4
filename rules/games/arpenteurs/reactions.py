"""Reactions: who may react to what, how, and what it costs of the round (ARP-REACT, ARP-ATK-02 to 06)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rules.core.check import Check, Outcome
from rules.core.scene import Scene
from rules.core.script import Effect, Option, Script, choose, together
from rules.core.text import Text, plain
from rules.games.arpenteurs import actions, arms, checks, initiative, places, shooting, trials
from rules.games.arpenteurs import sheet as sheets
from rules.games.arpenteurs.actions import Wish
from rules.games.arpenteurs.harm import Blow
from rules.games.arpenteurs.settings import setting
from rules.games.arpenteurs.sheet import Weapon
from rules.games.arpenteurs.tables import COVERS, LOCATIONS
from rules.games.arpenteurs.text import _

NOTHING = "nothing"
DODGING = "esquive"
DIVING = "athletisme"  # the skill that is usually tested to dive to cover
ATTACK, AIMED = "attack-", "aimed-"  # what stands before the key of a weapon


@dataclass(frozen=True)
class Met:
    """What somebody reacts to: whose attack it is, whether it comes from afar, is seen coming, and can be dodged."""

    attacker: str
    target: str
    ranged: bool
    aware: bool
    can_be_dodged: bool


@dataclass(frozen=True)
class Answer:
    """A reaction that was chosen: who opposes what with which test, and the blow it strikes where it wins.

    Its ``mode`` is ``attack``, ``dodge``, ``generic`` or ``dive``; ``key`` begins the keys of its dice.
    """

    fighter: str
    mode: str
    check: Check
    key: str
    blow: Blow | None = None


def met(blow: Blow, aware: bool, dodge_allowed: bool) -> Met:
    """What the victim of a blow reacts to."""
    by_hand = blow.weapon.is_melee
    return Met(blow.attacker, blow.victim, not by_hand, aware, by_hand or dodge_allowed)


def can_react(scene: Scene, attack: Met) -> bool:
    """ARP-REACT-01, ARP-ATK-01: whether the target is aware, conscious and able."""
    return attack.aware and not initiative.mark(scene, attack.target, "helpless")


# The target of an attack.


def answered(scene: Scene, attack: Met, third: Iterable[str] = (), prefix: str = "") -> Script[tuple[Answer, ...]]:
    """ARP-REACT-01, 05, 06: the reactions to this very attack: that of its target, and of those who may thwart it."""
    asks = [_asked(scene, attack, prefix), *(thwart(scene, one, attack.attacker) for one in third)]
    chosen = yield from together(*asks)
    return tuple(answer for answer in chosen if answer is not None)


def _asked(scene: Scene, attack: Met, prefix: str) -> Script[Answer | None]:
    options = tuple(answers(scene, attack))
    if initiative.is_out(scene, attack.target) or not any(option.refused is None for option in options[:-1]):
        return None
    text = _("%(who)s attacks: react?", who=scene.name(attack.attacker))
    chosen = yield from choose(f"{prefix}reaction", attack.target, text, options)
    if chosen == NOTHING:
        return None
    where = yield from _aimed(scene, attack.target, chosen, f"{prefix}place")
    return answer(scene, attack, chosen, where, f"{prefix}defence")


def answer(scene: Scene, attack: Met, chosen: str, where: str = "", key: str = "defence") -> Answer:
    """ARP-ATK-02, 04, 06: a chosen reaction of the target of an attack, with its test."""
    if chosen == "dive_to_cover":
        return Answer(attack.target, "dive", trials.skill(scene, attack.target, DIVING), key)
    blow = _back(scene, attack.target, attack.attacker, chosen, where)
    if blow is None:
        return Answer(attack.target, "dodge", trials.skill(scene, attack.target, DODGING), key)
    return Answer(attack.target, "attack", trials.threat(scene, blow, {}), key, blow)


def _back(scene: Scene, fighter: str, attacker: str, chosen: str, where: str) -> Blow | None:
    """The blow of a reaction, ``None`` where it is none."""
    weapon = arms.arm(scene, fighter, chosen.removeprefix(ATTACK).removeprefix(AIMED))
    return weapon and struck(scene, fighter, attacker, weapon, where)


def struck(scene: Scene, fighter: str, victim: str, weapon: Weapon, where: str = "", mode: str = "single") -> Blow:
    """A blow with as many rounds as leave the weapon."""
    return Blow(fighter, victim, weapon, where, mode, shooting.fired(weapon, mode, scene.settings))


def _aimed(scene: Scene, fighter: str, chosen: str, key: str) -> Script[str]:
    """ARP-REACT-04, ARP-LOC-02: the location at which a reaction is aimed, where it is."""
    if not chosen.startswith(AIMED):
        return ""
    options = tuple(Option(place, label) for place, label in LOCATIONS.items())
    return (yield from choose(key, fighter, _("Aimed at which location?"), options))


def answers(scene: Scene, attack: Met) -> Iterator[Option]:
    """ARP-ATK-02, 04 to 06: to attack back, to dodge, to dive to cover, or nothing, refused ones with why."""
    target = attack.target
    if not attack.ranged:
        for weapon in arms.arms(scene, target):
            yield from _attacks_back(scene, attack, weapon)
    check = trials.skill(scene, target, DODGING)
    yield _option(scene, attack, "dodge", _("Dodge"), Wish("dodge"), check)
    if attack.ranged:
        level = COVERS[places.nearby(scene, target)[0]][0]
        label = _("Dive to cover: %(cover)s", cover=level)
        check = trials.skill(scene, target, DIVING)
        yield _option(scene, attack, "dive_to_cover", label, Wish("dive_to_cover"), check)
    yield Option(NOTHING, _("Nothing"))


def _attacks_back(scene: Scene, attack: Met, weapon: Weapon) -> Iterator[Option]:
    """ARP-ATK-04, ARP-REACT-04: a blow or, as the house reads it, a shot; it may be aimed like any other."""
    if not _answers_blows(weapon, str(setting(scene.settings, "reaction.weapons"))):
        return
    for key, label, place in (
        (ATTACK, _("Attack back: %(weapon)s", weapon=weapon.label), ""),
        (AIMED, _("Attack back, aimed: %(weapon)s", weapon=weapon.label), "head"),
    ):
        blow = struck(scene, attack.target, attack.attacker, weapon, place)
        check = trials.threat(scene, blow, {})
        yield _option(scene, attack, f"{key}{weapon.key}", label, Wish("attack", weapon.key), check)


def _answers_blows(weapon: Weapon, which: str) -> bool:
    return weapon.is_melee or which == "any" or (which == "short" and weapon.short)


def _option(scene: Scene, attack: Met, key: str, label: Text, wish: Wish, check: Check) -> Option:
    """ARP-ACT-05: a reaction with its score, and the action it takes of the same allowance."""
    full = replace(
        wish,
        reaction=True,
        can_react=can_react(scene, attack),
        can_be_dodged=attack.can_be_dodged,
        near=places.nearby(scene, attack.target)[1] == 1,
    )
    return _costed(scene, attack.target, key, label, full, check)


def _costed(scene: Scene, fighter: str, key: str, label: Text, wish: Wish, check: Check) -> Option:
    left = initiative.left(scene, fighter)
    last = _("the last action left")
    taken = last if left == 1 else _("1 action of %(count)s", count=left)
    hint = _("score %(score)s, %(taken)s", score=plain(check.target.total), taken=taken)
    cost = (Effect("spend", fighter, wish.entry),)
    return Option(key, label, cost, actions.blocked(scene, fighter, wish), hint)


def tested(scene: Scene, one: Answer) -> Script[Outcome]:
    """ARP-REACT-02: the test of a reaction."""
    return checks.resolve(one.check, scene.settings, one.key, _("Reaction: %(what)s", what=one.check.what))


def demanded(scene: Scene, fighter: str, key: str, words: Text, likely: str) -> Script[str]:
    """ARP-TEST-05: the skill that the game master asks somebody to test, the likely one first."""
    skills = (Option(line.key, line.label) for line in sheets.lines(scene.sheet(fighter)))
    options = sorted(skills, key=lambda option: option.key != likely)
    return (yield from choose(key, "gm", replace(words, params=(("who", scene.name(fighter)),)), options))


# Everybody else.


def thwarters(scene: Scene, actor: str, named: Iterable[str] = (), but: Iterable[str] = ()) -> tuple[str, ...]:
    """ARP-REACT-01: who is asked whether they thwart what somebody does.

    Those who watch for it and who are named; besides, as the house plays, opponents in reach or all of them.
    """
    listed, spared = frozenset(named), {actor, *but}
    return tuple(
        one
        for one in scene.fighters
        if one not in spared
        and (one in listed or (_is_opponent(scene, one, actor) and _heeds(scene, one, actor)))
        and not initiative.is_out(scene, one)
        and any(option.refused is None for option in thwarting(scene, one, actor))
    )


def _is_opponent(scene: Scene, fighter: str, actor: str) -> bool:
    mine, theirs = (scene.fighters[one] for one in (fighter, actor))
    return not theirs.hidden and camp(mine.side) != camp(theirs.side)


def camp(side: str) -> str:
    """Allies fight for the player characters."""
    return "pc" if side == "ally" else side


def _heeds(scene: Scene, fighter: str, actor: str) -> bool:
    if (initiative.mark(scene, fighter, "watch") or {}).get(actor):
        return True
    who = setting(scene.settings, "reaction.asked")
    return who == "all" or (who == "reach" and places.in_melee(places.metres(scene, fighter, actor)))


def thwart(scene: Scene, fighter: str, by: str) -> Script[Answer | None]:
    """ARP-REACT-01, 04: any action may be thwarted by a skill that fits, or by an attack on who does it."""
    options = (Option(NOTHING, _("Nothing")), *thwarting(scene, fighter, by))
    key = f"thwart-{fighter}"
    text = _("%(who)s can be thwarted: react?", who=scene.name(by))
    chosen = yield from choose(key, fighter, text, options)
    if chosen == NOTHING:
        return None
    where = yield from _aimed(scene, fighter, chosen, f"{key}-place")
    blow = _back(scene, fighter, by, chosen, where) if chosen.startswith((ATTACK, AIMED)) else None
    check = trials.threat(scene, blow, {}) if blow else trials.skill(scene, fighter, chosen)
    return Answer(fighter, "generic", check, key, blow)


def thwarting(scene: Scene, fighter: str, by: str) -> Iterator[Option]:
    """What somebody may thwart another with, refused ones with why."""
    able = is_able(scene, fighter, by)
    near = places.in_melee(places.metres(scene, fighter, by))
    for line in sheets.lines(scene.sheet(fighter)):
        wish = Wish("other", skill=line.key, reaction=True, can_react=able)
        option = _costed(scene, fighter, line.key, line.label, wish, trials.skill(scene, fighter, line.key))
        yield replace(option, group=_("With a skill"))
    for weapon in arms.arms(scene, fighter):
        if weapon.is_melee and not near:
            continue
        blow = struck(scene, fighter, by, weapon)
        wish = Wish("attack", weapon.key, reaction=True, can_react=able)
        label = _("Attack: %(weapon)s", weapon=weapon.label)
        option = _costed(scene, fighter, f"{ATTACK}{weapon.key}", label, wish, trials.threat(scene, blow, {}))
        yield replace(option, group=_("With an attack"))


def is_able(scene: Scene, fighter: str, actor: str) -> bool:
    """ARP-REACT-01: whether a fighter has noticed who acts, and can do anything about it."""
    return not trials.unaware(scene, actor, fighter, {}) and not initiative.mark(scene, fighter, "helpless")


# Opportunities.


def opportunists(scene: Scene, shooter: str, but: Iterable[str] = ()) -> tuple[str, ...]:
    """ARP-DIST-05, ARP-ATK-01: those engaged with a shooter, in reach and aware of them, who may strike at them."""
    spared = {shooter, *but}
    others = (one for one in scene.fighters if one not in spared and places.are_engaged(scene, one, shooter))
    near = (one for one in others if places.in_melee(places.metres(scene, one, shooter)))
    return tuple(one for one in near if is_able(scene, one, shooter) and not initiative.is_out(scene, one))


def seize(scene: Scene, fighter: str, shooter: str, costs: bool) -> Script[Blow | None]:
    """ARP-DIST-05: whether somebody takes the opportunity, with which blade or bare hand, and where it is aimed."""
    options = []
    for weapon in arms.arms(scene, fighter):
        wish = Wish("opportunity_attack", weapon.key, reaction=True)
        reason = actions.blocked(scene, fighter, wish) if costs else None
        if weapon.is_melee:
            spent = (Effect("spend", fighter, wish.entry),) if costs else ()
            options.append(Option(weapon.key, weapon.label, spent, reason))
            label = _("%(weapon)s, aimed", weapon=weapon.label)
            options.append(Option(f"{AIMED}{weapon.key}", label, spent, reason))
    if not any(option.refused is None for option in options):
        return None
    options.append(Option(NOTHING, _("Nothing")))
    text = _("%(who)s shoots in melee: strike?", who=scene.name(shooter))
    key = f"opportunity-{fighter}"
    chosen = yield from choose(key, fighter, text, options)
    if chosen == NOTHING:
        return None
    where = yield from _aimed(scene, fighter, chosen, f"{key}-place")
    return _back(scene, fighter, shooter, chosen, where)


def defence_options(ranged: bool, aware: bool, conscious: bool, able: bool, cover_near: bool) -> tuple[str, ...]:
    """ARP-ATK-01, 02, 04 to 06: the reactions somebody has in principle; none makes the attack a simple test."""
    if not (aware and conscious and able):
        return ()
    return (("dive_to_cover",) if cover_near else ()) if ranged else ("attack", "dodge")
