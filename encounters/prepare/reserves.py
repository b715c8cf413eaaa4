"""Reserves of a fight: they join in a given round, or when the game master gives the signal.

They are stored in the encounter's ``reserves``, which the rules never read, and move to its fighters when they join.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from campaigns.journal.journal import Pen
from campaigns.web.language import say
from encounters.log.round_words import words_of
from encounters.models import Encounter
from encounters.prepare.draft import EncounterEdit, name_texts
from encounters.subjects import RESERVES
from rules.character.sheet import Choice, Field
from rules.core.errors import Refused
from rules.core.game import Game
from rules.core.scene import Scene
from rules.core.text import Text, _

START, NEXT, SIGNAL = "start", "next", "signal"
LAST_ROUND = 12
ROUNDS = range(2, LAST_ROUND + 1)

JOINS = Field(
    "joins",
    _("Joins"),
    "choice",
    default=START,
    choices=(
        Choice(START, _("At the start")),
        *(Choice(str(number), _("In round %(round)s", round=number)) for number in ROUNDS),
        Choice(SIGNAL, _("At my signal")),
    ),
)


def joins_rows(system: Game) -> list[dict[str, str]]:
    words = words_of(system)
    return [
        {"key": row.key, "label": words.numbered(row.key) if row.key.isdigit() else say(row.label)}
        for row in JOINS.choices
    ]


def joins_mark(joins: str) -> dict[str, int]:
    """A choice of ``JOINS`` as stored in a fighter's row: the round, 0 for a signal, nothing for the start."""
    return {} if joins == START else {"joins": 0 if joins == SIGNAL else int(joins)}


def read_joins(edit: EncounterEdit, joins: str) -> dict[str, int]:
    """A choice of when to join, including the next round of a running fight, as stored in a fighter's row."""
    return {"joins": int(edit.state.get("round", 0)) + 1} if joins == NEXT else joins_mark(JOINS.read(joins))


def joins_choice(row: Any) -> str:
    joins = row.get("joins")
    return START if joins is None else str(joins or SIGNAL)


def move(edit: EncounterEdit, fighter: str, joins: str) -> None:
    """Move a fighter into reserve, to the start, or to another time of joining.

    Raises ``Refused`` if the encounter has begun and the fighter takes part already, or would join at the start.
    """
    row = dict(edit.row(fighter))
    if edit.status != Encounter.Status.DRAFT and (fighter in edit.fighters or joins == START):
        raise Refused(_("The encounter has begun."), "joins")
    row.pop("joins", None)
    edit.change(edit.path(fighter), None)
    numbers = joins_mark(joins)
    edit.change(f"{RESERVES if numbers else 'fighters'}.{fighter}", {**row, **numbers})


def join_due(pen: Pen, before: int, scene: Scene) -> bool:
    """Let the reserves join whose round has come since round ``before``; returns True if any did."""
    if scene.kind != Encounter.Kind.FIGHT or scene.round == before or not scene.state.get(RESERVES):
        return False
    edit = EncounterEdit(pen, scene.token)
    due = [key for key, row in edit.state[RESERVES].items() if 0 < row["joins"] <= scene.round]
    join(edit, due, by=False)
    return bool(due)


def join(edit: EncounterEdit, coming: Collection[str], by: bool) -> None:
    names_seen, names = [], []
    for fighter in sorted(coming, key=lambda name: int(edit.row(name)["order"])):
        row = {key: value for key, value in edit.row(fighter).items() if key != "joins"}
        order = edit.last_order + 1
        edit.change(f"{RESERVES}.{fighter}", None)
        edit.change(f"fighters.{fighter}", {**row, "order": order})
        names.append(edit.name(row))
        if not row.get("hidden"):
            edit.give_letter(fighter)
            names_seen.append(edit.name_shown(fighter))
    sentence = too_late_sentence if edit.is_over else joining_sentence
    sentences = {"gm": sentence(names), **({"table": joining_sentence(names_seen)} if names_seen else {})}
    edit.close_with_line("reserves", sentences, by=by)


def joining_sentence(names: Iterable[str]) -> Text:
    return _("Joining the fight: %(names)s", names=name_texts(names))


def too_late_sentence(names: Iterable[str]) -> Text:
    """The sentence for a game master when somebody joins a fight that is decided: they act only once it starts anew."""
    return _("Joining a fight that is over: %(names)s. They act once it is started anew.", names=name_texts(names))
