"""Reactions: the fighters who may react, their options and costs, and oppositions (ARP-REACT, ARP-ATK-02 to 06)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rules.character.sheet import Choice, Field
from rules.core.acts import Effects, fighter_name, fighters
from rules.core.check import Check, Outcome, Verdict
from rules.core.effects import Effect
from rules.core.errors import Refused
from rules.core.memo import memoize
from rules.core.paths import Data
from rules.core.rounds import TWO_NEEDED, is_running
from rules.core.scene import Action, Change, Scene
from rules.core.script import ATTACK, Option, Script, choose, run_together
from rules.core.script import Effect as AnyEffect
from rules.core.text import Text, plain
from rules.games.arpenteurs import checks, modifiers, places
from rules.games.arpenteurs import sheet as sheets
from rules.games.arpenteurs.arms import arm, arms
from rules.games.arpenteurs.checks import skill_check
from rules.games.arpenteurs.initiative import TurnAct, is_out, left
from rules.games.arpenteurs.modifiers import DOUBLE_ONE, MODES, Blow, metres, struck, threat
from rules.games.arpenteurs.places import HELPLESS
from rules.games.arpenteurs.rounds import ENGAGED_NEEDS_REPLI, WATCH, Spent, Wish, action_refusal, free_strike_refusal
from rules.games.arpenteurs.settings import COVERS, setting
from rules.games.arpenteurs.sheet import LOCATIONS, Weapon
from rules.games.arpenteurs.text import _

NOTHING = "nothing"
DO_NOTHING = Option(NOTHING, _("Nothing"), declines=True)
DODGING = "esquive"
DIVING = "athletisme"  # the skill that is usually tested to dive to cover
AIMED = "aimed"
WAYS: dict[str, Text | None] = {  # the ways to use a weapon, prefixed to its key
    ATTACK: None,
    AIMED: _("aimed at a location"),
    "short_burst": _("short burst"),
    "long_burst": _("long burst"),
}


@dataclass(frozen=True)
class Threat:
    """An attack from the view of its target: ``aware`` if noticed, and if a dodge is allowed."""

    blow: Blow
    aware: bool
    can_be_dodged: bool

    @property
    def target(self) -> str:
        return self.blow.victim

    def over_cover(self, back: Blow) -> Blow:
        """ARP-COVER-03: a blow struck back over the cover that was ruled for the first one, which counts for both."""
        ruled = self.blow.ruling.get("covered") if self.blow.by_hand else None
        return replace(back, ruling={"covered": ruled}) if ruled else back


@dataclass(frozen=True)
class Answer:
    """A reaction that a fighter has chosen, with its test, and the blow that lands if it wins.

    Its ``mode`` is ``attack``, ``dodge``, ``generic`` or ``dive``; ``key`` begins the keys of its dice. The ``price``
    is already reserved.
    """

    fighter: str
    mode: str
    check: Check
    key: str
    blow: Blow | None = None
    price: Effects = ()


# Oppositions.


@dataclass(frozen=True)
class Opposition:
    """The result of an opposition: the winner or ``none``, the degrees left, and true if both fail."""

    winner: str
    degrees: int
    both_fail: bool = False


def oppose(mode: str, attacker: int, defender: int) -> Opposition:
    """ARP-REACT-02, 03, ARP-ATK-02 to 04: compare degrees; on a tie a dodge wins, otherwise both fail."""
    if attacker == defender:
        return Opposition("defender", 0) if mode == "dodge" else Opposition("none", 0, both_fail=True)
    sides = {attacker: "attacker", defender: "defender"}
    better, worse = max(sides), min(sides)
    return Opposition(sides[better], better - worse)


class Opposed(Effect):
    """ARP-REACT-02, 03, ARP-ATK-03: the result of an opposition: the winner and the difference in degrees, or a tie."""

    kind = "opposed"
    is_open = says_who_won = True
    winner: str
    degrees: int

    def told(self, scene: Scene) -> Text | None:
        if self.winner == "none":
            return _("equal degrees: both fail")
        if self.winner == "defender" and not self.degrees:
            return _("equal degrees: the dodge wins")
        count = checks.degrees_in_words(int(self.degrees))
        return (
            _("wins with %(degrees)s", degrees=count)
            if self.winner == "attacker"
            else _("loses by %(degrees)s", degrees=count)
        )


@dataclass(frozen=True)
class Result:
    """The result of an action and its reactions: degrees of success, ``None`` for failure, and blows struck back."""

    effects: Effects
    degrees: int | None
    back: tuple[tuple[Blow, int], ...]


def compare(outcome: Outcome, opposing: Iterable[tuple[Answer, Outcome]]) -> Result:
    """ARP-REACT-02, 03: an action must beat all reactions to it; the best of them sets the degrees left."""
    effects: list[AnyEffect] = [_outcome(outcome)]
    degrees, won, back = outcome.margin, outcome.level.succeeded, []
    for answer, other in opposing:
        result = oppose(answer.mode, outcome.margin, other.margin)
        effects += [_outcome(other), Opposed(outcome.check.actor, result.winner, result.degrees)]
        degrees, won = min(degrees, result.degrees), won and result.winner == "attacker"
        if result.winner == "defender" and answer.blow:
            back.append((answer.blow, result.degrees))
    return Result(tuple(effects), degrees if won else None, tuple(back))


def verdict(attack: Outcome, defence: Outcome, settings: Data) -> Verdict:
    """ARP-REACT-02, 03: the winner of two opposed tests, and the difference in degrees in words."""
    mode = "dodge" if defence.check.key == DODGING else "attack"
    result = oppose(mode, attack.margin, defence.margin)
    won = {"attacker": attack, "defender": defence}.get(result.winner)
    if won is None or not won.level.succeeded:
        return Verdict("")
    by = _("by %(degrees)s", degrees=checks.degrees_in_words(result.degrees)) if result.degrees else None
    return Verdict(won.check.actor, by)


def _outcome(outcome: Outcome) -> AnyEffect:
    return AnyEffect("outcome", outcome.check.actor, outcome)


def tested(scene: Scene, mine: Script[Outcome], answers: Iterable[Answer]) -> Script[tuple[Outcome, ...]]:
    """ARP-REACT-02: roll a test and those of the reactions to it at the same time."""
    return (yield from run_together(mine, *(_tested_back(scene, row) for row in answers)))


def _tested_back(scene: Scene, row: Answer) -> Script[Outcome]:
    test = checks.resolve(row.check, scene.settings, row.key, _("Reaction: %(what)s", what=row.check.what))
    return carried(scene, row.blow, test, f"{row.key}-veto") if row.blow else test


def carried(scene: Scene, blow: Blow, test: Script[Outcome], key: str = "veto") -> Script[Outcome]:
    """ARP-RANGE-02, 03: the test of a blow: beyond the range limit a double 1 hits unless the game master says no."""
    outcome = yield from test
    if not modifiers.goes_beyond(scene, blow):
        return outcome
    if outcome.faces != DOUBLE_ONE:
        return modifiers.far(outcome)
    options = (Option("hit", _("It hits")), Option("veto", _("It cannot reach its target")))
    ruling = yield from choose(key, "gm", _("A double 1 beyond the range"), options)
    return modifiers.far(outcome) if ruling == "hit" else modifiers.veto(outcome)


def ask_skill(scene: Scene, fighter: str, key: str, words: Text, likely: str) -> Script[str]:
    """ARP-TEST-05: ask the game master for the skill that a fighter tests, the likely one first."""
    skills = (Option(line.key, line.label) for line in sheets.lines(scene.sheet(fighter)))
    options = sorted(skills, key=lambda option: option.key != likely)
    return (yield from choose(key, "gm", replace(words, params=(("who", scene.name(fighter)),)), options))


# The target of an attack.


def ask_reactions(scene: Scene, met: Threat, third: Iterable[str] = (), prefix: str = "") -> Script[tuple[Answer, ...]]:
    """ARP-REACT-01, 05, 06: ask for reactions to this attack, from its target and from those who may thwart it."""
    others = (thwart(scene, who, met.blow.attacker) for who in third)
    chosen = yield from run_together(_ask_target(scene, met, prefix), *others)
    return tuple(answer for answer in chosen if answer is not None)


def _ask_target(scene: Scene, met: Threat, prefix: str) -> Script[Answer | None]:
    options = answers(scene, met)
    if is_out(scene, met.target) or not any(option.refused is None for option in options[:-1]):
        return None
    text = _("%(who)s attacks: react?", who=scene.name(met.blow.attacker))
    chosen = yield from choose(f"{prefix}reaction", met.target, text, options)
    if chosen == NOTHING:
        return None
    where = yield from _ask_location(met.target, chosen, f"{prefix}place")
    return replace(answer(scene, met, chosen, where, f"{prefix}defence"), price=_price(options, chosen))


def answer(scene: Scene, met: Threat, chosen: str, where: str = "", key: str = "defence") -> Answer:
    """ARP-ATK-02, 04, 06: the reaction that the target of an attack has chosen, with its test."""
    target = met.target
    if chosen == "dive_to_cover":
        return Answer(target, "dive", skill_check(scene, target, DIVING), key)
    blow = _back(scene, target, met.blow.attacker, chosen, where)
    if blow is None:
        return Answer(target, "dodge", skill_check(scene, target, DODGING), key)
    blow = met.over_cover(blow)
    return Answer(target, ATTACK, threat(scene, blow, {}), key, blow)


def tested_anew(scene: Scene, row: Answer) -> Answer:
    """ARP-AIM-01, ARP-ECG-01: a reaction with its test as it is now: a strike at its author may have changed it."""
    check = threat(scene, row.blow, {}) if row.blow else skill_check(scene, row.fighter, row.check.key)
    return replace(row, check=check)


def _price(options: Iterable[Option], chosen: str) -> Effects:
    return next(option.cost for option in options if option.key == chosen)


def _back(scene: Scene, fighter: str, attacker: str, chosen: str, where: str) -> Blow | None:
    way, _dash, key = chosen.partition("-")
    weapon = arm(scene, fighter, key) if way in WAYS else None
    return struck(scene, fighter, attacker, weapon, where, way if way in MODES else "single") if weapon else None


def _ask_location(fighter: str, chosen: str, key: str) -> Script[str]:
    """ARP-REACT-04, ARP-LOC-02: ask for the location at which a reaction is aimed; empty if it is not."""
    if not chosen.startswith(f"{AIMED}-"):
        return ""
    options = tuple(Option(place, label) for place, label in LOCATIONS.items())
    return (yield from choose(key, fighter, _("Aimed at which location?"), options))


def _ways(scene: Scene, fighter: str, against: str, weapon: Weapon, label: Text) -> Iterator[tuple[str, Text, Blow]]:
    """ARP-REACT-04: the ways to use a weapon in a reaction, as in an action: plain, aimed, or in a burst."""
    for way, how in WAYS.items():
        mode = way if way in MODES else "single"
        if weapon.rounds(mode):
            named = _("%(attack)s, %(way)s", attack=label, way=how) if how else label
            place = "head" if way == AIMED else ""
            yield f"{way}-{weapon.key}", named, struck(scene, fighter, against, weapon, place, mode)


@memoize
def answers(scene: Scene, met: Threat) -> tuple[Option, ...]:
    """ARP-ATK-02, 04 to 06: the target's options: attack back, dodge, dive, nothing; disabled ones with a reason."""
    return tuple(_answers(scene, met))


