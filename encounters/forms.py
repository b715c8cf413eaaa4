"""The form of a roll: the test and its fields, the faces of real dice, and who sees it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rules.core.errors import Unreadable
from rules.core.text import _
from sheets.models import Character

MOST_DICE = 12


def args_of(character: Character, values: Mapping[str, str]) -> dict[str, Any]:
    """The fields of a test as filled in, for the rules to read; empty ones are left out."""
    fields = character.system.test_fields_of_sheet(character.data, character.campaign.settings)
    known = {"check", *(field.key for field in fields)}
    return {key: value for key, value in values.items() if key in known and value != ""}


def faces_of(text: str) -> list[int]:
    """The faces of real dice as they were typed, such as “17” or “20 4”. Raises ``Unreadable``."""
    words = [word for word in re.split(r"[\s,;+]+", text.strip()) if word]
    if len(words) > MOST_DICE or not all(word.isascii() and word.isdigit() and len(word) < 5 for word in words):
        raise Unreadable(_("What a die shows is a whole number."), "faces")
    return [int(word) for word in words]
