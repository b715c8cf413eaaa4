"""Template values of one fighter: numbers, offers and the forms of their acts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils.safestring import mark_safe

from campaigns.live import regions
from campaigns.live.regions import Region, View
from campaigns.web import addresses
from campaigns.web.language import capitalize, say
from encounters import roster
from encounters.fight import links, snapshot, turn_order
from encounters.fight.offers import gauge, group_actions, habits, intents, odds, offer_form
from encounters.fight.snapshot import Fight
from encounters.log import round_words
from rules.core.acts import Offer
from rules.core.text import Text
from rules.engine import timers
from rules.views.board import Row as BoardRow
from sheets import sheet_view
from sheets.lookup import rows as lookup_rows

Row = dict[str, Any]
HAND_KEYS = ("t", "l", "", "")  # the keys used for ticking wounds: damage, then care; the rest without


def _find_note(row: BoardRow) -> Text | None:
    is_held = row.intent is not None and any(row.note == value for _key, value in row.intent.params)
    return None if is_held else row.note


def own_fighter(view: View, fight: Fight, row: BoardRow) -> Row:
    """A fighter the viewer plays: their state, their numbers, and their offers while they may act."""
    allowed = fight.viewer.gm or row.fighter in fight.scene.called
    offers = snapshot.menu(fight, row.fighter) if allowed else ()
    shown = turn_order.rung(fight, row, "")
    notes = [say(text) for text in (_find_note(row), row.tie) if text]
    return {
        **shown,
        "intent": capitalize(say(row.intent)) if row.intent else "",
        "note": capitalize(", ".join(note for note in notes if capitalize(note) != shown["word"])),
        "character": row.character,
        "numbers": numbers(fight, row),
        "sheet": addresses.address("sheet", view.seat, row.character) if row.character else "",
        "menu": _menu(view, fight, row.fighter, offers),
    }


def hand_buttons(view: View, fight: Fight, row: BoardRow) -> list[Row]:
    """The buttons by which a game master damages or heals a fighter directly, with their keys; not in every game."""
    act, kinds = links.act_address(view, fight), zip(fight.system.by_hand, HAND_KEYS, strict=False)
    offered = ((offer, key) for kind, key in kinds for offer in fight.offers("gm", kind))
    pairs = ((offer_form.row_about(offer, row.fighter, act, "hand"), key) for offer, key in offered)
    return [row | {"press": key} for row, key in pairs if row is not None]


def _menu(view: View, fight: Fight, fighter: str, offers: Sequence[Offer]) -> Row:
    before = habits.last_arguments(view, fight, fighter)
    heads = [_head(view, fight, offer) for offer in offers]
    pairs = ((offer, head) for offer, head in zip(offers, heads, strict=True) if offer.kind in before)
    usual = (habits.repeat_button(fight, offer, head, before[offer.kind]) for offer, head in pairs)
    return intents.menu(heads) | {"again": next(filter(None, usual), None)}


def _head(view: View, fight: Fight, offer: Offer) -> Row:
    row = offer_form.head(offer, links.act_address(view, fight), "act", links.form_address(view, fight, offer))
    return row | _mates_row(fight, offer) | odds.menu_odds(fight, offer)


def form(view: View, fight: Fight, offer: Offer) -> Row:
    action = links.act_address(view, fight)
    if offer.actor == "gm":
        sides = {row.id: row.side for row in fight.scene.fighters.values()}
        return offer_form.with_side_ticks(offer_form.row(offer, action, "gm"), sides)
    before = habits.last_arguments(view, fight, offer.actor).get(offer.kind, {})
    row = habits.with_defaults(offer_form.row(offer, action, "act"), before) | _mates_row(fight, offer)
    rule = {"rule": lookup_rows.act_address(view, offer.kind)}
    return row | rule | {"odds": odds.address(view, fight, offer)} | gauge.opening_gauge(view, fight, offer, row)


def _mates_row(fight: Fight, offer: Offer) -> Row:
    # An act with an explanation, such as spending luck, is never offered for a whole group.
    grouped = fight.viewer.gm and bool(offer.fields or offer.hint is None)
    with_it = group_actions.peers(fight.scene, offer.actor, fight.board.up) if grouped else ()
    return {"together": ", ".join(fight.scene.fighters[name].name for name in with_it)}


def numbers(fight: Fight, row: BoardRow) -> list[Row]:
    return roster.about(fight.view, row.character, roster.numbers_at_glance)


def draw_part(view: View, region: Region, character: str) -> str:
    return mark_safe(view.read(_part, region.name, character))  # drawn by a template that escapes its values


def _part(view: View, region: str, character: str) -> str:
    return regions.draw(regions.REGIONS[region].own(character), replace(view, key=character))


def timing_form(view: View, fight: Fight, row: BoardRow) -> Row:
    others = sorted(fight.scene.fighters.values(), key=lambda fighter: fighter.id != row.fighter)
    return {
        "time": addresses.address("time", view.seat, fight.encounter.token, row.fighter),
        "states": view.read(_states, row.character),
        "whose": [{"id": fighter.id, "name": fighter.name} for fighter in others],
        "open": row.side == "pc",
        "rounds": round_words.words_of(view.campaign.system).unit,
        "most": timers.MOST,
        "longest": timers.LONGEST,
    }


def _states(view: View, character: str) -> list[Row]:
    sheet = sheet_view.reading_of_page(replace(view, key=character))
    return [{"path": path, "label": say(field.label)} for path, field in (sheet.states if sheet else ())]


def reveal_fields(row: BoardRow) -> Row:
    kind = "reveal" if row.hidden else "hide"
    return {"kind": kind, "actor": "gm", f"{offer_form.PREFIX}fighter": row.fighter}