def _answers(scene: Scene, met: Threat) -> Iterator[Option]:
    target = met.target
    if met.blow.by_hand:
        for weapon in sorted(arms(scene, target), key=lambda weapon: not weapon.is_melee):
            yield from _attacks_back(scene, met, weapon)
    yield _option(scene, met, "dodge", _("Dodge"), Wish("dodge"), skill_check(scene, target, DODGING))
    if not met.blow.by_hand:
        label = _("Dive to cover: %(cover)s", cover=COVERS[places.nearby(scene, target)[0]][0])
        option = _option(scene, met, "dive_to_cover", label, Wish("dive_to_cover"), skill_check(scene, target, DIVING))
        away = metres(scene, met.blow.attacker, target, met.blow.ruling)
        near = places.in_melee(away)  # ARP-DIST-02, 03: engaged by the shot
        yield replace(option, refused=option.refused or (ENGAGED_NEEDS_REPLI if near else None))
    yield DO_NOTHING


def _attacks_back(scene: Scene, met: Threat, weapon: Weapon) -> Iterator[Option]:
    """ARP-ATK-04, ARP-REACT-04: attacks back with a melee weapon or, by house setting, a shooting one."""
    which = str(setting(scene.settings, "reaction.weapons"))
    if not (weapon.is_melee or which == "any" or (which == "short" and weapon.short)):
        return
    label = _("Attack back: %(weapon)s", weapon=weapon.label)
    for key, named, blow in _ways(scene, met.target, met.blow.attacker, weapon, label):
        yield _option(scene, met, key, named, Wish(ATTACK, weapon.key), threat(scene, met.over_cover(blow), {}))


