"""Self-playing fights: fighters who can harm nobody any more, and acts preferred to an attack."""

from __future__ import annotations

from rules.core.acts import Act, blocking_refusal
from rules.core.memo import memoize, memoize_of_fighter
from rules.core.paths import Data, get
from rules.core.scene import Scene
from rules.games.polaris.close_combat import wrestling
from rules.games.polaris.harm import wounds
from rules.games.polaris.marks import BOOST
from rules.games.polaris.shooting import weapons
from rules.games.polaris.turn import acting, declaration_forms, initiative
from rules.games.polaris.turn.stages import stage

_DEEDS = (
    *(acting.Attack.instance(), acting.Shoot.instance(), acting.Reload.instance(), acting.Perform.instance()),
    *(wrestling.KeepHold.instance(), wrestling.BreakFree.instance(), wrestling.EscapeWeapon.instance()),
)


@memoize_of_fighter
def is_beaten(scene: Scene, fighter: str) -> bool:
    """No attack of a fighter can succeed any more; the merely stunned will be able to again."""
    sheet = scene.sheet(fighter)
    if initiative.is_out(scene, fighter) or not wounds.can_test(sheet):  # POL-WOUND-12, 13
        return True
    able = get(sheet, "conditions.stunned") or _can_hit(
        sheet, scene.settings, fighter, BOOST.of(scene, fighter) or "no"
    )
    return not able


@memoize
def _can_hit(sheet: Data, settings: Data, fighter: str, boosted: str) -> bool:
    arms = (*weapons.carried(sheet, "melee"), *weapons.carried(sheet, "ranged"))
    tests = ((arm, weapons.weapon_check(sheet, settings, fighter, arm, boosted)) for arm in arms)
    usable = (test for arm, test in tests if weapons.why_unfit(arm, test) is None)
    return any(test is not None and test.target.total >= 1 for test in usable)


def preferred_kinds(scene: Scene, fighter: str) -> tuple[str, ...]:
    """A declared action that has become impossible is given up; an empty weapon is reloaded."""
    if stage(scene) == "resolution":
        deed = next((act for act in _DEEDS if act.is_open(scene, fighter)), None)
        return (acting.GiveUp.kind,) if deed and _is_refused(deed, scene, fighter) else ()
    empty = (arm for arm in weapons.carried(scene.sheet(fighter), "ranged") if arm.drawn and not arm.ammo)
    return (declaration_forms.DeclareReload.kind,) if next(empty, None) else ()


def _is_refused(deed: Act, scene: Scene, fighter: str) -> bool:
    return (deed.current_refusal(scene, fighter) or blocking_refusal(deed.fields(scene, fighter))) is not None
