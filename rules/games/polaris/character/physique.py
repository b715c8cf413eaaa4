"""The physique of a body: its paces, its natural resistances, its breath."""

from __future__ import annotations

from rules.character.character import Derived
from rules.core.check import Breakdown, Modifier
from rules.core.paths import Data
from rules.core.text import Text
from rules.games.polaris import tables
from rules.games.polaris.character.derived import overridden_by_gm
from rules.games.polaris.character.sheet import level
from rules.games.polaris.harm import wounds
from rules.games.polaris.settings import setting
from rules.games.polaris.tables import PACES, row_at
from rules.games.polaris.text import _, ngettext

# POL-SHEET-19: from this level on, the medium pace in metres a turn; then 2 more for every 5 levels.
MEDIUM_PACE = ((3, 6), (6, 8), (11, 10), (16, 12), (21, 14))
LAST_PACE = 21

# POL-SHEET-08: from this level on, what is added to what the body has to bear; then −1 for every 2 levels.
RESISTANCE = ((1, 6), (3, 4), (5, 2), (7, 1), (9, 0), (12, -1), (14, -2), (16, -3), (18, -4), (20, -5))
LAST_RESISTANCE = 20

RESISTED: dict[str, Text] = {
    "poison": _("Resistance to poison"),
    "disease": _("Resistance to disease"),
    "radiation": _("Resistance to radiation"),
    "drugs": _("Resistance to drugs"),
}
# By pace: how many halves of the medium one it is.
PACE_HALVES = {"slow": 1, "medium": 2, "fast": 4, "maximum": 8}
PACE_NAMES: dict[str, Text] = {
    "slow": _("Slow pace (m a turn)"),
    "medium": _("Medium pace (m a turn)"),
    "fast": _("Fast pace (m a turn)"),
    "maximum": _("Maximum pace (m a turn)"),
}
# The limits of POL-WOUND-19, each with the paces it leaves.
ALLOWED = {
    "none": ("slow", "medium", "fast", "maximum"),
    "fast": ("slow", "medium", "fast"),
    "medium": ("slow", "medium"),
    "slow": ("slow",),
    "immobile": (),
}


def medium_pace(level: int) -> int:
    """POL-SHEET-19: the medium pace of a level, in metres a turn."""
    return row_at(MEDIUM_PACE, level) + max(0, level - LAST_PACE) // 5 * 2


def pace(level: int, name: str) -> int:
    """POL-SHEET-19: a pace of a level: slow is half of the medium one, fast twice and maximum four times as much."""
    return medium_pace(level) * PACE_HALVES[name] // 2


def resistance(level: int) -> int:
    """POL-SHEET-08: what a level adds to what has to be borne, so that less is better."""
    return row_at(RESISTANCE, level) - max(0, level - LAST_RESISTANCE) // 2


def derived(sheet: Data, settings: Data, athletics: int) -> tuple[Derived, ...]:
    """The four paces, and where the campaign plays with them the resistances and the breath."""
    paces = tuple(_pace(sheet, name, athletics) for name in PACE_NAMES)
    if not setting(settings, "natural_resistances"):
        return paces
    return (*paces, *(_resistance(sheet, settings, what) for what in RESISTED), breath(sheet, settings))


def breath(sheet: Data, settings: Data) -> Derived:
    """POL-SHEET-08, POL-TURN-02: how many turns a breath lasts, and how many seconds that is."""
    value = overridden_by_gm(sheet, "breath", Breakdown(_half(sheet, settings)))
    turns = max(0, value.total)
    seconds = turns * int(setting(settings, "turn_seconds"))
    shown = ngettext("%(count)s turn (%(seconds)s s)", "%(count)s turns (%(seconds)s s)", turns, seconds=seconds)
    return Derived("breath", _("Breath"), value, "POL-SHEET-08", shown)


def metres(sheet: Data, name: str, athletics: int) -> int:
    """POL-SHEET-19: the metres a healthy body goes in a turn at a pace."""
    return _metres(sheet, name, athletics).total


def _metres(sheet: Data, name: str, athletics: int) -> Breakdown:
    by = athletics if name == "maximum" else level(sheet, "COO")
    of = _("Athletics") if name == "maximum" else tables.ATTRIBUTES["COO"]
    label = _("%(attribute)s %(level)s", attribute=of, level=by)
    return overridden_by_gm(sheet, f"pace_{name}", Breakdown(Modifier(label, pace(by, name), "POL-SHEET-19")))


def _pace(sheet: Data, name: str, athletics: int) -> Derived:
    """The pace of a healthy body; limits by wounds are named beside it."""
    value = _metres(sheet, name, athletics)
    limit = wounds.pace_limit(sheet)
    if name in ALLOWED[limit]:
        shown = _("%(metres)s", metres=value.total)
    else:
        shown = _("%(metres)s (now: %(limit)s)", metres=value.total, limit=PACES[limit])
    return Derived(f"pace_{name}", PACE_NAMES[name], value, "POL-SHEET-19", shown)


def _resistance(sheet: Data, settings: Data, what: str) -> Derived:
    """POL-SHEET-08: of the constitution, but for drugs of half the constitution and the willpower together."""
    if what == "drugs":
        half = _half(sheet, settings)
        label = _("%(what)s: %(level)s", what=half.label, level=half.value)
        base = Modifier(label, resistance(half.value), "POL-SHEET-08")
    else:
        here = level(sheet, "CON")
        label = _("%(attribute)s %(level)s", attribute=tables.ATTRIBUTES["CON"], level=here)
        base = Modifier(label, resistance(here), "POL-SHEET-08")
    key = f"resistance_{what}"
    return Derived(key, RESISTED[what], overridden_by_gm(sheet, key, Breakdown(base)), "POL-SHEET-08")


def _half(sheet: Data, settings: Data) -> Modifier:
    con, vol = level(sheet, "CON"), level(sheet, "VOL")
    label = _("(Constitution %(con)s + Willpower %(vol)s) / 2", con=con, vol=vol)
    return Modifier(label, tables.round_quotient(con + vol, 2, setting(settings, "rounding_mode")), "POL-SHEET-08")
