"""The characters of a table as a circle may know them."""

from __future__ import annotations

from typing import Any

from django.utils.translation import get_language

from campaigns.live.regions import View
from campaigns.models import Campaign, Seat
from campaigns.seats.regions import presence_row
from campaigns.web.language import say
from encounters import scenes
from rules.character.character import Derived
from rules.core.game import Game
from rules.core.memo import memoize
from rules.core.paths import Data
from rules.core.text import plain
from rules.views.viewers import Viewer
from sheets.models import Character


def everybody(view: View) -> list[Character]:
    """Every character of the table that is played, in the order of arrival."""
    return view.kept_rows("people", ("character",), lambda: played(view.campaign))


def viewer(view: View) -> Viewer:
    return view.kept("viewer", ("character",), lambda: _viewer(view.circle, everybody(view)))


def player_here(view: View, character: str) -> dict[str, Any] | None:
    """The presence of a character's player, for a game master's region; ``None`` where no player has it."""
    owner = next((other.owner for other in everybody(view) if other.token == character), None)
    plays = owner is not None and owner.role == Seat.Role.PLAYER and owner.left_at is None
    return presence_row(view, owner.pk) if owner is not None and plays else None


def viewer_of(seat: Seat) -> Viewer:
    owners = Character.objects.filter(campaign=seat.campaign_id).exclude(kind=Character.Kind.TEMPLATE)
    return scenes.viewer(seat.circle, owners.values_list("token", "owner__token"))


def state(system: Game, sheet: Data, settings: Data) -> dict[str, Any]:
    """The health of somebody in full: the worst wound by its own name and place, or the whole state as a word."""
    health = system.health(sheet, settings)
    hurt = [place for place in system.body(sheet, settings) if place.rank == health.rank]
    whole = {"rank": health.rank, "word": capital(say(health.label)), "place": "", "count": 0, "exact": True}
    if not hurt or not health.rank:
        return whole
    worst, *others = hurt
    named = {"word": capital(say(worst.word)), "place": say(worst.label) if not others else "", "count": worst.count}
    return {**whole, **named}


def numbers(system: Game, sheet: Data, settings: Data) -> list[dict[str, Any]]:
    """The few numbers a game master wants at a glance: those always at hand, and what the game computes of them."""
    return _numbers(sheet, settings, system, get_language())


@memoize
def _numbers(sheet: Data, settings: Data, system: Game, _language: str | None) -> list[dict[str, Any]]:
    computed = {number.key: number for number in system.derive(sheet, settings)}
    kept = [_derived(computed[key]) for key in system.at_hand if key in computed]
    # Rows of lists, such as the rounds left in each weapon, are for who holds the sheet.
    vitals = (path for path in system.vitals(sheet, settings) if path.count(".") < 2)
    return [*(_vital(system, sheet, settings, path) for path in vitals), *kept]


def _vital(system: Game, sheet: Data, settings: Data, path: str) -> dict[str, Any]:
    field = system.schema.field(path)
    assert field is not None, f"{path} is no field of the sheet"
    most = system.most(sheet, settings, path)
    return {
        "label": say(field.label),
        "value": plain(system.value(sheet, path)),
        "note": f" / {most}" if most is not None else "",
    }


def _derived(number: Derived) -> dict[str, Any]:
    value = say(number.shown) if number.shown else plain(number.value.total)
    return {"label": say(number.label), "value": value, "note": ""}


def capital(word: str) -> str:
    return word[:1].upper() + word[1:]


def played(campaign: Campaign) -> list[Character]:
    """Every character of a table that is played, in the order of arrival."""
    characters = Character.objects.filter(campaign=campaign).exclude(kind=Character.Kind.TEMPLATE)
    return list(characters.select_related("owner", "campaign").order_by("pk"))


def _viewer(circle: str, characters: list[Character]) -> Viewer:
    owners = ((character.token, character.owner.token if character.owner else "") for character in characters)
    return scenes.viewer(circle, owners)