def _option(scene: Scene, met: Threat, key: str, label: Text, wish: Wish, check: Check) -> Option:
    full = replace(
        wish,
        reaction=True,
        can_react=met.aware and not HELPLESS.of(scene, met.target),
        can_be_dodged=met.can_be_dodged,
        near=places.nearby(scene, met.target)[1] == 1,
    )
    return _reaction_option(scene, met.target, key, label, full, check)


def _reaction_option(
    scene: Scene, fighter: str, key: str, label: Text, wish: Wish, check: Check, group: Text | None = None
) -> Option:
    """ARP-ACT-05: the option of a reaction, with its score; it costs an action of the round."""
    rest = left(scene, fighter)
    taken = _("the last action left") if rest == 1 else _("1 action of %(count)s", count=rest)
    hint = _("score %(score)s, %(taken)s", score=plain(check.target.total), taken=taken)
    refused, aside = action_refusal(scene, fighter, wish), key.startswith(f"{AIMED}-")
    return Option(key, label, (Spent(fighter, wish.entry),), refused, hint, group=group, aside=aside)


# Other fighters.


def thwarters(scene: Scene, actor: str, named: Iterable[str] = (), but: Iterable[str] = ()) -> tuple[str, ...]:
    """ARP-REACT-01: the fighters who are asked to thwart an action.

    They are the named ones and opponents who watch the actor; by house setting also opponents in reach, or all.
    """
    listed, spared = frozenset(named), {actor, *but}
    return tuple(
        who
        for who in scene.fighters
        if who not in spared
        and (who in listed or (_is_opponent(scene, who, actor) and _heeds(scene, who, actor)))
        and not is_out(scene, who)
        and left(scene, who)  # what follows is refused without
        and places.is_able(scene, who, actor)
        and any(option.refused is None for option in thwarting(scene, who, actor))
    )


