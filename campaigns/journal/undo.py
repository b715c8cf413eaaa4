"""Undo: revert a command by appending its inverse, unless later commands depend on it.

An event depends on an earlier one if it wrote the same path, a parent or a child of it; if both belong to the same
encounter (except two events of independent kinds, such as fighters placed on a map in any order); or if the earlier one
created the subject it wrote to. Additions to one number commute and never depend on each other. ``undo`` reverts one
command as a unit; ``redo`` reverts its undo; ``rewind`` reverts a command and everything that depends on it, newest
first.

For anybody but a game master, only events that they may know of count as later: hidden events never cause a refusal.
Their act is reverted exactly, value by value; a hidden act is not undone with it but applies to the reverted values,
and a game master is told which of its values were overwritten (docs/trust.md, 2).

Apps declare in their hooks which kinds of events are never undone, which are nobody's act, and which changes are added
to the inverse of a kind: ``added_to_undo["answered"](pen, event)`` is called just before an event is undone, and its
changes are made just after (an undone roll moves its faces to the spare dice).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import takewhile
from typing import Any

from django.db.models import Case, F, Q, QuerySet, When

from campaigns import hooks
from campaigns.journal import dependence, inversion, standing
from campaigns.journal.event_cache import Recent, events_after, events_of, recent_of
from campaigns.journal.journal import Pen, Receipt, Sent, run
from campaigns.journal.subjects import Plain
from campaigns.live.cache import Cache
from campaigns.models import Command, Event, Seat
from campaigns.seats.access import may
from rules.core import scene
from rules.core.errors import Refused
from rules.core.json_codec import from_json, to_json
from rules.core.text import _

# The last act of a seat, if it is older than the cached events.
_LONG_AGO: Cache[Command | None] = Cache(20)
Extra = Callable[[Pen, Event], Iterable[scene.Change]]
NO_PAYLOAD: Plain = {}
# The line that tells game masters what a player's undo met unseen.
_MET = "undo_met"
_REDO = "redo"
# Kinds that “undo my last act” skips, because nobody means them.
_SKIPPED_BY_UNDO = {"seat_set", "seat_moved", "link_changed", "undo_asked", "note_kept"}


class BlockedByLaterActs(Refused):
    """Refused because later acts depend on this one: ``commands``, newest first, can be rewound by a game master."""

    def __init__(self, commands: tuple[Command, ...]) -> None:
        super().__init__(_("Something later depends on this: it has to be undone first."))
        self.commands = commands


class MustAsk(BlockedByLaterActs):
    """Refused by a house setting: a player has to ask the game master."""

    def __init__(self) -> None:
        super().__init__(())
        self.text = _("At this table, players ask the game master to undo an act.")


def undo(*, seat: Seat, sent: Sent, command: Command) -> Receipt:
    """Undo a command. Raises ``BlockedByLaterActs`` if later acts depend on it, ``Refused`` if it may not be undone."""

    def work(pen: Pen) -> None:
        events = standing.events_since(pen.campaign, command.first_seq, pen.seat)
        _check_undoable(pen, command, events)
        dependents = dependence.dependents(pen, command, standing.heard_by(pen.seat, events))
        if dependents:
            raise BlockedByLaterActs(dependents)
        if not may(pen.seat, "undo", command) and pen.campaign.system.setting(pen.campaign.settings, "undo_asks"):
            raise MustAsk
        _append_inverse(pen, command)
        _check_something_left(pen, command)

    return run(seat=seat, sent=sent, work=work)


def redo(*, seat: Seat, sent: Sent, command: Command) -> Receipt:
    """Redo an undone command, with the same dice. Raises ``Refused`` if it is not undone."""

    def work(pen: Pen) -> None:
        taken = _find_undo(pen, command)
        if taken is None:
            raise Refused(_("This has not been undone."))
        _check_may_undo(pen, taken)
        if _is_prerequisite_undone(pen, command):
            raise Refused(_("What this depended on was undone as well: redo that first."))
        events = standing.events_since(pen.campaign, taken.first_seq, pen.seat)
        dependents = dependence.dependents(pen, taken, standing.heard_by(pen.seat, events))
        if dependents:
            raise BlockedByLaterActs(dependents)
        _append_inverse(pen, taken)
        _check_something_left(pen, taken)

    return run(seat=seat, sent=sent, work=work)


def rewind(*, seat: Seat, sent: Sent, command: Command) -> Receipt:
    """Undo a command and all that depend on it, newest first, as one command of the game master."""

    def work(pen: Pen) -> None:
        if not may(pen.seat, "run"):
            raise Refused(_("Only the game master may go back this far."))
        events = standing.events_since(pen.campaign, command.first_seq)
        _check_undoable(pen, command, events)
        for other in dependence.dependents(pen, command, events):
            _check_not_permanent(pen, other)
            _append_inverse(pen, other, acts_only=True)
        _append_inverse(pen, command)

    return run(seat=seat, sent=sent, work=work)


def ask_gm(*, seat: Seat, sent: Sent, command: Command) -> Receipt:
    """Ask the game master to undo an act of this seat that later acts depend on. Raises ``Refused``."""

    def work(pen: Pen) -> None:
        if command.campaign_id != pen.campaign.pk or not may(pen.seat, "undo_own", command):
            raise Refused(_("Only the person who did this, or the game master, may undo it."))
        gone = standing.undone_ids(pen.campaign, command.first_seq)
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


def take_back_all(pen: Pen, command: Command, **payload: Any) -> tuple[Event, ...]:
    """Undo a command and all that depend on it as part of a larger one, such as a correction, and return their events.

    The events come oldest first. Their dice are not moved to the spare dice: the caller replays them. ``payload`` is
    added to that of the inverses. Raises ``Refused``.
    """
    events = standing.events_since(pen.campaign, command.first_seq)
    _check_undoable(pen, command, events)
    commands = (*dependence.dependents(pen, command, events), command)
    for other in commands:
        _check_not_permanent(pen, other)
        _append_inverse(pen, other, acts_only=True, keeping=False, payload=payload)
    gone = {command.pk for command in commands}
    return tuple(event for event in events if event.command_id in gone)


def last_act(seat: Seat, recent: Recent | None = None) -> Command | None:
    """The act that the seat did or redid last and that stands, the only one a player may undo.

    ``recent`` events are searched before the database.
    """
    if recent is None:
        return _last_in_history(seat)
    command = _last_act_in(seat, recent)
    if command is not None or recent.begin == 0:
        return command
    stamp = recent.stamp((f"by:{seat.pk}", "inverse"))  # only these writes can change the answer
    return _LONG_AGO.get_or_make(seat.token, stamp, lambda: _last_in_history(seat))


def _last_in_history(seat: Seat) -> Command | None:
    gone: set[int] = set()
    refused: set[int] = set()
    # Newest first: an inverse is read before the event it undoes, and reading stops at the act that is sought.
    for event, target, done, redone in _acts_and_inverses(seat).iterator(chunk_size=100):
        if event in gone:
            continue
        if target is not None:
            gone.add(target)
        command = done if target is None else redone
        if command is not None and command not in refused:
            if (act := _standing_act(command, gone)) is not None:
                return act
            refused.add(command)
    return None


def _acts_and_inverses(seat: Seat) -> QuerySet[Event, tuple[int, int | None, int, int | None]]:
    """The acts of a seat and all inverses, newest first; of an inverse by which the seat redid an own act, that act."""
    either = Q(undoes__isnull=False) | Q(command__seat=seat)
    act = "undoes__undoes__command"
    redone = Case(When(Q(command__seat=seat) & Q(**{f"{act}__seat": seat}), then=F(act)))
    events = Event.objects.filter(either, campaign=seat.campaign).order_by("-seq")
    return events.values_list("pk", "undoes_id", "command_id", redone)


def _standing_act(command: int, gone: set[int]) -> Command | None:
    act = Command.objects.prefetch_related("events").get(pk=command)
    events = list(act.events.all())
    # An inverse is nobody's newest act, whatever its command tells game masters beside it.
    acts = [event for event in events if event.undoes_id is None and is_act(event)]
    return act if acts and gone.isdisjoint(event.pk for event in events) else None


def is_act(event: Event) -> bool:
    """True for an act in the sense of “undo my last act”, which skips links or choices of dice."""
    return bool(event.changes) and not _is_skipped_by_undo(event) and not is_permanent(event)


def _last_act_in(seat: Seat, recent: Recent) -> Command | None:
    own = takewhile(lambda event: event.seq > recent.begin, recent.by_seat.get(seat.pk, ()))
    done = next((event for event in own if event.pk not in recent.taken_back and is_act(event)), None)
    seq, redone = next(_redone_acts(seat, recent), (0, None))
    newest = redone if done is None or seq > done.seq else done
    return newest.command if newest else None


def _redone_acts(seat: Seat, recent: Recent) -> Iterator[tuple[int, Event]]:
    own = [event for event in recent.inverses if event.kind == _REDO and event.command.seat_id == seat.pk]
    kept = {event.pk: event for event in recent.events} if own else {}
    for event in own:
        act = redone_act(event, kept)
        if act and act.command.seat_id == seat.pk and recent.taken_back.keys().isdisjoint((event.pk, act.pk)):
            yield event.seq, act


def redone_act(event: Event, kept: Mapping[int, Event]) -> Event | None:
    """The act that an event did again; ``kept`` events are not read from the database."""
    inverse = (kept.get(event.undoes_id or 0) or event.undoes) if event.kind == _REDO else None
    act = inverse and (kept.get(inverse.undoes_id or 0) or inverse.undoes)
    return act if act and is_act(act) else None


def is_side_effect(event: Event) -> bool:
    """True for what a command met unseen, or its inverse: game masters alone read of it, and it is nobody's act."""
    kind = event.payload.get("of", event.kind)
    return kind == _MET or _is_companion(kind)


