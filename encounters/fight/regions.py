"""Live regions of a fight: its state, turn order, open exchanges, awaited people, the selected fighter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import ngettext

from campaigns.journal import undo, undo_shortcut
from campaigns.live.regions import View
from campaigns.models import Command, Event, Seat
from campaigns.web.addresses import address
from campaigns.web.language import gettext as _
from campaigns.web.language import say
from encounters import roster
from encounters.fight import exchange_cards, heading, links, panel, portraits, prompts, snapshot, steps, turn_order
from encounters.fight.offers import offer_form
from encounters.fight.snapshot import Fight
from encounters.log import entries, sentences
from encounters.log import rows as log_rows
from encounters.models import Encounter
from encounters.party import today
from encounters.prepare import palette
from encounters.prepare.services import ABOUT
from encounters.subjects import all_fighters
from rules.core.rounds import YOUR_TURN
from rules.core.script import DEFENCE, REACTION
from rules.views.board import Need
from sheets import regions as sheet_regions

Context = Mapping[str, Any] | None
Row = dict[str, Any]
MOST_GESTURES = 1  # whole-side acts beside the awaited fighters; the others are behind a button
MOST_ON_WALL, SHOWN_OF_MANY, BEFORE_ON_WALL = 12, 10, 3  # rows of the shared screen's turn order: all, or some
MOST_WAITING = 2  # awaited fighters side by side; more of them are behind one button


@snapshot.of_page
def turn(view: View, fight: Fight) -> Context:
    head = heading.headline(fight)
    if not fight.viewer.gm:
        sentence, pause = heading.waiting_sentence(fight), heading.is_resting(fight)
        own, over = _own_turn(fight), fight.over or fight.encounter.status == Encounter.Status.ENDED
        story = f"{address('recap', view.seat)}#fight-{fight.encounter.token}" if over and view.seat else ""
        remaining = heading.part_of_turn(fight)
        going_on = ongoing_fight(view) if fight.encounter.status == Encounter.Status.ENDED else None
        shown = {"now": sentence, "pause": pause, "story": story, "left": remaining, "going_on": going_on}
        shown |= {"action": links.act_address(view, fight), "finish": _own_end(view, fight)}
        return {**head, **own, **shown, "gm": False}
    return {
        **head,
        "gm": True,
        "action": links.act_address(view, fight),
        "next": steps.next_button(view, fight),
        "now": heading.waiting_sentence(fight),
    }


def _own_end(view: View, fight: Fight) -> Row | None:
    up = dict.fromkeys(need.of for need in fight.board.needs if need.own and need.kind == "act")
    return steps.end_of_turn(view, fight, list(up)) if fight.running else None


def _own_turn(fight: Fight) -> Row:
    """The player's fighters whose turn it is, and the answers asked of their others."""
    own = _own_needs(fight)
    others = [need for need in own if need.exchange and fight.scene.exchanges[need.exchange].action.actor != need.of]
    up = [need for need in own if need not in others]
    asked = dict.fromkeys((say(need.who), say(need.label)) for need in others)
    clocks = (exchange_cards.clock(fight, need) for need in exchange_cards.acting_needs(fight) if need.own)
    names_up = dict.fromkeys(say(need.who) for need in up)
    return {
        "mine": list(names_up),
        "task": _task(fight, up),
        "asked": list(asked),
        "clock": next(filter(None, clocks), None),
    }


def _task(fight: Fight, up: list[Need]) -> str:
    """The task of a player's fighters in a part of the round that is nobody's turn; empty if it says no more."""
    tasks = {say(need.label) for need in up if need.label != YOUR_TURN}
    return tasks.pop() if len(tasks) == 1 and heading.is_common_part(fight) else ""


def _own_needs(fight: Fight) -> list[Need]:
    """The needs of a player that the fight waits for; none once the fight has ended."""
    if fight.encounter.status == Encounter.Status.ENDED:
        return []
    return [need for need in fight.board.needs if need.own and need.of in fight.board.awaited]


@snapshot.of_page
def ladder(view: View, fight: Fight) -> Context:
    """The fighters in turn order; for a game master each row selects its fighter."""
    rows = [turn_order.rung(fight, row, links.select_address(view, fight, row)) for row in fight.board.rungs]
    selected = fight.selected if fight.viewer.gm else ""
    return {"rows": rows, "selected": selected, "you_are_next": not fight.viewer.gm and _is_next(rows)}


def _is_next(rows: list[Row]) -> bool:
    acting = [place for place, row in enumerate(rows) if row["row_state"] == "now"]
    after = rows[acting[-1] + 1 :] if acting else []
    return next((row["mine"] for row in after if row["row_state"] == "next"), False)


