"""One fight as one circle may see it: its scene and board, computed once for all regions of a page."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, wraps
from threading import Lock
from typing import Any, TypeVar, cast

from django.db.models import QuerySet
from django.http import Http404

from campaigns.live.cache import Cache
from campaigns.live.regions import View
from campaigns.live.tracked_sheet import Answer, TrackedSheet
from campaigns.models import Campaign, Seat
from campaigns.queries import get_or_none, prepared
from campaigns.seats.access import may
from encounters import roster, scenes
from encounters.models import Encounter
from rules.core.acts import Offer
from rules.core.game import Game
from rules.core.memo import memoize
from rules.core.paths import Data
from rules.core.rounds import is_over
from rules.core.scene import Scene
from rules.views import board
from rules.views.board import Board, Row
from rules.views.viewers import Viewer

T = TypeVar("T")
SCENES: Cache[Scene] = Cache(40)
BOARDS: Cache[Board] = Cache(20)
ANSWERS: Cache[dict[Hashable, Answer]] = Cache(20)  # by character, for all scenes the character is in
_FOLLOWING = Lock()
OPEN = (Encounter.Status.RUNNING, Encounter.Status.PAUSED)
TURN = "-turn"  # a suffix of the page's key: the fighter was selected for their turn


@dataclass(frozen=True)
class Fight:
    """An encounter as its viewer may know it; each part is computed when a region first asks for it."""

    encounter: Encounter
    view: View
    chosen: str = ""  # the fighter named in the page's address

    @cached_property
    def scene(self) -> Scene:
        """The scene for reading its fighters and state, but little of their sheets."""
        return self.scene_for("")

    def scene_for(self, purpose: str) -> Scene:
        """The scene for a caller that reads much of its sheets, tracked separately for each ``purpose``."""
        return shown_scene(self.view, self.encounter.token, purpose)

    @cached_property
    def viewer(self) -> Viewer:
        return roster.viewer(self.view)

    @cached_property
    def board(self) -> Board:
        return self.view.read(_shown_board, self.encounter.token)

    @cached_property
    def selected(self) -> str:
        return _find_selected(self.board, self.chosen)

    @property
    def system(self) -> Game:
        return self.encounter.campaign.system

    @property
    def known_scene(self) -> Scene:
        """The scene without the fighters who are hidden from this viewer."""
        return board.known_scene(self.system, self.scene, self.viewer)

    @property
    def running(self) -> bool:
        return self.encounter.status == Encounter.Status.RUNNING

    @property
    def over(self) -> bool:
        """True if the fight is decided but its encounter is still open."""
        return self.running and is_over(self.scene)

    def row(self, fighter: str) -> Row | None:
        return next((row for row in self.board.rows if row.fighter == fighter), None)

    @property
    def followed(self) -> str:
        return _find_selected(self.board, "")

    def offers(self, fighter: str, kind: str | None = None) -> tuple[Offer, ...]:
        """The present offers of a fighter or the game master, or only those of one kind, in the viewer's words."""
        return board.offers(self.system, self.scene_for("offers"), self.viewer, fighter, kind) if self.running else ()


def find(view: View) -> Fight | None:
    """The fight that a page shows: its key names the encounter and, after a dash, the selected fighter.

    A second dash means selected for their turn: once that has passed, the page follows whoever acts.
    """
    token, _dash, fighter = view.key.partition("-")
    return find_by_token(view, token, fighter)


def of_page(context: Callable[[View, Fight], T]) -> Callable[[View], T | None]:
    """A decorator: a region's values for the fight its page shows, or ``None`` if there is none."""

    @wraps(context)
    def values(view: View) -> T | None:
        fight = find(view)
        return context(view, fight) if fight is not None else None

    return values


def fight_or_404(seat: Seat, encounter: str) -> tuple[View, Fight]:
    """An open fight as its game master sees it. Raises ``Http404`` for anybody else, or if it has ended."""
    view = View(seat.campaign, seat.circle, seat.token, seat.language, encounter)
    fight = find(view) if may(seat, "run") else None
    if fight is None or fight.encounter.status == Encounter.Status.ENDED:
        raise Http404
    return view, fight


def find_by_token(view: View, token: str, fighter: str = "") -> Fight | None:
    """A fight by its token, or ``None`` if this table has no such fight."""
    row = encounter(view, token)
    return None if row is None else Fight(row, view, fighter)


