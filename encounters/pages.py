"""The live pages of this app: which regions stand on each, for which seat, and where a seat begins."""

from __future__ import annotations

from django.urls import reverse

from campaigns import live
from campaigns.access import may
from campaigns.live import Placed
from campaigns.models import Seat
from encounters import deeds, fight_regions, fights, prepare_regions, regions
from encounters.models import Encounter

REGIONS = {
    "group": regions.group,
    "log": regions.log,
    "last": regions.last,
    "band": regions.band,
    "asked": regions.asked,
    "tests": regions.tests,
    "deeds": deeds.region,
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
}
TABLE = ("encounters", "asked", "group", "last", "log")
SCREEN = ("head", "party", "band")
GM = ("turn", "ladder", "exchanges", "selected", "crew", "requests", "latest", "tests", "last", "log")
PLAYER = ("turn", "tests", "exchanges", "mine", "ladder", "last", "log")
WHOLE_TABLE = {"latest", "tests", "last", "log"}  # these know no single fight


def register() -> None:
    """Register the regions and the pages they stand on."""
    for name, context in REGIONS.items():
        live.region(name, f"{name}.html", context)
    live.page("table", _on_table, address=lambda seat, _key: reverse("table", args=[seat.token]))
    live.page("screen", _on_screen, address=lambda seat, _key: reverse("screen", args=[seat.token]))
    live.page("fight", _on_fight, address=_fight_address)
    live.page("prepare", _on_prepare, address=lambda seat, key: reverse("prepare", args=[seat.token, key]))
    live.starts(_start)


def _on_table(seat: Seat, key: str) -> list[Placed] | None:
    return [live.own(name) for name in TABLE] if may(seat, "run") and not key else None


def _on_screen(seat: Seat, key: str) -> list[Placed] | None:
    return [live.table(name) for name in SCREEN] if may(seat, "watch") and not key else None


def _on_fight(seat: Seat, key: str) -> list[Placed] | None:
    """The game master's board of a fight that has begun, or the page of who plays in it."""
    token, _dash, fighter = key.partition("-")
    encounter = _encounter(seat, token)
    if encounter is None or encounter.status == Encounter.Status.DRAFT:
        return None
    if may(seat, "run"):
        return _placed(GM, key) if not fighter or fighter in encounter.state.get("fighters", {}) else None
    plays = not fighter and seat.role == Seat.Role.PLAYER and fights.takes_part(encounter, seat.pk)
    return _placed(PLAYER, key) if plays else None


def _on_prepare(seat: Seat, key: str) -> list[Placed] | None:
    encounter = _encounter(seat, key) if may(seat, "run") else None
    drafted = encounter is not None and encounter.status == Encounter.Status.DRAFT
    return [live.own("participants", key)] if drafted else None


def _placed(names: tuple[str, ...], key: str) -> list[Placed]:
    return [live.own(name, "" if name in WHOLE_TABLE else key) for name in names]


def _fight_address(seat: Seat, key: str) -> str:
    token, _dash, fighter = key.partition("-")
    args = [seat.token, token, fighter] if fighter else [seat.token, token]
    return reverse("fight-selected" if fighter else "fight", args=args)


def _start(seat: Seat) -> str | None:
    """A game master begins at the table, who only watches at the screen, a player where his sheets say."""
    if seat.is_gm:
        return reverse("table", args=[seat.token])
    return reverse("screen", args=[seat.token]) if seat.circle == "table" else None


def _encounter(seat: Seat, token: str) -> Encounter | None:
    known = Encounter.objects.filter(campaign=seat.campaign, kind=Encounter.Kind.FIGHT)
    return known.filter(token=token).first()
