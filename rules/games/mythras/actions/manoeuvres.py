"""Outmanoeuvring several opponents: the contest of a group (MYT-CLOSE-OUTMANOEUVRE, MYT-CORE-10)."""

from __future__ import annotations

from rules.core.acts import Effects
from rules.core.check import Check, Outcome
from rules.core.scene import Action, Scene
from rules.core.script import Ask, Effect, Option, Roll, Script, choose
from rules.core.text import Text
from rules.games.mythras import marks
from rules.games.mythras.combat import consequences, defence, situations
from rules.games.mythras.equipment import limbs
from rules.games.mythras.rolls import resolution
from rules.games.mythras.rolls.resolution import prefixed
from rules.games.mythras.rounds import initiative, picks
from rules.games.mythras.rounds.acts import TurnAct, strains, title_text
from rules.games.mythras.rounds.states import Disengage, Moved, Outmanoeuvred
from rules.games.mythras.settings import setting
from rules.games.mythras.text import _


def opponents(scene: Scene, fighter: str) -> tuple[str, ...]:
    """MYT-CLOSE-OUTMANOEUVRE: the foes a fighter is engaged with, as far as they may be known of."""
    seen, engaged = initiative.seen_by(scene, fighter), initiative.engaged_enemies(scene, fighter)
    return tuple(who for who in engaged if who in seen and initiative.are_opposed(scene, fighter, who))


class Outmanoeuvre(TurnAct):
    """MYT-ACT-OUTMANOEUVRE: at least two opponents, room to move, and nothing that holds one."""

    kind = "outmanoeuvre"
    label = _("Outmanoeuvre all opponents")
    defensive = True
    rules = ("MYT-ACT-OUTMANOEUVRE", "MYT-CLOSE-OUTMANOEUVRE", "MYT-CORE-10")
    exposing = True

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        held = marks.PRONE.of(scene, actor) or marks.CORNERED.of(scene, actor)
        few = _("Fewer than two opponents.") if len(opponents(scene, actor)) < 2 else None
        unfit = limbs.why_immobile(scene, actor) or (_("Cannot move freely.") if held else None) or few
        return unfit or _evade_check(scene, actor).refused

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (*super().cost(scene, action), *strains(scene, action.actor), Moved(action.actor))

    def plays(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return _outmanoeuvre(scene, action.actor)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return title_text(_("%(who)s outmanoeuvres the opponents"), scene, action)


def _outmanoeuvre(scene: Scene, fighter: str) -> Script[Effects]:
    """Evade against everybody who pays to follow; those left behind cannot attack."""
    whom = opponents(scene, fighter)
    follow = yield from _followers(scene, fighter, whom)
    judged = yield from _roll_evades(scene, (fighter, *follow))
    beaten = [who for who in follow if resolution.opposed(judged[fighter], judged[who], scene.settings) != "resister"]
    done = judged[fighter].level.succeeded
    idle = [who for who in whom if who not in follow] if done else []
    blocked = [*beaten, *(idle if setting(scene.settings, "outmanoeuvre_bystanders") == "blocked" else ())]
    effects: Effects = tuple(Effect("outcome", who, outcome) for who, outcome in judged.items())
    if len(beaten) < len(follow) or not done:
        return (*effects, *(Outmanoeuvred(who, fighter) for who in blocked))
    return (*effects, *(yield from _break_free(scene, fighter, whom, blocked)))


def _followers(scene: Scene, fighter: str, whom: tuple[str, ...]) -> Script[list[str]]:
    ready = (who for who in whom if initiative.left(scene, who) > 0 and picks.why_no_following(scene, who) is None)
    able = [who for who in ready if _evade_check(scene, who).refused is None]
    answers = (yield tuple(_ask_to_follow(scene, fighter, who) for who in able)) if able else ()
    follow = [who for who, (answer,) in zip(able, answers, strict=True) if answer == "follow"]
    for who in follow:
        yield from prefixed(f"{who}-", defence.choose_point(scene, who))
    return follow


def _evade_check(scene: Scene, fighter: str) -> Check:
    around = situations.place_situations(scene, fighter, "", False, limbs.style_traits(scene, fighter))
    return consequences.skill(scene, fighter, "evade", around, fights=True)


def _roll_evades(scene: Scene, whom: tuple[str, ...]) -> Script[dict[str, Outcome]]:
    label = _("Outmanoeuvre: Evade")
    checks = {who: _evade_check(scene, who) for who in whom}
    faces = yield tuple(Roll(f"evade-{who}", who, resolution.D100, label, check) for who, check in checks.items())
    less = resolution.above_hundred(*checks.values()) if len(whom) > 1 else 0
    rows = zip(checks.items(), faces, strict=True)
    return {who: resolution.judge(check, face, scene.settings, less) for (who, check), face in rows}


def _ask_to_follow(scene: Scene, fighter: str, who: str) -> Ask:
    rows = (
        Option("follow", _("Stay close: Evade"), defence.reaction_cost(scene, who)),
        Option("let", _("Let it happen")),
    )
    label = _("%(who)s outmanoeuvres you", who=scene.name(fighter))
    return Ask(f"follow-{who}", who, label, rows)


def _break_free(scene: Scene, fighter: str, whom: tuple[str, ...], blocked: list[str]) -> Script[Effects]:
    """MYT-CLOSE-OUTMANOEUVRE: a fighter who beats them all faces only one, or breaks away."""
    rows = tuple(Option(f"fight-{who}", _("Fight %(who)s alone", who=scene.name(who))) for who in whom)
    away = Option("away", _("Break away from all"))
    label = _("All are outmanoeuvred")
    answer = yield from choose("then", fighter, label, (*rows, away))
    behind = tuple(Outmanoeuvred(who, fighter) for who in blocked if answer != f"fight-{who}")
    leaves = answer == "away" or setting(scene.settings, "outmanoeuvre_alone") == "apart"
    apart = tuple(Disengage(fighter, who) for who in whom if leaves and answer != f"fight-{who}")
    return (*behind, *apart)
