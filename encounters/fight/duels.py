"""A duel as two sides with their dice, for the shared screen and for the card of an open exchange."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from campaigns.live.regions import View
from campaigns.web.language import gettext as _
from campaigns.web.language import say
from encounters import roster
from encounters.fight import snapshot
from encounters.fight.snapshot import Fight
from encounters.log import rows
from encounters.log.entries import Entry
from rules.core.game import Game
from rules.core.text import plain
from rules.views.board import Answered, Card

Row = dict[str, Any]
SIDES = 2


def live(view: View) -> Row | None:
    """The duel that is being thrown, as the table may know it; ``None`` while nobody throws, or many at once do."""
    fight = snapshot.current(view)
    if fight is None or not fight.running or not fight.board.cards:
        return None
    card = fight.board.cards[-1]
    sides = [_side(card, answer) for answer in dice(card)]
    waiting = [{"who": say(who), "label": say(label)} for who, label in card.waiting]
    verdict = rows.verdict(card.won) if card.won else None
    awaited = [_awaited(prompt["who"], prompt["label"]) for prompt in waiting]
    act = fight.scene.exchanges[card.exchange].action
    if not 0 < len(sides or awaited) <= SIDES or is_of_all(fight.system, act.kind, act.actor):
        return None
    title = roster.capital(say(card.title))
    row: Row = {"key": card.exchange, "title": title, "won": verdict, "effects": [], "over": False}
    both = sides if card.won else _with_facing(sides, awaited)
    return {**row, "sides": both, "next": _coming(waiting, both)}


def _coming(waiting: list[Row], drawn: list[Row]) -> Row | None:
    there = {(side["who"], side["what"]) for side in drawn}
    return next((prompt for prompt in waiting if (prompt["who"], prompt["label"]) not in there), None)


def _with_facing(sides: list[Row], awaited: list[Row]) -> list[Row]:
    thrown = {side["who"] for side in sides}
    return [*sides, *(side for side in awaited if side["who"] not in thrown)][:SIDES]


def over(entry: Entry, results: Sequence[Row], effects: Sequence[str]) -> Row | None:
    """The attack or duel that has just ended, with what came of it; ``None`` of a test, which stands in the band."""
    won = rows.verdict(entry.line.won) if entry.line.won else None
    if entry.line.who is None or not results or (won is None and len(results) < SIDES):
        return None
    winner = won["winner"] if won else ""
    sides = [{**result, "sealed": False, "won": winner == result["who"]} for result in results]
    title = roster.capital(say(entry.line.text))
    row = {"key": entry.event.token, "title": title, "sides": sides, "won": won, "next": None}
    return {**row, "effects": effects, "over": True}


def is_of_all(system: Game, kind: str, actor: str) -> bool:
    """True of an act in which everybody throws for themselves: a game master's, such as an initiative."""
    return actor == "gm" and not system.act(kind).opposes


def of(fight: Fight, card: Card) -> list[Row]:
    """The two sides of an open exchange in which two throw against each other, or nothing."""
    act = fight.scene.exchanges[card.exchange].action
    if is_of_all(fight.system, act.kind, act.actor):
        return []
    return [_side(card, answer) for answer in dice(card)] if len(dice(card)) == SIDES else []


def dice(card: Card) -> list[Answered]:
    """The first die of each who has thrown in an open exchange."""
    first: dict[str, Answered] = {}
    for answer in card.answered:
        if answer.faces or answer.sealed:
            first.setdefault(say(answer.who), answer)
    return list(first.values())


def _side(card: Card, answer: Answered) -> Row:
    who = say(answer.who)
    return {
        "who": who,
        "what": say(answer.label),
        "faces": answer.faces,
        "look": "20" if answer.real else "full",
        "sealed": answer.sealed,
        "won": card.won is not None and card.won.winner is not None and say(card.won.winner) == who,
        "word": _compared(answer),
    }


def _compared(answer: Answered) -> str:
    if answer.target is None or answer.adds:
        return ""
    return _("against %(target)s") % {"target": plain(answer.target.total)}


def _awaited(who: str, what: str) -> Row:
    return {"who": who, "what": what, "faces": (), "look": "", "sealed": False, "won": False, "word": ""}
