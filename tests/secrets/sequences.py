"""An act from a seat, something hidden after it, then what that seat does next: in three worlds, at one table each.

Every part is a row here, so that any act meets any hidden thing before any next step. Each sequence begins at the same
moment of a fight and is forgotten after it, so the worlds differ in nothing but what is hidden.
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
    """The dice of a table: of both kinds, and the open ones as they lead to a choice."""
    dice = Dice(secret.seed)

    def throw(pen: Any, roll: Any, *, unseen: bool) -> tuple[list[int], None]:
        if unseen or lead is None:
            return dice.throw(pen, roll, unseen=unseen)
        return [max(1, round(roll.dice.sides * lead.face))] * roll.dice.count, None

    return throw


OF_OPPONENTS = "opponents are up"
# When it happens. What is so only where somebody is hidden is looked for there, and the other worlds play as far.
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


def gathered(game: str, moment: str, secrets: tuple[Secret, ...]) -> list[Moment]:
    """A table for each of these worlds, of which the first hides nothing, all at one moment of one fight."""
    forget_all()  # of other tests: each sequence copies what is kept
    worlds: list[Moment] = []
    steps: list[int] = []
    lead = LEADS.get(game) if moment == OF_CHOICE else None
    # With another secret than the second one somebody else may be up.
    for secret in (secrets[1], secrets[0]) if moment in UP_UNSEEN else secrets:
        with patch.object(source, "throw", throws_for(secret, lead)):
            own = {"grounded": moment == OF_ONE_HIDDEN, "lurks": moment in (OF_A_HERO, OF_ONE_HIDDEN)}
            world = Moment(game, secret, lead, **own)
            if moment == OF_DICE:
                world.throws_herself()
            if moment in UP_UNSEEN and steps:
                world.go_on(steps[0])
                world.look("there")
            else:
                steps.append(world.advance({**MOMENTS, IN_THE_MIDST: Moment.has_much_to_do}[moment]))
            if moment == OF_ONE_HIDDEN:
                world.hide_one()
            worlds.append(world)
    return worlds[::-1] if moment in UP_UNSEEN else worlds


# The first act of a seat. If nothing is hidden, each is answered as done.
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
    "acts": Moment.acts,
    "is acted for": Moment.acted_for,
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
    "comes too late": Moment.too_late,
    "answers": Moment.answer,
    "acts": Moment.acts,
    "is thrown for with everybody": Moment.thrown_for,
    "meets a group": Moment.group_acts,
    "meets a side": Moment.side_acts,
    "leaves with everything": lambda table: table.leaves("remove"),
    "leaves everything": lambda table: table.leaves("keep"),
    "joins with a free character": lambda table: table.joins("free"),
    "joins with a new character": lambda table: table.joins("new"),
    "claims": Moment.claims,
    "is removed": Moment.removed,
    "is removed and back": Moment.removed_and_back,
    "comes by a link to her seat": lambda table: table.comes_by_her_link(moves=False),
    "sits at another device": lambda table: table.comes_by_her_link(moves=True),
    "leaves and comes again": Moment.comes_again,
    "meets a second game master": Moment.second_master,
    "is led by another": Moment.handed_over,
    "reads": Moment.reads,
}
# Acts of a game master that everybody sees.
OPENLY: dict[str, Callable[[Moment], Any]] = {
    "is asked with others": Moment.asked_with_others,
    "meets a correction": Moment.corrected,
    "meets one more opponent": Moment.one_more_comes,
    "meets another fight": Moment.meets_another_fight,
}
# Every address of the site that takes a post at a table is a next step too; some need something to be there.
POSTS: dict[str, Callable[[Moment], Any]] = {name: partial(Moment.send, name=name) for name in POSTED if name != "join"}


def do_next(table: Moment, name: str) -> None:
    """Do what comes next, and keep what everybody is sent then."""
    try:
        ({**NEXT, **POSTS, **OPENLY}.get(name) or partial(Moment.of_kind, name=name))(table)
    except NotNow:
        table.stream_of_all.append(f"{name} is nothing now")
    table.look(name)
