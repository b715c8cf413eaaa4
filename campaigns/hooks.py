"""Hooks: a record for each app with everything it offers to the table, registered when the site starts.

Each app has a module ``hooks`` with one literal ``HOOKS = Hooks(...)``; the journal, undo, archives, deletion and
exports use all of these records, and import none of the apps.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

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
    # By kind of subject, asked before one goes for good: raises ``Refused`` while something that everybody knows of
    # needs it; what is hidden refuses nobody and goes on without, which is recorded.
    before_removal: Mapping[str, Callable[[Pen, str], None]] = field(default_factory=dict)
    table_made: Callable[[Pen], None] | None = None  # records its part of a new table in the same command
    # Makes the characters or the first fight of a new table; the text is the key of the cast that was chosen for it.
    table_laid: Callable[[Seat, str], None] | None = None
    permanent: Collection[str] = ()  # kinds of events that are never undone, because revealed things stay known
    # Kinds of events that are nobody's act but go along with one, and whether such an event goes back with it.
    companions: Mapping[str, Callable[[Pen, Event], bool]] = field(default_factory=dict)
    # Kinds of events of one fight that are undone in any order, but where one is about a fighter on whom the other
    # wrote; the function gives the keys of those an event is about.
    independent: Mapping[str, Callable[[Event], Collection[str]]] = field(default_factory=dict)
    # By kind of event, changes added to its inverse: an undone roll moves its faces to the spare dice.
    added_to_undo: Mapping[str, Callable[[Pen, Event], Iterable[Change]]] = field(default_factory=dict)

    # --- Archive, personal data, leaving for good
    archived: Mapping[str, ArchivedRows] = field(default_factory=dict)
    restored: Callable[[Campaign], object] | None = None  # raises ``Unfit`` for rows that no page could show
    exported: Mapping[str, Callable[[Seat], Any]] = field(default_factory=dict)  # plain values the seat may read
    belongings: Callable[[Seat], list[str]] | None = None  # names of what may be handed over or removed
    # Records what only game masters may know of, in a command before the one that takes a seat out.
    before_leaving: Callable[[Pen, Seat, str], None] | None = None
    leaving: Callable[[Leaving], None] | None = None  # takes out what is kept of a person, or raises ``Refused``

    # --- What fights know of a character
    in_fight: Callable[[Campaign, str], bool] | None = None  # a fight that has begun
    hidden_in_fight: Callable[[Campaign, str], bool] | None = None  # true while such a fight hides the character
    # The payload of an edit that takes a character out of a fight, of their sheet before and after; empty where it does
    # not. Whoever it names is seen there by the table, unless it says that they are hidden.
    fallen_by_edit: Callable[[Pen, str, Mapping[str, Any], Mapping[str, Any]], Mapping[str, Any]] | None = None
    timed_states: Callable[[View, str], list[dict[str, Any]]] | None = None  # rows of path, label, until
    visible_to_table: Callable[[Campaign, str], bool] | None = None  # true if the table can see this character now
    # True if a fight that is over shows it still: a stand-in takes its place. Raises ``Refused`` in an open one.
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
