"""Fixtures of the comparisons between evenings."""

from pathlib import Path

import pytest
from channels.layers import channel_layers
from django.utils import timezone

from campaigns.live import hub
from campaigns.live.presence import moment
from campaigns.models import Event
from tests import laid

NEVER = 3600.0  # seconds, longer than any test
CLOCKS = ("COMPARE_EVERY", "COMPARE_OFTEN", "PROBE_EVERY", "CHECK_EVERY", "HEARTBEAT_EVERY")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder as slow, for one reason."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.slow("an evening of a game, and the same again with other secrets"))


@pytest.fixture(autouse=True)
def one_moment(monkeypatch):
    """Record all events at the same moment, those of copied tables too, so that no evening differs in its times."""
    now = timezone.now()
    monkeypatch.setattr(laid, "clock", lambda: now)
    monkeypatch.setattr(Event._meta.get_field("created"), "_get_default", lambda: now)


@pytest.fixture
async def one_hub(settings, monkeypatch):
    """A hub on the test's own loop over a layer in memory, which does nothing by the clock."""
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    channel_layers.backends.clear()
    for name in CLOCKS:
        monkeypatch.setattr(hub, name, NEVER)
    began = moment()
    hub.hub().attendance.clock = lambda: began
    yield
    await hub.end_hub()