@snapshot.of_page
def exchanges(view: View, fight: Fight) -> Context:
    if not fight.running:  # no answer would be taken
        return None
    asked: dict[str, list[Row]] = {}
    for row in prompts.rows(view, fight.encounter, fight.scene, fight.board.needs):
        asked.setdefault(row["exchange"], []).append(row)
    cards = [exchange_cards.card_row(view, fight, card, asked.pop(card.exchange, [])) for card in fight.board.cards]
    # Questions of an exchange whose card this viewer is not shown, since whoever acts in it is hidden from them.
    loose = [_unseen_row(row) for rows in asked.values() for row in rows]
    confirm = [exchange_cards.confirm_row(view, fight, need) for need in fight.board.needs if need.kind == "confirm"]
    cards = exchange_cards.merge_cards(cards)
    return {"cards": cards, "loose": loose, "confirm": confirm} if cards or loose or confirm else None


def _unseen_row(row: Row) -> Row:
    """A question without a card heads itself."""
    attacked = row["fields"]["key"].endswith((REACTION, DEFENCE))
    words = _("%(name)s does not see who attacks") if attacked else _("%(name)s does not see who acts")
    return {**row, "title": words % {"name": row["who"]}}


@snapshot.of_page
def own_fighters(view: View, fight: Fight) -> Context:
    rows = [row for row in fight.board.rows if row.mine]
    return {"fighters": [panel.own_fighter(view, fight, row) for row in rows]}


@snapshot.of_page
def selected_fighter(view: View, fight: Fight) -> Context:
    row = fight.row(fight.selected)
    if row is None:
        return None
    act = links.act_address(view, fight)
    rung = turn_order.rung(fight, row, "")
    return {
        **rung,
        **panel.own_fighter(view, fight, row),
        "portrait": portraits.portrait_of(fight, row),
        "known_as": row.public_name or row.name,
        "ahead": steps.next_step(view, fight, row),
        "called": row.fighter not in fight.board.uncalled,
        "body": panel.draw_part(view, sheet_regions.BODY, row.character),
        "by_hand": panel.hand_buttons(view, fight, row),
        "sheet": address("sheet", view.seat, row.character),
        "states": panel.draw_part(view, sheet_regions.STATES, row.character),
        "timing": panel.timing_form(view, fight, row) if fight.encounter.status in snapshot.OPEN else None,
        "reveal": {"action": act, "fields": panel.reveal_fields(row)},
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
                **turn_order.health(fight, row),
                "name": row.name,
                "portrait": portraits.portrait_of(fight, row),
                "presence": roster.presence_of_player(view, row.character),
                "numbers": panel.numbers(fight, row),
                "href": links.select_address(view, fight, row),
            }
            for row in rows
        ],
        "absent": _absent_rows(view, fight),
        "enrol": address("enrol", view.seat, fight.encounter.token),
    }


def _absent_rows(view: View, fight: Fight) -> list[Row]:
    if fight.encounter.status not in snapshot.OPEN:
        return []
    there = [row["character"] for row in all_fighters(fight.encounter.state).values()]
    left_out = [row for row in view.read(_played_heroes) if row["token"] not in there]
    return [
        {"name": row["name"], "pick": f"{palette.CHARACTER}:{row['token']}", "lost": row["lost"]} for row in left_out
    ]


def _played_heroes(view: View) -> list[Row]:
    heroes = (row for row in roster.everybody(view) if row.kind == row.Kind.PC)
    played = (row for row in heroes if row.owner is not None and row.owner.left_at is None)
    return [{"token": row.token, "name": row.name, "lost": roster.final_state(row)} for row in played]


@snapshot.of_page
def requests(view: View, fight: Fight) -> Context:
    waiting = [exchange_cards.waiting_row(view, fight, need) for need in exchange_cards.acting_needs(fight)]
    where = links.act_address(view, fight)
    split = steps.split_offers(fight, snapshot.menu(fight, "gm"))
    ending = {"ending": steps.ending_button(fight, split.pop("ending"))}
    offers = {
        key: [offer_form.head(offer, where, "gm", links.form_address(view, fight, offer)) for offer in group]
        for key, group in split.items()
    }
    gestures, throws = steps.gesture_buttons(view, fight), steps.throw_buttons(fight)
    room = MOST_WAITING - bool(gestures) - bool(throws)
    beside = room if len(waiting) <= room else 0
    others = waiting[beside:]
    words = ngettext("%(count)s awaited", "%(count)s awaited", len(others)) % {"count": len(others)}
    shown = {"waiting": waiting[:beside], "others": others, "others_words": words}
    side = {"gestures": gestures[:MOST_GESTURES], "more_gestures": gestures[MOST_GESTURES:]}
    led = steps.next_button(view, fight) is not None  # the next button already does the first offer
    return {**shown, **offers, **side, **ending, "led": led, "action": where, "throws": throws}


