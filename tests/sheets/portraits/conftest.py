"""Every picture is made anew here, in the process that is tested."""

import pytest


@pytest.fixture(autouse=True)
def pictures_made_once():
    """Nothing is kept from one test to another."""
