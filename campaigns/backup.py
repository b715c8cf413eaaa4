"""Every table of a site in one file, and the site made again from it, on whichever database."""

from __future__ import annotations

import base64
import json
import os
import re
import stat
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, BinaryIO

from django.contrib.auth import get_user_model
from django.db import DatabaseError, transaction
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from campaigns import archive, plain_json, unpacking
from campaigns.games import services as games
from campaigns.models import Campaign, Passkey, Seat
from campaigns.unpacking import Number, Token, Unfit
from rules import packs, registry
from rules.core.errors import RulesError

ACCOUNTS = "accounts.json"
MOST_ENTRIES, MOST_ACCOUNTS, MOST_DEPTH = 20_000, 64 * 1024 * 1024, 6
ENCRYPTED = 0x1  # of the flags of an entry
_ENTRY = "campaigns/{}.jsonl.gz"
_GAME = re.compile(r"games/([a-z][a-z0-9_]{1,29})\.toml")
_NAME = re.compile(rf"accounts\.json|campaigns/[0-9A-Za-z_-]{{1,32}}\.jsonl\.gz|{_GAME.pattern}")
# What a zip that is cut, damaged or made to be neither ends in, and a compression that is not known here.
_UNREADABLE = (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError)


def write(path: Path) -> int:
    """Back up a site that goes on running: each table as it is at one moment; how many there were.

    The file takes its name only once it was read back and each table in it came to the state it names.
    """
    # Its own name for each: of two backups at once each is whole. Readable by its owner alone: it holds every secret.
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.", suffix=".part")
    draft = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            count = _pack(file)
            file.flush()
            os.fsync(file.fileno())
        if len(list(_archives(draft))) != count:
            raise Unfit("The backup could not be read back.")
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    return count


def _pack(file: BinaryIO) -> int:
    count = 0
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as into:
        for campaign in Campaign.objects.order_by("pk").iterator():
            into.writestr(_ENTRY.format(campaign.token), archive.write(campaign, admin=True))
            count += 1
        for key, path in games.loaded().items():
            into.writestr(f"games/{key}.toml", path.read_bytes())
        into.writestr(ACCOUNTS, json.dumps(_accounts(), ensure_ascii=False))
    return count


def restore(path: Path) -> int:
    """Make every table and account of a backup, all or none. Raises ``Unfit``; how many tables there were."""
    with transaction.atomic():
        if Campaign.objects.exists() or get_user_model().objects.exists():
            raise Unfit("This site is not empty: a backup is restored into a new database.")
        _load_games(path)
        count = len([archive.restore(other) for other in _archives(path)])
        _make_accounts(path)
    return count


def _load_games(path: Path) -> None:
    """Load the games of a backup that an administrator had loaded, unless they are here. Raises ``Unfit``."""
    try:
        with zipfile.ZipFile(path) as file:
            for name, entry in _entries(file).items():
                match = _GAME.fullmatch(name)
                if match and match[1] not in registry.every_key():
                    games.load(_content(file, entry))
    except _UNREADABLE as error:
        raise Unfit(f"{path} cannot be read: {error}") from error
    except (packs.Unfit, RulesError) as error:
        raise Unfit(f"{name!r} of this backup is no game that can be loaded: {error}") from error


def _archives(path: Path) -> Iterator[archive.Archive]:
    """The tables of a backup, one after the other. Raises ``Unfit``."""
    try:
        with zipfile.ZipFile(path) as file:
            for name, entry in sorted(_entries(file).items()):
                if name != ACCOUNTS and not _GAME.fullmatch(name):
                    result = archive.read(_content(file, entry))
                    if _ENTRY.format(result.head["token"]) != name:
                        raise Unfit(f"{name[:80]!r} of this backup is another table than its name says.")
                    yield result
    except _UNREADABLE as error:
        raise Unfit(f"{path} cannot be read: {error}") from error


