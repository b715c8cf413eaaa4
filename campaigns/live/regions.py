"""Live regions: what a page is made of, drawn once for all who see the same.

A region is one record, and says itself who may see it::

    VITALS = Region("vitals", vitals, audience=Audience.TABLE, reads=lambda key: [f"character:{key}"])
    NOTES = Region("notes", notes, audience=Audience.OWN, reads=lambda key: [f"character:{key}"])

- ``name``: its id in the document (with the key, if it has one) and its template, ``templates/live/vitals.html``.
- ``context(view) -> dict | None``: ready values for the template; ``None`` when there is nothing to show (the region
  is then an empty hidden element). It gets a ``View`` and nothing else: circle, seat, language and key.
- ``audience``: the widest circle it is ever drawn for. For any other it stays empty, whatever page it stands on.
- ``reads(key) -> ["character:k3f9", "encounter"]``: the subjects, or kinds of subjects, that it is made of besides
  seats and the campaign; it is drawn again when one of them is written. Without it, at every event. Where the key does
  not matter, ``reads=subjects("character", "encounter")``.
- ``shared_text``: its values name no seat but by ``view.anonymous``, so circles with equal values share one text.
- ``presence``: it also shows who has a page open, and is drawn again when somebody comes or goes.
- ``pages``: pages of other apps that it stands on as well; ``everywhere(seat)``: on each page of such a seat.

A page is a record too, and reads as a list of regions::

    SHEET = PageKind("sheet", sheet_regions, address=sheet_address, reads=reads)

``sheet_regions(seat, view) -> list[PlacedRegion] | None`` gives them in order, ``None`` when this seat has no such page
(a 404, and its socket closes). Asked again at every change, so an answer that depends on rights is always the present
one. ``VITALS.own(key)`` is drawn for the seat's own circle (``gm``, the player's seat, or the table),
``VITALS.shared(key)`` is the projection everybody shares, on whichever page it stands.

The template's root element must carry ``id="{{ id }}"``. Forms in it hold ``<!--csrf-->`` and are plain forms; what is
being typed in lies in an element with ``data-edit`` and an id. A region of the GM's circle is drawn for one seat, so
its forms may use ``view.seat``; one of the table's circle has no seat and no forms.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from enum import Enum
from functools import cache
from secrets import token_hex
from typing import TYPE_CHECKING, Any, TypeVar

from django.template import TemplateDoesNotExist, engines
from django.utils.safestring import SafeString, mark_safe

from campaigns.live import presence, reads
from campaigns.live.cache import Cache
from campaigns.live.reads import Basis, Fact
from campaigns.live.site import site

if TYPE_CHECKING:
    from campaigns.journal.event_cache import Recent
    from campaigns.live.site import Seat, Table

T = TypeVar("T")
CSRF_MARK = "<!--csrf-->"
SEAT = token_hex(8)  # placeholder of the seat in a shared text; random, so that nobody can type it
DRAWN: Cache[str] = Cache(100)  # the boards of a game master, a screen and eight players
VALUES: Cache[Any] = Cache(100)
RENDERED: Cache[tuple[Mapping[str, Any], str]] = Cache(100)  # the values and the rendered text of each
ROWS: Cache[tuple[Any, CachedRow]] = Cache(200)
DRAWN_FROM: Cache[tuple[Basis, str]] = Cache(100)  # the facts each was computed from, with its text
RECENT = ("", "", "recent")
MOST_RENDERED = 32_000  # letters: a longer text of a region that differs at each act, such as a journal, is not cached


class Audience(Enum):
    """The widest circle a region may be drawn for: game masters, its owner as well, or the whole table."""

    GM = "gm"
    OWN = "own"
    TABLE = "table"

    def includes(self, circle: str) -> bool:
        """True if a circle (``gm``, ``table`` or ``seat:<token>``) belongs to this audience."""
        return self is Audience.TABLE or circle == "gm" or (self is Audience.OWN and circle != "table")


class CachedRow(dict[str, Any]):
    """A row that stays the same object while its values are equal, with the texts templates made of it."""

    def __init__(self, **values: Any) -> None:
        super().__init__(values)
        self.texts: dict[Any, str] = {}


@dataclass(frozen=True)
class View:
    """The viewers a region is drawn for: a circle (``gm``, ``table`` or ``seat:<token>``), never a person.

    ``seat`` is the token of the seat whose addresses its forms use; empty for the table.
    """

    campaign: Table
    circle: str
    seat: str
    language: str
    key: str = ""
    memo: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def anonymous(self) -> View:
        """The same view without its seat, for a text that several circles share; the seat is filled in afterwards."""
        return replace(self, circle="", seat=SEAT if self.seat else "")

    def memoize(self, name: Hashable, make: Callable[[], T]) -> T:
        """Compute a value once for all regions drawn for this circle now, such as a board."""
        return self._memoize_noted((self.circle, self.seat, name), make)

    def memoize_rows(self, name: Hashable, make: Callable[[], T]) -> T:
        """Compute a value once for all circles: stored rows that depend on no viewer."""
        return self._memoize_noted(("", "", name), make)

    def read(self, work: Callable[..., T], *args: Hashable) -> T:
        """Ask a fact (``live.reads``): ``work`` of this view without its key, and of plain arguments."""
        fact = (work, args)
        value: T = self.ask(fact)
        reads.note(fact, value)
        return value

    def ask(self, fact: Fact) -> Any:
        """The answer to a fact, without recording it."""
        name = (self.circle, self.seat, self.language, *fact)
        if name not in self.memo:
            self.memo[name] = reads.unrecorded(fact[0], self, *fact[1])
        return self.memo[name]

    def _memoize_noted(self, name: Hashable, make: Callable[[], T]) -> T:
        reads.note_untracked()
        if name not in self.memo:
            self.memo[name] = make()
        value: T = self.memo[name]
        return value

    def _memoize(self, name: Hashable, make: Callable[[], T]) -> T:
        if name not in self.memo:
            self.memo[name] = make()
        value: T = self.memo[name]
        return value

    def cached(self, name: Hashable, topics: Iterable[str], make: Callable[[], T]) -> T:
        """A value for this circle, kept in this process until one of these subjects is written."""
        return self._cache((self.circle, self.seat, name), topics, make)

    def cached_rows(self, name: Hashable, topics: Iterable[str], make: Callable[[], T]) -> T:
        return self._cache(("", "", name), topics, make)

    def _cache(self, name: Hashable, topics: Iterable[str], make: Callable[[], T]) -> T:
        def unrecorded() -> T:
            return reads.unrecorded(make)  # its subjects are the fact

        def cached() -> T:
            value: T = VALUES.get_or_make((self.campaign.token, name), self._recent.stamp(topics), unrecorded)
            return value

        topics = tuple(topics)
        if topics and reads.is_recording():  # every cached value depends on seats and settings
            self.read(stamp, topics)
        return self._memoize(name, cached)

    def keep_row(self, name: Hashable, made_of: Any, make: Callable[[], Mapping[str, Any]]) -> CachedRow:
        """The row last shown to this circle, with its texts, if it is made of equal values; else a new row."""
        key = (self.campaign.token, self.circle, self.seat, self.language, name)
        before = ROWS.get(key, 0)
        if before is None or before[0] != made_of:
            before = made_of, CachedRow(**make())
            ROWS.put(key, 0, before)
        return before[1]

    @property
    def recent(self) -> Recent:
        """The newest events, as read once for everything drawn now."""
        reads.note_untracked()
        return self._recent

    @property
    def settings_stamp(self) -> int:
        """The number of the last write to seats or settings, on which everything depends."""
        return self._recent.stamp(())

    @property
    def _recent(self) -> Recent:
        if RECENT not in self.memo:
            self.memo[RECENT] = site().changes(self.campaign)
        recent: Recent = self.memo[RECENT]
        return recent


def stamp(view: View, topics: tuple[str, ...]) -> int:
    """The number of the last write to one of these subjects, as a fact."""
    return view.recent.stamp(topics)


Context = Callable[[View], Mapping[str, Any] | None]
Reads = Callable[[str], Iterable[str]]


def subjects(*names: str) -> Reads:
    """The ``reads`` of a region that depends on these kinds of subjects, whatever its key."""
    return lambda _key: names


@dataclass(frozen=True)
class Region:
    """One live part of a page; the module's docstring explains each field."""

    name: str
    context: Context
    _: KW_ONLY
    audience: Audience
    reads: Reads | None = None
    presence: bool = False
    shared_text: bool = False
    pages: tuple[str, ...] = ()
    everywhere: Callable[[Seat], bool] | None = None

    @property
    def template(self) -> str:
        return f"{self.name}.html"

    def own(self, key: str = "") -> PlacedRegion:
        return PlacedRegion(self, key)

    def shared(self, key: str = "") -> PlacedRegion:
        return PlacedRegion(self, key, shared=True)


