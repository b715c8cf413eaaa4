"""The newest results as a circle reads them: whose they are comes first, what was tested together stands together."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from typing import Any

from django.utils.translation import ngettext

from campaigns.live.regions import View
from campaigns.web.language import say
from encounters import roster
from encounters.checks import downtime
from encounters.log import entries, rows, unseen_hits
from encounters.log.entries import Entry

Context = Mapping[str, Any] | None
Row = dict[str, Any]
SIDES = 2
MOST_TOGETHER = 8


def last(view: View) -> Context:
    """The result this circle needs to see, with its parts; of several, what befell its own characters leads."""
    found = _newest(view)
    if not found:
        return None
    lead, *others = found
    results = [rows.result(one) for one in lead.line.results]
    felt, left = rows.from_afar(lead.line)
    return {
        "line": rows.shown(view, [lead])[0],
        "what": say(lead.line.text),
        "first": results[0] if results else None,
        "results": results,
        "felt": felt,
        "left": left,
        "others": [_beside(entry) for entry in others],
        "offers": _follow(view, lead),
        "gm": view.circle == "gm",
    }


def band(view: View) -> Context:
    """The newest result as the shared screen shows it: two who threw against each other, and what came of it."""
    entry = next(iter(_known(view)), None)
    if entry is None:
        return None
    results = [rows.result(one) for one in entry.line.results[:SIDES]]
    effects, left = rows.from_afar(entry.line)
    more = ngettext("and %(count)s more effect", "and %(count)s more effects", left) % {"count": left} if left else ""
    past = entries.has_called_since(view.campaign, entry.event, view.recent)
    what = "" if results else say(entry.line.text)
    return {"what": what, "results": results, "effects": effects, "left": more, "past": past}


def _known(view: View) -> list[Entry]:
    found, _more = rows.entries(view, view.key)
    return [one for one in found if one.stands and (one.line.results or one.event.kind == unseen_hits.KIND)]


def _newest(view: View) -> list[Entry]:
    """The entries shown together, the leading one first."""
    found = _known(view)
    if not found:
        return []
    together = list(takewhile(lambda one: _tested_with(found[0], one), found))[:MOST_TOGETHER] or found[:1]
    own = next((one for one in found if _is_own(view, one)), None)
    if own is None or entries.has_called_since(view.campaign, own.event, view.recent):
        return together
    return [own, *(one for one in together if one is not own)]


def _tested_with(newest: Entry, entry: Entry) -> bool:
    """Whether two were asked the same test."""
    return all(one.event.kind == "test" for one in (newest, entry)) and newest.event.encounter == entry.event.encounter


def _is_own(view: View, entry: Entry) -> bool:
    """Whether a player's own character acted, or was acted on."""
    viewer, who = roster.viewer(view), entry.event.payload.get("who", {})
    if viewer.gm:
        return False
    return any(viewer.owns(who.get(one, {}).get("character", "")) for one in entries.named(entry.event))


def _beside(entry: Entry) -> Row:
    """Another result, in one line beneath the leading one."""
    felt, _left = rows.from_afar(entry.line)
    results = [rows.result(one) for one in entry.line.results]
    return {"what": say(entry.line.text), "results": results, "felt": felt}


def _follow(view: View, entry: Entry) -> list[Row]:
    """What a game master may make of the test of a sheet, right beside it."""
    if view.circle != "gm" or entry.event.kind != "test":
        return []
    character = entry.event.payload.get("who", {}).get(entry.event.for_fighter, {}).get("character", "")
    return downtime.rows(view, character, "last", after=True)
