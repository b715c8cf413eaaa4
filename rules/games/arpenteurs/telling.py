"""The effects of a fight as sentences: for who may know the numbers, and for everybody."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.check import Breakdown
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Effect
from rules.core.text import Text, plain, signed
from rules.games.arpenteurs import arms
from rules.games.arpenteurs import sheet as sheets
from rules.games.arpenteurs.schema import SCHEMA
from rules.games.arpenteurs.tables import COVERS, KINDS, LOCATIONS
from rules.games.arpenteurs.text import _, ngettext


def describe(scene: Scene, effect: Effect) -> Text | None:
    """An effect as one sentence about its target."""
    told = _SENTENCES.get(effect.kind)
    return told(scene, effect) if told else None


def public(scene: Scene, effect: Effect) -> Text | None:
    """An effect as those read it who may not know its numbers."""
    if effect.kind == "heal":
        return _("is better")
    if effect.kind == "hurt" and "location" not in effect.value:
        return _("is hit")
    if effect.kind == "hurt":
        return _("is hit: %(place)s", place=LOCATIONS[effect.value["location"]])
    if effect.kind == "saved":
        return _("escapes death")
    return describe(scene, effect) if effect.kind in _OPEN else None


_OPEN = frozenset(
    ["absorbed", "death", "slain", "initiative", "opposed", "metres", "cover", "disengage", "object", "spend", "hands"],
)


def _told_hurt(_scene: Scene, effect: Effect) -> Text:
    """ARP-DMG-01, ARP-BURST-01: the ECG lost with its terms, and how often."""
    value = effect.value
    lost = plain(int(value["damage"]))
    if "location" not in value:
        return _("loses %(lost)s ECG", lost=lost)
    place = LOCATIONS[value["location"]]
    told = _("loses %(lost)s ECG, %(place)s%(terms)s", lost=lost, place=place, terms=_terms(value))
    times = int(value.get("times", 1))
    return told if times == 1 else _("%(hurt)s, %(times)s times", hurt=told, times=times)


def _told_heal(scene: Scene, effect: Effect) -> Text:
    sheet = scene.sheet(effect.target)
    gained = max(0, min(int(effect.value), int(SCHEMA.value(sheet, "ecg.max")) - sheets.ecg(sheet)))
    return _("regains %(gained)s ECG", gained=plain(gained))


def _terms(value: Data) -> Text:
    lines: Breakdown | None = value.get("lines")
    if lines is None:
        return Text("")
    first = _("%(label)s %(value)s", label=lines.base.label, value=plain(lines.base.value))
    rest = (_("%(label)s %(value)s", label=one.label, value=signed(one.value)) for one in lines.modifiers)
    return _(" (%(terms)s)", terms=(first, *rest))


def _told_opposed(_scene: Scene, effect: Effect) -> Text:
    """ARP-REACT-02, 03, ARP-ATK-03: the degrees subtracted, and the tie by its name."""
    winner, degrees = str(effect.value["winner"]), int(effect.value["degrees"])
    if winner == "none":
        return _("equal degrees: both fail")
    if winner == "defender" and not degrees:
        return _("equal degrees: the dodge wins")
    count = ngettext("%(count)s degree", "%(count)s degrees", degrees)
    if winner == "attacker":
        return _("wins with %(degrees)s", degrees=count)
    return _("loses by %(degrees)s", degrees=count)


def _told_initiative(_scene: Scene, effect: Effect) -> Text:
    return _("initiative %(total)s", total=plain(int(effect.value["total"])))


def _told_metres(scene: Scene, effect: Effect) -> Text:
    who = scene.name(effect.value["other"])
    return _("is at %(metres)s m of %(who)s", metres=int(effect.value["metres"]), who=who)


def _told_cover(_scene: Scene, effect: Effect) -> Text:
    return _("cover: %(cover)s", cover=COVERS[effect.value["level"]][0])


def _told_ammo(scene: Scene, effect: Effect) -> Text | None:
    weapon = arms.arm(scene, effect.target, effect.value["weapon"])
    if weapon is None or not weapon.magazine:
        return None
    left = weapon.magazine if effect.value.get("reload") else max(0, weapon.ammo - int(effect.value["fired"]))
    return ngettext("%(count)s cartridge left", "%(count)s cartridges left", left)


def _told_spend(scene: Scene, effect: Effect) -> Text:
    """ARP-ACT-05: an action or a reaction, by its name."""
    kind = str(effect.value["kind"])
    name = KINDS.get(kind) or _("%(action)s", action=kind.removeprefix("other:"))
    if effect.value.get("as") == "reaction":
        return _("%(action)s as a reaction", action=name)
    return name


def _told_absorbed(_scene: Scene, effect: Effect) -> Text:
    place = LOCATIONS[effect.value["location"]]
    return _("hit on the cover: %(place)s", place=place)


def _told_watch(scene: Scene, effect: Effect) -> Text:
    who = scene.name(effect.value["other"])
    return _("watches %(who)s no more", who=who) if effect.value.get("off") else _("watches %(who)s", who=who)


def _told_hands(scene: Scene, effect: Effect) -> Text | None:
    """ARP-ACT-02: a weapon that has been drawn."""
    weapon = arms.arm(scene, effect.target, effect.value["weapon"])
    return _("has in hand: %(object)s", object=weapon.label) if weapon and effect.value.get("drawn") else None


_SENTENCES: dict[str, Callable[[Scene, Effect], Text | None]] = {
    "initiative": _told_initiative,
    "spend": _told_spend,
    "metres": _told_metres,
    "cover": _told_cover,
    "watch": _told_watch,
    "hands": _told_hands,
    "disengage": lambda _scene, _effect: _("is engaged with nobody any more"),
    "opposed": _told_opposed,
    "absorbed": _told_absorbed,
    "ammo": _told_ammo,
    "hurt": _told_hurt,
    "heal": _told_heal,
    "slain": lambda _scene, _effect: _("loses the whole ECG at once"),
    "saved": lambda _scene, _effect: _("spends 1 Sang-Froid and escapes death"),
    "death": lambda _scene, _effect: _("dies"),
    "award": lambda _scene, _effect: _("receives 1 Sang-Froid"),
    "object": lambda _scene, effect: _("has in hand: %(object)s", object=str(effect.value["name"])),
}
