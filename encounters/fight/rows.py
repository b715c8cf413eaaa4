"""Template values of a fight: a rung of the turn order, an open exchange, the player's own fighter."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any

from django.utils.safestring import mark_safe

from campaigns.live import regions
from campaigns.live.regions import Region, View
from campaigns.web import addresses
from campaigns.web.language import capitalize, say
from campaigns.web.language import gettext as _
from encounters import roster
from encounters.dice import policy
from encounters.fight import confirmation, duels, portraits, snapshot
from encounters.fight.offers import gauge, group_actions, habits, intents, odds, offer_form, whole_side
from encounters.fight.snapshot import Fight
from encounters.log import round_words, rows
from encounters.models import Encounter
from rules.core.acts import Offer
from rules.core.rounds import YOUR_TURN
from rules.core.script import Roll
from rules.core.text import Text, plain, signed
from rules.engine import timers
from rules.engine.offers import is_one_side_left
from rules.views import board
from rules.views.board import AnsweredRequest, Card, Need
from rules.views.board import Row as BoardRow
from sheets import sheet_view
from sheets.lookup import rows as lookup_rows

Row = dict[str, Any]
MOST_MARKS = 2
MOST_NAMED = 4  # names of awaited fighters in a sentence; the turn order highlights all of them
MOST_MIXED = 8
HAND_KEYS = ("t", "l", "", "")  # the keys used for ticking wounds: damage, then care; the rest without


def headline(fight: Fight) -> Row:
    """The head of the turn order: the round, its part and its current figure; “Pause” while the fight is paused."""
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
    """True if a running fight waits for nobody, so that the table waits for the game master to go on."""
    return fight.running and not fight.over and not fight.board.awaited


def part_of_turn(fight: Fight) -> str:
    """The part of the round without the acting fighter's name, for a page that shows the name beside it."""
    part, terms = headline(fight)["part"], dict(fight.board.headline.part.params) if fight.board.headline.part else {}
    remaining = terms.get("left")
    if not fight.running or "who" not in terms or fight.board.headline.figure:
        return part
    return say(remaining) if isinstance(remaining, Text | str) else ""


def is_common_part(fight: Fight) -> bool:
    """True in a part of the round that is nobody's turn, such as that of the declarations."""
    head = fight.board.headline
    return head.part is not None and not head.figure and "who" not in dict(head.part.params)


def format_names(fight: Fight, fighters: Collection[str]) -> str:
    return _join_names([row.name for row in fight.board.rows if row.fighter in fighters])


def _join_names(names: Sequence[str]) -> str:
    more = len(names) - MOST_NAMED
    if more < 2:
        return ", ".join(names)
    return _("%(who)s and %(count)s more") % {"who": ", ".join(names[:MOST_NAMED]), "count": more}


def waiting_sentence(fight: Fight) -> str:
    """A sentence naming those the fight waits for; empty if nobody is awaited, or the heading has the name."""
    names = [row.name for row in fight.board.rows if row.fighter in fight.board.awaited]
    if "gm" in fight.board.awaited:
        names.append(_("the game master"))
    if not fight.running or not names:
        return ""
    if fight.board.headline.together and len(names) > 1 and not fight.board.cards:
        return _("%(who)s act together") % {"who": _join_names(names)}
    stands_above = len(names) == 1 and names[0] in headline(fight)["part"]
    return "" if stands_above else _("Waiting for %(who)s") % {"who": _join_names(names)}


def next_button(view: View, fight: Fight) -> Row | None:
    """The button that always stands in the same place and carries the fight on; ``None`` if somebody has to choose.

    It calls the fighters whose turn comes; else it does the game master's first offer with its defaults and calls
    whoever is next; else it throws the dice that the game master's fighters owe; else it ends the turn of a fighter of
    the game master who has done something in it. It never ends a fight.
    """
    if not fight.running:
        return None
    if fight.board.uncalled:
        names = format_names(fight, fight.board.uncalled)
        return {"fields": {"kind": "next", "actor": "gm"}, "names": _("Calls %(names)s") % {"names": names}}
    lead = _find_leading_offer(view, fight)
    if lead is not None:
        return {"fields": {"kind": lead.kind, "actor": "gm", "call": "on"}, "names": say(lead.label)}
    throws = {"fields": {"kind": "throw", "actor": "gm"}, "names": _("Throw for all I play")}
    up = whole_side.fighters_up(fight.system, fight.scene_for("board"))
    return throws if _count_throws_due(fight) else end_of_turn(view, fight, up)


