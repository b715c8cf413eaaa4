"""What somebody does, as one sentence."""

from __future__ import annotations

from dataclasses import replace

from rules.core.paths import Data
from rules.core.scene import Action, Scene
from rules.core.text import Text
from rules.games.medieval import advancement, conduct, movement, weapons
from rules.games.medieval.settings import setting
from rules.games.medieval.tables import IMMEDIATE, MANOEUVRES, TECHNIQUES
from rules.games.medieval.text import _


def title(scene: Scene, action: Action) -> Text | None:
    """An action as one sentence."""
    if action.actor == "gm":
        return conduct.title(scene, action)
    if action.actor not in scene.fighters:
        return None
    who, args = scene.name(action.actor), action.args
    if action.kind.startswith("declare_"):
        return _declared(scene, action)
    if action.kind in ("attack", "shoot", "sneak"):
        return _assails(scene, action)
    if action.kind == "wrestle":
        target, technique = scene.name(args["target"]), TECHNIQUES[args["technique"]]
        told = _("%(who)s wrestles with %(target)s: %(technique)s", who=who, target=target, technique=technique)
        return _with_manoeuvre(told, args)
    if action.kind == "buy":
        return _("%(who)s buys: %(item)s", who=who, item=_bought(scene, action))
    if action.kind in ("extra", "immediate", "cast"):
        return _("%(who)s: %(what)s", who=who, what=_said(action))
    words = _TITLES.get(action.kind)
    return replace(words, params=(("who", who),)) if words else None


def _bought(scene: Scene, action: Action) -> Text:
    return advancement.named(scene.sheet(action.actor), advancement.path(action.args["item"]))


def _assails(scene: Scene, action: Action) -> Text:
    who, args = scene.name(action.actor), action.args
    weapon, technique = weapons.find(scene.sheet(action.actor), args["weapon"]), weapons.technique(args["weapon"])
    weapon = replace(weapon, name=TECHNIQUES[technique]) if weapon and technique else weapon
    named, target = weapon.name if weapon else Text("?"), scene.name(args["target"])
    told = _("%(who)s attacks %(target)s: %(weapon)s", who=who, target=target, weapon=named)
    if action.kind == "sneak":
        told = _("%(who)s creeps up to %(target)s: %(weapon)s", who=who, target=target, weapon=named)
    return _with_manoeuvre(told, args)


def _with_manoeuvre(told: Text, args: Data) -> Text:
    key = args.get("manoeuvre", "none")
    if key == "none":
        return told
    return _("%(attack)s (%(manoeuvre)s)", attack=told, manoeuvre=MANOEUVRES[key].label)


def _declared(scene: Scene, action: Action) -> Text:
    who, key = scene.name(action.actor), action.kind.removeprefix("declare_")
    if setting(scene.settings, "manoeuvre.sealed"):
        return _("%(who)s has declared", who=who)
    if key == "nothing":
        return _("%(who)s declares no manoeuvre", who=who)
    what = aimed(scene, key, str(action.args.get("target", "")))
    return _("%(who)s declares: %(what)s", who=who, what=what)


def aimed(scene: Scene, key: str, target: str) -> Text:
    """A manoeuvre with the opponent it names."""
    label = MANOEUVRES[key].label
    if target not in scene.fighters:
        return label
    return _("%(manoeuvre)s against %(target)s", manoeuvre=label, target=scene.name(target))


def _said(action: Action) -> Text:
    note, key = str(action.args.get("note", "")), action.args.get("what", "")
    spell = _("Spell or hex")
    what = spell if action.kind == "cast" else (IMMEDIATE | movement.EXTRAS)[key]
    return _("%(what)s (%(note)s)", what=what, note=note) if note else what


_TITLES: dict[str, Text] = {
    "take_initiative": _("%(who)s rolls for initiative"),
    "leave_initiative": _("%(who)s leaves the initiative to the adversary"),
    "death_roll": _("%(who)s rolls against death"),
    "hold_on": _("%(who)s spends 2 PP to hold on to life"),
    "move": _("%(who)s moves"),
    "get_up": _("%(who)s gets up"),
    "flee": _("%(who)s tries to flee"),
    "break_free": _("%(who)s tries to break free"),
    "press": _("%(who)s keeps the pressure on"),
    "let_go": _("%(who)s lets go"),
    "care": _("%(who)s cares for somebody"),
    "finish": _("%(who)s has finished"),
}
