"""Habits: the forms of a fighter stand at what was last said in them, and the usual attack is one press."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.live.regions import View
from encounters.fight import intents, odds, offer_form, whole_side
from encounters.fight.snapshot import Fight
from rules.core.acts import Offer

Row = dict[str, Any]
Said = Mapping[str, Any]


def said_before(view: View, fight: Fight, fighter: str) -> Mapping[str, Said]:
    """The newest arguments of each act of a fighter in this fight, by kind; not whom nobody need strike any more."""

    def read() -> dict[str, dict[str, Said]]:
        said: dict[str, dict[str, Said]] = {}
        for event in whole_side.standing(view.recent.events, fight.encounter.token):
            if action := event.payload.get("action"):
                said.setdefault(action["actor"], {}).setdefault(action["kind"], action["args"])
        return said

    own = view.rows(("said before", fight.encounter.token), read).get(fighter, {})
    out = [who for who in fight.scene.fighters if fight.system.is_out(fight.scene, who)]
    return {kind: {key: value for key, value in args.items() if value not in out} for kind, args in own.items()}


def standing_at(row: Row, said: Said) -> Row:
    """An offer whose choices without a usual value stand at what was said, as far as that is open."""
    return row | {part: [_field(field, said) for field in row[part]] for part in ("fields", "more")}


def _field(field: Row, said: Said) -> Row:
    value = _said_of(field, said)
    if value is None:
        return field
    return field | {"choices": [choice | {"checked": choice["key"] == value} for choice in field["choices"]]}


def _said_of(field: Row, said: Said) -> str | None:
    value = said.get(field["name"].removeprefix(offer_form.PREFIX))
    is_open = any(choice["key"] == value and not choice["refused"] for choice in field["choices"])
    return str(value) if is_open and not field["usual"] else None


def again(fight: Fight, offer: Offer, row: Row, said: Said) -> Row | None:
    """The same attack on the same target as one button, with its odds; ``None`` while anything else must be said."""
    if offer.refused is not None or intents.of(offer.kind) != intents.ATTACK:
        return None
    if any(field.required and field.kind != "choice" for field in offer.fields):
        return None
    asked = [field for field in (*row["fields"], *row["more"]) if field["choices"] and not field["usual"]]
    values = {field["name"]: _said_of(field, said) for field in asked}
    if not values or None in values.values():
        return None
    chosen = (choice["label"] for field in asked for choice in field["choices"] if choice["checked"])
    args = {name.removeprefix(offer_form.PREFIX): value for name, value in values.items()}
    chances = odds.known(fight, offer, args)
    if chances is not None and chances.success == 0:
        return None
    return {
        "id": f"{row['id']}-again",
        "action": row["action"],
        "hidden": {**row["hidden"], **values},
        "label": row["label"],
        "hint": " · ".join(chosen),
        "odds_line": odds.in_one_line(chances).split(odds.BETWEEN)[0],
    }
