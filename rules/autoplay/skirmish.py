"""A fight put together from sheets alone, without any table around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.core.paths import Data, canonical
from rules.core.scene import Scene


def skirmish(sides: Mapping[str, Sequence[Data]], settings: Data | None = None) -> Scene:
    """A scene of everybody in ``sides``, not begun yet; fighters are named after their side and place: ``pc1``."""
    named = ((f"{side}{number}", side, row) for side, them in sides.items() for number, row in enumerate(them, 1))
    rows = list(named)
    fighters = {row: {"character": row, "side": side, "order": order} for order, (row, side, _sheet) in enumerate(rows)}
    sheets = {row: canonical(sheet) for row, _side, sheet in rows}
    return Scene("skirmish", "fight", settings or {}, {"fighters": fighters}, sheets)
