"""The recap of a table as one circle may read it: oldest first, a chapter for each fight or session."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import accumulate, groupby
from operator import itemgetter
from typing import Any

from django.utils import formats, timezone
from django.utils.translation import gettext as _

from campaigns.models import Campaign, Seat
from campaigns.web.language import capitalize, join_dotted, say
from encounters import roster
from encounters.fight import snapshot
from encounters.log import entries as log_entries
from encounters.log import round_words, takeaways
from encounters.log import rows as log_rows
from encounters.log.entries import Entry
from encounters.log.round_words import RoundWords
from encounters.models import Encounter
from encounters.party import notes
from encounters.story import edits, histogram, selection, wounds
from encounters.story.edits import Edits, Sentence
from rules.views.viewers import Viewer
from sheets.models import Character


@dataclass
class Chapter:
    """A fight under its name, or the tests between two fights; sentences can be added after the line ``last``."""

    title: str
    day: str
    lines: list[dict[str, Any]] = field(default_factory=list)
    encounter: str = ""
    state: str = ""
    last: str = ""
    sentences: tuple[Sentence, ...] = ()

    @property
    def keys(self) -> set[str]:
        """The tokens of the sentences and lines in this chapter that may be edited."""
        return {self.last, *(sentence.key for sentence in self.sentences)}

    def to_plain(self) -> dict[str, Any]:
        keys = ("iso", "who", "text", "results", "effects", "real")
        return {
            "title": self.title,
            "day": self.day,
            "sentences": [sentence.text for sentence in self.sentences],
            "lines": [{**{key: line[key] for key in keys}, "private": bool(line["private"])} for line in self.lines],
        }


@dataclass(frozen=True)
class OwnCharacter:
    """A player's own character after a session: dead, or with wounds to treat and numbers to watch."""

    name: str
    token: str
    lost: str
    wounds: tuple[str, ...]
    numbers: tuple[str, ...]


@dataclass(frozen=True)
class Evening:
    """The last session at a glance: critical results, the wounded, and the dice."""

    points: tuple[tuple[str, str], ...]
    wounded: tuple[wounds.Wounds, ...]
    dice: histogram.Histogram | None


@dataclass(frozen=True)
class Recap:
    """The recap: the chapters, everybody's present state, and the reader's own characters."""

    title: str
    chapters: tuple[Chapter, ...]
    people: tuple[tuple[str, str], ...]
    own: tuple[OwnCharacter, ...] = ()
    evening: Evening | None = None
    notes: tuple[dict[str, Any], ...] = ()

    def to_markdown(self) -> str:
        parts = [f"# {_escape_markdown(self.title)}"]
        for chapter in self.chapters:
            parts.append(f"## {_escape_markdown(chapter.title)}\n\n*{chapter.day}*")
            parts += [_escape_markdown(sentence.text) for sentence in chapter.sentences]
            parts.append("\n".join(_format_bullet(line) for line in chapter.lines))
        if self.people:
            states = "\n".join(
                f"- **{_escape_markdown(name)}** — {_escape_markdown(state)}" for name, state in self.people
            )
            parts.append(f"## {_('Condition of the characters')}\n\n{states}")
        for owned in self.own:
            rows = "\n".join(
                f"- {_escape_markdown(row)}" for row in filter(None, (owned.lost, *owned.wounds, *owned.numbers))
            )
            parts.append(f"## {_escape_markdown(owned.name)}\n\n{rows}")
        for note in self.notes:
            suffix = "" if note["open"] else " · " + _("not for the whole table")
            heading = _("Notes") + f", {note['day']}{suffix}"
            parts.append(f"## {heading}\n\n{note['text']}")
        return "\n\n".join(parts) + "\n"

    def to_plain(self) -> dict[str, Any]:
        """The recap as JSON for programs, with its ``format`` and ``version``; the same content as the page."""
        return {
            "format": "tablee-recap",
            "version": 1,
            "title": self.title,
            "chapters": [chapter.to_plain() for chapter in self.chapters],
            "people": [{"name": name, "state": state} for name, state in self.people],
            "own": [
                {"name": owned.name, "wounds": list(owned.wounds), "numbers": list(owned.numbers)} for owned in self.own
            ],
            "notes": [{"day": note["day"], "private": not note["open"], "text": note["text"]} for note in self.notes],
        }


def recap_for(seat: Seat, *, for_table: bool = False, reader: Seat | None = None) -> Recap:
    """The recap for a seat; a game master may ask for the whole table's, or for that of another ``reader``."""
    if seat.is_gm and reader is not None:
        # A player's own notes are for that player alone.
        return replace(recap_for(reader), notes=_notes(seat.campaign, "table"))
    open_to_all = for_table and seat.is_gm
    circle = "table" if open_to_all else seat.circle
    viewer = Viewer("table") if open_to_all else roster.viewer_of(seat)
    entries = _entries(seat.campaign, circle, viewer)
    edits_made = edits.edits_of(seat.campaign, gm=circle == "gm")
    chapters = tuple(_chapters(seat.campaign, entries, edits_made))
    keys = {sentence.key for chapter in chapters for sentence in chapter.sentences}
    people = tuple(_people_states(seat.campaign, viewer))
    own = () if seat.is_gm else tuple(_own_takeaways(seat))
    return Recap(
        seat.campaign.name,
        chapters,
        people,
        own,
        _evening_at_a_glance(seat.campaign, selection.evening(entries), edits_made, keys, people),
        _notes(seat.campaign, circle),
    )


def chapters_for_table(campaign: Campaign) -> tuple[Chapter, ...]:
    """The chapters alone, as the whole table reads them."""
    entries = _entries(campaign, "table", Viewer("table"))
    return tuple(_chapters(campaign, entries, edits.edits_of(campaign, gm=False)))


