"""The printed tables of the base game, one row per line, in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.core.text import Text
from rules.games.polaris.text import _, pgettext

ATTRIBUTES: dict[str, Text] = {
    "FOR": _("Strength"),
    "CON": _("Constitution"),
    "COO": _("Coordination"),
    "ADA": _("Adaptation"),
    "PER": _("Perception"),
    "INT": _("Intelligence"),
    "VOL": _("Willpower"),
    "PRE": _("Presence"),
}

ATTRIBUTES_SHORT: dict[str, Text] = {
    "FOR": _("STR"),
    "CON": _("CON"),
    "COO": _("COO"),
    "ADA": _("ADA"),
    "PER": _("PER"),
    "INT": _("INT"),
    "VOL": _("WIL"),
    "PRE": _("PRE"),
}

# POL-SHEET-02: from this attribute level on, this natural aptitude.
NATURAL_APTITUDE = ((3, -4), (4, -3), (5, -2), (6, -1), (8, 0), (10, 1), (13, 2), (16, 3), (19, 4), (22, 5), (25, 6))

# POL-SHEET-05: from this strength on, this melee damage modifier; then +1 for every 2 levels.
MELEE_DAMAGE = ((1, -6), (3, -4), (5, -2), (7, -1), (9, 0), (12, 1), (14, 2), (16, 3), (18, 4), (20, 5))

# POL-SHEET-06: from this strength + constitution on, this is added to damage received; then −1 for every 4.
DAMAGE_RESISTANCE = ((2, 6), (6, 4), (10, 2), (14, 1), (18, 0), (22, -1), (26, -2), (30, -3), (34, -4), (38, -5))

# POL-TEST-06: the twelve degrees of difficulty, easiest first.
DIFFICULTIES: dict[str, tuple[Text, int]] = {
    "extremely_easy": (_("Extremely easy"), 10),
    "very_easy": (_("Very easy"), 7),
    "easy": (_("Easy"), 5),
    "fairly_easy": (_("Fairly easy"), 3),
    "average": (_("Average"), 0),
    "fairly_hard": (_("Fairly hard"), -3),
    "hard": (_("Hard"), -5),
    "very_hard": (_("Very hard"), -7),
    "extremely_hard": (_("Extremely hard"), -10),
    "almost_impossible": (_("Almost impossible"), -13),
    "superhuman": (_("Superhuman"), -15),
    "heroic": (_("Heroic"), -20),
}

STEPS_BEYOND = (-3, -5, -7, -10)  # POL-TEST-08: how the scale goes on from one ten to the next


def rows_harder(value: int, rows: int) -> int:
    """POL-TEST-06, 08: the modifier so many rows below this one, beyond the printed scale by its usual steps."""
    scale = [row for _label, row in DIFFICULTIES.values()]
    while len(scale) <= scale.index(value) + rows:
        beyond = len(scale) - len(DIFFICULTIES)
        ten, step = divmod(beyond, len(STEPS_BEYOND))
        scale.append(-20 - 10 * ten + STEPS_BEYOND[step])
    return scale[scale.index(value) + rows]


@dataclass(frozen=True)
class Degree:
    """A row of the margin table: its name, what the margin is worth to a rule that asks for it, and a hint."""

    key: str
    label: Text
    modifier: int
    hint: Text | None = None


# POL-TEST-19, 20: what a margin may mean at the table.
_SIDE_EFFECT = _("The game master may add an unexpected side effect: it is a success all the same.")
_WELL = _("Done well, or sooner than expected.")
_SUPERB = _("Done superbly, and sooner than anyone expected.")
_LOST_TIME = _("Time is lost.")
_WORSE = _("Time is lost, and things get worse.")

# POL-TEST-17: from this margin on, this degree of success …
SUCCESS_DEGREES = (
    (1, Degree("barely", _("barely"), 0, _SIDE_EFFECT)),
    (3, Degree("fair", _("fair"), 1)),
    (5, Degree("fairly_good", _("fairly good"), 2)),
    (7, Degree("good", _("good"), 3, _WELL)),
    (10, Degree("very_good", _("very good"), 4, _WELL)),
    (13, Degree("excellent", _("excellent"), 5, _WELL)),
    (15, Degree("perfect", _("perfect"), 6, _SUPERB)),
    (20, Degree("extraordinary", _("extraordinary"), 7, _SUPERB)),
    (25, Degree("heroic", _("heroic"), 8, _SUPERB)),
    (35, Degree("legendary", _("legendary"), 9, _SUPERB)),
)

# … or of failure. The last three rows have no name of their own in print: they keep that of margin 15.
_CATASTROPHIC = _("catastrophic")
FAILURE_DEGREES = (
    (1, Degree("barely", _("barely"), 0)),
    (3, Degree("mediocre", _("mediocre"), -1)),
    (5, Degree("fairly_bad", _("fairly bad"), -2)),
    (7, Degree("bad", _("bad"), -3, _LOST_TIME)),
    (10, Degree("very_bad", _("very bad"), -4, _LOST_TIME)),
    (13, Degree("appalling", _("appalling"), -5, _WORSE)),
    (15, Degree("catastrophic", _CATASTROPHIC, -6, _WORSE)),
    (20, Degree("catastrophic", _CATASTROPHIC, -7, _WORSE)),
    (25, Degree("catastrophic", _CATASTROPHIC, -8, _WORSE)),
    (35, Degree("catastrophic", _CATASTROPHIC, -9, _WORSE)),
)

CATASTROPHE_MARGIN = 15  # POL-CRIT-06

PLACES: dict[str, Text] = {
    "head": _("Head"),
    "body": _("Body"),
    "right_arm": _("Right arm"),
    "left_arm": _("Left arm"),
    "right_leg": _("Right leg"),
    "left_leg": _("Left leg"),
}
LIMBS = ("right_arm", "left_arm", "right_leg", "left_leg")

# POL-WOUND-01 and POL-DMG-04: every severity with the final damage that brings it.
LIGHT = "light"  # the least of them
SEVERITY_THRESHOLDS: dict[str, int] = {
    LIGHT: 5,
    "moderate": 10,
    "serious": 15,
    "critical": 20,
    "mortal": 25,
    "fatal": 30,
}

# POL-WOUND-01: boxes of each severity; the last is death on head and body, elsewhere the limb destroyed.
_LIMB = {"light": 3, "moderate": 3, "serious": 2, "critical": 2, "mortal": 1, "fatal": 1}
CAPACITY: dict[str, dict[str, int]] = {
    "head": {"light": 3, "moderate": 3, "serious": 2, "critical": 2, "mortal": 1, "fatal": 1},
    "body": {"light": 4, "moderate": 3, "serious": 3, "critical": 2, "mortal": 2, "fatal": 1},
    "right_arm": _LIMB,
    "left_arm": _LIMB,
    "right_leg": _LIMB,
    "left_leg": _LIMB,
}

SEVERITY_NAMES: dict[str, Text] = {
    "light": _("light"),
    "moderate": _("moderate"),
    "serious": _("serious"),
    "critical": _("critical"),
    "mortal": _("mortal"),
    "fatal": _("fatal"),
}

# POL-WOUND-08 to 11. Nothing is printed beyond critical, where no action with a test is left (POL-WOUND-12,
# 13); what is still tested there, such as whether a constitution holds, keeps the last printed penalty.
WOUND_PENALTY: dict[str, int] = {
    "light": -1,
    "moderate": -3,
    "serious": -5,
    "critical": -10,
    "mortal": -10,
    "fatal": -10,
}
WOUND_PENALTY_RULE: dict[str, str] = {
    "light": "POL-WOUND-08",
    "moderate": "POL-WOUND-09",
    "serious": "POL-WOUND-10",
    "critical": "POL-WOUND-11",
    "mortal": "POL-WOUND-12",
    "fatal": "POL-WOUND-13",
}

# The most restrictive last (POL-WOUND-19).
PACES: dict[str, Text] = {
    "none": _("no limit"),
    "fast": _("fast"),
    "medium": _("medium"),
    "slow": _("slow"),
    "immobile": _("cannot move"),
}


@dataclass(frozen=True)
class WoundEffect:
    """The effects of one wound besides its penalty; ``shock`` is the malus of its shock test, if it demands one."""

    pace: str = "none"
    shock: int | None = None
    sequelae: bool = False


# POL-WOUND-08 to 13, by severity, then by part.
WOUND_EFFECTS: dict[str, dict[str, WoundEffect]] = {
    "light": {part: WoundEffect() for part in ("arm", "leg", "body", "head")},
    "moderate": {part: WoundEffect() for part in ("arm", "leg", "body", "head")},
    "serious": {
        "arm": WoundEffect(),
        "leg": WoundEffect("medium"),
        "body": WoundEffect("medium", 0),
        "head": WoundEffect("medium", -5, sequelae=True),
    },
    "critical": {
        "arm": WoundEffect("medium", 0, sequelae=True),
        "leg": WoundEffect("immobile", 0, sequelae=True),
        "body": WoundEffect("slow", -5, sequelae=True),
        "head": WoundEffect("slow", -10, sequelae=True),
    },
    "mortal": {
        "arm": WoundEffect("slow", -5, sequelae=True),
        "leg": WoundEffect("immobile", -5, sequelae=True),
        "body": WoundEffect("slow", -10, sequelae=True),
        "head": WoundEffect("slow", -15, sequelae=True),
    },
    "fatal": {
        "arm": WoundEffect("slow", -10, sequelae=True),
        "leg": WoundEffect("immobile", -10, sequelae=True),
        "body": WoundEffect("immobile"),
        "head": WoundEffect("immobile"),
    },
}

# POL-WOUND-15: what may make a wound bleed, and whether it does unless the game master says otherwise.
CAUSES: dict[str, tuple[Text, bool]] = {
    "other": (_("Other"), False),
    "bullet": (_("Bullet"), True),
    "blade": (_("Blade"), True),
    "cut": (_("Cut"), True),
    "perforation": (_("Perforation"), True),
    "blow": (_("Blow"), False),
    "burn": (_("Burn"), False),
    "shock": (pgettext("cause", "Shock"), False),
}

BARE_HANDS = "1d6"  # POL-DMG-08


def part(place: str) -> str:
    """The kind of place: head, body, arm or leg."""
    return place.rpartition("_")[2]


def row_at(table: Sequence[tuple[int, int]], level: int) -> int:
    """The value of the last row that ``level`` reaches; that of the first row below it."""
    return max([row for row in table if row[0] <= level], default=table[0])[1]


def natural_aptitude(level: int, clamp: bool = True) -> int:
    """POL-SHEET-02. Not clamped, it goes on by one for each level below 3 and for every 3 above 25."""
    value = row_at(NATURAL_APTITUDE, level)
    if clamp:
        return value
    return value + min(0, level - 3) + max(0, level - 25) // 3


def melee_damage_modifier(strength: int) -> int:
    """POL-SHEET-05: added to damage in melee; above 20, one more for every two points of strength."""
    return row_at(MELEE_DAMAGE, strength) + max(0, strength - 20) // 2


def damage_resistance(strength_and_constitution: int) -> int:
    """POL-SHEET-06: added to damage received, so that less is better."""
    return row_at(DAMAGE_RESISTANCE, strength_and_constitution) - max(0, strength_and_constitution - 38) // 4


def degree(succeeded: bool, margin: int) -> Degree:
    """POL-TEST-17: the row of a margin; a margin of 0, where no die was thrown, counts as the least."""
    rows = SUCCESS_DEGREES if succeeded else FAILURE_DEGREES
    return max(((start, row) for start, row in rows if start <= margin), key=lambda item: item[0], default=rows[0])[1]


def round_quotient(halves_of: int, by: int, mode: str) -> int:
    """POL-GEN-04: ``halves_of / by`` rounded down, or to the nearest with exact halves down."""
    if mode == "nearest":
        return -((by - 2 * halves_of) // (2 * by))
    return halves_of // by
