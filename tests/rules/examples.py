"""The games of `examples/`, taken as an installed one is."""

import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from rules import packs

EMBERS = Path(__file__).resolve().parents[2] / "examples/embers"


@pytest.fixture(scope="session")
def embers():
    """The sixth game, from its entry point."""
    sys.path.append(str(EMBERS))
    yield taken()
    sys.path.remove(str(EMBERS))


def taken():
    found = packs.load_packs([EntryPoint("embers", "embers:GAME", packs.GROUP)], ())
    assert found.left_out == ()
    return found.games["embers"]