def _entries(campaign: Campaign, circle: str, viewer: Viewer) -> list[Entry]:
    standing = log_entries.standing_entries(campaign, circle, viewer)
    # Edits of a sheet are part of the story only if somebody fell by them, and the calendar as days pass.
    passing = log_entries.PASSING
    entries = [entry for entry in standing if entry.event.encounter or entry.line.fallen or entry.event.kind in passing]
    entries.sort(key=lambda entry: entry.event.created)  # a replayed line keeps its time, and place in the story
    return entries


def _notes(campaign: Campaign, circle: str) -> tuple[dict[str, Any], ...]:
    return tuple(notes.note_row(note) for note in reversed(notes.notes_for(campaign, circle)))


def _chapters(campaign: Campaign, entries: Iterable[Entry], edits_made: Edits) -> Iterator[Chapter]:
    chapters = _divide(campaign, entries, edits_made)
    return (chapter for chapter in chapters if chapter.encounter or chapter.sentences)


def _divide(campaign: Campaign, entries: Iterable[Entry], edits_made: Edits) -> Iterator[Chapter]:
    fights = {fight.token: fight for fight in Encounter.objects.filter(campaign=campaign, kind=Encounter.Kind.FIGHT)}
    names = {token: fight.name for token, fight in fights.items()}
    rounds: dict[str, int] = {}
    rows = list(entries)
    placed = zip(_place_entries(rows, names), rows, strict=True)
    for (day, name), group in groupby(placed, key=itemgetter(0)):
        lines = [entry for _place, entry in group]
        fight = next((fights[entry.event.encounter] for entry in lines if entry.event.encounter in fights), None)
        token = fight.token if fight else ""
        sentences = selection.sentences(campaign.system, lines, edits_made, rounds.get(token, 0) if fight else None)
        rounds[token] = selection.rounds_of(lines, rounds.get(token, 0))[-1]
        state = _fight_state(fight, round_words.words_of(campaign.system)) if fight else ""
        shown = [_line_row(entry) for entry in lines]
        yield Chapter(name or _("Between fights"), day, shown, token, state, lines[-1].event.token, sentences)


def _place_entries(entries: Iterable[Entry], names: Mapping[str, str]) -> list[tuple[str, str]]:
    """The day of each entry and its fight, if any. Tests requested during a fight belong to that fight."""
    places = [(_format_day(entry), names.get(_fight_of(entry), "")) for entry in entries]
    before, after = list(accumulate(places, _keep_fight)), list(accumulate(reversed(places), _keep_fight))[::-1]
    return [earlier if earlier == later else here for here, earlier, later in zip(places, before, after, strict=True)]


def _fight_of(entry: Entry) -> str:
    return entry.event.encounter or str(entry.event.payload.get("fight", ""))


def _keep_fight(place: tuple[str, str], here: tuple[str, str]) -> tuple[str, str]:
    return here if here[1] or here[0] != place[0] else place


def _fight_state(fight: Encounter, words: RoundWords) -> str:
    number = int(fight.state.get("round", 0))
    if not number:
        return ""
    states = {Encounter.Status.ENDED: _("over after %(rounds)s"), Encounter.Status.PAUSED: _("paused, %(rounds)s")}
    return states.get(Encounter.Status(fight.status), _("going on, %(rounds)s")) % {"rounds": words.counted(number)}


def _evening_at_a_glance(
    campaign: Campaign, lines: list[Entry], edits_made: Edits, keys: Collection[str], people: Iterable[tuple[str, str]]
) -> Evening | None:
    if not lines:
        return None
    system, names = campaign.system, [name for name, _state in people]
    points = selection.high_points(system, lines, edits_made, keys)
    return Evening(points, wounds.worst_wounds(system, lines, names), histogram.histogram_of(system, lines))


def _line_row(entry: Entry) -> dict[str, Any]:
    row = log_rows.entry_row(entry)
    return {key: row[key] for key in ("time", "iso", "who", "text", "results", "effects", "real", "private")}


def _people_states(campaign: Campaign, viewer: Viewer) -> Iterator[tuple[str, str]]:
    """The player characters with their health; in a fight those whom everybody sees there, and the viewer's own."""
    system, settings, seen = campaign.system, campaign.settings, snapshot.find_seen(campaign)
    for character in roster.played_characters(campaign):
        if character.kind != Character.Kind.PC:
            continue
        if viewer.knows(character.token):
            state = roster.health_in_full(system, character.data, settings)
            yield character.name, join_dotted(state["word"], state["place"], *roster.lasting_states(character))
        elif seen is None or character.token in seen:
            yield character.name, capitalize(say(system.health(character.data, settings).label))


def _own_takeaways(seat: Seat) -> Iterator[OwnCharacter]:
    for character in roster.played_characters(seat.campaign):
        if character.owner_id != seat.pk:
            continue
        final, wounds = roster.final_state(character), takeaways.wound_words(character)
        yield OwnCharacter(character.name, character.token, final, wounds, takeaways.number_words(character))


def _format_day(entry: Entry) -> str:
    return formats.date_format(timezone.localtime(entry.event.created), "l j F Y")


def _format_bullet(line: dict[str, Any]) -> str:
    who = f"**{_escape_markdown(line['who'])}** · " if line["who"] else ""
    rest = "".join(f"\n  - {_escape_markdown(other)}" for other in (*line["results"], *line["effects"]))
    return f"- {line['time']} {who}{_escape_markdown(line['text'])}{rest}"


def _escape_markdown(text: str) -> str:
    return "".join(f"\\{name}" if name in "\\`*_[]<>#|" else name for name in text.replace("\n", " "))
