"""A judge of secrecy, by the time of answers: ``python -m bench.secrecy [ANSWERS] [GAME …]``.

A player takes an act back, and her pages are drawn: after something hidden, after nothing, and after nothing again, in
turns of random order on one table. What two runs without anything hidden differ by is the noise of the machine; by
more than chance brings nothing may differ.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from threading import Event
from typing import Any

ANSWERS, TIMES, SHARE = 2_000, 1_000, 0.999
QUIET, AGAIN, HIDDEN = "nothing", "nothing again", "a hidden act"
ORDER = (QUIET, AGAIN, HIDDEN)
Samples = dict[str, list[float]]


@dataclass(frozen=True)
class Compared:
    """Two medians in milliseconds, by how much they differ, and how far chance alone lets them differ."""

    without: float
    other: float
    noise: float

    @property
    def differs(self) -> bool:
        """True if the difference is more than chance brings in all but one of a thousand runs."""
        return abs(self.other - self.without) > self.noise


def compared(without: Sequence[float], other: Sequence[float], times: int = TIMES) -> Compared:
    """Compare what was measured in turns, pair by pair: under chance alone each pair may as well be the other way."""
    random = Random(0)
    samples = []
    for _time in range(times):
        turned = [(b, a) if random.random() < 0.5 else (a, b) for a, b in zip(without, other, strict=True)]
        samples.append(abs(median(a for a, _b in turned) - median(b for _a, b in turned)))
    return Compared(median(without), median(other), sorted(samples)[int(SHARE * (times - 1))])


def measure(answers: int = ANSWERS, game: str = "", is_over: Callable[[], bool] = lambda: False) -> dict[str, Samples]:
    """Milliseconds of the processor for so many requests and frames by what came before; in the current database.

    Fewer where it ``is_over`` before.
    """
    evening, measured = _table(game), {kind: {what: [] for what in ORDER} for kind in ("requests", "frames")}
    hidden, random = _hidden_acts(evening), Random(answers)
    for number in range(answers + 20):  # the first few warm the caches
        if number > 20 and is_over():
            break
        for what in random.sample(ORDER, 3):
            undo = _prepared(evening)
            if what == HIDDEN:
                next(hidden)()
            evening.differences()  # as every page is looked at after each command
            request, frame = _timed(undo), _timed(evening.differences)
            if number >= 20:
                measured["requests"][what].append(request)
                measured["frames"][what].append(frame)
    return measured


def report(measured: dict[str, Samples]) -> bool:
    """Print what was measured; true if nothing tells of what is hidden."""
    tells = False
    for kind, samples in measured.items():
        noise, told_by = (compared(samples[QUIET], samples[other]) for other in (AGAIN, HIDDEN))
        tells = tells or told_by.differs
        print(
            f"{len(samples[QUIET])} {kind}: {told_by.without:.2f} ms, after a hidden act {told_by.other:.2f} ms "
            f"({told_by.other - told_by.without:+.3f}, by chance up to {told_by.noise:.3f}; "
            f"nothing twice {noise.other - noise.without:+.3f})"
        )
    return not tells


def _table(game: str) -> Any:
    """A fight of a game (the last one, unless it is named) with somebody hidden in it, and its player's browser."""
    from encounters.prepare import services
    from rules import registry
    from tests.cast import client_of
    from tests.secrets.evening import Evening, Secret

    *_others, last = (system.key for system in registry.systems() if registry.samples(system.key))
    evening = Evening(game or last, Secret(names=("Zorvax",), sample=-1, note="n", rolls=0, seed=1))
    services.turn_to(seat=evening.gm, sent=evening.unseen_sent(), encounter=evening.token, status="running")
    evening.client = client_of(evening.cast.ana)  # type: ignore[attr-defined]
    pages = [page for page in evening.pages() if page[0] == "ana"]
    evening.pages = lambda: pages  # type: ignore[method-assign]
    evening.differences()
    return evening


def _hidden_acts(evening: Any) -> Iterator[Callable[[], Any]]:
    """Things that nobody but the game master may learn of, one kind after the other."""
    from sheets import services
    from sheets.models import Character

    foe = Character.objects.select_related("campaign").get(token=evening.unseen[0])
    path = evening.system.vitals(foe.data, {})[0]
    while True:
        for by in (-1, 1):
            given = {"seat": evening.gm, "sent": evening.unseen_sent(), "character": foe, "path": path, "by": by}
            yield lambda given=given: services.step(**given)
        yield lambda: evening.curse(evening.unseen[0])


def _prepared(evening: Any) -> Callable[[], Any]:
    """The commands of a player who takes back an edit of her sheet."""
    from django.core.cache import cache
    from django.urls import reverse

    from campaigns.models import Command
    from sheets import services

    cache.clear()  # no limit of commands
    hero, seat = evening.heroes["ana"], evening.fresh(evening.cast.ana)
    path = next(
        path
        for path, field in evening.system.schema.walk()
        if field.kind == "text" and path != "name" and not (field.gm_only or "." in path or field.names_test)
    )
    services.edit(seat=seat, sent=evening.unseen_sent(), character=hero, path=path, value="Gris")
    mine = Command.objects.filter(seat=seat).latest("pk")
    address, headers = reverse("undo", args=[seat.token, mine.token]), {"HX-Request": "true", "X-Live": "1"}

    def undo() -> None:
        answer = evening.client.post(address, {}, headers=headers)
        assert answer.status_code == 200, answer.text

    return undo


def _timed(work: Callable[[], Any]) -> float:
    start = time.process_time()  # what else the machine does would only hide a difference
    work()
    return 1000 * (time.process_time() - start)


def main() -> int:
    """Measure on a database of its own in memory; the exit status says whether anything tells of what is hidden."""
    ended = Event()
    for number in (signal.SIGINT, signal.SIGTERM):  # then it says what it has measured so far
        signal.signal(number, lambda *_args: ended.set())
    answers, games = int(sys.argv[1]) if len(sys.argv) > 1 else ANSWERS, sys.argv[2:] or [""]
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from django.test.utils import setup_databases, setup_test_environment, teardown_databases

    setup_test_environment()
    databases, tells = setup_databases(verbosity=0, interactive=False), False
    try:
        for game in games:
            print(game, flush=True)
            tells |= not report(measure(answers, game, ended.is_set))
    finally:
        teardown_databases(databases, verbosity=0)
    return int(tells)


if __name__ == "__main__":
    sys.exit(main())
