"""The command line of an installed Tablée: a first start without instructions, and the commands of the site."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from config import places
from config.terminal import _, execute, in_terminal
from tablee import __version__

# Commands for hosts of a site; its other commands are passed on as well.
COMMANDS = {
    "": _("asks where you play, and serves your tables"),
    "demo": _("a demonstration table of each game"),
    "serve": _("one process of a site, behind a proxy"),
    "upgrade": _("back up the data, then migrate them to this version"),
    "backup": _("write every table and account into one file"),
    "restore": _("restore them from that file into an empty database"),
    "adopt": _("import one table from another site"),
    "administrator": _("let an account load single-file games on the site"),
    "newgame": _("create a game of your own that can be played at once"),
    "checkgame": _("what a game of your own still lacks, and its level"),
    "rules": _("the rules of a game and how each is played"),
    "check": _("what a public site still lacks: check --deploy"),
}

ON_CURRENT_DATA = ("backup", "restore", "adopt", "administrator")  # these need data of this version
ON_CHOSEN_DATABASE = (*ON_CURRENT_DATA, "upgrade")  # the database that `tablee` without a command serves


def run(words: Sequence[str]) -> None:
    if list(words) == ["--version"]:
        print(f"Tablée {__version__}")
    elif list(words) in (["help"], ["--help"], ["-h"]):
        print(usage())
    else:
        if fault := create_data_folder(places.data()):
            sys.exit(fault)
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        if not words or words[0].startswith("-"):
            from tablee.start import start

            start(words)
            return
        from tablee.start import use_chosen_database

        if words[0] in ON_CHOSEN_DATABASE:
            use_chosen_database()
        if words[0] in ON_CURRENT_DATA and not {"-h", "--help"} & set(words):
            prepare_data()
        execute(["tablee", *words])


def prepare_data() -> None:
    """Create the database of a new data folder; exit with a message if the data belong to another version."""
    import django

    django.setup()
    from django.core.management import call_command

    from config import versions

    try:
        versions.check_data()
    except versions.Unfit as error:
        sys.exit(error.in_terminal())
    if versions.is_older():
        sys.exit(in_terminal(versions.OLDER))
    call_command("prepare", verbosity=0)


def usage() -> str:
    rows = "\n".join(f"  {places.PROGRAM} {name:<13} {in_terminal(about)}" for name, about in COMMANDS.items())
    data = in_terminal(_("Your data: %(folder)s (TABLEE_VAR names another folder)")) % {"folder": places.data()}
    return f"Tablée {__version__}\n\n{rows}\n\n{data}"


def create_data_folder(folder: Path) -> str:
    """Create the data folder, private to its owner; return the reason if nothing can be written in it, else nothing."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.touch(mode=0o600)
        probe.unlink()
    except OSError as error:
        sentence = _("Nothing can be written in %(folder)s (%(error)s). TABLEE_VAR names another folder.")
        return in_terminal(sentence) % {"folder": folder, "error": error.strerror}
    return ""
