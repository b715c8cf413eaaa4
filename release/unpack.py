# coding: utf-8: the first line that Python 2 asks for
"""The beginning of a single file: unpack what it holds, once for each version, and hand over to it.

Compiled modules do not load out of an archive. Any Python reads this, so that one that does not fit can say so.
"""

import json
import os
import platform
import shutil
import sys
import sysconfig
import zipfile
import zlib

FILE = os.path.dirname(os.path.abspath(__file__))
HELD = "held.json"
PARTS = "only/"  # what one Python alone needs; all else is for each of them
USED, NEW = ".used", ".new"


def main():
    from tablee.__main__ import OLDEST, too_old

    if sys.version_info[:2] < OLDEST:
        sys.exit(too_old(sys.version_info))
    archive = zipfile.ZipFile(FILE)
    held = json.loads(archive.read(HELD).decode())
    part = "%d.%d" % sys.version_info[:2]
    if not fits(held) or part not in held["parts"]:
        sys.exit(unfit(held))
    home = os.environ.get("XDG_CACHE_HOME", "")
    cache = os.path.join(home if os.path.isabs(home) else os.path.expanduser("~/.cache"), "tablee")
    try:
        folder, used = unpacked(archive, held, part, cache)  # used as long as this runs
    except (zipfile.BadZipFile, zlib.error, EOFError):
        sys.exit(DAMAGED)
    except OSError as error:
        sys.exit(UNWRITABLE % ((cache, error.strerror) * 2))
    sys.path[:] = [folder] + [path for path in sys.path if os.path.abspath(path) != FILE]
    for name in ("tablee", "tablee.__main__"):
        del sys.modules[name]
    from tablee.__main__ import main as begin

    begin()


def fits(held):
    """True if this machine loads what the file holds, its version of Python aside."""
    abi = held["abi"].format("%d%d" % sys.version_info[:2])
    return (
        abi == sysconfig.get_config_var("SOABI") and held["machine"] == platform.machine() and new_enough(held["libc"])
    )


def new_enough(libc):
    """True if the C library of this machine has what the compiled modules ask for."""
    name, version = platform.libc_ver()
    return not libc or (name == "glibc" and [int(number) for number in version.split(".")[:2]] >= libc)


def unpacked(archive, held, part, cache):
    """Return the folder of this version and its lock; where it is made, others that no process uses are removed.

    One process at a time looks and makes. Each holds the lock of the folder that it runs from.
    """
    folder = os.path.join(cache, "%s-%s-%s" % (held["version"], part, held["digest"]))
    os.makedirs(cache, 0o700, exist_ok=True)
    with open(os.path.join(cache, ".lock"), "w") as door:
        hold(door)
        if not os.path.isdir(folder):
            sys.stderr.write(UNPACKING % ((held["version"], cache) * 2))
            sys.stderr.flush()
            for other in os.listdir(cache):
                discard(os.path.join(cache, other))
            extract(archive, part, folder)
        used = open(os.path.join(folder, USED))
        hold(used, together=True)
    return folder, used


def extract(archive, part, folder):
    """Unpack beside the place of the folder, and move there what is whole."""
    new = folder + NEW
    try:
        for name in archive.namelist():
            if name.startswith(PARTS):
                if name.startswith(PARTS + part + "/"):
                    write(archive, name, os.path.join(new, *name.split("/")[2:]))
            elif name not in ("__main__.py", HELD):
                write(archive, name, os.path.join(new, *name.split("/")))
        open(os.path.join(new, USED), "w").close()
        os.rename(new, folder)
    except BaseException:
        shutil.rmtree(new, ignore_errors=True)
        raise


def write(archive, name, path):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with archive.open(name) as source, open(path, "wb") as target:
        shutil.copyfileobj(source, target)


def discard(folder):
    """Remove a folder that no process uses, or one that was never made whole."""
    if folder.endswith(NEW):
        shutil.rmtree(folder)
    elif os.path.exists(os.path.join(folder, USED)):
        with open(os.path.join(folder, USED)) as used:
            if hold(used, wait=False):
                os.rename(folder, folder + NEW)  # cut off in the middle, it is no version any more
                shutil.rmtree(folder + NEW)


def hold(file, together=False, wait=True):
    """Lock a file until it is closed; return False where another process holds it and nobody waits."""
    import fcntl

    try:
        fcntl.flock(file, (fcntl.LOCK_SH if together else fcntl.LOCK_EX) | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    return True


def unfit(held):
    here = "%s %d.%d, %s" % (
        platform.python_implementation(),
        sys.version_info[0],
        sys.version_info[1],
        sysconfig.get_platform(),
    )
    fitting = next((part for part in held["parts"] if shutil.which("python" + part)), None)
    ending = TRY % ((fitting,) * 2) if fitting and fits(held) else ""
    return UNFIT % ((held["system"], ", ".join(held["parts"]), here) * 2) + ending


# In both languages: no translation is read before it.
UNPACKING = """\
Tablée %s is unpacked into %s, once. One moment …
Tablée %s est décompressé dans %s, une fois pour toutes. Un instant …
"""
UNWRITABLE = """\
Tablée cannot be unpacked in %s (%s). XDG_CACHE_HOME names another folder.
Tablée ne peut pas être décompressé dans %s (%s). XDG_CACHE_HOME désigne un autre dossier."""
DAMAGED = """\
This file is damaged: download it again.
Ce fichier est abîmé : téléchargez-le de nouveau."""
UNFIT = """\
This file is for %s with CPython %s, and this is %s. Take the file of your system, or the wheel.
Ce fichier est pour %s avec CPython %s ; voici %s. Prenez le fichier de votre système, ou le wheel."""
TRY = """
Another Python here fits: python%s
Un autre Python convient ici : python%s"""


if __name__ == "__main__":
    main()
