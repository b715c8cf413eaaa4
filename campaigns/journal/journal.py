"""The only writer at a table: every change is an event, recorded with what it replaced.

A service writes like this::

    @journal.command
    def rename(pen: Pen, *, character: Character, name: str) -> None:
        sheet = pen.read(character.subject)                  # the state under the lock
        change = Change(character.subject, "name", get(sheet, "name"), name)
        pen.tell("rename", (change,), "table", _("Renamed: %(name)s", name=name))

and a view calls it with the seat and the ``Sent`` of the request (``campaigns.web.commands.read``)::

    done = rename(seat=seat, sent=commands.read(request), character=character, name="Rafe")

The command runs once, in one transaction, with the campaign's row locked. If it raises ``Unreadable``, ``Refused`` or
``Stale``, nothing is saved, not even the command. The same ``Sent`` again gives ``Receipt.again`` without running it.
The function's return value is ``Receipt.value``.

Additions to a number by several people (luck, ammunition) commute: an event lists them in
``payload["delta"] = {"character:k3f9 luck": -1}``, and its undo adds the opposite to the present value.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from django.db import transaction
from django.db.models import QuerySet

from campaigns import hooks
from campaigns.journal import event_cache, subjects
from campaigns.live.notify import announce
from campaigns.models import Campaign, Command, Event, Seat, new_token
from campaigns.outgoing import worker
from campaigns.queries import get_or_none, insert, prepared
from rules.core import scene
from rules.core.errors import Refused, Stale, Unreadable
from rules.core.json_codec import to_json
from rules.core.paths import get
from rules.core.text import Text, _

Given = ParamSpec("Given")
Read = TypeVar("Read")
_KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")


class Repeated(Refused):
    """Raised if the key of an earlier command is used again with different content."""


@dataclass(frozen=True)
class Sent:
    """The identity of a command that may be sent twice: the page's random key, and a digest of its content."""

    key: str
    digest: str

    @classmethod
    def of(cls, key: str, body: object) -> Sent:
        """A key (a new one if empty) and any plain body. Raises ``Unreadable`` for a malformed key."""
        if key and not _KEY.fullmatch(key):
            raise Unreadable(_("This page sent a key that cannot be read."), "command")
        plain = json.dumps(body, sort_keys=True, ensure_ascii=True, default=str)
        return cls(key or new_token(), hashlib.sha256(plain.encode()).hexdigest())

    @property
    def mark(self) -> str:
        return hashlib.sha256(f"{self.key} {self.digest}".encode()).hexdigest()


@dataclass(frozen=True)
class Receipt:
    """The outcome of a command; ``again`` if it had been done before, ``command`` is ``None`` if nothing changed.

    ``events`` are those just recorded, in order.
    """

    command: Command | None
    value: Any = None
    again: bool = False
    events: tuple[Event, ...] = ()

    @property
    def first(self) -> str:
        """The token of the first subject that the command wrote, such as the one it created, even if sent again."""
        event = self.command.events.order_by("seq").first() if self.command else None
        return event.changes[0][0].partition(":")[2] if event and event.changes else ""


