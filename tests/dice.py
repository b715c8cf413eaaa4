"""Dice that fall as a test has laid them out; a die nobody laid out is an error, and so is one never thrown."""

from collections import deque
from collections.abc import Callable, Iterator

import pytest

from rules.core.dice import Dice

_laid: deque[int] = deque()


def laid_out(dice: Dice) -> tuple[int, ...]:
    """The next faces. Raises ``AssertionError`` when there are too few."""
    assert len(_laid) >= dice.count, f"{dice} is thrown, and {len(_laid)} faces are laid out"
    return tuple(_laid.popleft() for _die in range(dice.count))


@pytest.fixture
def lay() -> Iterator[Callable[..., None]]:
    """Lay out the faces that the server will throw: ``lay(7, 20)``."""
    _laid.clear()
    yield lambda *faces: _laid.extend(faces)
    left = list(_laid)
    _laid.clear()
    assert left == [], f"never thrown: {left}"
