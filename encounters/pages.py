"""The live pages of this app: which regions stand on each, for which seat, and where a seat begins."""

from __future__ import annotations

from django.urls import reverse

from campaigns.live import presence
from campaigns.live import regions as live_regions
from campaigns.live.regions import Placed, View
from campaigns.models import Seat
from campaigns.seats.access import may
from encounters import regions
from encounters.checks import downtime
from encounters.fight import regions as fight_regions
from encounters.fight import snapshot
from encounters.log import results
from encounters.models import Encounter
from encounters.prepare import regions as prepare_regions

REGIONS = {
    "group": regions.group,
    "log": regions.log,
    "last": results.last,
    "band": results.band,
    "asked": regions.asked,
    "tests": regions.tests,
    "deeds": downtime.region,
    "party": regions.party,
    "head": fight_regions.head,
    "turn": fight_regions.turn,
    "ladder": fight_regions.ladder,
    "exchanges": fight_regions.exchanges,
    "mine": fight_regions.mine,
    "selected": fight_regions.selected,
    "crew": fight_regions.crew,
    "requests": fight_regions.requests,
    "latest": fight_regions.latest,
    "encounters": prepare_regions.listed,
    "participants": prepare_regions.participants,
    "shelf": prepare_regions.shelved,
    "checks": prepare_regions.checked,
    "reserves": prepare_regions.waiting,
}
# What they are made of besides the characters; whatever is not named here reads the journal.
OF_CHARACTERS = {"group", "deeds"}
OF_ENCOUNTERS = {"asked", "tests", "party", "head", "encounters", "participants", "shelf"}
OF_ONE = {"turn", "ladder", "reserves", "exchanges", "mine", "selected", "crew", "requests"}
TABLE = ("encounters", "asked", "group", "last", "log")
SCREEN = ("head", "party", "band")
GM = ("turn", "ladder", "reserves", "exchanges", "selected", "crew", "requests", "latest", "tests", "last", "log")
PLAYER = ("turn", "tests", "exchanges", "mine", "ladder", "last", "log")
PREPARE = ("participants", "shelf", "checks")
OF_PRESENCE = {"group", "requests", "crew", "exchanges", "asked", "tests"}  # for a game master: who has a page open
WHOLE_TABLE = {"latest", "tests", "last", "log"}  # these know no single fight


def register() -> None:
    """Register the regions and the pages they stand on."""
    for name, context in REGIONS.items():
        beside = presence.of if name in OF_PRESENCE else None
        live_regions.region(name, f"{name}.html", context, _reads(name), beside)
    live_regions.page(
        "table", _on_table, address=lambda seat, _key: reverse("table", args=[seat.token]), reads=_no_subject
    )
    live_regions.page(
        "screen", _on_screen, address=lambda seat, _key: reverse("screen", args=[seat.token]), reads=_no_subject
    )
    live_regions.page("fight", _on_fight, address=_fight_address, reads=_of_fight)
    live_regions.page("prepare", _on_prepare, address=lambda seat, key: reverse("prepare", args=[seat.token, key]))
    live_regions.starts(_start)


def _reads(name: str) -> live_regions.Reads | None:
    if name in OF_CHARACTERS:
        return lambda _key: ["character"]
    if name in OF_ENCOUNTERS:
        return lambda _key: ["character", "encounter"]
    if name in OF_ONE:
        return _of_fight
    return None


def _no_subject(_key: str) -> list[str]:
    return []


def _of_fight(key: str) -> list[str]:
    return ["character", f"encounter:{key.partition('-')[0]}"]


def _on_table(seat: Seat, view: View) -> list[Placed] | None:
    return [*(live_regions.own(name) for name in TABLE), *_wall()] if may(seat, "run") and not view.key else None


def _on_screen(seat: Seat, view: View) -> list[Placed] | None:
    return _wall() if may(seat, "watch") and not view.key else None


def _wall() -> list[Placed]:
    """What the shared screen shows: its own page, and the picture of it that a game master has."""
    return [live_regions.table(name) for name in SCREEN]


def _on_fight(seat: Seat, view: View) -> list[Placed] | None:
    """The game master's board of a fight that has begun, or the page of who plays in it."""
    token, _dash, fighter = view.key.partition("-")
    encounter = snapshot.encounter(view, token)
    if encounter is None or encounter.status == Encounter.Status.DRAFT:
        return None
    if may(seat, "run"):
        known = not fighter or fighter in encounter.state.get("fighters", {})
        return [*_placed(GM, view.key), *_wall()] if known else None
    plays = not fighter and seat.role == Seat.Role.PLAYER and snapshot.takes_part(view, encounter, seat.pk)
    return _placed(PLAYER, view.key) if plays else None


def _on_prepare(seat: Seat, view: View) -> list[Placed] | None:
    encounter = snapshot.encounter(view, view.key) if may(seat, "run") else None
    drafted = encounter is not None and encounter.status == Encounter.Status.DRAFT
    return [live_regions.own(name, view.key) for name in PREPARE] if drafted else None


def _placed(names: tuple[str, ...], key: str) -> list[Placed]:
    return [live_regions.own(name, "" if name in WHOLE_TABLE else key) for name in names]


def _fight_address(seat: Seat, key: str) -> str:
    token, _dash, fighter = key.partition("-")
    args = [seat.token, token, fighter] if fighter else [seat.token, token]
    return reverse("fight-selected" if fighter else "fight", args=args)


def _start(seat: Seat) -> str | None:
    """A game master begins at the table, who only watches at the screen, a player where his sheets say."""
    if seat.is_gm:
        return reverse("table", args=[seat.token])
    return reverse("screen", args=[seat.token]) if seat.circle == "table" else None
