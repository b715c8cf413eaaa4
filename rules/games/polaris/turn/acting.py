"""Acts at a fighter's phase: their declaration, and the rest (POL-INIT-11, 17, POL-TURN-04, 10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rules.character.fields import choice, number, text
from rules.character.sheet import Choice, Choices, Field
from rules.core.acts import Act, Effects
from rules.core.check import Check
from rules.core.scene import Action, Scene
from rules.core.script import ATTACK, Script, add_key_suffix
from rules.core.text import Text, sentence_about
from rules.games.polaris.close_combat import balance, holds, modes, several_attacks, techniques
from rules.games.polaris.close_combat.contact import Engaged
from rules.games.polaris.close_combat.exchange import attack
from rules.games.polaris.close_combat.grappling import grapple
from rules.games.polaris.harm import act_odds, fatigue, wounds
from rules.games.polaris.harm.fatigue import EFFORTS, FATIGUE, Breathed
from rules.games.polaris.marks import BOUND, FREE
from rules.games.polaris.settings import setting
from rules.games.polaris.shooting import fire, manners, volleys, weapons
from rules.games.polaris.shooting.ranged import said_range
from rules.games.polaris.shooting.weapons import Reloaded
from rules.games.polaris.text import _
from rules.games.polaris.trials import boost, checks
from rules.games.polaris.trials.remarks import rolled
from rules.games.polaris.trials.resolution import test
from rules.games.polaris.turn import ambush, initiative, second_thoughts, stages, surprise
from rules.games.polaris.turn.circumstances import MELEE_FIELDS, SHOT_FIELDS, rush
from rules.games.polaris.turn.declarations import end_move, intent, why_blocked, why_not_in_hand, why_unable
from rules.games.polaris.turn.progress import Carried, Delayed, Done, FreeTaken, Struck
from rules.games.polaris.turn.stages import StageAct
from rules.odds.act import Odds

REST = ("other", "defend", "nothing")  # the declarations that have no act of their own


class DeclaredAct(StageAct):
    """POL-INIT-11: what was declared, done at its phase, unless somebody's hold or weapon forbids it."""

    stages = ("resolution",)
    declares: str  # the kind of declaration

    def is_open(self, scene: Scene, actor: str) -> bool:
        return super().is_open(scene, actor) and self.goes_with(str(initiative.declaration(scene, actor)["kind"]))

    def goes_with(self, declares: str) -> bool:
        return declares == self.declares

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return holds.why_controlled(scene, actor)

    def hint(self, scene: Scene, actor: str) -> Text | None:
        return intent(scene, actor, initiative.declaration(scene, actor))

    def cost(self, scene: Scene, action: Action) -> Effects:
        return end_action(scene, action.actor)

    def title(self, scene: Scene, action: Action) -> Text | None:
        what = intent(scene, action.actor, initiative.declaration(scene, action.actor))
        return sentence_about(scene.name(action.actor), what)


