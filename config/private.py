"""Files that only the user of the process may read: the data of the site holds session keys and every secret."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from threading import Lock

UMASK = 0o077
_creating = Lock()


def close_folder(folder: Path) -> None:
    """Make what this process creates from now on private, and its data folder, however old."""
    os.umask(UMASK)
    close(folder)
    for path in folder.iterdir():
        if not path.is_symlink() and path.is_file():
            close(path)


def close(path: Path) -> None:
    """Take a file or folder from everybody else, unless it is somebody else's or a shared one such as ``/tmp``."""
    with suppress(FileNotFoundError, PermissionError):
        mode = path.stat().st_mode
        if mode & UMASK and not mode & stat.S_ISVTX:
            path.chmod(stat.S_IMODE(mode) & ~UMASK)


def create(path: Path) -> None:
    """Create a file unless it exists.

    One that exists is never opened: closing it would end the locks that SQLite has on it in this process.
    """
    with _creating, suppress(OSError):  # SQLite has a sentence for a folder that is missing, full or read-only
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
