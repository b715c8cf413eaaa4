"""Evenings that are compared with each other."""

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
    """Every test of this folder is slow, and for one reason."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.slow("an evening of a game, and the same again with other secrets"))


@pytest.fixture(autouse=True)
def one_moment(monkeypatch):
    """Let all that is recorded happen at one moment: no minute or day goes by in one evening and not in another.

    That holds for what is copied as well, or a line of one evening is as old as those before it and not in the other.
    """
    now = timezone.now()
    monkeypatch.setattr(laid, "clock", lambda: now)
    monkeypatch.setattr(Event._meta.get_field("created"), "_get_default", lambda: now)


@pytest.fixture
async def one_hub(settings, monkeypatch):
    """A hub of this test's own loop over a layer in memory, ended with it; it sends and closes nothing by the clock."""
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    channel_layers.backends.clear()
    for name in CLOCKS:
        monkeypatch.setattr(hub, name, NEVER)
    began = moment()
    hub.hub().attendance.clock = lambda: began
    yield
    await hub.end_hub()
