"""The newest results for a circle: its own first, and tests that belong together side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import ngettext

from campaigns.live.regions import View
from campaigns.models import Event
from campaigns.web.language import capitalize, say
from encounters import roster
from encounters.checks import downtime
from encounters.fight import duels, snapshot
from encounters.log import dice_words, effect_words, entries, rows, unseen_hits
from encounters.log.entries import Entry
from encounters.party import random_tables
from rules.core.game import Game
from rules.core.rounds import ComeBack
from rules.core.script import Effect
from rules.core.text import Text, is_predicate, shorten
from rules.views.journal import Line

Context = Mapping[str, Any] | None
Row = dict[str, Any]
SIDES, CROWD = 2, 4  # sides of a duel; more results than ``CROWD`` are an initiative, not a duel
MOST_TOGETHER = 8
TRUNK, LIMBS = ("chest", "abdomen"), ("right_arm", "left_arm", "right_leg", "left_leg")


def last_result(view: View) -> Context:
    """The result to show to this circle, with its parts; results of its own characters come first."""
    newest = _newest_entries(view)
    if not newest or (view.key and entries.has_passed_since(view.campaign, newest[0].event, view.recent)):
        return None  # what a sheet shows last ends with its day
    lead, *others = newest
    results = [dice_words.result_row(result) for result in lead.line.results]
    hit = _own_hit(view, lead) if snapshot.goes_on(view, lead.event.encounter) else None
    effects, remaining = effect_words.shorten_effects(_without_hit(lead.line, hit), effect_words.LETTERS_NEAR)
    line, shown_whole = rows.ready_rows(view, [_as_listed(view, lead)])[0], effect_words.effects_shown_whole(lead.line)
    return {
        "line": {**line, "effects": [effect for effect in line["effects"] if effect not in shown_whole]},
        "what": say(lead.line.text),
        "first": results[0] if results else None,
        "results": results,
        "batch": _is_batch(view.campaign.system, lead),
        "won": dice_words.verdict_row(lead.line.won) if lead.line.won else None,
        "felt": effects,
        "left": remaining,
        "thrown": [{"who": say(who), "what": say(text), "faces": faces} for who, text, faces in lead.line.thrown],
        "others": [_other_line(entry) for entry in others],
        "offers": _follow_up_rows(view, lead),
        "gm": view.circle == "gm",
        "own": is_own(view, lead),
        "hit": hit,
    }


def result_band(view: View) -> Context:
    """The newest result for the shared screen: the two sides of a duel and its outcome."""
    entry, live = next(iter(_entries_with_results(view, also=(random_tables.ROLLED,))), None), duels.open_duel(view)
    if entry is None or entries.has_moved_on_since(view.campaign, entry.event, view.recent):
        empty: Row = {"what": "", "won": None, "results": [], "effects": [], "left": ""}
        return {**empty, "past": False, "duel": live} if live else None
    # The turn order already shows the results of an initiative.
    drawn = 0 if _is_batch(view.campaign.system, entry) else SIDES
    results = [dice_words.result_row(result) for result in entry.line.results[:drawn]]
    effects, remaining = effect_words.shorten_effects(entry.line)
    more = (
        ngettext("and %(count)s more effect", "and %(count)s more effects", remaining) % {"count": remaining}
        if remaining
        else ""
    )
    past = entries.has_called_since(view.campaign, entry.event, view.recent)
    title = _sentence(entry.line) or ("" if len(results) == 1 else capitalize(say(entry.line.text)))
    won = dice_words.verdict_row(entry.line.won) if entry.line.won else None
    duel = live or (None if past else duels.ended_duel(entry, results, effects))
    shown = {"what": title, "won": won, "results": results, "effects": effects, "left": more}
    return {**shown, "past": past, "duel": duel}


def _is_batch(system: Game, entry: Entry) -> bool:
    """True for throws that oppose nobody, such as initiative."""
    if entry.line.who is not None or len(entry.line.results) < SIDES:
        return False
    act = entry.event.payload.get("action", {})
    return len(entry.line.results) > CROWD or duels.is_for_everybody(system, act.get("kind", ""), act.get("actor", ""))


def _entries_with_results(view: View, also: tuple[str, ...] = ()) -> list[Entry]:
    """The entries with results, newest first, since the current encounter began."""
    listed, _more = rows.newest_entries(view, view.key)
    kinds, beginning = {unseen_hits.KIND, *also}, entries.last_beginning(view.campaign, view.recent)

    def is_new(event: Event) -> bool:
        return beginning is None or event.seq > beginning.seq or event.encounter == beginning.encounter

    system, shown = view.campaign.system, []
    for entry in listed:
        if not entry.stands or not is_new(entry.event):
            continue
        if entry.line.results or entry.event.kind in kinds:
            shown.append(entry)
        elif entry.event.encounter and (result := _result_without_dice(system, entry)):
            shown.append(result)
    return shown


def _as_listed(view: View, lead: Entry) -> Entry:
    """The entry as the journal lists it: rendered lines are kept by event, so no other line may be drawn for it."""
    listed, _more = rows.newest_entries(view, view.key)
    return next(entry for entry in listed if entry.event is lead.event)


def _result_without_dice(system: Game, entry: Entry) -> Entry | None:
    """Harm and healing by hand, a new order, what follows a test, falls and returns; ``None`` for other acts.

    The title of an act tells of the fall that it is; the line of an edit does not.
    """
    payload, line = entry.event.payload, entry.line
    harms = (system.hurts(Effect(str(row.get("kind", "")), "")) for row in payload.get("effects", ()))
    kind = str(payload.get("action", {}).get("kind", ""))
    if line.effects and ("order" in payload or kind in system.by_hand or system.act(kind).after or any(harms)):
        return entry
    if kind == ComeBack.kind:  # wholly told by its title
        return entry
    return entry._replace(line=replace(line, effects=() if kind else line.fallen)) if line.fallen else None


def _newest_entries(view: View) -> list[Entry]:
    """The results to show, the leading one first: among tests the circle's own, in a fight the newest."""
    lines = _entries_with_results(view)
    if not lines:
        return []
    together = _entries_of_one_test(lines)[:MOST_TOGETHER]
    own = next((entry for entry in lines if is_own(view, entry)), None)
    if own is None or entries.has_called_since(view.campaign, own.event, view.recent):
        return together
    rest = [entry for entry in together if entry is not own]
    return [own, *rest] if own in together or _are_tests(together[0]) else [*rest, own]


