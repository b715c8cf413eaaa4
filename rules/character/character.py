"""One character by its game: the numbers that follow from a sheet, its health and its body."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.character.sheet import SheetSchema
from rules.core.check import Breakdown
from rules.core.paths import Data
from rules.core.scene import Health, Scene
from rules.core.text import Text


@dataclass(frozen=True)
class Derived:
    """A computed number of a sheet; ``shown`` replaces the figure where it is a word.

    ``beside`` is the path of the field it stands next to on the sheet, ``short`` its label there. A figure with a
    ``unit``, such as a percent sign, is a whole that is never read as something to add.
    """

    key: str
    label: Text
    value: Breakdown
    rule: str = ""
    shown: Text | None = None
    beside: str = ""
    short: Text | None = None
    unit: str = ""


@dataclass(frozen=True)
class Place:
    """One place of a body: how badly it is hurt, in a rank of 0 to 5, a word and how many times.

    Where it has ``points`` (those left, and those it has when whole), ``path`` writes them; ``armour`` protects it.
    ``zone`` is the part of a drawn body that shows it, where its key does not name that.
    """

    key: str
    label: Text
    rank: int
    word: Text
    count: int = 0
    detail: Text | None = None
    points: tuple[int, int] | None = None
    armour: int | None = None
    path: str = ""
    zone: str = ""


@dataclass(frozen=True)
class Step:
    """What one more (or one less) on a value of a sheet writes, by path, and the sentence that announces it."""

    writes: Mapping[str, Any]
    text: Text | None = None


@dataclass(frozen=True)
class Ware:
    """A ready-made row of a list, such as a weapon of the rulebook: under its label it becomes the row ``row``."""

    key: str
    label: Text
    row: Mapping[str, Any]
    group: Text | None = None
    hint: Text | None = None


@dataclass(frozen=True)
class Outfit:
    """Where a sheet keeps its weapons and its armour, and what a weapon needs to be fought with.

    ``held`` is what a row says of a weapon in hand, ``kept`` what a new one takes over from the first it replaces.
    ``trained`` is the path of how well it is used, with fields of the row in braces. ``wares`` are the tables of a
    game whose lists have none of their own.
    """

    weapons: str = "weapons"
    armour: str = "armour"
    held: Mapping[str, Any] = field(default_factory=dict)
    kept: tuple[str, ...] = ()
    trained: str = ""
    wares: Mapping[str, tuple[Ware, ...]] = field(default_factory=dict)

    def level(self, row: Mapping[str, Any]) -> str:
        """The path of how well a weapon is used; empty where no number of its own says so."""
        try:
            return self.trained.format_map(row)
        except KeyError:
            return ""


@dataclass(frozen=True)
class Belongings:
    """Where a sheet keeps what may change hands: things as rows of ``lists``, ``coins`` as numbers, by their paths.

    ``plain`` is the list of what has nothing but a name. Of a row, ``count`` is the field that says how many, and
    ``worn`` are those that say it is on somebody or in their hand: these stay behind.
    """

    lists: tuple[str, ...] = ("gear",)
    coins: tuple[str, ...] = ()
    plain: str = "gear"
    count: str = "qty"
    worn: tuple[str, ...] = ()


def nothing(*_args: object) -> tuple[()]:
    """The answer of a game that has none of it."""
    return ()


def unsaid(*_args: object) -> None:
    """The answer of a game that leaves it to the core."""


@dataclass(frozen=True)
class Character:
    """The sheet of a game. Only ``schema`` and ``health`` are needed.

    A callable that gives ``None`` leaves the answer to the field itself.
    """

    schema: SheetSchema
    health: Callable[[Data, Data], Health]  # sheet, settings
    derive: Callable[[Data, Data], tuple[Derived, ...]] = nothing  # sheet, settings
    blank: Callable[[Data], dict[str, Any]] = lambda _settings: {}
    value: Callable[[Data, str], Any] = unsaid  # sheet, path
    most: Callable[[Data, str], int | None] = unsaid  # sheet, path
    step: Callable[[Data, Data, str, int], Step | None] = unsaid  # sheet, settings, path, by
    healed: Callable[[Data], Data] = lambda sheet: sheet  # a sheet without what ``harm`` names
    body: Callable[[Data, Data], tuple[Place, ...]] = nothing  # sheet, settings
    wares: Mapping[str, tuple[Ware, ...]] = field(default_factory=dict)  # by the path of a list
    outfit: Outfit = field(default_factory=Outfit)
    belongings: Belongings = field(default_factory=Belongings)
    vitals: tuple[str, ...] | Callable[[Data], tuple[str, ...]] = ()  # paths of the numbers always at hand
    at_hand: tuple[str, ...] = ()  # keys of the derived numbers a game master wants to see of everybody
    state: tuple[str, ...] = ()  # paths of what changes in play
    harm: tuple[str, ...] = ()  # paths of what wounds and fatigue leave; ``*`` stands for every row of a list
    public: Callable[[Scene, str], Data] = lambda _scene, _fighter: {}  # whole sections everybody may know