def is_permanent(event: Event) -> bool:
    """True for an event that is never undone, such as the creation of the table."""
    return event.kind in permanent_kinds()


def permanent_kinds() -> frozenset[str]:
    return frozenset().union(*(app.permanent for app in hooks.all_hooks()))


def _is_skipped_by_undo(event: Event) -> bool:
    return event.kind in _SKIPPED_BY_UNDO or _is_companion(event.kind)


def _is_companion(kind: str) -> bool:
    return any(kind in app.companions for app in hooks.all_hooks())


def _is_undone_with_command(pen: Pen, event: Event) -> bool:
    """True if an event is undone together with its command; for a companion event its app decides."""
    asked = (app.companions[event.kind] for app in hooks.all_hooks() if event.kind in app.companions)
    return all(returns(pen, event) for returns in asked)


def _find_extra(kind: str) -> Extra | None:
    return next((app.added_to_undo[kind] for app in hooks.all_hooks() if kind in app.added_to_undo), None)


def _check_undoable(pen: Pen, command: Command, standing_events: list[Event]) -> None:
    _check_may_undo(pen, command)
    _check_not_permanent(pen, command)
    if not any(event.command_id == command.pk and not is_side_effect(event) for event in standing_events):
        raise Refused(_("This has been undone already."))


def _check_not_permanent(pen: Pen, command: Command) -> None:
    if any(is_permanent(event) for event in events_of(pen.campaign, command)):
        raise Refused(_("This cannot be undone."))


