"""A fight as plain data, changed only by applying or reverting recorded changes.

Subjects are plain JSON mappings in the canonical form of ``rules.core.paths``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rules.core.errors import Stale
from rules.core.json_codec import register
from rules.core.memo import memoize
from rules.core.paths import Data, get, put, tidy
from rules.core.text import Text, Who, _


@dataclass(frozen=True)
class Change:
    """One value replaced: on ``subject`` (such as ``character:k3f9``), at ``path``; ``None`` means absent."""

    subject: str
    path: str
    before: Any
    after: Any

    @property
    def inverse(self) -> Change:
        return Change(self.subject, self.path, self.after, self.before)

    def touches(self, other: Change) -> bool:
        """True if both write the same path, or one writes inside the other."""
        if self.subject != other.subject:
            return False
        mine, theirs = self.path.split("."), other.path.split(".")
        shared = min(len(mine), len(theirs))
        return mine[:shared] == theirs[:shared]

    def on(self, data: Data) -> dict[str, Any]:
        """``data`` with this change made. Raises ``Stale`` if the present value is not ``before``."""
        present = get(data, self.path)
        if present is not self.before and present != self.before and tidy(present) != tidy(self.before):
            raise Stale(_("This value has changed in the meantime."), self.path, present)
        return put(data, self.path, self.after)


@dataclass(frozen=True)
class Action:
    """A request to do an act: ``by`` a seat, for the fighter ``actor`` or ``"gm"``.

    ``id`` is a random token from the caller, which an opened exchange takes over; ``gm`` is True for a game master's
    seat. ``about`` are the fighters whom it is done to without naming them, such as the target of what was declared.
    """

    kind: str
    actor: str
    args: Mapping[str, Any] = field(default_factory=dict)
    by: str = ""
    gm: bool = False
    id: str = ""
    about: tuple[str, ...] = ()


@dataclass(frozen=True)
class Event:
    """An event, with the changes it made and the data that explain it later."""

    kind: str
    by: str
    for_: str
    changes: tuple[Change, ...]
    audience: str
    payload: Mapping[str, Any] = field(default_factory=dict)


@register
@dataclass(frozen=True)
class Health:
    """A state of health as everybody may read it: ``rank`` from 0 (unhurt) to 5 (out), and its word.

    ``for_good`` marks a final state such as death.
    """

    rank: int
    label: Text
    for_good: bool = False


@dataclass(frozen=True)
class Fighter:
    """A fighter in a scene, read from ``state.fighters.<id>``; lasting values are on the character's sheet.

    ``memo`` has the results memoized for this row and its sheet by ``rules.core.memo``.
    """

    id: str
    character: str
    name: str
    public_name: str = ""
    side: str = "unknown"
    group: str = ""
    hidden: bool = False
    health_shown: str = "words"
    marks: Data = field(default_factory=dict)
    memo: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def subject(self) -> str:
        """The fighter's character, as the subject of changes."""
        return f"character:{self.character}"

    @cached_property
    def camp(self) -> str:
        """The side they fight on: allies fight beside the player characters."""
        return "pc" if self.side == "ally" else self.side

    @property
    def is_health_public(self) -> bool:
        """True if the others may see the fighter's health, in words or exactly."""
        return self.health_shown != "nothing"

    @property
    def is_body_public(self) -> bool:
        return self.side == "pc" or self.health_shown == "exact"

    @property
    def shown_name(self) -> str:
        return self.public_name or self.name


@dataclass(frozen=True)
class Exchange:
    """An open procedure: the action that opened it and the answers so far; ``real`` names who typed real dice."""

    id: str
    action: Action
    answers: Mapping[str, tuple[Any, ...]]
    level: int
    order: int
    real: Mapping[str, str] = field(default_factory=dict)


class Sheet(dict[str, Any]):
    """A sheet (or a section of one) in a scene, with results memoized on it.

    It never changes but is replaced; sections that were not written are shared with the former sheet.
    """

    @classmethod
    def of(cls, data: Data, section: Callable[[dict[str, Any]], Sheet] | None = None) -> Sheet:
        """Plain data as a ``Sheet``, its sections converted by ``section`` unless they are converted already."""
        held = section or cls
        return cls({key: held(value) if type(value) is dict else value for key, value in data.items()})

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """Results memoized for this sheet by ``rules.core.memo``."""
        return {}

    def _refuse_write(self, *_said: Any, **_more: Any) -> Any:
        raise TypeError("a sheet is replaced, never written into")

    __setitem__ = __delitem__ = __ior__ = update = pop = popitem = setdefault = clear = _refuse_write


