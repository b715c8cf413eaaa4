"""The live parts of a fight: its state, the order, open exchanges, people waited for, the selected fighter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import ngettext

from campaigns.journal import undo_shortcut
from campaigns.live.regions import View
from campaigns.models import Command
from campaigns.web.addresses import address
from campaigns.web.language import gettext as _
from campaigns.web.language import say
from encounters import roster
from encounters.fight import offer_form, portraits, prompts, snapshot
from encounters.fight import rows as fight_rows
from encounters.fight.snapshot import Fight
from encounters.log import rows as log_rows
from encounters.models import Encounter
from encounters.party import today
from encounters.prepare.services import ABOUT
from rules.views.board import Need
from sheets import regions as sheet_regions

Context = Mapping[str, Any] | None
Row = dict[str, Any]
MOST_GESTURES = 1  # of a whole side, beside what is waited for; the others behind a button
MOST_ON_WALL, SHOWN_OF_MANY, BEFORE_ON_WALL = 12, 10, 3  # rows of the wall's ladder; of more, a part around who is up
MOST_WAITING = 2  # side by side; more are behind one button


@snapshot.of_page
def turn(view: View, fight: Fight) -> Context:
    head = fight_rows.headline(fight)
    if not fight.viewer.gm:
        now, pause = fight_rows.waiting_sentence(fight), fight_rows.is_resting(fight)
        own, over = _own_turn(fight), fight.over or fight.encounter.status == Encounter.Status.ENDED
        story = f"{address('recap', view.seat)}#fight-{fight.encounter.token}" if over and view.seat else ""
        left = fight_rows.part_of_turn(fight)
        return {**head, **own, "gm": False, "now": now, "pause": pause, "story": story, "left": left}
    return {
        **head,
        "gm": True,
        "action": fight_rows.act_address(view, fight),
        "next": fight_rows.next_button(view, fight),
        "now": fight_rows.waiting_sentence(fight),
    }


def _own_turn(fight: Fight) -> Row:
    """The player's fighters who are up, and what is asked of others of theirs."""
    own = _own_needs(fight)
    others = [need for need in own if need.exchange and fight.scene.exchanges[need.exchange].action.actor != need.of]
    mine = dict.fromkeys(say(need.who) for need in own if need not in others)
    asked = dict.fromkeys((say(need.who), say(need.label)) for need in others)
    clocks = (fight_rows.clock(fight, need) for need in fight_rows.acting(fight) if need.own)
    return {"mine": list(mine), "asked": list(asked), "clock": next(filter(None, clocks), None)}


def _own_needs(fight: Fight) -> list[Need]:
    """The needs of a player that the fight waits for; a fight that is over waits for none."""
    if fight.encounter.status == Encounter.Status.ENDED:
        return []
    return [need for need in fight.board.needs if need.own and need.of in fight.board.awaited]


@snapshot.of_page
def ladder(view: View, fight: Fight) -> Context:
    """The fighters in the order of the round; for a game master each row selects its fighter."""
    rows = [fight_rows.rung(fight, row, fight_rows.select_address(view, fight, row)) for row in fight.board.rungs]
    selected = fight.selected if fight.viewer.gm else ""
    return {"rows": rows, "selected": selected, "you_are_next": not fight.viewer.gm and _is_next(rows)}


def _is_next(rows: list[Row]) -> bool:
    """True if this player's fighter comes right after whoever is up, as far as the player is shown."""
    acting = [place for place, row in enumerate(rows) if row["row_state"] == "now"]
    after = rows[acting[-1] + 1 :] if acting else []
    return next((row["mine"] for row in after if row["row_state"] == "next"), False)


@snapshot.of_page
def exchanges(view: View, fight: Fight) -> Context:
    asked: dict[str, list[Row]] = {}
    for row in prompts.rows(view, fight.encounter, fight.scene, fight.board.needs):
        asked.setdefault(row["exchange"], []).append(row)
    cards = [fight_rows.card(view, fight, card, asked.pop(card.exchange, [])) for card in fight.board.cards]
    loose = [row for rows in asked.values() for row in rows]
    confirm = [fight_rows.confirm(view, fight, need) for need in fight.board.needs if need.kind == "confirm"]
    cards = fight_rows.merged_cards(cards)
    return {"cards": cards, "loose": loose, "confirm": confirm} if cards or loose or confirm else None


@snapshot.of_page
def own_fighters(view: View, fight: Fight) -> Context:
    rows = [row for row in fight.board.rows if row.mine]
    return {"fighters": [fight_rows.own(view, fight, row) for row in rows]}


@snapshot.of_page
def selected(view: View, fight: Fight) -> Context:
    row = fight.row(fight.selected)
    if row is None:
        return None
    act = fight_rows.act_address(view, fight)
    rung = fight_rows.rung(fight, row, "")
    return {
        **rung,
        **fight_rows.own(view, fight, row),
        "portrait": portraits.of(fight, row),
        "known_as": row.public_name or row.name,
        "ahead": fight_rows.next_step(view, fight, row),
        "called": row.fighter not in fight.board.uncalled,
        "body": fight_rows.part(view, sheet_regions.BODY, row.character),
        "by_hand": fight_rows.by_hand(view, fight, row),
        "sheet": address("sheet", view.seat, row.character),
        "states": fight_rows.part(view, sheet_regions.STATES, row.character),
        "timing": fight_rows.timing(view, fight, row) if fight.encounter.status in snapshot.OPEN else None,
        "reveal": {"action": act, "fields": fight_rows.reveal(row)},
        "about": address("fighter", view.seat, fight.encounter.token, row.fighter),
        "shown": [{"key": choice.key, "label": say(choice.label)} for choice in ABOUT["health_shown"].choices],
        "health_shown": fight.scene.fighters[row.fighter].health_shown,
    }


