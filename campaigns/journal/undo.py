"""Taking commands back by appending their inverse, and which later commands depend on one.

An event depends on an earlier one when it wrote the same path, a parent or a child of it, when both belong to the same
encounter (unless both are of the kinds that part it: people are put into their places in any order), or when the
earlier one made what it wrote on. Additions to one number commute and never depend on each
other. ``undo`` takes one command back as a unit; ``redo`` takes the taking back back; ``rewind`` takes a command and
everything that depends on it, newest first.

For anybody but a game master only what they may learn of counts as later: what happened out of their sight never
refuses them. Their act is taken back exactly, value by value; a hidden act stays standing beside it, on what it then
finds, and a game master is told which of its values went (docs/trust.md, 2).

Apps say in their hooks which kinds of events are never undone, which are nobody's act, and what is added to the
inverse of a kind: ``added_to_undo["answered"](pen, event)`` is called just before an event is taken back, and its
changes are made just after (an undone roll moves its faces to the spare dice).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import takewhile
from typing import Any

from django.db.models import Q, QuerySet

from campaigns import hooks
from campaigns.journal import subjects
from campaigns.journal.event_cache import Recent
from campaigns.journal.journal import Done, Pen, Sent, run
from campaigns.journal.subjects import Plain
from campaigns.live.cache import Cache
from campaigns.models import Campaign, Command, Event, Seat
from campaigns.seats.access import may
from rules.core import scene
from rules.core.errors import Refused
from rules.core.json_codec import from_json, to_json
from rules.core.paths import get, tidy
from rules.core.text import _

# What a seat did last where that is longer ago than the events kept here.
_LONG_AGO: Cache[Command | None] = Cache(20)
Extra = Callable[[Pen, Event], Iterable[scene.Change]]
NO_PAYLOAD: Plain = {}
# Never “my last act”: nobody means these when they press undo.
_SKIPPED_BY_UNDO = {"seat_set", "seat_moved", "link_changed", "undo_asked", "note_kept"}


class BlockedByLaterActs(Refused):
    """Something later depends on what was to be undone: ``commands``, newest first, for a game master to rewind."""

    def __init__(self, commands: tuple[Command, ...]) -> None:
        super().__init__(_("Something later depends on this: it has to be undone first."))
        self.commands = commands


class MustAsk(BlockedByLaterActs):
    """A player of a house that wants to be asked first: they may ask the game master."""

    def __init__(self) -> None:
        super().__init__(())
        self.text = _("At this table, players ask the game master to undo an act.")


def undo(*, seat: Seat, sent: Sent, command: Command) -> Done:
    """Take a command back. Raises ``BlockedByLaterActs`` when something later depends on it, ``Refused`` otherwise."""

    def work(pen: Pen) -> None:
        events = _standing_events(pen.campaign, command.first_seq, pen.seat)
        _check_undoable(pen, command, events)
        dependents = _dependents(command, _heard(pen.seat, events))
        if dependents:
            raise BlockedByLaterActs(dependents)
        if not may(pen.seat, "undo", command) and pen.campaign.system.setting(pen.campaign.settings, "undo_asks"):
            raise MustAsk
        _append_inverse(pen, command)
        _check_came_back(pen, command)

    return run(seat=seat, sent=sent, work=work)


def redo(*, seat: Seat, sent: Sent, command: Command) -> Done:
    """Do again what was undone, with the same dice. Raises ``Refused`` when there is nothing to do again."""

    def work(pen: Pen) -> None:
        taken = _undoing(command)
        if taken is None:
            raise Refused(_("This has not been undone."))
        _check_may_undo(pen, taken)
        if _prerequisite_undone(pen.seat, command):
            raise Refused(_("What this depended on was undone as well: redo that first."))
        dependents = _dependents(taken, _heard(pen.seat, _standing_events(pen.campaign, taken.first_seq, pen.seat)))
        if dependents:
            raise BlockedByLaterActs(dependents)
        _append_inverse(pen, taken)
        _check_came_back(pen, taken)

    return run(seat=seat, sent=sent, work=work)


def rewind(*, seat: Seat, sent: Sent, command: Command) -> Done:
    """Take back a command and all that depends on it, newest first, as one command of the game master."""

    def work(pen: Pen) -> None:
        if not may(pen.seat, "run"):
            raise Refused(_("Only the game master may go back this far."))
        events = _standing_events(pen.campaign, command.first_seq)
        _check_undoable(pen, command, events)
        for other in _dependents(command, events):
            _check_not_permanent(other)
            _append_inverse(pen, other, acts_only=True)
        _append_inverse(pen, command)

    return run(seat=seat, sent=sent, work=work)


def ask(*, seat: Seat, sent: Sent, command: Command) -> Done:
    """Ask the game master to take back an act of one's own that something depends on. Raises ``Refused``."""

    def work(pen: Pen) -> None:
        if command.campaign_id != pen.campaign.pk or not may(pen.seat, "undo_own", command):
            raise Refused(_("Only the person who did this, or the game master, may undo it."))
        gone = undone(pen.campaign, command.first_seq)
        event = next(
            (event for event in command.events.filter(undoes=None).order_by("-seq") if event.pk not in gone), None
        )
        if event is None:
            raise Refused(_("This has been undone already."))
        sentences = event.payload.get("told", {})
        title = sentences.get("table") or sentences.get("owner")
        who = pen.seat.name
        text = (
            _("%(who)s asks to take back: %(what)s", who=who, what=from_json(title))
            if title
            else _("%(who)s asks to take an act back.", who=who)
        )
        payload = {"told": {"gm": to_json(text)}, "who": event.payload.get("who", {}), "about": event.token}
        pen.record(scene.Event("undo_asked", pen.seat.token, "", (), "gm", payload))

    return run(seat=seat, sent=sent, work=work)


