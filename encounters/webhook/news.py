"""The messages of a webhook about events, in words that the shared screen may show."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from campaigns.models import Event
from campaigns.web.language import say, speaking
from encounters.log import dice_words, entries
from encounters.log import rows as log_rows
from encounters.log.entries import Entry, Told
from encounters.models import Encounter, Webhook
from encounters.story import edits, recap
from rules.views.journal import Result
from rules.views.viewers import Viewer

VERSION = "1"
CIRCLE = "table"  # the circle of a shared screen
ROLL, LINE, UNDONE, REDONE, CHAPTER, PING = "roll", "line", "undone", "redone", "chapter", "ping"
Message = dict[str, Any]


def messages_since(hook: Webhook, upto: int) -> Iterator[tuple[int, str]]:
    """The messages on events after the webhook's last one until ``upto``, oldest first, each with its number."""
    with speaking(hook.language):
        lines = entries.lines_between(hook.campaign, CIRCLE, Viewer(CIRCLE), hook.seq, upto)
        rows = {event.pk: (event, line, act) for event, line, act in lines}
        for event in _events(hook, upto):
            for message in _messages_of(hook, event, rows.get(event.pk)):
                yield event.seq, _format_body(hook, message)


def ping_body(hook: Webhook) -> str:
    """A test message, which only shows that the address works."""
    with speaking(hook.language):
        return _format_body(hook, {"kind": PING, "text": _("Tablée reaches this address.")})


def _format_body(hook: Webhook, message: Message) -> str:
    table = {"name": hook.campaign.name, "game": hook.campaign.game}
    return json.dumps({"version": VERSION, "table": table, **message}, ensure_ascii=False)


def _events(hook: Webhook, upto: int) -> Iterator[Event]:
    events = Event.objects.filter(campaign=hook.campaign, audience=CIRCLE, seq__gt=hook.seq, seq__lte=upto)
    yield from events.select_related("undoes__command", "undoes__undoes__command").order_by("seq")


def _messages_of(hook: Webhook, event: Event, line: Told | None) -> Iterator[Message]:
    if event.undoes is not None:
        again = event.undoes.undoes
        of_whom = event.undoes if again is None else again
        if _was_told(hook, of_whom):
            yield {"kind": UNDONE if again is None else REDONE, "id": event.token, "of": of_whom.token}
    elif line is not None and _wants(hook, line):
        yield _line_message(hook, Entry(*line))
    if hook.story:
        yield from _chapter_messages(hook, event)


def _wants(hook: Webhook, message: Told) -> bool:
    _event, line, _act = message
    return hook.rolls if line.results else hook.story


def _was_told(hook: Webhook, event: Event) -> bool:
    """True if an event has a line of its own; of an exchange that began and ended in one command, only the end has."""
    act = event.command
    lines = entries.lines_between(hook.campaign, CIRCLE, Viewer(CIRCLE), act.first_seq - 1, act.last_seq)
    return any(line[0].pk == event.pk and _wants(hook, line) for line in lines)


def _line_message(hook: Webhook, entry: Entry) -> Message:
    row = log_rows.entry_row(entry)
    return {
        "kind": ROLL if entry.line.results else LINE,
        "id": row["token"],
        "at": row["iso"],
        "encounter": _fight_name(hook, entry.event.encounter),
        "who": row["who"],
        "text": say(entry.line.text),
        "results": [_result_row(result) for result in entry.line.results],
        "effects": row["effects"],
    }


def _result_row(result: Result) -> Message:
    row = dice_words.result_row(result)
    outcome = {"outcome": row["kind"], "words": row["word"], "total": row["total"], "real": row["real"]}
    return {"who": row["who"], "what": row["what"], "faces": list(row["faces"]), **outcome}


def _fight_name(hook: Webhook, encounter: str) -> str:
    fights = Encounter.objects.filter(campaign=hook.campaign, token=encounter, kind=Encounter.Kind.FIGHT)
    return next((str(fight.name) for fight in fights), "")


def _chapter_messages(hook: Webhook, event: Event) -> Iterator[Message]:
    """The chapters of the fight that this event ended, or whose sentences it edited."""
    fight = _fight_ended(event) or _fight_edited(hook, event)
    if not fight:
        return
    days = [chapter for chapter in recap.chapters_for_table(hook.campaign) if chapter.encounter == fight]
    for chapter in days:
        sentences = [sentence.text for sentence in chapter.sentences]
        yield {"kind": CHAPTER, "id": event.token, "title": chapter.title, "day": chapter.day, "sentences": sentences}


def _fight_ended(event: Event) -> str:
    changed = {(change.subject, change.path): change.after for change in event.written}
    over = changed.get((f"encounter:{event.encounter}", "meta.status")) == Encounter.Status.ENDED
    return event.encounter if over else ""


def _fight_edited(hook: Webhook, event: Event) -> str:
    if event.kind != edits.KIND:
        return ""
    about = Event.objects.filter(campaign=hook.campaign, token=event.payload.get("about", ""))
    fight = next((line.encounter for line in about), "")
    return fight if _fight_name(hook, fight) else ""
