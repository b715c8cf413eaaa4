"""A test of secrecy by response times: ``python -m bench.secrecy [ANSWERS] [GAME …]``.

A player undoes an act, and her pages are drawn: after a hidden act, after none, and after none again, in random order
on one table. The difference between the two runs without a hidden act is the noise of the machine; no difference may be
greater than chance explains.
"""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from threading import Event
from typing import Any

from bench.throwaway_site import throwaway_site

ANSWERS, TIMES, SHARE = 2_000, 1_000, 0.999
WARM = 20  # answers that fill the caches first
QUIET, AGAIN, HIDDEN = "nothing", "nothing again", "a hidden act"
ORDER = (QUIET, AGAIN, HIDDEN)
Samples = dict[str, list[float]]


@dataclass(frozen=True)
class Comparison:
    """Two medians in milliseconds, their difference, and the difference that chance alone explains."""

    without: float
    other: float
    noise: float

    @property
    def differs(self) -> bool:
        """True if chance exceeds this difference in less than one of a thousand runs."""
        return abs(self.other - self.without) > self.noise


def compare(without: Sequence[float], other: Sequence[float], times: int = TIMES) -> Comparison:
    """Compare measurements pair by pair: under chance alone, each pair is as likely the other way round."""
    random = Random(0)
    samples = []
    for _time in range(times):
        turned = [(b, a) if random.random() < 0.5 else (a, b) for a, b in zip(without, other, strict=True)]
        samples.append(abs(median(a for a, _b in turned) - median(b for _a, b in turned)))
    return Comparison(median(without), median(other), sorted(samples)[int(SHARE * (times - 1))])


def measure(answers: int = ANSWERS, game: str = "", is_over: Callable[[], bool] = lambda: False) -> dict[str, Samples]:
    """The processor time in milliseconds of requests and frames, by the act before them; in the current database.

    There are fewer if it ``is_over`` earlier.
    """
    evening, random = _table(game), Random(answers)
    hidden_acts = _hidden_acts(evening)
    measured: dict[str, Samples] = {kind: {before: [] for before in ORDER} for kind in ("requests", "frames")}
    for number in range(WARM + answers):
        if number > WARM and is_over():
            break
        for before in random.sample(ORDER, len(ORDER)):
            undo = _prepared(evening)
            if before == HIDDEN:
                next(hidden_acts)()
            evening.differences()  # as each page is drawn after a command
            request, frame = _timed(undo), _timed(evening.differences)
            if number >= WARM:
                measured["requests"][before].append(request)
                measured["frames"][before].append(frame)
    return measured


def report(measured: dict[str, Samples]) -> bool:
    """Print the measurements; true if none reveals the hidden acts."""
    tells = False
    for kind, samples in measured.items():
        noise, told_by = (compare(samples[QUIET], samples[other]) for other in (AGAIN, HIDDEN))
        tells = tells or told_by.differs
        print(
            f"{len(samples[QUIET])} {kind}: {told_by.without:.2f} ms, after a hidden act {told_by.other:.2f} ms "
            f"({told_by.other - told_by.without:+.3f}, by chance up to {told_by.noise:.3f}; "
            f"nothing twice {noise.other - noise.without:+.3f})"
        )
    return not tells


def _table(game: str) -> Any:
    """A fight of a game (the last one, unless it is named) with a hidden fighter, and its player's browser."""
    from encounters.prepare import services
    from rules import registry
    from tests.cast import client_of
    from tests.secrets.evening import Evening, Secret

    games = [system.key for system in registry.systems() if registry.samples(system.key)]
    evening = Evening(game or games[-1], Secret(names=("Zorvax",), sample=-1, note="n", rolls=0, seed=1))
    services.turn_to(seat=evening.gm, sent=evening.unseen_sent(), encounter=evening.token, status="running")
    evening.client = client_of(evening.cast.ana)  # type: ignore[attr-defined]
    pages = [page for page in evening.pages() if page[0] == "ana"]
    evening.pages = lambda: pages  # type: ignore[method-assign]
    evening.differences()
    return evening


def _hidden_acts(evening: Any) -> Iterator[Callable[[], Any]]:
    """Acts that only the game master may learn of, one kind after the other."""
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
    """The commands of a player who undoes an edit of her sheet."""
    from django.core.cache import cache
    from django.urls import reverse

    from campaigns.models import Command
    from sheets import services

    cache.clear()  # without rate limits
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
    start = time.process_time()  # other load would only hide a difference
    work()
    return 1000 * (time.process_time() - start)


def main() -> int:
    """Print the figures of each game; the exit status is 1 if a time reveals a hidden act."""
    ended = Event()
    for number in (signal.SIGINT, signal.SIGTERM):  # then it reports the measurements so far
        signal.signal(number, lambda *_args: ended.set())
    answers = int(sys.argv[1]) if len(sys.argv) > 1 else ANSWERS
    games = sys.argv[2:] or [""]
    tells = False
    with throwaway_site():
        for game in games:
            print(game, flush=True)
            tells |= not report(measure(answers, game, ended.is_set))
    return int(tells)


if __name__ == "__main__":
    sys.exit(main())
