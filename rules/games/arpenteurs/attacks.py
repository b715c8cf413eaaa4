"""Attacks: opportunities, reactions, tests, harm; every route to a blow goes through here (ARP-ATK, ARP-ASSN)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import ClassVar

from rules.character.fields import choice, flag, number
from rules.character.sheet import Choice, Field
from rules.core.acts import Effects, Notes, Offer, fighter_name, out_of_fight, own_side
from rules.core.check import Check, Modifier, Outcome
from rules.core.errors import Refused
from rules.core.paths import Data
from rules.core.scene import Action, Scene
from rules.core.script import ATTACK, Script, with_costs
from rules.core.text import Text, Who, signed
from rules.games.arpenteurs import checks, damage, modifiers, odds, places, reactions
from rules.games.arpenteurs.arms import Ammunition, Held, arm, arms, counts_rounds
from rules.games.arpenteurs.damage import Slain, after
from rules.games.arpenteurs.initiative import TurnAct, is_out
from rules.games.arpenteurs.modifiers import MODES, Aim, Blow, Shot, find_blow, threat
from rules.games.arpenteurs.places import FAR, Engaged, Moved, Unnoticed, worth
from rules.games.arpenteurs.reactions import DIVING, Answer, Result, Threat
from rules.games.arpenteurs.rounds import Spent, Wish, action_refusal, actions_left
from rules.games.arpenteurs.settings import setting
from rules.games.arpenteurs.sheet import LOCATIONS, Weapon
from rules.games.arpenteurs.text import _, ngettext
from rules.ground.aiming import cover_field, is_laid, metres_field, too_far
from rules.ground.layout import metres_text
from rules.odds.act import Odds

MURDER = -4  # ARP-ASSN-02
TOO_FAR = _("Too far for melee: 3 m at most.")
NOTICED = _("They have noticed you.")


class Attack(TurnAct):
    """ARP-ATK-01 to 06: a melee or ranged attack; subclasses for special attacks override parts of it."""

    kind = ATTACK
    label = _("Attack")
    rules: ClassVar[tuple[str, ...]] = ("ARP-ATK-01", "ARP-ACT-04", "ARP-TEST-05")
    foretold = True
    aims = True
    prefix = ""  # of the keys of its dice and choices

    # Its form.

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        held, whom = arms(scene, actor), scene.targets_of(actor)
        able = (who for who in whom if not is_out(scene, who))
        near = {scene.fighters[who].camp for who in able if places.in_melee(places.metres(scene, actor, who))}
        weapons = tuple(_weapon_choice(scene, actor, weapon, near) for weapon in held)
        ready = tuple(weapon for weapon, row in zip(held, weapons, strict=True) if row.refused is None)
        targets = tuple(target(scene, actor, who, ready or held) for who in whom)
        return (
            Field("target", _("Target"), "choice", choices=targets),
            Field("weapon", _("Weapon"), "choice", choices=weapons, rule="ARP-ACT-04"),
            *_shooting(held),
            *metres_field(scene, "ARP-RANGE-01", FAR, gm_only=True),
            *cover_field(scene, places.GROUND, "ARP-COVER-03"),
            modifier(),
            *checks.pair_fields(gm_only=True),
            flag("defenceless", _("The target cannot defend itself"), rule="ARP-ATK-01", gm_only=True),
            flag("dodge_allowed", _("This shot can be dodged"), rule="ARP-ATK-05", gm_only=True),
        )

    def hint(self, scene: Scene, actor: str) -> Text | None:
        return actions_left(scene, actor)

    def notes(self, scene: Scene, offer: Offer) -> Notes:
        """ARP-MOD-01, 02: the sum of modifiers of each target for each weapon that shoots."""
        held, (whom, what) = arms(scene, offer.actor), offer.fields[:2]
        ready = {row.key for row in what.choices if row.refused is None}
        guns = tuple(gun for gun in held if not gun.is_melee and gun.range_m and (gun.key in ready or not ready))
        rows = {row.key: _foreseen_from(scene, offer.actor, row, guns) for row in whom.choices} if guns else {}
        return {"target": rows}

    # Its cost and its result.

    def cost(self, scene: Scene, action: Action) -> Effects:
        """ARP-ACT-04, ARP-BURST-04, 06: spend an action. Raises ``Refused`` for an attack that is impossible."""
        blow = find_blow(scene, action.actor, action.args)
        assert blow is not None, "the form offers weapons and targets that are there"
        if blow.by_hand and not places.in_melee(places.metres(scene, blow.attacker, blow.victim)):
            raise Refused(_beyond(scene, blow.attacker, blow.victim), "target")
        if blow.by_hand and blow.mode != "single":
            raise Refused(modifiers.NO_SUCH_MODE, "mode")
        if reason := modifiers.impossible(modifiers.find_shot(scene, blow, action.args), scene.settings):
            raise Refused(reason, "location" if reason == modifiers.BURST_NO_LOCATION else "mode")
        return (Spent(action.actor, Wish(ATTACK, blow.weapon.key).entry),)

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return self.whole(scene, action.actor, action.args) if action.actor in scene.fighters else None

    def title(self, scene: Scene, action: Action) -> Text | None:
        weapon = arm(scene, action.actor, action.args["weapon"])
        who, target = scene.name(action.actor), scene.name(action.args["target"])
        return self.sentence(who, target, weapon.label if weapon else Text("?"))

    def sentence(self, who: Who, target: Who, weapon: Text) -> Text:
        return _("%(who)s attacks %(target)s: %(weapon)s", who=who, target=target, weapon=weapon)

    def odds(self, scene: Scene, action: Action) -> Odds | None:
        blow = find_blow(scene, action.actor, action.args)
        if blow is None:  # one of the own side whom the viewer does not see
            return None
        check = self.check(scene, blow, action.args)
        return odds.attack(scene, blow, check, self.met(scene, blow, action.args), action.args)

    def ahead(self, scene: Scene, action: Action) -> tuple[Scene, Action]:
        return after(scene, self.cost(scene, action)), action

    def whole(self, scene: Scene, actor: str, args: Data) -> Script[Effects]:
        """Resolve an attack with the opportunity attacks it provokes, before or after it (ARP-DIST-05)."""
        blow = find_blow(scene, actor, args)
        if blow is None:
            return ()
        able, early = provoked_fighters(scene, blow, args), bool(setting(scene.settings, "opportunity.before_shot"))
        taken = Held(actor, blow.weapon.key)
        before, now = (yield from opportunities(after(scene, (taken,)), actor, able)) if early else ((), scene)
        if is_out(now, actor) or is_out(now, blow.victim):
            return (*before, taken)
        third = reactions.thwarters(now, actor, but=(blow.victim,))
        done, prices = yield from with_costs(self.delivered(now, blow, args, third))
        late, _end = ((), now) if early else (yield from opportunities(after(now, (*prices, *done)), actor, able))
        return (*before, *done, *late)

    def delivered(self, scene: Scene, blow: Blow, args: Data, third: Iterable[str] = ()) -> Script[Effects]:
        """ARP-REACT-02 to 04: resolve a blow: reactions, tests, and the damage to either side."""
        answers = yield from reactions.ask_reactions(scene, self.met(scene, blow, args), third, self.prefix)
        before, answers = yield from first(scene, blow.attacker, answers)
        now = after(scene, before)
        if is_out(now, blow.victim):
            return before
        if any(isinstance(effect, Moved) and effect.target == blow.victim for effect in before):
            blow = modifiers.dived(now, blow)
        outcome, *others = yield from reactions.tested(now, self._test(now, blow, args), answers)
        result = reactions.compare(outcome, zip(answers, others, strict=True))
        done = (*before, *result.effects, *attack_costs(now, blow), *used_back(now, answers))
        if result.degrees is not None:
            return (*done, *(yield from self.harm(now, blow, result.degrees)))
        return (*done, *(yield from struck_back(scene, done, result, {blow.victim: self.prefix})))

    def _test(self, scene: Scene, blow: Blow, args: Data) -> Script[Outcome]:
        check = self.check(scene, blow, args)
        test = checks.resolve(check, scene.settings, f"{self.prefix}attack", self.test_label(blow))
        return reactions.carried(scene, blow, test)

    def test_label(self, blow: Blow) -> Text:
        weapon = blow.weapon.label
        return _("Attack: %(weapon)s", weapon=weapon) if blow.by_hand else _("Shot: %(weapon)s", weapon=weapon)

    def is_seen(self, scene: Scene, blow: Blow, args: Data) -> bool:
        """ARP-ATK-01: the target has noticed the attacker and can defend itself."""
        return not (places.is_unaware(scene, blow.attacker, blow.victim) or args.get("defenceless"))

    def check(self, scene: Scene, blow: Blow, args: Data) -> Check:
        return threat(scene, blow, args)

    def harm(self, scene: Scene, blow: Blow, degrees: int) -> Script[Effects]:
        return damage.harm(scene, blow, degrees, self.prefix)

    def met(self, scene: Scene, blow: Blow, args: Data) -> Threat:
        """ARP-ATK-05: the attack from its target's view; a shot can be dodged only if the game master allows it."""
        can_be_dodged = blow.by_hand or bool(args.get("dodge_allowed"))
        return Threat(blow, self.is_seen(scene, blow, args), can_be_dodged)


