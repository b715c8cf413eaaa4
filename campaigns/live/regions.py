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
- ``shared_text``: its values name no seat but by ``view.nobody``, so circles with equal values share one text.
- ``presence``: it also shows who has a page open, and is drawn again when somebody comes or goes.
- ``pages``: pages of other apps that it stands on as well; ``everywhere(seat)``: on each page of such a seat.

A page is a record too, and reads as a list of regions::

    SHEET = PageKind("sheet", sheet_regions, address=sheet_address, reads=reads)

``sheet_regions(seat, view) -> list[Placed] | None`` gives them in order, ``None`` when this seat has no such page (a
404, and its socket closes). Asked again at every change, so an answer that depends on rights is always the present
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

from campaigns.live import presence
from campaigns.live.cache import Cache
from campaigns.live.site import site

if TYPE_CHECKING:
    from campaigns.journal.event_cache import Recent
    from campaigns.live.site import Seat, Table

T = TypeVar("T")
CSRF_MARK = "<!--csrf-->"
SEAT = token_hex(8)  # stands for the seat in a text that several share; nobody can write it
SHOWN: Cache[str] = Cache(100)  # the boards of a game master, a screen and eight players
VALUES: Cache[Any] = Cache(100)
FILLED: Cache[tuple[Mapping[str, Any], str]] = Cache(100)  # what each was filled with, and what came of it
MOST_FILLED = 32_000  # letters of a region that is another one at each act, such as a journal: a longer one is not kept


class Audience(Enum):
    """The widest circle a region is ever drawn for: game masters, who owns what it shows besides, or the table."""

    GM = "gm"
    OWN = "own"
    TABLE = "table"

    def includes(self, circle: str) -> bool:
        """True if a circle (``gm``, ``table`` or ``seat:<token>``) is among it."""
        return self is Audience.TABLE or circle == "gm" or (self is Audience.OWN and circle != "table")


@dataclass(frozen=True)
class View:
    """The viewers a region is drawn for: a circle (``gm``, ``table`` or ``seat:<token>``), never a person.

    ``seat`` is the token of the seat whose addresses its forms use, empty for the table.
    """

    campaign: Table
    circle: str
    seat: str
    language: str
    key: str = ""
    memo: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def nobody(self) -> View:
        """The viewers of a text that circles share: the name of the seat is put into it last."""
        return replace(self, circle="", seat=SEAT if self.seat else "")

    def once(self, name: Hashable, make: Callable[[], T]) -> T:
        """The value of ``make``, made once for all regions that this circle is shown now (such as a board)."""
        return self._made((self.circle, self.seat, name), make)

    def rows(self, name: Hashable, make: Callable[[], T]) -> T:
        """The value of ``make``, made once for all circles: stored rows that no viewer changes, never shown text."""
        return self._made(("", "", name), make)

    def _made(self, name: Hashable, make: Callable[[], T]) -> T:
        if name not in self.memo:
            self.memo[name] = make()
        value: T = self.memo[name]
        return value

    def kept(self, name: Hashable, topics: Iterable[str], make: Callable[[], T]) -> T:
        """The value of ``make`` for this circle, kept in this process until one of these subjects is written."""
        return self._kept((self.circle, self.seat, name), topics, make)

    def kept_rows(self, name: Hashable, topics: Iterable[str], make: Callable[[], T]) -> T:
        return self._kept(("", "", name), topics, make)

    def _kept(self, name: Hashable, topics: Iterable[str], make: Callable[[], T]) -> T:
        def kept() -> T:
            value: T = VALUES.get_or_make((self.campaign.token, name), self.recent.stamp(topics), make)
            return value

        return self._made(name, kept)

    @property
    def recent(self) -> Recent:
        """The newest events, as every circle's drawing of this moment reads them."""
        return self.rows("recent", lambda: site().changes(self.campaign))


Context = Callable[[View], Mapping[str, Any] | None]
Reads = Callable[[str], Iterable[str]]


def subjects(*names: str) -> Reads:
    """The ``reads`` of what is made of these kinds of subjects, whatever its key."""
    return lambda _key: names


@dataclass(frozen=True)
class Region:
    """One live part of a page; see above for each field."""

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

    def own(self, key: str = "") -> Placed:
        return Placed(self, key)

    def shared(self, key: str = "") -> Placed:
        return Placed(self, key, shared=True)


@dataclass(frozen=True)
class Placed:
    """A region on a page, for a character or an encounter if ``key`` is given. ``shared``: as the table sees it."""

    region: Region
    key: str = ""
    shared: bool = False

    @property
    def name(self) -> str:
        return self.region.name

    @property
    def id(self) -> str:
        return f"{self.name}-{self.key}" if self.key else self.name


Regions = Callable[["Seat", View], Iterable[Placed] | None]
Address = Callable[["Seat", str], str]


