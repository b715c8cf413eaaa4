"""The games and the compiled templates of live parts, ready before the first page of a process."""

from __future__ import annotations

from django.template import engines

from rules import registry


def load() -> None:
    """Load the games and compile the templates of live parts; before the collector is told what was there at first."""
    registry.systems()
    live = engines["live"].env  # type: ignore[attr-defined]
    for name in live.list_templates(extensions=("html", "j2")):
        live.get_template(name)
