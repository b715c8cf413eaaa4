"""A subject, a page and two regions small enough to read at a glance, so that the machinery is tested alone.

Toys lie in a table that campaigns do not use, the one of the sessions. The page ``toys`` has what the table sees and
what each circle sees of its own.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from functools import cache
from typing import Any

from django.contrib.sessions.models import Session
from django.utils.timezone import now
from jinja2 import BaseLoader, ChoiceLoader, DictLoader

from campaigns import hooks
from campaigns.journal import journal
from campaigns.journal.journal import Pen, Receipt, Sent
from campaigns.journal.subjects import Kind
from campaigns.live.regions import Audience, PageKind, PlacedRegion, Region, View
from campaigns.models import Campaign, Seat
from rules.core.errors import Refused
from rules.core.paths import get
from rules.core.scene import Change, Event
from rules.core.text import _

TEMPLATES = {
    "toys-open.html": '<div id="{{ id }}">open {{ value }}</div>',
    "toys-own.html": '<div id="{{ id }}">own {{ value }}<form method="post"><!--csrf--></form></div>',
}


def load(campaign: Campaign, token: str) -> dict[str, Any]:
    row = Session.objects.filter(pk=f"{campaign.token}-{token}").first()
    return json.loads(row.session_data) if row else {}


def save(campaign: Campaign, token: str, data: dict[str, Any], paths: Collection[str]) -> None:
    row = Session.objects.filter(pk=f"{campaign.token}-{token}")
    if not data:
        row.delete()
    elif not row.update(session_data=json.dumps(data)):
        Session.objects.create(pk=f"{campaign.token}-{token}", session_data=json.dumps(data), expire_date=now())


def step(campaign: Campaign, data: dict[str, Any], path: str, by: int) -> int:
    return max(0, min(20, (get(data, path) or 0) + by))


def regions(seat: Seat, view: View) -> list[PlacedRegion] | None:
    return None if view.key else [OPEN.shared(), OWN.own()]


def opened(view: View) -> dict[str, Any]:
    return {"value": load(view.campaign, "box").get("open", 0)}


def owned(view: View) -> dict[str, Any] | None:
    if view.circle == "table":
        return None
    return {"value": load(view.campaign, "box").get("own", {}).get(view.circle.removeprefix("seat:"), 0)}


OPEN = Region("toys-open", opened, audience=Audience.TABLE)
OWN = Region("toys-own", owned, audience=Audience.OWN)
HOOKS = hooks.Hooks(
    regions=(OPEN, OWN),
    pages=(PageKind("toys", regions, address=lambda seat, key: f"/t/{seat.token}/toys/"),),
    subjects={"toy": Kind(load, save, step)},
)


def register() -> None:
    """Let the journal write toys and pages show them."""
    hooks.register("toys", HOOKS)


@cache  # what is compiled is kept by its loader: a new one would compile every template anew
def loader(original: BaseLoader) -> BaseLoader:
    """The live templates with those of the toys."""
    return ChoiceLoader([DictLoader(TEMPLATES), original])


def put_toy(
    seat: Seat, path: str, value: Any, *, key: str = "", audience: str = "table", encounter: str = ""
) -> Receipt:
    """Set a value in the box."""
    return put_sent(seat, Sent.of(key, [path, value]), path, value, audience, encounter)


def put_sent(seat: Seat, sent: Sent, path: str, value: Any, audience: str = "table", encounter: str = "") -> Receipt:
    """Set a value in the box, as sent by a page."""

    def work(pen: Pen) -> None:
        present = pen.value("toy:box", path)
        if present != value:
            event = Event("put", seat.token, "", (Change("toy:box", path, present, value),), audience)
            pen.record(event, encounter=encounter)

    return journal.run(seat=seat, sent=sent, work=work)


def replace_toy(seat: Seat, path: str, before: Any, after: Any) -> Receipt:
    """Set a value in the box, saying which one is replaced."""
    event = Event("put", seat.token, "", (Change("toy:box", path, before, after),), "table")
    return journal.run(seat=seat, sent=Sent.of("", [path, before, after]), work=lambda pen: pen.record(event))


def add_toy(seat: Seat, path: str, by: int) -> Receipt:
    """Add to a number in the box."""

    def work(pen: Pen) -> None:
        present = pen.value("toy:box", path)
        after = step(pen.campaign, pen.read("toy:box"), path, by)
        payload = {"delta": {f"toy:box {path}": by}}
        pen.record(Event("add", seat.token, "", (Change("toy:box", path, present, after),), "table", payload))

    return journal.run(seat=seat, sent=Sent.of("", [path, by]), work=work)


def refuse_toy(seat: Seat) -> Receipt:
    """Record something, then refuse."""

    def work(pen: Pen) -> None:
        pen.record(Event("put", seat.token, "", (Change("toy:box", "broken", None, 1),), "table"))
        raise Refused(_("No."))

    return journal.run(seat=seat, sent=Sent.of("refused-key", ""), work=work)


def box(campaign: Campaign) -> dict[str, Any]:
    """The content of the box now."""
    return load(Campaign.objects.get(pk=campaign.pk), "box")
