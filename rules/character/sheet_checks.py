"""The gaps of a sheet that would hinder its character in a fight, as far as all games share them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.character.sheet import Field, problems
from rules.core.game import Game
from rules.core.paths import Data
from rules.core.text import Text, _


@dataclass(frozen=True)
class Missing:
    """One gap: the path of the field that would close it, and a sentence."""

    path: str
    text: Text


def find_missing(system: Game, sheet: Data, settings: Data) -> tuple[Missing, ...]:
    """The problems of a sheet: breaches of its schema, and rows that name a test that is missing or refused."""
    refusals = {check.key: check.refused for check in system.checks(sheet, settings)}
    wrong = [Missing(problem.path, problem.text) for problem in problems(system.schema, _own(sheet))]
    for path, name, field, key in _named_tests(system, sheet):
        if key not in refusals:
            wrong.append(Missing(path, _("%(name)s: %(field)s is not on this sheet.", name=name, field=field.label)))
        elif (refused := refusals[key]) is not None:
            wrong.append(Missing(path, _("%(name)s: %(why)s", name=name, why=refused)))
    return tuple(wrong)


def _named_tests(system: Game, sheet: Data) -> Iterator[tuple[str, str, Field, str]]:
    """Every row that names a test: the path of that field, the row's name, the field and the test's key."""
    for path, top in system.schema.walk():
        naming = [field for field in top.row if field.names_test]
        for key, row in (sheet.get(path) or {}).items() if naming else ():
            for field in naming:
                if row.get(field.key):
                    yield f"{path}.{key}.{field.key}", str(row.get("name", "")), field, str(row[field.key])


def _own(sheet: Data) -> Data:
    return {key: value for key, value in sheet.items() if key != "meta"}