def end_of_turn(view: View, fight: Fight, up: Sequence[str]) -> Row | None:
    """The form that ends the turn of the only one who is up, if they did something since they were called."""
    scene, token = board.known_scene(fight.system, fight.scene_for("board"), fight.viewer), fight.encounter.token
    if scene.exchanges or len(up) != 1 or up[0] not in scene.called:
        return None

    def make() -> bool:
        return whole_side.has_acted_since_called(whole_side.standing_events(view.campaign, view.recent, token), up[0])

    if not view.cached_rows(("acted", token, up[0]), (f"encounter:{token}", "inverse"), make):
        return None
    offer = whole_side.find_end_of_turn(fight.system, scene, up[0])
    call = {"call": "on"} if fight.viewer.gm else {}
    return {"fields": {"kind": offer.kind, "actor": up[0], **call}, "names": say(offer.label)} if offer else None


def _find_leading_offer(view: View, fight: Fight) -> Offer | None:
    if fight.over or not any(need.kind == "act" and need.of == "gm" for need in fight.board.needs):
        return None
    first = next(iter(snapshot.menu(view, fight, "gm")), None)
    if first is None or first.refused is not None or first.kind == fight.system.ending:
        return None
    flags = (field.required or (field.kind == "choice" and field.default is None) for field in first.fields)
    return None if any(flags) else first


def throw_buttons(fight: Fight) -> list[Row]:
    """The buttons that throw all dice owed by the game master's fighters, and those still owed by everybody.

    A single throw has its own button elsewhere.
    """
    if not fight.running:
        return []
    due, remaining = _count_throws_due(fight), _count_throws_left(fight)
    own_button = {
        "fields": {"kind": "throw", "actor": "gm"},
        "label": _("Throw for all I play"),
        "count": due,
        "key": "a",
    }
    fields = {"kind": "throw", "actor": "gm", f"{offer_form.PREFIX}everybody": "1"}
    everybody = {"fields": fields, "label": _("Throw for everybody who is left"), "count": remaining, "key": ""}
    return [*([own_button] if due > 1 else []), *([everybody] if remaining > max(due, 1) else [])]


def gesture_buttons(view: View, fight: Fight) -> list[Row]:
    """The buttons with which all fighters of the game master do the same act."""
    token = fight.encounter.token
    scene = fight.scene_for("board")
    before = view.read(_done_before, token) if fight.running else {}
    rows = whole_side.gestures(fight.system, scene, before) if fight.running else ()
    return [
        {
            "fields": {"kind": "all", "actor": "gm", f"{offer_form.PREFIX}kind": row.kind},
            "label": say(row.label) if row.label is not None else _("As in the round before"),
            "count": row.count if row.label is not None else _("%(count)s to go") % {"count": row.count},
        }
        for row in rows
    ]


def _done_before(view: View, token: str) -> whole_side.Done:
    """The acts of the round before this one, for gestures that repeat them; no act of this round changes them."""
    written = (f"encounter:{token}", "inverse")
    begun = view.cached_rows(("round", token), written, lambda: whole_side.round_begun(view.recent.events, token))

    def make() -> whole_side.Done:
        return whole_side.recall_acts(whole_side.standing_events(view.campaign, view.recent, token), token)

    if not begun:
        return view.cached_rows(("done before", token), written, make)
    return view.cached_rows(("done before", token, begun, view.recent.undone_before(begun)), (), make)


def _count_throws_due(fight: Fight) -> int:
    due = sum(need.own and isinstance(need.request, Roll) for need in fight.board.needs)
    return due + len(policy.throw_offers(fight.system, fight.scene_for("board")))


def _count_throws_left(fight: Fight) -> int:
    due = sum(isinstance(need.request, Roll) for need in fight.board.needs)
    return due + len(policy.throw_offers(fight.system, fight.scene_for("board"), everybody=True))


