"""The live library stands alone: its example runs against a site of ten lines."""

import doctest
from pathlib import Path

import pytest
from django.template import engines
from jinja2 import ChoiceLoader, DictLoader

from campaigns import live
from campaigns.live import regions
from campaigns.live import site as live_site
from campaigns.live.cache import forget_all

TEMPLATES = {
    "apples.html": '<ul id="{{ id }}">{% for row in rows %}<li>{{ row }}</li>{% endfor %}</ul>',
    "worm.html": '<p id="{{ id }}">{{ where }}</p>',
}


@pytest.fixture
def shelf(monkeypatch):
    """The templates of the example; afterwards the pages and the site are those of before."""
    env = engines["live"].env
    monkeypatch.setattr(env, "loader", ChoiceLoader([DictLoader(TEMPLATES), env.loader]))
    monkeypatch.setattr(regions, "draw", regions.draw.__wrapped__)  # there is no database to compare with
    monkeypatch.setattr(regions, "PAGES", {})
    monkeypatch.setattr(regions, "REGIONS", {})
    before = live_site.site()
    yield
    live_site.connect(before)
    forget_all()


def test_its_example_is_true(shelf):
    outcome = doctest.testmod(live)
    assert outcome.attempted > 15 and outcome.failed == 0


def test_its_map_names_every_file():
    folder = Path(live.__file__).parent
    text = (folder / "README.md").read_text()
    names = {path.name for path in folder.glob("*.py")} - {"__init__.py"}
    assert {name for name in names if f"`{name}`" not in text} == set()