class Assassination(Attack):
    """ARP-ASSN-01 to 04: a blow from within reach at an unaware victim, at −4; a success takes the whole ECG."""

    kind = "assassinate"
    label = _("Assassinate")
    rules = ("ARP-ASSN-01", "ARP-ASSN-02", "ARP-ASSN-03", "ARP-ASSN-04")

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        weapons = tuple(
            Choice(row.key, row.label, action_refusal(scene, actor, Wish(ATTACK, row.key)))
            for row in arms(scene, actor)
        )
        victims = tuple(_victim(scene, actor, who) for who in scene.targets_of(actor))
        return (
            Field("target", _("Target"), "choice", choices=victims, rule="ARP-ASSN-01"),
            Field("weapon", _("Weapon"), "choice", choices=weapons, rule="ARP-ASSN-02"),
            modifier(),
            *checks.pair_fields(gm_only=True),
        )

    def notes(self, scene: Scene, offer: Offer) -> Notes:
        return {}

    def sentence(self, who: Who, target: Who, weapon: Text) -> Text:
        return _("%(who)s tries to assassinate %(target)s: %(weapon)s", who=who, target=target, weapon=weapon)

    def odds(self, scene: Scene, action: Action) -> Odds | None:
        blow = find_blow(scene, action.actor, action.args)
        return None if blow is None else odds.murder(scene, blow, self.check(scene, blow, action.args))

    def test_label(self, blow: Blow) -> Text:
        return _("Assassination: %(weapon)s", weapon=blow.weapon.label)

    def is_seen(self, scene: Scene, blow: Blow, args: Data) -> bool:
        return False

    def check(self, scene: Scene, blow: Blow, args: Data) -> Check:
        return threat(scene, blow, args, Modifier(_("Assassination"), MURDER, "ARP-ASSN-02"))

    def harm(self, scene: Scene, blow: Blow, degrees: int) -> Script[Effects]:
        end = yield from damage.death(scene, blow.victim, murder=True)
        return (Slain(blow.victim), *end)