@dataclass(frozen=True)
class PlacedRegion:
    """A region on a page, for one character or encounter if ``key`` is given; ``shared`` as the table sees it."""

    region: Region
    key: str = ""
    shared: bool = False

    @property
    def name(self) -> str:
        return self.region.name

    @property
    def id(self) -> str:
        return f"{self.name}-{self.key}" if self.key else self.name


Regions = Callable[["Seat", View], Iterable[PlacedRegion] | None]
Address = Callable[["Seat", str], str]


@dataclass(frozen=True)
class PageKind:
    """A kind of page: its regions for a seat, its address, and the subjects that decide which regions it has."""

    name: str
    regions: Regions
    _: KW_ONLY
    address: Address
    reads: Reads | None = None


@dataclass(frozen=True)
class Page:
    """One page, as one seat has it."""

    seat: Seat
    name: str
    key: str
    regions: tuple[PlacedRegion, ...]
    memo: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def path(self) -> str:
        """The name of this page in its socket's address: ``sheet`` or ``sheet/<key>``."""
        return f"{self.name}/{self.key}" if self.key else self.name

    @property
    def socket(self) -> str:
        return f"/ws/{self.seat.token}/{self.path}/"

    @property
    def address(self) -> str:
        return PAGES[self.name].address(self.seat, self.key)

    @property
    def regions_everywhere(self) -> list[PlacedRegion]:
        return [placed for placed in self.regions if placed.region.everywhere is not None]

    def view(self, placed: PlacedRegion) -> View:
        """The viewers for whom a region of this page is drawn."""
        circle = "table" if placed.shared else self.seat.circle
        seat = "" if circle == "table" else self.seat.token
        return View(self.seat.campaign, circle, seat, self.seat.language, placed.key, self.memo)

    def draw(self, placed: PlacedRegion) -> str:
        return draw(placed, self.view(placed))


