"""One fight as one circle reads it: its scene and its board, made once for all regions of a page."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import wraps
from threading import Lock
from typing import Any, TypeVar, cast

from django.db.models import QuerySet
from django.http import Http404

from campaigns.live.cache import Cache
from campaigns.live.followed import Answer, Followed
from campaigns.live.regions import View
from campaigns.models import Campaign, Seat
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
SCENES: Cache[Scene] = Cache(10)
ANSWERS: Cache[dict[Hashable, Answer]] = Cache(20)  # by character, for all the scenes it stands in
_FOLLOWING = Lock()
OPEN = (Encounter.Status.RUNNING, Encounter.Status.PAUSED)
TURN = "-turn"  # after a fighter in the key of a page: selected for their turn


@dataclass(frozen=True)
class Fight:
    """An encounter with what its viewer may know; ``scene`` is for numbers of characters the viewer may read."""

    encounter: Encounter
    scene: Scene
    viewer: Viewer
    board: Board
    selected: str = ""

    @property
    def system(self) -> Game:
        return self.encounter.campaign.system

    @property
    def known(self) -> Scene:
        """The scene as if nobody were there who is hidden from this viewer."""
        return board.known_scene(self.system, self.scene, self.viewer)

    @property
    def running(self) -> bool:
        return self.encounter.status == Encounter.Status.RUNNING

    @property
    def over(self) -> bool:
        """It has been fought to its end, and the encounter is still open."""
        return self.running and is_over(self.scene)

    def row(self, fighter: str) -> Row | None:
        return next((row for row in self.board.rows if row.fighter == fighter), None)

    @property
    def followed(self) -> str:
        return _selected(self.board, "")

    def offers(self, fighter: str, kind: str | None = None) -> tuple[Offer, ...]:
        """The present offers of a fighter or the game master, or that of a kind, in the viewer's words."""
        return board.offers(self.system, self.scene, self.viewer, fighter, kind) if self.running else ()


def find(view: View) -> Fight | None:
    """The fight a page is about: the encounter its key names, and the fighter selected after a dash.

    After one more dash that is for their turn: once they are not up, the page goes on with who is.
    """
    token, _dash, fighter = view.key.partition("-")
    return of(view, token, fighter)


def of_page(context: Callable[[View, Fight], T]) -> Callable[[View], T | None]:
    """Values of the fight that a page is about; nothing where there is none."""

    @wraps(context)
    def values(view: View) -> T | None:
        fight = find(view)
        return context(view, fight) if fight is not None else None

    return values


def run_by(seat: Seat, encounter: str) -> tuple[View, Fight]:
    """A fight that is not over, as its game master sees it. Raises ``Http404`` for anybody else."""
    view = View(seat.campaign, seat.circle, seat.token, seat.language, encounter)
    fight = find(view) if may(seat, "run") else None
    if fight is None or fight.encounter.status == Encounter.Status.ENDED:
        raise Http404
    return view, fight


def of(view: View, token: str, fighter: str = "") -> Fight | None:
    """A fight by its token, ``None`` where there is none for this circle."""
    row = encounter(view, token)
    if row is None:
        return None
    scene, viewer = shown_scene(view, row, _made_of(token)), roster.viewer(view)
    seen = _board(shown_scene(view, row, _made_of(token), "board"), row.campaign.system, viewer)
    return Fight(row, scene, viewer, seen, _selected(seen, fighter))


@memoize
def _board(scene: Scene, system: Game, viewer: Viewer) -> Board:
    return board.view(system, scene, viewer)


def menu(view: View, fight: Fight, fighter: str) -> tuple[Offer, ...]:
    """The present offers of a fighter or the game master, without the words of their forms."""
    if not fight.running:
        return ()
    scene = shown_scene(view, fight.encounter, _made_of(fight.encounter.token), f"menu of {fighter}")
    return _menu(scene, fight.system, fight.viewer, fighter)


