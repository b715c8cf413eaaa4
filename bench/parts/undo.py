"""Rewinding 500 events of a fight at once: ``python -m bench.parts.undo`` prints the processor time and judges it."""

from __future__ import annotations

import sys
import time
from typing import Any

from bench.throwaway_site import throwaway_site

EVENTS, GOAL_MS, RUNS = 500, 300, 5


def main() -> int:
    """Print the figure; the exit status is 1 if the goal is missed."""
    with throwaway_site():
        count, took = _measure()
    print(f"{count} events taken back in {took:.0f} ms of processor time (goal {GOAL_MS})")
    return int(took > GOAL_MS)


def _measure() -> tuple[int, float]:
    from campaigns.journal import undo
    from campaigns.journal.journal import Sent
    from campaigns.models import Event

    gm, token, command = _fight()
    took = []
    count = Event.objects.filter(encounter=token, seq__gte=command.first_seq).count()
    for _run in range(RUNS):
        start = time.process_time()
        undo.rewind(seat=gm, sent=Sent.of("", ""), command=command)
        took.append(time.process_time() - start)
        undo.redo(seat=gm, sent=Sent.of("", ""), command=command)
    return count, 1000 * min(took)


def _fight() -> tuple[Any, str, Any]:
    from campaigns.journal.journal import Sent
    from encounters.models import Encounter
    from encounters.prepare import participants, services
    from rules import registry
    from tests.cast import gather

    game = registry.systems()[0].key
    foe = next(name for name, row in registry.samples(game).items() if row["kind"] == "npc")
    gm = gather(game).gm
    token = services.prepare(seat=gm, sent=Sent.of("", "p"), name="Quai").value
    values = {"what": "", "pick": f"sample:{foe}", "hidden": False, "joins": "start"}
    participants.add_participants(seat=gm, sent=Sent.of("", "m"), encounter=token, **values)
    services.turn_to(seat=gm, sent=Sent.of("", "go"), encounter=token, status="running")
    (fighter,) = Encounter.objects.get(token=token).state["fighters"]
    first = None
    for number in range(EVENTS):
        sent = Sent.of("", number)
        done = services.reveal(seat=gm, sent=sent, encounter=token, fighter=fighter, hide=number % 2 == 0)
        first = first or done.command
    return gm, token, first


if __name__ == "__main__":
    sys.exit(main())