def rung(fight: Fight, row: BoardRow, href: str) -> Row:
    """One fighter in the turn order as the viewer may see them: current act, health, and whether they are awaited."""
    words = {"pc": _("Player character"), "ally": _("Ally"), "foe": _("Opponent"), "unknown": _("Unknown")}
    renamed = row.public_name and row.public_name != row.name
    ended = fight.encounter.status == Encounter.Status.ENDED
    state = health(fight, row)
    doing = say(_without_word(_doing(row), state["word"]) or "")
    return {
        "fighter": row.fighter,
        "at": say(row.at),
        "name": row.name,
        "portrait": portraits.visible_portrait(fight, row),
        "side": row.side,
        "side_word": words.get(row.side, ""),
        "row_state": "next" if ended and row.state == "now" else row.state,  # nobody acts in a fight that has ended
        "intent": capitalize(doing) or _waiting_words(fight, row),
        "seen_as": _("Seen as “%(name)s”") % {"name": row.public_name} if renamed else "",
        "hidden": _("Hidden") if row.hidden else "",
        "waiting": _is_waited_for(fight, row),
        "href": href,
        "mine": row.mine,
        "timers": [
            {"label": say(timer.what), "until": say(timer.until), "key": timer.key, "path": timer.path}
            for timer in row.timers
        ],
        **state,
    }


def _doing(row: BoardRow) -> Text | None:
    """The present act of a fighter, else what is noted of them; the act of somebody who is out is not done any more."""
    return row.note if row.state == "out" else row.intent or row.note


def _without_word(text: Text | None, word: str) -> Text | None:
    def is_said(value: Any) -> bool:
        return isinstance(value, Text) and bool(word) and say(value).casefold() == word.casefold()

    if text is None or is_said(text):
        return None
    lists = {
        key: tuple(part for part in value if not is_said(part)) for key, value in text.params if type(value) is tuple
    }
    return replace(text, params=tuple((key, lists.get(key, value)) for key, value in text.params))


def _find_note(row: BoardRow) -> Text | None:
    """The note of a fighter, unless the text of their current act contains it."""
    is_held = row.intent is not None and any(row.note == value for _key, value in row.intent.params)
    return None if is_held else row.note


def _is_waited_for(fight: Fight, row: BoardRow) -> bool:
    waited_for = row.fighter in (*fight.board.awaited, *fight.board.uncalled)
    ended = fight.encounter.status == Encounter.Status.ENDED
    return row.state == "now" and not row.intent and waited_for and not ended


def _waiting_words(fight: Fight, row: BoardRow) -> str:
    if not _is_waited_for(fight, row):
        return ""
    return _("Waits for “Next”") if row.fighter in fight.board.uncalled else _("Thinks…")


def health(fight: Fight, row: BoardRow) -> Row:
    """The health of a fighter: the worst wounds by name if the viewer may know them, else a word, else nothing."""
    health = row.health
    is_named = health is not None and row.side == "pc"
    if is_named and health is not None:
        character = fight.scene.fighters[row.fighter].character
        summary = roster.health_in_full(fight.system, fight.sheet(character), fight.scene.settings)
    else:
        summary = {"rank": health.rank if health else 0, "word": say(health.label) if health else "", "count": 0}
    exact = bool(row.exact) or is_named
    return {
        "marks": _wound_marks(row)[:MOST_MARKS],
        "rank": summary["rank"],
        "word": summary["word"],
        "count": summary["count"],
        "exact": exact,
    }


def _wound_marks(row: BoardRow) -> list[Row]:
    """The wounds of a living fighter that the viewer may know, the worst first."""
    if not row.exact or (row.health and row.health.for_good):
        return []
    hurt = sorted((place for place in row.exact if place.rank), key=lambda place: -place.rank)
    return [{"rank": place.rank, "word": capitalize(say(place.word)), "count": place.count} for place in hurt]


def card_row(view: View, fight: Fight, card: Card, prompts: list[Row]) -> Row:
    """The card of an open exchange: answers given, answers awaited, and the forms that this viewer may fill in."""
    forms = [row for row in prompts if row["own"]]
    others = [row for row in prompts if not row["own"]]
    asked_pairs = {(row["who"], row["label"]) for row in prompts}
    sides = duels.sides_of(fight, card)
    shown_answers = duels.first_dice(card) if sides else []
    return {
        "id": f"exchange-{card.exchange}",
        "title": say(card.title),
        "actor": say(card.actor),
        "hidden": card.hidden,
        "action": act_address(view, fight),
        "answered": [_answer_row(card.exchange, answer) for answer in card.answered if answer not in shown_answers],
        "sides": sides,
        "won": rows.verdict_row(card.won) if card.won else None,
        "waiting": [
            {"who": say(who), "label": say(label)}
            for who, label in card.waiting
            if (say(who), say(label)) not in asked_pairs
        ],
        "held": _explain_delay(fight, card),
        "forms": forms,
        "others": others,
        "many": False,
    }


