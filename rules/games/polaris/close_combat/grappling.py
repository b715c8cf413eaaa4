"""Wrestling: to seize, lock, choke and throw, to keep a hold, and to break it (POL-MARTIAL-17 to 22)."""

from __future__ import annotations

from rules.core.acts import Effects
from rules.core.check import Check, Modifier, Outcome
from rules.core.dice import Dice, parse
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Option, Script, add_key_suffix, choose, roll
from rules.games.polaris.character.sheet import level
from rules.games.polaris.close_combat import balance, holds, melee, situation, techniques
from rules.games.polaris.close_combat.contact import Engaged
from rules.games.polaris.close_combat.exchange import apply_wish, counter, cross, riposte, test_looking
from rules.games.polaris.close_combat.holds import ART, CHOKED, LOCKED, SEIZED, Freed, Held, Threat
from rules.games.polaris.harm import damage, shock
from rules.games.polaris.harm.conditions import Condition
from rules.games.polaris.harm.damage import Blow, Wound, harm
from rules.games.polaris.settings import setting
from rules.games.polaris.shooting import weapons
from rules.games.polaris.shooting.weapons import Disarmed, Weapon
from rules.games.polaris.tables import PLACES, SEVERITY_NAMES
from rules.games.polaris.text import _
from rules.games.polaris.trials import checks
from rules.games.polaris.trials.remarks import after, rolled
from rules.games.polaris.trials.resolution import oppose, resolve
from rules.games.polaris.turn import initiative
from rules.games.polaris.turn.circumstances import is_hit, rush

NOTHING: Effects = ()
FAINTS = 2  # POL-MARTIAL-21, in turns
WINS = 3  # POL-MARTIAL-20: tests of strength in a row before an untrained hold wounds
TWISTS = ("moderate", "serious", "critical")  # POL-MARTIAL-20
FALL = Weapon("fall", _("Fall"), "melee", weapons.HANDS_SKILL, parse("1d6"), "blow", drawn=True)
OF = {
    techniques.LOCK: LOCKED,
    techniques.UNTRAINED_LOCK: LOCKED,
    techniques.CHOKE: CHOKED,
    techniques.UNTRAINED_CHOKE: CHOKED,
}


def grapple(scene: Scene, actor: str, target: str, weapon: Weapon, args: Data) -> Script[Effects]:
    """POL-MARTIAL-19: to seize first, unless they are held already, then the grip itself."""
    technique = techniques.attack_technique(scene, actor, target)
    seizes = target not in holds.held_fighters(scene, actor)
    seen, looked = yield from test_looking(scene, actor, target)
    met = melee.bout(scene, actor, target, weapon, args)
    if met is None or not seen:
        return looked
    wished = yield from apply_wish(met, args)  # for the first test, like what is ruled
    effects, holding = looked, True
    if seizes:
        caught, holding = yield from _seize(scene, wished, target, args, technique)
        effects += caught
    now = after(scene, effects)
    grip = melee.bout(now, actor, target, weapon, args, technique) if seizes else wished
    if holding and grip is not None and technique != techniques.GRAB:
        effects += yield from _grip(now, grip, target, technique, {} if seizes else args)
    return (*effects, *(yield from counter(after(scene, effects), met)))


def keep(scene: Scene, actor: str, target: str) -> Script[Effects]:
    """POL-MARTIAL-20, 21: another turn of a hold: untrained holders test their strength, then it has its effect."""
    row = holds.held_fighters(scene, actor).get(target)
    if row is None or row["grip"] == SEIZED:
        return NOTHING
    effects, wins = NOTHING, WINS if row["trained"] else int(row["wins"]) + 1
    if not row["trained"] and not initiative.is_out(scene, target):  # POL-SHOCK-04: who does nothing resists nothing
        mine = _strength(scene, actor).plus(*_hold_terms(scene, actor))
        theirs = _resistance_check(scene, target).plus(melee.crowd(scene, target))
        met = yield from oppose(mine, theirs, scene.settings, "keep-")
        effects = _test_effects(met.first, met.second)
        if met.winner is not met.first:
            return (*effects, Freed(target, actor))
    turns = int(row["turns"]) + 1
    effects += (Held(actor, {**row, "target": target, "turns": turns, "wins": wins}),)
    if row["grip"] == CHOKED:
        return (*effects, *(yield from _choke(scene, target, turns)))
    return (*effects, *((yield from _twist(scene, actor, target)) if wins >= WINS else NOTHING))


