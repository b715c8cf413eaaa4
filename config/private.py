"""Private files: the data folder has session keys and secrets, so only the process's user may read it."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from threading import Lock

UMASK = 0o077
_creating = Lock()


def make_folder_private(folder: Path) -> None:
    """Make all new files of this process private, and the existing data folder with its files."""
    os.umask(UMASK)
    make_private(folder)
    for path in folder.iterdir():
        if not path.is_symlink() and path.is_file():
            make_private(path)


def make_private(path: Path) -> None:
    """Remove other users' access to a file or folder, unless it has another owner or is shared like ``/tmp``."""
    with suppress(FileNotFoundError, PermissionError):
        mode = path.stat().st_mode
        if mode & UMASK and not mode & stat.S_ISVTX:
            path.chmod(stat.S_IMODE(mode) & ~UMASK)


def create_private(path: Path) -> None:
    """Create a file unless it exists.

    An existing file is never opened, because closing it would release this process's SQLite locks on it.
    """
    with _creating, suppress(OSError):  # SQLite reports a folder that is missing, full or read-only
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
