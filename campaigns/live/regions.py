"""Live regions: what a page is made of, drawn once for all who see the same.

An app registers, in ``AppConfig.ready``, its regions and its pages::

    live.region("vitals", "vitals.html", vitals_context, reads)       # templates/live/vitals.html
    live.page("sheet", sheet_regions, address=sheet_address, reads=reads)

- ``vitals_context(view) -> dict | None``: ready values for the template; ``None`` when there is nothing to show (the
  region is then an empty hidden element). It gets a ``View`` and nothing else: circle, seat, language and key.
- ``reads(key) -> ["character:k3f9", "encounter"]``: the subjects, or kinds of subjects, that it is made of besides
  seats and the campaign; it is drawn again when one of them is written. Without it, at every event. The same for
  which regions a page has. ``beside(view)`` is what else it is made of that no event writes, such as who is here.
- ``sheet_regions(seat, view) -> list[Placed] | None``: the regions of that page for that seat, in order; ``None`` when
  this seat has no such page (a 404, and its socket closes). Asked again at every change, so an answer that depends on
  rights is always the present one. ``view`` has the key, and what other pages drawn with this one have read already.
  ``own("vitals", key)`` is drawn for the seat's own circle (``gm``, the player's seat, or the table);
  ``table("ladder", key)`` is the projection everybody shares, on whichever page it stands.
- ``sheet_address(seat, key)``: the page's URL.

The template's root element must carry ``id="{{ id }}"``. Forms in it hold ``<!--csrf-->`` and are plain forms; what is
being typed in lies in an element with ``data-edit`` and an id. A region of the GM's circle is drawn for one seat, so
its forms may use ``view.seat``; one of the table's circle has no seat and no forms.

A view shows a page with ``live.page_or_404(request, seat, "sheet", key)`` put into the context as ``page``; its
template says ``{% load live %}{% wire %}`` once and ``{% region "vitals" %}`` for each region. ``live.starts(chooser)``
names the page a seat begins on.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeVar

from django.http import Http404, HttpRequest
from django.template import TemplateDoesNotExist, engines
from django.urls import reverse

from campaigns.journal import event_cache
from campaigns.journal.event_cache import Recent
from campaigns.live.cache import Cache
from campaigns.models import Campaign, Seat
from campaigns.seats.access import may, seat_or_404
from campaigns.web.language import speaking

T = TypeVar("T")
CSRF_MARK = "<!--csrf-->"
SHOWN: Cache[str] = Cache(100)  # the boards of a game master, a screen and eight players
VALUES: Cache[tuple[Any]] = Cache(100)
FILLED: Cache[tuple[Mapping[str, Any], str]] = Cache(100)  # what each was filled with, and what came of it
MOST_FILLED = 32_000  # letters; what is longer, such as a journal, is another one at each act


@dataclass(frozen=True)
class View:
    """Whom a region is drawn for: a circle (``gm``, ``table`` or ``seat:<token>``), never a person.

    ``seat`` is the token of the seat whose addresses its forms use, empty for the table.
    """

    campaign: Campaign
    circle: str
    seat: str
    language: str
    key: str = ""
    memo: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)

    def once(self, name: Hashable, make: Callable[[], T]) -> T:
        """What ``make`` gives, made once for all regions that this circle is shown now (such as a board)."""
        return self._made((self.circle, self.seat, name), make)

    def rows(self, name: Hashable, make: Callable[[], T]) -> T:
        """The same for what no viewer changes, made once for all circles: rows as stored, never what is shown."""
        return self._made(("", "", name), make)

    def _made(self, name: Hashable, make: Callable[[], T]) -> T:
        if name not in self.memo:
            self.memo[name] = make()
        found: T = self.memo[name]
        return found

    def kept(self, name: Hashable, topics: Iterable[str], make: Callable[[], T]) -> T:
        """What ``make`` gives for this circle, kept in this process until one of these subjects is written."""
        whose = (self.circle, self.seat, name)
        return self._made(whose, lambda: self._kept(whose, topics, make))

    def kept_rows(self, name: Hashable, topics: Iterable[str], make: Callable[[], T]) -> T:
        """The same for what no viewer changes."""
        return self._made(("", "", name), lambda: self._kept(("", "", name), topics, make))

    def _kept(self, name: Hashable, topics: Iterable[str], make: Callable[[], T]) -> T:
        address, stamp = (self.campaign.token, name), self.recent.stamp(topics)
        found = VALUES.get(address, stamp)
        if found is None:
            found = (make(),)
            VALUES.put(address, stamp, found)
        value: T = found[0]
        return value

    @property
    def recent(self) -> Recent:
        """The newest events, as every circle's drawing of this moment reads them."""
        return self.rows("recent", lambda: event_cache.at(self.campaign))


