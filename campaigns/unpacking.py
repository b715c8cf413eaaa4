"""Bounded decompression of archives, because a small file may unpack to more than the memory of the machine.

Each line is checked before the next one is unpacked, so a file that is no archive is refused at its first line.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from campaigns import plain_json

FORMAT, VERSION = "tablee-campaign", 1
# Five hundred pictures and a hundred sessions need a third of this; journals shrink to a tenth of their size.
MOST_BYTES = 256 * 1024 * 1024
MOST_LINE = 8 * 1024 * 1024
MOST_LINES = 1_000_000
MOST_RATIO, AT_LEAST = 200, 1024 * 1024  # limit of the unpacked to the packed size; bytes allowed for any file
MOST_DEPTH = 40
PIECE = 64 * 1024
MOST_NUMBER = 2**53

Token = Annotated[str, Field(pattern=r"^[0-9A-Za-z_-]{1,32}$")]
Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Number = Annotated[int, Field(ge=0, le=MOST_NUMBER)]
Path = Annotated[str, Field(max_length=500)]
Edition = Annotated[str, Field(max_length=60)]  # the version of a game from outside


class Unfit(Exception):
    """Raised for a file that is no complete archive; the message says what is wrong and in which line."""


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Head(_Row):
    """The first line."""

    format: Literal["tablee-campaign"]
    version: Literal[1]
    token: Token
    game: Annotated[str, Field(max_length=40)]
    seq: Number
    edition: Edition = ""


class SeatRow(_Row):
    token: Token


class CommandRow(_Row):
    token: Token
    seat: Token
    key: Annotated[str, Field(max_length=64)]
    sha256: Digest | Literal[""]  # empty if the command was redacted for somebody who left
    first_seq: Number
    last_seq: Number
    edition: Edition = ""


class EventRow(_Row):
    seq: Number
    token: Token
    command: Token
    encounter: Annotated[str, Field(max_length=32)]
    kind: Annotated[str, Field(max_length=60)]
    by: Token | None
    for_: Annotated[str, Field(max_length=40, alias="for")]
    audience: Annotated[str, Field(max_length=40)]
    changes: list[Annotated[list[Any], Field(min_length=4, max_length=4)]]
    payload: dict[str, Any]
    undoes: Token | None
    at: Annotated[str, Field(max_length=40)]


class End(_Row):
    """The last line."""

    sha256: Digest
    state: Digest


FORMS: dict[str, type[BaseModel]] = {
    "head": Head,
    "seat": SeatRow,
    "command": CommandRow,
    "event": EventRow,
    "end": End,
}
NONE = "This is no archive of a campaign, or only a part of one."


def unpack_lines(raw: bytes) -> Iterator[bytes]:
    """The lines of a gzip file, each with its line end. Raises ``Unfit`` if it is not gzip or unpacks to too much."""
    if len(raw) > MOST_BYTES:
        raise Unfit(f"This file is too large: {MOST_BYTES // 1024**2} MB at most.")
    unpacking = zlib.decompressobj(wbits=31)  # one stream of gzip
    most = min(MOST_BYTES, max(AT_LEAST, MOST_RATIO * len(raw)))
    count, size, rest = 0, 0, b""
    try:
        while not unpacking.eof:
            piece = unpacking.decompress(raw, PIECE)
            raw = unpacking.unconsumed_tail
            if not piece and not raw and not unpacking.eof:
                raise Unfit(NONE)  # cut short
            size += len(piece)
            *whole, rest = (rest + piece).split(b"\n")  # only here: a note may contain other line ends
            count += len(whole)
            if size > most or count > MOST_LINES or len(rest) > MOST_LINE:
                raise Unfit(f"This file unfolds too far: {most // 1024**2} MB in {MOST_LINES} lines at most.")
            for line in whole:
                yield line + b"\n"
    except zlib.error as error:
        raise Unfit(NONE) from error
    _check_end(rest, unpacking.unused_data)


def _check_end(rest: bytes, unused: bytes) -> None:
    if rest or unused:
        raise Unfit(NONE)


def parse_row(line: bytes, number: int, kinds: set[str]) -> tuple[str, dict[str, Any]]:
    """The kind of a line and its validated row. Raises ``Unfit`` with the line's number."""
    try:
        values = plain_json.parse(line, depth=MOST_DEPTH)
    except plain_json.Faulty as fault:
        raise Unfit(f"{NONE} Line {number}: {fault}") from fault
    if not isinstance(values, dict) or len(values) != 1:
        raise Unfit(NONE)
    ((kind, row),) = values.items()
    if kind not in kinds or not isinstance(row, dict):
        raise Unfit(f"{NONE} Line {number} is of no known kind.")
    return kind, row


def parse_moment(text: str) -> datetime:
    """Parse a date and time in ISO format. Raises ``ValueError``, also if it has no UTC offset."""
    result = datetime.fromisoformat(text)
    if result.tzinfo is None:
        raise ValueError(f"{text} is an hour of no place")
    return result


def check_row(kind: str, row: dict[str, Any], number: int) -> None:
    """Raises ``Unfit`` for a row that does not fit the model of its kind."""
    if (form := FORMS.get(kind)) is None:
        return
    try:
        form.model_validate(row)
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors()[0]["loc"])[:80]
        raise Unfit(
            f"Line {number} of this archive cannot be read: {where or kind} is not what it should be."
        ) from error
