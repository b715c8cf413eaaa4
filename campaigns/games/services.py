"""Written games that an administrator loads on a page: files in the data folder, which every process reads."""

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


def loaded() -> dict[str, Path]:
    """The files that were loaded here by the key of their game, also of those that are left out by now."""
    return {path.stem: path for path in sorted((Path(settings.VAR) / FOLDER).glob("*.toml"))}


def read(raw: bytes) -> Pack:
    """The game of a file that may be loaded here. Raises ``Faulty`` with every problem."""
    kept = loaded()
    return reader.read(raw, tuple(key for key in registry.every_key() if key not in kept))


def load(raw: bytes) -> Pack:
    """Keep a game in the place of its earlier version. Raises ``Faulty``, or ``Refused`` where it cannot be kept."""
    pack = read(raw)
    key, kept = pack.game.key, loaded()
    if key not in kept and len(kept) >= MOST_GAMES:
        raise Refused(_("There are %(most)s games here already: take one away first.", most=MOST_GAMES))
    try:
        _write(path_of(key), raw)
    except OSError as error:
        raise Refused(_("It cannot be kept: %(why)s", why=str(error.strerror))) from error
    watch.refresh()
    settle([key])
    return pack


def take_away(key: str) -> None:
    """Forget a game that was loaded here. Raises ``Refused`` while a table plays it."""
    path = loaded().get(key)
    if path is None:
        raise Refused(_("This game was not loaded here."))
    if count := Campaign.objects.filter(game=key).count():
        raise Refused(ngettext("%(count)s table plays it.", "%(count)s tables play it.", count))
    path.unlink(missing_ok=True)
    watch.refresh()


def settle(games: Collection[str]) -> None:
    """Close what is open at tables of these games under another version than the one that is here now."""
    for app in hooks.registered() if games else ():
        if app.edition_changed is not None:
            app.edition_changed(games)


def _write(path: Path, raw: bytes) -> None:
    """Write a file whole, or not at all: another process never reads half of it."""
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