def _as_sheet(sheet: Data) -> Data:
    """A sheet as a scene holds it; a ``Sheet`` or a veiled one is left as it is."""
    return Sheet.of(sheet) if type(sheet) is dict else sheet


@dataclass(frozen=True)
class Scene:
    """A fight or a single test: its own ``state`` and the sheets of its fighters' characters, by token.

    ``memo`` has the results memoized for it by the function that computed them, because a scene never changes.
    """

    token: str
    kind: str
    settings: Data
    state: Data
    sheets: Mapping[str, Data]
    memo: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        sheets = dict(self.sheets)
        if dict in map(type, sheets.values()):
            sheets = {token: _as_sheet(sheet) for token, sheet in sheets.items()}
        object.__setattr__(self, "sheets", sheets)

    @property
    def subject(self) -> str:
        return f"encounter:{self.token}"

    @property
    def round(self) -> int:
        """The number of the round, 0 before the first."""
        return int(self.state.get("round", 0))

    @property
    def stage(self) -> str:
        """The game's own name for the part of the round."""
        return str(self.state.get("stage", ""))

    @cached_property
    def marks(self) -> Data:
        marks: Data = self.state.get("marks", {})
        return marks

    @cached_property
    def fighters(self) -> Mapping[str, Fighter]:
        return {fid: self._fighter(fid, row) for fid, row in _sort_fighters(self.state.get("fighters", {}))}

    @cached_property
    def hidden(self) -> frozenset[str]:
        return frozenset(row.id for row in self.fighters.values() if row.hidden)

    @cached_property
    def exchanges(self) -> Mapping[str, Exchange]:
        """The open exchanges by id, in order of opening."""
        rows = (read_exchange(key, row) for key, row in self.state.get("exchanges", {}).items())
        return {row.id: row for row in sorted(rows, key=lambda row: (row.level, row.order))}

    def sheet(self, fighter: str) -> Data:
        return self.sheets[self.fighters[fighter].character]

    def name(self, fighter: str) -> Who:
        """A fighter as a parameter of sentences; the reader determines the name shown."""
        return Who(fighter)

    @memoize
    def seen_by(self, fighter: str) -> tuple[str, ...]:
        """The other fighters whom a fighter may know of: hidden ones are known to their own side only."""
        side = self.fighters[fighter].side
        others = (row for row in self.fighters.values() if row.id != fighter)
        return tuple(row.id for row in others if not row.hidden or row.side == side)

    @memoize
    def targets_of(self, fighter: str) -> tuple[str, ...]:
        """Like ``seen_by``, with the fighters of the same side last."""
        side = self.fighters[fighter].side
        return tuple(sorted(self.seen_by(fighter), key=lambda who: self.fighters[who].side == side))

    def patients_of(self, fighter: str) -> tuple[str, ...]:
        """The fighters whose state a fighter may know of: the own side, heroes, and whoever’s health is shown."""
        seen = {fighter, *self.seen_by(fighter)}
        rows = (row for row in self.fighters.values() if row.id in seen)
        return tuple(row.id for row in rows if row.is_health_public or self.knows_wounds(fighter, row.id))

    def knows_wounds(self, fighter: str, whom: str) -> bool:
        """True if a fighter may know each wound: of the own side, of heroes, and of whoever is shown exactly."""
        return self.fighters[whom].is_body_public or self.fighters[whom].side == self.fighters[fighter].side

    def names(self, gm: bool, own: Collection[str] = ()) -> dict[str, str]:
        """All names for a game master, or those that others may know of visible fighters and of ``own`` characters."""
        fighters = (f for f in self.fighters.values() if gm or not f.hidden or f.character in own)
        return {f.id: f.name if gm else f.shown_name for f in fighters}

    @property
    def called(self) -> tuple[str, ...]:
        """The fighters the game master has called, whose turn everybody who may see them sees."""
        return tuple(self.state.get("called", ()))

    def end_call(self, fighter: str) -> Change:
        """The change after which a fighter's turn is over for everybody."""
        return self.change("called", [who for who in self.called if who != fighter] or None)

    def change(self, path: str, after: Any) -> Change:
        return Change(self.subject, path, get(self.state, path), after)

    def mark(self, fighter: str, path: str, after: Any) -> Change:
        return self.change(f"fighters.{fighter}.marks.{path}", after)

    def write(self, fighter: str, path: str, after: Any) -> Change:
        return Change(self.fighters[fighter].subject, path, get(self.sheet(fighter), path), after)

    def with_changes(self, changes: Iterable[Change]) -> Scene:
        """The scene after these changes; those on other subjects are ignored. Raises ``Stale``.

        The latest result is kept: deciding, applying and asking again give the same scene with its memoized results,
        and changes that extend the former ones continue from there.
        """
        made = tuple(changes)
        if not made:
            return self
        after: tuple[tuple[Change, ...], Scene] | None = self.memo.get("after")
        if after is None or made[: len(after[0])] != after[0]:
            after = self.memo["after"] = made, self._apply(made)
        rest = made[len(after[0]) :]
        return after[1].with_changes(rest) if rest else after[1]

    def _apply(self, changes: Iterable[Change]) -> Scene:
        state, written = self.state, dict[str, Data]()
        for change in changes:
            if change.subject == self.subject:
                state = change.on(state)
                continue
            kind, _colon, token = change.subject.partition(":")
            if kind == "character" and token in self.sheets:
                written[token] = change.on(written.get(token, self.sheets[token]))
        return self.in_state(state, {**self.sheets, **written} if written else None)

    def in_state(self, state: Data, sheets: Mapping[str, Data] | None = None) -> Scene:
        """The scene in another state; fighters whose row and sheet are the same stay the same objects."""
        after = Scene(self.token, self.kind, self.settings, state, self.sheets if sheets is None else sheets)
        if "fighters" in self.__dict__:
            written = [token for token, sheet in (sheets or {}).items() if sheet is not self.sheets.get(token)]
            after.__dict__["fighters"] = self._next_fighters(after, written)
        return after

    def _next_fighters(self, after: Scene, written: Collection[str]) -> Mapping[str, Fighter]:
        """The fighters of the next scene; those to whom nothing was written stay the same objects."""
        was, rows = self.state.get("fighters", {}), after.state.get("fighters", {})
        if rows is was and not written:
            return self.fighters
        fighters = self.fighters
        stay = rows.keys() == was.keys() and not _is_reordered(was, rows)
        return {
            fid: fighters[fid]
            if fid in fighters
            and (rows[fid] is was[fid] or rows[fid] == was[fid])
            and fighters[fid].character not in written
            else after._fighter(fid, rows[fid])
            for fid in (fighters if stay else dict(_sort_fighters(rows)))
        }

    def _fighter(self, fid: str, row: Data) -> Fighter:
        name = str(self.sheets.get(row["character"], {}).get("name", ""))
        known_keys = ("public_name", "side", "group", "hidden", "health_shown", "marks")
        return Fighter(fid, row["character"], name, **{key: row[key] for key in known_keys if key in row})


