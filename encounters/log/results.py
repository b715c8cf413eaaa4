"""The newest results as a circle reads them: whose they are comes first, what was tested together stands together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import takewhile
from typing import Any

from django.utils.translation import ngettext

from campaigns.live.regions import View
from campaigns.models import Event
from campaigns.web.language import say
from encounters import roster
from encounters.checks import downtime
from encounters.fight import duels
from encounters.log import entries, rows, unseen_hits
from encounters.log.entries import Entry
from encounters.party import random_tables
from rules.core.game import Game
from rules.core.script import Effect
from rules.core.text import brief
from rules.views.journal import Line

Context = Mapping[str, Any] | None
Row = dict[str, Any]
SIDES, CROWD = 2, 4  # who throw against each other, and the most who are an opposition and no initiative
MOST_TOGETHER = 8
TRUNK, LIMBS = ("chest", "abdomen"), ("right_arm", "left_arm", "right_leg", "left_leg")


def last_result(view: View) -> Context:
    """The result this circle needs to see, with its parts; of several, what befell its own characters leads."""
    entries = _newest(view)
    if not entries:
        return None
    lead, *others = entries
    results = [rows.result(result) for result in lead.line.results]
    hit = _hit(view, lead)
    felt, left = rows.from_afar(_without_hit(lead.line, hit))
    line, read = rows.shown(view, [lead])[0], rows.unshortened(lead.line)
    return {
        "line": {**line, "effects": [effect for effect in line["effects"] if effect not in read]},
        "what": say(lead.line.text),
        "first": results[0] if results else None,
        "results": results,
        "batch": _is_batch(view.campaign.system, lead),
        "won": rows.verdict(lead.line.won) if lead.line.won else None,
        "felt": felt,
        "left": left,
        "others": [_other_line(entry) for entry in others],
        "offers": _follow(view, lead),
        "gm": view.circle == "gm",
        "own": _is_own(view, lead),
        "hit": hit,
    }


def result_band(view: View) -> Context:
    """The newest result as the shared screen shows it: two who threw against each other, and what came of it."""
    entry, live = next(iter(_known(view, also=(random_tables.ROLLED,))), None), duels.live(view)
    if entry is None:
        empty: Row = {"what": "", "won": None, "results": [], "effects": [], "left": ""}
        return {**empty, "past": False, "duel": live} if live else None
    # The order of an initiative stands above.
    drawn = 0 if _is_batch(view.campaign.system, entry) else SIDES
    results = [rows.result(result) for result in entry.line.results[:drawn]]
    effects, left = rows.from_afar(entry.line)
    more = ngettext("and %(count)s more effect", "and %(count)s more effects", left) % {"count": left} if left else ""
    past = entries.has_called_since(view.campaign, entry.event, view.recent)
    what = "" if len(results) == 1 else roster.capital(say(entry.line.text))
    won = rows.verdict(entry.line.won) if entry.line.won else None
    duel = live or (None if past else duels.over(entry, results, effects))
    shown = {"what": what, "won": won, "results": results, "effects": effects, "left": more}
    return {**shown, "past": past, "duel": duel}


def _is_batch(system: Game, entry: Entry) -> bool:
    """True of throws that nobody makes against another, such as an initiative."""
    if entry.line.who is not None or len(entry.line.results) < SIDES:
        return False
    act = entry.event.payload.get("action", {})
    return len(entry.line.results) > CROWD or duels.is_of_all(system, act.get("kind", ""), act.get("actor", ""))


def _known(view: View, also: tuple[str, ...] = ()) -> list[Entry]:
    """The entries with a result, newest first; what came before another fight was begun is no news in it."""
    listed, _more = rows.entries(view, view.key)
    kinds, begun = {unseen_hits.KIND, *also}, entries.newest_begun(view.campaign, view.recent)

    def is_new(event: Event) -> bool:
        return begun is None or event.seq > begun.seq or event.encounter == begun.encounter

    standing = (entry for entry in listed if entry.stands and is_new(entry.event))
    return [entry for entry in standing if entry.line.results or entry.event.kind in kinds]


def _newest(view: View) -> list[Entry]:
    known = _known(view)
    if not known:
        return []
    together = list(takewhile(lambda entry: _tested_with(known[0], entry), known))[:MOST_TOGETHER] or known[:1]
    own = next((entry for entry in known if _is_own(view, entry)), None)
    if own is None or entries.has_called_since(view.campaign, own.event, view.recent):
        return together
    return [own, *(entry for entry in together if entry is not own)]


def _tested_with(newest: Entry, entry: Entry) -> bool:
    both = newest.event.kind == entry.event.kind == "test"
    return both and newest.event.encounter == entry.event.encounter


def _is_own(view: View, entry: Entry) -> bool:
    viewer, who = roster.viewer(view), entry.event.payload.get("who", {})
    if viewer.gm:
        return False
    return any(viewer.owns(who.get(name, {}).get("character", "")) for name in entries.fighters_of(entry.event))


def _hit(view: View, entry: Entry) -> Row | None:
    """Harm that somebody else’s act does to a character of this player: where, how badly, and each thing in words."""
    viewer, system, payload = roster.viewer(view), view.campaign.system, entry.event.payload
    who = payload.get("who", {})

    def owns(fighter: str) -> bool:
        return not viewer.gm and viewer.owns(who.get(fighter, {}).get("character", ""))

    felt = [row for row in payload.get("effects", ()) if owns(row["target"])]
    harms = any(system.hurts(Effect(str(row.get("kind", "")), "")) for row in felt)
    if not harms or owns(payload.get("action", {}).get("actor", "")):
        return None
    own = sorted({who[row["target"]]["name"] for row in felt})
    does = [roster.capital(say(brief(text))) for name, text in entry.line.effects if name in own]
    return {"own": own, "does": does, "zones": _zones(dict(row["struck"] for row in felt if "struck" in row))}


def _zones(struck: Mapping[str, int]) -> Row:
    """A body in outline with the places of a blow; none for a body that is not a person's."""
    trunk = TRUNK if not struck.keys().isdisjoint(TRUNK) else ("body",)
    places = ("head", *trunk, *LIMBS)
    if not struck or not struck.keys() <= set(places):
        return {}
    return {place: {"rank": struck.get(place, 0), "struck": place in struck} for place in places}


def _without_hit(line: Line, hit: Row | None) -> Line:
    """A line without what it does to whom the page tells in full."""
    if hit is None:
        return line
    kept = tuple(effect for effect in line.effects if effect[0] not in hit["own"])
    return replace(line, effects=kept)


def _other_line(entry: Entry) -> Row:
    felt, _left = rows.from_afar(entry.line)
    results = [rows.result(result) for result in entry.line.results]
    return {"what": say(entry.line.text), "results": results, "felt": felt}


def _follow(view: View, entry: Entry) -> list[Row]:
    if view.circle != "gm" or entry.event.kind != "test":
        return []
    character = entry.event.payload.get("who", {}).get(entry.event.for_fighter, {}).get("character", "")
    return downtime.rows(view, character, "last_result", after=True)