def _entries_of_one_test(lines: list[Entry]) -> list[Entry]:
    """The newest result and the earlier ones of the same test or scene, by other characters."""
    newest, *before = lines
    together, actors = [newest], {_actor_of(newest)}
    for entry in before:
        is_of_one_scene = _are_tests(newest, entry) and newest.event.encounter == entry.event.encounter
        if not is_of_one_scene and (
            not _are_tests(newest, entry) or _actor_of(entry) in actors or _test_key(newest) != _test_key(entry)
        ):
            break
        together.append(entry)
        actors.add(_actor_of(entry))
    return together


def _are_tests(*both: Entry) -> bool:
    return all(entry.event.kind == "test" for entry in both)


def _actor_of(entry: Entry) -> str:
    return str(entry.event.payload.get("action", {}).get("actor", ""))


def _test_key(entry: Entry) -> str:
    return str(entry.event.payload.get("action", {}).get("args", {}).get("check", entry.event.encounter))


def is_own(view: View, entry: Entry) -> bool:
    viewer, who = roster.viewer(view), entry.event.payload.get("who", {})
    if viewer.gm:
        return False
    return any(viewer.owns(who.get(name, {}).get("character", "")) for name in entries.fighters_of(entry.event))


def _own_hit(view: View, entry: Entry) -> Row | None:
    """Harm that somebody else's act does to a player's character: place, severity and sentences."""
    viewer, system, payload = roster.viewer(view), view.campaign.system, entry.event.payload
    who = payload.get("who", {})

    def owns(fighter: str) -> bool:
        return not viewer.gm and viewer.owns(who.get(fighter, {}).get("character", ""))

    effect_rows = [row for row in payload.get("effects", ()) if owns(row["target"])]
    own_names = sorted({who[row["target"]]["name"] for row in effect_rows})
    if (
        _is_won_by(entry.line, own_names)
        or owns(payload.get("action", {}).get("actor", ""))
        or not _do_harm(system, effect_rows)
    ):
        return None
    return {
        "own": own_names,
        "blow": _is_blow(system, entry, effect_rows),
        "does": [_own_effect(entry.line, name, text) for name, text in entry.line.effects if name in own_names],
        "zones": _body_zones(dict(row["struck"] for row in effect_rows if "struck" in row)),
    }


def _is_won_by(line: Line, names: Sequence[str]) -> bool:
    return line.won is not None and line.won.winner in names


def _do_harm(system: Game, effect_rows: Iterable[Mapping[str, Any]]) -> bool:
    return any(system.hurts(Effect(str(row.get("kind", "")), "")) for row in effect_rows if not row.get("spared"))


def _is_blow(system: Game, entry: Entry, effect_rows: Iterable[Mapping[str, Any]]) -> bool:
    unseen = entry.event.kind == unseen_hits.KIND and unseen_hits.is_hit(system, effect_rows)
    return entry.line.won is not None or unseen


def _own_effect(line: Line, name: str | Text, text: Text) -> str:
    """An effect on a reader's character: a predicate gets its subject, so that it is not taken for the attacker's."""
    effect = shorten(text)
    if is_predicate(effect):
        return effect_words.effect_sentences(replace(line, effects=((name, effect),)))[0]
    return capitalize(say(effect))


def _body_zones(ranks: Mapping[str, int]) -> Row:
    """The outline of a body with the places hit; empty for bodies that are not humanoid."""
    trunk = TRUNK if not ranks.keys().isdisjoint(TRUNK) else ("body",)
    places = ("head", *trunk, *LIMBS)
    if not ranks or not ranks.keys() <= set(places):
        return {}
    return {place: {"rank": ranks.get(place, 0), "struck": place in ranks} for place in places}


def _without_hit(line: Line, hit: Row | None) -> Line:
    """A line without the effects of a hit that the page shows in full elsewhere."""
    if hit is None:
        return line
    effects = tuple(effect for effect in line.effects if effect[0] not in hit["own"])
    return replace(line, effects=effects)


def _sentence(line: Line) -> str:
    text = say(line.text)
    return capitalize(text) if line.who is None or say(line.who) in text else ""


def _other_line(entry: Entry) -> Row:
    effects, _left = effect_words.shorten_effects(entry.line)
    results = [dice_words.result_row(result) for result in entry.line.results]
    return {"act": _sentence(entry.line), "results": results, "felt": effects}


def _follow_up_rows(view: View, entry: Entry) -> list[Row]:
    if view.circle != "gm" or entry.event.kind != "test":
        return []
    character = entry.event.payload.get("who", {}).get(entry.event.for_fighter, {}).get("character", "")
    return downtime.downtime_rows(view, character, "last_result", after=True)
