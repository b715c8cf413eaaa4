"""`manage.py newgame KEY`: the files of a small playable game, to be turned into your own."""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Mapping
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from rules import registry
from rules.core.text import _
from rules.management.speak import say
from rules.packs import KIT, Unfit, check_key

PATTERNS = Path(__file__).resolve().parents[1] / "new"
SUFFIX = ".txt"  # the suffix of a pattern, so that no tool takes it for code of this program
MOST_NAME = 60
_HOLE = re.compile(r"@(\w+)@")


class Command(BaseCommand):
    """Write a game of one file, or with ``--code`` a package."""

    help = "Write a small game that plays at once, to be changed into your own: one file, or a package in Python."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("key", help="its name in files and addresses: small letters, digits and _")
        parser.add_argument("--code", action="store_true", help="a package in Python, with acts of its own")
        parser.add_argument("--name", help="its name on pages; the key where it is left out")
        parser.add_argument("--folder", type=Path, help="where it is written (TABLEE_GAMES for a file, or here)")

    def handle(self, *, key: str, code: bool, name: str | None, folder: Path | None, **_options: Any) -> None:
        name = key.replace("_", " ").capitalize() if name is None else " ".join(name.split())
        if folder is None:
            folder = Path("." if code else settings.GAMES_FOLDER or ".")
        try:
            _check(key, name, code)
            written = _write(_files(code, _words(key, name)), folder, key if code else f"{key}.toml")
        except Unfit as unfit:
            raise CommandError(say(unfit.text)) from unfit
        except OSError as error:
            wrong = _("Nothing was written: %(file)s: %(why)s", file=str(error.filename), why=str(error.strerror))
            raise CommandError(say(wrong)) from error
        self.stdout.write(say(_("%(path)s is a game that plays. Next:", path=str(written))))
        self.stdout.write("\n".join(f"  {line}" for line in _next(key, code, folder, written)))


def _check(key: str, name: str, code: bool) -> None:
    """Raises ``Unfit`` for a key or a name that no new game can have."""
    check_key(key, registry.all_keys())
    if not 1 <= len(name) <= MOST_NAME or not name.isprintable() or set(name) & set('"\\@%'):
        raise Unfit(_("A name has 1 to %(most)s signs, and none of %(signs)s.", most=MOST_NAME, signs='" \\ @ %'))
    spec = find_spec(key) if code else None
    if code and (iskeyword(key) or (spec is not None and spec.origin)):
        raise Unfit(_("“%(key)s” is a word or a module of Python already: another key is needed.", key=key))


def _words(key: str, name: str) -> Mapping[str, str]:
    """The values for the placeholders of a pattern; IDs of rules begin with three capitals."""
    letters = re.sub(r"[^a-z]", "", key).upper()
    return {"key": key, "name": name, "kit": str(KIT), "ID": f"{letters}XX"[:3]}


def _files(code: bool, words: Mapping[str, str]) -> Mapping[str, str]:
    """The files of a game by their paths in its folder; for a game of one file, that file alone."""
    if not code:
        return {"": _filled(PATTERNS / f"KEY.toml{SUFFIX}", words)}
    root = PATTERNS / "package"
    paths = sorted(root.rglob(f"*{SUFFIX}"))
    names = [path.relative_to(root).as_posix().removesuffix(SUFFIX).replace("KEY", words["key"]) for path in paths]
    return {name: _filled(path, words) for name, path in zip(names, paths, strict=True)}


def _filled(pattern: Path, words: Mapping[str, str]) -> str:
    return _HOLE.sub(lambda hole: words[hole.group(1)], pattern.read_text("utf-8"))


def _write(files: Mapping[str, str], folder: Path, name: str) -> Path:
    """Write all files or none, and return the path of the game. Raises ``Unfit`` if something exists there."""
    target = folder / name
    if target.exists() or target.is_symlink():
        raise Unfit(_("%(path)s is there already, and nothing is written over.", path=str(target)))
    if not folder.is_dir():
        raise Unfit(_("There is no folder %(path)s.", path=str(folder)))
    draft = Path(tempfile.mkdtemp(dir=folder, prefix=f".{name}."))
    try:
        for path, text in files.items():
            whole = draft / name / path
            whole.parent.mkdir(parents=True, exist_ok=True)
            whole.write_text(text, "utf-8")
        (draft / name).rename(target)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return target


def _next(key: str, code: bool, folder: Path, written: Path) -> tuple[str, ...]:
    program = "python manage.py" if Path(sys.argv[0]).stem == "manage" else "tablee"
    if code:
        return f"pip install -e {written}", f"{program} checkgame {key}"
    here = settings.GAMES_FOLDER and Path(settings.GAMES_FOLDER).resolve() == folder.resolve()
    return (f"{'' if here else f'TABLEE_GAMES={folder} '}{program} checkgame {key}",)
