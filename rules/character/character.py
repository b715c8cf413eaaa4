"""One character in a game: the numbers derived from a sheet, its health and its body."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.character.sheet import SheetSchema
from rules.core.check import Breakdown
from rules.core.paths import Data
from rules.core.scene import Health, Scene
from rules.core.text import Text, _


@dataclass(frozen=True)
class Derived:
    """A computed number of a sheet; ``shown`` replaces the figure if the game shows a word instead.

    ``beside`` is the path of the field it stands next to on the sheet, ``short`` its label there. A number with a
    ``unit``, such as a percent sign, is shown without a plus sign.
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
    """A place of a body: how badly it is hurt, as a rank of 0 to 5, a word, and a number of wounds.

    If it has ``points`` (those left and the maximum), ``path`` is the field that stores them; ``armour`` protects it.
    ``zone`` is the part of the drawn body that shows it, if its key is not a zone.
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
    """The values, by path, that a step up or down of a sheet's number writes, and the sentence for it."""

    writes: Mapping[str, Any]
    text: Text | None = None


@dataclass(frozen=True)
class Ware:
    """A ready-made row of a list, such as a weapon of the rulebook: a ``label`` and the values of the ``row``."""

    key: str
    label: Text
    row: Mapping[str, Any]
    group: Text | None = None
    hint: Text | None = None


@dataclass(frozen=True)
class Outfit:
    """The lists of weapons and armour on a sheet, and the needs of a weapon in a fight.

    ``held`` are the values of a row for a weapon in hand, ``kept`` the fields that a replacement takes over from the
    first weapon it replaces. ``trained`` is the path of the skill with a weapon, with fields of its row in braces.
    ``wares`` has the ready-made rows of lists without their own. When weapons are collected from ready-made sheets,
    they are grouped by the choice ``sort``, and values in ``grown`` mark parts of a body, such as claws.
    """

    weapons: str = "weapons"
    armour: str = "armour"
    held: Mapping[str, Any] = field(default_factory=dict)
    kept: tuple[str, ...] = ()
    trained: str = ""
    wares: Mapping[str, tuple[Ware, ...]] = field(default_factory=dict)
    sort: str = ""
    grown: tuple[str, ...] = ()

    def level(self, row: Mapping[str, Any]) -> str:
        """The path of the skill with a weapon; empty if no number on the sheet gives it."""
        try:
            return self.trained.format_map(row)
        except KeyError:
            return ""


@dataclass(frozen=True)
class Belongings:
    """The parts of a sheet that may change hands: things in rows of ``lists``, ``coins`` as numbers, by path.

    ``plain`` is the list for things with nothing but a name. In a row, ``count`` is the field for its quantity; the
    flags ``worn`` mark things that are worn or in hand, which stay with their owner.
    """

    lists: tuple[str, ...] = ("gear",)
    coins: tuple[str, ...] = ()
    plain: str = "gear"
    count: str = "qty"
    worn: tuple[str, ...] = ()


BANDS = _("Unhurt"), _("Touched"), _("Badly hurt"), _("Out of action")


def nothing(*_args: object) -> tuple[()]:
    """The default for games without such values."""
    return ()


def unsaid(*_args: object) -> None:
    """The default for games that leave the answer to the core."""


@dataclass(frozen=True)
class Character:
    """The sheet of a game. Only ``schema`` and ``health`` are required.

    A callable that returns ``None`` leaves the answer to the field itself. ``points`` are the maxima of hit points and
    the like, by path; such points stand at their maximum while nothing is filled in.
    """

    schema: SheetSchema
    health: Callable[[Data, Data], Health]  # sheet, settings
    derive: Callable[[Data, Data], tuple[Derived, ...]] = nothing  # sheet, settings
    blank: Callable[[Data], dict[str, Any]] = lambda _settings: {}
    points: Mapping[str, Callable[[Data], int]] = field(default_factory=dict)
    value: Callable[[Data, str], Any] = unsaid  # sheet, path
    most: Callable[[Data, str], int | None] = unsaid  # sheet, path
    step: Callable[[Data, Data, str, int], Step | None] = unsaid  # sheet, settings, path, by
    healed: Callable[[Data], Data] = lambda sheet: sheet  # a sheet without harm beyond the paths in ``harm``
    body: Callable[[Data, Data], tuple[Place, ...]] = nothing  # sheet, settings
    wares: Mapping[str, tuple[Ware, ...]] = field(default_factory=dict)  # by the path of a list
    outfit: Outfit = field(default_factory=Outfit)
    belongings: Belongings = field(default_factory=Belongings)
    vitals: tuple[str, ...] | Callable[[Data], tuple[str, ...]] = ()  # paths of the numbers always at hand
    at_hand: tuple[str, ...] = ()  # keys of the derived numbers that a game master needs for everybody
    state: tuple[str, ...] = ()  # paths of values that change in play
    harm: tuple[str, ...] = ()  # paths written by wounds and fatigue; ``*`` is every row of a list
    public: Callable[[Scene, str], Data] = lambda _scene, _fighter: {}  # whole sections that everybody may know
    # The words for health seen from outside: unhurt, ranks 1 and 2, ranks 3 and 4, out of action.
    bands: tuple[Text, Text, Text, Text] = BANDS
