"""Effects as classes, each in the file of its rule: its changes, its sentence, and who may read it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from typing import Any, ClassVar, Protocol, TypeVar, dataclass_transform

from rules.character.sheet import Field
from rules.core import script
from rules.core.scene import Change, Scene
from rules.core.text import LABELS, Text, _

E = TypeVar("E", bound="Effect")


class Settable(Protocol):
    """A mark, or an object with the same interface."""

    @property
    def key(self) -> str: ...

    def set(self, scene: Scene, fighter: str, value: Any = True, key: str = "") -> Change: ...


OUT, DEATH = 5, 6  # the weights of effects that take somebody out of a fight, and out of all


@dataclass(frozen=True)
class Story:
    """The weights and asides by which the story of a fight selects and shortens a game's sentences, by message id.

    ``weights`` says how much a sentence changes the fight, from 1 to ``DEATH``; ``asides`` are details that a sheet
    needs but no story does.
    """

    weights: Mapping[str, int] = field(default_factory=dict)
    asides: frozenset[str] = frozenset()

    def weight(self, text: Text) -> int:
        """The weight of a sentence, or of the heaviest sentence inside it."""
        own = self.weights.get(text.msgid)
        return max(map(self.weight, _parts(text)), default=0) if own is None else own

    def without_asides(self, text: Text) -> Text:
        """A sentence without its asides; empty if it is an aside itself."""
        if text.msgid in self.asides:
            return Text("")
        rest = replace(text, params=tuple((key, self._trim(value)) for key, value in text.params))
        listed = any(isinstance(value, tuple) and value for _key, value in text.params)
        return _without_list(rest) if listed and () in (value for _key, value in rest.params) else rest

    def _trim(self, value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(part for part in map(self.without_asides, value) if part.msgid)
        return self.without_asides(value) if isinstance(value, Text) else value


def _without_list(text: Text) -> Text:
    """The part of a sentence before a list that has become empty; an empty sentence if that part is only a label."""
    parts = (value for key, value in text.params if isinstance(value, Text) and key not in LABELS)
    return next(parts, Text(""))


def _parts(text: Text) -> Iterator[Text]:
    for _key, value in text.params:
        yield from (part for part in (value if isinstance(value, tuple) else (value,)) if isinstance(part, Text))


@dataclass_transform(frozen_default=True)
class _EffectBase(script.Effect):
    """Makes each subclass a frozen dataclass, and checks its declaration."""

    kind = ""
    scalar: ClassVar[str] = ""
    mark: ClassVar[Settable]
    says: ClassVar[Text | None] = None

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "mark" in vars(cls) and "kind" not in vars(cls):
            cls.kind = cls.mark.key
        dataclass(frozen=True, eq=False, repr=False)(cls)
        if cls.scalar and cls.scalar not in cls.__dataclass_fields__:  # type: ignore[attr-defined]
            raise TypeError(f"{cls.__name__}: {cls.scalar} is no field of it")


class Effect(_EffectBase):
    """One kind of effect; a subclass is a frozen dataclass of ``target`` and fields of its own.

    ``kind`` is its name in journals. An effect that sets a ``mark`` (to its scalar, or to true) takes the mark's key as
    its kind. Its fields are stored as a mapping without those at their default or, if ``scalar`` names one, as that
    field's value alone. ``harmful`` effects may wait for the game master's confirmation; ``passing`` ones of them, such
    as a hold or a damaged weapon, are no wounds. ``is_open`` ones are read by everybody in full, those ``of_health``
    only if the fighter's health is shown. ``decisive`` ones belong in the story of a fight, as harm does. One that
    ``says_who_won`` is left out below a verdict that says the same.
    """

    harmful: ClassVar[bool] = False
    passing: ClassVar[bool] = False
    is_open: ClassVar[bool] = False
    of_health: ClassVar[bool] = False
    decisive: ClassVar[bool] = False
    says_who_won: ClassVar[bool] = False
    target: str

    @property
    def value(self) -> Any:
        if self.scalar:
            return getattr(self, self.scalar)
        rows = ((own.name, getattr(self, own.name), own.default) for own in fields(self) if own.name != "target")
        return {key: item for key, item, default in rows if default is MISSING or item != default} or None

    @classmethod
    def read(cls: type[E], target: str, value: Any) -> E:
        """The effect that was stored with this value. Raises ``TypeError`` for a value that does not fit its fields."""
        if cls.scalar:
            return cls(target, **{cls.scalar: value})
        if value is not None and not isinstance(value, Mapping):
            raise TypeError(f"{cls.kind} holds named values")
        return cls(target, **(value or {}))

    def land(self, scene: Scene) -> tuple[Change, ...]:
        """The changes it makes on the scene at the moment it lands."""
        mark: Settable | None = getattr(self, "mark", None)
        value = (getattr(self, self.scalar) or None) if self.scalar else True
        return (mark.set(scene, self.target, value),) if mark else ()

    def told(self, scene: Scene) -> Text | None:
        """The effect as a sentence about its target, by default ``says``; ``None`` for mere bookkeeping."""
        return self.says

    def public(self, scene: Scene) -> Text | None:
        """Its sentence for readers who may not know its numbers; ``None`` if they learn nothing of it."""
        is_shown = not self.of_health or scene.fighters[self.target].is_health_public
        return self.told(scene) if self.is_open and is_shown else None

    def struck(self) -> tuple[str, int] | None:
        """The place of the body it strikes and the severity from 1 to 5; 0 if the effect alone does not say."""
        return None

    def editable(self) -> tuple[Field, ...]:
        """The values that a game master may change before it lands."""
        dealt = getattr(self, "damage", None)
        if not isinstance(dealt, int):
            return ()
        return (Field("damage", _("Damage"), default=dealt, least=0, most=999),)
