"""Arguments of a command line: a game, a sheet, a test. All problems are reported at once."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from django.core.management import CommandError

from rules.character.sheet import Field
from rules.core.check import Outcome
from rules.core.errors import BadSheet, RulesError, Unreadable
from rules.core.game import Game
from rules.core.scene import Action, Scene
from rules.core.script import Done, Effect, GivenAnswer, Request, Roll, Script, Value, replay
from rules.core.text import Text, _
from rules.management.speak import say
from rules.registry import read_sheet, samples
from rules.registry import system as known_system

HERO = "hero"
MOST_BYTES = 1_000_000
Effects = tuple[Effect, ...]


@dataclass(frozen=True)
class Test:
    """A test requested on a command line, ready to run."""

    system: Game
    scene: Scene
    action: Action

    def script(self) -> Script[Effects]:
        return self.system.test(self.scene, self.action)


def add_test_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game")
    parser.add_argument("check", nargs="?", help="the test; without it, all tests are listed")
    parser.add_argument("--sheet", help="a TOML file, or the name of a ready-made sheet")
    parser.add_argument("--difficulty")
    parser.add_argument("--modifier")
    parser.add_argument(
        "--with", action="append", default=[], metavar="FIELD=VALUE", help="anything else about the test"
    )


def game(key: str) -> Game:
    try:
        return known_system(key)
    except RulesError as error:
        raise CommandError(say(error.text)) from error


def sheet(system: Game, name: str | None) -> Mapping[str, Any]:
    """A ready-made sheet by its name, or one read from a file; without a name, the first player character.

    Raises ``BadSheet`` with every problem.
    """
    ready = samples(system.key)
    if name is None:
        name = min(ready, key=lambda key: (ready[key]["kind"] != "pc", key))
    if name in ready:
        data: Mapping[str, Any] = ready[name]["data"]
        return data
    path = Path(name)
    if not path.is_file():
        unknown = _("“%(name)s” is neither a file nor one of: %(names)s.", name=name[:80], names=", ".join(ready))
        raise BadSheet((unknown,))
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadSheet((_("%(file)s cannot be read: %(why)s", file=name, why=error.strerror or ""),)) from error
    if len(raw) > MOST_BYTES:
        raise BadSheet((_("%(file)s is too large for a sheet.", file=name),))
    read: Mapping[str, Any] = read_sheet(system.key, path.name, raw)["data"]
    return read


def test(options: Mapping[str, Any]) -> Test:
    """The test these options ask for. Raises ``CommandError`` with everything wrong with them."""
    system = game(options["game"])
    wrong: list[Text] = []
    try:
        data = sheet(system, options["sheet"])
    except BadSheet as error:
        wrong += error.problems
        data = system.blank({})
    fields = {field.key: field for field in system.test_offer(data, {}, HERO).fields}
    args = _read(fields, _read_fields(options, wrong), wrong)
    key = _named(fields["check"], options["check"])
    if key is None and not wrong:
        wrong.append(_unknown(fields["check"], options["check"]))
    if wrong:
        raise CommandError("\n".join(say(problem) for problem in wrong))
    scene = Scene("terminal", "test", {}, {"fighters": {HERO: {"character": HERO}}}, {HERO: data})
    return Test(system, scene, Action("test", HERO, {**args, "check": key}, gm=True))


def rollable(options: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Every test of the sheet in these options: key and label."""
    system = game(options["game"])
    try:
        data = sheet(system, options["sheet"])
    except BadSheet as error:
        raise CommandError("\n".join(say(problem) for problem in error.problems)) from error
    return [(check.key, say(check.what)) for check in system.checks(data, {})]


def play(
    start: Callable[[], Script[Effects]], answer: Callable[[Request], Value]
) -> tuple[Effects, tuple[GivenAnswer, ...]]:
    """Run a procedure to its end: its result, and every answer. Raises ``Unreadable`` for an unfit answer."""
    answers: dict[str, Value] = {}
    while not isinstance(state := replay(start, answers), Done):
        request = state.requests[0]
        answers[request.key] = answer(request)
        if not request.accepts(answers[request.key]):
            shown = ", ".join(map(str, answers[request.key]))
            asked = request.label if isinstance(request, Roll) else request.text
            raise Unreadable(_("“%(value)s” does not answer “%(asked)s”.", value=shown[:40], asked=asked))
    return state.value, state.answers


def outcome_of(effects: Effects) -> Outcome:
    outcome: Outcome = next(effect.value for effect in effects if effect.kind == "outcome")
    return outcome


def _read_fields(options: Mapping[str, Any], wrong: list[Text]) -> dict[str, str]:
    given = {key: options[key] for key in ("difficulty", "modifier") if options[key] is not None}
    for pair in options["with"]:
        key, equals, value = pair.partition("=")
        if equals:
            given[key] = value
        else:
            wrong.append(_("“%(pair)s” is not FIELD=VALUE.", pair=pair[:40]))
    return given


def _read(fields: Mapping[str, Field], given: Mapping[str, str], wrong: list[Text]) -> dict[str, Any]:
    args = {key: field.blank for key, field in fields.items() if key != "check"}
    for key, value in given.items():
        if key not in args:
            wrong.append(_("“%(field)s” is not a field of this form.", field=key[:40]))
            continue
        try:
            args[key] = fields[key].read(value)
        except Unreadable as error:
            wrong.append(_("%(field)s = %(value)s: %(problem)s", field=key, value=value[:40], problem=error.text))
            if fields[key].choices:
                keys = ", ".join(choice.key for choice in fields[key].choices)
                wrong.append(_("The choices are: %(keys)s.", keys=keys))
    return args


def _named(field: Field, name: str) -> str | None:
    wanted = name.casefold().strip()
    labels = ((choice.key, (choice.key, say(choice.label), str(choice.label))) for choice in field.choices)
    return next((key for key, names in labels if wanted in map(str.casefold, names)), None)


def _unknown(field: Field, name: str) -> Text:
    keys = {word.casefold(): choice.key for choice in field.choices for word in (say(choice.label), choice.key)}
    near = dict.fromkeys(keys[match] for match in get_close_matches(name.casefold(), keys, 3, 0.5))
    if not near:
        return _("This sheet cannot roll “%(name)s”.", name=name[:40])
    return _("This sheet cannot roll “%(name)s”; close to it: %(keys)s.", name=name[:40], keys=", ".join(near))