def _is_opponent(scene: Scene, fighter: str, actor: str) -> bool:
    mine, theirs = (scene.fighters[who] for who in (fighter, actor))
    return not theirs.hidden and mine.camp != theirs.camp


def _heeds(scene: Scene, fighter: str, actor: str) -> bool:
    """The fighter is asked to react; never a hidden one, since an action that waits for them would reveal them."""
    if scene.fighters[fighter].hidden:
        return False
    if WATCH.rows(scene, fighter).get(actor):
        return True
    who = setting(scene.settings, "reaction.asked")
    return who == "all" or (who == "reach" and places.in_melee(places.metres(scene, fighter, actor)))


def thwart(scene: Scene, fighter: str, by: str) -> Script[Answer | None]:
    """ARP-REACT-01, 04: ask a fighter to thwart another's action, with a fitting skill or an attack on them."""
    options = (DO_NOTHING, *thwarting(scene, fighter, by))
    key = f"thwart-{fighter}"
    chosen = yield from choose(key, fighter, _("%(who)s can be thwarted: react?", who=scene.name(by)), options)
    if chosen == NOTHING:
        return None
    where = yield from _ask_location(fighter, chosen, f"{key}-place")
    blow = _back(scene, fighter, by, chosen, where)
    check = threat(scene, blow, {}) if blow else skill_check(scene, fighter, chosen)
    return Answer(fighter, "generic", check, key, blow, _price(options, chosen))