def unwind(pen: Pen, command: Command, **payload: Any) -> tuple[Event, ...]:
    """Take a command and all that hangs on it back as part of a longer one, which will do most of it again.

    The acts taken back, oldest first. Nothing is kept of their dice: whoever does them again brings them along.
    ``payload`` goes into that of the inverses. Raises ``Refused``.
    """
    events = _standing_events(pen.campaign, command.first_seq)
    _check_undoable(pen, command, events)
    taken = (*_dependents(command, events), command)
    for other in taken:
        _check_not_permanent(other)
        _append_inverse(pen, other, acts_only=True, keeping=False, payload=payload)
    gone = {command.pk for command in taken}
    return tuple(event for event in events if event.command_id in gone)


def undone(campaign: Campaign, since: int = 0) -> frozenset[int]:
    """Ids of the events that are undone at present, from a number on."""
    pairs = Event.objects.filter(campaign=campaign, seq__gt=since, undoes__isnull=False).order_by("-seq")
    return _gone(pairs.values_list("pk", "undoes_id"))


def _gone(pairs: Iterable[tuple[int, int]]) -> frozenset[int]:
    gone: set[int] = set()
    for event, target in pairs:
        if event not in gone:
            gone.add(target)
    return frozenset(gone)


def last_act(seat: Seat, recent: Recent | None = None) -> Command | None:
    """The seat's newest act that is not undone, the only one a player may undo; what is read already comes first."""
    if recent is None:
        return _last_in_history(seat)
    command = _last_of(seat, recent)
    if command is not None or recent.begin == 0:
        return command
    stamp = recent.stamp((f"by:{seat.pk}", "inverse"))  # nothing else makes it another one
    return _LONG_AGO.get_or_make(seat.token, stamp, lambda: _last_in_history(seat))


def _last_in_history(seat: Seat) -> Command | None:
    gone: set[int] = set()
    refused = 0
    # Newest first: what took an event back is read before it, and the history before the act that is sought is not.
    for event, target, command in _own_and_inverses(seat).iterator(chunk_size=100):
        if target is not None and event not in gone:
            gone.add(target)
        if target is None and event not in gone and command != refused:
            if (act := _standing_act(command, gone)) is not None:
                return act
            refused = command
    return None


def _own_and_inverses(seat: Seat) -> QuerySet[Event, tuple[int, int | None, int]]:
    either = Q(undoes__isnull=False) | Q(command__seat=seat)
    events = Event.objects.filter(either, campaign=seat.campaign).order_by("-seq")
    return events.values_list("pk", "undoes_id", "command_id")


