"""Evenings that are compared with each other."""

import pytest
from django.utils import timezone

from campaigns.models import Event


@pytest.fixture(autouse=True)
def one_moment(monkeypatch):
    """Let all that is recorded happen at one moment: no minute or day goes by in one evening and not in another."""
    now = timezone.now()
    monkeypatch.setattr(Event._meta.get_field("created"), "_get_default", lambda: now)