def _check_may_undo(pen: Pen, command: Command) -> None:
    if command.campaign_id != pen.campaign.pk:
        raise Refused(_("This did not happen at this table."))
    if may(pen.seat, "undo", command):
        return
    if not may(pen.seat, "undo_own", command):
        raise Refused(_("Only the person who did this, or the game master, may undo it."))
    if not _is_undo(pen, command) and last_act(pen.seat, recent_of(pen.campaign)) != command:
        raise Refused(_("Only your last act can be undone; ask the game master for earlier ones."))


def _append_inverse(
    pen: Pen, command: Command, *, acts_only: bool = False, keeping: bool = True, payload: Plain = NO_PAYLOAD
) -> None:
    """Append the inverse of a command, newest event first.

    With ``acts_only``, undos inside the command stay: removing a correction does not restore what it corrected. A
    correction that is undone as a whole brings back its own dice.
    """
    own = events_of(pen.campaign, command)
    events = sorted(own, key=lambda event: (not _is_companion(event.kind), event.seq), reverse=True)
    corrected = any(event.undoes_id for event in events)
    overwritten: list[scene.Change] = []
    for event in events:
        if (acts_only and event.undoes_id) or not _is_undone_with_command(pen, event):
            continue
        extra = _find_extra(event.kind) if keeping and (acts_only or not corrected) else None
        added_changes = tuple(extra(pen, event)) if extra else ()
        inverse = inversion.invert(pen, event)
        overwritten += inverse.overwritten
        changes = (*inverse.changes, *inversion.added_changes(inverse.changes, added_changes))
        pen.record(_inverse_of(pen, event, changes, payload), encounter=event.encounter, undoes=event)
    if overwritten and not pen.seat.is_gm:
        _tell_overwritten(pen, command, overwritten)