def _standing_act(command: int, gone: set[int]) -> Command | None:
    act = Command.objects.prefetch_related("events").get(pk=command)
    events = list(act.events.all())
    return act if gone.isdisjoint(event.pk for event in events) and any(is_act(event) for event in events) else None


def is_act(event: Event) -> bool:
    """True for an act in the sense of “undo my last act”: a link or a choice of dice is none."""
    return bool(event.changes) and not _is_aside(event) and not is_permanent(event)


def _last_of(seat: Seat, recent: Recent) -> Command | None:
    gone = recent.taken_back
    own = takewhile(lambda event: event.seq > recent.begin, recent.by_seat.get(seat.pk, ()))
    return next((event.command for event in own if event.pk not in gone and is_act(event)), None)


def added(pen: Pen, subject: str, path: str, by: Any) -> scene.Change:
    """The change that adds to a number others add to as well, whatever it is by now."""
    kind, _token = subjects.kind_of(subject)
    assert kind.step is not None, f"{subject} has no numbers that commute"
    after = kind.step(pen.campaign, pen.read(subject), path, by)
    return scene.Change(subject, path, pen.value(subject, path), after)


def is_permanent(event: Event) -> bool:
    """True if an event is never undone, as the beginning everything stands on."""
    return event.kind in permanent_kinds()


def permanent_kinds() -> frozenset[str]:
    return frozenset().union(*(app.permanent for app in hooks.registered()))


def _is_aside(event: Event) -> bool:
    return event.kind in _SKIPPED_BY_UNDO or _is_companion(event)


def _is_companion(event: Event) -> bool:
    return any(event.kind in app.companions for app in hooks.registered())


def _is_undone_with_command(pen: Pen, event: Event) -> bool:
    """True if an event is taken back with its command: a companion only where its app says so."""
    asked = (app.companions[event.kind] for app in hooks.registered() if event.kind in app.companions)
    return all(returns(pen, event) for returns in asked)


def _extra_of(kind: str) -> Extra | None:
    return next((app.added_to_undo[kind] for app in hooks.registered() if kind in app.added_to_undo), None)


def _check_undoable(pen: Pen, command: Command, standing: list[Event]) -> None:
    _check_may_undo(pen, command)
    _check_not_permanent(command)
    if not any(event.command_id == command.pk for event in standing):
        raise Refused(_("This has been undone already."))


def _check_not_permanent(command: Command) -> None:
    if any(is_permanent(event) for event in command.events.all()):
        raise Refused(_("This cannot be undone."))


def _check_may_undo(pen: Pen, command: Command) -> None:
    if command.campaign_id != pen.campaign.pk:
        raise Refused(_("This did not happen at this table."))
    if may(pen.seat, "undo", command):
        return
    if not may(pen.seat, "undo_own", command):
        raise Refused(_("Only the person who did this, or the game master, may undo it."))
    if not _is_undo(command) and last_act(pen.seat) != command:
        raise Refused(_("Only your last act can be undone; ask the game master for earlier ones."))


def _standing_events(campaign: Campaign, since: int, seat: Seat | None = None) -> list[Event]:
    """The events that stand from a number on; those a ``seat`` hears or did, for what it does not hear costs time."""
    gone = undone(campaign, since)
    events = Event.objects.filter(campaign=campaign, seq__gte=since, undoes__isnull=True)
    if seat is not None and not seat.is_gm:
        events = events.filter(Q(audience__in=("table", seat.circle)) | Q(command__seat=seat))
    return [event for event in events if event.pk not in gone]


def _heard(seat: Seat, events: Iterable[Event]) -> list[Event]:
    return [event for event in events if seat.hears(event.audience)]


def _dependents(command: Command, events: list[Event]) -> tuple[Command, ...]:
    base = list(command.events.all())
    ids: dict[int, None] = {}
    for event in events:
        if event.seq > command.last_seq and any(_depends_on(event, earlier) for earlier in base):
            ids[event.command_id] = None
            base.append(event)
    commands = Command.objects.prefetch_related("events").in_bulk(ids)
    return tuple(sorted(commands.values(), key=lambda command: command.first_seq, reverse=True))


def _depends_on(later: Event, earlier: Event) -> bool:
    if later.encounter and later.encounter == earlier.encounter and not _independent(later, earlier):
        return True
    made = {change.subject for change in earlier.written if _makes(change)}
    if any(change.subject in made for change in later.written):
        return True
    return any(
        new.touches(old) and not (_delta_key(new) in later.delta and _delta_key(old) in earlier.delta)
        for new in later.written
        for old in earlier.written
    )


