"""Confirmation of effects before they land: the list that a game master edits, and the reading of its form.

An effect with a sentence may be left out, and the values that its game declares editable may be changed. An effect
without a sentence is bookkeeping and always lands unchanged.
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
from encounters.fight.offers import offer_form
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


def effect_rows(system: Game, need: Need) -> list[Row]:
    """The rows of the list, each effect with the fields of its editable values."""
    return [
        {
            "id": f"{need.exchange}-{number}",
            "keep": f"{offer_form.PREFIX}{_keep_name(number)}",
            "text": say(row["text"]),
            "fields": [
                offer_form.field_row(replace(field, key=_field_name(number, field.key)), need.exchange)
                for field in system.editable_fields(from_json(row["plain"]))
            ],
        }
        for number, row in enumerate(need.proposal)
        if row["text"] is not None
    ]


def fingerprint(need: Need) -> str:
    """A digest of the proposed effects, sent back by the form so that a change in between is noticed."""
    return _digest([row["plain"] for row in need.proposal])


def read_args(seat: Seat, encounter: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a confirmation form. Raises ``Stale`` if the effects changed since the form was shown."""
    if values.get("refuse") or SEEN not in values:
        return {key: values[key] for key in ("exchange", "refuse") if key in values}
    row = Encounter.objects.select_related("campaign").filter(campaign=seat.campaign, token=encounter).first()
    scene = scenes.scene_of(row) if row else None
    exchange = scene.exchanges.get(str(values.get("exchange", ""))) if scene else None
    if scene is None or exchange is None:
        raise Stale(_("This has been answered already."), "exchange")
    return {"exchange": exchange.id, **_read_edits(seat.campaign.system, scene, exchange, values)}


def _read_edits(system: Game, scene: Scene, exchange: Exchange, values: Mapping[str, Any]) -> dict[str, Any]:
    proposed = exchanges.proposal(system, scene, exchange)
    plain = to_json(proposed)
    if values[SEEN] != _digest(plain):
        raise Stale(_("The effects have changed in the meantime."), present=plain)
    remaining = [
        _edit_effect(system, effect, number, values)
        for number, effect in enumerate(proposed)
        if system.describe(scene, effect) is None or _keep_name(number) in values
    ]
    return {"shown": plain, "effects": to_json(tuple(remaining))}


def _edit_effect(system: Game, effect: Effect, number: int, words: Mapping[str, Any]) -> Effect:
    fields = {field.key: field for field in system.editable_fields(effect)}
    values = {
        key: field.read(words[_field_name(number, key)])
        for key, field in fields.items()
        if _field_name(number, key) in words
    }
    return Effect(effect.kind, effect.target, {**effect.value, **values}) if values else effect


def _keep_name(number: int) -> str:
    return f"keep-{number}"


def _field_name(number: int, key: str) -> str:
    return f"change-{number}-{key}"


def _digest(plain: Any) -> str:
    return sha256(dumps(plain, sort_keys=True).encode()).hexdigest()[:32]
