"""An offer of the rules as template values for a form: choices with costs, numbers, texts, checkboxes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import QueryDict

from campaigns.web.language import gettext as _
from campaigns.web.language import say
from rules.character.sheet import Choice, Field
from rules.core.acts import Offer

Row = dict[str, Any]
PREFIX = "arg-"
MOST_ROWS = 9
MOST_USUAL = 3
# A cost stands in brackets at the end of a label.
_COST = re.compile(r"^(?P<what>.+) \((?P<cost>[+\u2212]?\d+)\)$")


def read_args(posted: QueryDict) -> dict[str, Any]:
    """The arguments of an act as posted by its form, by field, without the empty ones."""
    pairs = posted.items()
    return {key.removeprefix(PREFIX): value for key, value in pairs if key.startswith(PREFIX) and value != ""}


def chosen_arguments(form: Row) -> dict[str, str]:
    fields = (*form["fields"], *form["more"], *form["gm_fields"])
    rows = ((field["name"], choice["key"]) for field in fields for choice in field["choices"] if choice["checked"])
    return {name.removeprefix(PREFIX): key for name, key in rows}


def form_id(offer: Offer, place: str) -> str:
    return f"{place}-{offer.actor}-{offer.kind}"


def head(offer: Offer, action: str, place: str, form: str = "") -> Row:
    """An offer without its form, which is fetched from the address ``form`` if there is something to fill in.

    The form posts to ``action``; ``place`` is a prefix that makes its ids unique on the page.
    """
    return {
        "id": form_id(offer, place),
        "action": action,
        "form": form if offer.fields and offer.refused is None else "",
        "hidden": {"kind": offer.kind, "actor": offer.actor},
        "kind": offer.kind,
        "odds_line": "",
        "hopeless": False,
        "rule": "",
        "label": say(offer.label),
        "hint": say(offer.hint or ""),
        "refused": say(offer.refused or ""),
        "together": "",
        "fields": (),
        "gm_fields": (),
    }


def row(offer: Offer, action: str, place: str) -> Row:
    """An offer with its form.

    Many fields with a default are folded under ``more``, so that the form shows the fields that have to be filled in;
    if there are none, it shows the first few defaults instead of nothing.
    """
    base = form_id(offer, place)
    asked = (other for other in offer.fields if other.key not in offer.gm_only and not _is_settled(other))
    shown, more = _fold([field_row(other, base) for other in asked])
    return {
        **head(offer, action, place),
        "odds": "",
        "fields": shown,
        "more": more,
        "more_names": ", ".join(row["label"] for row in more),
        "gm_fields": [field_row(other, base) for other in offer.fields if other.key in offer.gm_only],
        "gauge": None,
        "whole_sides": (),
    }


def _is_settled(field: Field) -> bool:
    """True of a choice without an alternative to its default, such as a second weapon where there is none."""
    return field.default is not None and [choice.key for choice in field.choices] == [field.default]


def _fold(rows: list[Row]) -> tuple[list[Row], list[Row]]:
    usual = [row for row in rows if row["usual"]]
    if len(usual) <= MOST_USUAL:
        return rows, []
    more = usual[MOST_USUAL:] if len(usual) == len(rows) else usual
    return [row for row in rows if row not in more], more


def row_about(offer: Offer, fighter: str, action: str, place: str) -> Row | None:
    """An offer with its field ``fighter`` filled in; ``None`` if that fighter cannot be chosen."""
    whom = next((field for field in offer.fields if field.key == "fighter"), None)
    if whom is None or all(choice.key != fighter or choice.refused for choice in whom.choices):
        return None
    rest = replace(offer, fields=tuple(field for field in offer.fields if field is not whom))
    result = row(rest, action, f"{place}-{fighter}")
    return result | {"hidden": {**result["hidden"], f"{PREFIX}fighter": fighter}}


def with_side_ticks(offer: Row, sides: Mapping[str, str]) -> Row:
    """An offer with a checkbox for each fighter, and buttons that tick a whole side.

    ``sides`` gives the side of each fighter; the name of a checkbox ends with the fighter's id.
    """
    fields = [row | {"side": sides.get(row["name"].rpartition("_")[2], "")} for row in offer["fields"]]
    ticked = Counter(row["side"] for row in fields if row["kind"] == "flag" and row["side"])
    words = {"pc": _("All player characters"), "ally": _("All allies"), "foe": _("All the opponents")}
    whole = [{"key": key, "label": words[key]} for key in words if ticked[key] > 1]
    return offer | {"fields": fields, "whole_sides": whole}


def field_row(field: Field, base: str) -> Row:
    choices = _choices(field)
    usual = field.default is not None  # a field with a default is seldom changed, so it takes one line
    kind = "select" if choices and (usual or len(choices) > MOST_ROWS) else field.kind
    return {
        "id": f"{base}-{field.key}",
        "name": f"{PREFIX}{field.key}",
        "kind": kind,
        **_split_cost(say(field.label)),
        "value": field.blank,
        "usual": usual and field.kind in ("choice", "number", "text"),
        "needed": bool(choices) and not usual,
        "least": field.least,
        "most": field.most,
        "choices": choices,
        "rule": field.rule,
        "side": "",
    }


def _choices(field: Field) -> list[Row]:
    standing = next((choice.key for choice in field.choices if choice.likely and choice.refused is None), field.blank)
    rows = [_choice(choice, choice.key == standing) for choice in field.choices]
    if not any(row["checked"] for row in rows):
        _check_one(rows)
    return rows


def _check_one(rows: list[Row]) -> None:
    """Preselect the only possible row, unless it is ``aside``, such as an ally as target."""
    possible = [row for row in rows if not row["refused"]]
    if len(possible) == 1 and not possible[0]["aside"]:
        possible[0]["checked"] = True


def _choice(choice: Choice, usual: bool) -> Row:
    return {
        "key": choice.key,
        **_split_cost(say(choice.label)),
        "hint": say(choice.hint) if choice.hint else "",
        "group": say(choice.group) if choice.group else "",
        "aside": choice.aside,
        "refused": say(choice.refused) if choice.refused else "",
        "checked": usual and choice.refused is None,
    }


def without_cost(label: str) -> str:
    return str(_split_cost(label)["label"])


def _split_cost(label: str) -> Row:
    match = _COST.match(label)
    what, cost = (match["what"], match["cost"]) if match else (label, "")
    return {"label": what, "cost": cost, "whole": label}
