"""The effects of a fight as sentences: for who may know the numbers, and for everybody."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.check import Breakdown
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Effect
from rules.core.text import Text, plain, signed
from rules.games.chroniques import attacks
from rules.games.chroniques import sheet as sheets
from rules.games.chroniques.actions import named
from rules.games.chroniques.tables import STATES
from rules.games.chroniques.text import _, ngettext


def describe(scene: Scene, effect: Effect) -> Text | None:
    """An effect as one sentence about its target."""
    told = _SENTENCES.get(effect.kind)
    return told(scene, effect) if told else None


def public(scene: Scene, effect: Effect) -> Text | None:
    """An effect as those read it who may not know its numbers."""
    if effect.kind == "heal":
        known = scene.fighters[effect.target].health_shown != "nothing"
        seen = known and _wakes(scene, effect)
        return _("wakes up") if seen else _("is better")
    if effect.kind != "damage":
        return describe(scene, effect) if effect.kind in _OPEN else None
    falls = int(effect.value["damage"]) >= sheets.hp(scene.sheet(effect.target))
    if falls and scene.fighters[effect.target].health_shown != "nothing":
        return _("falls unconscious")
    return _("is hit")


_OPEN = ("state", "death", "stable", "advantage", "delay", "no_free", "spend")


def _told_damage(scene: Scene, effect: Effect) -> Text:
    """CHO-DMG-03 to 05: the hit points lost with their terms, and what that comes to."""
    dealt, sheet = int(effect.value["damage"]), scene.sheet(effect.target)
    lost = _("loses %(number)s hp%(terms)s", number=dealt, terms=_terms(effect.value, dealt))
    then = []
    if attacks.severe(sheet, scene.settings, dealt):
        then.append(_("severe wound"))
    if dealt >= sheets.hp(sheet):
        then.append(_("falls unconscious"))
    return _("%(lost)s: %(then)s", lost=lost, then=tuple(then)) if then else lost


def _told_heal(scene: Scene, effect: Effect) -> Text:
    sheet = scene.sheet(effect.target)
    gained = max(0, min(int(effect.value), sheets.hp_max(sheet).total - sheets.hp(sheet)))
    told = _("regains %(number)s hp", number=gained)
    return _("%(told)s and wakes up", told=told) if _wakes(scene, effect) else told


def _wakes(scene: Scene, effect: Effect) -> bool:
    return not sheets.hp(scene.sheet(effect.target)) and not sheets.is_dead(scene.sheet(effect.target))


def _terms(value: Data, dealt: int) -> Text:
    lines: Breakdown | None = value.get("lines")
    if lines is None or lines.total != dealt:
        return Text("")
    first = _("%(label)s %(value)s", label=lines.base.label, value=plain(lines.base.value))
    rest = (_("%(label)s %(value)s", label=one.label, value=signed(one.value)) for one in lines.modifiers)
    return _(" (%(terms)s)", terms=(first, *rest))


def _told_state(_scene: Scene, effect: Effect) -> Text:
    name = STATES[effect.value["key"]].label
    return _("no longer: %(state)s", state=name) if effect.value.get("off") else name


def _told_delay(_scene: Scene, effect: Effect) -> Text:
    score = int(effect.value)
    if score <= 0:
        return _("loses the turn")
    return _("acts later, at %(score)s", score=score)


def _told_down(scene: Scene, effect: Effect) -> Text:
    """CHO-DMG-05: how long somebody at 0 hit points still has."""
    left = sheets.rounds_to_live(scene.sheet(effect.target), scene.settings) - int(effect.value)
    return ngettext(
        "dying, %(count)s round left without first aid", "dying, %(count)s rounds left without first aid", left
    )


_SENTENCES: dict[str, Callable[[Scene, Effect], Text]] = {
    "spend": lambda _scene, effect: named(effect.value["action"]),
    "delay": _told_delay,
    "no_free": lambda _scene, _effect: _("no more free actions in this turn"),
    "state": _told_state,
    "damage": _told_damage,
    "heal": _told_heal,
    "advantage": lambda _scene, _effect: _("gains a tactical advantage, to be agreed on"),
    "down": _told_down,
    "death": lambda _scene, _effect: _("dies"),
    "stable": lambda _scene, _effect: _("is out of danger"),
    "luck": lambda _scene, _effect: _("spends a point of luck"),
}
