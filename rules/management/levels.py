"""The level of each game from outside, as ``checkgame`` found it, in one file of the data folder."""

from __future__ import annotations

import json
import os
import tempfile
from hashlib import sha256
from pathlib import Path

from rules import registry
from rules.core.text import Text, _
from rules.packs import Pack, sources

LEVELS = (_("loads"), _("plays"), _("explained"), _("proved"), _("hardened"))
FILE = "levels.json"


def write(folder: Path, pack: Pack, level: int) -> None:
    """Write the present level of a game. Raises ``OSError`` if the file cannot be written."""
    rows = {**_rows(folder), pack.game.key: [fingerprint(pack), level]}
    handle, name = tempfile.mkstemp(dir=folder, prefix=f".{FILE}-")
    with os.fdopen(handle, "w") as file:
        json.dump(rows, file)
    Path(name).replace(folder / FILE)


def of(folder: Path) -> dict[str, Text]:
    """The level of each game from outside, without those never checked or changed since."""
    rows, levels = _rows(folder), {}
    for key in registry.outside_packs().games:
        match rows.get(key):
            case [known, int(level)] if known == _fingerprint(key) and 0 <= level < len(LEVELS):
                levels[key] = LEVELS[level]
    return levels


@registry.cache_until_reload
def _fingerprint(key: str) -> str:
    return fingerprint(registry.pack(key))


def fingerprint(pack: Pack) -> str:
    digest = sha256(pack.game.edition.encode())
    for path in sources(pack.folder) if pack.folder else ():
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _rows(folder: Path) -> dict[str, object]:
    try:
        rows = json.loads((folder / FILE).read_text())
    except (OSError, ValueError):  # missing, or edited by hand
        return {}
    return rows if isinstance(rows, dict) else {}
