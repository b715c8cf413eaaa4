"""The story of a table as one circle may tell it: what stands, oldest first, a chapter for each fight or evening."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext

from campaigns.models import Campaign, Seat
from campaigns.web.language import say
from encounters import roster
from encounters.log import edits, story, takeaways
from encounters.log import entries as log_entries
from encounters.log import rows as log_rows
from encounters.log.edits import Edits, Sentence
from encounters.log.entries import Entry
from encounters.models import Encounter
from encounters.party import notes
from rules.views.viewers import Viewer
from sheets.models import Character


@dataclass
class Chapter:
    """A fight under its name, or what was tried between two of them; ``last`` is where a sentence may be added."""

    title: str
    day: str
    lines: list[dict[str, Any]] = field(default_factory=list)
    encounter: str = ""
    state: str = ""
    last: str = ""
    sentences: tuple[Sentence, ...] = ()

    @property
    def keys(self) -> set[str]:
        """The sentences and lines of this chapter that an edit may be about."""
        return {self.last, *(sentence.key for sentence in self.sentences)}


@dataclass(frozen=True)
class Own:
    """A player's takeaway of one character: wounds to treat, numbers to look after."""

    name: str
    token: str
    wounds: tuple[str, ...]
    numbers: tuple[str, ...]


@dataclass(frozen=True)
class Evening:
    """The last evening at a glance: its extreme tests, who was harmed, its dice."""

    points: tuple[tuple[str, str], ...]
    wounded: tuple[story.Wounded, ...]
    dice: story.Strip | None


@dataclass(frozen=True)
class Recap:
    """The recap: what happened, how everybody is by now, and a player's own part."""

    title: str
    chapters: tuple[Chapter, ...]
    people: tuple[tuple[str, str], ...]
    own: tuple[Own, ...] = ()
    evening: Evening | None = None
    notes: tuple[dict[str, Any], ...] = ()

    def markdown(self) -> str:
        parts = [f"# {_plain(self.title)}"]
        for chapter in self.chapters:
            parts.append(f"## {_plain(chapter.title)}\n\n*{chapter.day}*")
            parts += [_plain(sentence.text) for sentence in chapter.sentences]
            parts.append("\n".join(_bullet(line) for line in chapter.lines))
        if self.people:
            stand = "\n".join(f"- **{_plain(name)}** — {_plain(state)}" for name, state in self.people)
            parts.append(f"## {_('How everybody is')}\n\n{stand}")
        for owned in self.own:
            rows = "\n".join(f"- {_plain(row)}" for row in (*owned.wounds, *owned.numbers))
            parts.append(f"## {_plain(owned.name)}\n\n{rows}")
        for note in self.notes:
            apart = "" if note["open"] else " · " + _("not for the whole table")
            heading = _("Notes") + f", {note['day']}{apart}"
            parts.append(f"## {heading}\n\n{note['text']}")
        return "\n\n".join(parts) + "\n"

    def plain(self) -> dict[str, Any]:
        """The recap as JSON for programs, with its ``format`` and ``version``; it holds no more than the page."""
        keys = ("iso", "who", "text", "results", "effects", "real")
        return {
            "format": "tablee-recap",
            "version": 1,
            "title": self.title,
            "chapters": [
                {
                    "title": chapter.title,
                    "day": chapter.day,
                    "sentences": [sentence.text for sentence in chapter.sentences],
                    "lines": [
                        {**{key: line[key] for key in keys}, "private": bool(line["private"])} for line in chapter.lines
                    ],
                }
                for chapter in self.chapters
            ],
            "people": [{"name": name, "state": state} for name, state in self.people],
            "own": [
                {"name": owned.name, "wounds": list(owned.wounds), "numbers": list(owned.numbers)} for owned in self.own
            ],
            "notes": [{"day": note["day"], "private": not note["open"], "text": note["text"]} for note in self.notes],
        }


def of(seat: Seat, *, for_table: bool = False, reader: Seat | None = None) -> Recap:
    """The story for a seat; a game master may ask for the one of the whole table, or of a ``reader`` there."""
    if seat.is_gm and reader is not None:
        # A player's own notes are for that player alone.
        return replace(of(reader), notes=_notes(seat.campaign, "table"))
    open_to_all = for_table and seat.is_gm
    circle = "table" if open_to_all else seat.circle
    viewer = Viewer("table") if open_to_all else roster.viewer_of(seat)
    entries = _entries(seat.campaign, circle, viewer)
    chapters = tuple(_chapters(seat.campaign, entries, edits.of(seat.campaign, gm=circle == "gm")))
    people = tuple(_people(seat.campaign, viewer))
    own = () if seat.is_gm else tuple(_own(seat))
    return Recap(
        seat.campaign.name,
        chapters,
        people,
        own,
        _evening(seat.campaign, entries, people),
        _notes(seat.campaign, circle),
    )


