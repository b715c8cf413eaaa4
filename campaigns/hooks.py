"""Hooks: a record for each app with everything it offers to the table, registered when the site starts.

Each app has a module ``hooks`` with one literal ``HOOKS = Hooks(...)``; the journal, undo, archives, deletion and
exports use all of these records, and import none of the apps.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from campaigns.live import regions as live_regions
from campaigns.outgoing import kinds as outgoing

if TYPE_CHECKING:
    from campaigns.accounts.deletion import Leaving
    from campaigns.journal.journal import Pen
    from campaigns.journal.subjects import Kind
    from campaigns.live.regions import PageKind, Region, View
    from campaigns.models import Campaign, Command, Event, Seat
    from campaigns.outgoing.kinds import Kind as DeliveryKind
    from rules.core.scene import Change


T = TypeVar("T")


class ArchivedRows(NamedTuple):
    """Rows in a table's archive beside the journal; the second argument of ``dump`` is true for an administrator."""

    dump: Callable[[Campaign, bool], list[dict[str, Any]]]
    load: Callable[[Campaign, list[dict[str, Any]]], None]


@dataclass(frozen=True, kw_only=True)
class Hooks:
    """Everything an app may offer; all fields are optional. Characters are passed as tokens."""

    # --- Live pages
    regions: Sequence[Region] = ()
    pages: Sequence[PageKind] = ()
    start: Callable[[Seat], str | None] | None = None  # the address of a seat's start page

    # --- Sent to addresses outside: ``campaigns.outgoing``
    deliveries: Sequence[DeliveryKind] = ()

    # --- Sessions
    session_renewed: Callable[[str, str], object] | None = None  # a session has a new key: the former, the new one

    # --- Games from outside
    edition_changed: Callable[[Collection[str]], object] | None = None  # keys of games whose version has changed

    # --- Journal and undo
    subjects: Mapping[str, Kind] = field(default_factory=dict)
    # By kind of subject, called before one is removed for good: raises ``Refused`` while something visible to all needs
    # it; hidden things never refuse but lose it, which is recorded.
    before_removal: Mapping[str, Callable[[Pen, str], None]] = field(default_factory=dict)
    table_made: Callable[[Pen], None] | None = None  # records its part of a new table in the same command
    # Makes the characters or the first fight of a new table; the text is the key of the cast that was chosen for it.
    table_laid: Callable[[Seat, str], None] | None = None
    permanent: Collection[str] = ()  # kinds of events that are never undone, because revealed things stay known
    # Kinds of events that accompany an act without being one, and a test if such an event is undone with it.
    companions: Mapping[str, Callable[[Pen, Event], bool]] = field(default_factory=dict)
    # Kinds of events of one fight that can be undone in any order, unless one is about a fighter whose values the other
    # wrote; the function gives the fighters an event is about.
    independent: Mapping[str, Callable[[Event], Collection[str]]] = field(default_factory=dict)
    # By kind of event, changes added to its inverse: an undone roll moves its faces to the spare dice.
    added_to_undo: Mapping[str, Callable[[Pen, Event], Iterable[Change]]] = field(default_factory=dict)

    settle: Callable[[Pen], object] | None = None  # records at a command's end what its changes have set free

    # --- Archive, personal data, leaving for good
    archived: Mapping[str, ArchivedRows] = field(default_factory=dict)
    restored: Callable[[Campaign], object] | None = None  # raises ``Unfit`` for rows that no page could show
    exported: Mapping[str, Callable[[Seat], Any]] = field(default_factory=dict)  # plain values the seat may read
    belongings: Callable[[Seat], list[str]] | None = None  # names of characters to hand over or remove
    # Records what only game masters may know, in a command before the one that removes a seat.
    before_leaving: Callable[[Pen, Seat, str], None] | None = None
    leaving: Callable[[Leaving], None] | None = None  # removes the data of a person, or raises ``Refused``

    # --- Questions about a character to fights
    in_fight: Callable[[Campaign, str], bool] | None = None  # a fight that has begun
    hidden_in_fight: Callable[[Campaign, str], bool] | None = None  # true while not everybody sees them in one
    # The payload of an edit that takes a character out of a fight, from their sheet before and after; empty if it does
    # not. The table sees the character it names in the fight, unless it says that they are hidden.
    fallen_by_edit: Callable[[Pen, str, Mapping[str, Any], Mapping[str, Any]], Mapping[str, Any]] | None = None
    timed_states: Callable[[View, str], list[dict[str, Any]]] | None = None  # rows of path, label, until
    visible_to_table: Callable[[Campaign, str], bool] | None = None  # true if the table can see this character now
    # True if a fight that is over still shows it: a stand-in takes its place. Raises ``Refused`` in an open fight.
    stand_in_needed: Callable[[Campaign, str], bool] | None = None
    read_as: Callable[[Seat, Command], str] | None = None  # the sentence in which a seat reads a command
    remove_unseen: Callable[[Pen, str], None] | None = None  # takes it out of scenes that only game masters see


_APPS: dict[str, Hooks] = {}


def register(app: str, hooks: Hooks) -> None:
    _APPS[app] = hooks
    live_regions.register(hooks.regions, hooks.pages)
    outgoing.register(hooks.deliveries)


def all_hooks() -> Iterator[Hooks]:
    return iter(_APPS.values())


def offered(hook: Callable[[Hooks], T | None]) -> Iterator[T]:
    """One hook of each app that has it: ``offered(lambda app: app.in_fight)``."""
    return (function for app in all_hooks() if (function := hook(app)) is not None)