Context = Callable[[View], Mapping[str, Any] | None]
Reads = Callable[[str], Iterable[str]]
Beside = Callable[[View], Hashable]


@dataclass(frozen=True)
class Region:
    """One live part of a page: its name, its template, where its values come from and what they are made of."""

    name: str
    template: str
    context: Context
    reads: Reads | None = None
    beside: Beside | None = None


@dataclass(frozen=True)
class Placed:
    """A region on a page, for a character or an encounter if ``key`` is given. ``shared``: as the table sees it."""

    name: str
    key: str = ""
    shared: bool = False

    @property
    def id(self) -> str:
        """Its id in the document."""
        return f"{self.name}-{self.key}" if self.key else self.name


Regions = Callable[[Seat, View], Iterable[Placed] | None]
Start = Callable[[Seat], str | None]
Address = Callable[[Seat, str], str]


@dataclass(frozen=True)
class Kind:
    """A kind of page: which regions it has for a seat, and its address."""

    regions: Regions
    address: Address
    reads: Reads | None = None


@dataclass(frozen=True)
class Page:
    """One page as one seat has it."""

    seat: Seat
    name: str
    key: str
    regions: tuple[Placed, ...]
    memo: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def path(self) -> str:
        """How this page names itself to the server: ``sheet`` or ``sheet/<key>``."""
        return f"{self.name}/{self.key}" if self.key else self.name

    @property
    def socket(self) -> str:
        """The address of its socket."""
        return f"/ws/{self.seat.token}/{self.path}/"

    @property
    def address(self) -> str:
        """The page's own URL."""
        return PAGES[self.name].address(self.seat, self.key)

    def view(self, placed: Placed) -> View:
        """Whom a region of this page is drawn for."""
        circle = "table" if placed.shared else self.seat.circle
        seat = "" if circle == "table" else self.seat.token
        return View(self.seat.campaign, circle, seat, self.seat.language, placed.key, self.memo)

    def draw(self, placed: Placed) -> str:
        """One of its regions as HTML."""
        return draw(placed, self.view(placed))


_REGIONS: dict[str, Region] = {}
PAGES: dict[str, Kind] = {}
_STARTS: list[Start] = []
_EVERYWHERE: list[tuple[Placed, str]] = []


def region(
    name: str, template: str, context: Context, reads: Reads | None = None, beside: Beside | None = None
) -> None:
    """Register a region; ``reads`` names the subjects it is made of, without it any event may change what it shows."""
    _REGIONS[name] = Region(name, template, context, reads, beside)


def page(name: str, regions: Regions, *, address: Address, reads: Reads | None = None) -> None:
    """Register a kind of page; ``reads`` names what decides which regions it has."""
    PAGES[name] = Kind(regions, address, reads)


def everywhere(name: str, verb: str) -> None:
    """Let a region stand on every page of those who may do ``verb``; ``templates/base.html`` draws it."""
    _EVERYWHERE.append((Placed(name), verb))


def standing(page: Page) -> list[Placed]:
    """The regions of a page that stand on every page."""
    names = {one.name for one, _verb in _EVERYWHERE}
    return [one for one in page.regions if one.name in names]


