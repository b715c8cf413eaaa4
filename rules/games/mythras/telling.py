"""The effects of a fight as sentences: for who may know the numbers, and for everybody."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.check import Breakdown
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Effect
from rules.core.text import Text, plain, signed
from rules.games.mythras import sheet as sheets
from rules.games.mythras import weapons as arms
from rules.games.mythras.arms import MODES, OBJECTS
from rules.games.mythras.moving import HOW
from rules.games.mythras.situations import CLOSE, RANGED
from rules.games.mythras.special_effects import EFFECTS
from rules.games.mythras.text import _, ngettext


def describe(scene: Scene, effect: Effect) -> Text | None:
    """An effect as one sentence about its target; ``None`` for bookkeeping."""
    if effect.kind in _FLAGS:
        begins, ends = _FLAGS[effect.kind]
        return begins if effect.value is None or effect.value else ends
    told = _SENTENCES.get(effect.kind)
    return told(scene, effect) if told else None


def public(scene: Scene, effect: Effect) -> Text | None:
    """An effect as those read it who may not know its numbers."""
    if effect.kind == "unconscious":
        return _UNCONSCIOUS  # for as many minutes as the blow did damage
    if effect.kind != "hurt":
        return None if effect.kind in _OWN else describe(scene, effect)
    where = _where(scene, effect)
    if not int(effect.value["damage"]):
        return _("%(location)s: the blow does nothing", location=where)
    return _("is hit: %(location)s", location=where)


_OWN = ("weapon_hurt", "sundered")
_UNCONSCIOUS = _("falls unconscious")
_FLAGS: dict[str, tuple[Text, Text | None]] = {
    "prone": (_("falls prone"), _("stands")),
    "braced": (_("is braced"), None),
    "bleeding": (_("bleeds"), _("bleeds no more")),
    "dead": (_("dies"), None),
    "surrendered": (_("gives up"), _("fights again")),
    "jammed": (_("the weapon jams"), None),
    "free": (_("gets free"), None),
    "freed": (_("gets free"), None),
    "surprised": (_("is surprised"), None),
    "unaware": (_("is surprised"), None),
    "mounted": (_("is in the saddle"), _("is on foot")),
    "formation": (_("faces a close formation"), _("faces no formation")),
    "steadied": (_("has steadied a weapon"), None),
    "helpless": (_("is helpless"), _("is no longer helpless")),
    "still": (_("stands still"), _("moves again")),
    "swimming": (_("is in the water"), _("is out of the water")),
    "cornered": (_("is cornered"), _("is no longer cornered")),
    "disadvantaged": (_("is at a disadvantage"), _("is no longer at a disadvantage")),
    "thwarted": (_("can no longer do what was declared"), None),
    "effort": (_("has another action point"), None),
}


def _told_hurt(scene: Scene, effect: Effect) -> Text:
    """MYT-UI-10: the damage with everything that reduced it."""
    lost, lines = int(effect.value["damage"]), effect.value.get("lines")
    terms = _terms(lines) if isinstance(lines, Breakdown) and lines.total == lost else Text("")
    where = _where(scene, effect)
    return _("%(location)s: %(number)s damage%(terms)s", location=where, number=lost, terms=terms)


def _terms(lines: Breakdown) -> Text:
    first = _("%(label)s %(value)s", label=lines.base.label, value=plain(lines.base.value))
    rest = (_("%(label)s %(value)s", label=one.label, value=signed(one.value)) for one in lines.modifiers)
    return _(" (%(terms)s)", terms=(first, *rest))


def _where(scene: Scene, effect: Effect) -> Text:
    key = effect.value["location"] if isinstance(effect.value, dict) else effect.value
    found = sheets.location(scene.sheet(effect.target), str(key))
    return found.label if found else _("%(location)s", location=str(key))


def _weapon(scene: Scene, effect: Effect) -> Text:
    value: Data = effect.value
    found = arms.find(scene.sheet(effect.target), str(value["weapon"]), scene.settings)
    return found.label if found else Text("?")


def _told_unconscious(_scene: Scene, effect: Effect) -> Text:
    """MYT-WOUND-02: for so many minutes, or until somebody cares for the wound."""
    if not effect.value:
        return _UNCONSCIOUS
    return ngettext(
        "falls unconscious for %(count)s minute", "falls unconscious for %(count)s minutes", int(effect.value)
    )


def _told_stunned(scene: Scene, effect: Effect) -> Text:
    """MYT-FX-STUN, MYT-STYLE-KNOCKOUT: in turns, or in minutes."""
    where, minutes = _where(scene, effect), int(effect.value.get("minutes") or 0)
    if minutes:
        return ngettext(
            "%(location)s: stunned for %(count)s minute",
            "%(location)s: stunned for %(count)s minutes",
            minutes,
            location=where,
        )
    return ngettext(
        "%(location)s: stunned for %(count)s turn",
        "%(location)s: stunned for %(count)s turns",
        int(effect.value["turns"]),
        location=where,
    )


def _told_dropped(_scene: Scene, effect: Effect) -> Text:
    """MYT-FX-DROP-FOE: an hour divided by the healing rate."""
    if not effect.value:
        return _("is back in the fight")
    if effect.value is True:
        return _("is out of the fight")
    return ngettext(
        "is out of the fight for %(count)s minute", "is out of the fight for %(count)s minutes", int(effect.value)
    )


def _told_around(_scene: Scene, effect: Effect) -> Text:
    """MYT-SIT-GM: where somebody is now."""
    row = (CLOSE | RANGED).get(str(effect.value["key"]))
    return row[0] if row else _("nothing special")


def _told_impaled(scene: Scene, effect: Effect) -> Text:
    return _("%(location)s: the weapon stays in", location=_where(scene, effect))


def _told_drop(scene: Scene, effect: Effect) -> Text:
    """MYT-FX-DISARM: at one’s feet, or as far away as it flew."""
    weapon, metres = _weapon(scene, effect), int(effect.value.get("metres") or 0)
    if not metres:
        return _("drops: %(weapon)s", weapon=weapon)
    return _("drops: %(weapon)s, which flies %(metres)s m", weapon=weapon, metres=metres)


def _told_weapon(scene: Scene, effect: Effect) -> Text:
    lost = int(effect.value["damage"])
    return _("%(weapon)s: loses %(number)s hit points", weapon=_weapon(scene, effect), number=lost)


_SENTENCES: dict[str, Callable[[Scene, Effect], Text | None]] = {
    "hurt": _told_hurt,
    "initiative": lambda _s, e: _("initiative %(score)s", score=plain(int(e.value["init"]))),
    "chosen": lambda _s, e: _("special effect: %(effect)s", effect=EFFECTS[e.value].label),
    "cannot_attack": lambda _s, e: ngettext(
        "cannot attack for %(count)s turn", "cannot attack for %(count)s turns", int(e.value)
    ),
    "unconscious": _told_unconscious,
    "useless": lambda s, e: _("%(location)s: useless", location=_where(s, e)),
    "stunned": _told_stunned,
    "impaled": _told_impaled,
    "pulled": lambda s, e: _("%(location)s: the weapon comes out", location=_where(s, e)),
    "entangled": lambda s, e: _("%(location)s: entangled", location=_where(s, e)),
    "gripped": lambda _s, e: _("is held by %(who)s", who=_s.name(e.value)),
    "pinned": lambda s, e: _("%(weapon)s: pinned", weapon=_weapon(s, e)),
    "drop": _told_drop,
    "taken": lambda s, e: _(
        "loses: %(weapon)s, which %(who)s takes", weapon=_weapon(s, e), who=s.name(str(e.value["by"]))
    ),
    "hold": lambda s, e: (
        _("draws: %(weapon)s", weapon=_weapon(s, e))
        if e.value.get("draw")
        else _("sheathes: %(weapon)s", weapon=_weapon(s, e))
    ),
    "shaken": lambda _s, e: ngettext(
        "cannot attack for %(count)s turn", "cannot attack for %(count)s turns", int(e.value)
    ),
    "cowed": lambda _s, _e: _("is pinned down"),
    "dropped": _told_dropped,
    "shelter": lambda _s, e: _("has cover at hand: %(what)s", what=OBJECTS[str(e.value)][0]) if e.value else None,
    "around": _told_around,
    "evaded_spell": lambda _s, _e: _("evades the spell"),
    "blind": lambda _s, e: ngettext(
        "blinded for %(count)s turn", "blinded for %(count)s turns", int(e.value["turns"])
    ),
    "pushed": lambda _s, e: _("pushed back %(metres)s m", metres=int(e.value)),
    "scar": lambda s, e: _("%(location)s: marked for life", location=_where(s, e)),
    "weapon_hurt": _told_weapon,
    "sundered": lambda s, e: _(
        "%(location)s: armour loses %(points)s", location=_where(s, e), points=int(e.value["points"])
    ),
    "under": lambda s, e: (
        _("lies under %(who)s", who=s.name(str(e.value)))
        if e.value
        else _("is let up")
    ),
    "aim": lambda s, e: _("aims at %(who)s", who=s.name(str(e.value))) if e.value else None,
    "moved": lambda _s, e: (
        _("%(how)s: %(metres)s m", how=HOW[str(e.value["how"])], metres=int(e.value["metres"]))
        if e.value
        else None
    ),
    "cover": lambda _s, e: _("is in cover") if e.value else _("is out of cover"),
    "outmanoeuvred": lambda s, e: _("cannot attack %(who)s this round", who=s.name(str(e.value))),
    "sprung": lambda s, e: _("was waiting for it: %(effect)s is lost", effect=EFFECTS[str(e.value["effect"])].label
    ),
    "strayed": lambda s, e: _("stands where the shot of %(who)s goes", who=s.name(str(e.value))),
    "mode": lambda s, e: _("%(weapon)s: %(mode)s", weapon=_weapon(s, e), mode=MODES[str(e.value["mode"])]
    ),
    "quick": lambda s, e: _("%(weapon)s: loads faster", weapon=_weapon(s, e)),
    "treated": lambda s, e: ngettext(
        "%(location)s: treated, %(count)s hit point",
        "%(location)s: treated, %(count)s hit points",
        int(e.value["points"]),
        location=_where(s, e),
    ),
    "rest": lambda _s, e: ngettext("rests for %(count)s day", "rests for %(count)s days", int(e.value)),
    "spell": lambda _s, e: _("the spell works: %(what)s", what=str(e.value["what"]) or "…"),
    "countered": lambda s, e: _("the spell is countered by %(who)s", who=s.name(str(e.value["by"]))),
    "engage": lambda s, e: _("engages %(who)s", who=s.name(e.value)),
    "disengage": lambda s, e: _("breaks away from %(who)s", who=s.name(e.value)),
}  # fmt: skip
