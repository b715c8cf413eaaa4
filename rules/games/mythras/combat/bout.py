"""One attack on one target after its roll, in the order of the text (MYT-ATK-01)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.check import Level, Outcome
from rules.core.scene import Scene
from rules.core.script import Effect, Script, with_costs
from rules.games.mythras import marks
from rules.games.mythras.actions import cover
from rules.games.mythras.combat import threat
from rules.games.mythras.combat.defence import NOTHING, Defence, defend, ends_prone, lands
from rules.games.mythras.combat.threat import Threat
from rules.games.mythras.effects import choice
from rules.games.mythras.effects.choice import Chosen
from rules.games.mythras.effects.moment import Moment
from rules.games.mythras.effects.resolving import BlowOutcome
from rules.games.mythras.equipment.ranged import Aimed
from rules.games.mythras.rolls import resolution
from rules.games.mythras.rolls.resolution import NOBODY, Differential, differential, goes_past
from rules.games.mythras.rounds.states import Gift, Unsettled, after_effects
from rules.games.mythras.settings import setting

Effects = tuple[Effect, ...]


def fight_out(danger: Threat, rolled: Outcome) -> Script[Effects]:
    """MYT-ATK-01: the answer to an attack that was rolled, and what comes of both."""
    danger, answer = yield from take_answer(danger, rolled)
    return (yield from resolve_exchange(danger, rolled, answer))


def take_answer(danger: Threat, rolled: Outcome) -> Script[tuple[Threat, Defence]]:
    """MYT-AP-01: the answer to an attack that was rolled, and the attack as it goes on once that is paid."""
    answer, price = yield from with_costs(defend(danger, rolled))
    return replace(danger, scene=after_effects(danger.scene, price)), answer


def resolve_exchange(danger: Threat, rolled: Outcome, answer: Defence) -> Script[Effects]:
    """MYT-ATK-01, MYT-PARRY-04: from the differential roll to the end of the exchange."""
    scene, target = danger.scene, danger.target
    mine, answer = contest(scene, rolled, answer)
    avoided = answer.kind == "evade" and answer.outcome is not None and goes_past(mine, answer.outcome, scene.settings)
    ended: Effects = ()
    if answer.kind == "evade":
        ended = lands(target, answer) if ends_prone(danger) else (Unsettled(target),)
    met = replace(danger, scene=after_effects(scene, ended))
    moment = Moment(met, answer.guard, "evaded" if avoided else answer.kind, mine.level, answer.level)
    tested: Effects = (Effect("outcome", danger.attacker, mine), *_test_effects(target, answer))
    differs, only = _effects_won(danger, mine, answer)
    after = yield from apply_effects(moment, mine, answer, differs, only)
    if answer.kind == "evade":
        ended += yield from _dive_for_cover(danger)
    if marks.GIFT.of(scene, target):
        ended += (Gift(target, None),)
    if marks.AIM.of(scene, target) and moment.hits:
        ended += (Aimed(target, None),)
    return (*tested, *ended, *after)


def _dive_for_cover(danger: Threat) -> Script[Effects]:
    """MYT-RANGED-PARRY: to evade a bullet is to dive into the cover at hand."""
    near = danger.is_ticked("cover_near") or cover.at_hand(danger.scene, danger.target)
    if not danger.weapon.firearm or not near:
        return ()
    return (yield from cover.dive_for_cover(danger.scene, danger.target, "dive"))


def apply_effects(
    moment: Moment, mine: Outcome, answer: Defence, differs: Differential, only: tuple[str, ...] = ()
) -> Script[Effects]:
    """MYT-FX-00a, MYT-FX-00k: the effects a contest brings, and what comes of them."""
    return (yield from impose((yield from choice.choices(moment, differs, only)), mine, answer))


def impose(moment: Moment, mine: Outcome, answer: Defence = NOTHING) -> Script[Effects]:
    """MYT-FX-PREPARE-COUNTER: the effects that were chosen, without those that the other side was waiting for."""
    moment, theirs, lost = yield from choice.spring_counters(moment)
    secret = yield from choice.prepare_counters(moment)
    after = yield from BlowOutcome(moment, theirs, mine, answer, _strike_again).resolve()
    named = tuple(Chosen(moment.winner, key) for key in moment.chosen)
    return (*named, *lost, *secret, *after)


def contest(scene: Scene, rolled: Outcome, answer: Defence) -> tuple[Outcome, Defence]:
    """MYT-CORE-09: with a defence there is a contest, and skills beyond 100 weigh on both."""
    if answer.outcome is None:
        return rolled, answer
    less = resolution.above_hundred(rolled.check, answer.outcome.check)
    if not less:
        return rolled, answer
    mine = resolution.judge(rolled.check, rolled.faces, scene.settings, less)
    theirs = resolution.judge(answer.outcome.check, answer.outcome.faces, scene.settings, less)
    return mine, replace(answer, outcome=theirs)


def _effects_won(danger: Threat, mine: Outcome, answer: Defence) -> tuple[Differential, tuple[str, ...]]:
    """MYT-CORE-08, MYT-FX-00j: the effects won, and the few of them that a fumbled shot leaves to choose from."""
    answered = answer.outcome is not None
    won = effects_won(danger, mine.level, answer.level, answered)
    return won, choice.FUMBLED if _fumbles_alone(danger, mine.level, answered) else ()


def effects_won(danger: Threat, mine: Level, theirs: Level, answered: bool) -> Differential:
    """MYT-CORE-08, MYT-CLOSE-SURPRISE: the effects won, one more for the first blow at somebody surprised.

    MYT-FX-00j: where the table likes it, a fumbled shot nobody could answer gives one of a few to its target.
    """
    if danger.plain:
        return NOBODY
    if _fumbles_alone(danger, mine, answered):
        return Differential("defender", 1)
    return add_surprise_effect(danger, mine, differential(mine, theirs))


def _fumbles_alone(danger: Threat, mine: Level, answered: bool) -> bool:
    alone = mine is Level.FUMBLE and not answered and danger.weapon.firearm and not danger.plain
    return alone and bool(setting(danger.scene.settings, "firearm_fumble_effect"))


def add_surprise_effect(danger: Threat, mine: Level, won: Differential) -> Differential:
    """MYT-CLOSE-SURPRISE: one effect more for the first attack on somebody surprised, where it succeeds."""
    gift = marks.GIFT.of(danger.scene, danger.target) and mine.succeeded
    return Differential("attacker", won.count + 1) if gift and won.winner != "defender" else won


def _test_effects(target: str, answer: Defence) -> Effects:
    return (Effect("outcome", target, answer.outcome),) if answer.outcome else ()


def _strike_again(danger: Threat) -> Script[Effects]:
    """MYT-FX-FLURRY: an exchange of its own."""
    rolled = yield from threat.roll(danger)
    return (yield from fight_out(danger, rolled))