def own(name: str, key: str = "") -> Placed:
    """A region drawn for the seat's own circle."""
    return Placed(name, key)


def table(name: str, key: str = "") -> Placed:
    """A region drawn as the whole table sees it."""
    return Placed(name, key, shared=True)


def find_page(seat: Seat, name: str, key: str = "", memo: dict[Hashable, Any] | None = None) -> Page | None:
    """A page as this seat has it, ``None`` when it has no such page; pages drawn together share ``memo``."""
    kind = PAGES.get(name)
    if kind is None:
        return None
    memo = {} if memo is None else memo
    placed = _placed(kind, View(seat.campaign, seat.circle, seat.token, seat.language, key, memo), seat, name)
    return None if placed is None else Page(seat, name, key, placed, memo)


def _placed(kind: Kind, view: View, seat: Seat, name: str) -> tuple[Placed, ...] | None:
    """The regions of a page, asked again when something was written that they depend on."""

    def ask() -> tuple[Placed, ...] | None:
        found = kind.regions(seat, view)
        return None if found is None else (*(one for one, verb in _EVERYWHERE if may(seat, verb)), *found)

    return ask() if kind.reads is None else view.kept(("page", name, view.key), kind.reads(view.key), ask)


def page_or_404(request: HttpRequest, token: str, name: str, key: str = "") -> Page:
    """A page of the seat of this token. Raises ``Http404`` alike for no seat and no page."""
    found = find_page(seat_or_404(request, token), name, key)
    if found is None:
        raise Http404
    return found


def home(seat: Seat) -> str:
    """The address of a seat, which leads to where it begins."""
    return reverse("seat", args=[seat.token])


def starts(chooser: Start) -> None:
    """Register where seats begin: an address, or ``None`` to leave it to those who registered earlier."""
    _STARTS.insert(0, chooser)


def start(seat: Seat) -> str | None:
    """Where a seat begins at present."""
    found = (chooser(seat) for chooser in _STARTS)
    return next((address for address in found if address), None)


def draw(placed: Placed, view: View) -> str:
    """A region as HTML; the same text is drawn once for everybody it is for, until something it is made of moves."""
    beside = _REGIONS[placed.name].beside
    made_of = beside(view) if beside is not None else None
    address = (view.campaign.token, placed.id, view.circle, view.seat, view.language, made_of)
    stamp = _stamp(placed, view)  # before anything else is read: what is read later can only be newer
    kept = SHOWN.get(address, stamp)
    if kept is None:
        kept = draw_anew(placed, view)
        SHOWN.put(address, stamp, kept)
    return kept


def _stamp(placed: Placed, view: View) -> int:
    """The number at which what a region is made of was written last."""
    reads = _REGIONS[placed.name].reads
    return view.recent.seq if reads is None else view.recent.stamp(reads(view.key))


def partial(placed: Placed, html: str) -> str:
    """A region as htmx takes it out of a frame or an answer."""
    return f'<hx-partial hx-target="#{placed.id}" hx-swap="outerMorph">{html}</hx-partial>'


def draw_anew(placed: Placed, view: View) -> str:
    found = _REGIONS[placed.name]
    with speaking(view.language):
        context = found.context(view)
        if context is None:
            return f'<div id="{placed.id}" hidden></div>'
        address = (view.campaign.token, placed.id, view.circle, view.seat, view.language)
        before = FILLED.get(address, 0)
        if before is not None and before[0] == context:  # plain values: whatever is equal reads the same
            return before[1]
        template = engines["live"].get_template(template_of(view.campaign.game, found.template))
        text = template.render({"id": placed.id, "view": view, **context}).strip()
        if len(text) <= MOST_FILLED:
            FILLED.put(address, 0, (context, text))
        return text


@cache
def template_of(game: str, name: str) -> str:
    """The game's own file of this name where it has one."""
    try:
        engines["live"].get_template(f"{game}/{name}")
    except TemplateDoesNotExist:
        return name
    return f"{game}/{name}"
