"""A game master's edits of the story: replace a sentence, leave one out, or add one beside a line.

An edit is an event without changes, so undoing it restores the former sentence. An edit made in the whole table's
version of the story is for everybody, any other for game masters alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from campaigns.journal import journal
from campaigns.journal.journal import Pen
from campaigns.models import Campaign, Event
from campaigns.seats.access import check_gm
from encounters.log import entries
from rules.character.sheet import Field
from rules.core.errors import Refused
from rules.core.json_codec import from_json, to_json
from rules.core.scene import Event as SceneEvent
from rules.core.text import _

KIND = "story_written"
TEXT = Field("text", _("Sentence of the story"), "text", most=400)


@dataclass(frozen=True)
class Sentence:
    """One sentence of the story; ``key`` is the token of its event, ``round`` is 0 between fights."""

    key: str
    text: str
    round: int = 0
    star: bool = False
    private: bool = False
    edited: bool = False
    own: bool = False


@dataclass(frozen=True)
class Edits:
    """The game master's edits that are not undone, as one reader may see them."""

    texts: dict[str, str] = field(default_factory=dict)
    own: dict[str, list[Sentence]] = field(default_factory=dict)

    def replacement(self, key: str) -> str | None:
        """The text in place of a sentence, empty if it was removed; ``None`` if it was not edited."""
        return self.texts.get(key)

    def sentences_after(self, key: str) -> list[Sentence]:
        rows = self.own.get(key, [])
        return [replace(row, text=self.texts.get(row.key, row.text)) for row in rows]


def edits_of(campaign: Campaign, *, gm: bool) -> Edits:
    """The edits of a table, as game masters or as the whole table read them."""
    rows = Event.objects.filter(campaign=campaign, kind=KIND, undoes=None).order_by("seq")
    rows = rows if gm else rows.filter(audience="table")
    gone = entries.undone_ids(campaign) if rows else ()
    standing = [row for row in rows if row.pk not in gone]
    result = Edits()
    for row in sorted(standing, key=lambda row: row.audience == "gm"):  # private edits come last and win
        about, text = row.payload["about"], _text_of(row.payload)
        if row.payload.get("beside"):
            own = Sentence(row.token, text, private=row.audience == "gm", own=True)
            result.own.setdefault(about, []).append(own)
        elif row.payload.get("restored"):
            result.texts.pop(about, None)
        else:
            result.texts[about] = text
    return result


@journal.command
def write_edit(
    pen: Pen, *, about: str, known: Iterable[str], text: str, how: str = "", for_table: bool = False
) -> None:
    """Replace a sentence; ``how`` may be ``beside``, to add one after a line, or ``restored``, to drop an edit.

    An empty text removes the sentence. Raises ``Refused`` for anybody but a game master, and for a line that is not in
    the story (``known``).
    """
    check_gm(pen.seat, _("Only the game master edits the story."))
    if about not in set(known):
        raise Refused(_("This sentence is no longer in the story."), "text")
    clean = TEXT.read(text)
    if how == "beside" and not clean:
        raise Refused(_("Write the sentence first."), "text")
    line = to_json(_("The story is edited: %(text)s", text=clean or "…"))
    placement = {how: True} if how in ("beside", "restored") else {}
    payload: dict[str, Any] = {"about": about, "told": {"gm": line}, **placement}
    pen.record(
        SceneEvent(KIND, pen.seat.token, "", (), "table" if for_table else "gm", {**payload, "empty": not clean})
    )


def _text_of(payload: dict[str, Any]) -> str:
    sentence = from_json(payload["told"]["gm"])
    return "" if payload.get("empty") else str(dict(sentence.params)["text"])