def undo_bar(view: View) -> Context:
    """The act that the undo key would take back: its journal line, or a sentence for a step without one.

    A player is offered it until the journal has a newer line than their step, such as one that ends an exchange.
    """
    seat, (lines, _more) = log_rows.find_seat(view), log_rows.newest_entries(view)
    command = _step_to_undo(view, seat, lines) if seat is not None else None
    if seat is None or command is None:
        return None
    entry = next((entry for entry in lines if entry.stands and entry.event.command_id == command.pk), None)
    if entry is not None:
        row = log_rows.ready_rows(view, [entry])[0]
        return {"line": row | {"who": "", "text": sentences.act_sentence(entry.event.kind, entry.line)}}
    action = address("undo", seat.token, command.token)
    return {"line": {"who": "", "text": _step_sentence(view, seat, command), "undo": {"action": action}}}


def _step_to_undo(view: View, seat: Seat, lines: list[entries.Entry]) -> Command | None:
    if seat.is_gm:
        return undo_shortcut.last_undoable(seat, view.recent)
    command, newest = undo.last_act(seat, view.recent), lines[0].event.seq if lines else 0
    step = _newest_event(view, seat, command) if command is not None else None
    return command if step is not None and step.encounter and newest < step.seq else None


def _newest_event(view: View, seat: Seat, command: Command) -> Event | None:
    """The newest event of a command that a seat knows of, also where many have happened unseen since."""
    kept = [event for event in view.recent.events if event.command_id == command.pk]
    return next((event for event in kept or command.events.order_by("-seq") if seat.hears(event.audience)), None)


def _step_sentence(view: View, seat: Seat, command: Command) -> str:
    event = _newest_event(view, seat, command)
    fight = snapshot.find_by_token(view, event.encounter) if event else None
    if event is None or fight is None:
        return _("The last step of the fight")
    names = heading.format_names(fight, entries.fighters_called(event))
    if not names:
        return _("The last step of the fight")
    words = {"next": _("Next: %(names)s"), "answered": _("Answer of %(names)s")}
    return words.get(event.kind, _("The last step of %(names)s")) % {"names": names}


def wall_head(view: View) -> Context:
    fight = snapshot.find_current(view)
    if fight is None:
        resting = {"round": "", "part": "", "figure": "", "now": "", "rests": ""}
        return {
            "title": view.campaign.name,
            **resting,
            "date": today.story_date(view),
            "when": today.next_session_day(view),
        }
    is_ordered = any(row.at for row in fight.board.rungs) and not fight.over
    order = _("in the order of initiative") if is_ordered else ""
    values, sentence = heading.headline(fight), heading.waiting_sentence(fight)
    rests = _("prepares what comes next") if heading.is_resting(fight) else ""
    return {"title": fight.encounter.name, "order": order, **values, "now": sentence, "rests": rests, "when": ""}


def wall(view: View) -> list[Row] | None:
    """The turn order of the current fight, for the shared screen; ``None`` if there is no fight."""
    fight = snapshot.find_current(view)
    if fight is None:
        return None
    return [turn_order.rung(fight, row, "", portraits.public_portrait(fight, row)) for row in fight.board.rungs]


def wall_part(ladder: list[Row] | None) -> Row:
    """The part of a turn order that is legible from afar, around the acting fighter, and how many are left out."""
    length = len(ladder or ())
    if ladder is None or length <= MOST_ON_WALL:
        return {"start": 0, "end": length, "before": "", "after": ""}
    up = next((place for place, row in enumerate(ladder) if row["row_state"] == "now"), 0)
    start = max(0, min(up - BEFORE_ON_WALL, length - SHOWN_OF_MANY))
    remaining = length - start - SHOWN_OF_MANY
    before = ngettext("%(count)s more before", "%(count)s more before", start) % {"count": start}
    after = ngettext("%(count)s more after", "%(count)s more after", remaining) % {"count": remaining}
    return {
        "start": start,
        "end": start + SHOWN_OF_MANY,
        "before": before * (start > 0),
        "after": after * (remaining > 0),
    }


def ongoing_fight(view: View) -> Row | None:
    """The current fight, for those who take part in it: its name, its address and whether it is their turn."""
    fight = snapshot.find_current(view)
    if fight is None or view.circle == "table":
        return None
    if not fight.viewer.gm and not any(row.mine for row in fight.board.rows):
        return None
    own = _own_turn(fight)
    return {
        "name": fight.encounter.name,
        "href": links.address(view, fight),
        "asked": [] if fight.viewer.gm else own["asked"],
        "turn": bool(own["mine"]) and not fight.viewer.gm,
    }