class Opportunity(Attack):
    """ARP-DIST-05: an attack on a fighter who shoots in melee; the house settings decide if they may oppose it."""

    def __init__(self, fighter: str) -> None:
        self.prefix = f"opportunity-{fighter}-"

    def test_label(self, blow: Blow) -> Text:
        return _("Opportunity attack: %(weapon)s", weapon=blow.weapon.label)

    def is_seen(self, scene: Scene, blow: Blow, args: Data) -> bool:
        return super().is_seen(scene, blow, args) and bool(setting(scene.settings, "opportunity.opposed"))


def attack_costs(scene: Scene, blow: Blow) -> Effects:
    """The costs of an attack, hit or miss: rounds, aim, hands; both are noticed and, in melee, engaged."""
    attacker, victim, weapon = blow.attacker, blow.victim, blow.weapon
    away = (
        places.metres(scene, attacker, victim)
        if blow.by_hand
        else modifiers.metres(scene, attacker, victim, blow.ruling)
    )
    seen = (Unnoticed(victim, attacker, off=True),) if places.is_unaware(scene, victim, attacker) else ()
    return (
        *((Ammunition(attacker, weapon.key, blow.rounds),) if counts_rounds(weapon, scene.settings) else ()),
        Aim(attacker),
        Held(attacker, weapon.key, off=weapon.category == "thrown"),
        Unnoticed(attacker, victim, off=True),
        *seen,
        *((Engaged(victim, attacker),) if places.in_melee(away) else ()),
    )


# Opportunities.


