"""The boxes of the counter and the line about each wound, as wounds come, get worse or lighter (POL-WOUND-02 to 21)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.effects import Effect
from rules.core.paths import Data, put
from rules.core.scene import Change, Scene
from rules.core.text import Text
from rules.games.polaris.harm import wounds
from rules.games.polaris.harm.wounds import Marked, boxes
from rules.games.polaris.tables import CAPACITY, PLACES, SEVERITY_NAMES
from rules.games.polaris.text import _, ngettext

Changes = tuple[Change, ...]


def hurt(scene: Scene, fighter: str, value: Data) -> Changes:
    """POL-WOUND-02 to 07, 18: one more box, and a line where the wound leaves something to write down."""
    sheet = scene.sheet(fighter)
    marked, written = wounds.hurt(sheet, scene.settings, value["place"], value["severity"])
    changes = tuple(scene.write(fighter, path, item) for path, item in written.items())
    if not marked.ticked or not boxes(marked.grid, marked.place, marked.ticked):
        return changes
    if not wounds.is_noted(marked.place, marked.ticked):
        return changes
    row = {"place": marked.place, "severity": marked.ticked, "cause": str(value.get("cause", "other"))}
    bleeding = {"bleeding": bool(value["bleeding"])} if "bleeding" in value else {}
    line = {**row, "created_turn": scene.round, **bleeding}
    new = scene.write(fighter, f"wound_details.{wounds.new_line(sheet.get('wound_details') or {})}", line)
    return (*changes, new)


class Worse(Effect):
    """POL-WOUND-17: one more box of a severity, with the cascade of POL-WOUND-03, its line with the old cause."""

    kind = "worse"
    place: str
    severity: str
    bleeding: bool | None = None

    def land(self, scene: Scene) -> Changes:
        line = row_of(scene.sheet(self.target), self.place, self.severity)
        cause = line[1].get("cause", "other") if line else "other"
        return hurt(scene, self.target, {"cause": cause, **self.value})

    def told(self, scene: Scene) -> Text | None:
        marked = wounds.mark(scene.sheet(self.target), scene.settings, self.place, self.severity)
        return _("the wound gets worse. %(then)s", then=(marked.text, *wounds.sequelae_due(marked)))


class MoveBox(Effect):
    """POL-LUCK-04, POL-WOUND-03, 21: a box moves to another severity with its line; it vanishes if ``to`` is empty.

    Where the row ``to`` is full, a lighter wound vanishes, and one that gets worse moves on to the next row.
    """

    kind = "lighter"
    place: str
    severity: str
    to: str = ""
    bleeding: bool | None = None
    line: str = ""

    def marked(self, scene: Scene) -> Marked:
        """The counter once the box has moved."""
        place, to = self.place, self.to
        grid = wounds.untick(scene.sheet(self.target).get("wounds") or {}, place, self.severity)
        if not to:
            return Marked(grid, place)
        if boxes(grid, place, to) < CAPACITY[place][to]:
            return Marked(put(grid, f"{place}.{to}", boxes(grid, place, to) + 1), place, to)
        if wounds.ORDER.index(to) < wounds.ORDER.index(self.severity):
            return Marked(grid, place)
        return wounds.mark({"wounds": grid}, scene.settings, place, to)

    def land(self, scene: Scene) -> Changes:
        before: Data = scene.sheet(self.target).get("wounds") or {}
        marked = self.marked(scene)
        erased = _erase(scene, self.target, {(self.place, row) for row in marked.erased})
        return (*_cells(scene, self.target, before, marked.grid), *erased, *self._moved(scene, marked.ticked))

    def _moved(self, scene: Scene, to: str) -> Changes:
        sheet = scene.sheet(self.target)
        marked = self._row(scene)
        stated = {} if self.bleeding is None else {"bleeding": self.bleeding}
        if not marked and not stated:
            return ()
        key, row = marked or (wounds.new_line(sheet.get("wound_details") or {}), {})
        lasting = {name: row[name] for name in _LASTING if name in row}
        line = {"place": self.place, "severity": to, **lasting, **stated} if to else wounds.scar(row)
        return (scene.write(self.target, f"wound_details.{key}", line),)

    def _row(self, scene: Scene) -> tuple[str, Data] | None:
        sheet = scene.sheet(self.target)
        if self.line:
            return self.line, sheet["wound_details"][self.line]
        return row_of(sheet, self.place, self.severity)

    def told(self, scene: Scene) -> Text | None:
        words = _cell(self.place, self.severity)
        if not self.to:
            return _("healed: %(severity)s wound, %(place)s", **words)
        to = self.marked(scene).ticked or self.to
        return _("%(place)s: %(severity)s becomes %(to)s", to=SEVERITY_NAMES[to], **words)


_LASTING = ("cause", "sequelae", "created_turn", "bleeding", "stabilized")  # what a line keeps when its wound moves


class Care(Effect):
    """The line of data about the wound of one cell; created if missing."""

    kind = "care"
    place: str
    severity: str
    stabilized: bool | None = None
    treated: bool | None = None
    minutes: int | None = None
    days: int | None = None
    line: str = ""

    def land(self, scene: Scene) -> Changes:
        stated = {key: item for key, item in self.value.items() if key not in ("place", "severity", "line")}
        rows: Data = scene.sheet(self.target).get("wound_details") or {}
        row = self._row(scene)
        if row is None:
            wound = {"place": self.place, "severity": self.severity} | {
                key: item for key, item in stated.items() if item
            }
            return (scene.write(self.target, f"wound_details.{wounds.new_line(rows)}", wound),)
        line = f"wound_details.{row[0]}"
        return tuple(scene.write(self.target, f"{line}.{key}", item or None) for key, item in stated.items())

    def _row(self, scene: Scene) -> tuple[str, Data] | None:
        sheet = scene.sheet(self.target)
        if self.line:
            return self.line, sheet["wound_details"][self.line]
        if self.stabilized or self.minutes is not None:  # POL-WOUND-16: of the cell, what nobody has stabilised yet
            return next(iter(open_rows(sheet, scene.settings, self.place, self.severity)), None)
        return row_of(sheet, self.place, self.severity)

    def told(self, scene: Scene) -> Text | None:
        words = _cell(self.place, self.severity)
        if self.stabilized:
            return _("stabilised: %(severity)s wound, %(place)s", **words)
        if self.minutes is None:
            return None
        return ngettext(
            "%(place)s: %(count)s minute left to stabilise it",
            "%(place)s: %(count)s minutes left to stabilise it",
            self.minutes,
            **words,
        )


class Line(Effect):
    """POL-WOUND-15: a line about a wound that was marked by hand, with what the game master says of it."""

    kind = "line"
    place: str
    severity: str
    cause: str
    bleeding: bool

    def land(self, scene: Scene) -> Changes:
        rows: Data = scene.sheet(self.target).get("wound_details") or {}
        return (scene.write(self.target, f"wound_details.{wounds.new_line(rows)}", self.value),)

    def told(self, scene: Scene) -> Text | None:
        words = _cell(self.place, self.severity)
        if self.bleeding:
            return _("it bleeds: %(severity)s wound, %(place)s", **words)
        return _("it does not bleed: %(severity)s wound, %(place)s", **words)


def row_of(sheet: Data, place: str, severity: str) -> tuple[str, Data] | None:
    return next(rows_of(sheet, place, severity), None)


def open_rows(sheet: Data, settings: Data, place: str, severity: str) -> tuple[tuple[str, Data], ...]:
    """POL-WOUND-15, 16: the lines of the wounds of a cell that are still to be stabilised, the oldest first."""
    return tuple((key, row) for key, row in rows_of(sheet, place, severity) if wounds.is_line_open(row, settings))


def rows_of(sheet: Data, place: str, severity: str) -> Iterator[tuple[str, Data]]:
    rows: Data = sheet.get("wound_details") or {}
    about = (place, severity)
    return ((key, rows[key]) for key in sorted(rows, key=_age) if wounds.cell_of(rows[key]) == about)


def _erase(scene: Scene, fighter: str, cells: set[tuple[str, str]]) -> Changes:
    rows = wounds.lines_without(scene.sheet(fighter), cells).items()
    return tuple(scene.write(fighter, path, row) for path, row in rows)


def _age(key: str) -> tuple[int, str]:
    return len(key), key


def _cell(place: str, severity: str) -> dict[str, Text]:
    return {"severity": SEVERITY_NAMES[severity], "place": PLACES[place]}


def _cells(scene: Scene, fighter: str, before: Data, grid: Data) -> Changes:
    return tuple(scene.write(fighter, path, number) for path, number in wounds.writes(before, grid).items())
