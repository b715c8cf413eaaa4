# coding: utf-8: needed by Python 2
"""``__main__.py`` of a single file: unpack the archive, once for each version, and run the unpacked program.

Python cannot load compiled modules from an archive. This file runs on any Python, so that an unsuitable one gets a
message instead of a syntax error.
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
MANIFEST = "manifest.json"
PARTS = "only/"  # files of one version of Python; all others are shared
USED, NEW = ".used", ".new"


def main():
    from tablee.__main__ import OLDEST, too_old

    if sys.version_info[:2] < OLDEST:
        sys.exit(too_old(sys.version_info))
    archive = zipfile.ZipFile(FILE)
    manifest = json.loads(archive.read(MANIFEST).decode())
    part = "%d.%d" % sys.version_info[:2]
    if not fits(manifest) or part not in manifest["parts"]:
        sys.exit(unfit(manifest))
    home = os.environ.get("XDG_CACHE_HOME", "")
    cache = os.path.join(home if os.path.isabs(home) else os.path.expanduser("~/.cache"), "tablee")
    try:
        folder, used = unpacked(archive, manifest, part, cache)  # open as long as the program runs
    except (zipfile.BadZipFile, zlib.error, EOFError):
        sys.exit(DAMAGED)
    except OSError as error:
        sys.exit(UNWRITABLE % ((cache, error.strerror) * 2))
    sys.path[:] = [folder] + [path for path in sys.path if os.path.abspath(path) != FILE]
    for name in ("tablee", "tablee.__main__"):
        del sys.modules[name]
    from tablee.__main__ import main as begin

    begin()


def fits(manifest):
    """True if this machine can load the compiled modules, its version of Python aside."""
    abi = manifest["abi"].format("%d%d" % sys.version_info[:2])
    return (
        abi == sysconfig.get_config_var("SOABI")
        and manifest["machine"] == platform.machine()
        and new_enough(manifest["libc"])
    )


def new_enough(libc):
    """True if the C library of this machine is as new as the compiled modules need."""
    name, version = platform.libc_ver()
    return not libc or (name == "glibc" and [int(number) for number in version.split(".")[:2]] >= libc)


def unpacked(archive, manifest, part, cache):
    """Return the folder of this version and its lock; a new folder replaces those that no process uses.

    One process at a time unpacks. Each process holds a shared lock on the folder that it runs from.
    """
    folder = os.path.join(cache, "%s-%s-%s" % (manifest["version"], part, manifest["digest"]))
    os.makedirs(cache, 0o700, exist_ok=True)
    with open(os.path.join(cache, ".lock"), "w") as lock:
        hold(lock)
        if not os.path.isdir(folder):
            sys.stderr.write(UNPACKING % ((manifest["version"], cache) * 2))
            sys.stderr.flush()
            for other in os.listdir(cache):
                discard(os.path.join(cache, other))
            extract(archive, part, folder)
        used = open(os.path.join(folder, USED))
        hold(used, shared=True)
    return folder, used


def extract(archive, part, folder):
    """Unpack into a temporary folder, and rename it when it is complete."""
    new = folder + NEW
    try:
        for name in archive.namelist():
            if name.startswith(PARTS):
                if name.startswith(PARTS + part + "/"):
                    write(archive, name, os.path.join(new, *name.split("/")[2:]))
            elif name not in ("__main__.py", MANIFEST):
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
    """Remove a folder that no process uses, or one that is incomplete."""
    if folder.endswith(NEW):
        shutil.rmtree(folder)
    elif os.path.exists(os.path.join(folder, USED)):
        with open(os.path.join(folder, USED)) as used:
            if hold(used, wait=False):
                os.rename(folder, folder + NEW)  # an interrupted removal leaves an incomplete folder
                shutil.rmtree(folder + NEW)


def hold(file, shared=False, wait=True):
    """Lock a file until it is closed; return False if another process has locked it and we do not wait."""
    import fcntl

    try:
        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    return True


def unfit(manifest):
    here = "%s %d.%d, %s" % (
        platform.python_implementation(),
        sys.version_info[0],
        sys.version_info[1],
        sysconfig.get_platform(),
    )
    fitting = next((part for part in manifest["parts"] if shutil.which("python" + part)), None)
    ending = TRY % ((fitting,) * 2) if fitting and fits(manifest) else ""
    return UNFIT % ((manifest["system"], ", ".join(manifest["parts"]), here) * 2) + ending


# In both languages, because translations are not unpacked yet.
UNPACKING = """\
Unpacking Tablée %s into %s, once only. One moment …
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
