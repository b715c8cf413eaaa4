"""Every picture is made anew here, in the process that is tested."""

import pytest

from sheets.portraits import upload
from tests.faces import once


@pytest.fixture(autouse=True)
def pictures_made_anew(monkeypatch):
    """Keep nothing from one test to another."""
    monkeypatch.setattr(upload, "run_resize", once.__wrapped__)