class Attack(DeclaredAct):
    """POL-MELEE-01: the attack declared in melee; whatever it tries, it engages, counts and is paid here."""

    kind = ATTACK
    joint = True
    label = _("Attack")
    rules: ClassVar[tuple[str, ...]] = ("POL-MELEE-01", "POL-MELEE-14", "POL-INIT-21")
    foretold = True
    declares = "melee"

    def is_open(self, scene: Scene, actor: str) -> bool:
        if stages.is_ready(scene, actor) and stages.stage(scene) == "ambush":  # POL-SURP-09
            return initiative.declaration(scene, actor).get("kind") == self.declares
        return super().is_open(scene, actor)

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return MELEE_FIELDS

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        if reason := super().refusal(scene, actor):
            return reason
        weapon, target = several_attacks.weapon(scene, actor), several_attacks.target(scene, actor)
        far = said_range(initiative.declaration(scene, actor))
        refused = why_unable(scene, actor, weapon) or why_blocked(scene, actor, self.declares, target, weapon, far)
        number = initiative.attacks_made(scene, actor) + 1
        few = several_attacks.why_too_many(scene, actor, number, in_melee=self.declares == "melee")
        return refused or few or self.why_hindered(scene, actor)

    def why_hindered(self, scene: Scene, actor: str) -> Text | None:
        """The reason against it that only its own kind of attack knows."""
        charges = initiative.declaration(scene, actor).get("mode") == modes.CHARGE
        if not charges or initiative.attacks_made(scene, actor):
            return None
        sheet = scene.sheet(actor)
        return holds.why_still(scene, actor) or (modes.PRONE if wounds.is_prone(sheet) else None)

    def hint(self, scene: Scene, actor: str) -> Text | None:
        what = intent(scene, actor, initiative.declaration(scene, actor))
        target = several_attacks.target(scene, actor)
        reason = techniques.why_lost(scene, actor, target) if target in scene.fighters else None
        return _("%(what)s. %(reason)s", what=what, reason=reason) if reason else what

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (*self.contact_effects(scene, action.actor), *self.count_attack(scene, action.actor))

    def contact_effects(self, scene: Scene, actor: str) -> Effects:
        """POL-MELEE-14: a blow in melee is contact."""
        return (Engaged(actor, several_attacks.target(scene, actor)),)

    def count_attack(self, scene: Scene, actor: str) -> Effects:
        """POL-INIT-21, POL-SURP-09: one more attack of the turn, or the free one from hiding."""
        if ambush.free_attack(scene, actor):
            return ambush.use_free_attack(scene, actor, several_attacks.target(scene, actor))
        return (Struck(actor),)

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        actor = action.actor
        weapon, target = several_attacks.weapon(scene, actor), several_attacks.target(scene, actor)
        if weapon is None or target not in scene.fighters:
            return None
        number = initiative.attacks_made(scene, actor)
        procedure = self.strike(scene, action, target)
        return add_key_suffix(procedure, f"-{number + 1}") if number else procedure

    def aimed_at(self, scene: Scene, action: Action) -> str:
        return several_attacks.target(scene, action.actor)

    def strike(self, scene: Scene, action: Action, target: str) -> Script[Effects]:
        actor, weapon = action.actor, several_attacks.weapon(scene, action.actor)
        assert weapon is not None  # the script has asked
        blow = grapple if techniques.attack_technique(scene, actor, target) in techniques.GRIPS else attack
        return blow(scene, actor, target, weapon, action.args)

    def odds(self, scene: Scene, action: Action) -> Odds | None:
        return act_odds.odds(scene, action)


class Shoot(Attack):
    """POL-RANGED-01: the shot declared, paid in rounds; it makes no contact."""

    kind = initiative.SHOT
    joint = True
    label = _("Shoot")
    rules = ("POL-RANGED-01",)
    declares = initiative.SHOT

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return SHOT_FIELDS

    def why_hindered(self, scene: Scene, actor: str) -> Text | None:
        weapon = several_attacks.weapon(scene, actor)
        return fire.why_barred(scene, actor, weapon, initiative.declaration(scene, actor)) if weapon else None

    def hint(self, scene: Scene, actor: str) -> Text | None:
        return intent(scene, actor, initiative.declaration(scene, actor))

    def contact_effects(self, scene: Scene, actor: str) -> Effects:
        alone = volleys.loses_second(scene, actor)
        return manners.spend_rounds(scene, actor, ("weapon",) if alone else ("weapon", "second"))

    def endangered(self, scene: Scene, action: Action, effects: Effects) -> tuple[str, ...]:
        """POL-RANGED-12, 16: also whom a bullet might have hit, but for their luck."""
        tests = (effect.value.check for effect in effects if effect.kind == "outcome")
        return (*super().endangered(scene, action, effects), *(test.actor for test in tests if test.key == "luck"))

    def strike(self, scene: Scene, action: Action, target: str) -> Script[Effects]:
        weapon = several_attacks.weapon(scene, action.actor)
        assert weapon is not None  # the script has asked
        effects = yield from volleys.volley(scene, action.actor, target, weapon, action.args)
        return (*effects, *end_move(scene, action.actor))


