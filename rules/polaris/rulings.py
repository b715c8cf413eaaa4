"""What a game master may do in a fight besides running it: catastrophes, gifts, oppositions outside of blows."""

from __future__ import annotations

from rules.polaris import catastrophes, conduct, opposition
from rules.scene import Action, Scene
from rules.script import Effect, Script
from rules.system import Offer

KINDS = ("catastrophe", "gift", "oppose")


def offers(scene: Scene) -> tuple[Offer, ...]:
    """What is possible now; nothing while an exchange is open."""
    if not conduct.is_running(scene) or scene.exchanges:
        return ()
    found = opposition.offer(scene)
    return (*catastrophes.fight_offers(scene), *((found,) if found else ()))


def script(scene: Scene, action: Action) -> Script[tuple[Effect, ...]] | None:
    """The procedure of a ruling, ``None`` for any other act of the game master."""
    if action.kind not in KINDS:
        return None
    if action.kind == "oppose":
        return opposition.oppose(scene, action.args)
    return catastrophes.fight_script(scene, action.args, action.kind)
