"""The pieces of a fight's regions as ready values: a rung of the ladder, an open exchange, one's own fighter."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any

from django.utils.safestring import mark_safe

from campaigns.live import regions
from campaigns.live.regions import Region, View
from campaigns.models import Event
from campaigns.web import addresses
from campaigns.web.language import gettext as _
from campaigns.web.language import say
from encounters import roster
from encounters.dice import policy
from encounters.fight import (
    confirmation,
    duels,
    group_actions,
    habits,
    intents,
    odds,
    offer_form,
    portraits,
    preview,
    snapshot,
    whole_side,
)
from encounters.fight.snapshot import Fight
from encounters.log import rows
from encounters.models import Encounter
from rules.core.acts import Offer
from rules.core.script import Roll
from rules.core.text import Text, plain, signed
from rules.engine import timers
from rules.views.board import Answered, Card, Need
from rules.views.board import Row as BoardRow
from sheets import sheet_view
from sheets.lookup import rows as lookup_rows

Row = dict[str, Any]
MOST_MARKS = 2
MOST_NAMED = 4  # of those awaited; the ladder lights them all
MOST_MIXED = 8
HAND_KEYS = ("t", "l")  # as where wounds are ticked: damage, then care


def headline(fight: Fight) -> Row:
    """The head of the ladder: the round, its part and the figure that counts in it; “Pause” while the fight rests."""
    result = fight.board.headline
    part = say(result.part) if result.part else ""
    if result.figure and part.endswith(result.figure):
        part = part[: -len(result.figure)].strip()
    if fight.encounter.status == Encounter.Status.PAUSED:
        return {"round": say(result.round), "part": _("Pause"), "figure": ""}
    if fight.over or fight.encounter.status == Encounter.Status.ENDED:
        return {"round": _("The fight is over"), "part": "", "figure": ""}
    return {"round": say(result.round), "part": part, "figure": result.figure}


def is_resting(fight: Fight) -> bool:
    """True where the whole table waits for the game master, who has more to come."""
    return fight.running and not fight.over and not fight.board.awaited


def part_of_turn(fight: Fight) -> str:
    """The part of the round as whoever is up reads it, whose name stands beside it."""
    part, terms = headline(fight)["part"], dict(fight.board.headline.part.params) if fight.board.headline.part else {}
    left = terms.get("left")
    if not fight.running or "who" not in terms or fight.board.headline.figure:
        return part
    return say(left) if isinstance(left, Text | str) else ""


def listed_names(fight: Fight, fighters: Collection[str]) -> str:
    return _listed([row.name for row in fight.board.rows if row.fighter in fighters])


def _listed(names: Sequence[str]) -> str:
    if (more := len(names) - MOST_NAMED) < 2:
        return ", ".join(names)
    return _("%(who)s and %(count)s more") % {"who": ", ".join(names[:MOST_NAMED]), "count": more}


def waiting_sentence(fight: Fight) -> str:
    """The people the fight waits for, as a sentence; empty while nobody is called, or the name stands above."""
    names = [row.name for row in fight.board.rows if row.fighter in fight.board.awaited]
    names += [_("the game master")] if "gm" in fight.board.awaited else []
    if fight.running and fight.board.headline.together and len(names) > 1 and not fight.board.cards:
        return _("%(who)s act together") % {"who": _listed(names)}
    stands_above = len(names) == 1 and names[0] in headline(fight)["part"]
    return _("Waiting for %(who)s") % {"who": _listed(names)} if fight.running and names and not stands_above else ""


def next_button(view: View, fight: Fight) -> Row | None:
    """The button that never moves: what carries the fight on where nobody has to choose, or nothing.

    Who is up is called; where the game master is waited for, what leads their list is done as it stands and who is then
    up is called with it; what their fighters owe is thrown. Ending a fight is never done in passing.
    """
    if not fight.running:
        return None
    if fight.board.uncalled:
        return {"fields": {"kind": "next", "actor": "gm"}, "names": listed_names(fight, fight.board.uncalled)}
    lead = _leading(view, fight)
    if lead is not None:
        return {"fields": {"kind": lead.kind, "actor": "gm", "call": "on"}, "names": say(lead.label)}
    throws = {"fields": {"kind": "throw", "actor": "gm"}, "names": _("Throw for all I play")}
    return throws if _throws_due(fight) else None


def _leading(view: View, fight: Fight) -> Offer | None:
    if fight.over or not any(need.kind == "act" and need.of == "gm" for need in fight.board.needs):
        return None
    first = next(iter(snapshot.menu(view, fight, "gm")), None)
    if first is None or first.refused is not None or first.kind == fight.system.ending:
        return None
    flags = (field.required or (field.kind == "choice" and field.default is None) for field in first.fields)
    return None if any(flags) else first


def throw_buttons(fight: Fight) -> list[Row]:
    """The buttons that throw at once what the game master's fighters owe, then what everybody still owes.

    What one fighter owes has a button of its own.
    """
    if not fight.running:
        return []
    due, left = _throws_due(fight), _throws_left(fight)
    mine = {"fields": {"kind": "throw", "actor": "gm"}, "label": _("Throw for all I play"), "count": due, "key": "a"}
    fields = {"kind": "throw", "actor": "gm", f"{offer_form.PREFIX}everybody": "1"}
    everybody = {"fields": fields, "label": _("Throw for everybody who is left"), "count": left, "key": ""}
    return [*([mine] if due > 1 else []), *([everybody] if left > max(due, 1) else [])]


def gestures(fight: Fight, events: Sequence[Event]) -> list[Row]:
    """The buttons by which everybody the game master plays does the same."""
    rows = whole_side.gestures(fight.system, fight.scene, events) if fight.running else ()
    return [
        {
            "fields": {"kind": "all", "actor": "gm", f"{offer_form.PREFIX}kind": row.kind},
            "label": say(row.label) if row.label is not None else _("As in the round before"),
            "count": row.count,
        }
        for row in rows
    ]


def _throws_due(fight: Fight) -> int:
    due = sum(need.own and isinstance(need.request, Roll) for need in fight.board.needs)
    return due + len(policy.begins(fight.system, fight.scene))


def _throws_left(fight: Fight) -> int:
    due = sum(isinstance(need.request, Roll) for need in fight.board.needs)
    return due + len(policy.begins(fight.system, fight.scene, everybody=True))


def rung(fight: Fight, row: BoardRow, href: str) -> Row:
    """One fighter on the ladder, as the viewer may see them: acts, health, and whether they are waited for."""
    words = {"pc": _("Player character"), "ally": _("Ally"), "foe": _("Opponent"), "unknown": _("Unknown")}
    renamed = row.public_name and row.public_name != row.name
    ended = fight.encounter.status == Encounter.Status.ENDED
    return {
        "fighter": row.fighter,
        "at": say(row.at),
        "name": row.name,
        "portrait": portraits.visible_portrait(fight, row),
        "side": row.side,
        "side_word": words.get(row.side, ""),
        "row_state": "next" if ended and row.state == "now" else row.state,  # nobody is up in what is over
        "intent": roster.capital(say(row.intent or row.note or "")) or _owed(fight, row),
        "note": ", ".join(say(text) for text in (_note_beside(row), row.tie) if text),
        "seen_as": _("Seen as “%(name)s”") % {"name": row.public_name} if renamed else "",
        "hidden": _("Hidden") if row.hidden else "",
        "waiting": _is_waited_for(fight, row),
        "href": href,
        "mine": row.mine,
        "timers": [
            {"label": say(timer.what), "until": say(timer.until), "key": timer.key, "path": timer.path}
            for timer in row.timers
        ],
        **state(fight, row),
    }


def _note_beside(row: BoardRow) -> Text | None:
    """The note of a fighter who is doing something, unless the words of that hold it."""
    if row.intent is None or any(row.note == value for _key, value in row.intent.params):
        return None
    return row.note


def _is_waited_for(fight: Fight, row: BoardRow) -> bool:
    waited_for = row.fighter in (*fight.board.awaited, *fight.board.uncalled)
    return row.state == "now" and not row.intent and waited_for


def _owed(fight: Fight, row: BoardRow) -> str:
    if not _is_waited_for(fight, row):
        return ""
    return _("Waits for “Next”") if row.fighter in fight.board.uncalled else _("Thinks…")


def state(fight: Fight, row: BoardRow) -> Row:
    """The health of a fighter: the worst wounds by name where the viewer may know them, else a word, else nothing."""
    if row.exact:
        hurt = sorted((place for place in row.exact if place.rank), key=lambda place: -place.rank)
        marks = [{"rank": place.rank, "word": roster.capital(say(place.word)), "count": place.count} for place in hurt]
    else:
        marks = []
    health = row.health
    named = health is not None and row.side == "pc"
    if named and health is not None:
        character = fight.scene.fighters[row.fighter].character
        whole = roster.state(fight.system, fight.scene.sheets[character], fight.scene.settings)
    else:
        whole = {"rank": health.rank if health else 0, "word": say(health.label) if health else "", "count": 0}
    exact = bool(row.exact) or named
    return {
        "marks": marks[:MOST_MARKS],
        "rank": whole["rank"],
        "word": whole["word"],
        "count": whole["count"],
        "exact": exact,
    }


def card(view: View, fight: Fight, card: Card, asked: list[Row]) -> Row:
    """A card of an open exchange: what was answered, whom it waits for, and the forms of who looks on."""
    forms = [row for row in asked if row["own"]]
    others = [row for row in asked if not row["own"]]
    waited = {(row["who"], row["label"]) for row in asked}
    sides = duels.of(fight, card)
    shown = duels.dice(card) if sides else []
    return {
        "id": f"exchange-{card.exchange}",
        "title": say(card.title),
        "actor": say(card.actor),
        "hidden": card.hidden,
        "action": act_address(view, fight),
        "answered": [_answered(card.exchange, answer) for answer in card.answered if answer not in shown],
        "sides": sides,
        "won": rows.verdict(card.won) if card.won else None,
        "waiting": [
            {"who": say(who), "label": say(label)}
            for who, label in card.waiting
            if (say(who), say(label)) not in waited
        ],
        "held": _held(fight, card),
        "forms": forms,
        "others": others,
        "many": False,
    }


def _held(fight: Fight, card: Card) -> str:
    """The reason why an exchange that asks nothing more has not landed yet; nothing where it is to be confirmed."""
    confirmed = any(need.kind == "confirm" and need.exchange == card.exchange for need in fight.board.needs)
    if confirmed or card.waiting or not fight.board.headline.together or len(fight.board.up) < 2:
        return ""
    return _("They act together: it lands once the last of them has acted.")


def merged_cards(cards: list[Row]) -> list[Row]:
    """Cards that ask, or asked, one thing of one fighter each, such as an initiative, as one where it is the same."""
    alike: dict[str, list[Row]] = {}
    for card in cards:
        asked = [*card["forms"], *card["others"], *card["waiting"], *card["answered"]]
        if len(asked) == 1:
            alike.setdefault(asked[0]["label"], []).append(card)
    joined = {label: same for label, same in alike.items() if len(same) > 1}
    merged = {id(card): label for label, same in joined.items() for card in same}
    rest = [card for card in cards if id(card) not in merged]
    return [*(_joined(label, same) for label, same in joined.items()), *rest]


def _joined(label: str, cards: list[Row]) -> Row:
    parts = {part: [row for card in cards for row in card[part]] for part in ("answered", "forms", "others", "waiting")}
    hidden = all(card["hidden"] for card in cards)
    return {**cards[0], **parts, "title": label, "hidden": hidden, "many": len(parts["forms"]) > 1}


def _answered(exchange: str, answer: Answered) -> Row:
    back = {"kind": "take_back", f"{offer_form.PREFIX}exchange": exchange, f"{offer_form.PREFIX}key": answer.key}
    return {
        "who": say(answer.who),
        "label": say(answer.label),
        "faces": answer.faces,
        "look": "20" if answer.real else "full",
        "chosen": ", ".join(say(chosen) for chosen in answer.chosen),
        "sealed": answer.sealed,
        "back": back if answer.key else None,
        "target": _compared(answer),
        "lines": rows.breakdown(answer.target) if answer.target else [],
    }


def _compared(answer: Answered) -> str:
    if answer.target is None:
        return ""
    if answer.adds:
        return _("with %(bonus)s") % {"bonus": signed(answer.target.total)}
    return _("against %(target)s") % {"target": plain(answer.target.total)}


def confirm(view: View, fight: Fight, need: Need) -> Row:
    fields = {
        f"{offer_form.PREFIX}exchange": need.exchange,
        f"{offer_form.PREFIX}{confirmation.SEEN}": confirmation.fingerprint(need),
    }
    return {
        "id": f"confirm-{need.exchange}",
        "action": act_address(view, fight),
        "fields": {"kind": "confirm", "actor": "gm", **fields},
        "label": say(need.label),
        "effects": confirmation.rows(fight.system, need),
    }


def own(view: View, fight: Fight, row: BoardRow) -> Row:
    """A fighter the viewer answers for: their state, their numbers, and their offers when they are up."""
    allowed = fight.viewer.gm or row.fighter in fight.scene.called
    offers = snapshot.menu(view, fight, row.fighter) if allowed else ()
    return {
        **rung(fight, row, ""),
        "character": row.character,
        "numbers": numbers(fight, row),
        "sheet": addresses.address("sheet", view.seat, row.character) if row.character else "",
        "menu": _menu(view, fight, row.fighter, offers),
        "up": row.fighter in fight.board.up,
    }


def by_hand(view: View, fight: Fight, row: BoardRow) -> list[Row]:
    """The damage and the care that a game master gives a fighter themselves, each with its key; not in every game."""
    act, kinds = act_address(view, fight), zip(fight.system.by_hand, HAND_KEYS, strict=False)
    known = ((offer, key) for kind, key in kinds for offer in fight.offers("gm", kind))
    pairs = ((offer_form.about(offer, row.fighter, act, "hand"), key) for offer, key in known)
    return [row | {"press": key} for row, key in pairs if row is not None]


def _menu(view: View, fight: Fight, fighter: str, offers: Sequence[Offer]) -> Row:
    before = habits.last_arguments(view, fight, fighter)
    heads = [_head(view, fight, offer) for offer in offers]
    pairs = ((offer, head) for offer, head in zip(offers, heads, strict=True) if offer.kind in before)
    usual = (habits.repeat_button(fight, offer, head, before[offer.kind]) for offer, head in pairs)
    return intents.menu(heads) | {"again": next(filter(None, usual), None)}


def _head(view: View, fight: Fight, offer: Offer) -> Row:
    row = offer_form.head(offer, act_address(view, fight), "act", form_address(view, fight, offer))
    return row | _together(fight, offer) | odds.in_menu(fight, offer)


def form(view: View, fight: Fight, offer: Offer) -> Row:
    action = act_address(view, fight)
    if offer.actor == "gm":
        sides = {row.id: row.side for row in fight.scene.fighters.values()}
        return offer_form.by_side(offer_form.row(offer, action, "gm"), sides)
    before = habits.last_arguments(view, fight, offer.actor).get(offer.kind, {})
    row = habits.with_defaults(offer_form.row(offer, action, "act"), before) | _together(fight, offer)
    rule = {"rule": lookup_rows.of_act(view, offer.kind)}
    return row | rule | {"odds": odds.address(view, fight, offer)} | preview.opening_preview(view, fight, offer, row)


def _together(fight: Fight, offer: Offer) -> Row:
    # A button that has to be explained, such as one that spends luck, is pressed for one at a time.
    grouped = fight.viewer.gm and bool(offer.fields or offer.hint is None)
    with_it = group_actions.mates(fight.scene, offer.actor, fight.board.up) if grouped else ()
    return {"together": ", ".join(fight.scene.fighters[name].name for name in with_it)}


def numbers(fight: Fight, row: BoardRow) -> list[Row]:
    return roster.numbers(fight.system, fight.scene.sheets[row.character], fight.scene.settings)


def part(view: View, region: Region, character: str) -> str:
    return mark_safe(regions.draw(region.own(character), replace(view, key=character)))  # drawn by an escaping template


def timing(view: View, fight: Fight, row: BoardRow) -> Row:
    sheet = sheet_view.of(replace(view, key=row.character))
    others = sorted(fight.scene.fighters.values(), key=lambda fighter: fighter.id != row.fighter)
    return {
        "time": addresses.address("time", view.seat, fight.encounter.token, row.fighter),
        "states": [{"path": path, "label": say(field.label)} for path, field in (sheet.states if sheet else ())],
        "whose": [{"id": fighter.id, "name": fighter.name} for fighter in others],
        "open": row.side == "pc",
        "most": timers.MOST,
        "longest": timers.LONGEST,
    }


def next_step(view: View, fight: Fight, row: BoardRow) -> Row | None:
    """The next button beside a selected fighter who has nothing to do; none where they have."""
    board = fight.board
    if not fight.running or row.fighter in board.up:
        return None
    follow = address(view, fight) if row.fighter != fight.followed else ""
    if board.uncalled:
        text = _("Ahead: “Next” calls %(names)s.") % {"names": listed_names(fight, board.uncalled)}
        return {"text": text, "href": follow}
    if board.up:
        return {"text": _("Now: %(names)s.") % {"names": listed_names(fight, board.up)}, "href": follow}
    main = split(snapshot.menu(view, fight, "gm"))["main"]
    what = ending() if fight.over else say(main[0].label) if main else ""
    return {"text": _("Ahead: “%(what)s”, at the foot of the page.") % {"what": what}, "href": ""} if what else None


def ending() -> str:
    """The button that ends the encounter of a fight that is over."""
    return _("End, and read the story")


def reveal(row: BoardRow) -> Row:
    kind = "reveal" if row.hidden else "hide"
    return {"kind": kind, "actor": "gm", f"{offer_form.PREFIX}fighter": row.fighter}


def acting(fight: Fight) -> Iterator[Need]:
    """The needs of those who act; requests to the game master come with their own offers."""
    return (
        need
        for need in fight.board.needs
        if need.kind == "act" and need.of != "gm" and need.of not in fight.board.uncalled
    )


def waiting(view: View, fight: Fight, need: Need) -> Row:
    row = fight.row(need.of)
    return {
        "who": say(need.who),
        "label": say(need.label),
        "own": need.own,
        "href": select_address(view, fight, row) if row else "",
        "side": row.side if row else "unknown",
        "presence": roster.player_here(view, row.character) if row else None,
        "clock": clock(fight, need),
    }


def clock(fight: Fight, need: Need) -> Row | None:
    """The time somebody has, which a page counts down from when it first sees it; ``None`` where there is no limit."""
    if not need.seconds:
        return None
    minutes, seconds = divmod(need.seconds, 60)
    key = f"{fight.encounter.token}-{fight.scene.round}-{need.of}"
    return {"key": key, "seconds": need.seconds, "shown": f"{minutes}:{seconds:02}"}


def split(offers: Sequence[Offer], *, over: bool = False) -> dict[str, list[Offer]]:
    """Split offers for the page: the first of a game's list is a button, as is one that follows a test.

    Of a fight that is ``over`` what leads is its story, and beginning anew is in the menu.

    Everything else is in a menu; in a long one what is closed now stands apart, with the reasons.
    """
    possible = [offer for offer in offers if offer.refused is None]
    main = [offer for offer in offers[:1] if offer.refused is None and not over]
    after = [offer for offer in possible if offer.after]
    rest = [offer for offer in offers if offer not in (*main, *after)]
    if len(rest) <= MOST_MIXED:
        return {"main": main, "after": after, "more": rest, "closed": []}
    return {"main": main, "after": after, **_by_refusal(rest)}


def _by_refusal(offers: Sequence[Offer]) -> dict[str, list[Offer]]:
    more = [offer for offer in offers if offer.refused is None]
    return {"more": more, "closed": [offer for offer in offers if offer.refused is not None]}


def act_address(view: View, fight: Fight) -> str:
    return addresses.address("act", view.seat, fight.encounter.token)


def form_address(view: View, fight: Fight, offer: Offer) -> str:
    return addresses.address("act-form", view.seat, fight.encounter.token, offer.actor, offer.kind)


def address(view: View, fight: Fight) -> str:
    return addresses.address("fight", view.seat, fight.encounter.token)


def select_address(view: View, fight: Fight, row: BoardRow) -> str:
    """The address of one fighter for the game master, of who is up for their turn; empty for everybody else."""
    if not fight.viewer.gm:
        return ""
    selected = row.fighter + snapshot.TURN * (row.fighter in fight.board.up)
    return addresses.address("fight-selected", view.seat, fight.encounter.token, selected)