def break_free(scene: Scene, fighter: str, holder: str, how: str) -> Script[Effects]:
    """POL-MARTIAL-17: break free of a hold, by technique or by strength against strength."""
    row = holds.holders(scene, fighter).get(holder)
    if row is None:
        return NOTHING
    if how == ART:
        return (yield from _by_art(scene, fighter, holder, bool(row["trained"])))[0]
    mine = _strength(scene, fighter).plus(*_hold_terms(scene, fighter))
    theirs = _strength(scene, holder).plus(melee.crowd(scene, holder))
    met = yield from oppose(mine, theirs, scene.settings, "break-")
    won = met.winner is met.first and not (row["trained"] and met.second.level.succeeded)
    return (*_test_effects(met.first, met.second), *((Freed(fighter, holder),) if won else NOTHING))


def escape(scene: Scene, fighter: str) -> Script[Effects]:
    """POL-MARTIAL-18: the technique against the reaction of the fighter who threatens with a weapon."""
    by = holds.threatened_by(scene, fighter)
    mine, theirs = (
        checks.of_fighter(scene, fighter, techniques.DEFENSE),
        checks.of_fighter(scene, by, "reaction") if by else None,
    )
    if mine is None or theirs is None:
        return NOTHING
    mine, theirs = mine.plus(*_hold_terms(scene, fighter)), theirs.plus(melee.crowd(scene, by))
    met = yield from oppose(mine, theirs, scene.settings, "escape-")
    tests = _test_effects(met.first, met.second)
    if met.winner is not met.first:
        return tests
    over = (Threat(fighter), Engaged(fighter, by))
    arm = holds.threatening_weapon(scene, by)
    if met.second.level.succeeded or arm is None or holds.is_stunned(scene, fighter):
        return (*tests, *over)
    text = _("The weapon of %(who)s", who=scene.name(by))
    options = (Option("take", _("Take it, and turn the tables")), Option("leave", _("Only escape")))
    if (yield from choose("take", fighter, text, options)) == "leave":
        return (*tests, *over)
    return (*tests, *over, Disarmed(by, arm.key, fighter), Threat(by, fighter))


# The steps.


def _seize(scene: Scene, met: melee.Bout, target: str, args: Data, technique: str) -> Script[tuple[Effects, bool]]:
    """POL-MARTIAL-19: true with the effects if somebody has hold of their target now."""
    actor, trained = met.mine.fighter, bool(techniques.skills(technique))
    tests, effects = yield from cross(scene, met, args)
    if tests.winner != actor:
        return (*effects, *(yield from riposte(scene, met, tests))), False
    broken, freed = yield from _release(after(scene, effects), target, actor, trained)
    return (*effects, _hold(actor, target, SEIZED, trained), *broken), not freed


def _grip(scene: Scene, met: melee.Bout, target: str, technique: str, args: Data) -> Script[Effects]:
    """POL-MARTIAL-20 to 22: won against somebody who fails, by enough where they are the stronger one."""
    tests, effects = yield from add_key_suffix(cross(scene, met, args), "-grip")
    actor, mine = met.mine.fighter, tests.outcomes[0]
    won = tests.winner == actor and has_grip(scene, actor, target, tests.outcomes)
    if not is_hit(args, won):
        return (*effects, *(yield from add_key_suffix(riposte(scene, met, tests), "-grip")))
    if technique == techniques.THROW:
        return (*effects, *(yield from _throw(scene, actor, target, max(0, mine.modifier))))
    trained = bool(techniques.skills(technique))
    gripped = (*effects, _hold(actor, target, OF[technique], trained))
    if technique != techniques.LOCK:
        return gripped
    return (*gripped, *(yield from _twist(scene, actor, target)))