def of_table(campaign: Campaign) -> tuple[Chapter, ...]:
    """The chapters alone, as the whole table reads them."""
    entries = _entries(campaign, "table", Viewer("table"))
    return tuple(_chapters(campaign, entries, edits.of(campaign, gm=False)))


def _entries(campaign: Campaign, circle: str, viewer: Viewer) -> list[Entry]:
    known = log_entries.not_undone(campaign, circle, viewer)
    # What was done to sheets alone is no story, nor is what its editor wrote.
    entries = [entry for entry in known if entry.event.encounter]
    entries.sort(key=lambda entry: entry.event.created)  # what a correction did again keeps its hour, and stands there
    return entries


def _notes(campaign: Campaign, circle: str) -> tuple[dict[str, Any], ...]:
    return tuple(notes.note_row(note) for note in reversed(notes.read_by(campaign, circle)))


def _chapters(campaign: Campaign, entries: Iterable[Entry], written: Edits) -> Iterator[Chapter]:
    fights = {fight.token: fight for fight in Encounter.objects.filter(campaign=campaign, kind=Encounter.Kind.FIGHT)}
    names = {token: fight.name for token, fight in fights.items()}
    rounds: dict[str, int] = {}
    for (day, name), group in groupby(entries, lambda entry: (_day(entry), names.get(entry.event.encounter, ""))):
        lines = list(group)
        fight = fights.get(lines[0].event.encounter)
        token = fight.token if fight else ""
        sentences = story.sentences(campaign.system, lines, written, rounds.get(token, 0) if fight else None)
        rounds[token] = story.rounds_of(lines, rounds.get(token, 0))[-1]
        state = _state(fight, campaign.system.rounds.word) if fight else ""
        shown = [_line(entry) for entry in lines]
        yield Chapter(name or _("Between fights"), day, shown, token, state, lines[-1].event.token, sentences)


def _state(fight: Encounter, word: str) -> str:
    number = int(fight.state.get("round", 0))
    if not number:
        return ""
    counted = (
        npgettext("round", "%(count)s round", "%(count)s rounds", number)
        if word
        else ngettext("%(count)s round", "%(count)s rounds", number)
    )
    words = {Encounter.Status.ENDED: _("over after %(rounds)s"), Encounter.Status.PAUSED: _("paused, %(rounds)s")}
    return words.get(Encounter.Status(fight.status), _("going on, %(rounds)s")) % {
        "rounds": counted % {"count": number}
    }


def _evening(campaign: Campaign, entries: list[Entry], people: Iterable[tuple[str, str]]) -> Evening | None:
    if not entries:
        return None
    lines, names = story.evening(entries), [name for name, _state in people]
    system = campaign.system
    return Evening(story.high_points(lines), story.wounds(system, lines, names), story.dice(system, lines))


def _line(entry: Entry) -> dict[str, Any]:
    row = log_rows.row(entry)
    return {key: row[key] for key in ("time", "iso", "who", "text", "results", "effects", "real", "private")}


def _people(campaign: Campaign, viewer: Viewer) -> Iterator[tuple[str, str]]:
    system, settings = campaign.system, campaign.settings
    for character in roster.played(campaign):
        if character.kind != Character.Kind.PC:
            continue
        if viewer.knows(character.token):
            state = roster.state(system, character.data, settings)
            yield character.name, " · ".join(filter(None, (state["word"], state["place"])))
        else:
            yield character.name, roster.capital(say(system.health(character.data, settings).label))


def _own(seat: Seat) -> Iterator[Own]:
    system, settings = seat.campaign.system, seat.campaign.settings
    for character in roster.played(seat.campaign):
        if character.owner_id != seat.pk:
            continue
        rows = roster.numbers(system, character.data, settings)
        numbers = tuple(f"{row['label']} {row['value']}{row['note']}" for row in rows)
        yield Own(character.name, character.token, takeaways.wounds(character), numbers)


def _day(entry: Entry) -> str:
    return formats.date_format(timezone.localtime(entry.event.created), "l j F Y")


def _bullet(line: dict[str, Any]) -> str:
    who = f"**{_plain(line['who'])}** · " if line["who"] else ""
    rest = "".join(f"\n  - {_plain(other)}" for other in (*line["results"], *line["effects"]))
    return f"- {line['time']} {who}{_plain(line['text'])}{rest}"


def _plain(text: str) -> str:
    return "".join(f"\\{name}" if name in "\\`*_[]<>#|" else name for name in text.replace("\n", " "))
