from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.cache import cache
from django.urls import reverse

from campaigns.journal import journal
from campaigns.journal.journal import Receipt, Sent
from campaigns.live import regions
from campaigns.models import Event, Seat
from encounters import roster
from rules import registry
from rules.views.journal import tell
from sheets import services
from sheets.creation.create import create
from sheets.models import Character
from tests.cache_oracle import no_stale_cache as no_stale_cache
from tests.cache_oracle import nothing_written_into as nothing_written_into
from tests.cache_oracle import nothing_written_into_meanwhile as nothing_written_into_meanwhile
from tests.cast import Cast, client_of, gather, latest
from tests.laid import laid


@dataclass(frozen=True)
class Table:
    """A table with its people: Ana's Élowen, Léo's Tibor and an opponent nobody knows."""

    cast: Cast
    elowen: Character
    tibor: Character
    pirate: Character

    def do(self, what: str, seat: Seat, *, of: Character | None = None, key: str = "", **given: Any) -> Receipt:
        """Call a service of ``sheets.services`` for Élowen, or for ``of``."""
        sent = Sent.of(key, [what, given])
        return getattr(services, what)(seat=seat, sent=sent, character=of or self.elowen, **given)

    def data(self, character: Character | None = None) -> dict[str, Any]:
        """The sheet as it is stored now."""
        return Character.objects.get(pk=(character or self.elowen).pk).data

    def url(self, name: str, seat: Seat, *args: object, of: Character | None = None) -> str:
        """An address of the sheet of Élowen, or of ``of``."""
        return reverse(name, args=[seat.token, (of or self.elowen).token, *args])

    def region(self, seat: Seat, name: str, of: Character | None = None) -> str:
        """A region as the sheet shows it to this seat now."""
        fresh = Seat.objects.select_related("campaign").get(pk=seat.pk)
        page = regions.find_page(fresh, "sheet", (of or self.elowen).token)
        assert page is not None
        return page.draw(next(placed for placed in page.regions if placed.name == name))

    def told(self, seat: Seat, done: Receipt) -> str | None:
        """The text in which the journal tells a seat of a command's last event; ``None`` if it is not for them."""
        event = done.command.events.last()
        fresh = Seat.objects.select_related("campaign").get(pk=seat.pk)
        if event.audience not in ("table", fresh.circle) and not fresh.is_gm:
            return None
        line = tell(event.audience, event.kind, event.payload, roster.viewer_of(fresh))
        return None if line is None else f"{line.who}: {line.text}"

    def everything_for(self, seat: Seat, of: Character | None = None) -> str:
        """Every byte of the pages and the journal that a seat can ask for."""
        client = client_of(seat)
        pages = [client.get(self.url(f"sheet-tab-{tab}", seat, of=of)) for tab in ("state", "notes", "journal")]
        pages.append(client.get(reverse("journal", args=[seat.token])))
        return "".join(page.content.decode() for page in pages)


def join(cast: Cast, name: str, kind: str, owner: Seat | None, sample: str) -> Character:
    """One more character at the table."""
    data = {**registry.samples(cast.campaign.game)[sample]["data"], "name": name}
    sent = Sent.of("", name)
    done = journal.run(seat=cast.gm, sent=sent, work=lambda pen: create(pen, data=data, kind=kind, owner=owner))
    return Character.objects.select_related("campaign", "owner").get(token=done.value)


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


@pytest.fixture
def events(table: Table) -> Any:
    """The number of events in the journal now."""
    return lambda: Event.objects.filter(campaign=table.cast.campaign).count()
