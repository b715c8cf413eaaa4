"""The oracle: the facts that must hold after any fault, read from the database alone.

``examine`` gives the sentences of what is wrong, and a fresh drawing of every page that is watched:

- every acknowledged command is in the journal exactly once, with its words in its events and in no other's;
- nothing else is there: no command that its writer was not told of in the end;
- the numbers of the events have no gap, and every event lies in the span of its command;
- folding the journal gives every row, and there is no row beside it;
- the database itself is whole.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from django.apps import apps
from django.db import connection

from campaigns.journal import journal
from campaigns.journal.subjects import kind_of
from campaigns.live import regions
from campaigns.live.presence import Presence, memo_with
from campaigns.models import Campaign, Command, Event, Seat
from rules.core.paths import get

Acked = dict[str, Any]


def examine(question: dict[str, Any]) -> dict[str, Any]:
    """The faults of a table, from the acknowledgements of its writers; and its pages, drawn anew.

    The question: ``campaign``, ``seq`` before the writers began, ``acked`` = [{seat, key, words}], ``totals`` =
    [{subject, path, value}] that the writers expect, ``may_be`` = keys that may be done or not,
    ``pages`` = [[seat, name, key]], which are all open.
    """
    campaign = Campaign.objects.get(token=question["campaign"])
    faults = [
        *whole(),
        *numbered(campaign),
        *folded(campaign),
        *acknowledged(campaign, question["seq"], question["acked"], question.get("may_be", ())),
        *totalled(campaign, question["totals"]),
    ]
    tokens = {seat for seat, _name, _key in question["pages"]}
    here = frozenset(Seat.objects.filter(token__in=tokens).values_list("pk", flat=True))
    pages = [drawn(*address, Presence(here)) for address in question["pages"]]
    return {"faults": faults, "pages": pages, "seq": campaign.seq}


def order(campaign: str) -> dict[str, int]:
    """The order of the commands of a table, by their keys."""
    found = Command.objects.filter(campaign__token=campaign).order_by("first_seq")
    return dict(found.values_list("key", "first_seq"))


def told(campaign: str) -> dict[str, Any]:
    """The events of a table in order, and its faults."""
    found = Campaign.objects.get(token=campaign)
    events = Event.objects.filter(campaign=found).order_by("seq").values_list("token", "kind", "changes", "payload")
    return {"events": [list(one) for one in events], "faults": [*whole(), *numbered(found), *folded(found)]}


def whole() -> Iterator[str]:
    """The database's own check of its integrity."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA integrity_check")
            yield from (f"integrity: {row[0]}" for row in cursor.fetchall() if row[0] != "ok")
    try:
        connection.check_constraints()
    except Exception as error:
        yield f"constraints: {error}"


def numbered(campaign: Campaign) -> Iterator[str]:
    """Gaps and duplicates in the numbers of events and commands."""
    events = list(Event.objects.filter(campaign=campaign).order_by("seq").values_list("seq", "command_id"))
    if [seq for seq, _command in events] != list(range(1, campaign.seq + 1)):
        yield f"the journal has a gap: {len(events)} events, and the campaign is at {campaign.seq}"
    end = 0
    for command in Command.objects.filter(campaign=campaign).order_by("first_seq"):
        own = [seq for seq, pk in events if pk == command.pk]
        if own != list(range(command.first_seq, command.last_seq + 1)) or command.first_seq != end + 1:
            yield f"command {command.key} says {command.first_seq}..{command.last_seq} after {end} and has {own}"
        end = command.last_seq


def folded(campaign: Campaign) -> Iterator[str]:
    """The differences between the journal and the rows, and rows that the journal does not know."""
    state = {subject: data for subject, data in journal.fold(campaign).items() if data}
    for subject, data in state.items():
        kind, token = kind_of(subject)
        if (row := kind.load(campaign, token)) != data:
            yield f"{subject} is {_short(row)} in its row and {_short(data)} in the journal"
    yield from (f"{subject} has a row that no event made" for subject in subjects_of(campaign) if subject not in state)


def acknowledged(campaign: Campaign, since: int, acked: Iterable[Acked], may_be: Iterable[str] = ()) -> Iterator[str]:
    """Commands lost, duplicated, or done without an acknowledgement, except where one of two copies was refused."""
    rows = Command.objects.filter(campaign=campaign, first_seq__gt=since).select_related("seat")
    found = {(row.seat.token, row.key): row for row in rows}
    told = Counter((one["seat"], one["key"]) for one in acked)
    yield from (f"told twice of {key}" for (_seat, key), times in told.items() if times > 1)
    yield from (f"lost: {key} was acknowledged" for _seat, key in told.keys() - found.keys())
    untold = {key for _seat, key in found.keys() - told.keys()}
    yield from (f"nobody was told of {key}" for key in untold.difference(may_be))
    if len(found) != rows.count():
        yield f"{rows.count()} commands under {len(found)} keys"
    said = _said_by(rows)
    for one in acked:
        yield from _spoken(one, found, said)


def _spoken(one: Acked, found: dict[tuple[str, str], Command], said: dict[int, str]) -> Iterator[str]:
    row = found.get((one["seat"], one["key"]))
    if row is None or not one["words"]:
        return
    where = [pk for pk, text in said.items() if one["words"] in text]
    if where != [row.pk]:
        yield f"the words of {one['key']} are in the events of {len(where)} commands"


def totalled(campaign: Campaign, totals: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Numbers that are not the sum of what was added to them."""
    for one in totals:
        kind, token = kind_of(one["subject"])
        value = get(kind.load(campaign, token), one["path"]) or 0
        if value != one["value"]:
            yield f"{one['subject']} {one['path']} is {value} and should be {one['value']}"


def drawn(seat: str, name: str, key: str, here: Presence) -> dict[str, str]:
    """The regions of a page as this process draws them, without caches or presence.

    ``here`` is who has a page open.
    """
    found = Seat.objects.select_related("campaign").get(token=seat)
    page = regions.find_page(found, name, key, memo_with(here))
    return {} if page is None else {placed.id: page.draw(placed) for placed in page.regions}


def _said_by(commands: Iterable[Command]) -> dict[int, str]:
    """The writes of each command's acts, without undos, for they repeat them."""
    said: dict[int, str] = {}
    for event in Event.objects.filter(command__in=commands, undoes__isnull=True).order_by("seq"):
        after = [change[3] for change in event.changes]
        said[event.command_id] = said.get(event.command_id, "") + json.dumps(after, ensure_ascii=False)
    return said


def subjects_of(campaign: Campaign) -> Iterator[str]:
    """Every row that belongs to this table and is a subject of the journal, by introspection."""
    for model in apps.get_models():
        fields = {field.name for field in model._meta.get_fields()}
        if isinstance(getattr(model, "subject", None), property) and "campaign" in fields:
            yield from (row.subject for row in model.objects.filter(campaign=campaign))
    yield campaign.subject


def _short(value: Any) -> str:
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, default=str)
    return text if len(text) < 300 else f"{text[:300]}…"
