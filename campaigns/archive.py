"""A whole table as one file: its journal, from which everything else follows, with checksums (``docs/archive.md``).

Gzipped lines of JSON: a head, then seats, commands, events and what other apps keep beside the journal, then an end
with the SHA-256 of all lines before it and that of the state they fold to. ``restore`` makes the table again under
the same tokens and accepts it only if its rows come to the same hash.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns.journal import subjects
from campaigns.journal.journal import fold
from campaigns.models import Campaign, Command, Event, Seat
from rules import registry

FORMAT, VERSION = "tablee-campaign", 1
BATCH = 500
Row = dict[str, Any]
Dump = Callable[[Campaign, bool], list[Row]]
Load = Callable[[Campaign, list[Row]], None]
_BESIDE: dict[str, tuple[Dump, Load]] = {}
_ORDER = ("campaign", "seat", "character", "encounter")  # each may name those before it


class Unfit(Exception):
    """The file is no archive, or not whole: the message says what is wrong and where."""


@dataclass(frozen=True)
class Archive:
    """The lines of a file whose checksum is right."""

    head: Row
    rows: dict[str, list[Row]]
    state: str


def also(name: str, dump: Dump, load: Load) -> None:
    """Let an app put rows of its own beside the journal; ``dump`` is told whether the archive is for an admin."""
    _BESIDE[name] = (dump, load)


def write(campaign: Campaign, *, admin: bool = False) -> bytes:
    """A table as it is at one moment; for an ``admin`` with what even its game master may not know yet."""
    with transaction.atomic():
        locked = Campaign.objects.select_for_update().get(pk=campaign.pk)
        lines = [line_of(row) for row in _rows(locked, admin)]
        end = {"end": {"sha256": checksum(lines), "state": state_hash(fold(locked))}}
    return gzip.compress("".join([*lines, line_of(end)]).encode(), mtime=0)


def read(raw: bytes) -> Archive:
    """The rows of a file. Raises ``Unfit`` for anything that is not a whole archive of a game known here."""
    try:
        lines = gzip.decompress(raw).decode().splitlines(keepends=True)
        found = [json.loads(line) for line in lines]
        head, end = found[0]["head"], found[-1]["end"]
    except (OSError, EOFError, ValueError, LookupError, TypeError) as error:
        raise Unfit("This is no archive of a campaign, or only a part of one.") from error
    if (head.get("format"), head.get("version")) != (FORMAT, VERSION):
        raise Unfit(f"This is a {head.get('format')} of version {head.get('version')}, not a {FORMAT} of {VERSION}.")
    if checksum(lines[:-1]) != end["sha256"]:
        raise Unfit("The file was changed or damaged: its checksum is wrong.")
    if head["game"] not in registry.GAMES:
        raise Unfit(f"The game {head['game']!r} is not known here.")
    rows: dict[str, list[Row]] = {}
    for line in found[1:-1]:
        ((kind, row),) = line.items()
        rows.setdefault(kind, []).append(row)
    return Archive(head, rows, end["state"])


def restore(archive: Archive) -> Campaign:
    """Make the table of an archive. Raises ``Unfit`` if it is here already, or does not come to the state it names."""
    head = archive.head
    with transaction.atomic():
        if Campaign.objects.filter(token=head["token"]).exists():
            raise Unfit(f"The campaign {head['token']} is here already.")
        campaign = Campaign.objects.create(token=head["token"], game=head["game"], seq=head["seq"])
        _make_journal(campaign, archive.rows)
        state = fold(campaign)
        for subject in sorted(state, key=lambda one: (_ORDER.index(one.partition(":")[0]), one)):
            if state[subject]:
                kind, token = subjects.kind_of(subject)
                kind.save(campaign, token, state[subject], set(state[subject]))
        for name, (_dump, load) in _BESIDE.items():
            load(campaign, archive.rows.get(name, []))
        if not state_hash(state) == state_hash(rows_now(campaign, state)) == archive.state:
            raise Unfit("The journal of this archive does not come to the state it names.")
    return campaign


def state_hash(state: dict[str, subjects.Plain]) -> str:
    """One fingerprint of everything at a table."""
    present = {subject: data for subject, data in state.items() if data}
    return hashlib.sha256(json.dumps(present, sort_keys=True, ensure_ascii=True).encode()).hexdigest()


def rows_now(campaign: Campaign, state: dict[str, subjects.Plain]) -> dict[str, subjects.Plain]:
    found = {}
    for subject in state:
        kind, token = subjects.kind_of(subject)
        found[subject] = kind.load(campaign, token)
    return found


def _rows(campaign: Campaign, admin: bool) -> Iterator[Row]:
    own = {"token": campaign.token, "game": campaign.game, "seq": campaign.seq}
    yield {"head": {"format": FORMAT, "version": VERSION, **own}}
    for token in campaign.seats.order_by("pk").values_list("token", flat=True):
        yield {"seat": {"token": token}}
    for one in campaign.commands.select_related("seat").order_by("first_seq").iterator():
        span = {"first_seq": one.first_seq, "last_seq": one.last_seq}
        yield {"command": {"token": one.token, "seat": one.seat.token, "key": one.key, "sha256": one.body_hash, **span}}
    events = campaign.events.select_related("command", "by", "undoes").order_by("seq")
    for event in events.iterator(chunk_size=BATCH):
        yield {
            "event": {
                "seq": event.seq,
                "token": event.token,
                "command": event.command.token,
                "encounter": event.encounter,
                "kind": event.kind,
                "by": event.by and event.by.token,
                "for": event.for_fighter,
                "audience": event.audience,
                "changes": event.changes,
                "payload": event.payload,
                "undoes": event.undoes and event.undoes.token,
                "at": event.created.isoformat(),
            }
        }
    for name, (dump, _load) in _BESIDE.items():
        yield from ({name: row} for row in dump(campaign, admin))


def _make_journal(campaign: Campaign, rows: dict[str, list[Row]]) -> None:
    seats = {row["token"]: Seat.objects.create(campaign=campaign, token=row["token"]) for row in rows.get("seat", ())}
    commands = {
        row["token"]: Command(
            campaign=campaign,
            token=row["token"],
            seat=seats[row["seat"]],
            key=row["key"],
            body_hash=row["sha256"],
            first_seq=row["first_seq"],
            last_seq=row["last_seq"],
        )
        for row in rows.get("command", ())
    }
    Command.objects.bulk_create(commands.values(), batch_size=BATCH)
    events = {}
    for row in rows.get("event", ()):
        events[row["token"]] = Event(
            campaign=campaign,
            seq=row["seq"],
            token=row["token"],
            command=commands[row["command"]],
            encounter=row["encounter"],
            kind=row["kind"],
            by=seats[row["by"]] if row["by"] else None,
            for_fighter=row["for"],
            audience=row["audience"],
            changes=row["changes"],
            payload=row["payload"],
            created=datetime.fromisoformat(row["at"]),
        )
    Event.objects.bulk_create(events.values(), batch_size=BATCH)
    inverses = [row for row in rows.get("event", ()) if row["undoes"]]
    for row in inverses:
        events[row["token"]].undoes = events[row["undoes"]]
    Event.objects.bulk_update([events[row["token"]] for row in inverses], ["undoes"], batch_size=BATCH)


def line_of(row: Row) -> str:
    return json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n"


def checksum(lines: list[str]) -> str:
    return hashlib.sha256("".join(lines).encode()).hexdigest()
