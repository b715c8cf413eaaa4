"""The effects of an exchange before they land: as a list that a game master edits, and as what they bring back.

Each effect that has a sentence may be left out, and changed where the game says what of it may be. What has none is
bookkeeping: it lands as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from json import dumps
from typing import Any

from campaigns.models import Seat
from campaigns.web.language import say
from encounters import scenes
from encounters.fight import offer_form
from encounters.models import Encounter
from rules.core.errors import Stale
from rules.core.game import Game
from rules.core.json_codec import from_json, to_json
from rules.core.scene import Exchange, Scene
from rules.core.script import Effect
from rules.core.text import _
from rules.engine import exchanges
from rules.views.board import Need

Row = dict[str, Any]
SEEN = "seen"


def rows(system: Game, need: Need) -> list[Row]:
    """The list, each effect with the fields of what may be changed of it."""
    return [
        {
            "id": f"{need.exchange}-{number}",
            "keep": f"{offer_form.PREFIX}{_keep(number)}",
            "text": say(row["text"]),
            "fields": [
                offer_form.field(replace(field, key=_changed(number, field.key)), need.exchange)
                for field in system.editable_fields(from_json(row["plain"]))
            ],
        }
        for number, row in enumerate(need.proposal)
        if row["text"] is not None
    ]


def fingerprint(need: Need) -> str:
    """The fingerprint of these effects, for the form that shows them."""
    return _digest([row["plain"] for row in need.proposal])


def args(seat: Seat, encounter: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a confirmation whose form was shown. Raises ``Stale`` when the effects are others by now."""
    if values.get("refuse") or SEEN not in values:
        return {key: values[key] for key in ("exchange", "refuse") if key in values}
    row = Encounter.objects.select_related("campaign").filter(campaign=seat.campaign, token=encounter).first()
    scene = scenes.of(row) if row else None
    exchange = scene.exchanges.get(str(values.get("exchange", ""))) if scene else None
    if scene is None or exchange is None:
        raise Stale(_("This has been answered already."), "exchange")
    return {"exchange": exchange.id, **_edited(seat.campaign.system, scene, exchange, values)}


def _edited(system: Game, scene: Scene, exchange: Exchange, values: Mapping[str, Any]) -> dict[str, Any]:
    proposed = exchanges.proposal(system, scene, exchange)
    plain = to_json(proposed)
    if values[SEEN] != _digest(plain):
        raise Stale(_("The effects have changed in the meantime."), present=plain)
    kept = [
        _with(system, effect, number, values)
        for number, effect in enumerate(proposed)
        if system.describe(scene, effect) is None or _keep(number) in values
    ]
    return {"shown": plain, "effects": to_json(tuple(kept))}


def _with(system: Game, effect: Effect, number: int, words: Mapping[str, Any]) -> Effect:
    fields = {field.key: field for field in system.editable_fields(effect)}
    values = {
        key: field.read(words[_changed(number, key)]) for key, field in fields.items() if _changed(number, key) in words
    }
    return Effect(effect.kind, effect.target, {**effect.value, **values}) if values else effect


def _keep(number: int) -> str:
    return f"keep-{number}"


def _changed(number: int, key: str) -> str:
    return f"change-{number}-{key}"


def _digest(plain: Any) -> str:
    return sha256(dumps(plain, sort_keys=True).encode()).hexdigest()[:32]
