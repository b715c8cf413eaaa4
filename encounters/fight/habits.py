"""Habits: the forms of a fighter stand at what was last said in them, and the usual attack is one press."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.live.regions import View
from campaigns.web.language import say
from encounters.fight import intents, odds, offer_form, whole_side
from encounters.fight.snapshot import Fight
from rules.character.sheet import Choice, Field
from rules.core.acts import Offer
from rules.core.text import naming

Row = dict[str, Any]
Said = Mapping[str, Any]


def last_arguments(view: View, fight: Fight, fighter: str) -> Mapping[str, Said]:
    """The newest arguments of each act of a fighter in this fight, by kind; not whom nobody need strike any more."""

    def read() -> dict[str, dict[str, Said]]:
        newest: dict[str, dict[str, Said]] = {}
        for event in whole_side.not_undone(view.recent.events, fight.encounter.token):
            if action := event.payload.get("action"):
                newest.setdefault(action["actor"], {}).setdefault(action["kind"], action["args"])
        return newest

    own = view.rows(("said before", fight.encounter.token), read).get(fighter, {})
    out = [who for who in fight.scene.fighters if fight.system.is_out(fight.scene, who)]
    return {kind: {key: value for key, value in args.items() if value not in out} for kind, args in own.items()}


def with_defaults(row: Row, before: Said) -> Row:
    """An offer whose choices without a usual value stand at what was said, as far as that is open."""
    return row | {part: [_field(field, before) for field in row[part]] for part in ("fields", "more")}


def _field(field: Row, before: Said) -> Row:
    value = _said_of(field, before)
    if value is None:
        return field
    return field | {"choices": [choice | {"checked": choice["key"] == value} for choice in field["choices"]]}


def _said_of(field: Row, before: Said) -> str | None:
    value = before.get(field["name"].removeprefix(offer_form.PREFIX))
    is_open = any(choice["key"] == value and not choice["refused"] for choice in field["choices"])
    return str(value) if is_open and not field["usual"] else None


def repeat_button(fight: Fight, offer: Offer, head: Row, before: Said) -> Row | None:
    """The same attack on the same target as one button, with its odds; ``None`` while anything else must be said.

    Of the form only what was said is worded.
    """
    chosen = _chosen(offer, before) if is_attack(offer) else {}
    if not chosen:
        return None
    chances = odds.known(fight, offer, {key: choice.key for key, choice in chosen.items()})
    if odds.is_hopeless(chances):
        return None
    names = fight.scene.names(fight.viewer.gm)
    return {
        "id": f"{head['id']}-again",
        "action": head["action"],
        "hidden": {**head["hidden"], **{f"{offer_form.PREFIX}{key}": choice.key for key, choice in chosen.items()}},
        "label": head["label"],
        "hint": " · ".join(offer_form.uncosted(say(naming(choice.label, names))) for choice in chosen.values()),
        "odds_line": odds.foremost(chances),
    }


def _chosen(offer: Offer, before: Said) -> dict[str, Choice]:
    """All that must be said, as it was said before; nothing where some of it is not open any more."""
    own = (field for field in offer.fields if field.key not in offer.gm_only)
    asked = [field for field in own if field.choices and field.default is None]
    pairs = [(field.key, _open_choice(field, before.get(field.key))) for field in asked]
    chosen = {key: choice for key, choice in pairs if choice is not None}
    return chosen if len(chosen) == len(pairs) else {}


def _open_choice(field: Field, value: Any) -> Choice | None:
    return next((choice for choice in field.choices if choice.key == value and choice.refused is None), None)


def is_attack(offer: Offer) -> bool:
    """True of an open attack of which nothing but choices must be said."""
    written = any(field.required and field.kind != "choice" for field in offer.fields)
    return offer.refused is None and not written and intents.of(offer.kind) == intents.ATTACK
