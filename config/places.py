"""Paths of the site's files and data, in a checkout or installed from a wheel. Imports no Django."""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# A wheel has templates, styles and translations inside its package, a checkout at its root.
_PACKED = ROOT / "tablee"
INSTALLED = (_PACKED / "templates").is_dir()
ASSETS = _PACKED if INSTALLED else ROOT
# As users type it here: a command, or the single file that Python runs.
PROGRAM = f"python3 {sys.argv[0]}" if sys.argv[0].endswith(".pyz") else "tablee"


def data() -> Path:
    """Return the folder of the database and the secret key, which updates of the program must not touch."""
    if named := os.environ.get("TABLEE_VAR"):
        return Path(named)
    if not INSTALLED:
        return ROOT / "var"
    home = os.environ.get("XDG_DATA_HOME", "")
    return (Path(home) if Path(home).is_absolute() else Path.home() / ".local" / "share") / "tablee"