def _sort_fighters(rows: Data) -> list[tuple[str, Data]]:
    return sorted(rows.items(), key=lambda item: (item[1].get("order", 0), item[0]))


def _is_reordered(was: Data, rows: Data) -> bool:
    return any(row is not was[fid] and row.get("order", 0) != was[fid].get("order", 0) for fid, row in rows.items())


def apply(scene: Scene, event: Event) -> Scene:
    """The scene after an event: only recorded values are written, no rule runs. Raises ``Stale``."""
    return scene.with_changes(event.changes)


def revert(scene: Scene, event: Event) -> Scene:
    """The scene before an event. Raises ``Stale`` if another event has written the same values since."""
    return scene.with_changes(change.inverse for change in reversed(event.changes))


def scene_to_json(scene: Scene) -> dict[str, Any]:
    keys = ("token", "kind", "settings", "state", "sheets")
    return {key: getattr(scene, key) for key in keys}


def scene_from_json(data: Mapping[str, Any]) -> Scene:
    return Scene(data["token"], data["kind"], data["settings"], data["state"], data["sheets"])


def read_exchange(key: str, row: Data) -> Exchange:
    given = row["action"]
    args, about = given.get("args", {}), tuple(given.get("about", ()))
    action = Action(given["kind"], given["actor"], args, row.get("by", ""), given.get("gm", False), key, about)
    answers = {name: tuple(value) for name, value in row.get("answers", {}).items()}
    return Exchange(key, action, answers, row.get("level", 0), row.get("order", 0), row.get("real", {}))
