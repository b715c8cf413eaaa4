"""The wound counter: ticking with its cascade, and what the wounds of a sheet bring."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from itertools import count
from typing import Any

from rules.character.character import Step
from rules.core.check import Modifier
from rules.core.errors import Refused
from rules.core.memo import memoize
from rules.core.paths import Data, get, put
from rules.core.text import Text, signed
from rules.games.polaris.settings import setting
from rules.games.polaris.tables import (
    CAPACITY,
    CAUSES,
    LIGHT,
    LIMBS,
    PACES,
    PLACES,
    SEVERITY_NAMES,
    SEVERITY_THRESHOLDS,
    WOUND_EFFECTS,
    WOUND_PENALTY,
    WOUND_PENALTY_RULE,
    WoundEffect,
    part,
)
from rules.games.polaris.text import _, ngettext

ORDER = tuple(SEVERITY_THRESHOLDS)


@dataclass(frozen=True)
class Marked:
    """A counter after one wound: the rows erased on the way up, and the row where a box was ticked.

    ``ticked`` is empty when the wound left no mark; ``ignored``: the limb was destroyed before it came.
    """

    grid: Data
    place: str
    ticked: str = ""
    erased: tuple[str, ...] = ()
    ignored: bool = False

    @property
    def death(self) -> bool:
        """POL-WOUND-05: true if this wound kills at once."""
        return self.ticked == "fatal" and self.place not in LIMBS

    @property
    def destroyed(self) -> bool:
        """POL-WOUND-06: true if this wound destroys the limb."""
        return self.ticked == "fatal" and self.place in LIMBS

    @property
    def text(self) -> Text:
        place = PLACES[self.place]
        if self.ignored:
            return _("%(place)s: already destroyed, this wound is ignored", place=place)
        if not self.ticked:
            return _("%(place)s: the last box is ticked already", place=place)
        steps = [_erased_text(severity, CAPACITY[self.place][severity]) for severity in self.erased]
        if self.death:
            steps.append(_("death"))
        elif self.destroyed:
            steps.append(_("limb destroyed"))
        else:
            steps.append(_ticked_text(self.ticked, 1))
        return _("%(place)s: %(steps)s", place=place, steps=tuple(steps))


def boxes(grid: Data, place: str, severity: str) -> int:
    return int((grid.get(place) or {}).get(severity) or 0)


def tick(grid: Data, place: str, severity: str, on_destroyed: str = "ignore") -> Marked:
    """POL-WOUND-02 to 06: mark one wound; a full row is erased and the wound goes one row up, and so on."""
    if on_destroyed == "ignore" and place in LIMBS and boxes(grid, place, "fatal"):
        return Marked(grid, place, ignored=True)
    ticked = boxes(grid, place, severity)
    if ticked < CAPACITY[place][severity]:
        return Marked(put(grid, f"{place}.{severity}", ticked + 1), place, severity)
    if severity == "fatal":
        return Marked(grid, place)
    above = tick(put(grid, f"{place}.{severity}", None), place, ORDER[ORDER.index(severity) + 1], on_destroyed)
    return Marked(above.grid, place, above.ticked, (severity, *above.erased), above.ignored)


def mark(sheet: Data, settings: Data, place: str, severity: str) -> Marked:
    """The counter of a sheet after one more wound (POL-WOUND-02 to 06)."""
    return tick(sheet.get("wounds") or {}, place, severity, setting(settings, "wound_on_destroyed_limb"))


def untick(grid: Data, place: str, severity: str) -> Data:
    """POL-WOUND-23: erase one box. Raises ``Refused`` where none is ticked."""
    ticked = boxes(grid, place, severity)
    if not ticked:
        raise Refused(_("No box is ticked here."), f"wounds.{place}.{severity}")
    return put(grid, f"{place}.{severity}", ticked - 1 or None)


def step(sheet: Data, settings: Data, path: str, by: int) -> Step:
    """The writes of ticking (or unticking) ``wounds.<place>.<severity>``, cascade included, with their sentence."""
    _wounds, place, severity = path.split(".")
    written: dict[str, Any] = {}
    stated: list[Text] = []
    for _box in range(by):
        now = reduce(lambda data, item: put(data, *item), written.items(), sheet)
        marked, changed = hurt(now, settings, place, severity)
        written |= changed
        stated += [marked.text, *_tasks_due(marked, settings)]
    if by < 0:
        before: Data = sheet.get("wounds") or {}
        grid = reduce(lambda data, _box: untick(data, place, severity), range(-by), before)
        gone = set() if boxes(grid, place, severity) else {(place, severity)}
        written = {**writes(before, grid), **lines_without(sheet, gone)}
        stated = [_("%(place)s: %(steps)s", place=PLACES[place], steps=(_erased_text(severity, -by),))]
    return Step(written, _("%(steps)s", steps=tuple(stated)) if stated else None)


def hurt(sheet: Data, settings: Data, place: str, severity: str) -> tuple[Marked, dict[str, Any]]:
    """POL-WOUND-02 to 06, 17, 22: the counter after one more wound, and by path what it writes of boxes and lines.

    The lines of the boxes it erases go, and the care of an old wound is not that of a new one.
    """
    marked = mark(sheet, settings, place, severity)
    lines: Data = sheet.get("wound_details") or {}
    grid, gone = marked.grid, {(place, row) for row in marked.erased}
    if is_simplified(sheet, settings):
        grid = worst_alone(grid)
        gone |= {cell_of(row) for row in lines.values() if not boxes(grid, *cell_of(row))}
    cell = (place, marked.ticked)
    tended = (key for key, row in lines.items() if cell_of(row) == cell not in gone and row.get("treated"))
    anew = {f"wound_details.{key}.treated": None for key in tended}
    written = {**writes(sheet.get("wounds") or {}, grid), **lines_without(sheet, gone), **anew}
    return replace(marked, grid=grid), written


def lines_without(sheet: Data, cells: Collection[tuple[str, str]]) -> dict[str, Data | None]:
    """POL-WOUND-03, 18: the lines, by path, once the wounds of these cells are gone: their sequelae alone stay."""
    rows: Data = sheet.get("wound_details") or {}
    return {f"wound_details.{key}": scar(row) for key, row in rows.items() if cell_of(row) in cells}


def scar(row: Data) -> Data | None:
    """POL-WOUND-18: what is left of the line about a wound that is no more."""
    return {"place": cell_of(row)[0], "sequelae": row["sequelae"]} if row.get("sequelae") else None


def _tasks_due(marked: Marked, settings: Data) -> Iterator[Text]:
    """POL-WOUND-07, 18: what the table has to do at once because of a wound."""
    if not marked.ticked:
        return
    brings = effect(marked.place, marked.ticked)
    if brings.shock is not None and setting(settings, "shock_rules"):
        yield _("shock test, penalty %(malus)s", malus=signed(brings.shock))
    if marked.ticked == "critical":
        yield _("the game master says whether it bleeds")
    yield from sequelae_due(marked)


def sequelae_due(marked: Marked) -> Iterator[Text]:
    """POL-WOUND-10, 11, 18: what a wound leaves to be decided for good."""
    if marked.ticked and not marked.death and effect(marked.place, marked.ticked).sequelae:
        yield _("sequelae to be decided")


def is_noted(place: str, severity: str) -> bool:
    """POL-WOUND-15, 18: true if a wound has a line of its own: for its bleeding, its clock or its sequelae."""
    return severity in ("critical", "mortal", "fatal") or effect(place, severity).sequelae


def writes(before: Data, after: Data) -> dict[str, int | None]:
    """The cells that differ between two counters, by their path on the sheet; an empty cell is ``None``."""
    places = [place for place in CAPACITY if before.get(place) != after.get(place)]
    cells = [(place, severity) for place in places for severity in CAPACITY[place]]
    changed = [cell for cell in cells if boxes(before, *cell) != boxes(after, *cell)]
    return {f"wounds.{place}.{severity}": boxes(after, place, severity) or None for place, severity in changed}


def marked_cells(sheet: Data) -> tuple[tuple[str, str, int], ...]:
    """Every cell with a ticked box, the worst severities first: place, severity, boxes."""
    grid: Data | None = sheet.get("wounds")
    return _marked_cells(grid) if grid else ()


@memoize
def _marked_cells(grid: Data) -> tuple[tuple[str, str, int], ...]:
    hurt = [place for place in PLACES if place in grid]
    cells = ((place, severity) for severity in reversed(ORDER) for place in hurt)
    return tuple((*cell, ticked) for cell in cells if (ticked := boxes(grid, *cell)))


@memoize
def worst(sheet: Data, place: str = "") -> str:
    """The worst severity marked, on one place or anywhere; empty when there is none."""
    return next((severity for where, severity, _boxes in marked_cells(sheet) if place in ("", where)), "")


def penalty(sheet: Data, settings: Data) -> tuple[Modifier, ...]:
    """POL-WOUND-14, 20: the terms that wounds add to every test; those that do not count say why."""
    stacking = setting(settings, "wound_penalty_stacking")
    cells = list(marked_cells(sheet))
    if stacking == "sum":
        return tuple(_term(*cell, times=cell[2]) for cell in cells)
    only_worst = _("Only the worst wound counts.")
    terms = [_term(*cell, ignored=only_worst if number else None) for number, cell in enumerate(cells)]
    if stacking == "worst_plus_one_per_extra_serious_location":
        places = {place for place, severity, _boxes in cells if ORDER.index(severity) >= ORDER.index("serious")}
        if len(places) > 1:
            terms.append(Modifier(_("Other places badly hurt"), 1 - len(places), "POL-WOUND-14"))
    return tuple(terms)


@memoize
def can_test(sheet: Data) -> bool:
    """POL-WOUND-12, 13: true if actions that need a test are still possible."""
    return worst(sheet) not in ("mortal", "fatal")


SENSELESS = ("unconscious", "light_coma", "deep_coma")


@memoize
def is_senseless(sheet: Data) -> bool:
    """POL-SHOCK-04: true of the unconscious and the dead, who neither act nor perceive."""
    return is_dead(sheet) or any(get(sheet, f"conditions.{key}") for key in SENSELESS)


@memoize
def is_dead(sheet: Data) -> bool:
    """POL-WOUND-05: dead of a wound to the head or the body, or declared dead."""
    grid: Data = sheet.get("wounds") or {}
    killed = any(boxes(grid, place, "fatal") for place in ("head", "body"))
    return killed or bool(get(sheet, "conditions.dead"))


def effect(place: str, severity: str) -> WoundEffect:
    """POL-WOUND-08 to 13: what a wound of this severity brings there."""
    return WOUND_EFFECTS[severity][part(place)]


def shock_malus(place: str, severity: str) -> int | None:
    """The malus of the shock test that a wound demands, or ``None`` where it demands none."""
    return effect(place, severity).shock


def pace_limit(sheet: Data) -> str:
    """POL-WOUND-19: the limit of pace: ``none``, ``fast``, ``medium``, ``slow`` or ``immobile``."""
    limits = [effect(place, severity).pace for place, severity, _boxes in marked_cells(sheet)]
    if get(sheet, "conditions.stunned"):
        limits.append("medium")  # POL-SHOCK-03
    return max(limits, key=tuple(PACES).index, default="none")


MOVES = ("still", "slow", "medium", "fast", "maximum")


CRAWL = "slow"


def fastest(sheet: Data, pace: str, prone: bool | None = None) -> str:
    """POL-WOUND-19, POL-INIT-18: a pace, or the fastest one that wounds, stupor and lying on the ground leave."""
    left = len(MOVES) - tuple(PACES).index(pace_limit(sheet))
    most = MOVES[left - 1]
    lies = is_prone(sheet) if prone is None else prone
    return min(pace, most, CRAWL if lies else most, key=MOVES.index)


def is_prone(sheet: Data) -> bool:
    return bool(get(sheet, "conditions.prone"))


def why_rooted(sheet: Data) -> Text | None:
    """POL-WOUND-11 to 13: why somebody cannot move at all, where a wound leaves no pace."""
    return _("Wounds allow no movement.") if pace_limit(sheet) == "immobile" else None


def is_simplified(sheet: Data, settings: Data) -> bool:
    """POL-WOUND-22: true if of somebody only the worst wound is kept."""
    return bool(sheet.get("minor")) and bool(setting(settings, "simplified_npc_wounds"))


def worst_alone(grid: Data) -> Data:
    """POL-WOUND-22: a counter with nothing but one box of the worst wound."""
    match = next(iter(marked_cells({"wounds": grid})), None)
    return {} if match is None else {match[0]: {match[1]: 1}}


def bleeds(cause: str, settings: Data) -> bool:
    """POL-WOUND-15: true if a wound of this cause bleeds unless the game master says otherwise."""
    mode = setting(settings, "bleeding_default_by_cause")
    return CAUSES[cause][1] if mode == "by_cause" else bool(mode == "always")


def unstabilized_cells(sheet: Data, settings: Data) -> tuple[tuple[str, str], ...]:
    """POL-WOUND-11 to 13, 15: the cells with a wound that still needs to be stabilised.

    A critical wound needs it when its detail says, or its cause lets one expect, that it bleeds; a mortal one and a
    lost limb always do.
    """
    return tuple(
        (place, severity)
        for place, severity, ticked in marked_cells(sheet)
        if _open(sheet, settings, place, severity, ticked)
    )


def undecided_cells(sheet: Data) -> tuple[tuple[str, str], ...]:
    """POL-WOUND-15: the cells with a critical wound for which bleeding is not decided yet."""
    lines = [cell_of(row) for row in (sheet.get("wound_details") or {}).values()]
    cells = ((place, severity) for place, severity, _boxes in marked_cells(sheet) if severity == "critical")
    grid: Data = sheet.get("wounds") or {}
    return tuple(cell for cell in cells if boxes(grid, *cell) > lines.count(cell))


def _open(sheet: Data, settings: Data, place: str, severity: str, ticked: int) -> bool:
    rows = [row for row in (sheet.get("wound_details") or {}).values() if cell_of(row) == (place, severity)]
    if severity == "critical":
        return any(is_line_open(row, settings) for row in rows)
    if severity == "mortal" or (severity == "fatal" and place in LIMBS):
        return ticked > sum(bool(row.get("stabilized")) for row in rows)
    return False


def is_line_open(row: Data, settings: Data) -> bool:
    """POL-WOUND-15, 16: true if the wound that a line tells of is still to be stabilised."""
    return not row.get("stabilized") and (cell_of(row)[1] != "critical" or _bleeding(row, settings))


def _bleeding(row: Data, settings: Data) -> bool:
    return bool(row.get("bleeding", bleeds(row.get("cause", "other"), settings)))


def new_line(taken: Data) -> str:
    """The key of a new line about a wound, the first number that is free."""
    return next(key for number in count(1) if (key := f"w{number}") not in taken)


def cell_of(row: Data) -> tuple[str, str]:
    """The place and severity that a line of a wound is about."""
    return row.get("place", "body"), row.get("severity", LIGHT)


def _term(place: str, severity: str, ticked: int, times: int = 1, ignored: Text | None = None) -> Modifier:
    words = {"severity": SEVERITY_NAMES[severity], "place": PLACES[place]}
    label = (
        _("Wound: %(severity)s, %(place)s", **words)
        if ticked == 1
        else _("Wounds: %(count)s %(severity)s, %(place)s", count=ticked, **words)
    )
    return Modifier(label, WOUND_PENALTY[severity] * times, WOUND_PENALTY_RULE[severity], ignored)


def _erased_text(severity: str, count: int) -> Text:
    return ngettext(
        "%(severity)s: %(count)s box erased",
        "%(severity)s: %(count)s boxes erased",
        count,
        severity=SEVERITY_NAMES[severity],
    )


def _ticked_text(severity: str, count: int) -> Text:
    return ngettext(
        "%(severity)s: %(count)s box ticked",
        "%(severity)s: %(count)s boxes ticked",
        count,
        severity=SEVERITY_NAMES[severity],
    )