def provoked_fighters(scene: Scene, blow: Blow, args: Data) -> tuple[str, ...]:
    """ARP-DIST-02, 05: the fighters who may strike at a shooter: engaged ones and, by house setting, the target."""
    metres = modifiers.metres(scene, blow.attacker, blow.victim, blow.ruling)
    pressed = places.is_pressed(scene, blow.attacker)
    if not modifiers.provokes(blow.weapon, metres, scene.settings, pressed):
        return ()
    if places.in_melee(metres) and setting(scene.settings, "opportunity.who") == "target_too":
        scene = after(scene, (Engaged(blow.victim, blow.attacker),))
    return reactions.opportunists(scene, blow.attacker, (blow.victim,) if args.get("defenceless") else ())


def opportunities(scene: Scene, shooter: str, able: Iterable[str]) -> Script[tuple[Effects, Scene]]:
    """ARP-DIST-05: the fighters who were ``able`` as the shot began may strike at the shooter, one by one.

    Returns the effects and the scene after them: actions spent are reserved, and cannot be spent again.
    """
    costs = bool(setting(scene.settings, "opportunity.costs_action"))
    done: Effects = ()
    for who in able:
        if is_out(scene, shooter):
            break
        if is_out(scene, who):
            continue
        seized = yield from reactions.seize(scene, who, shooter, costs)
        if seized is not None:
            blow, price = seized
            come, more = yield from with_costs(Opportunity(who).delivered(after(scene, price), blow, {}))
            done, scene = (*done, *come), after(scene, (*price, *more, *come))
    return done, scene


def first(scene: Scene, by: str, answers: Iterable[Answer]) -> Script[tuple[Effects, tuple[Answer, ...]]]:
    """ARP-ATK-06, ARP-DIST-05: resolve dives and opportunity attacks first; their effects, and the reactions left."""
    done: Effects = ()
    listed = tuple(answers)
    now = after(scene, (effect for answer in listed for effect in answer.price))
    for answer in listed:
        come: Effects = ()
        if answer.mode == "dive":
            come = yield from _dive(now, answer.fighter)
            now = after(now, come)
        elif answer.blow is not None:
            able = [who for who in provoked_fighters(now, answer.blow, {}) if who != by]
            now = after(now, (Held(answer.fighter, answer.blow.weapon.key),))
            come, now = yield from opportunities(now, answer.fighter, able)
        done += come
    left = (row for row in listed if row.mode != "dive" and not is_out(now, row.fighter))
    return done, tuple(reactions.tested_anew(now, row) for row in left)


def used_back(scene: Scene, answers: Iterable[Answer]) -> Effects:
    """ARP-REACT-04: the costs of the blows struck as reactions."""
    return tuple(effect for answer in answers if answer.blow for effect in attack_costs(scene, answer.blow))


def struck_back(scene: Scene, done: Effects, result: Result, prefixes: Mapping[str, str]) -> Script[Effects]:
    """ARP-REACT-04: the damage of winning reactions, one after the other; each has its own keys of dice."""
    hurt: Effects = ()
    for blow, degrees in result.back:
        now = after(scene, (*done, *hurt))
        if is_out(now, blow.victim):
            break
        hurt += yield from damage.harm(now, blow, degrees, prefixes.get(blow.attacker, f"{blow.attacker}-"))
    return hurt


# Shots.


def _dive(scene: Scene, target: str) -> Script[Effects]:
    """ARP-ATK-06, ARP-AIM-01: test a dive, with a skill that the game master chooses; success leads behind cover."""
    words = _("%(who)s dives to cover: which skill is tested?")
    key = yield from reactions.ask_skill(scene, target, "dive", words, DIVING)
    label = _("Dive to cover")
    outcome = yield from checks.resolve(checks.skill_check(scene, target, key), scene.settings, "dive", label)
    tested = reactions.compare(outcome, ()).effects
    return (*tested, places.dive(scene, target), Aim(target)) if outcome.level.succeeded else tested


# The form.


def name_with_distance(scene: Scene, fighter: str, other: str) -> Text:
    """The name of a fighter with the distance to them, which forms on a ground show already."""
    if is_laid(scene):
        return fighter_name(scene, other)
    metres = metres_text(places.metres(scene, fighter, other))
    return _("%(who)s, at %(metres)s m", who=scene.name(other), metres=metres)