class Reload(DeclaredAct):
    """A new magazine."""

    kind = Reloaded.kind
    label = _("Reload")
    declares = Reloaded.kind

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        weapon = weapons.find(scene.sheet(actor), initiative.declaration(scene, actor)["weapon"])
        return super().refusal(scene, actor) or why_not_in_hand(weapon)

    def cost(self, scene: Scene, action: Action) -> Effects:
        weapon = initiative.declaration(scene, action.actor)["weapon"]
        return (Reloaded(action.actor, weapon), *end_action(scene, action.actor))


class Perform(DeclaredAct):
    """POL-TURN-10, POL-TEST-22: any other action, with the test it takes if any; a hurried one is harder."""

    kind = "act"
    label = _("Act")
    rules = ("POL-TURN-10", "POL-INIT-16")

    def goes_with(self, declares: str) -> bool:
        return declares in REST

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        """The test it takes, if any; its difficulty is the game master's."""
        sheet, settings = scene.sheet(actor), scene.settings

        def tested() -> Iterator[Choice]:
            possible = checks.checks(sheet, settings)
            return (Choice(check.key, check.what, check.refused) for check in possible)

        rows = Choices((Choice("none", _("No test")),), tested)
        what = Field("check", _("What is tested"), "choice", default="none", choices=rows)
        return (what, *checks.fight_fields(), boost.field(sheet), checks.limit_field(sheet))

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        goes = initiative.declaration(scene, actor).get("pace", "still") != "still"
        return super().refusal(scene, actor) or (holds.why_still(scene, actor) if goes else None)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (*super().cost(scene, action), *end_move(scene, action.actor))

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return None if action.args["check"] == "none" else _test(scene, action)


def _test(scene: Scene, action: Action) -> Script[Effects]:
    who = action.actor

    def hurried(check: Check) -> Check:
        return check.plus(rush(scene, who), balance.unsteady_term(scene, who))

    outcome = yield from test(scene.sheet(who), scene.settings, who, action.args, hurried, "test")
    if outcome is None:
        return ()
    return (rolled(outcome), *(boost.price(who, action.args) if outcome.faces else ()))


class Carry(StageAct):
    """POL-INIT-17: what was delayed waits for the next turn."""

    kind = Carried.kind
    label = _("Keep it for the next turn")
    rules = ("POL-INIT-17",)
    stages = ("resolution",)
    says = _("%(who)s keeps the action for the next turn")

    def is_open(self, scene: Scene, actor: str) -> bool:
        return super().is_open(scene, actor) and initiative.is_delayed(scene, actor)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        """POL-MELEE-10: a fighter who only defends has no action to keep."""
        if initiative.declaration(scene, actor)["kind"] == "defend":
            return _("Whoever only defends keeps nothing for the next turn.")
        return why_bound(scene, actor)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Carried(action.actor),)


class Delay(StageAct):
    """POL-INIT-17: the action waits until its fighter says so, where the house lets that be decided now."""

    kind = Delayed.kind
    label = _("Delay: act later")
    rules = ("POL-INIT-17",)
    stages = ("resolution",)
    says = _("%(who)s delays the action")

    def is_open(self, scene: Scene, actor: str) -> bool:
        return super().is_open(scene, actor) and not initiative.is_delayed(scene, actor)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        if binding := why_bound(scene, actor):
            return binding
        if initiative.attacks_made(scene, actor):
            return _("Attacks keep their spacing: only the first one can be delayed.")
        if initiative.declaration(scene, actor).get("rushed"):
            return _("A rushed action cannot be delayed.")
        at_once = setting(scene.settings, "delaying") == "declared"
        return _("Here an action is delayed at its declaration.") if at_once else None

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Delayed(action.actor),)


class GiveUp(StageAct):
    """POL-INIT-17: nothing is done of what was declared."""

    kind = "pass"
    joint = True
    passes = "over"
    label = _("Give it up")
    stages = ("ambush", "resolution")
    says = _("%(who)s gives the action up")

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return why_bound(scene, actor) if stages.stage(scene) == "resolution" else None

    def cost(self, scene: Scene, action: Action) -> Effects:
        """POL-MARTIAL-20, POL-INIT-20: a hold that is not kept is over; attacks on another target are still to come."""
        who, plan = action.actor, initiative.declaration(scene, action.actor)
        goes_on = "then" in plan and not initiative.attacks_made(scene, who) and initiative.attacks(scene, who) > 1
        return (*holds.give_up(scene, who), *((Struck(who),) if goes_on else end_action(scene, who)))