PAGES: dict[str, PageKind] = {}
REGIONS: dict[str, Region] = {}


def register(regions: Iterable[Region], pages: Iterable[PageKind]) -> None:
    """Register regions and pages, so that sockets and other apps find them."""
    REGIONS.update({region.name: region for region in regions})
    PAGES.update({page.name: page for page in pages})


def regions_of_other_apps(page: str, key: str = "") -> list[PlacedRegion]:
    return [region.own(key) for region in REGIONS.values() if page in region.pages]


def find_page(seat: Seat, name: str, key: str = "", memo: dict[Hashable, Any] | None = None) -> Page | None:
    """A page as this seat has it, or ``None``; pages drawn together share ``memo``."""
    kind = PAGES.get(name)
    if kind is None:
        return None
    memo = {} if memo is None else memo
    placed = _place_regions(kind, View(seat.campaign, seat.circle, seat.token, seat.language, key, memo), seat)
    return None if placed is None else Page(seat, name, key, placed, memo)


def _place_regions(kind: PageKind, view: View, seat: Seat) -> tuple[PlacedRegion, ...] | None:
    def ask() -> tuple[PlacedRegion, ...] | None:
        placed = kind.regions(seat, view)
        standing = (region.own() for region in REGIONS.values() if region.everywhere and region.everywhere(seat))
        return None if placed is None else (*standing, *placed)

    return ask() if kind.reads is None else view.cached(("page", kind.name, view.key), kind.reads(view.key), ask)


