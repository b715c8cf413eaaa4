"""Backup of a whole site: all tables in one file, which can be restored on either database."""

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
ENCRYPTED = 0x1  # a bit in the flags of an entry
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # other methods use as much memory as a file demands
_ENTRY = "campaigns/{}.jsonl.gz"
_GAME = re.compile(r"games/([a-z][a-z0-9_]{1,29})\.toml")
_NAME = re.compile(rf"accounts\.json|campaigns/[0-9A-Za-z_-]{{1,32}}\.jsonl\.gz|{_GAME.pattern}")
# Errors from a zip that is truncated, damaged, forged, or of an unknown version.
_UNREADABLE = (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError)


def write(path: Path) -> int:
    """Back up a running site, each table consistent at one moment; returns the number of tables.

    The file gets its name only after it was read back and the state of each table in it was verified.
    """
    # A unique name, so that simultaneous backups do not mix; readable by its owner only, as it has all secrets.
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.", suffix=".part")
    draft = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            count = _pack(file)
            file.flush()
            os.fsync(file.fileno())
        if len(list(_read_archives(draft))) != count:
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
        for key, path in games.loaded_files().items():
            into.writestr(f"games/{key}.toml", path.read_bytes())
        into.writestr(ACCOUNTS, json.dumps(_account_rows(), ensure_ascii=False))
    return count


def restore(path: Path) -> int:
    """Create all tables and accounts of a backup, or none; returns the number of tables. Raises ``Unfit``."""
    with transaction.atomic():
        if Campaign.objects.exists() or get_user_model().objects.exists():
            raise Unfit("This site is not empty: a backup is restored into a new database.")
        _load_games(path)
        count = len([archive.restore(other) for other in _read_archives(path)])
        _make_accounts(path)
    return count


def _load_games(path: Path) -> None:
    """Load the uploaded games of a backup, unless they are installed. Raises ``Unfit``."""
    try:
        with zipfile.ZipFile(path) as file:
            for name, entry in _read_entries(file).items():
                match = _GAME.fullmatch(name)
                if match and match[1] not in registry.all_keys():
                    games.load(_read_content(file, entry))
    except _UNREADABLE as error:
        raise Unfit(f"{path} cannot be read: {error}") from error
    except (packs.Unfit, RulesError) as error:
        raise Unfit(f"{name!r} of this backup is no game that can be loaded: {error}") from error


def _read_archives(path: Path) -> Iterator[archive.Archive]:
    """The archives of a backup's tables, read one after the other. Raises ``Unfit``."""
    try:
        with zipfile.ZipFile(path) as file:
            for name, entry in sorted(_read_entries(file).items()):
                if name != ACCOUNTS and not _GAME.fullmatch(name):
                    result = archive.read(_read_content(file, entry))
                    if _ENTRY.format(result.head["token"]) != name:
                        raise Unfit(f"{name[:80]!r} of this backup is another table than its name says.")
                    yield result
    except _UNREADABLE as error:
        raise Unfit(f"{path} cannot be read: {error}") from error


def _read_entries(file: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """The entries of a backup by name: plain files with unique and known names. Raises ``Unfit`` for others."""
    entries = {entry.filename: entry for entry in file.infolist()}
    if len(entries) != len(file.infolist()):
        raise Unfit("This is no backup: a name stands twice in it.")
    if len(entries) > MOST_ENTRIES:
        raise Unfit(f"There are more tables in this backup than are read: {MOST_ENTRIES}.")
    for name, entry in entries.items():
        # No name is ever used as a path; an unknown name, or a link, shows that this is no backup.
        if not _NAME.fullmatch(name) or stat.S_ISLNK(entry.external_attr >> 16):
            raise Unfit(f"This is no backup: {name[:80]!r} is nothing that one holds.")
        if entry.compress_type not in PACKED:
            raise Unfit(f"{name!r} of this backup is packed as nothing is that is written here.")
        if entry.flag_bits & ENCRYPTED:
            raise Unfit(f"{name!r} of this backup is encrypted: none that is written here is.")
    if ACCOUNTS not in entries:
        raise Unfit(f"This is no backup, or only a part of one: it has no {ACCOUNTS}.")
    return entries


def _read_content(file: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """The bytes of an entry. Raises ``Unfit`` beyond its limit, whatever size it claims."""
    most = MOST_ACCOUNTS if entry.filename == ACCOUNTS else unpacking.MOST_BYTES
    with file.open(entry) as content:
        raw = content.read(most + 1)
    if len(raw) > most:
        raise Unfit(f"{entry.filename!r} of this backup is too large: {most // 1024**2} MB at most.")
    return raw


def _account_rows() -> list[dict[str, Any]]:
    rows = []
    for user in get_user_model().objects.order_by("pk"):
        seats = list(Seat.objects.filter(user=user).order_by("pk").values_list("token", flat=True))
        own = {"username": user.get_username(), "password": user.password, "active": user.is_active}
        keys = [_plain_key(passkey) for passkey in Passkey.objects.filter(user=user).order_by("pk")]
        rows.append({**own, "joined": user.date_joined.isoformat(), "seats": seats, "passkeys": keys})
    return rows


def _plain_key(key: Passkey) -> dict[str, Any]:
    values = {name: getattr(key, name) for name in ("token", "name", "person", "handle", "count")}
    return {**values, "key": base64.b64encode(bytes(key.key)).decode(), "made": key.made.isoformat()}


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
    passkeys: list[_Key] = []  # missing in backups older than passkeys


def _make_accounts(path: Path) -> None:
    try:
        with zipfile.ZipFile(path) as file:
            raw = _read_content(file, _read_entries(file)[ACCOUNTS])
        for row in TypeAdapter(list[_Account]).validate_python(plain_json.parse(raw, depth=MOST_DEPTH)):
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
        date_joined=unpacking.parse_moment(row.joined),
    )
    if Seat.objects.filter(token__in=row.seats, user=None).update(user=user) != len(row.seats):
        raise Unfit("An account of this backup holds a seat that is not there, or another's.")
    for key in row.passkeys:
        raw, made = base64.b64decode(key.key, validate=True), unpacking.parse_moment(key.made)
        Passkey.objects.create(user=user, **{**key.model_dump(), "key": raw, "made": made})
