"""Warm-up: games and live templates are loaded before the first page of a process."""

from __future__ import annotations

from django.template import engines

from rules import registry


def warm_up() -> None:
    """Load the games and compile the live templates, before ``tune_garbage_collector`` freezes all existing objects."""
    registry.systems()
    live = engines["live"].env  # type: ignore[attr-defined]
    for name in live.list_templates(extensions=("html", "j2")):
        live.get_template(name)
