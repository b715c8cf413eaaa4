"""A duel as two sides with their dice, for the shared screen and the card of an open exchange."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from campaigns.live.regions import View
from campaigns.web.language import capitalize, say
from campaigns.web.language import gettext as _
from encounters.fight import snapshot
from encounters.fight.snapshot import Fight
from encounters.log import dice_words
from encounters.log.entries import Entry
from rules.core.game import Game
from rules.core.text import plain
from rules.views.board import AnsweredRequest, Card

Row = dict[str, Any]
SIDES = 2


def open_duel(view: View) -> Row | None:
    """The duel being thrown, as the table may see it; ``None`` if no act is open, or one with more than two sides."""
    fight = snapshot.find_current(view)
    if fight is None or not fight.running or not fight.board.cards:
        return None
    card = fight.board.cards[-1]
    sides = [_side(card, answer) for answer in first_dice(card)]
    waiting = [{"who": say(who), "label": say(label)} for who, label in card.waiting]
    verdict = dice_words.verdict_row(card.won) if card.won else None
    awaited = [_waiting_side(prompt["who"], prompt["label"]) for prompt in waiting]
    act = fight.scene.exchanges[card.exchange].action
    if not 0 < len(sides or awaited) <= SIDES or is_for_everybody(fight.system, act.kind, act.actor):
        return None
    title = capitalize(say(card.title))
    row: Row = {"key": card.exchange, "title": title, "won": verdict, "effects": [], "over": False}
    both = sides if card.won else _add_missing_dice(sides, awaited)
    return {**row, "sides": both, "next": _find_next(waiting, both)}


def _find_next(waiting: list[Row], drawn: list[Row]) -> Row | None:
    present = {(side["who"], side["what"]) for side in drawn}
    return next((prompt for prompt in waiting if (prompt["who"], prompt["label"]) not in present), None)


def _add_missing_dice(sides: list[Row], awaited: list[Row]) -> list[Row]:
    thrown = {side["who"] for side in sides}
    return [*sides, *(side for side in awaited if side["who"] not in thrown)][:SIDES]


def ended_duel(entry: Entry, results: Sequence[Row], effects: Sequence[str]) -> Row | None:
    """The attack or duel that has just ended, with its effects; ``None`` for a test, which the band shows."""
    won = dice_words.verdict_row(entry.line.won) if entry.line.won else None
    if entry.line.who is None or not results or (won is None and len(results) < SIDES):
        return None
    winner = won["winner"] if won else ""
    sides = [{**result, "sealed": False, "went": None, "won": winner == result["who"]} for result in results]
    title = capitalize(say(entry.line.text))
    row = {"key": entry.event.token, "title": title, "sides": sides, "won": won, "next": None}
    return {**row, "effects": effects, "over": True}


def is_for_everybody(system: Game, kind: str, actor: str) -> bool:
    """True for an act in which each fighter throws for themselves, such as initiative."""
    return system.act(kind).opening or (actor == "gm" and not system.act(kind).opposes)


def sides_of(fight: Fight, card: Card) -> list[Row]:
    """The two sides of an open exchange in which two fighters throw against each other; otherwise empty."""
    act = fight.scene.exchanges[card.exchange].action
    if is_for_everybody(fight.system, act.kind, act.actor):
        return []
    thrown = first_dice(card)
    return [_side(card, answer) | _grade(answer) for answer in thrown] if len(thrown) == SIDES else []


def _grade(answer: AnsweredRequest) -> Row:
    return {"went": dice_words.grade(answer.level, answer.word)} if answer.word else {}


def first_dice(card: Card) -> list[AnsweredRequest]:
    """The first throw of each fighter who has thrown in an open exchange."""
    first: dict[str, AnsweredRequest] = {}
    for answer in card.answered:
        if answer.faces or answer.sealed:
            first.setdefault(say(answer.who), answer)
    return list(first.values())


def _side(card: Card, answer: AnsweredRequest) -> Row:
    who = say(answer.who)
    return {
        "who": who,
        "what": say(answer.label),
        "faces": answer.faces,
        "look": "20" if answer.real else "full",
        "sealed": answer.sealed,
        "won": card.won is not None and card.won.winner is not None and say(card.won.winner) == who,
        "word": _target_words(answer),
        "went": None,  # the shared screen shows the result in the verdict instead
    }


def _target_words(answer: AnsweredRequest) -> str:
    if answer.target is None or answer.adds:
        return ""
    return _("against %(target)s") % {"target": plain(answer.target.total)}


def _waiting_side(who: str, what: str) -> Row:
    return {"who": who, "what": what, "faces": (), "look": "", "sealed": False, "won": False, "word": "", "went": None}
