"""An offer of the rules as ready values for a form: rows to choose from with their cost, numbers, words, ticks."""

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
# A cost is written in brackets behind what it buys.
_COST = re.compile(r"^(?P<what>.+) \((?P<cost>[+\u2212]?\d+)\)$")


def args_of(posted: QueryDict) -> dict[str, Any]:
    """The arguments of an act as its form sends them, by field; what was left empty is left out."""
    pairs = posted.items()
    return {key.removeprefix(PREFIX): value for key, value in pairs if key.startswith(PREFIX) and value != ""}


def chosen_arguments(form: Row) -> dict[str, str]:
    """The arguments that a form says as it stands when it is opened: what is chosen in it, by field."""
    fields = (*form["fields"], *form["more"], *form["gm_fields"])
    rows = ((field["name"], choice["key"]) for field in fields for choice in field["choices"] if choice["checked"])
    return {name.removeprefix(PREFIX): key for name, key in rows}


def place_of(offer: Offer, place: str) -> str:
    return f"{place}-{offer.actor}-{offer.kind}"


def head(offer: Offer, action: str, place: str, form: str = "") -> Row:
    """An offer without its form, which is fetched from the address ``form`` where there is something to fill in.

    ``action`` is where the form goes, ``place`` makes its ids differ from those elsewhere on the page.
    """
    return {
        "id": place_of(offer, place),
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

    Where much has a usual value, that is under ``more``: the form then shows what has to be said; where nothing has,
    it shows the first of the usual things, so that there is something to open.
    """
    base = place_of(offer, place)
    shown, more = _folded([field(other, base) for other in offer.fields if other.key not in offer.gm_only])
    return {
        **head(offer, action, place),
        "odds": "",
        "fields": shown,
        "more": more,
        "more_names": ", ".join(row["label"] for row in more),
        "gm_fields": [field(other, base) for other in offer.fields if other.key in offer.gm_only],
        "gauge": None,
        "whole_sides": (),
    }


def _folded(rows: list[Row]) -> tuple[list[Row], list[Row]]:
    usual = [row for row in rows if row["usual"]]
    if len(usual) <= MOST_USUAL:
        return rows, []
    more = usual[MOST_USUAL:] if len(usual) == len(rows) else usual
    return [row for row in rows if row not in more], more


def about(offer: Offer, fighter: str, action: str, place: str) -> Row | None:
    """An offer about one ``fighter`` as one about this very fighter, ``None`` where it does not concern them."""
    whom = next((field for field in offer.fields if field.key == "fighter"), None)
    if whom is None or all(choice.key != fighter or choice.refused for choice in whom.choices):
        return None
    rest = replace(offer, fields=tuple(field for field in offer.fields if field is not whom))
    result = row(rest, action, f"{place}-{fighter}")
    return result | {"hidden": {**result["hidden"], f"{PREFIX}fighter": fighter}}


def by_side(offer: Row, sides: Mapping[str, str]) -> Row:
    """An offer with a tick for each of several fighters, which may be set for a whole side at once.

    ``sides`` gives the side of each fighter; a field about one of them bears its id at its end.
    """
    fields = [row | {"side": sides.get(row["name"].rpartition("_")[2], "")} for row in offer["fields"]]
    ticked = Counter(row["side"] for row in fields if row["kind"] == "flag" and row["side"])
    words = {"pc": _("All player characters"), "ally": _("All allies"), "foe": _("All the opponents")}
    whole = [{"key": key, "label": words[key]} for key in words if ticked[key] > 1]
    return offer | {"fields": fields, "whole_sides": whole}


def field(field: Field, base: str) -> Row:
    choices = _choices(field)
    usual = field.default is not None  # what has a usual value is seldom changed: it takes one line
    kind = "select" if choices and (usual or len(choices) > MOST_ROWS) else field.kind
    return {
        "id": f"{base}-{field.key}",
        "name": f"{PREFIX}{field.key}",
        "kind": kind,
        **_costed(say(field.label)),
        "value": field.blank,
        "usual": usual and field.kind in ("choice", "number", "text"),
        "needed": bool(choices) and kind != "select" and not usual,
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
        possible = [row for row in rows if not row["refused"]]
        if len(possible) == 1 or (possible and len(rows) > MOST_ROWS):
            possible[0]["checked"] = True
    return rows


def _choice(choice: Choice, usual: bool) -> Row:
    return {
        "key": choice.key,
        **_costed(say(choice.label)),
        "hint": say(choice.hint) if choice.hint else "",
        "group": say(choice.group) if choice.group else "",
        "aside": choice.aside,
        "refused": say(choice.refused) if choice.refused else "",
        "checked": usual and choice.refused is None,
    }


def uncosted(label: str) -> str:
    return str(_costed(label)["label"])


def _costed(label: str) -> Row:
    match = _COST.match(label)
    what, cost = (match["what"], match["cost"]) if match else (label, "")
    return {"label": what, "cost": cost, "whole": label}
