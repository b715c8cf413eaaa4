from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.template import engines

from campaigns.live import notify, regions
from campaigns.web import rate_limits
from tests.cache_oracle import no_stale_cache as no_stale_cache
from tests.cache_oracle import nothing_written_into as nothing_written_into
from tests.cache_oracle import nothing_written_into_meanwhile as nothing_written_into_meanwhile
from tests.campaigns import toys


@pytest.fixture(autouse=True)
def playthings(monkeypatch):
    """The toys are there during a test, and nothing is left of an earlier one."""
    for page in toys.HOOKS.pages:
        monkeypatch.setitem(regions.PAGES, page.name, page)  # taken away again with the templates
    toys.register()
    monkeypatch.setattr(engines["live"].env, "loader", toys.loader(engines["live"].env.loader))
    regions.template_of.cache_clear()
    cache.clear()
    yield
    notify.listen(None)
    cache.clear()


@pytest.fixture
def clock(monkeypatch):
    """The clock of the limits, which stands still: move it by ``clock.now``."""
    found = SimpleNamespace(now=1000.0)
    monkeypatch.setattr(rate_limits, "time", SimpleNamespace(time=lambda: found.now))
    return found