def _independent(later: Event, earlier: Event) -> bool:
    """True for two events of one fight neither of which was decided by the other, such as moves of two people."""
    if not _about(earlier) or not (whom := _about(later)):
        return False
    return whom.isdisjoint(part for change in earlier.written for part in change.path.split("."))


def _about(event: Event) -> set[str]:
    """The keys of whom an event of an independent kind is about; none for any other."""
    kind = event.payload.get("of", event.kind)
    return {key for app in hooks.registered() if kind in app.independent for key in app.independent[kind](event)}


def _makes(change: scene.Change) -> bool:
    root = subjects.kind_of(change.subject)[0].root
    return bool(root) and change.path == root and change.before is None


def _ends(change: scene.Change) -> bool:
    return _makes(change.inverse)


def _append_inverse(
    pen: Pen, command: Command, *, acts_only: bool = False, keeping: bool = True, payload: Plain = NO_PAYLOAD
) -> None:
    """Append the inverse of a command, newest event first.

    With ``acts_only`` what it took back itself stays taken back: a correction that goes does not bring back what it
    corrected. A correction that is undone as a whole brings its own dice back with it.
    """
    events = sorted(command.events.all(), key=lambda event: (not _is_companion(event), event.seq), reverse=True)
    corrected = any(event.undoes_id for event in events)
    overwritten: list[scene.Change] = []
    for event in events:
        if (acts_only and event.undoes_id) or not _is_undone_with_command(pen, event):
            continue
        extra = _extra_of(event.kind) if keeping and (acts_only or not corrected) else None
        kept = tuple(extra(pen, event)) if extra else ()
        inverses = _inverses(pen, event, overwritten)
        changes = (*inverses, *_following(inverses, kept))
        pen.record(_inverse_of(pen, event, changes, payload), encounter=event.encounter, undoes=event)
    if overwritten and not pen.seat.is_gm:
        _tell_overwritten(pen, command, overwritten)


def _check_came_back(pen: Pen, command: Command) -> None:
    """Raise ``Refused`` where nothing is left to be taken back, if all of it went before the eyes of this seat."""
    written = {change.subject for event in command.events.all() for change in event.written}
    if not written or any(event.changes for event in pen.events):
        return
    later = Event.objects.filter(campaign=pen.campaign, seq__gt=command.last_seq)
    ends = {change.subject for event in _heard(pen.seat, later) for change in event.written if _ends(change)}
    if pen.seat.is_gm or written <= ends:
        raise Refused(_("What this was about is no longer at the table."))


def _inverse_of(pen: Pen, event: Event, changes: tuple[scene.Change, ...], also: Mapping[str, Any]) -> scene.Event:
    payload: dict[str, Any] = {"of": event.payload.get("of", event.kind), **also}
    if event.delta:
        payload["delta"] = {key: -by for key, by in event.delta.items()}
    kind = "redo" if event.undoes_id else "undo"
    return scene.Event(kind, pen.seat.token, event.for_fighter, changes, event.audience, payload)


def _following(inverses: tuple[scene.Change, ...], kept: tuple[scene.Change, ...]) -> Iterator[scene.Change]:
    """The changes an app adds, from what comes back: dice kept before fell again, and are kept anew."""
    back = {(change.subject, change.path): change.after for change in inverses}
    for other in kept:
        before = back.get((other.subject, other.path), other.before)
        if before != other.after:
            yield replace(other, before=before)


def _inverses(pen: Pen, event: Event, overwritten: list[scene.Change]) -> tuple[scene.Change, ...]:
    """The changes that revert an event as things stand now; ``overwritten`` gets those that replace values of others.

    What was made goes with all that others left there. Nothing is written on what is no longer at the table.
    """
    state = {change.subject: pen.read(change.subject) for change in event.written}
    changes: list[scene.Change] = []

    def make(change: scene.Change) -> None:
        state[change.subject] = change.on(state[change.subject])
        changes.append(change)

    again = {change.subject for change in event.written if _ends(change)}
    for change in reversed(event.written):
        present = get(state[change.subject], change.path)
        if change.subject not in again and _is_gone(state[change.subject], change.subject):
            overwritten.append(change)
            continue
        after = _restored(pen, event, change, present)
        if tidy(present) != tidy(change.after) and _delta_key(change) not in event.delta:
            overwritten.append(change)
        make(scene.Change(change.subject, change.path, present, after))
    for subject in _made_by(event):
        for key, value in list(state[subject].items()):
            overwritten.append(scene.Change(subject, key, None, value))
            make(scene.Change(subject, key, value, None))
    return tuple(changes)


