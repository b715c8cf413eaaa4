"""Prompts of a scene as template values: dice to type or throw, options to choose."""

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
from encounters.fight.offers.odds import format_percent
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
from sheets.lookup.rows import option_address
from sheets.rolls.odds import MOST_FACES, chances_of_faces
from sheets.rows import sum_lines

Row = dict[str, Any]
MANY = 12  # a longer list gets a search field
IN_SIGHT = 6  # below more options the last ones may be off a small screen
PERCENT = 100  # the sides of a die typed as tens and units


def rows(view: View, encounter: Encounter, scene: Scene, needs: Iterable[Need] | None = None) -> Iterator[Row]:
    """The prompts of a scene that this circle may answer: ``needs`` if its board is known, else computed here."""
    viewer = roster.viewer(view)
    if scene.kind == "test" and not viewer.gm and any(fighter.hidden for fighter in scene.fighters.values()):
        return
    for need in board.find_needs(view.campaign.system, scene, viewer) if needs is None else needs:
        if need.request is not None:
            yield _row(view, encounter, scene, need)


def _row(view: View, encounter: Encounter, scene: Scene, need: Need) -> Row:
    fighter = scene.fighters.get(need.of)
    request = need.request
    assert request is not None
    if isinstance(request, Roll):
        prompt = roll_row(request) | _odds_row(view, scene, request) | {"real": _real_dice_place(view)}
    else:
        prompt = choice_row(request, view) | {"lines": []}
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
        "presence": roster.presence_of_player(view, fighter.character) if fighter else None,
        "all": scene.kind != "test",  # in a test, what follows is thrown without anybody asking
        **prompt,
    }


def roll_row(request: Roll) -> Row:
    sides, count = request.dice.sides, request.dice.count
    names = [_("Die %(number)s") % {"number": number} for number in range(1, count + 1)]
    check = request.check
    return {
        "kind": "roll",
        "dice": [
            {"label": names[number] if count > 1 else str(request.dice), "most": sides} for number in range(count)
        ],
        "throw": _("Throw %(dice)s") % {"dice": request.dice},
        "show": (_("What do your %(dice)s show?") if count > 1 else _("What does your %(dice)s show?"))
        % {"dice": request.dice},
        "keys": tuple(range(1, sides + 1)) if count == 1 and sides <= MOST_FACES else (),
        "pad": _pad(sides, count),
        "tens": sides == PERCENT,
        **target_row(check),
    }


def _pad(sides: int, count: int) -> tuple[int, ...]:
    """The keys of several small dice, or the ten digits of a percentile die; none for other dice."""
    if sides == PERCENT:
        return tuple(range(10))
    return tuple(range(1, sides + 1)) if count > 1 and sides <= MOST_FACES else ()


def target_row(check: Check | None) -> Row:
    """The number of a test, labelled as a target for the dice or as a bonus added to them."""
    if check is None:
        return {"target": "", "target_label": ""}
    total = check.target.total
    if check.adds:
        return {"target": signed(total), "target_label": _("Bonus")}
    return {"target": plain(total), "target_label": _("Target")}


def _real_dice_place(view: View) -> str:
    seat = log_rows.find_seat(view)
    if seat is None or (seat.dice == Seat.Dice.SERVER and not seat.is_gm):
        return ""
    return "first" if seat.dice == Seat.Dice.TYPED else "beneath"


def _odds_row(view: View, scene: Scene, request: Roll) -> Row:
    """The terms of a test's number, the chance of success and the result of each face.

    Without chances if the dice are added to the number: the player may not know the target of such a sum.
    """
    check = request.check
    if check is None:
        return {"lines": [], "percent": "", "faces": ()}
    if check.adds:
        return {"lines": sum_lines(check.target, view.seat), "percent": "", "faces": ()}
    name = ("odds", request.dice, check)
    share, faces = view.cached_rows(name, (), lambda: _weigh_faces(view.campaign.system, request, scene))
    shown = () if check.secret and view.circle != "gm" else faces
    return {"lines": sum_lines(check.target, view.seat), "percent": format_percent(share), "faces": shown}


def _weigh_faces(system: Game, request: Roll, scene: Scene) -> tuple[Fraction, tuple[str, ...]]:
    assert request.check is not None
    outcomes = check_odds(system, request.check, scene.settings)
    return outcomes.chance(lambda outcome: outcome.level.succeeded), chances_of_faces(outcomes, request.dice).faces


def choice_row(request: Ask, view: View | None = None) -> Row:
    """The options of a choice, with reasons for the closed ones, under headings if they have any.

    One of a short list is chosen by one press (``press``); several, or one to look for, are ticked and sent.
    With a ``view`` that has a seat, options that are effects link to their explanation.
    """
    options = [
        {
            "key": option.key,
            "label": say(option.label),
            "hint": say(option.hint) if option.hint else "",
            "refused": say(option.refused) if option.refused else "",
            "rule": option_address(view, option.key) if view and not option.refused else "",
            "group": say(option.group) if option.group else "",
            "aside": option.aside,
            "declines": option.declines,
        }
        for option in request.options
    ]
    many, grouped = request.most > 1, _group_options(options)
    row = {"kind": "ask", "many": many, "least": request.least, "most": request.most}
    return {**row, **target_row(None), **grouped, "press": not (many or not request.least or grouped["find"])}


def _group_options(options: list[Row]) -> Row:
    """Options under their headings; a long list can be searched, and its closed options stand apart, as variants do.

    To do nothing stands first where the others would push it out of sight. Under each heading the impossible ones stand
    last.
    """
    long = len(options) > MANY
    usual = [option for option in options if not option["aside"]] or options
    more = [option for option in options if option not in usual]
    if len(usual) > IN_SIGHT:
        usual.sort(key=lambda option: not option["declines"])
    shown = [option for option in usual if not (long and option["refused"])]
    closed = [option for option in usual if option not in shown]
    rows = {"groups": _heading_rows(shown), "more": _heading_rows(more), "closed": _heading_rows(closed)}
    return {**rows, "more_count": len(more), "closed_count": len(closed), "find": long}


def _heading_rows(options: list[Row]) -> list[Row]:
    groups: dict[str, list[Row]] = {option["group"]: [] for option in options}
    for option in sorted(options, key=lambda option: bool(option["refused"])):
        groups[option["group"]].append(option)
    return [{"label": label, "options": rows} for label, rows in groups.items()]
