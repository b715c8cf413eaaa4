"""What a fight allows besides its actions: catastrophes, gifts, oppositions outside of blows, luck on a test."""

from __future__ import annotations

from rules.core.game import Offer
from rules.core.scene import Action, Scene
from rules.core.script import Effect, Script
from rules.games.polaris import boost, catastrophes, conduct, initiative, opposition
from rules.games.polaris.text import _

KINDS = ("catastrophe", "gift", "oppose", "boost")


def offers(scene: Scene) -> tuple[Offer, ...]:
    """What is possible now, turns or not; nothing while an exchange is open."""
    if scene.exchanges:
        return ()
    found = opposition.offer(scene)
    return (*catastrophes.fight_offers(scene), *((found,) if found else ()))


def aside(scene: Scene, fighter: str) -> tuple[Offer, ...]:
    """POL-LUCK-02: a point of luck before the next test of arms."""
    if not conduct.is_running(scene) or scene.exchanges or initiative.is_out(scene, fighter):
        return ()
    if initiative.mark(scene, fighter, "boost") or not boost.may_spend(scene.sheet(fighter)):
        return ()
    hint = _("+5 on the next test of arms, which then has no margin")
    return (Offer("boost", fighter, _("Luck on the next test (−1)"), hint=hint),)


def cost(action: Action) -> tuple[Effect, ...]:
    """What is spent at once."""
    if action.kind != "boost":
        return ()
    return (Effect("luck", action.actor, -1), Effect("boost", action.actor, True))


def script(scene: Scene, action: Action) -> Script[tuple[Effect, ...]] | None:
    """The procedure of a ruling, ``None`` for any other act of the game master."""
    if action.kind not in KINDS or action.kind == "boost":
        return None
    if action.kind == "oppose":
        return opposition.oppose(scene, action.args)
    return catastrophes.fight_script(scene, action.args, action.kind)
