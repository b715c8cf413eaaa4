"""Forms of a roll: reading the fields of a test and the faces of real dice."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rules.core.errors import Unreadable
from rules.core.text import _
from sheets.models import Character

MOST_DICE = 12


def read_args(character: Character, values: Mapping[str, str]) -> dict[str, Any]:
    """The filled-in fields of a test, for the rules to read; empty ones are left out."""
    fields = character.system.test_fields_of_sheet(character.data, character.campaign.settings)
    names = {"check", *(field.key for field in fields)}
    return {key: value for key, value in values.items() if key in names and value != ""}


def read_faces(text: str) -> list[int]:
    """The faces of real dice as typed, such as “17” or “20 4”. Raises ``Unreadable``."""
    words = [word for word in re.split(r"[\s,;+]+", text.strip()) if word]
    if len(words) > MOST_DICE or not all(word.isascii() and word.isdigit() and len(word) < 5 for word in words):
        raise Unreadable(_("What a die shows is a whole number."), "faces")
    return [int(word) for word in words]
