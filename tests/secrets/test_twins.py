"""Two evenings that differ only in secrets: spectators are sent the same frames, in the same number and order."""

import os

import pytest

from encounters.dice import source
from rules import registry
from tests.secrets.evening import Dice, Evening, Secret, masked

GAMES = [key for key in registry.GAMES if registry.samples(key)]
ONE = Secret(names=("Zorvaxa",), sample=-1, note="un", rolls=0, seed=1, faces=("blue",))
OTHER = Secret(names=("Krellboz", "Quymphe"), sample=0, note="deux", rolls=2, seed=2, faces=("red", "green"))
STEPS = 18 if os.environ.get("TABLEE_SOAK") == "1" else 10


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_hidden_things_change_nothing_sent_to_the_others(game, monkeypatch):
    found = []
    for secret in (ONE, OTHER):
        monkeypatch.setattr(source, "throw", Dice(secret.seed).throw)
        evening = Evening(game, secret)
        evening.play(STEPS)
        found.append((evening.stream(), evening.bytes()))
    (frames, pages), (other_frames, other_pages) = found
    for one, other in zip(frames, other_frames, strict=False):
        assert one == other, differing(one, other)
    assert len(frames) == len(other_frames)
    assert pages.keys() == other_pages.keys()
    for address in pages:
        (one,), (other,) = masked([pages[address].decode()]), masked([other_pages[address].decode()])
        assert one == other, f"{address} {differing(one, other)}"


def differing(one, other):
    """The point at which two texts differ, with the text around it."""
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"{one[:90]!r}: {one[max(at - 150, 0) : at + 150]!r} / {other[max(at - 150, 0) : at + 150]!r}"
