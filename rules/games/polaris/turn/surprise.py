"""Surprise: the reaction test of those at risk, and what it leaves them in the first turn."""

from __future__ import annotations

from rules.core.acts import Effects
from rules.core.check import Modifier
from rules.core.scene import Scene
from rules.core.script import Script
from rules.games.polaris.close_combat import holds
from rules.games.polaris.marks import RISK
from rules.games.polaris.settings import setting
from rules.games.polaris.text import _
from rules.games.polaris.trials import checks
from rules.games.polaris.trials.remarks import rolled
from rules.games.polaris.trials.resolution import resolve
from rules.games.polaris.turn import ambush
from rules.games.polaris.turn.ambush import Surprised
from rules.games.polaris.turn.initiative import is_surprised

CHECK = "reaction"


def react(scene: Scene, fighter: str) -> Script[Effects]:
    """POL-SURP-01 to 07: a random test of reaction, with the modifier the game master gave and every malus, once."""
    base = checks.of_fighter(scene, fighter, CHECK)
    risk = RISK.of(scene, fighter)
    if base is None or risk is None:
        return ()
    modifier = Modifier(_("Circumstances of the surprise"), risk["modifier"], "POL-SURP-04")
    ready, before = yield from ambush.guard(scene, fighter)
    check = base.plus(modifier, *ready)
    outcome = yield from resolve(check, scene.settings, "surprise", _("Surprise: reaction test"))
    if not outcome.level.succeeded:
        return (*before, rolled(outcome), Surprised(fighter), *holds.let_go(scene, fighter, {}))
    # The margin itself is the initiative, not the modifier it is worth.
    whole = setting(scene.settings, "surprise_initiative_includes_critical_bonus")
    return (*before, rolled(outcome), Surprised(fighter, outcome.margin if whole else outcome.faces[0]))


def can_defend(scene: Scene, fighter: str, attacker_seen: bool) -> bool:
    """POL-SURP-08: true if surprise leaves a defence; only against an attacker who is seen, by default."""
    if not is_surprised(scene, fighter):
        return True
    mode = setting(scene.settings, "surprised_can_defend")
    return bool(mode == "always" or (mode == "visible" and attacker_seen))
