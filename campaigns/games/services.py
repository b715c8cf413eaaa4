"""Storage of written games (single data files): an administrator uploads them, and every process reads the folder."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Collection
from pathlib import Path

from django.conf import settings

from campaigns import hooks
from campaigns.games import watch
from campaigns.models import Campaign
from rules import registry
from rules.core.errors import Refused
from rules.core.text import _, ngettext
from rules.packs import Pack
from rules.written import reader

FOLDER = "games"
MOST_GAMES = registry.MOST_WRITTEN


def path_of(key: str) -> Path:
    return Path(settings.VAR) / FOLDER / f"{key}.toml"


def loaded_files() -> dict[str, Path]:
    """The files uploaded to this site, by the key of their game, including those that cannot be used now."""
    return {path.stem: path for path in sorted((Path(settings.VAR) / FOLDER).glob("*.toml"))}


def read(raw: bytes) -> Pack:
    """The game in a file that may be uploaded here. Raises ``Faulty`` with all problems found."""
    files = loaded_files()
    return reader.read(raw, tuple(key for key in registry.all_keys() if key not in files))


def load(raw: bytes) -> Pack:
    """Store a game in place of its earlier version. Raises ``Faulty``, or ``Refused`` if it cannot be stored."""
    pack = read(raw)
    key, files = pack.game.key, loaded_files()
    if key not in files and len(files) >= MOST_GAMES:
        raise Refused(_("There are %(most)s games here already: take one away first.", most=MOST_GAMES))
    try:
        _write(path_of(key), raw)
    except OSError as error:
        raise Refused(_("It cannot be kept: %(why)s", why=str(error.strerror))) from error
    watch.refresh()
    close_other_editions([key])
    return pack


def remove(key: str) -> None:
    """Remove an uploaded game. Raises ``Refused`` while a table plays it."""
    path = loaded_files().get(key)
    if path is None:
        raise Refused(_("This game was not loaded here."))
    if count := Campaign.objects.filter(game=key).count():
        raise Refused(ngettext("%(count)s table plays it.", "%(count)s tables play it.", count))
    path.unlink(missing_ok=True)
    watch.refresh()


def close_other_editions(games: Collection[str]) -> None:
    """At all tables of these games, close exchanges begun under another version than the present one."""
    for edition_changed in hooks.offered(lambda app: app.edition_changed) if games else ():
        edition_changed(games)


def _write(path: Path, raw: bytes) -> None:
    """Write a file atomically, so that no other process reads half of it."""
    path.parent.mkdir(mode=0o700, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        Path(draft).replace(path)
    finally:
        Path(draft).unlink(missing_ok=True)
