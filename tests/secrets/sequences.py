"""Sequences: an act from a seat, a hidden act after it, then the seat's next act; played in three worlds.

Every part is a row here, so that any act is combined with any hidden act and any next one. Each sequence begins at the
same moment of a fight and is rolled back, so the worlds differ only in what is hidden.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any
from unittest.mock import patch

from campaigns.live.cache import forget_all
from encounters.dice import source
from rules.core.script import Ask, Roll
from tests.secrets.evening import Dice, Secret
from tests.secrets.moment import LEADS, Lead, Moment, NotNow
from tests.secrets.playing import POSTED


def throws_for(secret: Secret, lead: Lead | None) -> Any:
    """The dice of a table, open and secret; with a lead, the open ones show its face."""
    dice = Dice(secret.seed)

    def throw(pen: Any, roll: Any, *, unseen: bool) -> tuple[list[int], None]:
        if unseen or lead is None:
            return dice.throw(pen, roll, unseen=unseen)
        return [max(1, round(roll.dice.sides * lead.face))] * roll.dice.count, None

    return throw


OPENED = ("chroniques", "mythras")  # games at whose table everybody reads the sheets of all heroes
OF_OPPONENTS = "opponents are up"
# The moments at which a sequence begins. One that needs a hidden fighter is searched in a world with secrets, and the
# other worlds play the same number of steps.
MOMENTS: dict[str, Callable[[Moment], bool]] = {
    "her turn": lambda table: bool(table.offered()),
    "she is to throw": lambda table: any(isinstance(one.request, Roll) for one in table.asked()),
    "she is to choose": lambda table: any(isinstance(one.request, Ask) for one in table.asked()),
    OF_OPPONENTS: lambda table: bool(table.opponents_up()),
    "nobody is called": lambda table: table.scene.round > 0 and not (table.scene.called or table.scene.exchanges),
    "somebody hidden is up": lambda table: table._hidden_action(table.scene) is not None,
    "a hidden hero is up": lambda table: table.lurker_is_up(),
    "one was hidden on a ground": lambda table: bool(table.offered()),
}
OF_THE_HIDDEN, OF_A_HERO = "somebody hidden is up", "a hidden hero is up"
UP_UNSEEN = (OF_THE_HIDDEN, OF_A_HERO)
OF_ONE_HIDDEN = "one was hidden on a ground"
IN_THE_MIDST = "in the midst of a round"
OF_DICE, OF_CHOICE = "she is to throw", "she is to choose"


def gather_worlds(game: str, moment: str, secrets: tuple[Secret, ...]) -> list[Moment]:
    """A table for each of these worlds, of which the first hides nothing, all at the same moment of a fight."""
    forget_all()  # each sequence copies the caches, so those of other tests would cost time
    worlds: list[Moment] = []
    steps: list[int] = []
    lead = LEADS.get(game) if moment == OF_CHOICE else None
    # The second world decides the moment: with other secrets another fighter may be up.
    for secret in (secrets[1], secrets[0]) if moment in UP_UNSEEN else secrets:
        with patch.object(source, "throw", throws_for(secret, lead)):
            own = {"grounded": moment == OF_ONE_HIDDEN, "lurks": moment in (OF_A_HERO, OF_ONE_HIDDEN)}
            own |= {"opens_sheets": game in OPENED}
            world = Moment(game, secret, lead, **own)
            if moment == OF_DICE:
                world.ask_for_dice()
            if moment in UP_UNSEEN and steps:
                world.go_on(steps[0])
                world.look("there")
            else:
                steps.append(world.advance({**MOMENTS, IN_THE_MIDST: Moment.has_many_offers}[moment]))
            if moment == OF_ONE_HIDDEN:
                world.hide_opponent()
            worlds.append(world)
    return worlds[::-1] if moment in UP_UNSEEN else worlds


# The first act of a seat; in the world without secrets each is accepted.
ACTS: dict[str, Callable[[Moment], Any]] = {
    "makes a character": lambda table: table.send("characters"),
    "edits": lambda table: table.edit("Gris"),
    "adds to a number": lambda table: table.send("sheet-step"),
    "stars": Moment.star,
    "is portrayed": lambda table: table.send("portrait"),
    "rolls": Moment.roll,
    "reads a file in": lambda table: table.send("read-character"),
    "begins a character": lambda table: table.send("create"),
    "chooses dice": lambda table: table.send("choose"),
    "acts": Moment.act_once,
    "is acted for": Moment.gm_acts_for_her,
    "answers": Moment.answer,
}
# The next act of the seat.
NEXT: dict[str, Callable[[Moment], Any]] = {
    "undoes": Moment.undo,
    "undoes and does again": lambda table: table.undo("undo", "redo", "undo"),
    "undoes by the key": lambda table: table.send("undo-last"),
    "does again by the key": lambda table: (table.send("undo-last"), table.send("redo-last"))[1],
    "edits": lambda table: table.edit("Noir"),
    "takes an answer back": Moment.take_answer_back,
    "comes too late": Moment.act_too_late,
    "answers": Moment.answer,
    "acts": Moment.act_once,
    "is thrown for with everybody": Moment.throw_for_all,
    "meets a group": Moment.group_acts,
    "meets a side": Moment.side_acts,
    "leaves with everything": lambda table: table.leave_for_good("remove"),
    "leaves everything": lambda table: table.leave_for_good("keep"),
    "joins with a free character": lambda table: table.join_by_link("free"),
    "joins with a new character": lambda table: table.join_by_link("new"),
    "claims": Moment.join_and_claim,
    "is removed": Moment.remove_her,
    "is removed and back": Moment.remove_and_restore,
    "comes by a link to her seat": lambda table: table.open_link_to_seat(moves=False),
    "sits at another device": lambda table: table.open_link_to_seat(moves=True),
    "leaves and comes again": Moment.leave_and_rejoin,
    "meets a second game master": Moment.add_second_gm,
    "is led by another": Moment.hand_over,
    "reads": Moment.read_pages,
}
# Public acts of a game master.
OPENLY: dict[str, Callable[[Moment], Any]] = {
    "is asked with others": Moment.ask_all_heroes,
    "meets a correction": Moment.correct_newest,
    "meets one more opponent": Moment.add_opponent,
    "meets another fight": Moment.start_another_fight,
}
# Posting to any address of a table is a next act too; some are possible only at certain moments.
POSTS: dict[str, Callable[[Moment], Any]] = {name: partial(Moment.send, name=name) for name in POSTED if name != "join"}


def do_next(table: Moment, name: str) -> None:
    """Do the next act, and record what everybody is then sent."""
    try:
        ({**NEXT, **POSTS, **OPENLY}.get(name) or partial(Moment.do_kind, name=name))(table)
    except NotNow:
        table.stream_of_all.append(f"{name}: not now")
    table.look(name)
