"""Template values of open exchanges: their cards, and the fighters who have to act."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from campaigns.live.regions import View
from campaigns.web.language import gettext as _
from campaigns.web.language import say
from encounters import roster
from encounters.fight import confirmation, duels, links
from encounters.fight.offers import offer_form
from encounters.fight.snapshot import Fight
from encounters.log import dice_words
from rules.core.rounds import YOUR_TURN
from rules.core.text import plain, signed
from rules.views.board import AnsweredRequest, Card, Need

Row = dict[str, Any]


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
        "action": links.act_address(view, fight),
        "answered": [_answer_row(card.exchange, answer) for answer in card.answered if answer not in shown_answers],
        "sides": sides,
        "won": dice_words.verdict_row(card.won) if card.won else None,
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
        **dice_words.grade(answer.level, answer.word),
        "lines": dice_words.breakdown_rows(answer.target) if answer.target else [],
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
        "action": links.act_address(view, fight),
        "fields": {"kind": "confirm", "actor": "gm", **fields},
        "label": say(need.label),
        "effects": confirmation.effect_rows(fight.system, need),
    }


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
        "href": links.select_address(view, fight, row) if row else "",
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