def thwarting(scene: Scene, fighter: str, by: str) -> Iterator[Option]:
    """ARP-REACT-01: the skills and attacks that may thwart another's action; disabled ones with a reason."""
    able = places.is_able(scene, fighter, by)
    for line in sheets.lines(scene.sheet(fighter)):
        wish = Wish("other", skill=line.key, can_react=able, reaction=True)
        check = skill_check(scene, fighter, line.key)
        yield _reaction_option(scene, fighter, line.key, line.label, wish, check, _("With a skill"))
    near = places.in_melee(places.metres(scene, fighter, by))
    for weapon in arms(scene, fighter):
        if near or not weapon.is_melee:
            wish = Wish(ATTACK, weapon.key, can_react=able, reaction=True)
            for key, named, blow in _ways(scene, fighter, by, weapon, weapon.label):
                check = threat(scene, blow, {})
                yield _reaction_option(scene, fighter, key, named, wish, check, _("With an attack"))


class Watched(Effect):
    """ARP-REACT-01: a fighter watches another to thwart their actions, or stops if ``off``."""

    mark = WATCH
    other: str
    off: bool = False

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return (WATCH.set(scene, self.target, None if self.off else True, scene.fighters[self.other].id),)

    def told(self, scene: Scene) -> Text | None:
        who = scene.name(self.other)
        return _("watches %(who)s no more", who=who) if self.off else _("watches %(who)s", who=who)


class Watching(TurnAct):
    """An act about whom a fighter watches; the game master sets it for anybody."""

    rules = ("ARP-REACT-01",)

    def is_open(self, scene: Scene, actor: str) -> bool:
        return is_running(scene) if actor == "gm" else super().is_open(scene, actor)


class Watch(Watching):
    """ARP-REACT-01: a fighter watches another, to be asked for a reaction to each of their actions; this is free."""

    kind = WATCH.key
    label = _("Watch somebody")

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        by_gm, watched = actor == "gm", WATCH.rows(scene, actor) if actor in scene.fighters else {}
        seen = scene.fighters if by_gm else scene.seen_by(actor)
        whom = fighters(scene, seen, lambda who: WATCHED if who in watched else None)
        fighter = Field("fighter", _("Fighter"), "choice", choices=fighters(scene, scene.fighters))
        return (*((fighter,) if by_gm else ()), Field("other", _("Whom"), "choice", choices=whom, rule="ARP-REACT-01"))

    def hint(self, scene: Scene, actor: str) -> Text | None:
        return _("Free: you may then thwart what they do")

    def cost(self, scene: Scene, action: Action) -> Effects:
        args = action.args
        who = args.get("fighter", action.actor)
        if who == args["other"]:
            raise Refused(TWO_NEEDED, "other")
        if args["other"] in WATCH.rows(scene, who):
            raise Refused(WATCHED, "other")
        return (Watched(who, args["other"]),)

    def title(self, scene: Scene, action: Action) -> Text | None:
        who = action.args.get("fighter", action.actor)
        return _("%(who)s watches somebody", who=scene.name(who))


