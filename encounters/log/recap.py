"""The story of a table as one circle may tell it: what stands, oldest first, a chapter for each fight or evening."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from django.utils import formats, timezone
from django.utils.translation import gettext as _

from campaigns.models import Campaign, Seat
from campaigns.web.language import say
from encounters import roster
from encounters.log import entries as log_entries
from encounters.log import rows as log_rows
from encounters.log import takeaways, unseen_hits
from encounters.log.entries import Entry
from encounters.models import Encounter
from rules.core.check import Level
from rules.views.viewers import Viewer
from sheets.models import Character

MOST_POINTS = 5


@dataclass
class Chapter:
    """A fight under its name, or what was tried between two of them."""

    title: str
    day: str
    lines: list[dict[str, Any]] = field(default_factory=list)
    encounter: str = ""
    points: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Own:
    """A player's takeaway of one character: wounds to treat, numbers to look after."""

    name: str
    token: str
    wounds: tuple[str, ...]
    numbers: tuple[str, ...]


@dataclass(frozen=True)
class Recap:
    """The recap: what happened, how everybody is by now, and a player's own part."""

    title: str
    chapters: tuple[Chapter, ...]
    people: tuple[tuple[str, str], ...]
    own: tuple[Own, ...] = ()

    def markdown(self) -> str:
        parts = [f"# {_plain(self.title)}"]
        for chapter in self.chapters:
            parts.append(f"## {_plain(chapter.title)}\n\n*{chapter.day}*")
            parts.append("\n".join(_bullet(line) for line in chapter.lines))
        if self.people:
            stand = "\n".join(f"- **{_plain(name)}** — {_plain(state)}" for name, state in self.people)
            parts.append(f"## {_('How everybody is')}\n\n{stand}")
        for owned in self.own:
            rows = "\n".join(f"- {_plain(row)}" for row in (*owned.wounds, *owned.numbers))
            parts.append(f"## {_plain(owned.name)}\n\n{rows}")
        return "\n\n".join(parts) + "\n"

    def plain(self) -> dict[str, Any]:
        """The same for programs: ``format`` and ``version`` say what it is; it says no more than the page does."""
        keys = ("iso", "who", "text", "results", "effects", "real")
        return {
            "format": "tablee-recap",
            "version": 1,
            "title": self.title,
            "chapters": [
                {
                    "title": chapter.title,
                    "day": chapter.day,
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
        }


def of(seat: Seat, *, for_table: bool = False) -> Recap:
    """The story for a seat; a game master may ask for the one the whole table may read."""
    open_to_all = for_table and seat.is_gm
    circle = "table" if open_to_all else seat.circle
    viewer = Viewer("table") if open_to_all else roster.viewer_of(seat)
    entries = log_entries.standing(seat.campaign, circle, viewer)
    chapters = tuple(_chapters(seat.campaign, entries))
    own = () if seat.is_gm else tuple(_own(seat))
    return Recap(seat.campaign.name, chapters, tuple(_people(seat.campaign, viewer)), own)


def _chapters(campaign: Campaign, entries: Iterable[Entry]) -> Iterator[Chapter]:
    fights = dict(Encounter.objects.filter(campaign=campaign, kind=Encounter.Kind.FIGHT).values_list("token", "name"))
    lines = [entry for entry in entries if entry.event.encounter]  # what was done to sheets alone is no story
    lines.sort(key=lambda entry: entry.event.created)  # what a correction did again keeps its hour, and stands there
    for (day, name), group in groupby(lines, lambda entry: (_day(entry), fights.get(entry.event.encounter, ""))):
        chapter = list(group)
        fight = chapter[0].event.encounter if name else ""
        yield Chapter(name or _("Between fights"), day, [_line(entry) for entry in chapter], fight, _points(chapter))


def _points(entries: list[Entry]) -> list[str]:
    weighed = sorted(((_weight(entry), -number) for number, entry in enumerate(entries)), reverse=True)
    kept = sorted(-number for weight, number in weighed[:MOST_POINTS] if weight)
    return [_sentence(entries[number]) for number in kept]


def _weight(entry: Entry) -> int:
    extreme = sum(result.level in (Level.CRITICAL, Level.FUMBLE) for result in entry.line.results)
    return 2 * extreme + len(entry.line.effects) if entry.line.results or entry.event.kind == unseen_hits.KIND else 0


def _sentence(entry: Entry) -> str:
    line = entry.line
    who, what = say(line.who) if line.who else "", say(line.text)
    begun = what if not who or who in what else f"{who} · {what}"
    verdict = say(line.results[0].text) if line.results and line.results[0].text else ""
    felt, _left = log_rows.from_afar(line)
    begun = _("%(what)s: %(result)s") % {"what": begun, "result": verdict} if verdict else begun
    return ". ".join((roster.capital(begun), *felt)) + "."


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
