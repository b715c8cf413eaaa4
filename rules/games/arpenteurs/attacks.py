"""Attacks: opportunities, reactions, tests, harm; every route to a blow goes through here (ARP-ATK)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.core.check import Check, Level, Modifier, Outcome
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Effect, Option, Script, choose, together
from rules.core.text import Text
from rules.games.arpenteurs import arms, checks, harm, initiative, landing, places, reactions, shooting, trials
from rules.games.arpenteurs.harm import Blow
from rules.games.arpenteurs.reactions import DIVING, Answer
from rules.games.arpenteurs.settings import setting
from rules.games.arpenteurs.tables import MURDER
from rules.games.arpenteurs.text import _

Effects = tuple[Effect, ...]
Opposing = tuple[tuple[Answer, Outcome], ...]
Tests = tuple[Outcome, Opposing]
DOUBLE_ONE = (1, 1)


class Attack:
    """ARP-ATK-01 to 06: an attack in melee or from afar; variants say only what is special about them."""

    prefix = ""  # of the keys of its dice and choices

    def script(self, scene: Scene, actor: str, args: Data) -> Script[Effects]:
        """An attack from the opportunities it gives, before or after, to its harm (ARP-DIST-05)."""
        blow = aimed(scene, actor, args)
        if blow is None:
            return ()
        able, early = provoked(scene, blow, args), bool(setting(scene.settings, "opportunity.before_shot"))
        before = (yield from opportunities(scene, actor, able)) if early else ()
        now = landing.after(scene, before)
        if initiative.is_out(now, actor):
            return before
        third = reactions.thwarters(now, actor, but=(blow.victim,))
        done = yield from self.delivered(now, blow, args, third)
        after = () if early else (yield from opportunities(landing.after(now, done), actor, able))
        return (*before, *done, *after)

    def delivered(self, scene: Scene, blow: Blow, args: Data, third: Iterable[str] = ()) -> Script[Effects]:
        """ARP-REACT-02 to 04: the reactions to a blow, the tests, and who is hurt."""
        met = reactions.met(blow, self.is_seen(scene, blow, args), bool(args.get("dodge_allowed")))
        answers = yield from reactions.answered(scene, met, third, self.prefix)
        before = yield from self._before(scene, blow, answers)
        now = landing.after(scene, before)
        left = tuple(one for one in answers if one.mode != "dive" and not initiative.is_out(now, one.fighter))
        outcome, opposing = yield from self._tests(now, blow, args, left)
        tested, degrees, back = compared(outcome, opposing)
        spent = (effect for one in (blow, *(one.blow for one in left if one.blow)) for effect in used(now, one))
        done: Effects = (*before, *tested, *spent)
        if degrees is not None:
            return (*done, *(yield from self.harm(now, blow, degrees)))
        for one, won in back:
            key = self.prefix if one.attacker == blow.victim else f"{one.attacker}-"
            done += yield from harm.harm(landing.after(scene, done), one, won, key)
        return done

    def label(self, blow: Blow) -> Text:
        """Its test as who throws the dice reads it."""
        words = _("Attack: %(weapon)s") if blow.weapon.is_melee else _("Shot: %(weapon)s")
        return replace(words, params=(("weapon", blow.weapon.label),))

    def is_seen(self, scene: Scene, blow: Blow, args: Data) -> bool:
        """ARP-ATK-01: whether its target can oppose anything to it."""
        return not trials.unaware(scene, blow.attacker, blow.victim, args)

    def check(self, scene: Scene, blow: Blow, args: Data) -> Check:
        """Its test, with everything that changes it."""
        return trials.threat(scene, blow, args)

    def harm(self, scene: Scene, blow: Blow, degrees: int) -> Script[Effects]:
        """What it does where it hits."""
        return harm.harm(scene, blow, degrees, self.prefix)

    def _before(self, scene: Scene, blow: Blow, answers: Iterable[Answer]) -> Script[Effects]:
        """ARP-ATK-06, ARP-DIST-05: before the tests: a dive to cover, the opportunities of shots fired back."""
        done: Effects = ()
        for one in answers:
            now = landing.after(scene, done)
            if one.mode == "dive":
                done += yield from _dive(now, one.fighter)
            elif one.blow is not None:
                able = [fighter for fighter in provoked(now, one.blow, {}) if fighter != blow.attacker]
                done += yield from opportunities(now, one.fighter, able)
        return done

    def _tests(self, scene: Scene, blow: Blow, args: Data, answers: Iterable[Answer]) -> Script[Tests]:
        """ARP-REACT-02, ARP-RANGE-02: all the tests of one blow, their dice asked together."""
        listed = tuple(answers)
        outcome, *others = yield from together(
            checks.resolve(self.check(scene, blow, args), scene.settings, f"{self.prefix}attack", self.label(blow)),
            *(reactions.tested(scene, one) for one in listed),
        )
        if shooting.is_beyond(blow.weapon, places.metres(scene, blow.attacker, blow.victim)):
            outcome = yield from _long_shot(outcome)
        return outcome, tuple(zip(listed, others, strict=True))


class Assassination(Attack):
    """ARP-ASSN-01 to 04: an attack on somebody without defence at −4; a success takes the whole ECG at once."""

    def label(self, blow: Blow) -> Text:
        return _("Assassination: %(weapon)s", weapon=blow.weapon.label)

    def is_seen(self, scene: Scene, blow: Blow, args: Data) -> bool:
        return False

    def check(self, scene: Scene, blow: Blow, args: Data) -> Check:
        return trials.threat(scene, blow, args, Modifier(_("Assassination"), MURDER, "ARP-ASSN-02"))

    def harm(self, scene: Scene, blow: Blow, degrees: int) -> Script[Effects]:
        end = yield from harm.death(scene, blow.victim, murder=True)
        return (Effect("slain", blow.victim), *end)


class Opportunity(Attack):
    """ARP-DIST-05: an attack in melee on somebody who shoots there, opposed as the house reads it."""

    def __init__(self, fighter: str) -> None:
        self.prefix = f"opportunity-{fighter}-"

    def label(self, blow: Blow) -> Text:
        return _("Opportunity attack: %(weapon)s", weapon=blow.weapon.label)

    def is_seen(self, scene: Scene, blow: Blow, args: Data) -> bool:
        return super().is_seen(scene, blow, args) and bool(setting(scene.settings, "opportunity.opposed"))


ATTACK, ASSASSINATION = Attack(), Assassination()


def aimed(scene: Scene, actor: str, args: Data) -> Blow | None:
    """The blow that an attack names, ``None`` when its weapon or its target is there no more."""
    weapon, target = arms.arm(scene, actor, args["weapon"]), args["target"]
    if weapon is None or target not in scene.fighters:
        return None
    return reactions.struck(scene, actor, target, weapon, trials.location(args), str(args.get("mode", "single")))


def used(scene: Scene, blow: Blow) -> Effects:
    """What an attack leaves behind, whatever it comes to: rounds fired, the aim, what was thrown; both are engaged."""
    attacker, victim, weapon = blow.attacker, blow.victim, blow.weapon
    fired = Effect("ammo", attacker, {"weapon": weapon.key, "fired": blow.rounds})
    near = places.in_melee(places.metres(scene, attacker, victim))
    thrown = weapon.category == "thrown"
    return (
        *((fired,) if weapon.magazine else ()),
        Effect("aim", attacker),
        Effect("hands", attacker, {"weapon": weapon.key, **({"off": True} if thrown else {})}),
        trials.noticed(attacker, victim),
        *((Effect("engage", victim, attacker),) if near else ()),
    )


def compared(outcome: Outcome, opposing: Opposing) -> tuple[Effects, int | None, tuple[tuple[Blow, int], ...]]:
    """ARP-REACT-02, 03: the tests as effects, the degrees of a hit (``None`` for a miss), and the blows struck back.

    Of several who oppose an attack it must beat each, and the best of them takes its degrees off.
    """
    tested = [Effect("outcome", outcome.check.actor, outcome)]
    told, degrees, back = [], [outcome.margin], []
    for one, other in opposing:
        effect, found = trials.opposed(one.mode, outcome, other)
        tested.append(Effect("outcome", one.fighter, other))
        told.append(effect)
        degrees.append(found.degrees if found.winner == "attacker" else -1)
        if found.winner == "defender" and one.blow is not None:
            back.append((one.blow, found.degrees))
    hit = outcome.level.succeeded and min(degrees) >= 0
    return (*tested, *told), min(degrees) if hit else None, tuple(back)


# Opportunities.


def provoked(scene: Scene, blow: Blow, args: Data) -> tuple[str, ...]:
    """ARP-DIST-02, 05: who may strike at a shooter: those engaged before, or the target of this very shot as well."""
    metres = places.metres(scene, blow.attacker, blow.victim)
    if not shooting.provokes(blow.weapon, metres, scene.settings, shooting.is_pressed(scene, blow.attacker)):
        return ()
    if places.in_melee(metres) and setting(scene.settings, "opportunity.who") == "target_too":
        scene = landing.after(scene, (Effect("engage", blow.victim, blow.attacker),))
    return reactions.opportunists(scene, blow.attacker, (blow.victim,) if args.get("defenceless") else ())


def opportunities(scene: Scene, shooter: str, able: Iterable[str]) -> Script[Effects]:
    """ARP-DIST-05: those who could when the shot was begun may strike at the shooter, one after the other."""
    costs = bool(setting(scene.settings, "opportunity.costs_action"))
    done: Effects = ()
    for one in able:
        now = landing.after(scene, done)
        if initiative.is_out(now, shooter):
            break
        if initiative.is_out(now, one):
            continue
        blow = yield from reactions.seize(now, one, shooter, costs)
        if blow is not None:
            done += yield from Opportunity(one).delivered(now, blow, {})
    return done


# Shots.


def _dive(scene: Scene, target: str) -> Script[Effects]:
    """ARP-ATK-06: the test the game master asks for; a success puts the target behind that cover at once."""
    words = _("%(who)s dives to cover: which skill is tested?")
    key = yield from reactions.demanded(scene, target, "dive", words, DIVING)
    label = _("Dive to cover")
    outcome = yield from checks.resolve(trials.skill(scene, target, key), scene.settings, "dive", label)
    tested: Effects = (Effect("outcome", target, outcome),)
    return (*tested, covered(scene, target)) if outcome.level.succeeded else tested


def covered(scene: Scene, target: str) -> Effect:
    """ARP-ATK-06: the cover that a dive has reached."""
    return Effect("cover", target, {"level": places.nearby(scene, target)[0], "places": "preset"})


def _long_shot(outcome: Outcome) -> Script[Outcome]:
    """ARP-RANGE-03: a double 1 beyond the limit hits unless the game master says no."""
    if outcome.faces != DOUBLE_ONE:
        return far(outcome)
    options = (
        Option("hit", _("It hits")),
        Option("veto", _("It cannot reach its target")),
    )
    said = yield from choose("veto", "gm", _("A double 1 beyond the range"), options)
    if said == "hit":
        return far(outcome)
    missed = _("The game master rules: out of reach")
    return replace(outcome, level=Level.FAILURE, margin=0, label=missed, public=missed)


def far(outcome: Outcome) -> Outcome:
    """ARP-RANGE-02: only a natural double 1 hits beyond the limit, and then whatever the score."""
    if outcome.faces == DOUBLE_ONE:
        hit = checks.LEVELS[Level.CRITICAL]
        return replace(outcome, level=Level.CRITICAL, margin=max(1, outcome.margin), label=hit, public=hit)
    too_far = _("Beyond five times the range: automatic failure")
    level = min(outcome.level, Level.FAILURE)
    return replace(outcome, level=level, margin=0, label=too_far, public=too_far)
