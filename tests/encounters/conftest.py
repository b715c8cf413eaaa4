from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.cache import cache

from campaigns.journal import journal
from campaigns.journal.journal import Sent
from campaigns.live import regions
from campaigns.models import Seat
from encounters import services
from encounters.prepare import services as prepare_services
from rules import registry
from sheets.creation.create import create
from sheets.models import Character
from tests.cache_oracle import no_stale_cache as no_stale_cache
from tests.cache_oracle import nothing_written_into as nothing_written_into
from tests.cache_oracle import nothing_written_into_meanwhile as nothing_written_into_meanwhile
from tests.cast import Cast, gather, latest
from tests.laid import laid


@dataclass(frozen=True)
class Table:
    """A table with its people: Ana's Élowen, Léo's Tibor and an opponent nobody knows."""

    cast: Cast
    elowen: Character
    tibor: Character
    pirate: Character

    def roll(self, seat: Seat, character: Character, check: str = "rifles", key: str = "", **said: Any) -> Any:
        """Roll a test from a sheet."""
        options = {name: said.pop(name) for name in ("faces", "hidden") if name in said}
        args = {"check": check, **said}
        sent = Sent.of(key, [character.token, args, options])
        return services.roll_test(seat=seat, sent=sent, character=character, args=args, **options)

    def region(self, seat: Seat, page: str, name: str, key: str = "") -> str:
        """A region as a page of this seat shows it now."""
        fresh = Seat.objects.select_related("campaign").get(pk=seat.pk)
        found = regions.find_page(fresh, page, key)
        assert found is not None
        return found.draw(next(placed for placed in found.regions if placed.name == name))


def join(cast: Cast, name: str, kind: str, owner: Seat | None, sample: str) -> Character:
    """One more character at the table."""
    data = {**registry.samples(cast.campaign.game)[sample]["data"], "name": name}
    done = journal.run(
        seat=cast.gm, sent=Sent.of("", name), work=lambda pen: create(pen, data=data, kind=kind, owner=owner)
    )
    return Character.objects.select_related("campaign", "owner").get(token=done.value)


def begun(cast: Cast, dice: str) -> tuple[Seat, str]:
    """A fight going on, Ana’s Élowen against two, with this choice of dice; the game master and its token."""
    Seat.objects.filter(campaign=cast.campaign).update(dice=dice)
    gm = Seat.objects.select_related("campaign").get(pk=cast.gm.pk)
    samples = list(registry.samples(cast.campaign.game))
    join(cast, "Élowen", "pc", cast.ana, samples[0])
    token = prepare_services.prepare(seat=gm, sent=Sent.of("", "prepare"), name="Quai 7").value
    recruited = {"sample": samples[-1], "count": 2, "hidden": False}
    prepare_services.recruit(seat=gm, sent=Sent.of("", "recruit"), encounter=token, **recruited)
    prepare_services.turn_to(seat=gm, sent=Sent.of("", "begin"), encounter=token, status="running")
    return gm, token


@pytest.fixture
def cast(request: pytest.FixtureRequest, db: None) -> Cast:
    """A table with its cast, in French; that of ``table`` where a test wants both."""
    return request.getfixturevalue("table").cast if "table" in request.fixturenames else gather()


@pytest.fixture
def table(db: None) -> Iterator[Table]:
    """A table with all its seats taken."""
    cache.clear()
    laid(__name__, _lay)
    yield Table(latest(), *Character.objects.select_related("campaign", "owner").order_by("pk"))
    cache.clear()


def _lay() -> None:
    cast = gather()
    join(cast, "Élowen", "pc", cast.ana, "mercenary")
    join(cast, "Tibor", "pc", cast.leo, "mercenary")
    join(cast, "Zorvax", "npc", None, "pirate")