def has_grip(scene: Scene, actor: str, target: str, outcomes: tuple[Outcome, ...]) -> bool:
    """POL-MARTIAL-20 to 22: true if the first of these tests, which has won, is enough: the other one has failed."""
    gap = level(scene.sheet(target), "FOR") - level(scene.sheet(actor), "FOR")
    resisted = any(outcome.level.succeeded for outcome in outcomes[1:])
    return not resisted and outcomes[0].margin >= 2 * gap


def _throw(scene: Scene, actor: str, target: str, success: int) -> Script[Effects]:
    """POL-MARTIAL-22: to the ground, and hurt by the fall if the thrower wants."""
    thrown = (Condition(target, "prone"), Freed(target, actor))
    options = (Option("hurt", _("Throw hard: 1d6 and the modifiers")), Option("spare", _("Throw without harm")))
    text = _("%(who)s falls", who=scene.name(target))
    if (yield from choose("throw", actor, text, options)) == "spare":
        return thrown
    return (*thrown, *(yield from harm(scene, Blow(actor, target, FALL, success))))


def _twist(scene: Scene, actor: str, target: str) -> Script[Effects]:
    """POL-MARTIAL-20: a lock wounds as badly as its holder wants, moderately to critically."""
    options = (
        Option("keep", _("Only hold")),
        *(Option(key, _("%(what)s wound", what=SEVERITY_NAMES[key])) for key in TWISTS),
    )
    severity = yield from choose("twist", actor, _("The lock"), options)
    if severity == "keep":
        return NOTHING
    places = tuple(Option(key, label) for key, label in PLACES.items() if key != "body")
    place = yield from choose("twisted", actor, _("Place of the lock"), places)
    marked = damage.mark(scene, target, place, severity)
    bleeds = None
    if marked.ticked == "critical":
        bleeds = yield from damage.decide_bleeding(scene, target, "blow")
    after = yield from shock.test_due(scene, target, marked)
    return (Wound(target, place, severity, "blow", bleeding=bleeds), *after)


