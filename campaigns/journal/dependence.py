"""The later acts that depend on an earlier one."""

from __future__ import annotations

from campaigns import hooks
from campaigns.journal import inversion
from campaigns.journal.event_cache import events_of
from campaigns.journal.journal import Pen
from campaigns.models import Command, Event


def dependents(pen: Pen, command: Command, events: list[Event]) -> tuple[Command, ...]:
    events_so_far = events_of(pen.campaign, command)
    commands: dict[int, Command] = {}
    for event in events:
        if event.seq > command.last_seq and any(depends_on(event, earlier) for earlier in events_so_far):
            commands[event.command_id] = event.command
            events_so_far.append(event)
    return tuple(sorted(commands.values(), key=lambda command: command.first_seq, reverse=True))


def depends_on(later: Event, earlier: Event) -> bool:
    if later.encounter and later.encounter == earlier.encounter and not _is_independent(later, earlier):
        return True
    made = {change.subject for change in earlier.written if inversion.creates_subject(change)}
    if any(change.subject in made for change in later.written):
        return True
    return any(
        new.touches(old) and not (inversion.delta_key(new) in later.delta and inversion.delta_key(old) in earlier.delta)
        for new in later.written
        for old in earlier.written
    )


def _is_independent(later: Event, earlier: Event) -> bool:
    """True for two events of one fight neither of which affects the other, such as moves of two fighters."""
    if not _subjects_of(earlier) or not (whom := _subjects_of(later)):
        return False
    return whom.isdisjoint(part for change in earlier.written for part in change.path.split("."))


def _subjects_of(event: Event) -> set[str]:
    """The keys of those an event of an independent kind is about; empty for other kinds."""
    kind = event.payload.get("of", event.kind)
    return {key for app in hooks.all_hooks() if kind in app.independent for key in app.independent[kind](event)}