@memoize
def _menu(scene: Scene, system: Game, viewer: Viewer, fighter: str) -> tuple[Offer, ...]:
    return board.menu(system, scene, viewer, fighter)


def shown_scene(view: View, encounter: Encounter, made_of: tuple[str, ...], purpose: str = "") -> Scene:
    """The scene of an encounter: the very same, with all that was worked out of it, while what was read of it is so.

    Each purpose has its own, so that what one reads does not count for the others.
    """

    def make() -> Scene:
        stamp, key = view.recent.stamp(made_of), (view.campaign.token, encounter.token, purpose)
        scene = scenes.of(encounter, roster.everybody(view))
        with _FOLLOWING:
            entry = SCENES.latest(key)
            if entry is not None and entry[0] > stamp:
                return scene  # whoever draws what was so before leaves alone what is kept for the others
            scene = _followed(view.campaign, scene, entry[1] if entry is not None else None)
            SCENES.put(key, stamp, scene)
        return scene

    return view.kept_rows(("scene", encounter.token, purpose), made_of, make)


def _followed(campaign: Campaign, scene: Scene, before: Scene | None) -> Scene:
    """A scene whose sheets tell what was read of them; the one of before where all of that is still so."""
    known = {} if before is None or before.settings != scene.settings else before.sheets
    sheets = {token: _version(campaign, token, known.get(token), sheet) for token, sheet in scene.sheets.items()}
    kept = sheets.keys() == known.keys() and all(sheet is known[token] for token, sheet in sheets.items())
    if before is not None and kept and before.state == scene.state:
        return before
    return Scene(scene.token, scene.kind, scene.settings, scene.state, sheets)


def _version(campaign: Campaign, token: str, followed: Any, sheet: Data) -> Data:
    if followed is not None and followed.try_update(sheet):
        return cast(Data, followed)
    return Followed(sheet, ANSWERS.get_or_make((campaign.token, token), 0, dict))


def _made_of(token: str) -> tuple[str, str]:
    return "character", f"encounter:{token}"


def encounter(view: View, token: str) -> Encounter | None:
    """A fight of this table as it is stored, read once for all pages drawn together."""

    def read() -> Encounter | None:
        row = next((encounter for encounter in _open(view) if encounter.token == token), None)
        return row or _known(view).filter(token=token).first()

    return view.rows(("encounter", token), read)


def current(view: View) -> Fight | None:
    return next((of(view, row.token) for row in _open(view)), None)


def _open(view: View) -> list[Encounter]:
    """The fights that have begun and are not over; one that runs before one that rests, the newest first."""

    def read() -> list[Encounter]:
        return list(_known(view).filter(status__in=OPEN).order_by("-status", "-pk"))

    return view.kept_rows("fights", ("encounter",), read)


def takes_part(view: View, row: Encounter, owner: int) -> bool:
    tokens = {other["character"] for other in row.state.get("fighters", {}).values()}
    return any(character.owner_id == owner and character.token in tokens for character in roster.everybody(view))


def has_begun_with(campaign: Campaign, character: str) -> bool:
    """True if a character takes part in a fight that has begun and is not over."""
    begun = Encounter.objects.filter(campaign=campaign, kind=Encounter.Kind.FIGHT, status__in=OPEN)
    return any(
        row["character"] == character for encounter in begun for row in encounter.state.get("fighters", {}).values()
    )


def _known(view: View) -> QuerySet[Encounter]:
    kind = Encounter.Kind.FIGHT
    return Encounter.objects.select_related("campaign").filter(campaign=view.campaign, kind=kind)


def _selected(seen: Board, fighter: str) -> str:
    known = [row.fighter for row in seen.rows]
    fighter, _dash, turn = fighter.partition("-")
    if turn and fighter not in seen.up:
        fighter = ""
    awaited = (name for name in seen.up if name in seen.awaited)  # whoever has begun may wait for the others
    wanted = (fighter, *awaited, *seen.up, *seen.uncalled, *known)
    return next((name for name in wanted if name in known), "")
