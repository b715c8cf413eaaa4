"""Taking commands back by appending their inverse, last first along what hangs on what.

An event hangs on an earlier one when it wrote the same path, a parent or a child of it, when both belong to the same
encounter, or when the earlier one made what it wrote on. Additions to one number commute and never hang on each
other. ``undo`` takes one command back as a unit; ``redo`` takes the taking back back; ``rewind`` takes a command and
everything hanging on it, newest first.

``keep("answered", extra)`` lets an app add changes to the inverse of a kind of event: ``extra(pen, event)`` is called
just before it is taken back, and its changes are made just after (an undone roll moves its faces to the spare dice).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from campaigns import subjects
from campaigns.access import may
from campaigns.journal import Done, Pen, Sent, run
from campaigns.models import Campaign, Command, Event, Seat
from rules import scene
from rules.errors import Refused
from rules.words import _

Extra = Callable[[Pen, Event], Iterable[scene.Change]]
_KEPT: dict[str, Extra] = {}
_LASTING = {"table_made"}


class Hanging(Refused):
    """Something later depends on what was to be undone: ``commands``, newest first, for a game master to rewind."""

    def __init__(self, commands: tuple[Command, ...]) -> None:
        super().__init__(_("Something later depends on this: it has to be undone first."))
        self.commands = commands


def keep(kind: str, extra: Extra) -> None:
    """Add changes to the inverse of every event of this kind."""
    _KEPT[kind] = extra


def undo(*, seat: Seat, sent: Sent, command: Command) -> Done:
    """Take a command back. Raises ``Hanging`` when something later depends on it, ``Refused`` otherwise."""

    def work(pen: Pen) -> None:
        events = _standing_events(pen.campaign, command.first_seq)
        _check(pen, command, events)
        hanging = _hanging(command, events)
        if hanging:
            raise Hanging(hanging)
        _take_back(pen, command)

    return run(seat=seat, sent=sent, work=work)


def redo(*, seat: Seat, sent: Sent, command: Command) -> Done:
    """Do again what was undone, with the same dice. Raises ``Refused`` when there is nothing to do again."""

    def work(pen: Pen) -> None:
        taken = _undoing(command)
        if taken is None:
            raise Refused(_("This has not been undone."))
        _may_undo(pen, taken)
        if _has_lost_its_ground(command):
            raise Refused(_("What this depended on was undone as well: do that again first."))
        hanging = _hanging(taken, _standing_events(pen.campaign, taken.first_seq))
        if hanging:
            raise Hanging(hanging)
        _take_back(pen, taken)

    return run(seat=seat, sent=sent, work=work)


def rewind(*, seat: Seat, sent: Sent, command: Command) -> Done:
    """Take back a command and all that hangs on it, newest first, as one command of the game master."""

    def work(pen: Pen) -> None:
        if not may(pen.seat, "run"):
            raise Refused(_("Only the game master may go back this far."))
        events = _standing_events(pen.campaign, command.first_seq)
        _check(pen, command, events)
        for one in (*_hanging(command, events), command):
            _take_back(pen, one)

    return run(seat=seat, sent=sent, work=work)


def hanging_on(command: Command) -> tuple[Command, ...]:
    """What depends on a command, newest first."""
    return _hanging(command, _standing_events(command.campaign, command.first_seq))


def undone(campaign: Campaign, since: int = 0) -> frozenset[int]:
    """Ids of the events that are undone at present, from a number on."""
    pairs = Event.objects.filter(campaign=campaign, seq__gt=since, undoes__isnull=False).order_by("-seq")
    gone: set[int] = set()
    for event, target in pairs.values_list("pk", "undoes_id"):
        if event not in gone:
            gone.add(target)
    return frozenset(gone)


def last_act(seat: Seat) -> Command | None:
    """The seat's newest act that is not undone: the only one a player may undo."""
    for command in _acts(seat):
        # What took it back is later: the history before it is not read.
        gone = undone(seat.campaign, command.first_seq)
        if gone.isdisjoint(command.events.values_list("pk", flat=True)):
            return command
    return None


def lasting(kind: str) -> None:
    """Let no event of this kind be undone: what was made known cannot be unknown."""
    _LASTING.add(kind)


def lasts(event: Event) -> bool:
    """Whether an event is never undone, as the beginning everything stands on."""
    return event.kind in _LASTING


def _check(pen: Pen, command: Command, standing: list[Event]) -> None:
    _may_undo(pen, command)
    if any(lasts(event) for event in command.events.all()):
        raise Refused(_("This cannot be undone."))
    if not any(event.command_id == command.pk for event in standing):
        raise Refused(_("This has been undone already."))


