"""Every kind of act sends few bytes and few statements, measured without a clock."""

import pytest
from django.test import Client
from django.urls import get_resolver, reverse

from bench import acts
from bench.demo_table import BESIDE_PLAY, ROUTES, DemoTable
from rules import registry

KB = 1024
SHEETS, SCREEN, MOST, MOST_NEXT = 3 * KB, KB, 12 * KB, 12.5 * KB
SMALL = {"step a number", "step it back", "edit a field", "a note", "a state", "a state gone"}
WOUNDS = {"tick a wound", "untick a wound"}
# Whoever is asked next may have another body, with other places: a goal missed in Mythras (docs/performance.md).
NEXT = {"a declaration or an attack", "an answer", "next turn"}
STATEMENTS = {"an answer": 36, "a correction": 62, "a declaration or an attack": 36, "redo": 32, "redo one": 32}
MOST_STATEMENTS = 30


def commands():
    """The names of the addresses of a seat that take a POST."""
    for pattern in get_resolver().url_patterns:
        for route in getattr(pattern, "url_patterns", [pattern]):
            names = route.pattern.converters
            if str(route.pattern).startswith("t/<str:seat>/"):
                known = {name: 1 if type(kind).__name__ == "IntConverter" else "x" for name, kind in names.items()}
                if Client().post(reverse(route.name, kwargs=known)).status_code != 405:
                    yield route.name


@pytest.mark.django_db
def test_every_command_of_a_seat_is_measured_or_said_to_be_beside_play():
    beside = {name for names in BESIDE_PLAY.values() for name in names.split()}
    assert not beside & ROUTES
    assert {name for name in commands() if name not in beside} == ROUTES


@pytest.mark.slow("every act of both seats at a fight of the demonstration, with six pages drawn after each")
@pytest.mark.django_db
@pytest.mark.parametrize("game", [system.key for system in registry.systems()])
def test_every_act_sends_and_asks_little(game, settings):
    settings.TABLEE_DICE = ""
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
    with acts.repeatable(game):  # how much of a text is sent anew hangs on dice and tokens
        measured, routes = acts.measure(DemoTable(game), 1, warm=0)
    assert ROUTES - {"answer", "sheet-star"} <= routes <= ROUTES  # not every fight asks, nor has states
    for (name, by), row in measured.items():
        assert row.statements <= STATEMENTS.get(name, MOST_STATEMENTS), (name, by)
        for page, size in row.bytes.items():
            most = MOST_NEXT if page == "gm fight" and name in NEXT else MOST
            if page == "screen" and name in SMALL | WOUNDS:
                most = SCREEN
            if page.endswith("sheet"):
                most = SHEETS if name in SMALL | WOUNDS else MOST
            assert size <= most, (name, by, page)