def _entries(file: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """The entries of a backup by name: tables and accounts, each once, as plain files. Raises ``Unfit``."""
    entries = {entry.filename: entry for entry in file.infolist()}
    if len(entries) != len(file.infolist()):
        raise Unfit("This is no backup: a name stands twice in it.")
    if len(entries) > MOST_ENTRIES:
        raise Unfit(f"There are more tables in this backup than are read: {MOST_ENTRIES}.")
    for name, entry in entries.items():
        # Nothing is ever written to where a name leads; another name, or a link, says that this is no backup.
        if not _NAME.fullmatch(name) or stat.S_ISLNK(entry.external_attr >> 16):
            raise Unfit(f"This is no backup: {name[:80]!r} is nothing that one holds.")
        if entry.flag_bits & ENCRYPTED:
            raise Unfit(f"{name!r} of this backup is encrypted: none that is written here is.")
    if ACCOUNTS not in entries:
        raise Unfit(f"This is no backup, or only a part of one: it has no {ACCOUNTS}.")
    return entries


def _content(file: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """The bytes of an entry, and no more than its bound, whatever it says of its size. Raises ``Unfit``."""
    most = MOST_ACCOUNTS if entry.filename == ACCOUNTS else unpacking.MOST_BYTES
    with file.open(entry) as content:
        raw = content.read(most + 1)
    if len(raw) > most:
        raise Unfit(f"{entry.filename!r} of this backup is too large: {most // 1024**2} MB at most.")
    return raw


def _accounts() -> list[dict[str, Any]]:
    rows = []
    for user in get_user_model().objects.order_by("pk"):
        seats = list(Seat.objects.filter(user=user).order_by("pk").values_list("token", flat=True))
        own = {"username": user.get_username(), "password": user.password, "active": user.is_active}
        keys = [_plain_key(passkey) for passkey in Passkey.objects.filter(user=user).order_by("pk")]
        rows.append({**own, "joined": user.date_joined.isoformat(), "seats": seats, "passkeys": keys})
    return rows


def _plain_key(key: Passkey) -> dict[str, Any]:
    known = {name: getattr(key, name) for name in ("token", "name", "person", "handle", "count")}
    return {**known, "key": base64.b64encode(bytes(key.key)).decode(), "made": key.made.isoformat()}


class _Key(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    token: Token
    name: Annotated[str, Field(max_length=60)]
    person: Annotated[str, Field(max_length=32)]
    handle: Annotated[str, Field(min_length=1, max_length=1400)]
    count: Number
    key: Annotated[str, Field(max_length=20_000)]
    made: Annotated[str, Field(max_length=40)]


class _Account(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    username: Annotated[str, Field(min_length=1, max_length=150)]
    password: Annotated[str, Field(max_length=128)]
    active: bool
    joined: Annotated[str, Field(max_length=40)]
    seats: list[Token]
    passkeys: list[_Key] = []  # which backups of before passkeys have none of


def _make_accounts(path: Path) -> None:
    try:
        with zipfile.ZipFile(path) as file:
            raw = _content(file, _entries(file)[ACCOUNTS])
        for row in TypeAdapter(list[_Account]).validate_python(plain_json.parsed(raw, depth=MOST_DEPTH)):
            _make_account(row)
    except _UNREADABLE as error:
        raise Unfit(f"{path} cannot be read: {error}") from error
    except (plain_json.Faulty, ValueError, OverflowError, DatabaseError) as error:
        raise Unfit("The accounts of this backup cannot be read.") from error


def _make_account(row: _Account) -> None:
    user = get_user_model().objects.create(
        username=row.username,
        password=row.password,
        is_active=row.active,
        date_joined=datetime.fromisoformat(row.joined),
    )
    if Seat.objects.filter(token__in=row.seats, user=None).update(user=user) != len(row.seats):
        raise Unfit("An account of this backup holds a seat that is not there, or another's.")
    for key in row.passkeys:
        raw, made = base64.b64decode(key.key, validate=True), datetime.fromisoformat(key.made)
        Passkey.objects.create(user=user, **{**key.model_dump(), "key": raw, "made": made})