@dataclass(frozen=True)
class PageKind:
    """A kind of page: the regions it has for a seat, its address, and what decides which regions it has."""

    name: str
    regions: Regions
    _: KW_ONLY
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
        """The name of this page for the server: ``sheet`` or ``sheet/<key>``."""
        return f"{self.name}/{self.key}" if self.key else self.name

    @property
    def socket(self) -> str:
        return f"/ws/{self.seat.token}/{self.path}/"

    @property
    def address(self) -> str:
        return PAGES[self.name].address(self.seat, self.key)

    @property
    def standing(self) -> list[Placed]:
        return [placed for placed in self.regions if placed.region.everywhere is not None]

    def view(self, placed: Placed) -> View:
        """The viewers a region of this page is drawn for."""
        circle = "table" if placed.shared else self.seat.circle
        seat = "" if circle == "table" else self.seat.token
        return View(self.seat.campaign, circle, seat, self.seat.language, placed.key, self.memo)

    def draw(self, placed: Placed) -> str:
        return draw(placed, self.view(placed))


PAGES: dict[str, PageKind] = {}
REGIONS: dict[str, Region] = {}


def register(regions: Iterable[Region], pages: Iterable[PageKind]) -> None:
    """Make regions and pages known to the sockets, and to each other."""
    REGIONS.update({region.name: region for region in regions})
    PAGES.update({page.name: page for page in pages})


def guests(page: str, key: str = "") -> list[Placed]:
    return [region.own(key) for region in REGIONS.values() if page in region.pages]


def find_page(seat: Seat, name: str, key: str = "", memo: dict[Hashable, Any] | None = None) -> Page | None:
    """A page as this seat has it, ``None`` when it has no such page; pages drawn together share ``memo``."""
    kind = PAGES.get(name)
    if kind is None:
        return None
    memo = {} if memo is None else memo
    placed = _placed(kind, View(seat.campaign, seat.circle, seat.token, seat.language, key, memo), seat)
    return None if placed is None else Page(seat, name, key, placed, memo)


def _placed(kind: PageKind, view: View, seat: Seat) -> tuple[Placed, ...] | None:
    def ask() -> tuple[Placed, ...] | None:
        placed = kind.regions(seat, view)
        standing = (region.own() for region in REGIONS.values() if region.everywhere and region.everywhere(seat))
        return None if placed is None else (*standing, *placed)

    return ask() if kind.reads is None else view.kept(("page", kind.name, view.key), kind.reads(view.key), ask)


def draw(placed: Placed, view: View) -> str:
    """A region as HTML; the same text is drawn once for everybody it is for, until something it is made of moves."""
    here = presence.of(view) if placed.region.presence else None
    key = (view.campaign.token, placed.id, view.circle, view.seat, view.language, here)
    reads = placed.region.reads
    # Before anything else is read: what is read later can only be newer.
    stamp = view.recent.seq if reads is None else view.recent.stamp(reads(view.key))
    return SHOWN.get_or_make(key, stamp, lambda: draw_anew(placed, view))


def partial(placed: Placed, html: str) -> str:
    return f'<hx-partial hx-target="#{placed.id}" hx-swap="outerMorph">{html}</hx-partial>'


def draw_anew(placed: Placed, view: View) -> str:
    """A region drawn from what is so now; nothing for a circle that is not among its audience."""
    with site().speaking(view.language):
        context = placed.region.context(view) if placed.region.audience.includes(view.circle) else None
        if context is None:
            return f'<div id="{placed.id}" hidden></div>'
        if placed.region.shared_text:
            return _filled(placed, view, context, view.nobody).replace(SEAT, view.seat)
        return _filled(placed, view, context, view)


def _filled(placed: Placed, view: View, context: Mapping[str, Any], named: View) -> str:
    """The text of these values, of before or of another circle where those were equal: plain values read the same."""
    key = (view.campaign.token, placed.id, view.circle, view.seat, view.language)
    before = FILLED.get(key, 0)
    if before is not None and before[0] == context:
        return before[1]
    together: list[tuple[Mapping[str, Any], str]] = view.rows(("filled", placed.id, view.language), list)
    others = together if placed.region.shared_text else []
    text = next((text for values, text in others if values == context), None)
    if text is None:
        template = engines["live"].get_template(template_of(site().folder(view.campaign), placed.region.template))
        text = template.render({"id": placed.id, "view": named, **context}).strip()
        others.append((context, text))
    if len(text) <= MOST_FILLED or placed.region.reads is not None:
        FILLED.put(key, 0, (context, text))
    return text


def fragment(template: str, **values: Any) -> SafeString:
    """A template of ``templates/live`` with these values, for whatever is no region."""
    return mark_safe(engines["live"].get_template(template).render(values))  # an escaping template


@cache
def template_of(folder: str, name: str) -> str:
    """The file of this name in a folder where there is one, else the common one."""
    try:
        engines["live"].get_template(f"{folder}/{name}")
    except TemplateDoesNotExist:
        return name
    return f"{folder}/{name}"
