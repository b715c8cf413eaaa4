"""A procedure of the rulebook as one generator that stops at every roll and every choice.

A script yields a ``Roll`` or an ``Ask`` (or a tuple of them, answered in any order and sealed until all are in),
receives the answer, and returns its result. It is pure: ``replay`` runs it again from its keyed answers to resume,
correct or price it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from rules.core.check import Check
from rules.core.dice import Dice
from rules.core.json_codec import register_fields
from rules.core.text import Text

T = TypeVar("T")
Value = tuple[Any, ...]


@register_fields(kind=..., target=..., value=None)
class Effect:
    """Something that a procedure decided: ``kind`` happens to ``target``.

    This is its stored form; games declare theirs as subclasses (``rules.core.effects``). Two are equal when their
    stored forms are.
    """

    kind: str
    target: str

    def __init__(self, kind: str, target: str, value: Any = None) -> None:
        self.kind, self.target, self._value = kind, target, value

    @property
    def value(self) -> Any:
        """Whatever belongs to it, as plain values and registered classes."""
        return self._value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Effect):
            return NotImplemented
        return (self.kind, self.target, self.value) == (other.kind, other.target, other.value)

    def __hash__(self) -> int:
        return hash((self.kind, self.target))

    def __repr__(self) -> str:
        return f"Effect({self.kind!r}, {self.target!r}, {self.value!r})"


@dataclass(frozen=True)
class Roll:
    """Dice to be thrown by a fighter or ``"gm"``; ``reads`` is ``"sum"`` when only their total matters."""

    key: str
    by: str
    dice: Dice
    label: Text
    check: Check | None = None
    secret: bool = False
    reads: str = "faces"

    @property
    def whose(self) -> str:
        return self.by

    def accepts(self, value: Sequence[Any]) -> bool:
        return self.dice.fits(value)


@dataclass(frozen=True)
class Option:
    """One possible choice; a refused one is shown greyed with the reason. Its cost lands when the exchange closes."""

    key: str
    label: Text
    cost: tuple[Effect, ...] = ()
    refused: Text | None = None
    hint: Text | None = None
    group: Text | None = None


@dataclass(frozen=True)
class Ask:
    """A choice of ``least`` to ``most`` options by a fighter or ``"gm"``."""

    key: str
    of: str
    text: Text
    options: tuple[Option, ...]
    least: int = 1
    most: int = 1
    secret: bool = False

    @property
    def whose(self) -> str:
        return self.of

    def accepts(self, value: Sequence[Any]) -> bool:
        open_keys = {option.key for option in self.options if option.refused is None}
        return (
            self.least <= len(value) <= self.most
            and len(set(map(str, value))) == len(value)
            and all(isinstance(key, str) and key in open_keys for key in value)
        )

    def chosen(self, value: Sequence[str]) -> tuple[Option, ...]:
        """The options behind the keys, in the order offered."""
        return tuple(option for option in self.options if option.key in value)


ATTACK, DEFENCE = "attack", "defence"  # keys of the rolls of a blow and of what meets it, in every game
Request = Roll | Ask
Script = Generator[Request | tuple[Request, ...], Any, T]


@dataclass(frozen=True)
class Kept:
    """A request and the answer that fits it; ``sealed`` while a request asked together with it is open.

    Requests asked together share their ``step``.
    """

    request: Request
    value: Value
    sealed: bool = False
    step: int = 0


@dataclass(frozen=True)
class Pending:
    """A script that waits: for these requests, after these answers, with these costs pledged."""

    requests: tuple[Request, ...]
    kept: tuple[Kept, ...]
    pledged: tuple[Effect, ...]


@dataclass(frozen=True)
class Done(Generic[T]):
    """A script that came to its end with ``value``."""

    value: T
    kept: tuple[Kept, ...]
    pledged: tuple[Effect, ...]


class ScriptError(Exception):
    """A procedure is written wrongly: two of its requests have one key, or a key holds a dot."""


class Course(Generic[T]):
    """A script on its way: it waits for answers, and goes on from there with more of them."""

    def __init__(self, script: Script[T]) -> None:
        self._script = script
        self._asked: Request | tuple[Request, ...] | None = None
        self._kept: list[Kept] = []
        self._keys: set[str] = set()
        self._step = 0

    def run(self, answers: Mapping[str, Sequence[Any]]) -> Pending | Done[T]:
        """Go on with the answers that fit, those before among them; stop at the first request left open.

        Raises ``ScriptError`` when a key comes twice.
        """
        try:
            asked = self._asked or self._ask(next(self._script))
            while True:
                given = [(request, _fitting(request, answers)) for request in _batch(asked)]
                if any(value is None for _request, value in given):
                    return self._waits(given)
                self._kept += [Kept(request, value, False, self._step) for request, value in given if value is not None]
                self._step += 1
                values = tuple(value for _request, value in given)
                asked = self._ask(self._script.send(values if isinstance(asked, tuple) else values[0]))
        except StopIteration as stop:
            return Done(stop.value, tuple(self._kept), _pledged(self._kept))

    def _waits(self, given: Sequence[tuple[Request, Value | None]]) -> Pending:
        missing = tuple(request for request, value in given if value is None)
        sealed = (Kept(request, value, True, self._step) for request, value in given if value is not None)
        kept = (*self._kept, *sealed)
        return Pending(missing, kept, _pledged(kept))

    def _ask(self, asked: Request | tuple[Request, ...]) -> Request | tuple[Request, ...]:
        self._asked = asked
        _check_keys(_batch(asked), self._keys)
        return asked

    def close(self) -> None:
        """Let the script go; it cannot go on any more."""
        self._script.close()


def replay(start: Callable[[], Script[T]], answers: Mapping[str, Sequence[Any]]) -> Pending | Done[T]:
    """Run a script with the answers that fit; stop at the first request left open.

    Answers that fit no request met on the way are not among ``kept``: the caller drops them.
    Raises ``ScriptError`` when a key comes twice.
    """
    course = Course(start())
    state = course.run(answers)
    course.close()
    return state


def _batch(asked: Request | tuple[Request, ...]) -> tuple[Request, ...]:
    return asked if isinstance(asked, tuple) else (asked,)


def _pledged(kept: Iterable[Kept]) -> tuple[Effect, ...]:
    chosen = (option for row in kept if isinstance(row.request, Ask) for option in row.request.chosen(row.value))
    return tuple(effect for option in chosen for effect in option.cost)


def together(*scripts: Script[T]) -> Script[tuple[T, ...]]:
    """Run scripts side by side: what each asks next is asked as one batch, sealed until all of it is in."""
    results: dict[int, T] = {}
    waiting: dict[int, Request | tuple[Request, ...]] = {}

    def step(index: int, answer: Any) -> None:
        try:
            waiting[index] = scripts[index].send(answer)
        except StopIteration as stop:
            results[index] = stop.value

    for index in range(len(scripts)):
        step(index, None)
    while waiting:
        asked = sorted(waiting.items())
        waiting.clear()
        batch = tuple(request for _index, asks in asked for request in (asks if isinstance(asks, tuple) else (asks,)))
        given = iter((yield batch))
        for index, request in asked:
            answer = tuple(next(given) for _request in request) if isinstance(request, tuple) else next(given)
            step(index, answer)
    return tuple(results[index] for index in range(len(scripts)))


def roll(
    key: str,
    by: str,
    dice: Dice,
    label: Text,
    *,
    check: Check | None = None,
    secret: bool = False,
    reads: str = "faces",
) -> Script[tuple[int, ...]]:
    faces: tuple[int, ...] = yield Roll(key, by, dice, label, check, secret, reads)
    return faces


def priced(script: Script[T]) -> Script[tuple[T, tuple[Effect, ...]]]:
    """What the same script comes to, and the costs pledged in it, for a procedure that goes on from there."""
    kept: list[Kept] = []
    try:
        asked = next(script)
        while True:
            answer = yield asked
            values = answer if isinstance(asked, tuple) else (answer,)
            kept += (Kept(request, value) for request, value in zip(_batch(asked), values, strict=True))
            asked = script.send(answer)
    except StopIteration as stop:
        return stop.value, _pledged(kept)


def keyed(script: Script[T], after: str) -> Script[T]:
    """The same script with ``after`` behind each of its keys, so that one procedure fits twice in a longer one."""
    return _renamed(script, lambda key: f"{key}{after}")


def numbered(script: Script[T]) -> Script[T]:
    """The same script with its number behind a key that comes again, for what may befall somebody more than once."""
    times: Counter[str] = Counter()

    def again(key: str) -> str:
        times[key] += 1
        return key if times[key] == 1 else f"{key}-{times[key]}"

    return _renamed(script, again)


def _renamed(script: Script[T], name: Callable[[str], str]) -> Script[T]:
    try:
        asked = next(script)
        while True:
            given = [name(request.key) for request in _batch(asked)]
            asked = script.send((yield _under(asked, given)))
    except StopIteration as stop:
        result: T = stop.value
        return result


def _under(asked: Request | tuple[Request, ...], names: Sequence[str]) -> Request | tuple[Request, ...]:
    """What is asked, under other keys; a request that keeps its own stays the very same."""
    rows = tuple(
        request if request.key == key else replace(request, key=key)
        for request, key in zip(_batch(asked), names, strict=True)
    )
    return rows if isinstance(asked, tuple) else rows[0]


def choose(key: str, of: str, text: Text, options: Sequence[Option], *, secret: bool = False) -> Script[str]:
    (chosen,) = yield Ask(key, of, text, tuple(options), secret=secret)
    return str(chosen)


def just(value: T) -> Script[T]:
    """A script that asks nothing, for a step that turned out not to need dice or a choice."""
    yield from ()
    return value


def _fitting(request: Request, answers: Mapping[str, Sequence[Any]]) -> Value | None:
    answer = answers.get(request.key)
    return tuple(answer) if answer is not None and request.accepts(answer) else None


def _check_keys(batch: Sequence[Request], seen: set[str]) -> None:
    for request in batch:
        if request.key in seen or "." in request.key:
            raise ScriptError(f"the key {request.key} is asked twice or holds a dot")
        seen.add(request.key)
