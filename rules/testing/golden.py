"""Golden fights: files of played fights, replayed by the present rules; each act must have the same result again.

A file has the first scene and, for each step, the ``action`` (none for changes that no rule decided, such as
an undo or an edit of a sheet) with the changes written. The stored changes lead from step to step, so that an act
with another result fails alone. The state of open exchanges is not compared, but their results are.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from rules.core.errors import RulesError
from rules.core.game import Game
from rules.core.scene import Action, Change, Scene, scene_from_json, scene_to_json
from rules.core.text import _
from rules.engine.decide import decide
from rules.testing.laws import Broken

FORMAT = 1
_OWN = ("exchanges", "called", "spare", "taking")  # of the engine, and of how dice were thrown
Row = dict[str, Any]


def step(action: Action | None, changes: Iterable[Change]) -> Row:
    done = (
        None if action is None else {key: getattr(action, key) for key in ("kind", "actor", "args", "by", "gm", "id")}
    )
    return {"action": done, "changes": [[row.subject, row.path, row.before, row.after] for row in changes]}


def written(game: Game, start: Scene, steps: Iterable[Row]) -> str:
    content = {"golden": FORMAT, "game": game.key, "edition": game.edition, "start": scene_to_json(start)}
    head = json.dumps(content, ensure_ascii=False)
    rows = ",\n".join(json.dumps(row, ensure_ascii=False) for row in steps)
    return f'{head[:-1]}, "steps": [\n{rows}\n]}}\n'


def replayed(game: Game, text: str) -> int:
    """Replay a file and return the number of acts. Raises ``Broken`` for the first with another result."""
    content = _read(game, text)
    scene, acts = scene_from_json(content["start"]), 0
    for number, row in enumerate(content["steps"], 1):
        changes = [Change(*change) for change in row["changes"]]
        if row["action"] is not None:
            acts += 1
            _check(game, scene, Action(**row["action"]), changes, number)
        scene = scene.with_changes(changes)
    return acts


def _read(game: Game, text: str) -> Mapping[str, Any]:
    try:
        content: Mapping[str, Any] = json.loads(text)
        if (content["golden"], content["game"]) == (FORMAT, game.key):
            return content
    except (ValueError, LookupError, TypeError):
        pass
    raise Broken(_("this is not a kept fight of %(game)s.", game=game.key))


def _check(game: Game, scene: Scene, action: Action, changes: list[Change], number: int) -> None:
    try:
        events = decide(game, scene, action)
    except RulesError as error:
        raise Broken(
            _("step %(number)s, “%(kind)s”, is refused now: %(why)s", number=number, kind=action.kind, why=error.text)
        ) from error
    now = _compared(scene, (change for event in events for change in event.changes))
    then = _compared(scene, changes)
    for place in sorted({*now} | {*then}):
        if now.get(place) != then.get(place):
            raise Broken(
                _(
                    "step %(number)s, “%(kind)s”, comes to something else (%(path)s: %(now)s now, %(then)s then).",
                    number=number,
                    kind=action.kind,
                    path=place,
                    now=json.dumps(now.get(place)),
                    then=json.dumps(then.get(place)),
                )
            )


def _compared(scene: Scene, changes: Iterable[Change]) -> dict[str, Any]:
    rows = (row for row in changes if row.subject != scene.subject or row.path.split(".")[0] not in _OWN)
    return {f"{row.subject} {row.path}": json.loads(json.dumps(row.after)) for row in rows}
