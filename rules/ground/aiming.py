"""The distance and the cover of one attack: from the ground, or as entered for this attack."""

from __future__ import annotations

from dataclasses import replace

from rules.character.sheet import Choice, Field
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.text import Text, _
from rules.ground.ground import Distance, Ground, Step
from rules.ground.layout import FARTHEST, NONE, layout, metres_text

AS_LAID = "ground"  # the choice that takes the value of the ground
AS_GROUND = Choice(AS_LAID, _("as the ground says"))


def is_laid(scene: Scene) -> bool:
    """True if this fight has a ground; without one, forms have no fields for it."""
    return layout(scene).level != NONE


def metres_field(scene: Scene, rule: str, most: int = FARTHEST, gm_only: bool = False) -> tuple[Field, ...]:
    """The field for the metres of one attack, instead of the ground's distance; empty without a ground."""
    label = _("Metres (0: as the ground says)")
    field = Field("metres", label, "number", default=0, least=0, most=most, rule=rule, gm_only=gm_only)
    return (field,) if is_laid(scene) else ()


def cover_field(scene: Scene, ground: Ground, rule: str) -> tuple[Field, ...]:
    """The field for the cover of one attack, instead of the ground's cover; empty without a ground."""
    rows = (AS_GROUND, *(Choice(key, label) for key, label in ground.covers.items()))
    field = Field("covered", _("Cover"), "choice", default=AS_LAID, choices=rows, rule=rule, gm_only=True)
    return (field,) if is_laid(scene) else ()


def aimed(ground: Ground, scene: Scene, fighter: str, other: str, args: Data) -> Distance:
    """The distance and the cover of an attack, with the values entered for it."""
    away = ground.between(scene, fighter, other)
    if not is_laid(scene):
        return away
    if metres := int(args.get("metres") or 0):
        away = replace(away, metres=metres, steps=(Step(_("As said for this attack"), metres),))
    covered = str(args.get("covered", AS_LAID))
    return away if covered == AS_LAID else replace(away, cover=covered)


def explain(scene: Scene, ground: Ground, label: Text, fighter: str, other: str, args: Data | None = None) -> Text:
    """The label of a term of distance, with its steps if both fighters are visible."""
    unseen = any(who not in scene.fighters or scene.fighters[who].hidden for who in (fighter, other))
    away = aimed(ground, scene, fighter, other, args or {}) if is_laid(scene) and not unseen else Distance()
    if away.metres is None:
        return label
    steps = tuple(_("%(step)s, %(metres)s m", step=step.label, metres=metres_text(step.metres)) for step in away.steps)
    return _("%(term)s (%(steps)s)", term=label, steps=steps)


def out_of_reach(ground: Ground, scene: Scene, fighter: str, other: str, most: float = 0) -> Text | None:
    """The reason why a fighter cannot strike another from where they stand, with a reach of ``most`` metres."""
    away = ground.between(scene, fighter, other)
    if not is_laid(scene) or ground.near(scene, fighter, other):
        return None
    if away.metres is None:
        return _("No way leads there.")
    return None if away.metres <= most else too_far(away.metres, most)


def too_far(metres: float, most: float = 0) -> Text:
    """The reason why a target this many metres away cannot be struck, with a remedy."""
    away, limit = metres_text(metres), metres_text(most)
    if not most:
        return _("%(metres)s m away: go there first, or let the game master measure.", metres=away)
    return _(
        "%(metres)s m away, %(most)s m at most: move first, or let the game master measure.", metres=away, most=limit
    )
