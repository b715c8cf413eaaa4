"""Games from outside, as the site takes them: what was left out is told when it starts."""

import logging
from pathlib import Path

from django.conf import settings

from rules import registry

log = logging.getLogger("tablee.games")


def announce() -> None:
    """Load the games from outside, and say by name which are left out and why."""
    if settings.GAMES_FOLDER:
        registry.look_in(Path(settings.GAMES_FOLDER))
    for row in registry.outside().left_out:
        log.warning("The site starts without the game %s: %s", row.name, row.why)


def settle() -> None:
    """Close what tables left open in a game that has another version since; once, before the first page."""
    from encounters.correct.editions import close_outdated

    if games := registry.outside().games:
        close_outdated(games)
