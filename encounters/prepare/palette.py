"""The palette of an encounter: the game's bestiary, saved opponents, the party."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from campaigns.models import Campaign
from campaigns.web.language import ready_made
from encounters.models import Encounter
from encounters.subjects import gathered
from rules.core.errors import Refused, Unreadable
from rules.core.text import _
from sheets.models import Character

SAMPLE, CHARACTER = "sample", "character"
MOST_NAMED = 4
_COUNTED = re.compile(r"\s*(\d{1,4})(?:\s*[x×*]\s*|\s+|$)(.*)", re.IGNORECASE | re.DOTALL | re.ASCII)


@dataclass(frozen=True)
class Entry:
    """One thing to add: its key as a form sends it, its name, and where it comes from."""

    key: str
    name: str
    kind: str

    @property
    def token(self) -> str:
        return self.key.partition(":")[2]

    @property
    def single(self) -> bool:
        return self.kind == Character.Kind.PC


def entries(campaign: Campaign) -> list[Entry]:
    """Everything there is, by name: ready-made sheets (kind ``sample``), then characters by their kind."""
    ready = [
        Entry(f"{SAMPLE}:{key}", str(row["data"].get("name", key)), SAMPLE)
        for key, row in ready_made(campaign.game).items()
    ]
    copies = copied(campaign)
    known = Character.objects.filter(campaign=campaign).only("token", "name", "kind")
    saved = [
        Entry(f"{CHARACTER}:{character.token}", character.name, character.kind)
        for character in known
        if character.token not in copies
    ]
    names = {entry.name for entry in ready}
    # Who stands there under a name of the bestiary comes last, so that no name is there twice in a row.
    return sorted((*ready, *saved), key=lambda entry: (entry.kind != SAMPLE and entry.name in names, plain(entry.name)))


def _matching(known: Iterable[Entry], wanted: list[str]) -> list[Entry]:
    names = [(plain(entry.name), entry) for entry in known]
    exact = [entry for name, entry in names if name == " ".join(wanted)]
    return exact or [entry for name, entry in names if all(word in name for word in wanted)]


def one(campaign: Campaign, words: str) -> Entry:
    """The entry that a search means: the name itself, else the only one that holds every word.

    Raises ``Unreadable`` for nothing and ``Refused`` for several, naming some.
    """
    wanted = plain(words).split()
    if not wanted:
        raise Unreadable(_("Say who is to take part."), "what")
    result = _matching(entries(campaign), wanted)
    if not result:
        raise Unreadable(_("Nobody is called “%(name)s”.", name=words.strip()[:60]), "what")
    if len({plain(entry.name) for entry in result}) == 1:  # one name, whether from the bestiary or met before
        return min(result, key=lambda entry: entry.kind != SAMPLE)
    if len(result) > 1:
        names = tuple(_("%(name)s", name=entry.name) for entry in result[:MOST_NAMED])
        raise Refused(_("Which one? %(names)s", names=names), "what")
    return result[0]


def counted(text: str) -> tuple[int | None, str]:
    """A number of them in front, as ``4x guard``, ``4 guard`` or ``4×guard``, and what follows."""
    match = _COUNTED.fullmatch(text)
    return (int(match[1]), match[2].strip()) if match else (None, text.strip())


def copied(campaign: Campaign) -> frozenset[str]:
    known = Encounter.objects.filter(campaign=campaign, kind=Encounter.Kind.FIGHT)
    rows = (row for encounter in known for row in gathered(encounter.state).values())
    return frozenset(row["character"] for row in rows if row.get("copy"))


def plain(text: str) -> str:
    """A name as it is searched: small letters without accents, single spaces."""
    bare = "".join(name for name in unicodedata.normalize("NFD", text) if not unicodedata.combining(name))
    return " ".join(bare.lower().split())
