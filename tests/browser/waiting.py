"""Waiting in the browser tests, with the only timeouts they have."""

from __future__ import annotations

import time
from collections.abc import Callable

from playwright.sync_api import Page

PATIENCE = 60_000  # milliseconds a busy machine may take; ``conftest.py`` makes it that of every wait for a page
AGAIN = 5_000  # milliseconds after which a press is repeated whose button may have moved away under the pointer


def until(page: Page, true: Callable[[], object], what: str, patience: float = PATIENCE) -> None:
    """Wait for something that no locator shows, such as a frame, while the page goes on."""
    deadline = time.monotonic() + patience / 1000
    while not true():
        assert time.monotonic() < deadline, f"not within {patience} ms: {what}"
        page.wait_for_timeout(20)


def settle(page: Page) -> None:
    """Wait for the styles and fonts of a page that was just opened, because they determine its measures."""
    page.wait_for_load_state()
    page.evaluate("() => document.fonts.ready.then(() => null)")
