"""The dice of rolls that were undone: kept where the same roll finds them, so that undo is no second throw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.core import retries
from rules.core.errors import Refused
from rules.core.game import Game
from rules.core.paths import get
from rules.core.scene import Change, Exchange, Scene
from rules.core.script import Kept, Roll
from rules.core.text import _
from rules.engine.exchanges import run


def spare(scene: Scene, exchange: Exchange, key: str) -> tuple[str, str]:
    """The subject and path at which the faces of an undone roll are kept, for the same roll of the same action.

    A fight keeps them itself; a single test, which is gone once undone, leaves them with its character.
    """
    action = exchange.action
    if scene.kind == "test":
        what = str(action.args.get("check", action.kind)).replace(".", "/")
        tries = retries.tries(scene, action.actor)
        what = f"{what}/{tries + 1}" if tries else what
        if any(fighter.hidden for fighter in scene.fighters.values()):  # what fell unseen tells nobody of itself
            what = f"unseen/{what}"
        return f"character:{scene.fighters[action.actor].character}", f"meta.spare.{what}/{key}"
    return scene.subject, f"spare.{scene.round}/{action.actor}/{action.kind}/{key}"


def spare_faces(scene: Scene, exchange: Exchange, roll: Roll) -> tuple[int, ...] | None:
    """The faces kept for this roll, if it was thrown before and undone."""
    faces = (spared(scene, exchange, roll.key).before or {}).get("faces")
    return tuple(faces) if faces is not None and roll.accepts(faces) else None


def kept_dice(faces: Sequence[int], real: str | None) -> dict[str, Any]:
    """The faces kept of an undone roll, and the seat that typed them where they were real."""
    return {"faces": list(faces), **({"real": real} if real else {})}


def fallen(
    kept: Mapping[str, Any], values: tuple[Any, ...], real: str | None, gm: bool
) -> tuple[tuple[Any, ...], str | None]:
    """The faces of a roll that was undone, and who typed them: it falls as it did, for undo is no second throw.

    Who typed a real die may have typed it wrong: it is typed again. One thrown here gives way to a game master alone.
    """
    before, typed = tuple(kept["faces"]), kept.get("real")
    if real is None or values == before:
        return before, typed
    if typed is None and not gm:
        faces = " + ".join(map(str, before))
        raise Refused(_("This was thrown here before and undone: its die stays %(faces)s.", faces=faces), "faces")
    return values, real


def dropped(system: Game, scene: Scene, exchange: Exchange) -> list[Change]:
    """The changes that forget answers which no longer fit; faces thrown go to the spare ones."""
    state = run(system, scene, exchange)
    used = {row.request.key for row in state.kept}
    gone = [key for key in exchange.answers if key not in used]
    changes: list[Change] = []
    for key in gone:
        changes += _forget_key(scene, exchange, key, _is_throw(exchange.answers[key]))
    return changes


def _is_throw(values: tuple[Any, ...]) -> bool:
    return bool(values) and all(isinstance(face, int) for face in values)


def forget(scene: Scene, exchange: Exchange, kept: Kept) -> list[Change]:
    """The changes that take one answer back; faces thrown go to the spare ones."""
    return _forget_key(scene, exchange, kept.request.key, isinstance(kept.request, Roll))


def _forget_key(scene: Scene, exchange: Exchange, key: str, is_roll: bool) -> list[Change]:
    base = f"exchanges.{exchange.id}"
    changes = [scene.change(f"{base}.answers.{key}", None)]
    if key in exchange.real:
        changes.append(scene.change(f"{base}.real.{key}", None))
    if is_roll:
        changes.append(spared(scene, exchange, key, kept_dice(exchange.answers[key], exchange.real.get(key))))
    return changes


def spared(scene: Scene, exchange: Exchange, key: str, dice: dict[str, Any] | None = None) -> Change:
    """The change that keeps dice for this roll, or takes the kept ones."""
    subject, path = spare(scene, exchange, key)
    data = scene.state if subject == scene.subject else scene.sheet(exchange.action.actor)
    return Change(subject, path, get(data, path), dice)
