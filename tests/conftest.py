"""Fixtures of every test: services, the channel layers and patient, repeatable random play."""

import gc
import inspect
import os
import secrets
from collections.abc import Callable, Iterable
from functools import cache

import pytest
from asgiref.sync import SyncToAsync
from django.conf import settings as django_settings
from django.db import connections
from django.template import Template
from django.utils import translation
from hypothesis import find, is_hypothesis_test
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from rules.registry import GAMES

pytest_plugins = ["tests.services", "tests.dice", "tests.prices", "tests.early"]
if django_settings.configured:  # not in a run of the rules with `-p no:django`
    pytest_plugins += ["tests.cast", "tests.emptying", "tests.faces", "tests.statements"]

# Two shared cores make any deadline a matter of luck; CI plays the same games at every run.
hypothesis_settings.register_profile("tablee", deadline=None, derandomize=os.environ.get("CI") == "true")
hypothesis_settings.load_profile("tablee")

# Looking through all objects for cycles again and again takes time, also while tests are collected.
gc.set_threshold(200_000, 5, 20)

SOAK = os.environ.get("TABLEE_SOAK") == "1"
RENDER = Template._render  # the site's own, before Django replaces it for tests

# The fixtures that allow a test the database: pytest-django refuses it to all others.
DATABASE = {"db", "transactional_db", "django_db_serialized_rollback", "django_db_reset_sequences", "live_server"}


def _marked(name: str) -> Callable[[pytest.Item], bool]:
    return lambda item: item.get_closest_marker(name) is not None


# Fixtures that all tests have, of which each does something for a few: nine more of them cost as much as an empty test.
SELDOM: dict[str, Callable[[pytest.Item], bool]] = {
    "nothing_left_open": lambda item: inspect.iscoroutinefunction(getattr(item, "function", None)),
    "_django_db_marker": _marked("django_db"),
    "_django_set_urlconf": _marked("urls"),
    "_django_isolate_apps": _marked("django_isolate_apps"),
    "_template_string_if_invalid_marker": _marked("ignore_template_errors"),
    "_live_server_helper": lambda item: "live_server" in item.fixturenames,
    "_django_setup_unittest": lambda item: getattr(item, "cls", None) is not None,
    **dict.fromkeys(("_dj_autoclear_mailbox", "_django_clear_site_cache"), lambda _item: False),  # no mails, no sites
}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--database-only", action="store_true", help="only what may ask the database, in one game each")
    parser.addoption(
        "--fights-of", help="the game in which the tests marked `fights` are played; in every other one not"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "soak: has no short form, and runs under TABLEE_SOAK=1 alone")
    config.addinivalue_line("markers", "fights: plays fights in every game; `make check` does so in one of them")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the long forms, and what cannot differ from one database to another."""
    wanted = [item for item in items if SOAK or item.get_closest_marker("soak") is None]
    if game := config.getoption("--fights-of"):
        wanted = with_fights_of(game, wanted)
    if config.getoption("--database-only"):
        wanted = one_game_each([item for item in wanted if asks_database(item)])
    kept = set(wanted)
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = wanted
    for item in items:
        item.fixturenames = [name for name in item.fixturenames if name not in SELDOM or SELDOM[name](item)]


def pytest_collection_finish() -> None:
    """Leave what is loaded by now out of all later searches for cycles."""
    gc.collect()
    gc.freeze()


def asks_database(item: pytest.Item) -> bool:
    """True if a test may use the database of the settings."""
    return item.get_closest_marker("django_db") is not None or not DATABASE.isdisjoint(item.fixturenames)


def one_game_each(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """Of a test that is played in every game, that of the first one: the rows of all games are of one kind."""
    first: dict[object, str] = {}
    kept = []
    for item in items:
        game = _game(item)
        if not game or first.setdefault(getattr(item, "function", item), game) == game:
            kept.append(item)
    return kept


def with_fights_of(game: str, items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """These tests without those marked ``fights`` that are played in another game."""
    return [item for item in items if item.get_closest_marker("fights") is None or _game(item) in ("", game)]


def _game(item: pytest.Item) -> str:
    params = getattr(getattr(item, "callspec", None), "params", {}).values()
    values = (value for param in params for value in (param if isinstance(param, tuple) else (param,)))
    return next((value for value in values if isinstance(value, str) and value in GAMES), "")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport():
    """Write the report of a test while nothing is collected.

    It parses the file of a test that failed. What is collected meanwhile may complain, and its traceback is parsed as
    well: Python before 3.11.8 and 3.12.2 then raises "AST constructor recursion depth mismatch" (gh-106905), which
    would end the whole run.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


@pytest.fixture(scope="session", autouse=True)
def values_of_pages_kept_by_nobody(request):
    """Draw pages as a site does: Django keeps the values of each template for tests that look at them; none does."""
    if django_settings.configured:
        request.getfixturevalue("django_test_environment")
        Template._render = RENDER


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Begin in the language of the settings: a request leaves the one of its page to whatever its thread does next.

    A hook, for each fixture that all tests have costs all of them.
    """
    if django_settings.configured:
        translation.deactivate()
    if is_hypothesis_test(getattr(item, "function", None)):
        know_letters()


@cache
def know_letters() -> None:
    """Let Hypothesis look through all of Unicode and of the source before the first test, which would pay for it."""
    find(st.text(), lambda _text: True, settings=hypothesis_settings(database=None))


@pytest.fixture(autouse=True)
def nothing_left_open():
    """Close what a coroutine has left open in the thread in which asynchronous code asks the database.

    The next test there may be one that may not, not even to look whether a connection is still good.
    """
    yield
    SyncToAsync.single_thread_executor.submit(connections.close_all).result()


@pytest.fixture(params=["memory", "redis"])
def channel_layer(request, settings):
    """Run a test once on each channel layer: in memory, and Redis pub/sub."""
    if request.param == "redis":
        url = request.getfixturevalue("redis_url")
        settings.CHANNEL_LAYERS = {
            "default": {
                "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
                "CONFIG": {"hosts": [url], "prefix": f"tablee-test-{secrets.token_hex(4)}"},
            }
        }
    else:
        settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    return request.param