def target(scene: Scene, fighter: str, other: str, weapons: Iterable[Weapon] = ()) -> Choice:
    """A target to choose, with the distance; disabled if no weapon reaches it."""
    listed = tuple(weapons)
    reached = not listed or any(not weapon.is_melee for weapon in listed)
    near = reached or places.in_melee(places.metres(scene, fighter, other))
    far = None if near else _beyond(scene, fighter, other)
    refused = out_of_fight(scene, other) if is_out(scene, other) else far
    return Choice(other, name_with_distance(scene, fighter, other), refused, own_side(scene, fighter, other))


def _beyond(scene: Scene, fighter: str, other: str) -> Text:
    """ARP-DIST-01: the reason why a target is beyond melee reach."""
    metres = places.GROUND.metres(scene, fighter, other)
    return too_far(metres, places.MELEE) if is_laid(scene) and metres is not None else TOO_FAR


def _foreseen_from(scene: Scene, fighter: str, target: Choice, guns: tuple[Weapon, ...]) -> Text:
    shots = (modifiers.at(scene, fighter, target.key, gun, {}) for gun in guns)
    foreseen = (_foreseen(shot, scene.settings, not is_laid(scene)) for shot in shots)
    return _("%(notes)s", notes=(*((target.hint,) if target.hint else ()), *foreseen))


def _foreseen(shot: Shot, settings: Data, whole: bool) -> Text:
    """ARP-RANGE-02: the sum of the modifiers of a plain shot, with its terms if ``whole``, or a note if it is too far.

    On a ground the terms are left out: the form shows them when it opens.
    """
    weapon = shot.weapon.label
    if modifiers.is_beyond(shot.weapon, shot.metres):
        return _("%(weapon)s: only a double 1", weapon=weapon)
    lines = modifiers.modifiers(shot, settings)
    total = signed(sum(line.value for line in lines if line.ignored is None))
    if not lines or not whole:
        return _("%(weapon)s: %(total)s", weapon=weapon, total=total)
    terms = tuple(_("%(label)s %(value)s", label=line.label, value=signed(line.value)) for line in lines)
    return _("%(weapon)s: %(total)s (%(terms)s)", weapon=weapon, total=total, terms=terms)


def _weapon_choice(scene: Scene, fighter: str, weapon: Weapon, near: AbstractSet[str]) -> Choice:
    """ARP-ACT-04, 06: a weapon to choose; disabled if spent this round, out of reach of all, or empty.

    ``near`` are the camps of those within reach.
    """
    met = bool(near - {scene.fighters[fighter].camp})  # an attack on the own side is not taken as likely
    refused = action_refusal(scene, fighter, Wish(ATTACK, weapon.key))
    if weapon.is_melee and not near:
        refused = refused or TOO_FAR
    hint = _("damage %(damage)s", damage=weapon.damage)
    if counts_rounds(weapon, scene.settings):
        hint = ngettext(
            "%(hint)s, %(count)s cartridge of %(magazine)s",
            "%(hint)s, %(count)s cartridges of %(magazine)s",
            weapon.ammo,
            hint=hint,
            magazine=weapon.magazine,
        )
    return Choice(weapon.key, weapon.label, refused, hint, met and (weapon.is_melee or weapon.short))


def _victim(scene: Scene, fighter: str, other: str) -> Choice:
    """ARP-ASSN-01: a victim to choose; disabled if out of reach or if they have noticed the fighter."""
    row = target(scene, fighter, other)
    near = places.in_melee(places.metres(scene, fighter, other))
    seen = None if places.is_unaware(scene, fighter, other) else NOTICED
    return replace(row, refused=row.refused or (seen if near else _beyond(scene, fighter, other)))


def _shooting(weapons: Iterable[Weapon]) -> tuple[Field, ...]:
    """ARP-BURST-01, 02, ARP-AIM-02: the fields for the fire mode and for the location aimed at."""
    usable_modes = {"single"}.union(key for weapon in weapons for key in MODES if weapon.rounds(key))
    modes = tuple(
        Choice(key, label, None, worth(bonus)) for key, (label, bonus) in MODES.items() if key in usable_modes
    )
    located = {"none": _("None: the die decides"), **LOCATIONS}
    return (
        Field("mode", _("Fire mode"), "choice", default="single", choices=modes, rule="ARP-BURST-01"),
        choice("location", _("Location aimed at (−1)"), located, "", "ARP-AIM-02"),
    )


def modifier() -> Field:
    """ARP-COVER-05: the field for a further modifier from the game master."""
    return number("modifier", _("Modifier"), 0, -12, 12, "ARP-COVER-05", gm_only=True)
