"""Prompts of a scene as ready values for a form: dice to type or throw, options to choose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from campaigns.live.regions import View
from campaigns.models import Seat
from campaigns.web.addresses import address
from campaigns.web.language import gettext as _
from campaigns.web.language import say
from encounters import roster
from encounters.fight.odds import percent
from encounters.log import rows as log_rows
from encounters.models import Encounter
from rules.core.check import Check
from rules.core.game import Game
from rules.core.scene import Scene
from rules.core.script import Ask, Roll
from rules.core.text import plain, signed
from rules.engine.decide import check_odds
from rules.views import board
from rules.views.board import Need
from sheets.lookup.rows import of_option
from sheets.rolls.odds import MOST_FACES, of_dice
from sheets.rows import sum_lines

Row = dict[str, Any]
MANY = 12  # a list longer than this is searched, not read
PERCENT = 100  # the sides of what is thrown as tens and units


def rows(view: View, encounter: Encounter, scene: Scene, needs: Iterable[Need] | None = None) -> Iterator[Row]:
    """The prompts of a scene that this circle may answer: those of its board, ``needs``, where that is known."""
    viewer = roster.viewer(view)
    if scene.kind == "test" and not viewer.gm and any(fighter.hidden for fighter in scene.fighters.values()):
        return
    for need in board.needs(view.campaign.system, scene, viewer) if needs is None else needs:
        if need.request is not None:
            yield _row(view, encounter, scene, need)


def _row(view: View, encounter: Encounter, scene: Scene, need: Need) -> Row:
    fighter = scene.fighters.get(need.of)
    request = need.request
    assert request is not None
    if isinstance(request, Roll):
        asked = _dice(request) | _odds(view, scene, request) | {"real": _real(view)}
    else:
        asked = choices(request, view) | {"lines": []}
    return {
        "id": f"asked-{need.exchange}-{request.key}",
        "action": address("answer", view.seat, encounter.token),
        "exchange": need.exchange,
        "fields": {"exchange": need.exchange, "key": request.key},
        "said": (),
        "who": say(need.who),
        "label": say(need.label),
        "own": need.own,
        "character": fighter.character if fighter else "",
        "presence": roster.player_here(view, fighter.character) if fighter else None,
        "all": scene.kind != "test",  # a test throws what follows by itself
        **asked,
    }


def _dice(request: Roll) -> Row:
    sides, count = request.dice.sides, request.dice.count
    names = [_("Die %(number)s") % {"number": number} for number in range(1, count + 1)]
    check = request.check
    return {
        "kind": "roll",
        "dice": [
            {"label": names[number] if count > 1 else str(request.dice), "most": sides} for number in range(count)
        ],
        "throw": _("Throw %(dice)s") % {"dice": request.dice},
        "show": _("What does your %(dice)s show?") % {"dice": request.dice},
        "keys": tuple(range(1, sides + 1)) if count == 1 and sides <= MOST_FACES else (),
        "pad": _pad(sides, count),
        "tens": sides == PERCENT,
        **target_row(check),
    }


def _pad(sides: int, count: int) -> tuple[int, ...]:
    """The keys of several dice, or of the digits of one of a hundred; none of larger ones."""
    if sides == PERCENT:
        return tuple(range(10))
    return tuple(range(1, sides + 1)) if count > 1 and sides <= MOST_FACES else ()


def target_row(check: Check | None) -> Row:
    """The number of a test, and whether dice are compared with it or added to it."""
    if check is None:
        return {"target": "", "target_label": ""}
    total = check.target.total
    if check.adds:
        return {"target": signed(total), "target_label": _("Bonus")}
    return {"target": plain(total), "target_label": _("Target")}


def _real(view: View) -> str:
    seat = log_rows.seat_of(view)
    if seat is None or (seat.dice == Seat.Dice.SERVER and not seat.is_gm):
        return ""
    return "first" if seat.dice == Seat.Dice.TYPED else "beneath"


def _odds(view: View, scene: Scene, request: Roll) -> Row:
    """The terms of that number, the chance, and what each face gives; what is added to dice has to reach what who
    throws may not know."""
    check = request.check
    if check is None:
        return {"lines": [], "percent": "", "faces": ()}
    if check.adds:
        return {"lines": sum_lines(check.target, view.seat), "percent": "", "faces": ()}
    name = ("odds", request.dice, check)
    share, faces = view.kept_rows(name, (), lambda: _chances(view.campaign.system, request, scene))
    known = () if check.secret and view.circle != "gm" else faces
    return {"lines": sum_lines(check.target, view.seat), "percent": percent(share), "faces": known}


def _chances(system: Game, request: Roll, scene: Scene) -> tuple[Fraction, tuple[str, ...]]:
    assert request.check is not None
    outcomes = check_odds(system, request.check, scene.settings)
    return outcomes.chance(lambda outcome: outcome.level.succeeded), of_dice(outcomes, request.dice).faces


def choices(request: Ask, view: View | None = None) -> Row:
    """The options of a choice, with the reasons against those closed, under headings where there are any.

    For the page of a ``view`` with a seat, those that are effects lead to what they do.
    """
    options = [
        {
            "key": option.key,
            "label": say(option.label),
            "hint": say(option.hint) if option.hint else "",
            "refused": say(option.refused) if option.refused else "",
            "rule": of_option(view, option.key) if view and not option.refused else "",
            "group": say(option.group) if option.group else "",
        }
        for option in request.options
    ]
    asked = {"kind": "ask", "many": request.most > 1, "least": request.least, "most": request.most}
    return {**asked, **target_row(None), **_grouped(options)}


def _grouped(options: list[Row]) -> Row:
    """Options under their headings; of a long list the closed ones stand apart, and all of it can be searched."""
    long = len(options) > MANY
    shown = [option for option in options if not (long and option["refused"])]
    closed = [option for option in options if option not in shown]
    return {"groups": _by_group(shown), "closed": _by_group(closed), "closed_count": len(closed), "find": long}


def _by_group(options: list[Row]) -> list[Row]:
    labels = dict.fromkeys(option["group"] for option in options)
    return [{"label": label, "options": [option for option in options if option["group"] == label]} for label in labels]
