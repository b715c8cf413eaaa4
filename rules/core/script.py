"""A procedure of the rulebook as one generator that stops at every roll and every choice.

A script yields a ``Roll`` or an ``Ask`` (or a tuple of them, answered in any order and sealed until all are in),
receives the answer, and returns its result. It is pure: ``replay`` runs it again with its keyed answers to resume it,
to correct it, or to compute its odds.
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
    """A result of a procedure: ``kind`` happens to ``target``.

    This is its stored form; games declare theirs as subclasses (``rules.core.effects``). Two effects are equal if their
    stored forms are.
    """

    kind: str
    target: str

    def __init__(self, kind: str, target: str, value: Any = None) -> None:
        self.kind, self.target, self._value = kind, target, value

    @property
    def value(self) -> Any:
        """Its data, as plain values and registered classes."""
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
    """Dice to be thrown by a fighter or ``"gm"``; ``reads`` is ``"sum"`` if only their total matters.

    Of a secret die without a check, ``thrower`` is the fighter for whom the game master throws it.
    """

    key: str
    by: str
    dice: Dice
    label: Text
    check: Check | None = None
    secret: bool = False
    reads: str = "faces"
    thrower: str = ""

    @property
    def whose(self) -> str:
        return self.by

    def accepts(self, value: Sequence[Any]) -> bool:
        return self.dice.fits(value)


@dataclass(frozen=True)
class Option:
    """One option of a choice; a refused one is shown disabled, with the reason. Its cost lands at the end.

    One ``aside`` is a variant of another, folded where it would push the usual ones out of sight. One that ``declines``
    does nothing; it stands before a long list of others.
    """

    key: str
    label: Text
    cost: tuple[Effect, ...] = ()
    refused: Text | None = None
    hint: Text | None = None
    group: Text | None = None
    aside: bool = False
    declines: bool = False


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

    def chosen_options(self, value: Sequence[str]) -> tuple[Option, ...]:
        """The options with these keys, in the order offered."""
        return tuple(option for option in self.options if option.key in value)


ATTACK, DEFENCE = "attack", "defence"  # keys of the rolls of an attack and of the defence against it, in every game
REACTION = "reaction"  # the key of the choice of a defence
Request = Roll | Ask
Script = Generator[Request | tuple[Request, ...], Any, T]


@dataclass(frozen=True)
class GivenAnswer:
    """A request and its valid answer; ``sealed`` while another request of the same batch is open.

    Requests asked together share their ``step``.
    """

    request: Request
    value: Value
    sealed: bool = False
    step: int = 0


@dataclass(frozen=True)
class Pending:
    """A waiting script: its open requests, the answers so far, and the costs of the options chosen."""

    requests: tuple[Request, ...]
    answers: tuple[GivenAnswer, ...]
    pledged: tuple[Effect, ...]


@dataclass(frozen=True)
class Done(Generic[T]):
    """A script that ended with ``value``."""

    value: T
    answers: tuple[GivenAnswer, ...]
    pledged: tuple[Effect, ...]


class ScriptError(Exception):
    """A procedure is written wrongly: two of its requests have the same key, or a key contains a dot."""


class Course(Generic[T]):
    """A script in progress: it waits for answers, and continues from there when given more of them."""

    def __init__(self, script: Script[T]) -> None:
        self._script = script
        self._requests: Request | tuple[Request, ...] | None = None
        self._answers: list[GivenAnswer] = []
        self._keys: set[str] = set()
        self._step = 0

    def run(self, answers: Mapping[str, Sequence[Any]]) -> Pending | Done[T]:
        """Continue with the valid ones of all answers so far; stop at the first open request.

        Raises ``ScriptError`` if a key is used twice.
        """
        try:
            asked = self._requests or self._ask(next(self._script))
            while True:
                given = [(request, _fitting_answer(request, answers)) for request in _batch(asked)]
                if any(value is None for _request, value in given):
                    return self._pending(given)
                self._answers += [
                    GivenAnswer(request, value, False, self._step) for request, value in given if value is not None
                ]
                self._step += 1
                values = tuple(value for _request, value in given)
                asked = self._ask(self._script.send(values if isinstance(asked, tuple) else values[0]))
        except StopIteration as stop:
            return Done(stop.value, tuple(self._answers), pledged_costs(self._answers))

    def _pending(self, given: Sequence[tuple[Request, Value | None]]) -> Pending:
        missing = tuple(request for request, value in given if value is None)
        sealed = (GivenAnswer(request, value, True, self._step) for request, value in given if value is not None)
        answers = (*self._answers, *sealed)
        return Pending(missing, answers, pledged_costs(answers))

    def _ask(self, asked: Request | tuple[Request, ...]) -> Request | tuple[Request, ...]:
        self._requests = asked
        _check_keys(_batch(asked), self._keys)
        return asked

    def close(self) -> None:
        self._script.close()


def replay(start: Callable[[], Script[T]], answers: Mapping[str, Sequence[Any]]) -> Pending | Done[T]:
    """Run a script with the valid answers; stop at the first open request.

    Answers that fit no request on the way are not among its ``answers``: the caller drops them. Raises ``ScriptError``
    if a key is used twice.
    """
    course = Course(start())
    state = course.run(answers)
    course.close()
    return state


def _batch(asked: Request | tuple[Request, ...]) -> tuple[Request, ...]:
    return asked if isinstance(asked, tuple) else (asked,)


def pledged_costs(answers: Iterable[GivenAnswer]) -> tuple[Effect, ...]:
    choices = ((row.request, row.value) for row in answers if isinstance(row.request, Ask))
    return tuple(effect for ask, value in choices for option in ask.chosen_options(value) for effect in option.cost)


def run_together(*scripts: Script[T]) -> Script[tuple[T, ...]]:
    """Run scripts side by side: their next requests are asked as one batch, sealed until all are answered."""
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


def with_costs(script: Script[T]) -> Script[tuple[T, tuple[Effect, ...]]]:
    """The result of a script with the costs of its chosen options, for a larger procedure that includes it."""
    answers: list[GivenAnswer] = []
    try:
        asked = next(script)
        while True:
            answer = yield asked
            values = answer if isinstance(asked, tuple) else (answer,)
            answers += (GivenAnswer(request, value) for request, value in zip(_batch(asked), values, strict=True))
            asked = script.send(answer)
    except StopIteration as stop:
        return stop.value, pledged_costs(answers)


def add_key_suffix(script: Script[T], after: str) -> Script[T]:
    """The same script with ``after`` appended to its keys, so that a procedure can be used twice in a larger one."""
    return _rename_keys(script, lambda key: f"{key}{after}")


def number_repeats(script: Script[T], asked: Iterable[str] = ()) -> Script[T]:
    """The same script with a number appended to repeated keys, for steps that a fighter may go through twice.

    Keys that were ``asked`` before it count too.
    """
    times: Counter[str] = Counter(asked)

    def again(key: str) -> str:
        times[key] += 1
        return key if times[key] == 1 else f"{key}-{times[key]}"

    return _rename_keys(script, again)


def _rename_keys(script: Script[T], name: Callable[[str], str]) -> Script[T]:
    try:
        asked = next(script)
        while True:
            given = [name(request.key) for request in _batch(asked)]
            asked = script.send((yield _with_keys(asked, given)))
    except StopIteration as stop:
        result: T = stop.value
        return result


def _with_keys(asked: Request | tuple[Request, ...], names: Sequence[str]) -> Request | tuple[Request, ...]:
    """The request with other keys; a request whose key does not change stays the same object."""
    rows = tuple(
        request if request.key == key else replace(request, key=key)
        for request, key in zip(_batch(asked), names, strict=True)
    )
    return rows if isinstance(asked, tuple) else rows[0]


def choose(key: str, of: str, text: Text, options: Sequence[Option], *, secret: bool = False) -> Script[str]:
    (chosen,) = yield Ask(key, of, text, tuple(options), secret=secret)
    return str(chosen)


def just(value: T) -> Script[T]:
    """A script without requests, for a step that turns out to need neither dice nor a choice."""
    yield from ()
    return value


def _fitting_answer(request: Request, answers: Mapping[str, Sequence[Any]]) -> Value | None:
    answer = answers.get(request.key)
    return tuple(answer) if answer is not None and request.accepts(answer) else None


def _check_keys(batch: Sequence[Request], seen: set[str]) -> None:
    for request in batch:
        if request.key in seen or "." in request.key:
            raise ScriptError(f"the key {request.key} is asked twice or holds a dot")
        seen.add(request.key)