def _explain_delay(fight: Fight, card: Card) -> str:
    """The reason why an exchange that awaits no answer has not landed yet; empty if it awaits confirmation."""
    is_to_confirm = any(need.kind == "confirm" and need.exchange == card.exchange for need in fight.board.needs)
    if is_to_confirm or card.waiting or not fight.board.headline.together or len(fight.board.up) < 2:
        return ""
    return _("They act together: it lands once the last of them has acted.")


def merge_cards(cards: list[Row]) -> list[Row]:
    """Cards of one line each with the same label, such as each fighter's initiative, merged into one card."""
    by_label: dict[str, list[Row]] = {}
    for card in cards:
        lines = [*card["forms"], *card["others"], *card["waiting"], *card["answered"]]
        if len(lines) == 1:
            by_label.setdefault(lines[0]["label"], []).append(card)
    groups = {label: same for label, same in by_label.items() if len(same) > 1}
    label_of = {id(card): label for label, same in groups.items() for card in same}
    rest = [card for card in cards if id(card) not in label_of]
    return [*(_join_cards(label, same) for label, same in groups.items()), *rest]


def _join_cards(label: str, cards: list[Row]) -> Row:
    parts = {part: [row for card in cards for row in card[part]] for part in ("answered", "forms", "others", "waiting")}
    hidden = all(card["hidden"] for card in cards)
    return {**cards[0], **parts, "title": label, "hidden": hidden, "many": len(parts["forms"]) > 1}


def _answer_row(exchange: str, answer: AnsweredRequest) -> Row:
    back = {"kind": "take_back", f"{offer_form.PREFIX}exchange": exchange, f"{offer_form.PREFIX}key": answer.key}
    return {
        "who": say(answer.who),
        "label": say(answer.label),
        "faces": answer.faces,
        "look": "20" if answer.real else "full",
        "chosen": ", ".join(say(chosen) for chosen in answer.chosen),
        "sealed": answer.sealed,
        "back": back if answer.key else None,
        "target": _target_words(answer),
        **rows.grade(answer.level, answer.word),
        "lines": rows.breakdown_rows(answer.target) if answer.target else [],
    }


def _target_words(answer: AnsweredRequest) -> str:
    if answer.target is None:
        return ""
    if answer.adds:
        bonus = {"bonus": signed(answer.target.total)}
        if len(answer.faces) != 1:
            return _("with %(bonus)s") % bonus
        return _("with %(bonus)s, total %(total)s") % {**bonus, "total": plain(answer.faces[0] + answer.target.total)}
    return _("against %(target)s") % {"target": plain(answer.target.total)}


def confirm_row(view: View, fight: Fight, need: Need) -> Row:
    fields = {
        f"{offer_form.PREFIX}exchange": need.exchange,
        f"{offer_form.PREFIX}{confirmation.SEEN}": confirmation.fingerprint(need),
    }
    return {
        "id": f"confirm-{need.exchange}",
        "action": act_address(view, fight),
        "fields": {"kind": "confirm", "actor": "gm", **fields},
        "label": say(need.label),
        "effects": confirmation.effect_rows(fight.system, need),
    }


def own_fighter(view: View, fight: Fight, row: BoardRow) -> Row:
    """A fighter the viewer plays: their state, their numbers, and their offers while they may act."""
    allowed = fight.viewer.gm or row.fighter in fight.scene.called
    offers = snapshot.menu(view, fight, row.fighter) if allowed else ()
    shown = rung(fight, row, "")
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
    act, kinds = act_address(view, fight), zip(fight.system.by_hand, HAND_KEYS, strict=False)
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
    row = offer_form.head(offer, act_address(view, fight), "act", form_address(view, fight, offer))
    return row | _mates_row(fight, offer) | odds.menu_odds(fight, offer)


def form(view: View, fight: Fight, offer: Offer) -> Row:
    action = act_address(view, fight)
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
    return roster.numbers_at_glance(fight.system, fight.sheet(row.character, "numbers"), fight.scene.settings)


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


