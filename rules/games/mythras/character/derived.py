"""Every computed number of a sheet, in the order of the printed one."""

from __future__ import annotations

from rules.character.character import Derived
from rules.core.check import Breakdown, Modifier
from rules.core.paths import Data
from rules.core.text import Text
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.character.schema import SCHEMA
from rules.games.mythras.rolls import checks
from rules.games.mythras.text import _


def derive(sheet: Data, settings: Data) -> tuple[Derived, ...]:
    """Attributes, then the value of every skill and style beside its points."""
    skills = (
        Derived(check.key, check.what, check.target, "MYT-CORE-02", beside=check.path, unit="%")
        for check in checks.skills(sheet, settings)
    )
    return (*_attributes(sheet, settings), *skills)


def standing(sheet: Data, path: str) -> int | None:
    """The value of a counter while nothing is written there; ``None`` for any other path."""
    counters = {"state.luck": sheets.luck, "state.magic": sheets.magic}
    if path in counters:
        return counters[path](sheet)
    section, _dot, rest = path.partition(".")
    key, _dot, leaf = rest.partition(".")
    place = sheets.location(sheet, key) if section == "hit_locations" else None
    return None if place is None else {"hp": place.hp, "hp_max": place.hp_max}.get(leaf)


def most(sheet: Data, path: str) -> int | None:
    """The full value of a counter, or the maximum of its field."""
    top = {"state.luck": sheets.sixth(sheet, "pow"), "state.magic": sheets.characteristic(sheet, "pow")}.get(path)
    if path.startswith("hit_locations.") and path.endswith(".hp"):
        body = sheets.location(sheet, path.split(".")[1])
        top = body.hp_max if body else None
    field = SCHEMA.field(path)
    return top if top is not None else field.most if field else None


def _attributes(sheet: Data, settings: Data) -> tuple[Derived, ...]:
    modifier = sheets.damage_modifier(sheet)
    words = _("%(dice)s", dice=str(modifier))
    sixth = sheets.sixth
    return (
        Derived("action_points", _("Action points"), sheets.action_points(sheet, settings), "MYT-ATTR-01"),
        Derived("damage_modifier", _("Damage modifier"), _strength(sheet), "MYT-ATTR-02", words),
        _simple("experience_modifier", _("Experience modifier"), "cha", sixth(sheet, "cha") - 2),
        _simple("healing_rate", _("Healing rate"), "con", sixth(sheet, "con")),
        Derived("initiative_bonus", _("Initiative bonus"), sheets.initiative_bonus(sheet, settings), "MYT-ATTR-05"),
        Derived(
            "luck_max",
            _("Luck points at most"),
            _number(_OF["pow"], sixth(sheet, "pow"), "MYT-ATTR-03"),
            "MYT-ATTR-03",
            beside="state.luck",
        ),
        Derived(
            "pace",
            _("Walk, run, sprint (m)"),
            _number(_("Movement (m)"), sheets.movement(sheet), "MYT-ATTR-06"),
            "MYT-ATTR-06",
            _paces(sheets.movement(sheet)),
        ),
    )


_OF = {"cha": _("From CHA"), "con": _("From CON"), "pow": _("From POW")}


def _simple(key: str, label: Text, of: str, value: int) -> Derived:
    return Derived(key, label, _number(_OF[of], value, "MYT-ATTR-03"), "MYT-ATTR-03")


def _paces(walk: int) -> Text:
    return _("%(walk)s / %(run)s / %(sprint)s", walk=walk, run=3 * walk, sprint=5 * walk)


def _sum(sheet: Data) -> int:
    return sheets.characteristic(sheet, "str") + sheets.characteristic(sheet, "siz")


def _strength(sheet: Data) -> Breakdown:
    """MYT-ATTR-02: STR and SIZ, with the dice they would give where a stat block has others."""
    sum = _number(_("STR + SIZ"), _sum(sheet), "MYT-ATTR-02")
    own, counted = sheets.own_damage_modifier(sheet), sheets.damage_modifier(sheet)
    if own == counted:
        return sum
    why = _("%(printed)s instead of %(own)s", printed=str(counted), own=str(own))
    return sum.plus(Modifier(_("As printed"), 0, ignored=why))


def _number(label: Text, value: int, rule: str) -> Breakdown:
    return Breakdown(Modifier(label, value, rule))