WATCHED = _("They are watched already.")


class WatchNoMore(Watching):
    """ARP-REACT-01: a fighter watches another no more."""

    kind = "watch_no_more"
    label = _("Watch somebody no more")

    def is_open(self, scene: Scene, actor: str) -> bool:
        return super().is_open(scene, actor) and any(_watched_pairs(scene, actor))

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        rows = tuple(
            Choice(f"{who}/{other}", _pair(scene, who, other) if actor == "gm" else fighter_name(scene, other))
            for who, other in _watched_pairs(scene, actor)
        )
        return (Field("other", _("Whom"), "choice", choices=rows, rule="ARP-REACT-01"),)

    def cost(self, scene: Scene, action: Action) -> Effects:
        who, other = str(action.args["other"]).split("/")
        return (Watched(who, other, off=True),)

    def title(self, scene: Scene, action: Action) -> Text | None:
        who, _slash, _other = str(action.args["other"]).partition("/")
        return _("%(who)s watches somebody no more", who=scene.name(who))


def _watched_pairs(scene: Scene, actor: str) -> Iterator[tuple[str, str]]:
    """The pairs of watcher and watched: all for the game master, else those of a fighter that they see."""
    seen = scene.fighters if actor == "gm" else scene.seen_by(actor)
    for who in scene.fighters if actor == "gm" else (actor,):
        yield from ((who, other) for other in WATCH.rows(scene, who) if other in seen)


def _pair(scene: Scene, who: str, other: str) -> Text:
    return _("%(who)s: %(whom)s", who=scene.name(who), whom=scene.name(other))


# Opportunities.


def opportunists(scene: Scene, shooter: str, but: Iterable[str] = ()) -> tuple[str, ...]:
    """ARP-DIST-05, ARP-ATK-01: the fighters engaged with a shooter, in reach and aware, who may strike at them.

    Hidden ones may not, since a shot that waits for them would reveal them.
    """
    spared = {shooter, *but, *(row.id for row in scene.fighters.values() if row.hidden)}
    others = (who for who in scene.fighters if who not in spared and places.are_engaged(scene, who, shooter))
    near = (who for who in others if places.in_melee(places.metres(scene, who, shooter)))
    return tuple(who for who in near if places.is_able(scene, who, shooter) and not is_out(scene, who))


def seize(scene: Scene, fighter: str, shooter: str, costs: bool) -> Script[tuple[Blow, Effects] | None]:
    """ARP-DIST-05: ask a fighter for an opportunity attack: the blow and its cost, or ``None``."""
    options = tuple(_opportunities(scene, fighter, shooter, costs))
    if not any(option.refused is None for option in options):
        return None
    text = _("%(who)s shoots in melee: strike?", who=scene.name(shooter))
    key = f"opportunity-{fighter}"
    chosen = yield from choose(key, fighter, text, (*options, DO_NOTHING))
    if chosen == NOTHING:
        return None
    where = yield from _ask_location(fighter, chosen, f"{key}-aim")  # the defence asks for its own place
    blow = _back(scene, fighter, shooter, chosen, where)
    return None if blow is None else (blow, _price(options, chosen))


def _opportunities(scene: Scene, fighter: str, shooter: str, costs: bool) -> Iterator[Option]:
    for weapon in arms(scene, fighter):
        wish = Wish("opportunity_attack", weapon.key, reaction=True)
        if weapon.is_melee:
            reason = (action_refusal if costs else free_strike_refusal)(scene, fighter, wish)
            spent = (Spent(fighter, wish.entry),) if costs else ()
            for key, named, _blow in _ways(scene, fighter, shooter, weapon, weapon.label):
                yield Option(key, named, spent, reason, aside=key.startswith(f"{AIMED}-"))
