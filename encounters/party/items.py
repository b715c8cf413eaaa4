"""Items of the party: each is a subject of the journal, with a kind and plain data."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from campaigns.journal.journal import Pen
from campaigns.journal.subjects import Kind, Plain, Step
from campaigns.live.regions import View
from campaigns.models import Campaign
from campaigns.seats.players import players
from encounters.models import PartyItem
from rules.core.errors import Refused, Stale
from rules.core.scene import Change
from rules.core.text import Text, _

MOST_ITEMS = 50
ROOT = "name"


def journal_kind(name: str, step: Step | None = None) -> Kind:
    """The functions with which the journal reads and writes items of one kind; each item has a name."""
    return Kind(partial(_load, name), partial(_save, name), step, root=ROOT)


def _load(name: str, campaign: Campaign, token: str) -> Plain:
    item = PartyItem.objects.filter(campaign=campaign, kind=name, token=token).first()
    return item.data if item else {}


def _save(name: str, campaign: Campaign, token: str, data: Plain, paths: Collection[str]) -> None:
    items = PartyItem.objects.filter(campaign=campaign, kind=name, token=token)
    if not data:
        items.delete()
    elif not items.update(data=data):
        PartyItem.objects.create(campaign=campaign, kind=name, token=token, data=data)


def list_items(view: View, name: str) -> list[PartyItem]:
    def read() -> list[PartyItem]:
        return list(PartyItem.objects.filter(campaign=view.campaign, kind=name).order_by("pk"))

    return view.cached_rows(("party", name), (name,), read)


def check_room(pen: Pen, name: str) -> None:
    if PartyItem.objects.filter(campaign=pen.campaign, kind=name).count() >= MOST_ITEMS:
        raise Refused(_("There is no room for more of these at this table: %(most)s at most.", most=MOST_ITEMS))


def find(pen: Pen, subject: str) -> Plain:
    """The present data of an item. Raises ``Stale`` if it is gone."""
    state = pen.read(subject)
    if not state:
        raise Stale(_("This is no longer there."))
    return state


def removal_changes(subject: str, now: Plain) -> list[Change]:
    return [Change(subject, path, value, None) for path, value in now.items()]


def record(
    pen: Pen, kind: str, changes: Collection[Change], audience: str, text: Text, delta: dict[str, int] | None = None
) -> None:
    """Record changes, if there are any, as one event with a sentence for its audience."""
    if changes:
        pen.tell(kind, changes, audience, text, payload={"delta": delta} if delta else None)


def player_names(view: View) -> list[tuple[str, str]]:
    def read() -> list[tuple[str, str]]:
        return [(row.token, row.name) for row in players(view.campaign)]

    return view.memoize_rows("names of players", read)
