"""The only list of games, and the reader of their data files."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from rules import lookup
from rules.catalogue import Clause, Rule
from rules.character.sheet import cleaned, problems
from rules.core.errors import BadSheet, Unreadable
from rules.core.game import Game
from rules.core.paths import get
from rules.core.text import Text, _

GAMES = ("polaris", "chroniques", "medieval", "arpenteurs", "mythras")
KINDS = ("pc", "npc")


@cache
def system(key: str) -> Game:
    """The game of this key. Raises ``Unreadable`` for an unknown one."""
    if key not in GAMES:
        raise Unreadable(_("“%(key)s” is no game known here: %(games)s.", key=key[:40], games=", ".join(GAMES)))
    game = import_module(f"rules.games.{key}").GAME
    assert isinstance(game, Game)
    return game


def systems() -> tuple[Game, ...]:
    return tuple(system(key) for key in GAMES)


@cache
def samples(key: str) -> Mapping[str, Mapping[str, Any]]:
    """The ready-to-play sheets of a game by file name: ``kind`` (pc or npc) and ``data``."""
    system(key)
    folder = Path(__file__).parent / "games" / key / "samples"
    return {path.stem: read_sheet(key, path.stem, path.read_bytes()) for path in sorted(folder.glob("*.toml"))}


@cache
def catalogue(key: str) -> tuple[Rule, ...]:
    """Every rule of a game, in the order of its rulebook, from its ``catalogue.toml`` and ``clauses.toml``."""
    system(key)
    folder = Path(__file__).parent / "games" / key
    chapters = tomllib.loads((folder / "catalogue.toml").read_text("utf-8"))
    clauses = tomllib.loads((folder / "clauses.toml").read_text("utf-8"))
    return tuple(
        Rule(rule, **row, clauses=tuple(Clause(name, **clause) for name, clause in clauses.pop(rule, {}).items()))
        for rows in chapters.values()
        for rule, row in rows.items()
    )


@cache
def lookups(key: str) -> lookup.Lookup:
    """The entries of a game that a table may look up, from its ``lookup.toml``."""
    path = Path(__file__).parent / "games" / key / "lookup.toml"
    return lookup.read(system(key), tomllib.loads(path.read_text("utf-8")))


def read_sheet(key: str, name: str, raw: bytes) -> Mapping[str, Any]:
    """A sheet file checked against its game. Raises ``BadSheet`` with every problem: file, field, value, sentence."""
    try:
        data = tomllib.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError) as error:  # of tomllib, of the encoding, of a number beyond all bounds
        raise BadSheet((_("%(file)s is not a TOML file: %(why)s", file=name, why=str(error)[:200]),)) from error
    kind, schema = data.pop("kind", "npc"), system(key).schema
    wrong = [_told(name, problem.path, get(data, problem.path), problem.text) for problem in problems(schema, data)]
    if kind not in KINDS:
        wrong.append(_told(name, "kind", kind, _("“pc” or “npc” is needed.")))
    if wrong:
        raise BadSheet(tuple(wrong))
    return {"kind": kind, "data": cleaned(schema, data)}


def _told(file: str, path: str, value: Any, problem: Text) -> Text:
    if value is None:
        return _("%(file)s: %(field)s: %(problem)s", file=file, field=path, problem=problem)
    return _(
        "%(file)s: %(field)s = %(value)s: %(problem)s", file=file, field=path, value=str(value)[:40], problem=problem
    )
