"""The characters of a table as one circle may know them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

from django.db.models import QuerySet

from campaigns.live.regions import View
from campaigns.models import Campaign, Seat
from campaigns.queries import prepared
from campaigns.seats.regions import presence_row
from campaigns.web.language import capitalize, say
from encounters import scenes
from rules.character.character import Derived
from rules.core.game import Game
from rules.core.memo import memoize
from rules.core.paths import Data, get
from rules.core.text import OUT_OF, Text, plain
from rules.views.viewers import Viewer
from sheets.models import Character
from sheets.subjects import plain_of

T = TypeVar("T")
_VIEWERS = lru_cache(maxsize=1000)(Viewer)


def everybody(view: View) -> list[Character]:
    """The characters of the table except templates, in the order of their creation."""
    return view.cached_rows("people", ("character",), lambda: played_characters(view.campaign))


def about(view: View, character: str, work: Callable[[Game, Data, Data], T]) -> T:
    """A plain value of a character's sheet, such as its health in words, computed once until the sheet is written."""
    return view.read(_about, character, work)


def _about(view: View, character: str, work: Callable[[Game, Data, Data], T]) -> T:
    def make() -> T:
        row = next(row for row in everybody(view) if row.token == character)
        return work(view.campaign.system, plain_of(row), view.campaign.settings)

    return view.cached_rows((work, character, view.language), (f"character:{character}",), make)


def viewer(view: View) -> Viewer:
    return _VIEWERS(*view.read(_viewer))


def presence_of_player(view: View, character: str) -> dict[str, Any] | None:
    """The presence of a character's player, for a game master's region; ``None`` if no player has the character."""
    return view.read(_player_here, character)


def _player_here(view: View, character: str) -> dict[str, Any] | None:
    owner = next((other.owner for other in everybody(view) if other.token == character), None)
    is_played = owner is not None and owner.role == Seat.Role.PLAYER and owner.left_at is None
    return presence_row(view, owner.pk) if owner is not None and is_played else None


def viewer_of(seat: Seat) -> Viewer:
    owners = Character.objects.filter(campaign=seat.campaign_id).exclude(kind=Character.Kind.TEMPLATE)
    return scenes.viewer_among(seat.circle, owners.values_list("token", "owner__token"))


def health_in_full(system: Game, sheet: Data, settings: Data) -> dict[str, Any]:
    """A character's health in full: the worst wound by its name and place, or the whole state as a word."""
    health = system.health(sheet, settings)
    hurt = [place for place in system.body(sheet, settings) if place.rank == health.rank]
    summary = {"rank": health.rank, "word": capitalize(say(health.label)), "place": "", "count": 0, "exact": True}
    if not hurt or not health.rank or health.for_good:
        return summary
    worst, *others = hurt
    worst_words = {
        "word": capitalize(say(worst.word)),
        "place": say(worst.label) if not others else "",
        "count": worst.count,
    }
    return {**summary, **worst_words}


def final_state(character: Character) -> str:
    """The word for a final state such as death; empty for everybody else."""
    health = character.system.health(character.data, character.campaign.settings)
    return capitalize(say(health.label)) if health.for_good else ""


def lasting_states(character: Character) -> tuple[str, ...]:
    """The states that stand on a sheet, such as prone or fled, besides the word for its health; none of the dead."""
    system, health = character.system, character.system.health(character.data, character.campaign.settings)
    if health.for_good:
        return ()
    words = (say(label) for path, label in system.state_flags if get(character.data, path) is True)
    return tuple(word for word in words if word.casefold() != say(health.label).casefold())


def numbers_at_glance(system: Game, sheet: Data, settings: Data) -> list[dict[str, Any]]:
    """The few numbers a game master needs at a glance: the vital ones, and those the game derives for this."""
    rows = _numbers_at_glance(sheet, settings, system)
    return [{"label": say(label), "value": say(value), "note": note} for label, value, note in rows]


@memoize
def _numbers_at_glance(sheet: Data, settings: Data, system: Game) -> list[tuple[Text, Text | str, str]]:
    """Labels, values and notes, untranslated: they may be recomputed while a page in another language is drawn."""
    computed = {number.key: number for number in system.derive(sheet, settings)}
    at_hand = [_derived_row(computed[key]) for key in system.at_hand if key in computed]
    # Numbers in rows of lists, such as the rounds left in each weapon, are for readers of the sheet.
    vitals = (path for path in system.vitals(sheet, settings) if path.count(".") < 2)
    return [*(_vital_row(system, sheet, settings, path) for path in vitals), *at_hand]


def _vital_row(system: Game, sheet: Data, settings: Data, path: str) -> tuple[Text, str, str]:
    field = system.schema.field(path)
    assert field is not None, f"{path} is no field of the sheet"
    most = system.most(sheet, settings, path)
    return field.label, plain(system.value(sheet, path)), f"{OUT_OF}{most}" if most is not None else ""


def _derived_row(number: Derived) -> tuple[Text, Text | str, str]:
    return number.label, number.shown or plain(number.value.total), ""


def played_characters(campaign: Campaign) -> list[Character]:
    """The characters of a table except templates, in the order of their creation."""
    return _played(campaign.pk)


@prepared
def _played(campaign: int) -> QuerySet[Character]:
    characters = Character.objects.filter(campaign=campaign).exclude(kind=Character.Kind.TEMPLATE)
    return characters.select_related("owner", "campaign").order_by("pk")


def _viewer(view: View) -> tuple[str, frozenset[str]]:
    owners = ((character.token, character.owner.token if character.owner else "") for character in everybody(view))
    viewer = scenes.viewer_among(view.circle, owners)
    return viewer.role, viewer.characters
