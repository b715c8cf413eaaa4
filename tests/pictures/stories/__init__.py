"""The stories: what is played on a table, and the pictures that are taken of it."""

from collections.abc import Callable
from typing import NamedTuple

from tests.pictures.stories import blow, games, screens, trust
from tests.pictures.studio import Studio


class Story(NamedTuple):
    """A function that plays, and the files it leaves in `docs/img`."""

    play: Callable[[Studio], None]
    pictures: tuple[str, ...]


STORIES = {
    "blow": Story(blow.play, ("table.webp", "table.png")),
    "before": Story(
        screens.before,
        ("screen-join.png", "screen-create.png", "screen-gm-table.png", "screen-prepare.png", "screen-nothing.png"),
    ),
    "evening": Story(screens.evening, ("screen-board.png", "screen-wall.png", "screen-sheet.png", "screen-skills.png")),
    "declaration": Story(screens.declaration, ("screen-declare.png",)),
    "beast": Story(screens.beast, ("screen-beast.png",)),
    "trust": Story(
        trust.play,
        ("trust-screen.png", "trust-recap.png", "trust-why.png", "trust-mend.png", "trust-if.png", "trust-dice.png"),
    ),
    "chroniques": Story(games.chroniques, ("chroniques.png",)),
    "medieval": Story(games.medieval, ("medieval.png",)),
    "arpenteurs": Story(games.arpenteurs, ("arpenteurs.png", "reaction.png")),
    "mythras": Story(games.mythras, ("mythras.png", "effects.png")),
}
