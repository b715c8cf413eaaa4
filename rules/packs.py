"""Games from outside: installed packages and files of data, each taken whole, or left out with a sentence."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path
from traceback import extract_tb
from typing import Any

from rules.character.sheet import Field, clean, map_texts, problems
from rules.core.errors import BadSheet
from rules.core.game import Game
from rules.core.paths import get
from rules.core.text import Text, _

GROUP = "tablee.games"
KIT = 1  # the kit by which games from outside are written now
KINDS = ("pc", "npc")
MOST_SHEETS = 100
_KEY = re.compile(r"[a-z][a-z0-9_]{1,29}")
_HOLE = re.compile(r"%(?:\(\w+\)[sd]|%|.?)")

Samples = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Pack:
    """A game with what lies beside its record: the folder of its data files, its ready-made sheets.

    ``words`` are its sentences by language and message id, where it has no compiled catalogue; ``names`` are those on
    its sheets, by a language other than theirs and as they stand there.
    """

    game: Game
    folder: Path | None = None
    samples: Samples = field(default_factory=dict)
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    names: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def named(self, language: str) -> Samples:
        """The ready-made sheets with their names in a language."""
        names = self.names.get(language)
        if not names:
            return self.samples
        return {
            key: {
                **row,
                "data": map_texts(self.game.schema, "", row["data"], lambda _field, text: names.get(text, text)),
            }
            for key, row in self.samples.items()
        }

    def row_names(self, language: str) -> dict[str, str]:
        """The names of weapons and other rows on the ready-made sheets: from each other language to this one."""
        texts: set[str] = set()

        def keep(_field: Field, text: str) -> None:
            texts.add(text)

        for sample in self.samples.values():
            map_texts(self.game.schema, "", {**sample["data"], "name": ""}, keep)
        here, every = self.names.get(language, {}), ({}, *self.names.values())
        pairs = ((names.get(text, text), here.get(text, text)) for names in every for text in texts)
        return {other: spoken for other, spoken in pairs if other != spoken}


@dataclass(frozen=True)
class Problem:
    """A sentence about a line of a file of data, 0 where it is about no one of them."""

    line: int
    text: Text


@dataclass(frozen=True)
class LeftOut:
    """A game without which the site starts: its name, the reason, and of a file of data every problem."""

    name: str
    why: Text
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class Packs:
    """All games from outside by key, and those left out."""

    games: Mapping[str, Pack]
    left_out: tuple[LeftOut, ...] = ()


class Unfit(Exception):
    """A game that cannot be taken; ``text`` says why, ``place`` where it stands in a file of data."""

    def __init__(self, text: Text, place: str = "") -> None:
        super().__init__(str(text))
        self.text, self.place = text, place


def load_packs(entries: Iterable[EntryPoint], taken: Collection[str]) -> Packs:
    """The games of these entry points, but for those that fail or whose key is ``taken`` or comes twice."""
    rows = sorted(entries, key=lambda entry: (entry.name, entry.value))
    times = Counter(entry.name for entry in rows)
    games, left_out = {}, []
    for entry in rows:
        try:
            check_key(entry.name, taken, times[entry.name])
            games[entry.name] = _loaded(entry)
        except Unfit as unfit:
            left_out.append(LeftOut(entry.name[:40], unfit.text))
        except BadSheet as bad:
            problems = tuple(Problem(0, text) for text in bad.problems)
            left_out.append(LeftOut(entry.name[:40], _("%(what)s", what=tuple(bad.problems)), problems))
    return Packs(games, tuple(left_out))


def check_key(key: str, taken: Collection[str], times: int = 1) -> None:
    """Raises ``Unfit`` for a key that no game from outside may have."""
    if not _KEY.fullmatch(key):
        raise Unfit(_("A key is 2 to 30 small letters, digits and _, and begins with a letter."))
    if key in taken:
        raise Unfit(_("Another game has this key already."))
    if times > 1:
        raise Unfit(_("%(times)s games have this key, so none of them is used.", times=times))


def _loaded(entry: EntryPoint) -> Pack:
    try:
        game = entry.load()
        if not isinstance(game, Game):
            raise Unfit(_("“%(name)s” is no game.", name=entry.value[:80]))
        check_record(game, entry.name)
        folder = Path(str(import_module(entry.module).__file__)).parent
        pack = read_pack(game, folder)
        try_out(pack)
    except (Unfit, BadSheet):
        raise
    except (Exception, SystemExit) as error:  # whatever a stranger's code does, the site starts
        raise _explain_breakage(error, entry.module.partition(".")[0]) from error
    return pack


def _explain_breakage(error: BaseException, package: str) -> Unfit:
    """The sentence for what a package broke on, with the line of its own that led there."""
    kind, words = type(error).__name__, str(error)[:300]
    frames = [(frame.filename, frame.lineno or 0) for frame in extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError):
        frames.append((error.filename or "", error.lineno or 0))
    own = [(Path(name), line) for name, line in frames if package in Path(name).parts[:-1]]
    if not own:
        return Unfit(_("It broke while it was loaded: %(kind)s: %(words)s", kind=kind, words=words))
    path, line = own[-1]
    place = path.name if path.parent.name == package else f"{path.parent.name}/{path.name}"
    place = f"{place}:{line}"
    return Unfit(_("It broke while it was loaded: %(place)s: %(kind)s: %(words)s", place=place, kind=kind, words=words))


def sources(folder: Path) -> list[Path]:
    """The files of a package that its rules are read from."""
    return sorted(path for kind in ("py", "toml", "mo") for path in folder.rglob(f"*.{kind}"))


def check_record(game: Game, key: str) -> None:
    """Raises ``Unfit`` for a record under another key, or for another kit."""
    if game.key != key:
        raise Unfit(_("Its record has another key: “%(key)s”.", key=game.key[:40]))
    if not isinstance(game.version, str) or not re.fullmatch(r"[\w.+-]{0,20}", game.version, re.ASCII):
        raise Unfit(_("A version has at most 20 letters, digits, dots, + and -."))
    check_kit(game.kit)


def check_kit(kit: int) -> None:
    """Raise ``Unfit`` unless a game declares the version of the kit that this program has."""
    if not kit:
        raise Unfit(_("It does not say which kit it is written for: kit = %(kit)s is missing.", kit=KIT))
    if kit > KIT:
        raise Unfit(_("It needs kit %(kit)s, and this is %(ours)s: Tablée is too old.", kit=kit, ours=KIT))
    if kit < KIT:
        raise Unfit(_("It is written for kit %(kit)s, and this is %(ours)s: it is too old.", kit=kit, ours=KIT))


def try_out(pack: Pack) -> None:
    """Ask of every sample what any page of it asks; whatever goes wrong is raised."""
    game = pack.game
    for sheet in ({}, *(row["data"] for row in pack.samples.values())):
        game.health(sheet, {})
        game.derive(sheet, {})
        game.checks(sheet, {})
        game.body(sheet, {})
        game.vitals(sheet, {})
    game.settings()
    game.test_fields({})
    str(game.name)


def read_pack(game: Game, folder: Path) -> Pack:
    """A game with the files that lie beside its record."""
    sheets = read_samples(game, folder / "samples")
    return Pack(game, folder, sheets, read_words(folder / "words.toml"), read_words(folder / "names.toml"))


def read_samples(game: Game, folder: Path) -> Samples:
    """The ready-to-play sheets of a folder by file name: ``kind`` (pc or npc) and ``data``."""
    paths = sorted(folder.glob("*.toml"))[:MOST_SHEETS]
    return {path.stem: read_sheet(game, path.stem, path.read_bytes()) for path in paths}


def read_words(path: Path) -> Mapping[str, Mapping[str, str]]:
    """The sentences of a game by language and English: ``[fr]``, then ``"Breath" = "Souffle"``. Raises ``Unfit``."""
    if not path.exists():
        return {}
    try:
        words = tomllib.loads(path.read_text("utf-8"))
    except (ValueError, RecursionError) as error:
        raise Unfit(_("%(file)s is not a TOML file: %(why)s", file=path.name, why=str(error)[:200])) from error
    for language, rows in words.items():
        for english, spoken in rows.items() if isinstance(rows, dict) else [(language, None)]:
            if not isinstance(spoken, str) or set(_HOLE.findall(spoken)) - set(_HOLE.findall(english)):
                raise Unfit(
                    _(
                        "%(file)s: “%(words)s” needs words with no %%(…)s of their own.",
                        file=path.name,
                        words=english[:80],
                    )
                )
    return words


def read_sheet(game: Game, name: str, raw: bytes) -> Mapping[str, Any]:
    """A sheet file checked against its game. Raises ``BadSheet`` with every problem: file, field, value, sentence."""
    try:
        data = tomllib.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError) as error:  # of tomllib, of the encoding, of a number beyond all bounds
        raise BadSheet((_("%(file)s is not a TOML file: %(why)s", file=name, why=str(error)[:200]),)) from error
    return checked_sheet(game, name, data)


def checked_sheet(game: Game, name: str, row: Mapping[str, Any]) -> Mapping[str, Any]:
    """A sheet with its ``kind`` as it is kept. Raises ``BadSheet`` with every problem."""
    data = dict(row)
    kind = data.pop("kind", "npc")
    wrong = list(_problems(game, name, data))
    if kind not in KINDS:
        wrong.append(_worded_problem(name, "kind", kind, _("“pc” or “npc” is needed.")))
    if wrong:
        raise BadSheet(tuple(wrong))
    return {"kind": kind, "data": clean(game.schema, data)}


def _problems(game: Game, name: str, data: Mapping[str, Any]) -> Iterator[Text]:
    for problem in problems(game.schema, data):
        yield _worded_problem(name, problem.path, get(data, problem.path), problem.text)


def _worded_problem(file: str, path: str, value: Any, problem: Text) -> Text:
    if value is None:
        return _("%(file)s: %(field)s: %(problem)s", file=file, field=path, problem=problem)
    return _(
        "%(file)s: %(field)s = %(value)s: %(problem)s", file=file, field=path, value=str(value)[:40], problem=problem
    )
