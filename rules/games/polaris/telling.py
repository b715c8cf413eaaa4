"""The effects of a fight as sentences: for who may know the numbers, and for everybody."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rules.core.check import Breakdown
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Effect
from rules.core.text import Text, plain, signed
from rules.games.polaris import damage, holds, weapons, wounds
from rules.games.polaris.melee import EVEN
from rules.games.polaris.schema import CONDITIONS
from rules.games.polaris.settings import setting
from rules.games.polaris.tables import PLACES, SEVERITY_NAMES
from rules.games.polaris.text import _, ngettext

OPEN = (
    "condition",
    "surprise",
    "distance",
    "reconsider",
    "bound",
    "confused",
    "startled",
    "hold",
    "freed",
    "disarm",
    "threat",
)  # what everybody sees happen


def describe(scene: Scene, effect: Effect) -> Text | None:
    """An effect as one sentence about its target."""
    told = _SENTENCES.get(effect.kind)
    return told(scene, effect) if told else None


def public(scene: Scene, effect: Effect) -> Text | None:
    """An effect as those read it who may not know its numbers."""
    if effect.kind == "wound":
        words = scene.fighters[effect.target].health_shown != "nothing"
        return _("is wounded") if words else _("is hit")
    if effect.kind == "unhurt":
        return _("is hit without harm")
    if effect.kind == "condition" and not effect.value.get("off"):
        return CONDITIONS[effect.value["key"]]
    return describe(scene, effect) if effect.kind in OPEN else None


def _told_wound(scene: Scene, effect: Effect) -> Text:
    value = effect.value
    marked = damage.mark(scene, effect.target, value["place"], value["severity"])
    told = _(
        "%(severity)s wound, %(place)s (%(damage)s)",
        severity=SEVERITY_NAMES[value["severity"]],
        place=PLACES[value["place"]],
        damage=_damage(value),
    )
    plain_wound = marked.ticked == value["severity"] and marked.ticked != "fatal"
    then = (*(() if plain_wound else (marked.text,)), *wounds.left(marked))
    return _("%(wound)s. %(then)s", wound=told, then=then) if then else told


def _told_unhurt(_scene: Scene, effect: Effect) -> Text:
    place = PLACES[effect.value["place"]]
    return _("no wound, %(place)s (%(damage)s)", place=place, damage=_damage(effect.value))


def _damage(value: Data) -> Text:
    """The damage with the terms it is made of."""
    lines: Breakdown | None = value.get("lines")
    told = _("damage %(number)s", number=plain(int(value.get("damage", 0))))
    if lines is None or lines.total != value.get("damage"):
        return told
    counted = (term for term in lines.modifiers if term.ignored is None)
    first = _("%(label)s %(value)s", label=lines.base.label, value=plain(lines.base.value))
    rest = (_("%(label)s %(value)s", label=one.label, value=signed(one.value)) for one in counted)
    return _("%(what)s: %(why)s", what=told, why=(first, *rest))


def _told_surprise(_scene: Scene, effect: Effect) -> Text:
    if effect.value is None:
        return _("surprised: this turn is lost")
    return _("not surprised: initiative %(initiative)s", initiative=plain(int(effect.value)))


def _told_condition(scene: Scene, effect: Effect) -> Text:
    """A condition and how long it lasts: in turns, and in minutes where it outlasts any fight."""
    name = CONDITIONS[effect.value["key"]]
    if effect.value.get("off"):
        return _("no longer: %(condition)s", condition=name)
    turns = int(effect.value.get("turns", 0))
    if not turns:
        return name
    lasts = ngettext("%(condition)s for %(count)s turn", "%(condition)s for %(count)s turns", turns, condition=name)
    minutes = turns * int(setting(scene.settings, "turn_seconds")) // 60
    return _("%(lasts)s (%(minutes)s min)", lasts=lasts, minutes=minutes) if minutes > 1 else lasts


def _told_distance(scene: Scene, effect: Effect) -> Text:
    who = scene.name(effect.value["opponent"])
    if effect.value["state"] == EVEN:
        return _("keeps %(who)s at a distance again", who=who)
    return _("loses the distance to %(who)s", who=who)


def _told_initiative(_scene: Scene, effect: Effect) -> Text:
    by, why = signed(int(effect.value["by"])), effect.value.get("why")
    what = _("initiative %(by)s", by=by)
    if effect.value.get("owed"):
        what = _("initiative %(by)s on the next turn", by=by)
    return _("%(what)s: %(why)s", what=what, why=why) if why else what


def _told_ammo(scene: Scene, effect: Effect) -> Text:
    weapon = weapons.find(scene.sheet(effect.target), effect.value["weapon"])
    left = max(0, weapon.ammo - int(effect.value["spent"])) if weapon else 0
    return ngettext("%(count)s round left", "%(count)s rounds left", left)


def _told_reload(scene: Scene, effect: Effect) -> Text:
    weapon = weapons.find(scene.sheet(effect.target), effect.value["weapon"])
    return ngettext("%(count)s round left", "%(count)s rounds left", weapon.magazine if weapon else 0)


def _told_unbalanced(_scene: Scene, effect: Effect) -> Text:
    by = signed(int(effect.value["by"]))
    if effect.value.get("unsteady"):
        return _("badly off balance: initiative %(by)s, next action −5", by=by)
    return _("off balance: initiative %(by)s", by=by)


def _told_hold(scene: Scene, effect: Effect) -> Text:
    who = scene.name(effect.value["target"])
    return replace(holds.SENTENCES[effect.value["grip"]], params=(("who", who),))


def _told_freed(scene: Scene, effect: Effect) -> Text:
    return _("is free of %(who)s", who=scene.name(effect.value))


def _told_disarm(scene: Scene, effect: Effect) -> Text:
    weapon = weapons.find(scene.sheet(effect.target), effect.value)
    return _("loses a weapon: %(weapon)s", weapon=weapon.label if weapon else "")


def _told_threat(scene: Scene, effect: Effect) -> Text:
    if not effect.value:
        return _("is no longer held at weapon point")
    return _("is held at weapon point by %(who)s", who=scene.name(effect.value))


def _told_unready(scene: Scene, effect: Effect) -> Text:
    return _("is surprised by %(who)s", who=scene.name(effect.value))


def _told_ready(_scene: Scene, effect: Effect) -> Text:
    return {
        "aware": _("is not surprised"),
        "unaware": _("notices nothing"),
        "startled": _("loses his nerve: attacks whatever moves"),
    }[effect.kind]


def _told_change(_scene: Scene, effect: Effect) -> Text:
    return {
        "reconsider": _("may declare again"),
        "bound": _("has to do what was declared"),
        "confused": _("is confused and does nothing this turn"),
    }[effect.kind]


_SENTENCES: dict[str, Callable[[Scene, Effect], Text]] = {
    "surprise": _told_surprise,
    "initiative": _told_initiative,
    "unbalanced": _told_unbalanced,
    "unready": _told_unready,
    "hold": _told_hold,
    "freed": _told_freed,
    "disarm": _told_disarm,
    "threat": _told_threat,
    **dict.fromkeys(("aware", "unaware", "startled"), _told_ready),
    **dict.fromkeys(("reconsider", "bound", "confused"), _told_change),
    "distance": _told_distance,
    "ammo": _told_ammo,
    "reload": _told_reload,
    "unhurt": _told_unhurt,
    "wound": _told_wound,
    "condition": _told_condition,
}
