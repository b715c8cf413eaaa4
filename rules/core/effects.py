"""Effects as classes: what one changes, how it is worded, and who may read what of it, in the file of its rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar, Protocol, TypeVar, dataclass_transform

from rules.character.sheet import Field
from rules.core import script
from rules.core.scene import Change, Scene
from rules.core.text import Text, _

E = TypeVar("E", bound="Effect")


class Settable(Protocol):
    """A mark, or something like one."""

    @property
    def key(self) -> str: ...

    def set(self, scene: Scene, fighter: str, value: Any = True, key: str = "") -> Change: ...


@dataclass_transform(frozen_default=True)
class _Declared(script.Effect):
    """Makes each subclass a frozen dataclass, and checks what it declares."""

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


class Effect(_Declared):
    """One kind of effect; a subclass is a frozen dataclass of ``target`` and fields of its own.

    ``kind`` is its name in journals. One that sets a ``mark``, to its scalar or without one to true, is called by the
    key of that. Its fields are stored as a mapping without those at their default, or, where ``scalar`` names one, as
    the value of that field alone. ``harmful`` ones may wait for the game master to confirm them, and ``is_open`` ones
    everybody reads as those do who know their numbers. ``decisive`` ones are told in the story of a fight, as harm is.
    """

    harmful: ClassVar[bool] = False
    is_open: ClassVar[bool] = False
    decisive: ClassVar[bool] = False
    target: str

    @property
    def value(self) -> Any:
        if self.scalar:
            return getattr(self, self.scalar)
        rows = ((own.name, getattr(self, own.name), own.default) for own in fields(self) if own.name != "target")
        return {key: item for key, item, default in rows if default is MISSING or item != default} or None

    @classmethod
    def read(cls: type[E], target: str, value: Any) -> E:
        """The effect that was stored with this value. Raises ``TypeError`` for one that does not fit its fields."""
        if cls.scalar:
            return cls(target, **{cls.scalar: value})
        if value is not None and not isinstance(value, Mapping):
            raise TypeError(f"{cls.kind} holds named values")
        return cls(target, **(value or {}))

    def land(self, scene: Scene) -> tuple[Change, ...]:
        """The changes it makes on the scene as it is by then."""
        mark: Settable | None = getattr(self, "mark", None)
        value = (getattr(self, self.scalar) or None) if self.scalar else True
        return (mark.set(scene, self.target, value),) if mark else ()

    def told(self, scene: Scene) -> Text | None:
        """It as one sentence about its target, ``says``; ``None`` for bookkeeping nobody needs to read."""
        return self.says

    def public(self, scene: Scene) -> Text | None:
        """It as those read it who may not know its numbers; ``None`` when they learn nothing of it."""
        return self.told(scene) if self.is_open else None

    def struck(self) -> tuple[str, int] | None:
        """The place of a body it strikes and how badly, of five; 0 where it does not know that by itself."""
        return None

    def editable(self) -> tuple[Field, ...]:
        """The values a game master may change before it lands."""
        dealt = getattr(self, "damage", None)
        if not isinstance(dealt, int):
            return ()
        return (Field("damage", _("Damage"), default=dealt, least=0, most=999),)