def end_action(scene: Scene, fighter: str) -> Effects:
    """POL-SURP-09: a free attack from hiding is used up, or the turn is over."""
    return (ambush.Used(fighter),) if ambush.free_attack(scene, fighter) else (Done(fighter),)


def why_bound(scene: Scene, fighter: str) -> Text | None:
    """POL-INIT-23: after a failed change of mind the declared act is done, if still possible."""
    if not BOUND.of(scene, fighter):
        return None
    mine = next((act for act in (Attack(), Shoot(), Reload(), Perform()) if act.is_open(scene, fighter)), None)
    possible = mine.offer(scene, fighter).refused is None if mine else holds.is_act_possible(scene, fighter)
    return second_thoughts.KEEP if possible else None


class ChangeMind(Act):
    """POL-INIT-23: asked by somebody who has still to act, whether or not it is their turn."""

    kind = "change"
    label = _("Change your mind")
    rules = ("POL-INIT-23",)
    says = _("%(who)s wants to do something else")

    def is_open(self, scene: Scene, actor: str) -> bool:
        if not stages.is_beside(scene, actor):
            return False
        waiting = actor in (*initiative.pending(scene), *initiative.delaying(scene))
        return waiting and bool(setting(scene.settings, "change_intent"))

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return second_thoughts.FIELDS

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        if BOUND.of(scene, actor):
            return second_thoughts.KEEP
        return _("The declared action has begun.") if initiative.attacks_made(scene, actor) else None

    def hint(self, scene: Scene, actor: str) -> Text | None:
        return _("A test of adaptation; failed, the declared action is kept")

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return second_thoughts.change(scene, action.actor, action.args)


class FreeAction(Act):
    """POL-TURN-10: one free action a turn, which costs nothing."""

    kind = FREE.key
    label = _("Free action")
    rules = ("POL-TURN-10",)

    def is_open(self, scene: Scene, actor: str) -> bool:
        if not stages.is_beside(scene, actor):
            return False
        return not FREE.of(scene, actor) and not initiative.is_surprised(scene, actor)

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (text("what", _("What"), most=80, required=True, rule="POL-TURN-10"),)

    def hint(self, scene: Scene, actor: str) -> Text | None:
        return _("A word, something dropped: once a turn")

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (FreeTaken(action.actor),)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return _("%(who)s, besides: %(what)s", who=scene.name(action.actor), what=action.args["what"])


class React(StageAct):
    """POL-SURP-01: the test of surprise."""

    kind = "react"
    label = _("Test reaction")
    rules = ("POL-SURP-01",)
    stages = ("surprise",)
    says = _("%(who)s tests reaction")

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return surprise.react(scene, action.actor)


class TestFatigue(StageAct):
    """POL-FAT-01, 02: the test of an effort, on the sheet, and at the end of some turns of a fight."""

    kind = FATIGUE
    label = _("Test fatigue")
    rules = ("POL-FAT-01", "POL-FAT-02", "POL-TURN-05")
    downtime = None
    stages = (FATIGUE,)

    def is_open(self, scene: Scene, actor: str) -> bool:
        if scene.kind == "test":
            return actor in scene.fighters and bool(setting(scene.settings, "fatigue_rules"))
        return super().is_open(scene, actor)

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (
            choice("effort", _("The effort asks for"), EFFORTS, "endurance"),
            number("modifier", _("Modifier"), 0, -30, 30, gm_only=True),
        )

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Breathed(action.actor),)

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return fatigue.effort(scene, action.actor, action.args)

    def title(self, scene: Scene, action: Action) -> Text | None:
        if scene.kind == "test":
            return _("Fatigue")
        return _("%(who)s tests fatigue", who=scene.name(action.actor))
