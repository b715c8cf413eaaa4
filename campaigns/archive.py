"""Archive of a table in one file: its journal and the rows kept beside it, with checksums (``docs/archive.md``).

Gzipped lines of JSON: a head, then seats, commands, events and the rows that other apps archive, then an end
with the SHA-256 of all lines before it and of the state folded from them. ``restore`` creates the table again with
the same tokens, and accepts it only if its rows have the same hash.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from django.core.exceptions import FieldDoesNotExist, FieldError
from django.db import DatabaseError, transaction

from campaigns import hooks, unpacking
from campaigns.hooks import ArchivedRows
from campaigns.journal import subjects
from campaigns.journal.journal import fold
from campaigns.models import Campaign, Command, Event, Seat
from campaigns.unpacking import Unfit
from rules import registry
from rules.core.errors import RulesError

BATCH = 500
Row = dict[str, Any]
# Rows of each kind may refer to those before it.
_ORDER = (
    *("campaign", "seat", "character", "encounter", "handout", "message"),
    *("clock", "calendar", "party_note", "next_session", "random_table", "stash", "purse"),
    *("question", "answer"),
)
# Errors that a forged journal may cause while it becomes rows; the transaction is rolled back.
_FAULTS = (
    *(RulesError, DatabaseError, FieldDoesNotExist, FieldError),
    *(LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError),
)


@dataclass(frozen=True)
class Archive:
    """The rows of a file whose checksum is correct."""

    head: Row
    rows: dict[str, list[Row]]
    state: str


def write(campaign: Campaign, *, admin: bool = False) -> bytes:
    """The archive of a table, consistent at one moment; for an ``admin`` with the secrets its game master lacks."""
    with transaction.atomic():
        locked = Campaign.objects.select_for_update().get(pk=campaign.pk)
        lines = [format_line(row) for row in _rows(locked, admin)]
        end = {"end": {"sha256": checksum(lines), "state": state_hash(fold(locked))}}
    return gzip.compress("".join([*lines, format_line(end)]).encode(), mtime=0)


def open_archive(path: Path) -> Archive:
    """Read an archive from a file. Raises ``Unfit``, or ``OSError`` if it cannot be opened."""
    with path.open("rb") as file:
        # In pieces, because a read allocates its whole size, and with a limit, because a device may have no end.
        pieces = islice(iter(lambda: file.read(unpacking.PIECE), b""), unpacking.MOST_BYTES // unpacking.PIECE + 1)
        return read(b"".join(pieces))


def read(raw: bytes) -> Archive:
    """Read an archive from bytes. Raises ``Unfit`` unless it is a complete archive of a game installed here."""
    kinds, digest = {*unpacking.FORMS, *_rows_of_apps()}, hashlib.sha256()
    pairs: list[tuple[str, Row]] = []
    for number, line in enumerate(unpacking.unpack_lines(raw), 1):
        kind, row = unpacking.parse_row(line, number, kinds)
        if number == 1:
            _check_head(kind, row)
        elif kind == "head" or pairs[-1][0] == "end":
            raise Unfit(unpacking.NONE)
        unpacking.check_row(kind, row, number)
        pairs.append((kind, row))
        if kind != "end":
            digest.update(line)
    if not pairs or pairs[-1][0] != "end":
        raise Unfit(unpacking.NONE)
    head, end = pairs[0][1], pairs[-1][1]
    if digest.hexdigest() != end["sha256"]:
        raise Unfit("The file was changed or damaged: its checksum is wrong.")
    rows: dict[str, list[Row]] = {}
    for kind, row in pairs[1:-1]:
        rows.setdefault(kind, []).append(row)
    _check_whole(head, rows)
    return Archive(head, rows, end["state"])


def _check_head(kind: str, head: Row) -> None:
    if kind != "head":
        raise Unfit(unpacking.NONE)
    form, version = (str(head.get(name))[:40] for name in ("format", "version"))
    if (form, version) != (unpacking.FORMAT, str(unpacking.VERSION)):
        expected = f"{unpacking.FORMAT} of {unpacking.VERSION}"
        raise Unfit(f"This is a {form} of version {version}, not a {expected}.")
    if (game := head.get("game")) not in registry.all_keys():
        raise Unfit(f"The game {str(head.get('edition') or game)[:60]!r} is not known here.")


def _check_whole(head: Row, rows: dict[str, list[Row]]) -> None:
    """Raises ``Unfit`` if a row refers to a missing one, or occurs twice."""
    seats = _rows_by_token("seat", rows)
    commands, events = _rows_by_token("command", rows), _rows_by_token("event", rows)
    for row in commands.values():
        if row["seat"] not in seats or not 0 < row["first_seq"] <= row["last_seq"] <= head["seq"]:
            raise Unfit(f"The command {row['token']} of this archive is nobody's, or out of its order.")
    _check_events(head, seats, commands, events)


def _check_events(head: Row, seats: dict[str, Row], commands: dict[str, Row], events: dict[str, Row]) -> None:
    numbers: set[int] = set()
    for row in events.values():
        command = commands.get(row["command"])
        if not command or _is_missing(row["by"], seats) or _is_missing(row["undoes"], events):
            raise Unfit(f"The event {row['token']} of this archive hangs on something that is not in it.")
        if row["seq"] in numbers or not command["first_seq"] <= row["seq"] <= command["last_seq"]:
            raise Unfit(f"The event {row['token']} of this archive is out of its order.")
        numbers.add(row["seq"])
        for subject, path, *_values in row["changes"]:
            if not _is_here(subject, head["token"]) or not isinstance(path, str) or not path:
                raise Unfit(f"The event {row['token']} of this archive changes what no table has.")


def _is_missing(token: str | None, rows: dict[str, Row]) -> bool:
    return bool(token) and token not in rows


def _is_here(subject: Any, campaign: str) -> bool:
    kind, _colon, token = subject.partition(":") if isinstance(subject, str) else ("", "", "")
    return kind in _ORDER and 0 < len(token) <= 32 and (kind != "campaign" or token == campaign)


def _rows_by_token(kind: str, rows: dict[str, list[Row]]) -> dict[str, Row]:
    result = {row["token"]: row for row in rows.get(kind, ())}
    if len(result) != len(rows.get(kind, ())):
        raise Unfit(f"The same {kind} stands twice in this archive.")
    return result


def restore(archive: Archive) -> Campaign:
    """Create the table of an archive. Raises ``Unfit`` if it exists already, or its state has another hash."""
    try:
        with transaction.atomic():
            return _create_campaign(archive)
    except _FAULTS as error:
        raise Unfit("The journal of this archive cannot be followed: no table comes of it.") from error


def _create_campaign(archive: Archive) -> Campaign:
    head = archive.head
    if Campaign.objects.filter(token=head["token"]).exists():
        raise Unfit(f"The campaign {head['token']} is here already.")
    campaign = Campaign.objects.create(token=head["token"], game=head["game"], seq=head["seq"])
    _make_journal(campaign, archive.rows)
    state = fold(campaign)
    for subject in sorted(state, key=lambda name: (_ORDER.index(name.partition(":")[0]), name)):
        if state[subject]:
            kind, token = subjects.kind_of(subject)
            kind.save(campaign, token, state[subject], set(state[subject]))
    for name, archived in _rows_of_apps().items():
        archived.load(campaign, archive.rows.get(name, []))
    for restored in hooks.offered(lambda app: app.restored):
        restored(campaign)
    if not state_hash(state) == state_hash(current_rows(campaign, state)) == archive.state:
        raise Unfit("The journal of this archive does not come to the state it names.")
    for seat in campaign.seats.exclude(role="", dice=""):  # blank seats are for people who wait at a link
        if seat.role not in Seat.Role.values or seat.dice not in Seat.Dice.values:
            raise Unfit(f"The seat {seat.token} of this archive has no place at a table.")
    if not campaign.seats.filter(role=Seat.Role.GM).exists():
        raise Unfit("Nobody leads the table of this archive.")
    return campaign


def state_hash(state: dict[str, subjects.Plain]) -> str:
    present = {subject: data for subject, data in state.items() if data}
    return hashlib.sha256(json.dumps(present, sort_keys=True, ensure_ascii=True).encode()).hexdigest()


def current_rows(campaign: Campaign, state: dict[str, subjects.Plain]) -> dict[str, subjects.Plain]:
    rows = {}
    for subject in state:
        kind, token = subjects.kind_of(subject)
        rows[subject] = kind.load(campaign, token)
    return rows


def _rows(campaign: Campaign, admin: bool) -> Iterator[Row]:
    own = {"token": campaign.token, "game": campaign.game, "seq": campaign.seq, **_edition_row(campaign.edition)}
    yield {"head": {"format": unpacking.FORMAT, "version": unpacking.VERSION, **own}}
    for token in campaign.seats.order_by("pk").values_list("token", flat=True):
        yield {"seat": {"token": token}}
    for command in campaign.commands.select_related("seat").order_by("first_seq").iterator():
        span = {"first_seq": command.first_seq, "last_seq": command.last_seq}
        yield {
            "command": {
                "token": command.token,
                "seat": command.seat.token,
                "key": command.key,
                "sha256": command.body_hash,
                **span,
                **_edition_row(command.edition),
            }
        }
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
    for name, archived in _rows_of_apps().items():
        yield from ({name: row} for row in archived.dump(campaign, admin))


def _edition_row(name: str) -> Row:
    """The entry for a game from outside with its version; empty for games that come with Tablée."""
    return {"edition": name} if name else {}


def _rows_of_apps() -> dict[str, ArchivedRows]:
    return {name: rows for app in hooks.all_hooks() for name, rows in app.archived.items()}


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
            edition=row.get("edition", ""),
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
            created=unpacking.parse_moment(row["at"]),
        )
    Event.objects.bulk_create(events.values(), batch_size=BATCH)
    inverses = [row for row in rows.get("event", ()) if row["undoes"]]
    for row in inverses:
        events[row["token"]].undoes = events[row["undoes"]]
    Event.objects.bulk_update([events[row["token"]] for row in inverses], ["undoes"], batch_size=BATCH)


def format_line(row: Row) -> str:
    return json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n"


def checksum(lines: list[str]) -> str:
    return hashlib.sha256("".join(lines).encode()).hexdigest()