def _shown_board(view: View, token: str) -> Board:
    """The board of a circle: the same object as long as its content is equal."""
    seen = _board(shown_scene(view, token, "board"), view.campaign.system, roster.viewer(view))
    key = (view.campaign.token, token, view.circle)
    before = BOARDS.get(key, 0)
    if before is not None and (before is seen or before == seen):
        return before
    BOARDS.put(key, 0, seen)
    return seen


@memoize
def _board(scene: Scene, system: Game, viewer: Viewer) -> Board:
    return board.view(system, scene, viewer)


def menu(fight: Fight, fighter: str) -> tuple[Offer, ...]:
    """The present offers of a fighter or the game master, without the texts of their forms."""
    if not fight.running:
        return ()
    return _menu(fight.scene_for(f"menu of {fighter}"), fight.system, fight.viewer, fighter)


@memoize
def _menu(scene: Scene, system: Game, viewer: Viewer, fighter: str) -> tuple[Offer, ...]:
    return board.menu(system, scene, viewer, fighter)


def shown_scene(view: View, token: str, purpose: str = "") -> Scene:
    """The scene of a fight or a test: the same object, with its memoized results, while the values read are unchanged.

    Each purpose has its own, so that what one caller reads does not invalidate the others.
    """
    scene = view.read(_shown_scene, token, purpose)
    assert scene is not None, f"no encounter {token}"
    return scene


def _shown_scene(view: View, token: str, purpose: str) -> Scene | None:
    row = stored_encounter(view, token)
    return None if row is None else follow(view, (token, purpose), _subjects_of(row), lambda: _stored_scene(view, row))


def follow(view: View, name: tuple[str, ...], made_of: tuple[str, ...], make: Callable[[], Scene]) -> Scene:
    """The scene that ``make`` builds of these subjects, or the one before if what was read of its sheets is the same.

    To be asked within a fact; each ``name`` has its own, with its memoized results.
    """

    def latest() -> Scene:
        stamp, key = view.recent.stamp(made_of), (view.campaign.token, *name)
        scene = make()
        with _FOLLOWING:
            entry = SCENES.latest(key)
            if entry is not None and entry[0] > stamp:
                return scene  # a page drawn at an older stamp must not replace the newer scene
            scene = _follow_scene(view.campaign, scene, entry[1] if entry is not None else None)
            SCENES.put(key, stamp, scene)
        return scene

    return view.cached_rows(("scene", *name), made_of, latest)


def _stored_scene(view: View, row: Encounter) -> Scene:
    return view.memoize_rows(("stored scene", row.token), lambda: scenes.scene_of(row, roster.everybody(view)))


def _follow_scene(campaign: Campaign, scene: Scene, before: Scene | None) -> Scene:
    """A scene that records which values of its sheets are read; the former one if all of those are unchanged."""
    goes_on = before is not None and before.settings == scene.settings
    old = before.sheets if before is not None and goes_on else {}
    sheets = {token: _follow_sheet(campaign, token, old.get(token), sheet) for token, sheet in scene.sheets.items()}
    if before is None or not goes_on:
        return Scene(scene.token, scene.kind, scene.settings, scene.state, sheets)
    unchanged = sheets.keys() == old.keys() and all(sheet is old[token] for token, sheet in sheets.items())
    return before if unchanged and before.state == scene.state else before.in_state(scene.state, sheets)


def _follow_sheet(campaign: Campaign, token: str, followed: Any, sheet: Data) -> Data:
    if followed is not None and followed.try_update(sheet):
        return cast(Data, followed)
    return TrackedSheet(sheet, ANSWERS.get_or_make((campaign.token, token), 0, dict))


def _subjects_of(row: Encounter) -> tuple[str, ...]:
    if row.kind == Encounter.Kind.FIGHT:
        return "character", f"encounter:{row.token}"
    characters = [other["character"] for other in row.state.get("fighters", {}).values()]
    return f"encounter:{row.token}", *(f"character:{token}" for token in characters)


def encounter(view: View, token: str) -> Encounter | None:
    """A fight of this table as stored, read once for all pages drawn together."""
    row = stored_encounter(view, token)
    return row if row is None or row.kind == Encounter.Kind.FIGHT else None


