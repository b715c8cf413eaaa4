"""Fixtures of the rules' tests: the marker that names the rules it proves."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rules(*ids): the rules of a game, by their IDs, that this test proves")
