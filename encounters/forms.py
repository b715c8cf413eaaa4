"""What the form of a roll sends: what is tested and said about it, the faces of real dice, and who sees it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rules.errors import Unreadable
from rules.system import Offer
from rules.words import _
from sheets.models import Character

MOST_DICE = 12


def test_offer(character: Character) -> Offer:
    """A test of this character as its game offers it."""
    return character.system.test_offer(character.data, character.campaign.settings, character.token)


def args_of(offer: Offer, said: Mapping[str, str]) -> dict[str, Any]:
    """What was said of the test; the rules read it. What was left empty was not said."""
    known = {field.key for field in offer.fields}
    return {key: value for key, value in said.items() if key in known and value != ""}


def faces_of(said: str) -> list[int]:
    """The faces of real dice as they were typed, such as “17” or “20 4”. Raises ``Unreadable``."""
    words = [word for word in re.split(r"[\s,;+]+", said.strip()) if word]
    if len(words) > MOST_DICE or not all(word.isascii() and word.isdigit() and len(word) < 5 for word in words):
        raise Unreadable(_("What a die shows is a whole number."), "faces")
    return [int(word) for word in words]
