"""The only list of games: those that come with Tablée, then those from outside; and the reader of their data files."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module, invalidate_caches
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from rules import lookup, packs
from rules.catalogue import Clause, Rule
from rules.core.errors import Unreadable
from rules.core.game import Game
from rules.core.text import _
from rules.written import reader

GAMES = ("polaris", "chroniques", "medieval", "arpenteurs", "mythras")  # that come with Tablée


MOST_WRITTEN = 50  # files of one folder
_FOLDERS: dict[Path, bool] = {}
_WATCHED: dict[str, Path] = {}  # the folders of the packages that are read again when a file of theirs changes
_KEPT: list[Callable[[], None]] = []
P = ParamSpec("P")
T = TypeVar("T")


def cache_until_reload(function: Callable[P, T]) -> Callable[P, T]:
    """Keep what a function tells of the games until they are read anew."""
    cached = cache(function)
    _KEPT.append(cached.cache_clear)
    return cached  # type: ignore[return-value]


def look_in(folders: Mapping[Path, bool], packages: bool = False) -> None:
    """Take the written games of folders as well, their files ``*.toml``; true for those that are watched.

    With ``packages`` those that are installed are watched too.
    """
    _FOLDERS.clear()
    _FOLDERS.update(folders)
    _WATCHED.clear()
    if packages:
        names = {entry.module.partition(".")[0] for entry in entry_points(group=packs.GROUP)}
        specs = ((name, find_spec(name)) for name in sorted(names))
        _WATCHED.update((name, Path(spec.origin).parent) for name, spec in specs if spec is not None and spec.origin)
    forget()


def stamp() -> tuple[tuple[str, int, int], ...]:
    """The files of the watched folders as they are now; where it differs, something is to be read anew."""
    watched = (folder for folder, is_watched in _FOLDERS.items() if is_watched)
    files = [path for folder in watched for path in folder.glob("*.toml")]
    files += [path for folder in _WATCHED.values() for path in packs.sources(folder)]
    return tuple(sorted(_file_states(files)))


def _file_states(files: Iterable[Path]) -> Iterator[tuple[str, int, int]]:
    for path in files:
        try:
            status = path.stat()
        except OSError:  # it went while it was looked at
            continue
        yield str(path), status.st_mtime_ns, status.st_size


@cache_until_reload
def outside_packs() -> packs.Packs:
    """The games from outside, packages before files, and those that were left out."""
    installed = packs.load_packs(entry_points(group=packs.GROUP), GAMES)
    games, left_out = dict(installed.games), list(installed.left_out)
    files = (path for folder in _FOLDERS for path in sorted(folder.glob("*.toml"))[:MOST_WRITTEN])
    for path in files:
        try:
            written = reader.read(path.read_bytes(), (*GAMES, *games))
            games[written.game.key] = written
        except reader.Faulty as faulty:
            left_out.append(packs.LeftOut(path.name, faulty.text, faulty.problems))
        except OSError as error:
            left_out.append(packs.LeftOut(path.name, _("It cannot be read: %(why)s", why=str(error.strerror))))
    return packs.Packs(games, tuple(left_out))


def all_keys() -> tuple[str, ...]:
    return (*GAMES, *outside_packs().games)


@cache_until_reload
def pack(key: str) -> packs.Pack:
    """A game with its data files. Raises ``Unreadable`` for an unknown one."""
    if key in GAMES:
        game = import_module(f"rules.games.{key}").GAME
        assert isinstance(game, Game)
        folder = Path(__file__).parent / "games" / key
        return packs.read_pack(game, folder)
    if key not in outside_packs().games:
        raise Unreadable(_("“%(key)s” is not a game known here: %(games)s.", key=key[:40], games=", ".join(all_keys())))
    return outside_packs().games[key]


@cache_until_reload
def system(key: str) -> Game:
    """The game of this key. Raises ``Unreadable`` for an unknown one."""
    return pack(key).game


def systems() -> tuple[Game, ...]:
    return tuple(system(key) for key in all_keys())


@cache_until_reload
def samples(key: str, language: str = "") -> packs.Samples:
    """The ready-to-play sheets of a game by file name: ``kind`` (pc or npc) and ``data``.

    Their names are those of a language, where the game has them.
    """
    return pack(key).named(language)


@cache_until_reload
def catalogue(key: str) -> tuple[Rule, ...]:
    """Every rule of a game, in the order of its rulebook, from its ``catalogue.toml`` and ``clauses.toml``."""
    chapters, clauses = _data(key, "catalogue.toml"), _data(key, "clauses.toml")
    return tuple(
        Rule(rule, **row, clauses=tuple(Clause(name, **clause) for name, clause in clauses.get(rule, {}).items()))
        for rows in chapters.values()
        for rule, row in rows.items()
    )


@cache_until_reload
def lookups(key: str) -> lookup.Lookup:
    """The entries of a game that a table may look up, from its ``lookup.toml``."""
    return lookup.read(system(key), _data(key, "lookup.toml"))


def read_sheet(key: str, name: str, raw: bytes) -> Mapping[str, Any]:
    """A sheet file checked against its game. Raises ``BadSheet`` with every problem: file, field, value, sentence."""
    return packs.read_sheet(system(key), name, raw)


def _data(key: str, name: str) -> dict[str, Any]:
    """A data file of a game; empty where a game from outside has none."""
    folder = pack(key).folder
    path = folder / name if folder else None
    if path is None or (key not in GAMES and not path.exists()):
        return {}
    return tomllib.loads(path.read_text("utf-8"))


def forget() -> None:
    """Read everything anew, as after a game was installed; of the packages that are watched the code as well."""
    for name in [name for name in sys.modules if name.partition(".")[0] in _WATCHED]:
        del sys.modules[name]
    invalidate_caches()
    for clear in _KEPT:
        clear()
