"""The palette of an encounter: everything that can be added from the bestiary, saved opponents and the party."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from campaigns.models import Campaign
from campaigns.web.language import ready_made_sheets, searchable
from encounters.models import Encounter
from encounters.subjects import all_fighters
from rules.core.errors import Refused, Unreadable
from rules.core.text import _
from sheets.models import Character

SAMPLE, CHARACTER = "sample", "character"
SIDES = ("pc", "foe", "ally")  # in the order of the list
MOST_NAMED = 4
_COUNTED = re.compile(r"\s*(\d{1,4})(?:\s*[x×*]\s*|\s+|$)(.*)", re.IGNORECASE | re.DOTALL | re.ASCII)


@dataclass(frozen=True)
class Entry:
    """One entry of the palette: its key as a form posts it, its name, and its kind (``sample`` or a character's)."""

    key: str
    name: str
    kind: str
    side: str = "foe"

    @property
    def token(self) -> str:
        return self.key.partition(":")[2]

    @property
    def single(self) -> bool:
        return self.kind == Character.Kind.PC


def list_entries(campaign: Campaign) -> list[Entry]:
    """All entries: the party, opponents ready-made and saved together, then ready-made heroes, each by name."""
    ready = [
        Entry(f"{SAMPLE}:{key}", str(row["data"].get("name", key)), SAMPLE, side_of_sample(row))
        for key, row in ready_made_sheets(campaign.game).items()
    ]
    copies = copies_of_encounters(campaign)
    characters = Character.objects.filter(campaign=campaign).only("token", "name", "kind")
    saved = [
        Entry(f"{CHARACTER}:{character.token}", character.name, character.kind, _side_of(character))
        for character in characters
        if character.token not in copies
    ]
    names = {entry.name for entry in ready}
    # Other characters with a name from the bestiary come last.

    def order(entry: Entry) -> tuple[int, bool, str]:
        return SIDES.index(entry.side), entry.kind != SAMPLE and entry.name in names, searchable(entry.name)

    return sorted((*ready, *saved), key=order)


def side_of_sample(row: Mapping[str, Any]) -> str:
    """The side that a ready-made sheet joins on: a hero is played by nobody, and fights beside the party."""
    return "ally" if row["kind"] == Character.Kind.PC else "foe"


def _side_of(character: Character) -> str:
    return "pc" if character.kind == Character.Kind.PC else "foe"


def _matching(entries: Iterable[Entry], wanted: list[str]) -> list[Entry]:
    names = [(searchable(entry.name), entry) for entry in entries]
    exact = [entry for name, entry in names if name == " ".join(wanted)]
    return exact or [entry for name, entry in names if all(word in name for word in wanted)]


def find_entry(campaign: Campaign, words: str) -> Entry:
    """The entry that a search means: one of exactly that name, else the only one whose name contains every word.

    Raises ``Unreadable`` if there is none, and ``Refused``, naming some, if there are several.
    """
    words_sought = searchable(words).split()
    if not words_sought:
        raise Unreadable(_("Choose who takes part."), "what")
    result = _matching(list_entries(campaign), words_sought)
    if not result:
        raise Unreadable(_("Nobody is called “%(name)s”.", name=words.strip()[:60]), "what")
    if len({searchable(entry.name) for entry in result}) == 1:  # one name in the bestiary and among saved opponents
        return min(result, key=lambda entry: entry.kind != SAMPLE)
    names = tuple(_("%(name)s", name=entry.name) for entry in result[:MOST_NAMED])
    raise Refused(_("Which one? %(names)s", names=names), "what")


def split_count(text: str) -> tuple[int | None, str]:
    """A number in front, as in ``4x guard``, ``4 guard`` or ``4×guard``, if there is one, and the rest of the text."""
    match = _COUNTED.fullmatch(text)
    return (int(match[1]), match[2].strip()) if match else (None, text.strip())


def copies_of_encounters(campaign: Campaign) -> frozenset[str]:
    fights = Encounter.objects.filter(campaign=campaign, kind=Encounter.Kind.FIGHT)
    rows = (row for encounter in fights for row in all_fighters(encounter.state).values())
    return frozenset(row["character"] for row in rows if row.get("copy"))
