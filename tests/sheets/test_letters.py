"""States are marked with their first letter: within a game, one letter never marks two degrees of harm."""

from collections import defaultdict

import pytest
from django.utils import translation

from campaigns.web.language import say
from rules import registry
from rules.core.paths import put

LETTERED = range(1, 5)  # an unhurt fighter has no mark, and one who is out has a cross
HARM = ("hp", "ecg", "wound", "dead", "condition", "saved", "stable", "dying")


def harmed(system, sheet):
    """A sheet with each box ticked, with each number of harm, and with each flag of harm besides these."""
    fields = dict(system.schema.walk())
    for path, field in fields.items():
        for place, rows in (field.grid or {}).items():
            yield from (put(sheet, f"{path}.{place}", {row: 1}) for row in rows)
    paths = [place.path for place in system.body(sheet, {}) if place.path]
    flags = [path for path, field in fields.items() if field.kind == "flag" and any(word in path for word in HARM)]
    numbers = {path: range(-40, 41) for path in paths} | {
        path: range(max(field.least or 0, -20), min(field.most or 40, 40) + 1)
        for path, field in fields.items()
        if field.kind == "number" and any(word in path for word in HARM)
    }
    for path, values in numbers.items():
        for value in values:
            hurt = put(sheet, path, value)
            yield hurt
            yield from (put(hurt, flag, True) for flag in flags)
    yield from (put(sheet, flag, True) for flag in flags)


def degrees(game):
    """Each word for a state of a character or of a place of a body, with its rank."""
    system, found = registry.system(game), {}
    for sample in list(registry.samples(game).values())[:3]:
        for sheet in harmed(system, sample["data"]):
            rows = (system.health(sheet, {}), *system.body(sheet, {}))
            found |= {getattr(row, "word", None) or row.label: row.rank for row in rows}
    return found


@pytest.fixture(scope="module", params=registry.GAMES)
def words(request):
    return degrees(request.param)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_letter_marks_one_degree_of_harm(words, language):
    ranks = defaultdict(set)
    with translation.override(language):
        for word, rank in words.items():
            if rank in LETTERED:
                ranks[say(word)[0].upper()].add(rank)
    assert ranks, "words were reached"
    assert {letter: found for letter, found in ranks.items() if len(found) > 1} == {}
