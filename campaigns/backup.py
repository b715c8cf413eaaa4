"""Every table of a site in one file, and the site made again from it, on whichever database."""

from __future__ import annotations

import base64
import json
import os
import tempfile
import zipfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO

from django.contrib.auth import get_user_model
from django.db import transaction

from campaigns import archive
from campaigns.archive import Unfit
from campaigns.models import Campaign, Passkey, Seat

ACCOUNTS = "accounts.json"


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
            into.writestr(f"campaigns/{campaign.token}.jsonl.gz", archive.write(campaign, admin=True))
            count += 1
        into.writestr(ACCOUNTS, json.dumps(_accounts(), ensure_ascii=False))
    return count


def restore(path: Path) -> int:
    """Make every table and account of a backup, all or none. Raises ``Unfit``; how many tables there were."""
    with transaction.atomic():
        if Campaign.objects.exists() or get_user_model().objects.exists():
            raise Unfit("This site is not empty: a backup is restored into a new database.")
        count = len([archive.restore(one) for one in _archives(path)])
        _make_accounts(path)
    return count


def _archives(path: Path) -> Iterator[archive.Archive]:
    try:
        with zipfile.ZipFile(path) as file:
            for name in sorted(file.namelist()):
                if name != ACCOUNTS:
                    yield archive.read(file.read(name))
    except (zipfile.BadZipFile, OSError) as error:
        raise Unfit(f"{path} cannot be read: {error}") from error


def _accounts() -> list[dict[str, Any]]:
    found = []
    for user in get_user_model().objects.order_by("pk"):
        seats = list(Seat.objects.filter(user=user).order_by("pk").values_list("token", flat=True))
        own = {"username": user.get_username(), "password": user.password, "active": user.is_active}
        keys = [_plain_key(one) for one in Passkey.objects.filter(user=user).order_by("pk")]
        found.append({**own, "joined": user.date_joined.isoformat(), "seats": seats, "passkeys": keys})
    return found


def _plain_key(key: Passkey) -> dict[str, Any]:
    known = {name: getattr(key, name) for name in ("token", "name", "person", "handle", "count")}
    return {**known, "key": base64.b64encode(bytes(key.key)).decode(), "made": key.made.isoformat()}


def _make_accounts(path: Path) -> None:
    with zipfile.ZipFile(path) as file:
        rows = json.loads(file.read(ACCOUNTS))
    for row in rows:
        user = get_user_model().objects.create(
            username=row["username"],
            password=row["password"],
            is_active=row["active"],
            date_joined=datetime.fromisoformat(row["joined"]),
        )
        Seat.objects.filter(token__in=row["seats"]).update(user=user)
        for key in row.get("passkeys", ()):  # which backups of before passkeys have none of
            raw, made = base64.b64decode(key["key"]), datetime.fromisoformat(key["made"])
            Passkey.objects.create(user=user, **{**key, "key": raw, "made": made})
