"""The dice of undone rolls, kept for the same roll, so that undo is no second throw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.core import retries
from rules.core.errors import Refused
from rules.core.game import Game
from rules.core.paths import get
from rules.core.scene import Change, Exchange, Scene
from rules.core.script import GivenAnswer, Roll
from rules.core.text import _
from rules.engine.exchanges import run


def spare_place(scene: Scene, exchange: Exchange, key: str) -> tuple[str, str]:
    """The subject and path where an undone roll's faces are kept for the same roll of the same action.

    A fight keeps them itself; a single test, which undo removes, leaves them with its character.
    """
    action = exchange.action
    if scene.kind == "test":
        path = str(action.args.get("check", action.kind)).replace(".", "/")
        tries = retries.tries(scene, action.actor)
        path = f"{path}/{tries + 1}" if tries else path
        if any(fighter.hidden for fighter in scene.fighters.values()):  # hidden dice stay hidden
            path = f"unseen/{path}"
        return f"character:{scene.fighters[action.actor].character}", f"meta.spare.{path}/{key}"
    return scene.subject, f"spare.{scene.round}/{action.actor}/{action.kind}/{key}"


def spare_faces(scene: Scene, exchange: Exchange, roll: Roll) -> tuple[int, ...] | None:
    """The kept faces of this roll, if it was thrown before and undone."""
    faces = (spare_change(scene, exchange, roll.key).before or {}).get("faces")
    return tuple(faces) if faces is not None and roll.accepts(faces) else None


def faces_to_json(faces: Sequence[int], real: str | None) -> dict[str, Any]:
    """The kept faces of an undone roll, and the seat that typed them if they were real dice."""
    return {"faces": list(faces), **({"real": real} if real else {})}


def faces_to_reuse(
    dice: Mapping[str, Any], values: tuple[Any, ...], real: str | None, gm: bool
) -> tuple[tuple[Any, ...], str | None]:
    """The faces of an undone roll and who typed them: undo gives no second throw.

    Real dice may be typed again, in case of a typing error. Only a game master may replace a throw of the server.
    """
    before, typed = tuple(dice["faces"]), dice.get("real")
    if real is None or values == before:
        return before, typed
    if typed is None and not gm:
        faces = " + ".join(map(str, before))
        raise Refused(_("This was thrown here before and undone: its die stays %(faces)s.", faces=faces), "faces")
    return values, real


def forget_unused(system: Game, scene: Scene, exchange: Exchange) -> list[Change]:
    """The changes that drop answers that no longer fit; faces are kept as spare dice."""
    state = run(system, scene, exchange)
    used = {row.request.key for row in state.answers}
    unused_keys = [key for key in exchange.answers if key not in used]
    changes: list[Change] = []
    for key in unused_keys:
        changes += _forget_key(scene, exchange, key, _is_throw(exchange.answers[key]))
    return changes


def _is_throw(values: tuple[Any, ...]) -> bool:
    return bool(values) and all(isinstance(face, int) for face in values)


def forget_answer(scene: Scene, exchange: Exchange, answer: GivenAnswer) -> list[Change]:
    """The changes that revoke one answer; faces are kept as spare dice."""
    return _forget_key(scene, exchange, answer.request.key, isinstance(answer.request, Roll))


def _forget_key(scene: Scene, exchange: Exchange, key: str, is_roll: bool) -> list[Change]:
    base = f"exchanges.{exchange.id}"
    changes = [scene.change(f"{base}.answers.{key}", None)]
    if key in exchange.real:
        changes.append(scene.change(f"{base}.real.{key}", None))
    if is_roll:
        changes.append(spare_change(scene, exchange, key, faces_to_json(exchange.answers[key], exchange.real.get(key))))
    return changes


def spare_change(scene: Scene, exchange: Exchange, key: str, dice: dict[str, Any] | None = None) -> Change:
    """The change that keeps dice for this roll, or uses up the kept ones."""
    subject, path = spare_place(scene, exchange, key)
    data = scene.state if subject == scene.subject else scene.sheet(exchange.action.actor)
    return Change(subject, path, get(data, path), dice)
