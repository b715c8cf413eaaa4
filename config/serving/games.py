"""Warnings at start-up about games from outside that could not be loaded."""

import logging
from pathlib import Path

from django.conf import settings

from campaigns.games import services, watch
from rules import registry

log = logging.getLogger("tablee.games")


def load_outside_games() -> None:
    """Load the games from outside, and log those that could not be loaded, with the reason."""
    given = {Path(settings.GAMES_FOLDER): settings.DEBUG} if settings.GAMES_FOLDER else {}
    registry.look_in({**given, settings.VAR / services.FOLDER: True}, packages=settings.DEBUG)
    watch.begin()
    for row in registry.outside_packs().left_out:
        log.warning("The site starts without the game %s: %s", row.name, row.why)


def close_outdated_exchanges() -> None:
    """Close exchanges that were begun under other versions of the games; called once, before the first page."""
    services.close_other_editions(registry.outside_packs().games)
