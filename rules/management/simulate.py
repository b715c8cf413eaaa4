"""``python -m rules.management.simulate``: try a fight given on standard input, in a process that may be killed.

It reads one JSON value: ``game``, ``scene`` (``rules.core.scene.scene_to_json``), ``joining`` (rows by round),
``first`` (the number of the first bout, from which its dice follow), ``end`` and ``every`` (the range of numbers),
``seconds`` and ``rounds``. Each finished bout is one line of JSON, written at once; one that gets stuck is the line
``null``.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import time
from dataclasses import asdict
from random import Random
from typing import Any

from rules import registry
from rules.autoplay.duel import Stalemate, Throw
from rules.autoplay.simulation import bout
from rules.core.errors import RulesError
from rules.core.scene import scene_from_json
from rules.core.script import Roll

AFTER_OTHERS = 10  # tables in play come first
YOUNG = 200_000  # objects before a collection: looking took a tenth of the time, and a fight leaves no cycles


class _Late(Exception):
    """Raised when the time is over."""


def main() -> None:
    """Play bouts until their number or the time limit is reached."""
    os.nice(AFTER_OTHERS)
    gc.freeze()
    gc.set_threshold(YOUNG)
    asked = json.load(sys.stdin)
    until = time.monotonic() + asked["seconds"]
    system, scene = registry.system(asked["game"]), scene_from_json(asked["scene"])
    joining = {int(number): rows for number, rows in asked["joining"].items()}
    for number in range(asked["first"], asked["end"], asked["every"]):
        try:
            played: Any = asdict(bout(system, scene, joining, _dice(number, until), most_rounds=asked["rounds"]))
        except _Late:
            return
        except (Stalemate, RulesError):
            played = None
        print(json.dumps(played), flush=True)


def _dice(number: int, until: float) -> Throw:
    source = Random(number)

    def throw(roll: Roll) -> list[int]:
        if time.monotonic() > until:
            raise _Late
        return [source.randint(1, roll.dice.sides) for _die in range(roll.dice.count)]

    return throw


if __name__ == "__main__":
    main()
