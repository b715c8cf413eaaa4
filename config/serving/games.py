"""Games from outside, as the site takes them: what was left out is told when it starts."""

import logging
from pathlib import Path

from django.conf import settings

from campaigns.games import services, watch
from rules import registry

log = logging.getLogger("tablee.games")


def announce() -> None:
    """Load the games from outside, and say by name which are left out and why."""
    given = {Path(settings.GAMES_FOLDER): settings.DEBUG} if settings.GAMES_FOLDER else {}
    registry.look_in({**given, settings.VAR / services.FOLDER: True}, packages=settings.DEBUG)
    watch.begin()
    for row in registry.outside().left_out:
        log.warning("The site starts without the game %s: %s", row.name, row.why)


def settle() -> None:
    """Close what tables left open in a game that has another version since; once, before the first page."""
    services.settle(registry.outside().games)