class Pen:
    """The reads and records of one command, under the campaign's lock."""

    def __init__(self, campaign: Campaign, seat: Seat, key: str) -> None:
        self.campaign = campaign
        self.seat = seat
        self.key = key
        self._data: dict[str, subjects.Plain] = {}
        self._paths: dict[str, set[str]] = {}
        self._absent: set[str] = set()
        self._events: list[Event] = []
        self._once: dict[Callable[[Campaign], Any], Any] = {}

    def once(self, read: Callable[[Campaign], Read]) -> Read:
        """The result of a query outside the subjects, made at most once in this command."""
        if read not in self._once:
            self._once[read] = read(self.campaign)
        value: Read = self._once[read]
        return value

    def read(self, subject: str) -> subjects.Plain:
        """The present state of a subject, including what this command has recorded so far."""
        if subject not in self._data:
            kind, token = subjects.kind_of(subject)
            self._begin_with(subject, kind.load(self.campaign, token))
        return self._data[subject]

    def read_all(self, name: str, tokens: Iterable[str]) -> dict[str, subjects.Plain]:
        """The present states of subjects of one kind by their tokens, loaded together."""
        named = {token: f"{name}:{token}" for token in tokens}
        unread = [token for token, subject in named.items() if subject not in self._data]
        load_all = subjects.kind_of(named[unread[0]])[0].load_all if len(unread) > 1 else None
        if load_all is not None:
            loaded = load_all(self.campaign, unread)
            for token in unread:
                self._begin_with(named[token], loaded.get(token, {}))
        return {token: self.read(subject) for token, subject in named.items()}

    def _begin_with(self, subject: str, state: subjects.Plain) -> None:
        self._data[subject] = state
        if not state:
            self._absent.add(subject)

    def begin(self, subject: str) -> None:
        """Declare a subject new, under a freshly made token, which saves asking the database for its state."""
        self._data[subject] = {}
        self._absent.add(subject)

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(self._events)

    def value(self, subject: str, path: str) -> Any:
        """The present value at a path; ``None`` if there is none."""
        return get(self.read(subject), path)

    def record(
        self, *events: scene.Event, encounter: str = "", undoes: Event | None = None, again: Event | None = None
    ) -> None:
        """Apply events and append them. Raises ``Stale`` with the present value if a ``before`` no longer holds.

        ``encounter`` is the token of the encounter they belong to: its later events then depend on them. An event that
        repeats an earlier one (``again``) keeps its author and time.
        """
        by = self.seat if again is None else again.by
        created = {} if again is None else {"created": again.created}
        for event in events:
            rows = [self._write(change) for change in event.changes]
            self._events.append(
                Event(
                    campaign=self.campaign,
                    encounter=encounter,
                    kind=event.kind,
                    by=by if event.by else None,
                    for_fighter=event.for_,
                    audience=event.audience,
                    changes=rows,
                    payload=as_stored(event.payload),
                    undoes=undoes,
                    **created,
                )
            )

    def tell(
        self,
        kind: str,
        changes: Iterable[scene.Change],
        audience: str,
        text: Text,
        *,
        encounter: str = "",
        payload: Mapping[str, Any] | None = None,
    ) -> None:
        """Record an event of this seat with a sentence for those who may read it."""
        sentences = {"gm" if audience == "gm" else "table": to_json(text)}
        event = scene.Event(kind, self.seat.token, "", tuple(changes), audience, {"told": sentences, **(payload or {})})
        self.record(event, encounter=encounter)

    def _write(self, change: scene.Change) -> list[Any]:
        before, after = as_stored(change.before), as_stored(change.after)
        change = scene.Change(change.subject, change.path, before, after)
        self._data[change.subject] = change.on(self.read(change.subject))
        self._paths.setdefault(change.subject, set()).add(change.path)
        return [change.subject, change.path, before, after]

    def changes_to(self, other: Pen) -> Iterator[scene.Change]:
        """The changes that turn this pen's states into those of another pen, for each subject the other wrote."""
        for subject in other._paths:
            yield from _differing(subject, "", self.read(subject), other.read(subject))

    def close(self, sent: Sent) -> Command | None:
        """Save all touched subjects and number the events; returns ``None`` if no event was recorded."""
        if not self._events:
            return None
        self._save_subjects()
        first, last = self.campaign.seq + 1, self.campaign.seq + len(self._events)
        command = Command(
            campaign=self.campaign,
            seat=self.seat,
            key=sent.key,
            body_hash=sent.digest,
            first_seq=first,
            last_seq=last,
            edition=self.campaign.edition,
        )
        insert([command])
        for seq, event in enumerate(self._events, first):
            event.seq, event.command = seq, command
        insert(self._events)
        self.campaign.seq = last
        _locked_campaign.update({"seq": last}, self.campaign.pk)
        transaction.on_commit(partial(event_cache.follow, self.campaign, self.events), robust=True)
        transaction.on_commit(partial(announce, self.campaign.pk, last), robust=True)
        transaction.on_commit(worker.wake, robust=True)
        return command

    def _save_subjects(self) -> None:
        for subject in [subject for subject in self._paths if not self._data[subject]]:
            subjects.check_unused(self, subject)
        for subject, paths in self._paths.items():
            data, (kind, token) = self._data[subject], subjects.kind_of(subject)
            if kind.root and data and kind.root not in data:
                raise Stale(_("This is no longer at the table."))
            if data or subject not in self._absent:  # created and removed in this command: has no row
                kind.save(self.campaign, token, data, paths)


