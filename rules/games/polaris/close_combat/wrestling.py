"""Wrestling: declarations and acts about a hold, or a weapon held at somebody (POL-MARTIAL-17 to 21)."""

from __future__ import annotations

from rules.character.sheet import Choice, Field
from rules.core.acts import Effects, fighter_name, fighters
from rules.core.paths import Data
from rules.core.scene import Action, Scene
from rules.core.script import Script
from rules.core.text import Text
from rules.games.polaris.close_combat import grappling, holds
from rules.games.polaris.close_combat.holds import ART, FORCE, GRIPS
from rules.games.polaris.text import _
from rules.games.polaris.turn import initiative
from rules.games.polaris.turn.acting import DeclaredAct, end_action
from rules.games.polaris.turn.declaration_forms import Declaration, manner
from rules.games.polaris.turn.declarations import STUNNED
from rules.games.polaris.turn.stages import StageAct

KEEP = _("Keep or use a hold")
BREAK = _("Break free")
ESCAPE = _("Escape the weapon held at you")
HIDDEN = _("Whoever holds them is not to be seen.")


class _AboutHold(Declaration):
    """A declaration about a hold, which nothing forbids."""

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return None


class DeclareHold(_AboutHold):
    """POL-MARTIAL-20: to use one's own hold."""

    kind = "declare_hold"
    label = KEEP
    rules = ("POL-MARTIAL-20",)
    aims = True

    def is_open(self, scene: Scene, actor: str) -> bool:
        return super().is_open(scene, actor) and bool(holds.held_fighters(scene, actor))

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return STUNNED if holds.is_stunned(scene, actor) else holds.why_controlled(scene, actor)

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        mine = holds.held_fighters(scene, actor).items()
        rows = tuple(Choice(who, fighter_name(scene, who), hint=GRIPS[row["grip"]]) for who, row in mine)
        whom = Field("target", _("Whom"), "choice", choices=rows, rule="POL-MARTIAL-20")
        return (whom, *manner(scene, actor))


class DeclareBreak(_AboutHold):
    """POL-MARTIAL-17: to break another's hold."""

    kind = "declare_break"
    label = BREAK
    rules = ("POL-MARTIAL-17",)

    def is_open(self, scene: Scene, actor: str) -> bool:
        return super().is_open(scene, actor) and bool(holds.holders(scene, actor))

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (*breaking_fields(scene, actor, {}), *manner(scene, actor))

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return None if _seen(scene, actor) else HIDDEN


class DeclareEscape(_AboutHold):
    """POL-MARTIAL-18: to escape a weapon."""

    kind = "declare_escape"
    label = ESCAPE
    rules = ("POL-MARTIAL-18",)

    def is_open(self, scene: Scene, actor: str) -> bool:
        return super().is_open(scene, actor) and bool(holds.threatened_by(scene, actor))

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return manner(scene, actor)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return holds.why_no_art(scene, actor)


class KeepHold(DeclaredAct):
    """POL-MARTIAL-20, 21: another turn of a hold."""

    kind = holds.HOLD
    label = KEEP
    declares = holds.HOLD

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        if holds.is_stunned(scene, actor):
            return STUNNED
        if bound := super().refusal(scene, actor):
            return bound
        target = initiative.declaration(scene, actor)["target"]
        return None if target in holds.held_fighters(scene, actor) else _("This hold is over.")

    def hint(self, scene: Scene, actor: str) -> Text | None:
        return None

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return grappling.keep(scene, action.actor, initiative.declaration(scene, action.actor)["target"])

    def done_to(self, scene: Scene, action: Action) -> tuple[str, ...]:
        return (initiative.declaration(scene, action.actor)["target"],)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return _("%(who)s keeps a hold", who=scene.name(action.actor))


class _Freeing(StageAct):
    """An act that frees from a hold or frees a weapon, whatever was declared."""

    stages = ("resolution",)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return end_action(scene, action.actor)


class BreakFree(_Freeing):
    """POL-MARTIAL-17: whose hold is broken, and by art or by strength."""

    kind = holds.FREE
    label = BREAK
    rules = ("POL-MARTIAL-17",)
    says = _("%(who)s tries to break free")

    def is_open(self, scene: Scene, actor: str) -> bool:
        return super().is_open(scene, actor) and bool(holds.holders(scene, actor))

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return breaking_fields(scene, actor, initiative.declaration(scene, actor))

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return None if _seen(scene, actor) else HIDDEN

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return grappling.break_free(scene, action.actor, action.args["holder"], action.args["how"])


class EscapeWeapon(_Freeing):
    """POL-MARTIAL-18: the technique against the reaction of the armed fighter."""

    kind = holds.ESCAPE
    label = ESCAPE
    rules = ("POL-MARTIAL-18",)
    says = _("%(who)s tries to escape a weapon")

    def is_open(self, scene: Scene, actor: str) -> bool:
        return super().is_open(scene, actor) and bool(holds.threatened_by(scene, actor))

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return holds.why_no_art(scene, actor)

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return grappling.escape(scene, action.actor)


def breaking_fields(scene: Scene, fighter: str, declares: Data) -> tuple[Field, ...]:
    """POL-MARTIAL-17: the form of breaking free, as declared; nobody hidden is named."""
    unable = holds.why_no_art(scene, fighter)
    rows = (Choice(ART, _("Release, by defensive techniques"), unable), Choice(FORCE, _("By strength")))
    usual = FORCE if unable else declares.get("how", FORCE)
    how = Field("how", _("How"), "choice", default=usual, choices=rows, rule="POL-MARTIAL-17")
    return (Field("holder", _("Whose hold"), "choice", choices=fighters(scene, _seen(scene, fighter))), how)


def _seen(scene: Scene, fighter: str) -> list[str]:
    seen = scene.seen_by(fighter)
    return [who for who in holds.holders(scene, fighter) if who in seen]
