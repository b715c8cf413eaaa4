"""Folders of the site: its pages and its data, in a checkout and installed from a wheel. Django is not needed here."""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# A wheel brings templates, styles and translations inside its package, a checkout has them at its top.
_PACKED = ROOT / "tablee"
INSTALLED = (_PACKED / "templates").is_dir()
ASSETS = _PACKED if INSTALLED else ROOT
# As somebody types it here: a command, or the one file that Python runs.
PROGRAM = f"python3 {sys.argv[0]}" if sys.argv[0].endswith(".pyz") else "tablee"


def data() -> Path:
    """Return the folder of the database and the secret key: what an update of the program must not touch."""
    if named := os.environ.get("TABLEE_VAR"):
        return Path(named)
    if not INSTALLED:
        return ROOT / "var"
    home = os.environ.get("XDG_DATA_HOME", "")
    return (Path(home) if Path(home).is_absolute() else Path.home() / ".local" / "share") / "tablee"