def _may_undo(pen: Pen, command: Command) -> None:
    if command.campaign_id != pen.campaign.pk:
        raise Refused(_("This did not happen at this table."))
    if may(pen.seat, "undo", command):
        return
    if not may(pen.seat, "undo_own", command):
        raise Refused(_("Only who did this, or the game master, may undo it."))
    if not _is_undo(command) and last_act(pen.seat) != command:
        raise Refused(_("Only your last act can be undone; ask the game master for earlier ones."))


def _standing_events(campaign: Campaign, since: int) -> list[Event]:
    """The acts from a number on that are not undone; undoings themselves are no acts."""
    gone = undone(campaign, since)
    events = Event.objects.filter(campaign=campaign, seq__gte=since, undoes__isnull=True)
    return [event for event in events if event.pk not in gone]


def _hanging(command: Command, events: list[Event]) -> tuple[Command, ...]:
    """The later commands that hang on this one, directly or through others, newest first."""
    base = list(command.events.all())
    ids: dict[int, None] = {}
    for event in events:
        if event.seq > command.last_seq and any(_hangs(event, earlier) for earlier in base):
            ids[event.command_id] = None
            base.append(event)
    found = Command.objects.in_bulk(ids)
    return tuple(sorted(found.values(), key=lambda one: one.first_seq, reverse=True))


def _hangs(later: Event, earlier: Event) -> bool:
    if later.encounter and later.encounter == earlier.encounter:
        return True
    made = {change.subject for change in earlier.written if _makes(change)}
    if any(change.subject in made for change in later.written):
        return True
    return any(
        new.touches(old) and not (_delta_key(new) in later.delta and _delta_key(old) in earlier.delta)
        for new in later.written
        for old in earlier.written
    )


def _makes(change: scene.Change) -> bool:
    """Whether a change is the one by which its subject came to be."""
    root = subjects.kind_of(change.subject)[0].root
    return bool(root) and change.path == root and change.before is None


def _take_back(pen: Pen, command: Command) -> None:
    for event in command.events.order_by("-seq"):
        keeper = _KEPT.get(event.kind)
        kept = tuple(keeper(pen, event)) if keeper else ()
        changes = (*(_inverse(pen, event, change) for change in reversed(event.written)), *kept)
        payload: dict[str, Any] = {"of": event.kind}
        if event.delta:
            payload["delta"] = {key: -by for key, by in event.delta.items()}
        kind = "redo" if event.undoes_id else "undo"
        inverse = scene.Event(kind, pen.seat.token, event.for_fighter, changes, event.audience, payload)
        pen.record(inverse, encounter=event.encounter, undoes=event)


def _inverse(pen: Pen, event: Event, change: scene.Change) -> scene.Change:
    """The exact inverse, or the opposite addition where others have added to the same number since."""
    by = event.delta.get(_delta_key(change))
    present = pen.value(change.subject, change.path)
    if _makes(change):
        # With all that others left there, such as dice kept from an undone roll.
        return scene.Change(change.subject, change.path, present, None)
    if by is None or present == change.after:
        return change.inverse
    kind, _token = subjects.kind_of(change.subject)
    assert kind.step is not None, f"{change.subject} has no numbers that commute"
    after = kind.step(pen.campaign, pen.read(change.subject), change.path, -by)
    return scene.Change(change.subject, change.path, present, after)


def _delta_key(change: scene.Change) -> str:
    return f"{change.subject} {change.path}"


def _undoing(command: Command) -> Command | None:
    """The command that took this one back, if it is undone at present."""
    gone = undone(command.campaign, command.first_seq)
    first = command.events.order_by("seq").first()
    if first is None or first.pk not in gone:
        return None
    live = (event for event in first.undone_by.order_by("-seq") if event.pk not in gone)
    found = next(live, None)
    return None if found is None else found.command


def _has_lost_its_ground(command: Command) -> bool:
    """Whether an act this one hung on was undone after it."""
    later = Event.objects.filter(campaign=command.campaign, seq__gt=command.last_seq, undoes__seq__lt=command.first_seq)
    gone = undone(command.campaign, command.last_seq)
    lost = [one.undoes for one in later.select_related("undoes") if one.pk not in gone and one.undoes]
    return any(_hangs(event, earlier) for event in command.events.all() for earlier in lost)


def _is_undo(command: Command) -> bool:
    return command.events.filter(undoes__isnull=False).exists()


def _acts(seat: Seat) -> Iterator[Command]:
    commands = Command.objects.filter(seat=seat, events__undoes__isnull=True).distinct().order_by("-last_seq")
    yield from commands.prefetch_related("events").iterator(chunk_size=20)