@snapshot.of_page
def crew(view: View, fight: Fight) -> Context:
    rows = [row for row in fight.board.rows if row.side == "pc"]
    return {
        "rows": [
            {
                **fight_rows.state(fight, row),
                "name": row.name,
                "portrait": portraits.of(fight, row),
                "presence": roster.player_here(view, row.character),
                "numbers": fight_rows.numbers(fight, row),
                "href": fight_rows.select_address(view, fight, row),
            }
            for row in rows
        ]
    }


@snapshot.of_page
def requests(view: View, fight: Fight) -> Context:
    waiting = [fight_rows.waiting(view, fight, need) for need in fight_rows.acting(fight)]
    where = fight_rows.act_address(view, fight)
    split = fight_rows.split(snapshot.menu(view, fight, "gm"), over=fight.over)
    offers = {
        key: [offer_form.head(offer, where, "gm", fight_rows.form_address(view, fight, offer)) for offer in them]
        for key, them in split.items()
    }
    gestures, throws = fight_rows.gestures(fight, view.recent.events), fight_rows.throw_buttons(fight)
    room = MOST_WAITING - bool(gestures) - bool(throws)
    beside = room if len(waiting) <= room else 0
    others = waiting[beside:]
    words = ngettext("%(count)s awaited", "%(count)s awaited", len(others)) % {"count": len(others)}
    shown = {"waiting": waiting[:beside], "others": others, "others_words": words}
    side = {"gestures": gestures[:MOST_GESTURES], "more_gestures": gestures[MOST_GESTURES:]}
    ending = fight_rows.ending() if fight.over else ""
    led = fight_rows.next_button(view, fight) is not None  # it does what leads here
    return {**shown, **offers, **side, "led": led, "action": where, "throws": throws, "ending": ending}


def undo_bar(view: View) -> Context:
    """The act that the undo key would take back: its line, or the last step where it has none."""
    seat, (entries, _more) = log_rows.seat_of(view), log_rows.entries(view)
    command = undo_shortcut.last(seat, view.recent) if seat is not None else None
    if seat is None or command is None:
        return None
    entry = next((entry for entry in entries if entry.stands and entry.event.command_id == command.pk), None)
    if entry is not None:
        row, won = log_rows.shown(view, [entry])[0], entry.line.won
        return {"line": row | {"who": "", "text": log_rows.ended(won, entry.line)} if won is not None else row}
    action = address("undo", seat.token, command.token)
    return {"line": {"who": "", "text": _step(view, command), "undo": {"action": action}}}


def _step(view: View, command: Command) -> str:
    newest = (event for event in view.recent.events if event.command_id == command.pk)
    event = next(newest, None) or command.events.order_by("seq").last()
    fight = snapshot.of(view, event.encounter) if event else None
    if event is None or fight is None:
        return _("The last step of the fight")
    names = fight_rows.listed_names(fight, event.payload.get("called") or (event.for_fighter,))
    if not names:
        return _("The last step of the fight")
    words = {"next": _("Next: %(names)s"), "answered": _("Answer of %(names)s")}
    return words.get(event.kind, _("The last step of %(names)s")) % {"names": names}


def wall_head(view: View) -> Context:
    fight = snapshot.current(view)
    if fight is None:
        resting = {"round": "", "part": "", "figure": "", "now": "", "rests": ""}
        return {"title": view.campaign.name, **resting, "date": today.date(view), "when": today.when(view)}
    is_ordered = any(row.at for row in fight.board.rungs) and not fight.over
    order = _("in the order of initiative") if is_ordered else ""
    values, now = fight_rows.headline(fight), fight_rows.waiting_sentence(fight)
    rests = _("prepares what comes next") if fight_rows.is_resting(fight) else ""
    return {"title": fight.encounter.name, "order": order, **values, "now": now, "rests": rests, "when": ""}


def wall(view: View) -> list[Row] | None:
    """The ladder of the fight going on, for the shared screen; ``None`` where there is none."""
    fight = snapshot.current(view)
    if fight is None:
        return None
    return [{**fight_rows.rung(fight, row, ""), "portrait": portraits.for_all(fight, row)} for row in fight.board.rungs]


def on_wall(ladder: list[Row] | None) -> Row:
    """The part of a ladder that can be read from afar, around whoever is up, and how many are left out."""
    length = len(ladder or ())
    if ladder is None or length <= MOST_ON_WALL:
        return {"start": 0, "end": length, "before": "", "after": ""}
    up = next((place for place, row in enumerate(ladder) if row["row_state"] == "now"), 0)
    start = max(0, min(up - BEFORE_ON_WALL, length - SHOWN_OF_MANY))
    left = length - start - SHOWN_OF_MANY
    before = ngettext("%(count)s more before", "%(count)s more before", start) % {"count": start}
    after = ngettext("%(count)s more after", "%(count)s more after", left) % {"count": left}
    return {"start": start, "end": start + SHOWN_OF_MANY, "before": before * (start > 0), "after": after * (left > 0)}


def called(view: View) -> Row | None:
    """The fight going on, for those who take part in it: its name, its address and whether it is their turn."""
    fight = snapshot.current(view)
    if fight is None or view.circle == "table":
        return None
    mine = [row for row in fight.board.rows if row.mine and (not view.key or row.character == view.key)]
    if not fight.viewer.gm and not mine:
        return None
    own = _own_turn(fight)
    return {
        "name": fight.encounter.name,
        "href": fight_rows.address(view, fight),
        "asked": [] if fight.viewer.gm else own["asked"],
        "turn": bool(own["mine"]) and not fight.viewer.gm,
    }