def draw(placed: PlacedRegion, view: View) -> str:
    """A region as HTML, drawn once for all its viewers and kept until one of its subjects is written."""
    here = presence.of(view) if placed.region.presence else None
    key = (view.campaign.token, placed.id, view.circle, view.seat, view.language, here)
    made_of, recent = placed.region.reads, view._recent
    # Read first, because anything read later can only be newer.
    number = recent.seq if made_of is None else recent.stamp(made_of(view.key))
    return DRAWN.get_or_make(key, number, lambda: _draw_if_changed(placed, view, key))


def _draw_if_changed(placed: PlacedRegion, view: View, key: Hashable) -> str:
    """The last text of a region if every fact it read is unchanged; else the region drawn again."""
    if placed.region.reads is None:
        return draw_anew(placed, view)
    clearings, number = DRAWN_FROM.clearings, view.settings_stamp
    before = DRAWN_FROM.get(key, number)
    if before is not None and before[0].still_holds(view.ask):
        return before[1]
    own = Basis()
    text = reads.recorded(own, draw_anew, placed, view)
    if own.complete:
        DRAWN_FROM.put(key, number, (own, text), clearings)
    return text


def partial(placed: PlacedRegion, html: str) -> str:
    return f'<hx-partial hx-target="#{placed.id}" hx-swap="outerMorph">{html}</hx-partial>'


def draw_anew(placed: PlacedRegion, view: View) -> str:
    """A region drawn from the present state; hidden and empty for circles outside its audience."""
    with site().in_language(view.language):
        context = placed.region.context(view) if placed.region.audience.includes(view.circle) else None
        if context is None:
            return f'<div id="{placed.id}" hidden></div>'
        if placed.region.shared_text:
            return _render(placed, view, context, view.anonymous).replace(SEAT, view.seat)
        return _render(placed, view, context, view)


def _render(placed: PlacedRegion, view: View, context: Mapping[str, Any], reader: View) -> str:
    """The text of these values, reused from the last drawing or another circle where the values are equal."""
    key = (view.campaign.token, placed.id, view.circle, view.seat, view.language)
    before = RENDERED.get(key, 0)
    if before is not None and before[0] == context:
        return before[1]
    together: list[tuple[Mapping[str, Any], str]] = view._memoize(("filled", placed.id, view.language), list)
    others = together if placed.region.shared_text else []
    text = next((text for values, text in others if values == context), None)
    if text is None:
        template = engines["live"].get_template(template_of(site().folder(view.campaign), placed.region.template))
        text = template.render({"id": placed.id, "view": reader, **context}).strip()
        others.append((context, text))
    if len(text) <= MOST_RENDERED or placed.region.reads is not None:
        RENDERED.put(key, 0, (context, text))
    return text


def fragment(template: str, **values: Any) -> SafeString:
    """A template of ``templates/live`` rendered with these values, for parts that are no region."""
    return mark_safe(engines["live"].get_template(template).render(values))  # an escaping template


@cache
def template_of(folder: str, name: str) -> str:
    """The template of this name in a game's folder if there is one, else the common one."""
    try:
        engines["live"].get_template(f"{folder}/{name}")
    except TemplateDoesNotExist:
        return name
    return f"{folder}/{name}"