def stored_encounter(view: View, token: str) -> Encounter | None:
    return view.read(_find_stored, token)


def _find_stored(view: View, token: str) -> Encounter | None:
    row = next((row for row in (*_open_fights(view), *_tests(view)) if row.token == token), None)
    return row or get_or_none(_fight(view.campaign.pk, token))


def find_current(view: View) -> Fight | None:
    return next((find_by_token(view, token) for token in view.read(_going_on)), None)


def goes_on(view: View, token: str) -> bool:
    return token in view.read(_going_on)


def tests(view: View) -> list[Encounter]:
    rows = (stored_encounter(view, token) for token in view.read(_running_tests))
    return [row for row in rows if row is not None]


def _going_on(view: View) -> tuple[str, ...]:
    return tuple(row.token for row in _open_fights(view))


def _running_tests(view: View) -> tuple[str, ...]:
    return tuple(row.token for row in _tests(view))


def _open_fights(view: View) -> list[Encounter]:
    return view.cached_rows("fights", ("encounter",), lambda: _newest_open(view.campaign.pk))


def _tests(view: View) -> list[Encounter]:
    return view.cached_rows("tests", ("encounter",), lambda: _oldest_running_tests(view.campaign.pk))


@prepared
def _newest_open(campaign: int) -> QuerySet[Encounter]:
    return _fights(campaign).filter(status__in=OPEN).order_by("-status", "-pk")


@prepared
def _oldest_running_tests(campaign: int) -> QuerySet[Encounter]:
    tests = Encounter.objects.select_related("campaign").filter(campaign=campaign, kind=Encounter.Kind.TEST)
    return tests.filter(status=Encounter.Status.RUNNING).order_by("pk")


@prepared
def _fight(campaign: int, token: str) -> QuerySet[Encounter]:
    return _fights(campaign).filter(token=token)


def takes_part(view: View, row: Encounter, owner: int) -> bool:
    tokens = {other["character"] for other in row.state.get("fighters", {}).values()}
    return any(character.owner_id == owner and character.token in tokens for character in roster.everybody(view))


def is_in_open_fight(campaign: Campaign, character: str) -> bool:
    rows = (row for state in _open_states(campaign) for row in state.get("fighters", {}).values())
    return any(row["character"] == character for row in rows)


def is_hidden(campaign: Campaign, character: str) -> bool:
    """True while fights are open, but everybody sees the character in none of them."""
    seen = find_seen(campaign)
    return seen is not None and character not in seen


def find_seen(campaign: Campaign) -> frozenset[str] | None:
    """The characters whom everybody sees in the open fights; ``None`` without one.

    Characters who take no part are left out like hidden ones, so an unseen arrival is not noticed.
    """
    return _find_seen(tuple(_open_states(campaign)))


def seen_in_fights(view: View) -> frozenset[str] | None:
    """The same for a page, from what was read for all pages drawn together."""
    return view.read(_seen_in_fights)


def _seen_in_fights(view: View) -> frozenset[str] | None:
    return _find_seen([row.state for row in _open_fights(view)])


def _find_seen(states: Sequence[Mapping[str, Any]]) -> frozenset[str] | None:
    rows = (row for state in states for row in state.get("fighters", {}).values())
    return frozenset(row["character"] for row in rows if not row.get("hidden")) if states else None


def _open_states(campaign: Campaign) -> Iterable[Mapping[str, Any]]:
    begun = Encounter.objects.filter(campaign=campaign, kind=Encounter.Kind.FIGHT, status__in=OPEN)
    return begun.values_list("state", flat=True)


def _fights(campaign: int) -> QuerySet[Encounter]:
    return Encounter.objects.select_related("campaign").filter(campaign=campaign, kind=Encounter.Kind.FIGHT)


def _find_selected(seen: Board, fighter: str) -> str:
    fighters = [row.fighter for row in seen.rows]
    fighter, _dash, turn = fighter.partition("-")
    if turn and fighter not in seen.up:
        fighter = ""
    awaited = (name for name in seen.up if name in seen.awaited)  # fighters who have acted may wait for the others
    candidates = (fighter, *awaited, *seen.up, *seen.uncalled, *fighters)
    return next((name for name in candidates if name in fighters), "")
