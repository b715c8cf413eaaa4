"""The house settings of the making of characters; the extracts say nothing of its points."""

from __future__ import annotations

from rules.core.sheet import Section
from rules.core.text import pgettext
from rules.games.polaris.house import number

CREATION = Section(
    "",
    pgettext("polaris", "Making a character"),
    (
        number(
            "creation_attributes",
            pgettext("polaris", "Points of attributes"),
            27,
            0,
            200,
            "POL-SHEET-01",
            pgettext("polaris", "Above 10 in each. Ours: as many as the ready-made characters have. 0: no limit."),
        ),
        number(
            "creation_skills",
            pgettext("polaris", "Levels of mastery"),
            125,
            0,
            999,
            "POL-SHEET-11",
            pgettext("polaris", "Ours: as many as the ready-made characters have. 0: no limit."),
        ),
    ),
)
