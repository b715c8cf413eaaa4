"""The house settings of the making of characters; the extracts say nothing of its points."""

from __future__ import annotations

from rules.character.sheet import Section
from rules.games.polaris.house.rows import number
from rules.games.polaris.text import _

CREATION = Section(
    "",
    _("Making a character"),
    (
        number(
            "creation_attributes",
            _("Points of attributes"),
            27,
            0,
            200,
            "POL-SHEET-01",
            _("Above 10 in each. Tablée’s choice: as many as the ready-made characters have. 0: no limit."),
        ),
        number(
            "creation_skills",
            _("Levels of mastery"),
            125,
            0,
            999,
            "POL-SHEET-11",
            _("Tablée’s choice: as many as the ready-made characters have. 0: no limit."),
        ),
    ),
)