def _choke(scene: Scene, target: str, turns: int) -> Script[Effects]:
    """POL-MARTIAL-21: two turns make faint for 1d6 minutes, half the constitution in turns kills."""
    if turns >= max(FAINTS + 1, level(scene.sheet(target), "CON") // 2):
        return (Condition(target, "dead"),)
    if turns != FAINTS:
        return NOTHING
    (minutes,) = yield from roll("faint", target, Dice(1, 6), _("Minutes unconscious"))
    lasting = minutes * 60 // int(setting(scene.settings, "turn_seconds"))
    return (Condition(target, "unconscious", lasting),)


def _release(scene: Scene, fighter: str, holder: str, trained: bool) -> Script[tuple[Effects, bool]]:
    """POL-MARTIAL-17: a fighter who has declared the technique answers a hold at once."""
    if techniques.defence_technique(scene, fighter) != techniques.RELEASE:
        return NOTHING, False
    return (yield from _by_art(scene, fighter, holder, trained))


def _by_art(scene: Scene, fighter: str, holder: str, trained: bool) -> Script[tuple[Effects, bool]]:
    """POL-MARTIAL-17: against a wrestler an opposition, against anybody else a simple test."""
    arm = weapons.find(scene.sheet(fighter), weapons.HANDS)
    if arm is None:
        return NOTHING, False
    mine_terms = (*situation.terms(scene, fighter), *_hold_terms(scene, fighter))
    their_terms = (*situation.terms(scene, holder), melee.crowd(scene, holder))
    mine = melee.side(scene, fighter, arm, techniques.RELEASE, *mine_terms)
    theirs = melee.side(scene, holder, arm, techniques.LOCK, *their_terms) if trained else None
    alone = checks.of_fighter(scene, fighter, techniques.DEFENSE)
    if trained and mine is not None and theirs is not None:
        met = yield from oppose(mine.check, theirs.check, scene.settings, "release-")
        tests, won = _test_effects(met.first, met.second), met.winner is met.first
        clean = not met.second.level.succeeded
    elif alone is not None:
        simple = alone.plus(*_hurry_terms(scene, fighter))  # no opposition: several opponents cost nothing
        outcome = yield from resolve(simple, scene.settings, "release", _("Release"))
        tests, won, clean = _test_effects(outcome), outcome.level.succeeded, True
    else:
        return NOTHING, False
    if not won:
        return tests, False
    answer = (yield from _answer(scene, fighter, holder)) if clean else NOTHING
    return (*tests, Freed(fighter, holder), *answer), True


def _answer(scene: Scene, fighter: str, holder: str) -> Script[Effects]:
    """POL-MARTIAL-17: a holder who did not test, or failed, is locked, thrown or struck in the same movement."""
    if holds.is_stunned(scene, fighter):  # POL-SHOCK-03
        return NOTHING
    trained = techniques.is_learnt(scene.sheet(fighter), scene.settings, techniques.WRESTLING)
    unlearnt = None if trained else _("Wrestling is not learnt.")
    options = (
        Option("nothing", _("Only break free")),
        Option("lock", techniques.NAMES[techniques.LOCK], refused=unlearnt),
        Option("throw", techniques.NAMES[techniques.THROW], refused=unlearnt),
        Option("strike", _("Strike")),
    )
    chosen = yield from choose("answer", fighter, _("In the same movement"), options)
    if chosen == "nothing":
        return NOTHING
    arm = weapons.in_hand(scene, fighter)
    check = (
        weapons.check(scene, fighter, arm)
        if chosen == "strike"
        else checks.of_fighter(scene, fighter, techniques.WRESTLING)
    )
    if check is None:
        return NOTHING
    outcome = yield from resolve(check, scene.settings, "answer", check.what)
    tested, worth = _test_effects(outcome), max(0, outcome.modifier)
    if not outcome.level.succeeded:
        return tested
    if chosen == "lock":
        return (*tested, _hold(fighter, holder, LOCKED, True))
    if chosen == "throw":
        return (*tested, *(yield from add_key_suffix(_throw(scene, fighter, holder, worth), "-answer")))
    return (*tested, *(yield from add_key_suffix(harm(scene, Blow(fighter, holder, arm, worth)), "-answer")))


def _hold(actor: str, target: str, grip: str, trained: bool) -> Held:
    return Held(actor, {"target": target, "grip": grip, "trained": trained, "turns": 1, "wins": 0})


def _hold_terms(scene: Scene, fighter: str) -> tuple[Modifier, ...]:
    """POL-MELEE-04, POL-INIT-16, POL-MARTIAL-10: the modifiers of a test about a hold."""
    return (melee.crowd(scene, fighter), *_hurry_terms(scene, fighter))


def _hurry_terms(scene: Scene, fighter: str) -> tuple[Modifier, ...]:
    return (rush(scene, fighter), balance.unsteady_term(scene, fighter))


def _test_effects(*outcomes: Outcome) -> Effects:
    return tuple(rolled(outcome) for outcome in outcomes)


def _strength(scene: Scene, fighter: str) -> Check:
    check = checks.of_fighter(scene, fighter, "FOR")
    assert check is not None  # every sheet has its attributes
    return check


def _resistance_check(scene: Scene, fighter: str) -> Check:
    """POL-MARTIAL-20: strength, or the defensive techniques where they are better."""
    strength, art = _strength(scene, fighter), checks.of_fighter(scene, fighter, techniques.DEFENSE)
    return art if art and art.refused is None and art.target.total > strength.target.total else strength
