"""Sentences of whole acts: in the toast after them, where they are undone, and for readers of one line."""

from __future__ import annotations

from typing import Any

from campaigns.journal import event_cache
from campaigns.journal.journal import Receipt
from campaigns.live.regions import View
from campaigns.models import Command, Seat
from campaigns.web.language import gettext as _
from campaigns.web.language import join_dotted, say
from encounters import roster
from encounters.log import dice_words, effect_words
from rules.views import journal
from rules.views.journal import Line

OPENS = "open_"  # the kinds of events that begin an exchange


def sentence(line: Line) -> str:
    what, results = (
        say(line.text),
        list(filter(None, (dice_words.result_words(result, line) for result in line.results))),
    )
    return _("%(what)s: %(result)s") % {"what": what, "result": _("; ").join(results)} if results else what


def outcome_sentence(seat: Seat, done: Receipt) -> str:
    """The outcome of a command for its seat; empty while an exchange still waits."""
    all_lines = lines_of_command(seat, done)
    result_line = next((line for line in all_lines if line.results), None)
    if result_line is not None:
        return _verdict_sentence(result_line)
    effect_line = next((line for line in reversed(all_lines) if line.effects), None)
    return _("; ").join(effect_words.effect_sentences(effect_line)) if effect_line else ""


def outcome_toast(seat: Seat, done: Receipt) -> dict[str, Any]:
    """The toast of a command for ``commands.respond``: its outcome, or a brief notice if answers are still awaited."""
    words = outcome_sentence(seat, done)
    return {"toast": words or _("Noted. Another answer is needed before the result."), "brief": not words}


def _verdict_sentence(line: Line) -> str:
    if line.won is not None:
        return dice_words.ended_sentence(line.won, line)
    first = line.results[0]
    if len(line.results) > 1 or first.text is None:
        return full_line(line)
    faces = dice_words.faces_words(first)
    return join_dotted(say(first.text), actor_name(line), say(line.text), faces)


def newest_sentence(seat: Seat, done: Receipt) -> str:
    newest = _told_events(seat, done)[-1:]
    return act_sentence(*newest[0]) if newest else ""


def act_sentence(kind: str, line: Line) -> str:
    """An act in one line: its verdict, or what came of it for the one its title names, else the title."""
    if line.won is not None:
        return dice_words.ended_sentence(line.won, line)
    about = {say(who) for who, _text in line.effects}
    begins = kind.startswith(OPENS)
    is_told = not line.results and len(about) == 1 and about.pop() in say(line.text)
    return _("; ").join(effect_words.effect_sentences(line)) if is_told and not begins else full_line(line)


def past_sentence(seat: Seat, command: Command) -> str:
    """The sentence of an earlier act for a seat; empty if it may not read it."""
    return newest_sentence(seat, Receipt(command, again=True))


def lines_of_command(seat: Seat, done: Receipt) -> list[Line]:
    return [line for _kind, line in _told_events(seat, done)]


def _told_events(seat: Seat, done: Receipt) -> list[tuple[str, Line]]:
    # What another process has just done is not yet known to a seat that was read before.
    campaign = seat.campaign if done.command is None else done.command.campaign
    events = event_cache.events_of(campaign, done.command) if done.again and done.command else done.events
    viewer = roster.viewer(View(campaign, seat.circle, seat.token, seat.language))
    pairs = (
        (event.kind, journal.tell(event.audience, event.kind, event.payload, viewer))
        for event in events
        if seat.hears(event.audience)
    )
    return [(kind, line) for kind, line in pairs if line is not None]


def full_line(line: Line) -> str:
    who, text = actor_name(line), sentence(line) if len(line.results) < 2 else say(line.text)
    return join_dotted(who, text)


def actor_name(line: Line) -> str:
    """The name before a line: of whoever threw its only test, if the line is called like that test."""
    tester = line.results[0].who if len(line.results) == 1 and line.results[0].what == line.text else ""
    who = say(tester or line.who or "")
    return "" if who and who in say(line.text) else who
