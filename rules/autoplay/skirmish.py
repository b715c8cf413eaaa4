"""A fight made of sheets only, without a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.core.paths import Data, canonical
from rules.core.scene import Scene


def skirmish(sides: Mapping[str, Sequence[Data]], settings: Data | None = None) -> Scene:
    """A scene of all sheets in ``sides``, not begun yet; fighter ids are made of the side and a number: ``pc1``."""
    named = ((f"{side}{number}", side, row) for side, camp in sides.items() for number, row in enumerate(camp, 1))
    rows = list(named)
    fighters = {row: {"character": row, "side": side, "order": order} for order, (row, side, _sheet) in enumerate(rows)}
    sheets = {row: canonical(sheet) for row, _side, sheet in rows}
    return Scene("skirmish", "fight", settings or {}, {"fighters": fighters}, sheets)