@prepared
def _locked_campaign(pk: int) -> QuerySet[Campaign]:
    return Campaign.objects.select_for_update().filter(pk=pk)


@prepared
def _present_campaign(pk: int) -> QuerySet[Campaign]:
    return Campaign.objects.filter(pk=pk)


@prepared
def _present_seat(pk: int) -> QuerySet[Seat]:
    return Seat.objects.filter(pk=pk)


@prepared
def earlier_command(seat: int, key: str) -> QuerySet[Command]:
    return Command.objects.filter(seat=seat, key=key)


def run(*, seat: Seat, sent: Sent, work: Callable[[Pen], Any]) -> Receipt:
    """Do one command of a seat once. Raises what ``work`` raises, ``Repeated``, or ``Refused`` if the seat left."""
    with transaction.atomic():
        campaign = _locked_campaign.get(seat.campaign_id)
        present = _present_seat.get(seat.pk)
        if present.left_at is not None:
            raise Refused(_("This seat is no longer at the table."))
        present.campaign = campaign
        earlier = get_or_none(earlier_command(present.pk, sent.key))
        if earlier is not None:
            if earlier.body_hash != sent.digest:
                raise Repeated(_("This was sent before with different content."), "command")
            return Receipt(earlier, again=True)
        pen = Pen(campaign, present, sent.key)
        value = work(pen)
        for settle in hooks.offered(lambda app: app.settle):
            settle(pen)
        return Receipt(pen.close(sent), value, events=pen.events)


class SeatCommand(Protocol[Given]):
    """A command as views call it: with a seat and a ``Sent`` in place of the pen."""

    def __call__(self, seat: Seat, sent: Sent, *args: Given.args, **kwargs: Given.kwargs) -> Receipt: ...


def command(work: Callable[Concatenate[Pen, Given], Any]) -> SeatCommand[Given]:
    """Turn a function that writes with a pen into a command, called with a seat and a ``Sent``: see the module."""

    @wraps(work)
    def done(seat: Seat, sent: Sent, *args: Given.args, **kwargs: Given.kwargs) -> Receipt:
        return run(seat=seat, sent=sent, work=lambda pen: work(pen, *args, **kwargs))

    return done


def rehearse(seat: Seat, work: Callable[[Pen], Any]) -> tuple[Pen, Any]:
    """Try a command without saving: returns the pen after ``work``, and its value. Raises what ``work`` raises."""
    pen = Pen(_present_campaign.get(seat.campaign_id), seat, "")
    return pen, work(pen)


def fold(campaign: Campaign) -> dict[str, subjects.Plain]:
    """Every subject of a campaign rebuilt from its journal alone; the rows must equal it."""
    state: dict[str, subjects.Plain] = {}
    events = Event.objects.filter(campaign=campaign).order_by("seq").values_list("changes", flat=True)
    for rows in events.iterator():
        _fold_into(state, rows)
    return state


def _fold_into(state: dict[str, subjects.Plain], rows: Iterable[list[Any]]) -> None:
    for row in rows:
        change = scene.Change(*row)
        state[change.subject] = change.on(state.get(change.subject, {}))


def _differing(subject: str, path: str, before: Any, after: Any) -> Iterator[scene.Change]:
    """The fewest changes from one value to another, descending into dictionaries."""
    if before == after:
        return
    keys = {**before, **after} if isinstance(before, dict) and isinstance(after, dict) else {}
    if not keys or any("." in key for key in keys):
        yield scene.Change(subject, path, before, after)
        return
    for key in keys:
        yield from _differing(subject, f"{path}.{key}" if path else key, before.get(key), after.get(key))


def as_stored(value: Any) -> Any:
    """``value`` as the database would return it, so that later comparisons are with what was stored."""
    if value is None or isinstance(value, str | int):
        return value
    return json.loads(json.dumps(value, default=_mapping, allow_nan=False))


def _mapping(value: object) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} is no plain value")
