"""Dice that can be checked afterwards: faces drawn from a seed that was promised before anybody threw.

The promise is the SHA-256 of the seed. Each throw is HMAC-SHA-256 of the seed over ``index:what:nonce:block``, read as
words of 32 bits; a word beyond the last whole multiple of the sides is passed over, so that no face is likelier than
another. ``nonce`` comes from the thrower's page: whoever holds the seed could not choose the faces before.
``static/verify/tablee_dice.py`` says the same in words of its own.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.core.dice import Dice

_WORD = 4
_RANGE = 2 ** (8 * _WORD)


@dataclass(frozen=True)
class Throw:
    """One throw as it is published: its place from 1 on, the dice and what they were for, the nonce, the faces."""

    index: int
    dice: Dice
    what: str
    nonce: str
    faces: tuple[int, ...]

    @property
    def line(self) -> str:
        return f"{self.index}:{self.dice} {self.what}:{self.nonce}:{','.join(map(str, self.faces))}\n"


def promise(seed: bytes) -> str:
    """The commitment published before the first throw: the SHA-256 of the seed, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def draw(seed: bytes, index: int, what: str, nonce: str, dice: Dice) -> tuple[int, ...]:
    """The faces of the throw at a place of the stream."""
    words = stream(seed, f"{index}:{dice} {what}:{nonce}")
    fair = _RANGE - _RANGE % dice.sides
    faces: list[int] = []
    while len(faces) < dice.count:
        word = next(words)
        if word < fair:
            faces.append(word % dice.sides + 1)
    return tuple(faces)


def digest(throws: Iterable[Throw]) -> str:
    """One fingerprint of a whole list of throws, in their order."""
    digest_ = hashlib.sha256()
    for throw in throws:
        digest_.update(throw.line.encode())
    return digest_.hexdigest()


def faults(seed: bytes, promised: str, throws: Iterable[Throw]) -> Iterator[int]:
    """The places at which a list is not what the seed gives: 0 is the seed itself, then each wrong or missing throw."""
    if promise(seed) != promised:
        yield 0
    for place, throw in enumerate(throws, 1):
        if throw.index != place or draw(seed, throw.index, throw.what, throw.nonce, throw.dice) != throw.faces:
            yield place


def stream(seed: bytes, message: str) -> Iterator[int]:
    block = 0
    while True:
        block_bytes = hmac.new(seed, f"{message}:{block}".encode(), hashlib.sha256).digest()
        yield from (int.from_bytes(block_bytes[at : at + _WORD], "big") for at in range(0, len(block_bytes), _WORD))
        block += 1
