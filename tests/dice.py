"""Dice whose faces a test lays out in advance, and dice that are the same in every run."""

import os
from collections import deque
from collections.abc import Callable, Iterator
from itertools import count
from random import Random

import pytest

from rules.core.dice import Dice

_laid: deque[int] = deque()
_throws = count()


def laid_out(dice: Dice) -> tuple[int, ...]:
    """The next faces. Raises ``AssertionError`` if there are too few."""
    assert len(_laid) >= dice.count, f"{dice} is thrown, and {len(_laid)} faces are laid out"
    return tuple(_laid.popleft() for _die in range(dice.count))


def steady(dice: Dice) -> tuple[int, ...]:
    """Faces that depend only on ``TABLEE_LUCK`` and on the number of earlier throws in this process."""
    luck = Random(f"{os.environ.get('TABLEE_LUCK', '')} {next(_throws)}")
    return tuple(luck.randint(1, dice.sides) for _die in range(dice.count))


@pytest.fixture
def lay() -> Iterator[Callable[..., None]]:
    """Lay out the faces that the server will throw: ``lay(7, 20)``."""
    _laid.clear()
    yield lambda *faces: _laid.extend(faces)
    left = list(_laid)
    _laid.clear()
    assert left == [], f"never thrown: {left}"