def next_step(view: View, fight: Fight, row: BoardRow) -> Row | None:
    """For a selected fighter who cannot act, the step that carries the fight on; ``None`` if they can act."""
    board = fight.board
    if not fight.running or row.fighter in board.up:
        return None
    follow = address(view, fight) if row.fighter != fight.followed else ""
    if board.uncalled:
        text = _("Ahead: “Next” calls %(names)s.") % {"names": format_names(fight, board.uncalled)}
        return {"text": text, "href": follow}
    if board.up:
        return {"text": _("Now: %(names)s.") % {"names": format_names(fight, board.up)}, "href": follow}
    split = split_offers(fight, snapshot.menu(view, fight, "gm"))
    button = ending_button(fight, split["ending"])
    if button and button["main"]:
        return _at_the_foot(button["label"])
    return _at_the_foot(say(split["main"][0].label)) if split["main"] else None


def _at_the_foot(label: str) -> Row:
    return {"text": _("Ahead: “%(what)s”, at the foot of the page.") % {"what": label}, "href": ""}


def ending_button(fight: Fight, ends: Sequence[Offer]) -> Row | None:
    """The button that ends fight and encounter in one press; a ``main`` one if the fight is over, or decided."""
    if not ends and not fight.over:
        return None
    main = fight.over or is_one_side_left(fight.system, fight.scene)
    return {"label": _("End, and read the story"), "main": main}


def reveal_fields(row: BoardRow) -> Row:
    kind = "reveal" if row.hidden else "hide"
    return {"kind": kind, "actor": "gm", f"{offer_form.PREFIX}fighter": row.fighter}


def acting_needs(fight: Fight) -> Iterator[Need]:
    """The needs of fighters who have to act; those of the game master are shown with their own offers."""
    return (
        need
        for need in fight.board.needs
        if need.kind == "act" and need.of != "gm" and need.of not in fight.board.uncalled
    )


def waiting_row(view: View, fight: Fight, need: Need) -> Row:
    row = fight.row(need.of)
    return {
        "who": say(need.who),
        "label": say(need.label) if need.own or need.label.msgid != YOUR_TURN.msgid else "",
        "own": need.own,
        "href": select_address(view, fight, row) if row else "",
        "side": row.side if row else "unknown",
        "presence": roster.presence_of_player(view, row.character) if row else None,
        "clock": clock(fight, need),
    }


def clock(fight: Fight, need: Need) -> Row | None:
    """The time limit of a need, which a page counts down from first showing it; ``None`` if there is no limit."""
    if not need.seconds:
        return None
    minutes, seconds = divmod(need.seconds, 60)
    key = f"{fight.encounter.token}-{fight.scene.round}-{need.of}"
    return {"key": key, "seconds": need.seconds, "shown": f"{minutes}:{seconds:02}"}


def split_offers(fight: Fight, offers: Sequence[Offer]) -> dict[str, list[Offer]]:
    """Split a game master's offers for the page: the first becomes a button, as does one that follows a test.

    The act that ends the fight stands apart, because the encounter ends with it. Everything else is in the menu; in a
    long menu the closed offers stand apart, with their reasons.
    """
    ending = [offer for offer in offers if _ends_at_once(fight, offer)]
    main = [offer for offer in offers[:1] if offer.refused is None and offer not in ending and not fight.over]
    after = [offer for offer in offers if offer.after and offer.refused is None]
    rest = [offer for offer in offers if offer not in (*main, *after, *ending)]
    return {"main": main, "after": after, "ending": ending, **_split_menu(rest)}


def _ends_at_once(fight: Fight, offer: Offer) -> bool:
    return offer.kind == fight.system.ending and offer.refused is None and not offer.fields


def _split_menu(offers: Sequence[Offer]) -> dict[str, list[Offer]]:
    closed = [offer for offer in offers if offer.refused is not None and len(offers) > MOST_MIXED]
    return {"more": [offer for offer in offers if offer not in closed], "closed": closed}


def act_address(view: View, fight: Fight) -> str:
    return addresses.address("act", view.seat, fight.encounter.token)


def form_address(view: View, fight: Fight, offer: Offer) -> str:
    return addresses.address("act-form", view.seat, fight.encounter.token, offer.actor, offer.kind)


def address(view: View, fight: Fight) -> str:
    return addresses.address("fight", view.seat, fight.encounter.token)


def select_address(view: View, fight: Fight, row: BoardRow) -> str:
    """The address that selects a fighter on the game master's page, for their turn if they may act; else empty."""
    if not fight.viewer.gm:
        return ""
    selected = row.fighter + snapshot.TURN * (row.fighter in fight.board.up)
    return addresses.address("fight-selected", view.seat, fight.encounter.token, selected)