def _check_something_left(pen: Pen, command: Command) -> None:
    """Raise ``Refused`` if nothing is left to undo, provided that this seat could see all of it removed."""
    written = {change.subject for event in events_of(pen.campaign, command) for change in event.written}
    if not written or any(event.changes for event in pen.events):
        return
    later = events_after(pen.campaign, command.last_seq)
    removed = {
        change.subject
        for event in standing.heard_by(pen.seat, later)
        for change in event.written
        if inversion.removes_subject(change)
    }
    if pen.seat.is_gm or written <= removed:
        raise Refused(_("The character or thing concerned is no longer at the table."))


def _inverse_of(pen: Pen, event: Event, changes: tuple[scene.Change, ...], also: Mapping[str, Any]) -> scene.Event:
    payload: dict[str, Any] = {"of": event.payload.get("of", event.kind), **also}
    if event.delta:
        payload["delta"] = {key: -by for key, by in event.delta.items()}
    kind = _REDO if event.undoes_id else "undo"
    return scene.Event(kind, pen.seat.token, event.for_fighter, changes, event.audience, payload)


def _tell_overwritten(pen: Pen, command: Command, overwritten: list[scene.Change]) -> None:
    unseen = _unseen_writes(pen, command, overwritten)
    if not unseen:
        return
    titles = tuple(from_json(event.payload["told"]["gm"]) for event in unseen if "gm" in event.payload.get("told", {}))
    text = (
        _("%(who)s undid an act that hidden acts had changed since: %(what)s", who=pen.seat.name, what=titles)
        if titles
        else _("%(who)s undid an act that hidden acts had changed since.", who=pen.seat.name)
    )
    who = {fighter: row for event in unseen for fighter, row in event.payload.get("who", {}).items()}
    pen.record(scene.Event(_MET, "", "", (), "gm", {"told": {"gm": to_json(text)}, "who": who}))


def _unseen_writes(pen: Pen, command: Command, overwritten: list[scene.Change]) -> list[Event]:
    later = standing.events_since(pen.campaign, command.last_seq + 1)
    unseen = (event for event in later if not pen.seat.hears(event.audience) and event.command_id != command.pk)
    return [event for event in unseen if any(new.touches(old) for new in event.written for old in overwritten)]


def _find_undo(pen: Pen, command: Command) -> Command | None:
    newest_first = events_after(pen.campaign, command.first_seq - 1)
    gone = standing.undone_among(newest_first)
    events = [event for event in events_of(pen.campaign, command) if not is_side_effect(event)]
    acts = [event for event in events if event.undoes_id is None]
    first = next(iter(acts or events), None)  # a correction counts as undone if its acts are
    if first is None:
        return None
    live = (event for event in newest_first if event.undoes_id == first.pk and event.pk not in gone)
    return next((event.command for event in live), None)


def _is_prerequisite_undone(pen: Pen, command: Command) -> bool:
    own = events_of(pen.campaign, command)
    return any(dependence.depends_on(event, earlier) for earlier in _undone_before(pen, command) for event in own)


def _undone_before(pen: Pen, command: Command) -> Iterator[Event]:
    """The events before a command that were undone after it, as far as this seat knows."""
    later = events_after(pen.campaign, command.last_seq)
    gone, kept = standing.undone_among(later), {event.pk: event for event in recent_of(pen.campaign).events}
    for event in standing.heard_by(pen.seat, later):
        if event.undoes_id is not None and event.pk not in gone:
            undone = kept.get(event.undoes_id) or event.undoes
            if undone is not None and undone.seq < command.first_seq:
                yield undone


def _is_undo(pen: Pen, command: Command) -> bool:
    return any(event.undoes_id is not None for event in events_of(pen.campaign, command))