def _made_by(event: Event) -> list[str]:
    return list(dict.fromkeys(change.subject for change in event.written if _makes(change)))


def _is_gone(state: subjects.Plain, subject: str) -> bool:
    return not state and bool(subjects.kind_of(subject)[0].root)


def _restored(pen: Pen, event: Event, change: scene.Change, present: Any) -> Any:
    if _makes(change):
        return None
    if (by := event.delta.get(_delta_key(change))) is not None and present != change.after:
        return added(pen, change.subject, change.path, -by).after
    if change.after is None and isinstance(change.before, dict) and isinstance(present, dict):
        # What was kept there since, such as dice of rolls undone before this, stays beside what comes back.
        return {**change.before, **present}
    return _merged(tidy(change.before), tidy(change.after), tidy(present), mine=not pen.seat.is_gm)


def _merged(before: Any, after: Any, present: Any, *, mine: bool) -> Any:
    """``before`` again, with whatever differs in ``present`` from what the act left (``after``) where it wrote nothing.

    Where both wrote one value, whoever takes back what is theirs (``mine``) finds the one of before: to them nobody
    else has written there. A game master leaves it as it is.
    """
    if present == after or before == after:
        return before if present == after else present
    if isinstance(before, dict) and isinstance(after, dict) and isinstance(present, dict):
        keys = dict.fromkeys((*before, *present))
        rows = {key: _merged(before.get(key), after.get(key), present.get(key), mine=mine) for key in keys}
        return tidy(rows)
    return before if mine else present


def _tell_overwritten(pen: Pen, command: Command, overwritten: list[scene.Change]) -> None:
    lost = _written_unseen(pen, command, overwritten)
    if not lost:
        return
    titles = tuple(from_json(event.payload["told"]["gm"]) for event in lost if "gm" in event.payload.get("told", {}))
    text = (
        _("%(who)s took an act back that had been written over unseen: %(what)s", who=pen.seat.name, what=titles)
        if titles
        else _("%(who)s took an act back that had been written over unseen.", who=pen.seat.name)
    )
    who = {fighter: row for event in lost for fighter, row in event.payload.get("who", {}).items()}
    pen.record(scene.Event("undo_met", "", "", (), "gm", {"told": {"gm": to_json(text)}, "who": who}))


def _written_unseen(pen: Pen, command: Command, overwritten: list[scene.Change]) -> list[Event]:
    later = _standing_events(pen.campaign, command.last_seq + 1)
    unseen = (event for event in later if not pen.seat.hears(event.audience) and event.command_id != command.pk)
    return [event for event in unseen if any(new.touches(old) for new in event.written for old in overwritten)]


def _delta_key(change: scene.Change) -> str:
    return f"{change.subject} {change.path}"


def _undoing(command: Command) -> Command | None:
    gone = undone(command.campaign, command.first_seq)
    acts = command.events.order_by("seq")
    first = acts.filter(undoes=None).first() or acts.first()  # a correction is undone when what it did is
    if first is None or first.pk not in gone:
        return None
    live = (event for event in first.undone_by.order_by("-seq") if event.pk not in gone)
    row = next(live, None)
    return None if row is None else row.command


def _prerequisite_undone(seat: Seat, command: Command) -> bool:
    later = Event.objects.filter(campaign=command.campaign, seq__gt=command.last_seq, undoes__seq__lt=command.first_seq)
    gone = undone(command.campaign, command.last_seq)
    lost = [
        event.undoes for event in _heard(seat, later.select_related("undoes")) if event.pk not in gone and event.undoes
    ]
    return any(_depends_on(event, earlier) for event in command.events.all() for earlier in lost)


def _is_undo(command: Command) -> bool:
    return command.events.filter(undoes__isnull=False).exists()
